import { type Names, known, number, pair, text } from "./check.js";
import { CollideError } from "./error.js";
import { closest_points, contact as rawContact, contains as rawContains, cast_ray, cast_segment, distance as rawDistance, overlaps as rawOverlaps, sweep as rawSweep } from "./raw.js";
import type { Point, Shape } from "./shape.js";
import { oneShape, twoShapes } from "./shapes.js";

/** A ray: the points `origin + t * direction` for `t` from 0 to `maxT`. */
export interface Ray {
  origin: Point;
  /** Of any length except zero. */
  direction: Point;
  /** The length of the ray as a multiple of the direction; no limit by default. */
  maxT?: number;
}

const RAY: Names<Ray> = { origin: true, direction: true, maxT: true };

/** The hit of a ray or a segment. */
export interface RayHit {
  /** Where it enters the shape: for a ray a multiple of the direction, for a segment a fraction from 0 to 1. */
  entry: number;
  /** Where it leaves the shape or ends, in the same unit. */
  exit: number;
  /** The point of entry. */
  point: Point;
  /** The outward unit normal at the point of entry; `undefined` if it starts inside the shape. */
  normal: Point | undefined;
}

/** The impact of a moving shape. */
export interface Impact {
  /** When, as a fraction of the motion from 0 to 1. */
  time: number;
  /** The unit normal, from the first shape to the second. */
  normal: Point;
  /** The contact points: one or two. */
  points: Point[];
  /** The first contact point. */
  point: Point;
}

/** The contact of two shapes. Moving the second by `depth` along `normal` leaves them only touching. */
export interface Contact {
  /** In world units; zero exactly if the shapes only touch. */
  depth: number;
  /** The unit normal, from the first shape to the second. */
  normal: Point;
  /** The contact points: one or two. */
  points: Point[];
}

/** Where two shapes are closest to each other. */
export interface ClosestPoints {
  distance: number;
  /** On the first shape. */
  onA: Point;
  /** On the second shape. */
  onB: Point;
}

type Numbers = ArrayLike<number> & Iterable<number>;

/** The point at an index of a list of numbers. @internal */
export function pointAt(numbers: ArrayLike<number>, place: number): Point {
  return [numbers[place] as number, numbers[place + 1] as number];
}

/** The numbers of a ray. @internal */
export function rayRow(ray: Ray): Float32Array {
  const { origin, direction, maxT = Infinity } = known("ray", ray, RAY);
  return Float32Array.of(...pair("origin", origin), ...pair("direction", direction), number("maxT", maxT));
}

/** The numbers of a segment. @internal */
export function segmentRow(from: Point, to: Point): Float32Array {
  return Float32Array.of(...pair("from", from), ...pair("to", to));
}

/** A hit from its six numbers. @internal */
export function rayHit(numbers: Numbers): RayHit {
  const [entry, exit] = numbers as Iterable<number>;
  const normal = pointAt(numbers, 4);
  return { entry: entry as number, exit: exit as number, point: pointAt(numbers, 2), normal: Number.isNaN(normal[0]) ? undefined : normal };
}

/** Measure, normal and points from their numbers. The second point may be NaN. @internal */
export function meeting(numbers: ArrayLike<number>): [measure: number, normal: Point, points: Point[]] {
  const points = [pointAt(numbers, 3)];
  if (numbers.length > 5 && !Number.isNaN(numbers[5])) points.push(pointAt(numbers, 5));
  return [numbers[0] as number, pointAt(numbers, 1), points];
}

/** An impact from its numbers. @internal */
export function impactOf(numbers: ArrayLike<number>): Impact {
  const [time, normal, points] = meeting(numbers);
  return { time, normal, points, point: pointAt(numbers, 3) };
}

/** Whether two shapes overlap, exactly. Shapes that only touch do, unless `touching` is `open`. */
export function overlaps(a: Shape, b: Shape, touching: "closed" | "open" = "closed"): boolean {
  if (text("touching", touching) !== "open" && touching !== "closed") {
    throw new CollideError("SETTING", `touching: must be closed or open, is ${touching}`);
  }
  return rawOverlaps(...twoShapes(a, b), touching === "open");
}

/** Whether `a` contains `b`, exactly. They may share their borders. */
export function contains(a: Shape, b: Shape): boolean {
  return rawContains(...twoShapes(a, b));
}

/** The distance of two shapes, in world units: zero exactly if they overlap or touch. */
export function distance(a: Shape, b: Shape): number {
  return rawDistance(...twoShapes(a, b));
}

/** The closest points of two shapes; `undefined` if they overlap or touch. */
export function closestPoints(a: Shape, b: Shape): ClosestPoints | undefined {
  const found = closest_points(...twoShapes(a, b));
  return found.length === 0 ? undefined : { distance: found[0] as number, onA: pointAt(found, 1), onB: pointAt(found, 3) };
}

/** The contact of two shapes; `undefined` if they neither overlap nor touch. */
export function contact(a: Shape, b: Shape): Contact | undefined {
  const found = rawContact(...twoShapes(a, b));
  if (found.length === 0) return undefined;
  const [depth, normal, points] = meeting(found);
  return { depth, normal, points };
}

/** Where a ray hits a shape; `undefined` if it does not. A ray that only touches the shape hits it. */
export function castRay(ray: Ray, shape: Shape): RayHit | undefined {
  const { kinds, numbers } = oneShape(shape);
  const found = cast_ray(rayRow(ray), kinds, numbers);
  return found.length === 0 ? undefined : rayHit(found);
}

/** Where a segment overlaps a shape; `undefined` if it does not. */
export function castSegment(from: Point, to: Point, shape: Shape): RayHit | undefined {
  const { kinds, numbers } = oneShape(shape);
  const found = cast_segment(segmentRow(from, to), kinds, numbers);
  return found.length === 0 ? undefined : rayHit(found);
}

/** When two shapes hit each other that move at the same time; `undefined` if they do not. The second rests by default. */
export function sweep(a: Shape, motionA: Point, b: Shape, motionB: Point = [0, 0]): Impact | undefined {
  const found = rawSweep(...twoShapes(a, b), Float32Array.of(...pair("motionA", motionA), ...pair("motionB", motionB)));
  return found.length === 0 ? undefined : impactOf(found);
}
