// warmUp() runs each kind of call, leaves no memory behind, and makes the first calls of a process fast.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

import * as collide from "collide2d";

/** The methods that need no warm-up: settings, tools, and what is never called while players wait. */
const COLD = [
  ...["World.setSettings", "World.rebase", "World.countPairs", "World.crowds", "World.explain", "World.recent", "World.memory"],
  ...["World.validate", "World.follow", "World.free", "Interest.free"],
  ...["Batch.countPairs", "Batch.countPairsBetween", "Batch.free"],
];

test("warmUp() runs every method of a room", () => {
  const missing = new Set();
  const restore = [];
  for (const name of ["World", "Queries", "Interest", "Batch"]) {
    const { prototype } = collide[name];
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      const full = `${name}.${method}`;
      if (method === "constructor" || typeof value !== "function" || COLD.includes(full)) continue;
      missing.add(full);
      prototype[method] = function (...given) {
        missing.delete(full);
        return value.apply(this, given);
      };
      restore.push(() => void (prototype[method] = value));
    }
  }
  collide.warmUp();
  restore.forEach((method) => method());
  assert.deepEqual([...missing], []);
});

test("warmUp() leaves no memory behind", () => {
  const size = () => {
    const world = new collide.World();
    world.insert(collide.circle(0, 0, 1));
    world.step();
    const { byteLength } = world.pairSlots().buffer;
    world.free();
    return byteLength;
  };
  for (let again = 0; again < 3; again++) collide.warmUp();
  const before = size();
  collide.warmUp();
  assert.equal(size(), before);
});

/** The processor time of the first step, update of interest and move of 1,000 players in a new process, in ms. */
function firstCalls(warm) {
  const code = `
    import { Interest, Shapes, World, warmUp } from "collide2d";
    if (${warm}) warmUp();
    // Until V8 has compiled in the background what was hot.
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const [count, side] = [1000, 51];
    const column = (of) => Float32Array.from({ length: count }, (_, index) => of(index));
    const [world, interest] = [new World({ events: true, history: { ticks: 8 } }), new Interest()];
    const handles = world.insertBatch(Shapes.circles(column((i) => (i * 37.7) % side), column((i) => (i * 7.3) % side), column(() => 0.5))).slice();
    for (const at of handles) interest.insert({ at, inner: 8, outer: 9 });
    const motions = new Float32Array(2 * count).fill(0.01);
    const times = [() => world.step(), () => interest.update(world), () => world.move(handles, motions)].map((call) => {
      const before = process.cpuUsage();
      call();
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    });
    console.log(JSON.stringify(times));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "--eval", code], { encoding: "utf8" }));
}

test("after warmUp() the first calls take less than half of the processor time", () => {
  const [cold, warm] = [false, true].map(firstCalls);
  const sum = (times) => times.reduce((all, time) => all + time);
  const text = `step, interest, move: ${cold.join(", ")} ms, after warmUp() ${warm.join(", ")} ms`;
  console.log(text);
  assert.ok(sum(warm) * 2 < sum(cold), text);
});
