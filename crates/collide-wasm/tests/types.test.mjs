import assert from "node:assert/strict";
import { test } from "node:test";

import { Batch, CollideError, Interest, Shapes, World, capsule, castRay, circle, orientedRect, overlaps, pairs, pairsBetween, polygon, rect, regularPolygon, rotor, rotors, sector, slotOf, slotsOf, turned } from "collide2d";

const world = new World();
const handle = world.insert(circle(0, 0, 1));
world.step();
const queries = world.queries();
const shapes = Shapes.of([circle(0, 0, 1)]);
const swing = sector([0, 0], [1, 0], 90, 2);
const aim = { origin: [0, 0], direction: [1, 0] };

function wrong(call, message) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof TypeError, String(error));
    assert.match(error.message, message);
    return true;
  });
}

test("a time is a number", () => {
  wrong(() => world.at(undefined), /^tick: must be a number, is undefined$/);
  wrong(() => world.at(null), /^tick: must be a number, is null$/);
  wrong(() => world.stepWithin(undefined), /^budget: must be an object, is undefined$/);
});

test("numbers are taken where bigints are, and bigints returned", () => {
  const world = new World({ crowd: { max: 9, first: 2 } });
  const options = { data: 7, layers: { category: 2, mask: 3, group: -4 } };
  const [first, second] = world.insertBatch(Shapes.of([circle(0, 0, 1), circle(9, 0, 1)]), options).slice();
  assert.deepEqual([first, second, world.entity(1).data, world.entity(1).layers], [0n, 1n, 7n, { category: 2n, mask: 3n, group: -4n }]);
  world.setEntities([0, 1n], Shapes.of([circle(0, 0, 1), circle(9, 0, 1)]), { data: [8, 9n], layers: [2, 3, 0, 2, 3, 0] });
  assert.deepEqual([...world.entities([1, 0]).wide], [1n, 9n, 2n, 3n, 0n, 0n, 8n, 2n, 3n, 0n]);
  world.step();
  assert.equal(world.queries().shapes([1]).at(0).x, 9);
  assert.deepEqual([...world.queries().overlap(shapes, { except: 0 }).handles], []);
  assert.deepEqual([...world.queries().overlap(Shapes.of([circle(0, 0, 1), circle(9, 0, 1)]), { except: [0, 0] }).handles], [second]);
  assert.deepEqual([...world.queries().overlap(shapes, { layers: { mask: 1 } }).handles], []);
  assert.deepEqual([...world.move([0], Float32Array.of(1, 0)).handles], [first]);
  assert.deepEqual([...world.separate([0, 1], { rules: [{ category: 2 }] }).handles], [first, second]);
  world.setShape(0, circle(9, 0, 1));
  world.setCenters([0], [9, 0]);
  world.step();
  assert.deepEqual([[...world.pairs()], [...world.sweptPairs([0], [1, 0]).pairs]], [[first, second], [first, second]]);

  const interest = new Interest();
  const id = interest.insert({ at: 0, inner: 5, outer: 6, except: 0 });
  interest.update(world);
  assert.deepEqual([id, [...interest.visible(0)], [...interest.observersOf(1)], interest.isWatching(0)], [0n, [second], [id], true]);
  interest.set(0, { at: [0, 0], inner: 1, outer: 2 });
  interest.remove(0);
  world.removeBatch([1]);
  world.remove(0);
  const again = world.insert(circle(0, 0, 1));
  assert.deepEqual([slotOf(Number(again)), [...slotsOf([Number(again), again])], world.entity(Number(again)).handle], [0, [0, 0], again]);
});

test("a number that is no integer of 64 bits is refused with its name", () => {
  for (const value of [-1, 0.5, 2 ** 53, NaN, Infinity]) {
    const cases = {
      handle: () => world.setShape(value, circle(0, 0, 1)),
      "handles[1]": () => world.removeBatch([handle, value]),
      data: () => world.insert(circle(0, 0, 1), { data: value }),
      "data[0]": () => world.insert(circle(0, 0, 1), { data: [value] }),
      "layers.mask": () => queries.overlap(shapes, { layers: { mask: value } }),
      "layers[2]": () => queries.overlap(shapes, { layers: [1, 1, value] }),
      except: () => queries.overlap(shapes, { except: value }),
      "limit.first": () => world.crowds({ max: 16, first: value }),
      "crowd.first": () => new World({ crowd: { max: 16, first: value } }),
      "rules[0].category": () => world.separate([handle], { rules: [{ category: value }] }),
      id: () => new Interest().visible(value),
      at: () => new Interest().insert({ at: value, inner: 1, outer: 2 }),
    };
    for (const [name, call] of Object.entries(cases)) {
      assert.throws(call, { name: "CollideError", code: "SETTING", message: `${name}: must be a whole number from 0 to 9007199254740991, is ${value}` });
    }
  }
  const message = "layers.group: must be a whole number from -9007199254740991 to 9007199254740991, is 0.5";
  assert.throws(() => world.insert(circle(0, 0, 1), { layers: { group: 0.5 } }), { code: "SETTING", message });
  assert.equal(world.size, 1);
});

test("columns hold numbers", () => {
  wrong(() => queries.overlap(shapes, { solid: 1 }), /^solid: must be a boolean or a Uint8Array, is number$/);
  wrong(() => queries.overlap(shapes, { except: "1" }), /^except: must be a bigint, a number, an array or a BigUint64Array, is string$/);
  wrong(() => world.setCenters([handle], BigUint64Array.of(1n, 2n)), /^centers\[0\]: must be a number, is bigint$/);
  wrong(() => world.move([handle], [1, "2"]), /^motions\[1\]: must be a number, is string$/);
  wrong(() => world.removeBatch([handle, "1"]), /^handles\[1\]: must be a bigint or a number, is string$/);
});

test("a batch takes columns", () => {
  wrong(() => queries.sectors(swing), /^sectors: must be a typed array, is object$/);
  wrong(() => queries.rays(aim), /^rays: must be a typed array, is object$/);
  wrong(() => queries.segments(undefined), /^segments: must be a typed array, is undefined$/);
  wrong(() => queries.points({ x: 1, y: 2 }), /^xy: must be a typed array/);
  wrong(() => queries.sweeps(shapes, 1), /^motions: must be a typed array, is number$/);
  wrong(() => queries.shapes(handle), /^handles: must be an array or a BigUint64Array, is bigint$/);
  wrong(() => world.removeBatch(handle), /^handles: /);
  wrong(() => world.move(handle, Float32Array.of(1, 0)), /^handles: /);
  wrong(() => world.separate(handle), /^handles: /);
  wrong(() => rotors(1), /^angles: /);
  for (const call of [(it) => queries.overlap(it), (it) => world.insertBatch(it), (it) => new Batch().pairs(it)]) {
    for (const one of [circle(0, 0, 1), [circle(0, 0, 1)]]) wrong(() => call(one), /^shapes: must be Shapes, such as Shapes\.of\(\[shape\]\) returns, is /);
  }
  assert.equal(world.size, 1);
});

test("options have no unknown properties", () => {
  const one = BigUint64Array.of(handle);
  const motion = Float32Array.of(1, 0);
  const cases = [
    [() => new World({ event: true }), "settings: unknown property event, must be strategy, cell, touching, staticPairs, sensorPairs, changeTicks, order, events, history, crowd"],
    [() => new World({ history: { tick: 1 } }), "history: unknown property tick, must be ticks, teleportDistance"],
    [() => new World({ crowd: { max: 1, count: 2 } }), "crowd: unknown property count, must be max, first"],
    [() => world.crowds({ max: 1, count: 2 }), "limit: unknown property count, must be max, first"],
    [() => world.setSettings({ touch: "open" }), "settings: unknown property touch, must be strategy, cell, touching, staticPairs, sensorPairs, changeTicks, order, events, history, crowd"],
    ...[(it) => new Batch(it), (it) => pairs(shapes, it), (it) => pairsBetween(shapes, shapes, it)].map((call) => [
      () => call({ cells: 1 }),
      "settings: unknown property cells, must be strategy, cell, touching, staticPairs, sensorPairs, changeTicks, order, events, history, crowd",
    ]),
    [() => world.insert(circle(0, 0, 1), { layer: {} }), "options: unknown property layer, must be data, layers, sensor, mobility"],
    [() => world.insert(circle(0, 0, 1), { layers: { masks: 1n } }), "layers: unknown property masks, must be category, mask, group"],
    [() => queries.ray(aim, { excluding: handle }), "filter: unknown property excluding, must be except, layers, solid"],
    [() => queries.ray({ ...aim, maxt: 1 }), "ray: unknown property maxt, must be origin, direction, maxT"],
    [() => castRay({ ...aim, max: 1 }, circle(0, 0, 1)), "ray: unknown property max, must be origin, direction, maxT"],
    [() => queries.inSector({ ...swing, innner: 1 }), "sector: unknown property innner, must be apex, from, to, outer, inner"],
    [() => queries.freePlaces(shapes, 1, { maxNeighbours: 1 }), "options: unknown property maxNeighbours, must be except, layers, solid, budget"],
    [() => queries.freePlace(circle(0, 0, 1), 1, { budget: {} }), "filter: unknown property budget, must be except, layers, solid"],
    [() => queries.blocked(new Float32Array(4), { first: 1 }), "options: unknown property first, must be except, layers, solid, budget"],
    [() => queries.overlap(shapes, { firsts: 1 }), "options: unknown property firsts, must be except, layers, solid, budget, first, count"],
    [() => queries.nearest(shapes, { first: 1 }), "options: unknown property first, must be except, layers, solid, budget, count, within"],
    [() => world.move(one, motion, { blockers: {} }), "options: unknown property blockers, must be maxBounces, leaveOverlapped, pass, inOrder, crowd, layers, budget"],
    [() => queries.slide(circle(0, 0, 1), [1, 0], { bounces: 1 }), "options: unknown property bounces, must be maxBounces, leaveOverlapped, pass, except, layers, solid, budget"],
    [() => world.separate(one, { rules: [{ category: 1n, shares: 2 }] }), "rules[0]: unknown property shares, must be category, share, maxDistance"],
    [() => turned(capsule([0, 0], [1, 0], 1), { degree: 90 }), "angle: unknown property degree, must be degrees"],
    [() => new Interest().insert({ at: [0, 0], inner: 1, outer: 2, max: 3 }), "observer: unknown property max, must be except, layers, solid, at, inner, outer, maxVisible, first"],
  ];
  for (const [call, message] of cases) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof CollideError, String(error));
      assert.deepEqual([error.code, error.message], ["SETTING", message]);
      return true;
    });
  }
  wrong(() => world.crowds(16), /^limit: must be an object, is number$/);
  wrong(() => queries.ray(aim, handle), /^filter: must be an object, is bigint$/);
  wrong(() => queries.overlapping(circle(0, 0, 1), null), /^filter: must be an object, is null$/);
  wrong(() => rotor(undefined), /^angle: must be a number or { degrees }, is undefined$/);
});

test("an invalid shape is refused where it is made", () => {
  const cases = [
    [() => circle(0, 0, -1), "radius: must not be negative, is -1"],
    [() => circle(0, 0, NaN), "radius: must be a finite number, is NaN"],
    [() => circle(0, 0, Infinity), "radius: must be a finite number, is inf"],
    [() => circle(NaN, 0, 1), "center.x: must be a finite number, is NaN"],
    [() => circle(0, -Infinity, 1), "center.y: must be a finite number, is -inf"],
    [() => circle(Infinity, -Infinity, 1), "center.x: must be a finite number, is inf"],
    [() => circle(0, 1e39, 1), "center.y: must be a finite number, is inf"],
    [() => rect(1, 0, 0, 1), "min.x: must not be above the maximum 0, is 1"],
    [() => rect(0, 0, NaN, 1), "max.x: must be a finite number, is NaN"],
    [() => orientedRect(0, 0, -1, 1, 0), "half_extents.x: must not be negative, is -1"],
    [() => capsule([0, 0], [1, 0], -1), "radius: must not be negative, is -1"],
    [() => capsule([0, 0], [1, 0], 1, [NaN, 0]), "position.x: must be a finite number, is NaN"],
    [() => polygon([]), "points: must be at least one, are none"],
    [() => polygon([[0, 0], [0, NaN]]), "points[1].y: must be a finite number, is NaN"],
    [() => polygon([[0, 0]], -1), "radius: must not be negative, is -1"],
    [() => regularPolygon(5, 1, [0, NaN]), "position.y: must be a finite number, is NaN"],
  ];
  for (const [call, message] of cases) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof CollideError, String(error));
      assert.deepEqual([error.code, error.message], ["SHAPE", message]);
      return true;
    });
  }
  wrong(() => circle(0, 0), /^radius: must be a number, is undefined$/);
  wrong(() => Shapes.of([circle(0, 0, 1), { ...circle(0, 0, 1), y: "1" }]), /^shapes\[1\]\.y: must be a number, is string$/);
  wrong(() => Shapes.of([circle(0, 0, 1), 7]), /^shapes\[1\]: must be a Shape, such as circle\(\.\.\.\) returns, is number$/);
  wrong(() => world.insert(undefined), /^shape: must be a Shape/);
  wrong(() => overlaps(circle(0, 0, 1), null), /^b: must be a Shape/);
  assert.throws(() => world.insert({ kind: "blob" }), { code: "KIND", message: "shape.kind: must be circle, rect, oriented, capsule, polygon, is blob" });
  const most = 3.4028234663852886e38;
  assert.deepEqual(circle(most, -most, most), { kind: "circle", x: most, y: -most, radius: most });
  assert.deepEqual(circle(1, 2, 0).radius, 0);
  // Objects of your own are checked when they are used, with the index in the batch.
  const own = { kind: "circle", x: 0, y: 0, radius: -1 };
  assert.throws(() => world.insert(own), { code: "SHAPE", message: "index 0: radius: must not be negative, is -1" });
  assert.throws(() => Shapes.of([circle(0, 0, 1), { kind: "polygon", x: 0, y: 0, offsets: [], radius: 0 }]), { code: "SHAPE", message: /^index 1: points/ });
});

test("points are [x, y]", () => {
  const free = circle(9, 9, 1);
  wrong(() => overlaps(polygon([{ x: 0, y: 0 }]), free), /^points\[0\]: must be \[x, y\], is object$/);
  wrong(() => overlaps(polygon([[0, 0], [1, 0, 0]]), free), /^points\[1\]: must be \[x, y\], has length 3$/);
  wrong(() => overlaps(polygon({ x: 0, y: 0 }), free), /^points: must be \[x, y\] pairs, is object$/);
  wrong(() => overlaps(capsule({ x: 0, y: 0 }, [0, 1], 1), free), /^a: must be \[x, y\], is object$/);
  wrong(() => queries.ray({ origin: [0, 0] }), /^direction: must be \[x, y\], is undefined$/);
  wrong(() => queries.isBlocked([0, 0], { x: 1, y: 0 }), /^to: must be \[x, y\], is object$/);
});

test("a sector is a sector", () => {
  wrong(() => queries.inSector(circle(0, 0, 1)), /^sector: must be a Sector, such as sector\(\.\.\.\) returns, is object$/);
  wrong(() => queries.inSector(undefined), /^sector: must be a Sector/);
  wrong(() => sector(0, [1, 0], 90, 2), /^apex: must be \[x, y\], is number$/);
  wrong(() => sector([0, 0], [1, 0], 90), /^outer: must be a number, is undefined$/);
});
