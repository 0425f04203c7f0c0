import { type Angle, rotor } from "./angle.js";
import { list, number, pair, pairs, wrongType } from "./check.js";
import { CollideError, whole } from "./error.js";
import { check_shape, hull, regular_corners } from "./raw.js";

/** A point or a vector, in world units. */
export type Point = readonly [x: number, y: number];

/** A circle: its center and radius, in world units. A circle with radius zero is a point. */
export interface Circle {
  kind: "circle";
  x: number;
  y: number;
  radius: number;
}

/** An axis-aligned rectangle: its corners. It may be a segment or a point. */
export interface Rect {
  kind: "rect";
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** An oriented rectangle: its center, half extents, and the cosine and sine of its angle (see {@link rotor}). */
export interface OrientedRect {
  kind: "oriented";
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
  cos: number;
  sin: number;
}

/**
 * A capsule: every point at most `radius` away from the segment between two points. With radius zero it is that segment,
 * such as a thin wall or a laser beam.
 */
export interface Capsule {
  kind: "capsule";
  /** The position. To move the capsule, change it alone: the capsule then stays the same to the bit. */
  x: number;
  y: number;
  /** The ends of the segment, from the position. */
  offsets: readonly [a: Point, b: Point];
  /** Not negative. */
  radius: number;
}

/**
 * A convex polygon with at most eight corners: the convex hull of some points, grown by a radius. With a radius its
 * corners are round, with radius zero they are sharp.
 */
export interface Polygon {
  kind: "polygon";
  /** The position. To move the polygon, change it alone: the polygon then stays the same to the bit. */
  x: number;
  y: number;
  /**
   * One or more points in any order, from the position. A world returns the corners of their convex hull:
   * counter-clockwise with y up, from the one with the least x, and the least y of these.
   */
  offsets: readonly Point[];
  /** Not negative. */
  radius: number;
}

/**
 * A shape. Numbers are rounded to the nearest 32-bit floats. The functions that make shapes throw `SHAPE` for an invalid
 * number; objects of your own are checked when they are used.
 */
export type Shape = Circle | Rect | OrientedRect | Capsule | Polygon;

/** A circle. */
export function circle(x: number, y: number, radius: number): Circle {
  const shape: Circle = { kind: "circle", x, y, radius };
  return areFinite(x, y, radius) && radius >= 0 ? shape : checked(shape);
}

/** An axis-aligned rectangle, by its corners. */
export function rect(minX: number, minY: number, maxX: number, maxY: number): Rect {
  const shape: Rect = { kind: "rect", minX, minY, maxX, maxY };
  return areFinite(minX, minY, maxX, maxY) && minX <= maxX && minY <= maxY ? shape : checked(shape);
}

/** A rectangle rotated by an angle about its center: radians, or `{ degrees }`. */
export function orientedRect(x: number, y: number, halfWidth: number, halfHeight: number, angle: Angle): OrientedRect {
  const [cos, sin] = rotor(angle);
  return checked({ kind: "oriented", x, y, halfWidth, halfHeight, cos, sin });
}

/** A capsule, by the ends of its segment, which are offsets from the position `at`. */
export function capsule(a: Point, b: Point, radius: number, at: Point = [0, 0]): Capsule {
  const [x, y] = pair("at", at);
  return checked({ kind: "capsule", x, y, offsets: [pair("a", a), pair("b", b)], radius });
}

/**
 * The convex hull of points in any order, which are offsets from the position `at`, grown by a radius. Throws
 * `SHAPE` if there is no point, or if the hull has more than eight corners.
 */
export function polygon(points: readonly Point[], radius = 0, at: Point = [0, 0]): Polygon {
  const [x, y] = pair("at", at);
  pointsRow("points", points);
  return checked({ kind: "polygon", x, y, offsets: points, radius });
}

/**
 * A regular polygon around its position `at`, with a corner at `(circumradius, 0)` from it. Its corners are the same on
 * every machine. Throws `SHAPE` for fewer than three corners or more than eight, and for an invalid circumradius.
 */
export function regularPolygon(corners: number, circumradius: number, at: Point = [0, 0]): Polygon {
  return polygon(pointsOf(regular_corners(whole("corners", corners), number("circumradius", circumradius))), 0, at);
}

/** The number of each kind of shape in {@link Shapes.kinds}. */
export const Kind = { circle: 0, rect: 1, oriented: 2, capsule: 3, polygon: 4 } as const;

/** The number of numbers of a shape in {@link Shapes.numbers}, where no shape is a capsule or polygon. */
export const STRIDE = 6;

/** The number of numbers of a shape in {@link Shapes.numbers}, where any shape may be a capsule or polygon. */
export const WIDE_STRIDE = 19;

/** The names of the numbers of a shape, for errors. Those that follow are offsets. */
const NUMBERS: Record<keyof typeof Kind, readonly string[]> = {
  circle: ["x", "y", "radius"],
  rect: ["minX", "minY", "maxX", "maxY"],
  oriented: ["x", "y", "halfWidth", "halfHeight", "cos", "sin"],
  capsule: ["x", "y", "offsets", "offsets", "offsets", "offsets", "radius"],
  polygon: ["x", "y", "radius"],
};

/** Whether a shape needs {@link WIDE_STRIDE} numbers. @internal */
export function isWide(shape: Shape): boolean {
  return shape?.kind === "capsule" || shape?.kind === "polygon";
}

/** Whether numbers are finite as 32-bit floats. The library tells why a shape is invalid, but a call takes longer. */
function areFinite(a: number, b: number, c: number, d = 0): boolean {
  const areNumbers = typeof a === "number" && typeof b === "number" && typeof c === "number" && typeof d === "number";
  return areNumbers && Number.isFinite(Math.fround(a) + Math.fround(b) + Math.fround(c) + Math.fround(d));
}

/** Rejects a shape with an invalid number. */
function checked<S extends Shape>(shape: S): S {
  check_shape(Kind[shape.kind], Float32Array.from(rowOf(shape)));
  return shape;
}

/**
 * The numbers of a shape, whose kind must be known. `field` is the parameter that it is given by, for errors, and
 * `index` its place if that is a list.
 * @internal
 */
export function rowOf(shape: Shape, field?: string, index?: number): number[] {
  const row = numbersOf(shape, field, index);
  const wrong = row.findIndex((value) => typeof value !== "number");
  if (wrong >= 0) throw wrongType(nameOf(NUMBERS[shape.kind][wrong] ?? "offsets", field, index), "a number", row[wrong]);
  return row;
}

/** Checks that a value is a shape of a known kind. The parameters are those of {@link rowOf}. @internal */
export function checkKind(shape: Shape, field: string, index?: number): void {
  if (typeof shape !== "object" || shape === null) throw wrongType(nameOf("", field, index), "a Shape, such as circle(...) returns", shape);
  const { kind } = shape;
  if (Object.hasOwn(Kind, kind)) return;
  throw new CollideError("KIND", `${nameOf("kind", field, index)}: must be ${Object.keys(Kind).join(", ")}, is ${String(kind)}`);
}

/** The name of a property in errors, such as `shapes[1].radius`; without a property that of the shape. */
function nameOf(property: string, field?: string, index?: number): string {
  if (field === undefined) return property;
  const shape = index === undefined ? field : `${field}[${index}]`;
  return property === "" ? shape : `${shape}.${property}`;
}

function numbersOf(shape: Shape, field?: string, index?: number): number[] {
  switch (shape.kind) {
    case "circle":
      return [shape.x, shape.y, shape.radius];
    case "rect":
      return [shape.minX, shape.minY, shape.maxX, shape.maxY];
    case "oriented":
      return [shape.x, shape.y, shape.halfWidth, shape.halfHeight, shape.cos, shape.sin];
    case "capsule": {
      const points = pointsRow(nameOf("offsets", field, index), shape.offsets);
      if (points.length !== 4) throw new TypeError(`${nameOf("offsets", field, index)}: must be two points, are ${shape.offsets.length}`);
      return [shape.x, shape.y, ...points, shape.radius];
    }
    case "polygon":
      return polygonRow([shape.x, shape.y], shape.radius, pointsRow(nameOf("offsets", field, index), shape.offsets), index);
  }
}

/** The coordinates of points. */
function pointsRow(field: string, points: readonly Point[]): number[] {
  return pairs(field, list(field, points, "[x, y] pairs"));
}

/**
 * The numbers of a polygon. More points than there is room for become the corners of their hull, which are fewer.
 * @internal
 */
export function polygonRow(at: ArrayLike<number>, radius: number, points: number[], index?: number): number[] {
  const fit = points.length > 0 && points.length <= WIDE_STRIDE - 3;
  const numbers = [...Array.from(at), radius, ...(fit ? points : hull(Float32Array.from(points), index))];
  while (numbers.length < WIDE_STRIDE) numbers.push(numbers.at(-2) as number, numbers.at(-1) as number);
  return numbers;
}

/** The points of which these are the coordinates. @internal */
export function pointsOf(numbers: Float32Array): Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[2 * index] as number, numbers[2 * index + 1] as number]);
}
