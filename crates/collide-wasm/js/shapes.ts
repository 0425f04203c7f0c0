import { type Angle, type Angles, angleBatch, angleColumn, rotor } from "./angle.js";
import { numbers as allNumbers, pair, wrongType } from "./check.js";
import { CollideError, whole } from "./error.js";
import { Columns } from "./memory.js";
import { check_shape, hull, no_entity, regular_corners, turned as rawTurned } from "./raw.js";

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
  return radius >= 0 && areFinite(x, y, radius) ? shape : checked(shape);
}

/** An axis-aligned rectangle, by its corners. */
export function rect(minX: number, minY: number, maxX: number, maxY: number): Rect {
  const shape: Rect = { kind: "rect", minX, minY, maxX, maxY };
  return minX <= maxX && minY <= maxY && areFinite(minX + minY, maxX, maxY) ? shape : checked(shape);
}

/** A rectangle rotated by an angle about its center: radians, or `{ degrees }`. */
export function orientedRect(x: number, y: number, halfWidth: number, halfHeight: number, angle: Angle): OrientedRect {
  const [cos, sin] = rotor(angle);
  return checked({ kind: "oriented", x, y, halfWidth, halfHeight, cos, sin });
}

/** A capsule, by the ends of its segment, which are offsets from the position `at`. */
export function capsule(a: Point, b: Point, radius: number, at: Point = [0, 0]): Capsule {
  return checked({ kind: "capsule", x: at[0], y: at[1], offsets: [a, b], radius });
}

/**
 * The convex hull of points in any order, which are offsets from the position `at`, grown by a radius. Throws
 * `SHAPE` if there is no point, or if the hull has more than eight corners.
 */
export function polygon(points: readonly Point[], radius = 0, at: Point = [0, 0]): Polygon {
  return checked({ kind: "polygon", x: at[0], y: at[1], offsets: points, radius });
}

/**
 * A regular polygon around its position `at`, with a corner at `(circumradius, 0)` from it. Its corners are the same on
 * every machine. Throws `SHAPE` for fewer than three corners or more than eight, and for an invalid circumradius.
 */
export function regularPolygon(corners: number, circumradius: number, at: Point = [0, 0]): Polygon {
  return polygon(pointsOf(regular_corners(whole("corners", corners), circumradius)), 0, at);
}

/**
 * A capsule or polygon with its points turned about its position, by an angle: radians, or `{ degrees }`. To turn a body
 * step by step, always turn the same unturned shape by the whole angle: otherwise the rounding adds up.
 */
export function turned<S extends Capsule | Polygon>(shape: S, angle: Angle): S {
  return Shapes.of([shape]).turned(angleBatch(angle)).at(0) as S;
}

/** The number of each kind of shape in {@link Shapes.kinds}. */
export const Kind = { circle: 0, rect: 1, oriented: 2, capsule: 3, polygon: 4 } as const;

/** The kind in results for a handle without an entity: the entity was removed, or did not exist then. */
export const NO_ENTITY = 255;

/** The number of numbers of a shape in {@link Shapes.numbers}, where no shape is a capsule or polygon. */
export const STRIDE = 6;

/** The number of numbers of a shape in {@link Shapes.numbers}, where any shape may be a capsule or polygon. */
export const WIDE_STRIDE = 19;

/**
 * Many shapes as two columns, the form for batches: a kind, and six numbers for each shape; nineteen for each if any of
 * them is a capsule or polygon. Zeros follow the numbers of the table.
 *
 * | kind | numbers |
 * |---|---|
 * | 0 | `x, y, radius` |
 * | 1 | `minX, minY, maxX, maxY` |
 * | 2 | `x, y, halfWidth, halfHeight, cos, sin` |
 * | 3 | `x, y, ax, ay, bx, by, radius`: position, offsets, radius |
 * | 4 | `x, y, radius, x0, y0, ... x7, y7`: position, radius, offsets; the last corner fills the rest |
 *
 * Both columns may be written to. Their content is checked when it is used.
 */
export class Shapes {
  constructor(
    /** The kind of each shape. */
    readonly kinds: Uint8Array,
    /** The numbers of all shapes, {@link stride} for each. */
    public numbers: Float32Array,
  ) {}

  /**
   * Room for `count` shapes, which are points at the origin until they are set. With {@link WIDE_STRIDE} it has room for
   * capsules and polygons; otherwise the first of them that is set replaces the column of numbers by a wider one.
   */
  static room(count: number, stride: typeof STRIDE | typeof WIDE_STRIDE = STRIDE): Shapes {
    return new Shapes(new Uint8Array(count), new Float32Array(count * stride));
  }

  /** Columns of these shapes. */
  static of(shapes: readonly Shape[]): Shapes {
    const room = Shapes.room(shapes.length, shapes.some(isWide) ? WIDE_STRIDE : STRIDE);
    shapes.forEach((shape, index) => room.set(index, shape));
    return room;
  }

  /** Circles, from columns of their numbers. */
  static circles(x: ArrayLike<number>, y: ArrayLike<number>, radius: ArrayLike<number>): Shapes {
    return Shapes.room(x.length).setCircles(x, y, radius);
  }

  /** Points, from two numbers for each: circles with radius zero. */
  static points(xy: ArrayLike<number>): Shapes {
    const room = Shapes.room(xy.length >> 1);
    for (let index = 0; index < room.length; index++) {
      room.numbers[index * STRIDE] = xy[2 * index] as number;
      room.numbers[index * STRIDE + 1] = xy[2 * index + 1] as number;
    }
    return room;
  }

  /**
   * Capsules, from flat columns: four numbers of `points` for each, the ends of its segment as offsets; its radius; and
   * two numbers of `positions`, all zero by default. Throws `LENGTH` if the columns differ in their number of rows.
   */
  static capsules(points: ArrayLike<number>, radius: ArrayLike<number>, positions?: ArrayLike<number>): Shapes {
    const { room, at } = Shapes.placed("capsule", radius.length, positions);
    if (points.length !== 4 * room.length) throw wrongLength("points", 4 * room.length, points.length);
    for (let index = 0; index < room.length; index++) {
      const ends = part(points, 4 * index, 4 * index + 4);
      room.numbers.set([...at(index), ...ends, radius[index] as number], index * WIDE_STRIDE);
    }
    return room;
  }

  /**
   * Polygons, from flat columns: `points` has two numbers for each point, an offset; polygon `i` is the convex hull of
   * those from `starts[i]` to before `starts[i + 1]`, grown by its radius; and `positions` has two numbers for each
   * polygon, all zero by default. Throws `LENGTH` if the columns differ in their number of rows, and `SHAPE` with the
   * index of a polygon without points or with more than eight corners.
   */
  static polygons(points: ArrayLike<number>, starts: ArrayLike<number>, radius: ArrayLike<number>, positions?: ArrayLike<number>): Shapes {
    const { room, at } = Shapes.placed("polygon", radius.length, positions);
    if (starts.length !== room.length + 1) throw wrongLength("starts", room.length + 1, starts.length);
    for (let index = 0; index < room.length; index++) {
      const [start, end] = part(starts, index, index + 2) as [number, number];
      if (!(start >= 0 && start <= end && 2 * end <= points.length)) {
        const message = `index ${index}: starts: must not decrease nor exceed ${points.length >> 1}, are ${start} and ${end}`;
        throw new CollideError("LENGTH", message);
      }
      const row = polygonRow(at(index), radius[index] as number, part(points, 2 * start, 2 * end), index);
      room.numbers.set(row, index * WIDE_STRIDE);
    }
    return room;
  }

  /** Room for shapes of a kind, and the position of each. */
  private static placed(kind: keyof typeof Kind, count: number, positions?: ArrayLike<number>) {
    if (positions && positions.length !== 2 * count) throw wrongLength("positions", 2 * count, positions.length);
    const room = Shapes.room(count, WIDE_STRIDE);
    room.kinds.fill(Kind[kind]);
    return { room, at: (index: number) => (positions ? part(positions, 2 * index, 2 * index + 2) : [0, 0]) };
  }

  /** The number of shapes. */
  get length(): number {
    return this.kinds.length;
  }

  /** The number of numbers of each shape: {@link STRIDE} or {@link WIDE_STRIDE}. */
  get stride(): number {
    return this.length === 0 ? STRIDE : this.numbers.length / this.length;
  }

  /** Overwrites the first shapes with circles. Throws `LENGTH` if the columns differ in length or are too long. */
  setCircles(x: ArrayLike<number>, y: ArrayLike<number>, radius: ArrayLike<number>): this {
    const count = x.length;
    if (y.length !== count || radius.length !== count || count > this.length) {
      const found = `${x.length}, ${y.length} and ${radius.length}`;
      throw new CollideError("LENGTH", `circles: columns must be of one length, up to ${this.length}, are ${found} long`);
    }
    const { numbers, stride } = this;
    this.kinds.fill(Kind.circle, 0, count);
    for (let index = 0, at = 0; index < count; index++, at += stride) {
      numbers[at] = x[index] as number;
      numbers[at + 1] = y[index] as number;
      numbers[at + 2] = radius[index] as number;
    }
    return this;
  }

  /**
   * Sets the shape at an index. The first capsule or polygon replaces {@link numbers} by a wider column, if it is too
   * narrow. Throws `SHAPE` for a polygon without points, or with more than eight corners.
   */
  set(index: number, shape: Shape): void {
    if (!(index in this.kinds)) throw new CollideError("LENGTH", `index: must be below ${this.length}, is ${index}`);
    if (!Object.hasOwn(Kind, shape.kind)) throw new CollideError("KIND", `kind: must be ${Object.keys(Kind).join(", ")}, is ${shape.kind}`);
    const numbers = allNumbers(shape.kind, row(shape, index));
    if (isWide(shape) && this.stride < WIDE_STRIDE) this.widen();
    const at = index * this.stride;
    this.kinds[index] = Kind[shape.kind];
    this.numbers.fill(0, at, at + this.stride).set(numbers, at);
  }

  private widen(): void {
    const { length, stride, numbers } = this;
    this.numbers = new Float32Array(length * WIDE_STRIDE);
    for (let index = 0; index < length; index++) {
      this.numbers.set(numbers.subarray(index * stride, (index + 1) * stride), index * WIDE_STRIDE);
    }
  }

  /** The shape at an index; `undefined` if there is no entity. */
  at(index: number): Shape | undefined {
    if (!(index in this.kinds)) throw new CollideError("LENGTH", `index: must be below ${this.length}, is ${index}`);
    const { stride } = this;
    const numbers = this.numbers.subarray(index * stride, (index + 1) * stride);
    const [x, y, a, b, c, d, radius] = numbers as unknown as Row;
    switch (this.kinds[index]) {
      case Kind.circle:
        return { kind: "circle", x, y, radius: a };
      case Kind.rect:
        return { kind: "rect", minX: x, minY: y, maxX: a, maxY: b };
      case Kind.oriented:
        return { kind: "oriented", x, y, halfWidth: a, halfHeight: b, cos: c, sin: d };
      case Kind.capsule:
        return { kind: "capsule", x, y, offsets: [[a, b], [c, d]], radius };
      case Kind.polygon:
        return { kind: "polygon", x, y, offsets: corners(numbers), radius: a };
      default:
        return undefined;
    }
  }

  /**
   * Capsules and polygons with their points turned about their positions, each by an angle: radians, or `{ degrees }`. A
   * copy. Throws `KIND` with the index of a shape of another kind, and `SHAPE` with that of an invalid shape or angle.
   */
  turned(angles: Angles): Shapes {
    const columns = new Columns();
    try {
      rawTurned(this.kinds, this.numbers, ...angleColumn(angles), columns.raw);
      return new Shapes(columns.bytes, columns.numbers).slice();
    } finally {
      columns.raw.free();
    }
  }

  /** A copy. A copy of views is not affected by later calls. */
  slice(): Shapes {
    return new Shapes(this.kinds.slice(), this.numbers.slice());
  }
}

type Row = [number, number, number, number, number, number, number];

function isWide({ kind }: Shape): boolean {
  return kind === "capsule" || kind === "polygon";
}

/** The columns of shapes. @internal */
export function shapeColumns(shapes: Shapes): [kinds: Uint8Array, numbers: Float32Array] {
  if (!(shapes instanceof Shapes)) throw wrongType("shapes", "Shapes, such as Shapes.of([shape]) returns", shapes);
  return [shapes.kinds, shapes.numbers];
}

/** Whether numbers are finite as 32-bit floats. The library tells why a shape is invalid, but a call takes longer. */
function areFinite(a: number, b: number, c: number): boolean {
  const areNumbers = typeof a === "number" && typeof b === "number" && typeof c === "number";
  return areNumbers && Number.isFinite(Math.fround(a) + Math.fround(b) + Math.fround(c));
}

/** Rejects a shape with an invalid number. */
function checked<S extends Shape>(shape: S): S {
  check_shape(Kind[shape.kind], Float32Array.from(allNumbers(shape.kind, row(shape))));
  return shape;
}

/** The numbers of a shape, at an index of its batch if it is in one. */
function row(shape: Shape, index?: number): number[] {
  switch (shape.kind) {
    case "circle":
      return [shape.x, shape.y, shape.radius];
    case "rect":
      return [shape.minX, shape.minY, shape.maxX, shape.maxY];
    case "oriented":
      return [shape.x, shape.y, shape.halfWidth, shape.halfHeight, shape.cos, shape.sin];
    case "capsule":
      return [shape.x, shape.y, ...pair("offsets", shape.offsets[0]), ...pair("offsets", shape.offsets[1]), shape.radius];
    case "polygon":
      return polygonRow([shape.x, shape.y], shape.radius, pointsRow(shape.offsets), index);
  }
}

/** The coordinates of the points of a polygon. */
function pointsRow(points: readonly Point[]): number[] {
  if (!Array.isArray(points)) throw wrongType("points", "[x, y] pairs", points);
  return points.flatMap((point, index) => [...pair(`points[${index}]`, point)]);
}

/** The numbers of a polygon. More points than there is room for become the corners of their hull, which are fewer. */
function polygonRow(at: ArrayLike<number>, radius: number, points: number[], index?: number): number[] {
  const fit = points.length > 0 && points.length <= WIDE_STRIDE - 3;
  const numbers = [...Array.from(at), radius, ...(fit ? points : hull(Float32Array.from(points), index))];
  while (numbers.length < WIDE_STRIDE) numbers.push(numbers.at(-2) as number, numbers.at(-1) as number);
  return numbers;
}

/** The corners in the numbers of a polygon. */
function corners(numbers: Float32Array): Point[] {
  let end = WIDE_STRIDE;
  while (end > 5 && numbers[end - 1] === numbers[end - 3] && numbers[end - 2] === numbers[end - 4]) end -= 2;
  return pointsOf(numbers.subarray(3, end));
}

/** The points of which these are the coordinates. */
function pointsOf(numbers: Float32Array): Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, index) => [numbers[2 * index] as number, numbers[2 * index + 1] as number]);
}

function part(numbers: ArrayLike<number>, start: number, end: number): number[] {
  return Array.from({ length: end - start }, (_, index) => numbers[start + index] as number);
}

function wrongLength(field: string, expected: number, found: number): CollideError {
  return new CollideError("LENGTH", `${field}: must have length ${expected}, has ${found}`);
}

/** @internal Whether both sides have the same value. */
export function noEntityIsAgreedOn(): boolean {
  return no_entity() === NO_ENTITY;
}
