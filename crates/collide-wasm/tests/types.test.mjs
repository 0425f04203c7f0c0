import assert from "node:assert/strict";
import { test } from "node:test";

import { Batch, CollideError, Interest, Shapes, World, capsule, castRay, circle, orientedRect, overlaps, pairs, pairsBetween, polygon, rect, regularPolygon, rotor, rotors, sector, turned } from "collide2d";

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
  wrong(() => world.stepWithin(undefined), /^maxPairs: must be a number, is undefined$/);
});

test("handles are bigint", () => {
  wrong(() => queries.overlap(shapes, { except: 1 }), /^except: must be a handle, which is a bigint, or a BigUint64Array, is number$/);
  wrong(() => world.insert(circle(0, 0, 1), { data: 1 }), /^data: must be a bigint or a BigUint64Array, is number$/);
  wrong(() => queries.overlap(shapes, { solid: 1 }), /^solid: must be a boolean or a Uint8Array, is number$/);
  wrong(() => queries.overlap(shapes, { layers: { category: 1 } }), /BigInt/);
});

test("a batch takes columns", () => {
  wrong(() => queries.sectors(swing), /^sectors: must be a typed array, is object$/);
  wrong(() => queries.rays(aim), /^rays: must be a typed array, is object$/);
  wrong(() => queries.segments(undefined), /^segments: must be a typed array, is undefined$/);
  wrong(() => queries.points({ x: 1, y: 2 }), /^xy: must be a typed array/);
  wrong(() => queries.sweeps(shapes, 1), /^motions: must be a typed array, is number$/);
  wrong(() => queries.shapes(handle), /^handles: must be a typed array, is bigint$/);
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
    [() => new World({ event: true }), "settings: unknown property event, must be strategy, cell, touching, staticPairs, order, events, history, crowd"],
    [() => new World({ history: { tick: 1 } }), "history: unknown property tick, must be ticks, teleportDistance"],
    [() => new World({ crowd: { max: 1, count: 2 } }), "crowd: unknown property count, must be max, first"],
    [() => world.crowds({ max: 1, count: 2 }), "crowd: unknown property count, must be max, first"],
    [() => new Interest().setCrowd({ maximum: 1 }), "crowd: unknown property maximum, must be max, first"],
    [() => world.setSettings({ touch: "open" }), "settings: unknown property touch, must be strategy, cell, touching, staticPairs, order, events, history, crowd"],
    ...[(it) => new Batch(it), (it) => pairs(shapes, it), (it) => pairsBetween(shapes, shapes, it)].map((call) => [
      () => call({ cells: 1 }),
      "settings: unknown property cells, must be strategy, cell, touching, staticPairs, order, events, history, crowd",
    ]),
    [() => world.insert(circle(0, 0, 1), { layer: {} }), "options: unknown property layer, must be data, layers, sensor, mobility"],
    [() => world.insert(circle(0, 0, 1), { layers: { masks: 1n } }), "layers: unknown property masks, must be category, mask, group"],
    [() => queries.ray(aim, { excluding: handle }), "filter: unknown property excluding, must be except, layers, solid"],
    [() => queries.ray({ ...aim, maxt: 1 }), "ray: unknown property maxt, must be origin, direction, maxT"],
    [() => castRay({ ...aim, max: 1 }, circle(0, 0, 1)), "ray: unknown property max, must be origin, direction, maxT"],
    [() => queries.inSector({ ...swing, innner: 1 }), "sector: unknown property innner, must be apex, from, to, outer, inner"],
    [() => queries.freePlaces(shapes, 1, { maxNeighbours: 1 }), "terms: unknown property maxNeighbours, must be except, layers, solid, maxWork, maxNeighbors"],
    [() => queries.freePlace(circle(0, 0, 1), 1, { maxWork: 1 }), "filter: unknown property maxWork, must be except, layers, solid"],
    [() => queries.blocked(new Float32Array(4), { first: 1 }), "terms: unknown property first, must be except, layers, solid, maxWork"],
    [() => queries.overlap(shapes, { firsts: 1 }), "options: unknown property firsts, must be except, layers, solid, maxWork, first, count, maxHits"],
    [() => queries.nearest(shapes, { first: 1 }), "options: unknown property first, must be except, layers, solid, maxWork, count, within, maxHits"],
    [() => world.move(one, motion, { blockers: {} }), "options: unknown property blockers, must be maxBounces, leaveOverlapped, pass, inOrder, layers, maxWork"],
    [() => queries.slide(circle(0, 0, 1), [1, 0], { bounces: 1 }), "options: unknown property bounces, must be maxBounces, leaveOverlapped, pass, except, layers, solid, maxWork"],
    [() => world.separate(one, { rules: [{ category: 1n, shares: 2 }] }), "rules: unknown property shares, must be category, share, maxDistance"],
    [() => turned(capsule([0, 0], [1, 0], 1), { degree: 90 }), "angle: unknown property degree, must be degrees"],
    [() => new Interest().insert({ at: [0, 0], inner: 1, outer: 2, max: 3 }), "observer: unknown property max, must be except, layers, solid, at, inner, outer, maxVisible"],
  ];
  for (const [call, message] of cases) {
    assert.throws(call, (error) => {
      assert.ok(error instanceof CollideError, String(error));
      assert.deepEqual([error.code, error.message], ["SETTING", message]);
      return true;
    });
  }
  wrong(() => world.crowds(16), /^crowd: must be an object, is number$/);
  wrong(() => world.crowds({ max: 16, first: 1 }), /BigInt/);
  wrong(() => queries.ray(aim, handle), /^filter: must be an object, is bigint$/);
  wrong(() => queries.overlapping(circle(0, 0, 1), null), /^filter: must be an object, is null$/);
  wrong(() => rotor(undefined), /^angle: must be a number or { degrees }, is undefined$/);
});

test("limits are numbers", () => {
  const limit = { maxWork: 5 };
  wrong(() => new Interest(limit), /^maxWork: must be a number, is object$/);
  wrong(() => new Interest().setMaxWork("5"), /^maxWork: must be a number, is string$/);
  wrong(() => new Batch().setBudget(limit), /^maxPairs: must be a number, is object$/);
  wrong(() => world.stepWithin(1, limit), /^maxWork: /);
  wrong(() => world.sweptPairs(BigUint64Array.of(handle), Float32Array.of(1, 0), limit), /^maxWork: /);
  wrong(() => world.move(BigUint64Array.of(handle), Float32Array.of(1, 0), { maxWork: 5n }), /^maxWork: must be a number, is bigint$/);
  wrong(() => queries.overlap(shapes, { maxHits: "5" }), /^maxHits: must be a number, is string$/);
});

test("an invalid shape is refused where it is made", () => {
  const cases = [
    [() => circle(0, 0, -1), "radius: must not be negative, is -1"],
    [() => circle(0, 0, NaN), "radius: must be a finite number, is NaN"],
    [() => circle(0, 0), "radius: must be a finite number, is NaN"],
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
  wrong(() => overlaps(capsule({ x: 0, y: 0 }, [0, 1], 1), free), /^offsets: must be \[x, y\], is object$/);
  wrong(() => queries.ray({ origin: [0, 0] }), /^direction: must be \[x, y\], is undefined$/);
  wrong(() => queries.isBlocked([0, 0], { x: 1, y: 0 }), /^to: must be \[x, y\], is object$/);
});

test("a sector is a sector", () => {
  wrong(() => queries.inSector(circle(0, 0, 1)), /^sector: must be a Sector, such as sector\(\.\.\.\) returns, is object$/);
  wrong(() => queries.inSector(undefined), /^sector: must be a Sector/);
  wrong(() => sector(0, [1, 0], 90, 2), /^apex: must be \[x, y\], is number$/);
  wrong(() => sector([0, 0], [1, 0], 90), /^outer: must be a number, is undefined$/);
});
