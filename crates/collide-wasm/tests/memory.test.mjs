import assert from "node:assert/strict";
import { test } from "node:test";

import { Interest, Shapes, World, circle } from "collide2d";

/** A room with all kinds of objects, which is freed at its end. Returns the size of the library's memory. */
function room() {
  const world = new World({ events: true, history: { ticks: 4 } });
  const interest = new Interest();
  const count = 200;
  const column = (of) => Float32Array.from({ length: count }, (_, index) => of(index));
  const handles = world.insertBatch(Shapes.circles(column((index) => index), column(() => 0), column(() => 1))).slice();
  interest.insert({ at: handles[0], inner: 9, outer: 9 });
  for (let tick = 0; tick < 5; tick++) {
    world.move(handles, new Float32Array(2 * count).fill(0.5));
    world.step();
    interest.update(world);
    interest.views();
    world.queries().overlapping(circle(0, 0, 9));
  }
  const size = world.pairSlots().buffer.byteLength;
  interest.free();
  world.free();
  return size;
}

test("1,000 rooms that are freed need no more memory than a few", () => {
  let size = 0;
  for (let number = 0; number < 20; number++) size = room();
  for (let number = 20; number < 1000; number++) assert.equal(room(), size, `room ${number}`);
});
