// 10,000 moving circles: finds all overlapping pairs at each tick, with this package and its peers, in one process. In
// a round each runs the same ticks, one after the other. The output has the median of the rounds, and the median of
// their ratios.
//
//   node bench.mjs [COUNT] [ROUNDS] [TICKS]

import { System } from "check2d";
import * as collide from "collide2d";
import Flatbush from "flatbush";
import RBush from "rbush";

const [count = 10_000, rounds = 15, ticks = 10] = process.argv.slice(2).map(Number);

// About one pair per circle, with radii from 0.25 to 1.
const SIDE = Math.sqrt(count * 2.6);
const random = seeded(7);
const x = new Float32Array(count).map(() => random() * SIDE);
const y = new Float32Array(count).map(() => random() * SIDE);
const radius = new Float32Array(count).map(() => 0.25 + random() * 0.75);
const way = new Float32Array(2 * count).map(() => (random() - 0.5) * 0.2);

function seeded(state) {
  return () => ((state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32);
}

function move() {
  for (let i = 0; i < count; i++) {
    x[i] += way[2 * i];
    y[i] += way[2 * i + 1];
    if (x[i] < 0 || x[i] > SIDE) way[2 * i] *= -1;
    if (y[i] < 0 || y[i] > SIDE) way[2 * i + 1] *= -1;
  }
}

function overlap(a, b) {
  const [dx, dy, reach] = [x[a] - x[b], y[a] - y[b], radius[a] + radius[b]];
  return dx * dx + dy * dy <= reach * reach;
}

/** A world whose columns are changed in place. */
function world() {
  const world = new collide.World();
  world.insertBatch(collide.Shapes.circles(x, y, radius));
  const columns = new collide.CircleColumns(count);
  columns.radius.set(radius);
  return () => {
    columns.x.set(x);
    columns.y.set(y);
    world.writeCircles(columns);
    world.step();
    return world.pairSlots().length / 2;
  };
}

/** A world that is updated by handle. */
function handles() {
  const world = new collide.World();
  const shapes = collide.Shapes.circles(x, y, radius);
  const handles = world.insertBatch(shapes).slice();
  return () => {
    world.setShapes(handles, shapes.setCircles(x, y, radius));
    world.step();
    return world.pairSlots().length / 2;
  };
}

/** Shapes without a world. */
function batch() {
  const batch = new collide.Batch();
  const shapes = collide.Shapes.room(count);
  return () => batch.pairs(shapes.setCircles(x, y, radius)).length / 2;
}

function check2d() {
  const system = new System();
  const bodies = Array.from(x, (_, i) => system.createCircle({ x: x[i], y: y[i] }, radius[i]));
  return () => {
    bodies.forEach((body, i) => body.setPosition(x[i], y[i]));
    system.update();
    let pairs = 0;
    system.checkAll(() => void pairs++);
    return pairs / 2; // it reports each pair for both circles
  };
}

function flatbush() {
  return () => {
    const index = new Flatbush(count);
    for (let i = 0; i < count; i++) index.add(x[i] - radius[i], y[i] - radius[i], x[i] + radius[i], y[i] + radius[i]);
    index.finish();
    const pairs = [];
    for (let i = 0; i < count; i++) {
      index.search(x[i] - radius[i], y[i] - radius[i], x[i] + radius[i], y[i] + radius[i], (j) => {
        if (j > i && overlap(i, j)) pairs.push(i, j);
        return false;
      });
    }
    return pairs.length / 2;
  };
}

function rbush() {
  const tree = new RBush();
  const boxes = Array.from(x, (_, i) => ({ minX: 0, minY: 0, maxX: 0, maxY: 0, i }));
  return () => {
    for (const box of boxes) {
      const { i } = box;
      [box.minX, box.minY, box.maxX, box.maxY] = [x[i] - radius[i], y[i] - radius[i], x[i] + radius[i], y[i] + radius[i]];
    }
    tree.clear().load(boxes);
    const pairs = [];
    for (const box of boxes) for (const { i } of tree.search(box)) if (i > box.i && overlap(box.i, i)) pairs.push(box.i, i);
    return pairs.length / 2;
  };
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const ways = Object.entries({ world, handles, batch, flatbush, rbush, check2d }).map(([name, make]) => ({ name, tick: make(), times: [] }));
const found = new Map();
for (let round = -1; round < rounds; round++) {
  // All run the same ticks: the positions are reset before each.
  const before = [x, y, way].map((column) => column.slice());
  for (const { name, tick, times } of ways) {
    [x, y, way].forEach((column, index) => column.set(before[index]));
    let [time, pairs] = [0, 0];
    for (let i = 0; i < ticks; i++) {
      move();
      const start = performance.now();
      pairs += tick();
      time += performance.now() - start;
    }
    found.set(name, pairs);
    if (round >= 0) times.push(time / ticks); // the first round warms up
  }
}
const [own] = ways;
console.log(`${collide.simd}, node ${process.version}, ${count} circles, ${Math.round(found.get("world") / ticks)} pairs a tick`);
for (const { name, times } of ways) {
  const ratio = median(times.map((time, round) => time / own.times[round]));
  console.log(`${name.padEnd(9)} ${median(times).toFixed(3)} ms a tick, ${ratio.toFixed(2)} times world, ${found.get(name)} pairs`);
}
