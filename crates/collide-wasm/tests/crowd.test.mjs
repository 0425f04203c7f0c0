import assert from "node:assert/strict";
import { test } from "node:test";

import { CollideError, Shapes, World, circle, rect, slotOf } from "collide2d";

/** 200 circles on one point, the last ten with the category 2. */
const pile = Shapes.of(Array(200).fill(circle(5, 5, 0.5)));
const layers = BigUint64Array.from({ length: 600 }, (_, index) => [index < 570 ? 1n : 2n, 2n ** 64n - 1n, 0n][index % 3]);

/** A world with the pile after a step, and the handles of the pile. */
function piled(settings) {
  const world = new World(settings);
  const handles = world.insertBatch(pile, { layers }).slice();
  world.step();
  return { world, handles };
}

test("without a limit all entities of a crowd are in pairs", () => {
  const { world, handles } = piled({});
  const { pairCount, crowdCount, surplusCount, crowd } = world.report();
  assert.deepEqual([pairCount, crowdCount, surplusCount, crowd], [19_900, 0, 0, undefined]);
  const [found, ...others] = world.crowds({ max: 16 });
  assert.deepEqual(found, { area: rect(4.5, 4.5, 5.5, 5.5), count: 200, surplusCount: 184, entity: handles[16] });
  assert.deepEqual(others, []);
  assert.deepEqual(world.crowds({ max: 200 }), []);
});

test("with a limit only 16 entities of a crowd are in pairs", () => {
  const { world, handles } = piled({ crowd: { max: 16 } });
  const pairs = world.pairs();
  const report = world.report();
  assert.deepEqual([...pairs.slice(0, 2)], [...handles.slice(0, 2)]);
  assert.deepEqual([report.pairCount, report.crowdCount, report.surplusCount], [120, 1, 184]);
  assert.deepEqual(report.crowd, { area: rect(4.5, 4.5, 5.5, 5.5), count: 200, surplusCount: 184, entity: handles[16] });
  assert.deepEqual(world.crowds({ max: 16 }), [report.crowd]);
  // The area is a shape for queries.
  assert.equal(world.queries().overlapping(report.crowd.area).length, 200);
  world.setSettings({});
  world.step();
  assert.deepEqual([world.report().pairCount, world.report().crowd], [19_900, undefined]);
});

test("entities of some categories come first", () => {
  const { world } = piled({ crowd: { max: 16, first: 2n } });
  const { pairCount, crowd } = world.report();
  assert.deepEqual([pairCount, slotOf(crowd.entity)], [120, 6]);
  assert.deepEqual([...world.pairSlots().slice(-2)], [198, 199]);
  assert.deepEqual(world.crowds({ max: 199, first: 2n }).map(({ entity, surplusCount }) => [slotOf(entity), surplusCount]), [[189, 1]]);
});

test("a limit is a whole number", () => {
  for (const max of [-1, 0.5, 2 ** 32, undefined]) {
    const calls = { crowd: () => new World({ crowd: { max } }), limit: () => new World().crowds({ max }) };
    for (const [name, call] of Object.entries(calls)) {
      assert.throws(call, (error) => {
        assert.ok(error instanceof CollideError && error.code === "SETTING", String(error));
        assert.equal(error.message, `${name}.max: must be a whole number from 0 to 4294967295, is ${max}`);
        return true;
      });
    }
  }
});
