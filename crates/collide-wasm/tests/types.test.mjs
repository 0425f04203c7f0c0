import assert from "node:assert/strict";
import { test } from "node:test";

import { Batch, Interest, Shapes, World, capsule, circle, overlaps, polygon, rotor, rotors, sector, turned } from "collide2d";

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
    [() => world.insert(circle(0, 0, 1), { layer: {} }), "options: unknown property layer, must be data, layers, sensor, mobility"],
    [() => world.insert(circle(0, 0, 1), { layers: { masks: 1n } }), "layers: unknown property masks, must be category, mask, group"],
    [() => queries.ray(aim, { excluding: handle }), "filter: unknown property excluding, must be except, layers, solid"],
    [() => queries.overlap(shapes, { firsts: 1 }), "options: unknown property firsts, must be except, layers, solid, maxWork, first, count, maxHits"],
    [() => queries.nearest(shapes, { first: 1 }), "options: unknown property first, must be except, layers, solid, maxWork, count, within, maxHits"],
    [() => world.move(one, motion, { blockers: {} }), "options: unknown property blockers, must be maxBounces, leaveOverlapped, pass, inOrder, layers, maxWork"],
    [() => queries.slide(circle(0, 0, 1), [1, 0], { bounces: 1 }), "options: unknown property bounces, must be maxBounces, leaveOverlapped, pass, except, layers, solid, maxWork"],
    [() => world.separate(one, { rules: [{ category: 1n, shares: 2 }] }), "rules: unknown property shares, must be category, share, maxDistance"],
    [() => turned(capsule([0, 0], [1, 0], 1), { degree: 90 }), "angle: unknown property degree, must be degrees"],
    [() => new Interest().insert({ at: [0, 0], inner: 1, outer: 2, max: 3 }), "observer: unknown property max, must be except, layers, solid, at, inner, outer, maxVisible"],
  ];
  for (const [call, message] of cases) assert.throws(call, { name: "TypeError", message });
  wrong(() => world.crowds(16), /^crowd: must be an object, is number$/);
  wrong(() => world.crowds({ max: 16, first: 1 }), /BigInt/);
  wrong(() => queries.ray(aim, handle), /^filter: must be an object, is bigint$/);
  wrong(() => queries.overlapping(circle(0, 0, 1), null), /^filter: must be an object, is null$/);
  wrong(() => rotor(undefined), /^angle: must be a number or { degrees }, is undefined$/);
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
