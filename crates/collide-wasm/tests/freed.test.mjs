// Every call on an object that was freed throws a CollideError that says so.

import assert from "node:assert/strict";
import { test } from "node:test";

import * as collide from "collide2d";

/** The classes whose objects are freed, and the names in their errors. Queries are freed with their world. */
const CLASSES = { World: "world", Queries: "world", Interest: "interest", Batch: "batch", CircleColumns: "columns", TraceTick: "tick" };

const { CollideError, Interest, Shapes, World, circle } = collide;
const shapes = Shapes.of([circle(0, 0, 1)]);

/** The arguments of methods that warmUp() does not call; all others of these have none. */
const ARGUMENTS = {
  "World.setSettings": [{}],
  "World.rebase": [[0, 0], [1, 1]],
  "World.crowds": [{ max: 1 }],
  "Batch.countPairs": [shapes],
  "Batch.countPairsBetween": [shapes, shapes],
  "CircleColumns.resize": [1],
};

/** What makes a new object of the same world, which fails at its first call. */
const LAZY = ["World.queries"];

/** Runs warmUp() and returns the objects that it freed and the arguments of the methods that it called, by class. */
function warmed() {
  const [objects, calls, restore] = [{}, { ...ARGUMENTS }, []];
  for (const name of Object.keys(CLASSES)) {
    const { prototype } = collide[name];
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
      if (method === "constructor" || typeof value !== "function") continue;
      prototype[method] = function (...given) {
        objects[name] = this;
        calls[`${name}.${method}`] ??= given;
        return value.apply(this, given);
      };
      restore.push(() => void (prototype[method] = value));
    }
  }
  collide.warmUp();
  restore.forEach((method) => method());
  calls["World.follow"] = [objects.TraceTick];
  return { objects, calls };
}

test("every method and property of a freed object throws FREED", () => {
  const { objects, calls } = warmed();
  let count = 0;
  for (const [name, field] of Object.entries(CLASSES)) {
    for (const [member, { value, get }] of Object.entries(Object.getOwnPropertyDescriptors(collide[name].prototype))) {
      const full = `${name}.${member}`;
      if (member === "constructor" || LAZY.includes(full)) continue;
      const call = get ?? value;
      assert.throws(() => Reflect.apply(call, objects[name], calls[full] ?? []), (error) => {
        assert.ok(error instanceof CollideError, `${full}: ${error}`);
        assert.deepEqual([error.code, error.message], ["FREED", `${field}: must not be used after free()`], full);
        return true;
      });
      count += 1;
    }
  }
  assert.ok(count > 90, `${count} members`);
});

test("a freed object is refused as an argument, and so are answers of a freed world", () => {
  const [world, other, interest] = [new World(), new World(), new Interest()];
  world.insert(circle(0, 0, 1));
  world.step();
  interest.insert({ at: [0, 0], inner: 1, outer: 2 });
  interest.update(world);
  const [hits, views] = [world.queries().overlap(shapes), interest.views()];
  world.free();
  interest.free();
  const live = new Interest();
  for (const call of [() => live.update(world), () => other.forkInto(world), () => hits.handles, () => world.queries().overlap(shapes), () => world.at(0).overlap(shapes)]) {
    assert.throws(call, { code: "FREED", message: "world: must not be used after free()" });
  }
  assert.throws(() => views.visible.of(0), { code: "FREED", message: "interest: must not be used after free()" });
});
