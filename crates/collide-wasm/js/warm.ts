import { Batch } from "./batch.js";
import { CircleColumns } from "./circles.js";
import { slotsOf } from "./entity.js";
import { Interest } from "./interest.js";
import { castRay, castSegment, closestPoints, contact, contains, distance, overlaps, sweep } from "./measures.js";
import type { Queries } from "./queries.js";
import { sector, sectorNumbers } from "./sectors.js";
import { type Point, type Shape, capsule, circle, orientedRect, rect, regularPolygon } from "./shape.js";
import { Shapes } from "./shapes.js";
import { traceTicks } from "./trace.js";
import { World } from "./world.js";

/** The room: its entities, those of a line, and its ticks. Enough for V8 to compile what is hot for speed as well. */
const [COUNT, LINE, TICKS] = [400, 20, 4];

/** The number of questions of each kind. */
const ASKED = 6;

/**
 * Runs each kind of call on a small room, so that the JavaScript engine compiles it now, and not while players wait: an
 * engine compiles a function when it is first called, and once more for speed when it is hot, in the background. Call it
 * when a process or worker starts. It leaves no object behind, and changes no result.
 */
export function warmUp(): void {
  const [world, interest] = [new World({ events: true, history: { ticks: 4 } }), new Interest()];
  try {
    const shapes = Array.from({ length: COUNT }, (_, index) => shapeAt(index));
    const mobility = Uint8Array.from(shapes, ({ kind }) => Number(kind === "rect")); // Rects are static, as walls are.
    const handles = world.insertBatch(Shapes.of(shapes), { mobility }).slice();
    for (const at of handles) interest.insert({ at, inner: 3, outer: 4, except: at });
    for (let tick = 0; tick < TICKS; tick++) play(world, interest, handles, Shapes.of(shapes));
    ask(world.at(world.tick - 0.5));
    world.startRecording();
    ask(world.queries());
    world.step();
    copies(world);
    withoutWorld(shapes);
    one(world, interest, handles);
  } finally {
    interest.free();
    world.free();
  }
}

/** The place of an entity: most of them overlap their neighbours. */
function place(index: number): Point {
  return [(index % LINE) * 0.9, Math.floor(index / LINE) * 0.9];
}

/** Mostly circles, as players are, and some of each other kind. */
function shapeAt(index: number): Shape {
  const at = place(index);
  const [x, y] = at;
  if (index % 16 === 3) return rect(x, y, x + 0.5, y + 0.5);
  if (index % 16 === 7) return orientedRect(x, y, 0.5, 0.3, index);
  if (index % 16 === 11) return capsule([-0.4, 0], [0.4, 0.2], 0.2, at);
  if (index % 16 === 15) return regularPolygon(5, 0.5, at);
  return circle(x, y, 0.5);
}

/** A tick of the room. */
function play(world: World, interest: Interest, handles: BigUint64Array, shapes: Shapes): void {
  const columns = new CircleColumns();
  world.setShapes(handles, shapes);
  const motions = new Float32Array(2 * handles.length).fill(0.05);
  world.move(handles, motions);
  world.move(handles.subarray(0, ASKED), motions.subarray(0, 2 * ASKED), { inOrder: true });
  world.separate(handles);
  world.writeCircles(world.readCircles(columns));
  columns.free();
  const centers = Float32Array.from(Array.from(handles, (_, index) => place(index)).flat());
  world.setCenters(handles, centers);
  world.setCentersBySlot(centers);
  world.step();
  interest.update(world);
  interest.changes();
  const { visible } = interest.views();
  for (let i = 0; i < visible.length; i++) slotsOf(visible.of(i));
  world.pairs();
  world.pairSlots();
  world.events();
  world.contacts();
  world.report();
  world.entities();
  world.sweptPairs(handles, motions);
}

/** Each kind of question. */
function ask(queries: Queries): void {
  const places = Array.from({ length: ASKED }, (_, index) => place(index * 61));
  const motions = Float32Array.from(places.flatMap(() => [3, 2]));
  for (const make of [(at: Point) => circle(...at, 0.5), (at: Point) => rect(...at, at[0] + 1, at[1] + 1), (_: Point, index: number) => shapeAt(index)]) {
    const shapes = Shapes.of(places.map(make));
    queries.overlap(shapes);
    queries.sweeps(shapes, motions);
    queries.nearest(shapes, { count: 4 });
    queries.slides(shapes, motions);
    queries.freePlaces(shapes, 2);
  }
  const segments = Float32Array.from(places.flatMap(([x, y]) => [x, y, x + 3, y + 2]));
  queries.points(Float32Array.from(places.flat()));
  queries.rays(Float32Array.from(places.flatMap(([x, y]) => [x, y, 1, 0.5, 9])));
  queries.segments(segments);
  queries.blocked(segments);
  queries.sectors(sectorNumbers(places.map((at) => sector(at, [1, 0], 90, 2))));
  const [one, from, to]: [Shape, Point, Point] = [circle(3, 3, 0.5), [3, 3], [5, 4]];
  queries.overlapping(one);
  queries.inSector(sector(from, [1, 0], 90, 2));
  queries.ray({ origin: from, direction: [1, 0] });
  queries.segment(from, to);
  queries.isBlocked(from, to);
  queries.sweep(one, [3, 2]);
  queries.closest(one);
  queries.slide(one, [3, 2]);
  queries.turn(orientedRect(...from, 1, 0.1, 0), from, 1);
  queries.freePlace(one, 2);
}

/** Calls about one entity or observer. */
function one(world: World, interest: Interest, handles: BigUint64Array): void {
  const [first, second] = handles as unknown as [bigint, bigint];
  const id = interest.insert({ at: [0, 0], inner: 1, outer: 2 });
  interest.set(id, { at: first, inner: 1, outer: 2 });
  world.setShape(first, circle(0, 0, 1));
  world.setEntities(handles.subarray(2, 3), Shapes.of([circle(9, 9, 1)]));
  world.remove(second);
  world.insert(circle(1, 1, 1));
  world.refresh();
  world.stepWithin({ maxResults: 2 ** 26 });
  interest.update(world);
  for (const read of ["visible", "entered", "left", "isWatching"] as const) interest[read](id);
  interest.observersOf(first);
  interest.remove(id);
  world.entity(first);
  world.eventsOf(first);
  world.eventsBetween(1, 1);
  world.changedSince(world.tick);
  world.at(world.tick).shapes(handles.subarray(0, 1));
  world.sweepThrough(circle(0, 0, 0.1), [9, 9], world.tick - 1, world.tick);
}

/** Snapshots, forks and recordings. */
function copies(world: World): void {
  const bytes = world.recorded();
  world.stopRecording();
  const [other, again] = [world.fork(), new World({ events: true, history: { ticks: 4 } })];
  world.forkInto(other);
  other.restore(other.save());
  for (const tick of traceTicks(bytes)) {
    again.replay(tick);
    tick.free();
  }
  for (const copy of [other, again]) {
    copy.fingerprint();
    copy.free();
  }
}

/** Batches, and each pair of kinds of shapes. */
function withoutWorld(shapes: readonly Shape[]): void {
  const batch = new Batch();
  batch.pairs(Shapes.of(shapes));
  batch.pairsBetween(Shapes.of(shapes), Shapes.of(shapes.slice(0, ASKED)));
  batch.free();
  const kinds = [2, 3, 7, 11, 15].map(shapeAt);
  for (const a of kinds) {
    castRay({ origin: [0, 0], direction: [1, 0] }, a);
    castSegment([0, 0], [9, 0], a);
    for (const b of kinds) {
      for (const call of [overlaps, contains, distance, closestPoints, contact]) call(a, b);
      sweep(a, [1, 0], b);
    }
  }
}
