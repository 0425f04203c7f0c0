// Capsules and polygons, everywhere a shape may be.
import assert from "node:assert/strict";
import { test } from "node:test";

import { Batch, CollideError, Interest, Kind, NO_ENTITY, STRIDE, Shapes, WIDE_STRIDE, World, capsule, castRay, castSegment, circle, closestPoints, contact, contains, distance, orientedRect, overlaps, pairs, pairsBetween, polygon, rect, regularPolygon, rotor, rotors, sweep, traceTicks, turned } from "collide2d";

const bar = capsule([-1, 0], [1, 0], 0.5);
const wedge = polygon([[0, 0], [2, 0], [0, 2]]);
const floor = rect(-9, -2, 9, -1);

/** The same capsule or polygon at another position. */
const at = (shape, x, y) => ({ ...shape, x, y });

function refused(call, code, message) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof CollideError, String(error));
    assert.deepEqual([error.code, error.message], [code, message]);
    return true;
  });
}

test("constructors give plain objects", () => {
  assert.deepEqual(bar, { kind: "capsule", x: 0, y: 0, offsets: [[-1, 0], [1, 0]], radius: 0.5 });
  assert.deepEqual(wedge, { kind: "polygon", x: 0, y: 0, offsets: [[0, 0], [2, 0], [0, 2]], radius: 0 });
  assert.deepEqual(capsule([0, 0], [0, 1], 1, [7, 8]), { ...capsule([0, 0], [0, 1], 1), x: 7, y: 8 });
  assert.deepEqual(polygon([[0, 0]], 1, [7, 8]), { kind: "polygon", x: 7, y: 8, offsets: [[0, 0]], radius: 1 });
});

test("worlds keep them to the bit, beside all other kinds", () => {
  const world = new World();
  const shapes = [circle(1, 2, 3), bar, rect(0, 0, 1, 1), at(polygon(wedge.offsets, 0.25), 5, 6), { ...orientedRect(0, 0, 1, 1, 0), x: 9 }];
  const handles = world.insertBatch(Shapes.of(shapes), { data: 7n }).slice();
  const read = world.entities();
  assert.deepEqual(shapes.map((_, index) => read.at(index).shape), shapes);
  assert.deepEqual([read.length, read.at(3).data, read.numbers.length], [5, 7n, 5 * WIDE_STRIDE]);
  assert.deepEqual(shapes.map((_, index) => read.shapes.at(index)), shapes);
  assert.equal(world.entities(handles.slice(0, 1)).numbers.length, STRIDE);
  assert.deepEqual(world.queries().shapes(handles).at(3), shapes[3]);

  // A motion changes the position alone.
  world.setCenters(handles.slice(1, 2), Float32Array.of(3, 4));
  assert.deepEqual(world.entity(handles[1]).shape, at(bar, 3, 4));
  world.setCentersBySlot(Float32Array.of(1, 2, 8, 9, 0, 0, 1, 1, 0, 0));
  assert.deepEqual([world.entity(handles[1]).shape, world.entity(handles[3]).shape], [at(bar, 8, 9), at(shapes[3], 1, 1)]);
  world.setShape(handles[0], at(wedge, 1, 0));
  assert.deepEqual(world.entity(handles[0]).shape, at(wedge, 1, 0));
  world.setEntities(handles.slice(0, 1), Shapes.of([bar]), { sensor: true });
  assert.deepEqual([world.entity(handles[0]).shape, world.entity(handles[0]).sensor], [bar, true]);
  world.rebase([0, 0], [4, 1]);
  assert.deepEqual(world.entity(handles[0]).shape, at(bar, -4, -1));
  const other = new World();
  other.restore(world.save());
  assert.deepEqual(other.entities(handles).numbers.slice(), world.entities(handles).numbers.slice());
  world.validate();
});

test("a polygon is the convex hull of its points", () => {
  const world = new World();
  const square = [[1, 1], [0, 0], [0, 1], [0.5, 0.5], [1, 0]];
  const corners = [[0, 0], [1, 0], [1, 1], [0, 1]];
  const many = [...square, ...square, ...square];
  for (const points of [square, many]) assert.deepEqual(world.entity(world.insert(polygon(points))).shape.offsets, corners);
  for (const points of [[[2, 3]], [[0, 0], [2, 3]], [[2, 3], [2, 3]]]) {
    assert.deepEqual(world.entity(world.insert(polygon(points, 1))).shape.offsets, points.slice(0, points[0][0] === 2 ? 1 : 2));
  }
  const eight = Array.from({ length: 8 }, (_, index) => [Math.cos(index * Math.PI / 4), Math.sin(index * Math.PI / 4)]);
  assert.equal(world.entity(world.insert(polygon(eight))).shape.offsets.length, 8);
  const regular = regularPolygon(4, 2, [5, 6]);
  assert.deepEqual([regular.x, regular.y, regular.radius, regular.offsets[2]], [5, 6, 0, [2, 0]]);
  assert.deepEqual(world.entity(world.insert(regular)).shape, regular);
  const own = (changes) => () => Shapes.of([circle(0, 0, 1), { ...regular, ...changes }]);
  const cases = [
    [() => circle("0", 0, 1), "x: must be a number, is string"],
    [() => rect(0, 0, 1, "1"), "maxY: must be a number, is string"],
    [() => polygon([[0, "0"]]), "points[0][1]: must be a number, is string"],
    [() => capsule([0, 0], [1, 0], null), "radius: must be a number, is null"],
    [own({ y: null }), "shapes[1].y: must be a number, is null"],
    [own({ offsets: 1 }), "shapes[1].offsets: must be [x, y] pairs, is number"],
    [own({ offsets: [[0, 0], 1] }), "shapes[1].offsets[1]: must be [x, y], is number"],
    [own({ kind: "capsule" }), "shapes[1].offsets: must be two points, are 4"],
  ];
  for (const [wrong, message] of cases) assert.throws(wrong, { name: "TypeError", message });
  refused(() => regularPolygon(9, 1), "SHAPE", "corners: must be from 3 to 8, is 9");
  refused(() => regularPolygon(3, -1), "SHAPE", "circumradius: must not be negative, is -1");
  refused(() => regularPolygon(3.5, 1), "SETTING", "corners: must be a whole number from 0 to 4294967295, is 3.5");
});

test("columns of shapes become wide with the first capsule or polygon", () => {
  const shapes = Shapes.circles([0, 1], [0, 0], [1, 1]);
  assert.deepEqual([shapes.stride, Shapes.room(0).stride, Shapes.room(1, WIDE_STRIDE).stride], [STRIDE, STRIDE, WIDE_STRIDE]);
  shapes.set(1, bar);
  assert.deepEqual([shapes.stride, shapes.at(0), shapes.at(1)], [WIDE_STRIDE, circle(0, 0, 1), bar]);
  shapes.setCircles([5], [6], [7]).set(1, wedge);
  assert.deepEqual([shapes.at(0), shapes.slice().at(1)], [circle(5, 6, 7), wedge]);
  shapes.set(1, rect(0, 1, 2, 3));
  assert.deepEqual([shapes.at(1), shapes.stride], [rect(0, 1, 2, 3), WIDE_STRIDE]);

  const bars = Shapes.capsules([-1, 0, 1, 0, 0, 0, 0, 2], [0.5, 1], [3, 4, 5, 6]);
  assert.deepEqual([bars.at(0), bars.at(1)], [at(bar, 3, 4), capsule([0, 0], [0, 2], 1, [5, 6])]);
  assert.deepEqual(Shapes.capsules(Float32Array.of(-1, 0, 1, 0), Float32Array.of(0.5)).at(0), bar);
  const points = [0, 0, 2, 0, 0, 2, 0, 0, 1, 0, 1, 1, 0, 1];
  const hulls = Shapes.polygons(points, Uint32Array.of(0, 3, 7), [0, 0.5], [1, 2, 3, 4]);
  assert.deepEqual([hulls.at(0), hulls.at(1)], [at(wedge, 1, 2), polygon([[0, 0], [1, 0], [1, 1], [0, 1]], 0.5, [3, 4])]);
  assert.deepEqual(Shapes.polygons(points, [0, 3], [0]).at(0), wedge);
  assert.deepEqual([Kind.capsule, Kind.polygon, ...hulls.kinds], [3, 4, 4, 4]);
  refused(() => Shapes.capsules([0, 0, 1], [1]), "LENGTH", "points: must have length 4, has 3");
  refused(() => Shapes.capsules([0, 0, 1, 1], [1], [0]), "LENGTH", "positions: must have length 2, has 1");
  refused(() => Shapes.polygons(points, [0], [1]), "LENGTH", "starts: must have length 2, has 1");
  refused(() => Shapes.polygons(points, [0, 3, 2], [1, 1]), "LENGTH", "index 1: starts: must not decrease nor exceed 7, are 3 and 2");
  refused(() => Shapes.polygons(points, [0, 3, 8], [1, 1]), "LENGTH", "index 1: starts: must not decrease nor exceed 7, are 3 and 8");
});

test("invalid ones are refused with the texts of the library", () => {
  const world = new World();
  const nine = Array.from({ length: 9 }, (_, index) => [index, index * index]);
  const insert = (shape) => () => world.insertBatch(Shapes.of([circle(0, 0, 1), shape]));
  refused(insert({ ...bar, offsets: [[0, NaN], [1, 0]] }), "SHAPE", "index 1: a.y: must be a finite number, is NaN");
  refused(insert({ ...bar, offsets: [[0, 0], [Infinity, 0]] }), "SHAPE", "index 1: b.x: must be a finite number, is inf");
  refused(insert({ ...bar, radius: -0.5 }), "SHAPE", "index 1: radius: must not be negative, is -0.5");
  refused(insert(at(bar, NaN, 0)), "SHAPE", "index 1: position.x: must be a finite number, is NaN");
  refused(insert({ ...wedge, offsets: [[0, 0], [NaN, 1]] }), "SHAPE", "index 1: points[1].x: must be a finite number, is NaN");
  refused(insert({ ...wedge, offsets: nine }), "SHAPE", "index 1: points: their convex hull must have at most 8 corners, has 9; split the shape into convex pieces");
  refused(insert({ ...wedge, offsets: [] }), "SHAPE", "index 1: points: must be at least one, are none");
  refused(insert({ ...wedge, radius: NaN }), "SHAPE", "index 1: radius: must be a finite number, is NaN");
  const huge = 3e38;
  refused(insert({ ...wedge, offsets: [[huge, 0]], x: huge }), "SHAPE", "index 1: position.x: must leave all points of the shape finite, is 3e38");
  refused(() => Shapes.polygons([0, 0], [0, 1, 1], [0, 0]), "SHAPE", "index 1: points: must be at least one, are none");
  refused(() => world.insertBatch(new Shapes(Uint8Array.of(0, 4), new Float32Array(12))), "LENGTH", "index 1: numbers: must be 19 for a polygon, are 6");
  refused(() => world.insertBatch(new Shapes(Uint8Array.of(0), new Float32Array(7))), "LENGTH", "numbers: must have length 6 or 19 for 1 kinds, has 7");
  refused(() => world.insert({ kind: "blob" }), "KIND", "shape.kind: must be circle, rect, oriented, capsule, polygon, is blob");
  assert.equal(world.size, 0);
});

test("two shapes", () => {
  assert.deepEqual([overlaps(bar, circle(2.5, 0, 1)), overlaps(bar, circle(2.5, 0, 1), "open"), overlaps(bar, circle(2.75, 0, 1))], [true, false, false]);
  assert.deepEqual([contains(polygon([[-4, -4], [4, -4], [0, 9]], 1), bar), contains(bar, wedge)], [true, false]);
  assert.deepEqual([distance(bar, circle(5, 0, 1)), distance(wedge, at(wedge, 5, 0))], [2.5, 3]);
  assert.deepEqual(closestPoints(bar, circle(5, 0, 1)), { distance: 2.5, onA: [1.5, 0], onB: [4, 0] });
  const lying = contact(at(bar, 0, -0.75), floor);
  assert.deepEqual([lying.depth, lying.normal, lying.points.length], [0.25, [0, -1], 2]);
  assert.equal(contact(bar, floor), undefined);
  assert.deepEqual(castRay({ origin: [-5, 0], direction: [1, 0] }, bar), { entry: 3.5, exit: 6.5, point: [-1.5, 0], normal: [-1, 0] });
  assert.equal(castRay({ origin: [1, 5], direction: [0, -1] }, wedge).entry, 4);
  assert.equal(castSegment([-4, 0], [4, 0], bar).entry, 0.3125);
  assert.equal(sweep(bar, [14, 0], circle(9, 0, 0.5)).time, 0.5);
});

test("they turn about their positions", () => {
  const quarter = turned(at(bar, 5, 5), Math.PI / 2);
  assert.deepEqual([quarter.x, quarter.y, quarter.radius, quarter.kind], [5, 5, 0.5, "capsule"]);
  assert.ok(Math.abs(quarter.offsets[1][1] - 1) < 1e-6);
  assert.deepEqual(turned(wedge, 0), wedge);
  const both = Shapes.of([bar, wedge]).turned(Float32Array.of(0, Math.PI));
  assert.deepEqual([both.at(0), both.at(1).offsets[0][0]], [bar, -2]);
  refused(() => Shapes.of([bar, floor]).turned(Float32Array.of(0, 1)), "KIND", "index 1: kind: must be 3 or 4, a capsule or polygon, is 1");
  refused(() => Shapes.of([bar]).turned(Float32Array.of(0, 1)), "LENGTH", "angles: must have length 1, has 2");
  refused(() => turned(bar, Infinity), "SHAPE", "index 0: angle: must be a finite number, is inf");
});

test("degrees are exact at quarter turns, and else those of Rust to the bit", () => {
  const segment = capsule([0, 0], [4, 0], 0);
  assert.deepEqual(turned(segment, { degrees: 90 }), capsule([0, 0], [0, 4], 0));
  const quarters = Shapes.of([segment, segment]).turned({ degrees: Float32Array.of(-90, 180) });
  assert.deepEqual([quarters.at(0).offsets[1], quarters.at(1).offsets[1]], [[0, -4], [-4, 0]]);
  const bits = (numbers) => [...new Uint32Array(Float32Array.from(numbers).buffer)];
  assert.deepEqual(bits(rotor({ degrees: 1 })), [0x3f7ff605, 0x3c8ef859]);
  assert.deepEqual(bits(rotors({ degrees: Float32Array.of(1, 3) })), [0x3f7ff605, 0x3c8ef859, 0x3f7fa62f, 0x3d565e3a]);
  assert.notDeepEqual(rotor((3 * Math.PI) / 180), rotor({ degrees: 3 }));
  const { cos, sin } = orientedRect(0, 0, 2, 1, { degrees: 270 });
  assert.deepEqual([cos, sin], [0, -1]);
  refused(() => turned(bar, { degrees: NaN }), "SHAPE", "index 0: angle: must be a finite number, is NaN");
});

test("batches without a world", () => {
  const shapes = Shapes.of([bar, at(bar, 2, 0.75), circle(9, 9, 1), at(wedge, 1, 0)]);
  assert.deepEqual([...pairs(shapes)], [0, 1, 0, 3, 1, 3]);
  assert.deepEqual([...pairsBetween(Shapes.of([wedge]), Shapes.points([1, 1, 1, 1.25]))], [0, 0]);
  const batch = new Batch();
  assert.deepEqual([batch.countPairs(shapes), batch.countPairsBetween(shapes, Shapes.of([floor]))], [3, 0]);
});

test("queries, now and in the past", () => {
  const world = new World({ history: { ticks: 8, teleportDistance: 4 } });
  const [rod, rock] = world.insertBatch(Shapes.of([at(bar, 4, 0), at(wedge, 9, -1)])).slice();
  world.step();
  const queries = world.queries();
  assert.deepEqual([...queries.overlap(Shapes.of([bar, at(bar, 2, 0), at(wedge, 8, 0)])).starts], [0, 0, 1, 2]);
  assert.deepEqual([...queries.points(Float32Array.of(5.5, 0, 9.5, 0.5, 9.5, 0.75)).starts], [0, 1, 2, 2]);
  assert.deepEqual(queries.ray({ origin: [0, 0], direction: [1, 0] }), { handle: rod, entry: 2.5, exit: 5.5, point: [2.5, 0], normal: [-1, 0] });
  assert.equal(queries.ray({ origin: [0, 0], direction: [1, 0] }, { except: rod }).entry, 9);
  assert.equal(queries.segment([0, 0], [10, 0]).entry, 0.25);
  assert.deepEqual([...queries.blocked(Float32Array.of(0, 0, 10, 0, 0, 2, 10, 2))], [1, 0]);
  assert.deepEqual(queries.sweep(bar, [2, 0]).time, 0.5);
  assert.deepEqual(queries.closest(bar), { handle: rod, distance: 1 });
  assert.equal(queries.closest(wedge, Infinity, { except: rod }).handle, rock);
  const slide = queries.slide(bar, [2, 0]);
  assert.deepEqual([slide.shape, slide.hits[0].handle], [at(bar, 1, 0), rod]);
  const free = queries.freePlace(at(bar, 4.5, 0), 9);
  assert.ok(free.kind === "capsule" && !overlaps(free, at(bar, 4, 0), "open"));
  const places = queries.freePlaces(Shapes.of([at(bar, 4.5, 0), at(wedge, 0, 5)]), 0.125);
  assert.deepEqual([[...places.kinds], places.at(1)], [[NO_ENTITY, Kind.polygon], at(wedge, 0, 5)]);
  refused(() => queries.turn(bar, [0, 0], 1), "KIND", "index 0: kind: must be 2, an oriented rect, is 3");

  world.setCenters(BigUint64Array.of(rod), Float32Array.of(4, 3));
  world.step();
  assert.deepEqual(world.at(1.5).shapes(BigUint64Array.of(rod)).at(0), at(bar, 4, 1.5));
  assert.equal(world.at(1).ray({ origin: [0, 0], direction: [1, 0] }).handle, rod);
  assert.equal(world.sweepThrough(bar, [4, 3], 1, 2).handle, rod);
  const swept = world.sweptPairs(BigUint64Array.of(rod), Float32Array.of(9, -6));
  assert.deepEqual([...swept.pairs], [rod, rock]);
});

test("movement, contacts, and what is visible", () => {
  const world = new World({ events: true });
  const ground = world.insert(floor, { mobility: "static" });
  const [rod, rock] = world.insertBatch(Shapes.of([bar, at(wedge, 4, 0)])).slice();
  world.startRecording();
  world.step();
  const slides = world.move(BigUint64Array.of(rod, rock), Float32Array.of(0, -3, 0, -3));
  assert.deepEqual([slides.at(0).shape, slides.at(1).shape], [at(bar, 0, -0.5), at(wedge, 4, -1)]);
  assert.deepEqual([slides.at(0).left, slides.at(0).hits[0].handle], [[0, -2.5], ground]);
  assert.equal(world.step(), 2);
  const contacts = world.contacts();
  assert.deepEqual([contacts.at(0).depth, contacts.at(0).points.length, contacts.at(1).points.length], [0, 2, 2]);

  world.setShape(rock, at(wedge, 1, -1));
  const { handles, ends } = world.separate(BigUint64Array.of(rod, rock));
  assert.deepEqual([[...handles], [...ends.kinds]], [[rod, rock], [Kind.capsule, Kind.polygon]]);
  assert.deepEqual(ends.at(0).offsets, bar.offsets);
  assert.deepEqual(ends.at(1), world.entity(rock).shape);

  // The rounded corner is visible, which the bound of the shape alone does not decide.
  world.setShapes(BigUint64Array.of(rod, rock), Shapes.of([capsule([0, 0], [3, 3], 1, [100, 0]), polygon([[0, 0], [4, 0], [0, 4]], 1, [100, 50])]));
  const interest = new Interest();
  const [over, beside] = [[103, 3 + 2], [99.25, -0.75]].map((place) => interest.insert({ at: place, inner: 1, outer: 1 }));
  const corner = interest.insert({ at: [98.5, 48.5], inner: 1, outer: 1 });
  world.step();
  interest.update(world);
  assert.deepEqual([over, beside, corner].map((eye) => [...interest.visible(eye)]), [[rod], [rod], []]);

  const other = new World({ events: true });
  for (const tick of traceTicks(world.recorded())) other.replay(tick);
  assert.deepEqual([other.fingerprint(), other.entity(rod).shape], [world.fingerprint(), world.entity(rod).shape]);
});
