import assert from "node:assert/strict";
import { test } from "node:test";

import { CollideError, Shapes, World, castRay, castSegment, circle, closestPoints, contact, contains, distance, overlaps, rect, sweep } from "collide2d";

test("two shapes", () => {
  const [ball, wall, far] = [circle(0, 0, 1), rect(1, -1, 2, 1), circle(9, 0, 1)];
  assert.deepEqual([overlaps(ball, wall), overlaps(ball, wall, "open"), overlaps(ball, far)], [true, false, false]);
  assert.deepEqual([contains(ball, circle(0.5, 0, 0.5)), contains(ball, wall)], [true, false]);
  assert.deepEqual([distance(ball, far), distance(ball, wall)], [7, 0]);
  assert.deepEqual(closestPoints(ball, far), { distance: 7, onA: [1, 0], onB: [8, 0] });
  assert.equal(closestPoints(ball, wall), undefined);
  assert.deepEqual(contact(ball, wall), { depth: 0, normal: [1, 0], points: [[1, 0]] });
  assert.equal(contact(ball, far), undefined);
  assert.equal(contact(rect(0, 0, 2, 2), rect(1, -1, 9, 9)).points.length, 2);
  const ray = { origin: [-3, 0], direction: [1, 0] };
  assert.deepEqual(castRay(ray, ball), { entry: 2, exit: 4, point: [-1, 0], normal: [-1, 0] });
  assert.equal(castRay({ ...ray, maxT: 1 }, ball), undefined);
  assert.equal(castRay({ origin: [0, 0], direction: [1, 0] }, ball).normal, undefined);
  assert.equal(castSegment([-4, 0], [4, 0], ball).entry, 0.375);
  assert.equal(castSegment([-4, 5], [4, 5], ball), undefined);
  assert.deepEqual(sweep(ball, [14, 0], far), { time: 0.5, normal: [1, 0], points: [[8, 0]], point: [8, 0] });
  assert.equal(sweep(ball, [4, 0], far, [-4, 0]).time, 0.875);
  assert.equal(sweep(ball, [1, 0], far), undefined);
  assert.throws(() => distance(ball, { ...ball, radius: -1 }), (error) => error instanceof CollideError && error.code === "SHAPE" && /^index 1: radius/.test(error.message));
});

test("one question at a time", () => {
  const world = new World({ history: { ticks: 8, teleportDistance: 4 }, events: true });
  const [near, far] = world.insertBatch(Shapes.circles([4, 9], [0, 0], [1, 1])).slice();
  world.step();
  const queries = world.queries();
  assert.deepEqual([...queries.overlapping(circle(4, 0, 9))], [near, far]);
  const ray = { origin: [0, 0], direction: [1, 0] };
  assert.deepEqual(queries.ray(ray), { handle: near, entry: 3, exit: 5, point: [3, 0], normal: [-1, 0] });
  assert.equal(queries.ray(ray, { except: near }).handle, far);
  assert.equal(queries.ray({ ...ray, maxT: 1 }), undefined);
  assert.equal(queries.segment([0, 0], [12, 0]).entry, 0.25);
  assert.deepEqual([queries.isBlocked([0, 0], [12, 0]), queries.isBlocked([0, 5], [12, 5])], [true, false]);
  assert.deepEqual(queries.sweep(circle(0, 0, 1), [4, 0]), { handle: near, time: 0.5, normal: [1, 0], points: [[3, 0]], point: [3, 0] });
  assert.deepEqual(queries.closest(circle(0, 0, 1)), { handle: near, distance: 2 });
  assert.equal(queries.closest(circle(0, 0, 1), 1), undefined);
  world.setCenters(BigUint64Array.of(far), Float32Array.of(5, 0));
  world.step();
  assert.deepEqual([...world.eventsOf(far).pairs], [near, far]);
  world.setCentersBySlot(Float32Array.of(4, 1, 5, 1));
  assert.equal(world.entity(near).shape.y, 1);
  const hit = world.sweepThrough(circle(0, 0, 1), [9, 0], 1, 2);
  assert.deepEqual([hit.handle, hit.tick > 1 && hit.tick < 2, hit.point], [near, true, hit.points[0]]);
  assert.throws(() => world.sweepThrough(circle(0, 0, 1), [9, 0], 1, 99), { code: "PAST" });
  world.rebase([0, 0], [4, 1]);
  assert.deepEqual(world.entity(near).shape, circle(0, 0, 1));
});

test("an impact of two faces has two points, and the first is enough", () => {
  const impact = sweep(rect(0, 0, 1, 1), [4, 0], rect(3, 0, 4, 1));
  assert.equal(impact.points.length, 2);
  assert.deepEqual(impact.point, impact.points[0]);
  const world = new World();
  world.insert(rect(3, 0, 4, 1));
  world.step();
  const hits = world.queries().sweeps(Shapes.of([rect(0, 0, 1, 1)]), [4, 0]);
  assert.deepEqual([hits.points(0), hits.point(0)], [impact.points, impact.point]);
});

test("movement", () => {
  const world = new World();
  const [player, platform] = world.insertBatch(Shapes.of([circle(0, 0, 0.5), rect(-9, 3, 9, 3.5)])).slice();
  world.step();
  const one = BigUint64Array.of(player);
  const blocked = world.move(one, Float32Array.of(0, 6)).at(0);
  assert.deepEqual(blocked, { shape: circle(0, 2.5, 0.5), left: [0, 3.5], hits: [{ handle: platform, time: blocked.hits[0].time, normal: [0, 1], point: [0, 3] }] });
  const pass = (handle, x, y) => handle === platform && y > 0;
  assert.deepEqual([...world.move(one, Float32Array.of(0, 6), { pass }).handles], [player]);
  assert.equal(world.move(one, Float32Array.of(0, -6), { pass }).at(0).shape.y, 4);
  assert.equal(world.move(one, Float32Array.of(0, -3), { layers: { mask: 2n } }).at(0).shape.y, 1);
  assert.equal(world.move(one, Float32Array.of(0, 0)).at(1), undefined);
  const broken = () => {
    throw new RangeError("mine");
  };
  assert.throws(() => world.move(one, Float32Array.of(0, 6), { pass: broken }), RangeError);
  assert.throws(() => world.move(one, Float32Array.of(NaN, 0)), { code: "SHAPE" });
  assert.throws(() => world.move(one, Float32Array.of(0)), { code: "LENGTH" });
  world.setShape(player, circle(0, 1, 0.5));
  const queries = world.queries();
  assert.equal(queries.slide(circle(0, 0, 0.5), [0, 9], { except: player }).shape.y, 2.5);
  assert.equal(queries.slide(circle(0, 2, 0.75), [0, -1], { except: player, leaveOverlapped: true }).shape.y, 1);
  assert.deepEqual(queries.freePlace(circle(0, 2.75, 0.5), 9, { except: player }), circle(0, 2.5, 0.5));
  assert.equal(queries.freePlace(circle(0, 3.25, 0.5), 0.1), undefined);
});
