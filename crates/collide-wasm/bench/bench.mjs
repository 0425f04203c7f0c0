// 10,000 moving circles: finds all overlapping pairs at each tick, with this package and its peers, in one process. In
// a round each runs the same ticks, one after the other. The output has the median of the rounds, and the median of
// their ratios.
//
//   node bench.mjs [COUNT] [ROUNDS] [TICKS] [NAME...]
//
// With names, only these ways run: one alone is faster, because each leaves the caches and the compiler to the next.

import RAPIER from "@dimforge/rapier2d-compat";
import { System } from "check2d";
import * as collide from "collide2d";
import Flatbush from "flatbush";
import RBush from "rbush";

await RAPIER.init();
const [count = 10_000, rounds = 15, ticks = 10] = process.argv.slice(2, 5).map(Number);
const names = process.argv.slice(5);

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
function world(settings) {
  const world = new collide.World(settings);
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

/** The same, with the pairs as they are found: not in order. */
const unordered = () => world({ order: "found" });

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

/** What a program can do on its own: a grid of cells as wide as the largest circle, in typed arrays, sorted each tick. */
function grid() {
  const cell = 2; // Circles of neighbouring cells only can overlap.
  const columns = Math.ceil(SIDE / cell) + 4;
  const starts = new Int32Array(columns * columns + 1);
  const cells = new Int32Array(count);
  const ids = new Int32Array(count);
  const [xs, ys, radii] = [0, 1, 2].map(() => new Float32Array(count));
  let pairs = new Uint32Array(2 * count);
  // A border of empty cells, also for circles that leave the square: no neighbour is out of range.
  const line = (coordinate) => Math.min(Math.max(Math.floor(coordinate / cell) + 2, 1), columns - 2);
  return () => {
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[(cells[i] = line(y[i]) * columns + line(x[i]))]++;
    for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
    for (let i = count - 1; i >= 0; i--) {
      const row = --starts[cells[i]];
      ids[row] = i;
      xs[row] = x[i];
      ys[row] = y[i];
      radii[row] = radius[i];
    }
    let length = 0;
    const test = (a, first, end) => {
      for (let b = first; b < end; b++) {
        const dx = xs[a] - xs[b];
        const dy = ys[a] - ys[b];
        const reach = radii[a] + radii[b];
        if (dx * dx + dy * dy > reach * reach) continue;
        if (length === pairs.length) {
          const longer = new Uint32Array(2 * length);
          longer.set(pairs);
          pairs = longer;
        }
        pairs[length++] = ids[a];
        pairs[length++] = ids[b];
      }
    };
    // Each pair once: the rest of the cell and the next one, and the three cells of the next line.
    for (let c = columns; c < starts.length - columns - 2; c++) {
      for (let a = starts[c]; a < starts[c + 1]; a++) {
        test(a, a + 1, starts[c + 2]);
        test(a, starts[c + columns - 1], starts[c + columns + 2]);
      }
    }
    return length / 2;
  };
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

/** Sensors on kinematic bodies, as in a game that moves its entities itself. */
function rapier() {
  const world = new RAPIER.World({ x: 0, y: 0 });
  const kinds = RAPIER.ActiveCollisionTypes.DEFAULT | RAPIER.ActiveCollisionTypes.KINEMATIC_KINEMATIC;
  const bodies = Array.from(x, (_, i) => world.createRigidBody(RAPIER.RigidBodyDesc.kinematicPositionBased().setTranslation(x[i], y[i])));
  const colliders = bodies.map((body, i) => world.createCollider(RAPIER.ColliderDesc.ball(radius[i]).setSensor(true).setActiveCollisionTypes(kinds), body));
  return () => {
    bodies.forEach((body, i) => body.setTranslation({ x: x[i], y: y[i] }, true));
    world.step();
    let pairs = 0;
    for (const collider of colliders) world.intersectionPairsWith(collider, () => void pairs++);
    return pairs / 2; // each pair for both circles
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
const all = Object.entries({ world, unordered, handles, batch, grid, flatbush, rbush, check2d, rapier });
const ways = all.filter(([name]) => names.length === 0 || names.includes(name)).map(([name, make]) => ({ name, tick: make(), times: [] }));
const found = new Map();
// First each runs for a while, until the JavaScript engine has compiled what is hot.
for (const { tick } of ways) {
  for (const end = performance.now() + 100 * rounds; performance.now() < end; move()) tick();
}
for (let round = 0; round < rounds; round++) {
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
    times.push(time / ticks);
  }
}
const [own] = ways;
console.log(`${collide.simd}, node ${process.version}, ${count} circles, ${Math.round(found.get(own.name) / ticks)} pairs a tick`);
for (const { name, times } of ways) {
  const ratio = median(times.map((time, round) => time / own.times[round]));
  console.log(`${name.padEnd(9)} ${median(times).toFixed(3)} ms a tick, ${ratio.toFixed(2)} times ${own.name}, ${found.get(name)} pairs`);
}
