import assert from "node:assert/strict";
import { test } from "node:test";

import { CollideError, Shapes, World, circle, rect, sector, sectorNumbers } from "collide2d";

function refused(call, code, message) {
  assert.throws(call, (error) => error instanceof CollideError && error.code === code && message.test(error.message));
}

test("sectors, now and in the past", () => {
  const world = new World({ history: { ticks: 4, teleportDistance: 8 } });
  const [ahead, above, behind] = world.insertBatch(Shapes.of([circle(3, 0, 1), circle(0, 3, 1), rect(-4, -1, -2, 1)])).slice();
  world.step();
  const queries = world.queries();
  const sectors = sectorNumbers([
    { apex: [0, 0], from: [1, -1], to: [1, 1], outer: 2 }, // touches `ahead` at 2, 0
    { apex: [0, 0], from: [1, 0], to: [0, 1], outer: 9, inner: 4 }, // touches `ahead` at 4, 0 and `above` at 0, 4
    { apex: [0, 0], from: [1, 2], to: [1, -2], outer: 9, inner: 4.5 }, // wider than 180 degrees, beyond all
    { apex: [0, 0], from: [1, 2], to: [1, -2], outer: 9, inner: 4 }, // reaches two corners of `behind`
  ]);
  const hits = queries.sectors(sectors);
  assert.deepEqual([[...hits.starts], [...hits.handles]], [[0, 1, 3, 3, 5], [ahead, ahead, above, above, behind]]);
  assert.deepEqual([...queries.sectors(sectors, { first: 1, except: ahead }).handles], [above, above]);
  assert.equal(queries.sectors(sectors, { count: true }).count(1), 2);

  const swing = sector([0, 0], [0, 7], 90, 2);
  assert.deepEqual([swing.from[0], swing.to[0], swing.outer, swing.inner], [swing.from[1], -swing.to[1], 2, 0]);
  assert.deepEqual([...queries.inSector(swing)], [above]);
  assert.deepEqual([...queries.inSector(sector([0, 0], [1, 0], 90, 9, 4.5), { except: ahead })], []);
  const wide = sector([0, 0], [-1, 0], 300, 9, 0.5);
  world.remove(behind);
  world.setSettings({ touching: "open", history: { ticks: 4, teleportDistance: 8 } });
  world.step();
  assert.deepEqual([[...world.queries().inSector(swing)], [...world.queries().inSector(wide)]], [[], [above]]);
  assert.deepEqual([...world.at(1).inSector(wide)], [above, behind]);

  refused(() => sector([0, 0], [1, 0], 360, 2), "SHAPE", /^opening: must be above 0 and below 360 degrees, is 360$/);
  refused(() => sector([0, 0], [0, 0], 90, 2), "SHAPE", /^direction: /);
  refused(() => sector([NaN, 0], [1, 0], 90, 2), "SHAPE", /^apex.x: /);
  refused(() => sector([0, 0], [1, 0], 90, -2), "SHAPE", /^outer: /);
  refused(() => sector([0, 0], [1, 0], 90, 2, 2), "SHAPE", /^inner: must be below the outer radius 2, is 2$/);
  refused(() => queries.sectors(Float32Array.of(0, 0, 1, 0, 0, 1, 2, 0, 0, 0, 1, 2, 2, 4, 2, 0)), "SHAPE", /^index 1: borders: must have different directions$/);
  refused(() => queries.inSector({ ...swing, inner: 2 }), "SHAPE", /^index 0: inner: must be below the outer radius 2, is 2$/);
  refused(() => queries.sectors(Float32Array.of(0, 0, 1)), "LENGTH", /^sectors: must have length a multiple of 8, has 3$/);
  refused(() => queries.sectors(sectorNumbers([wide, wide]), { budget: { maxResults: 1 } }), "BUDGET", /budget of 1/);
});
