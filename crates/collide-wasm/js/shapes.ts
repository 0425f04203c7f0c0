import { type Angle, type Angles, angleBatch, angleColumn } from "./angle.js";
import { column, instance, list, number } from "./check.js";
import { CollideError, whole } from "./error.js";
import { Columns } from "./memory.js";
import { no_entity, turned as rawTurned } from "./raw.js";
import { type Capsule, Kind, type Point, type Polygon, STRIDE, type Shape, WIDE_STRIDE, checkKind, isWide, pointsOf, polygonRow, rowOf } from "./shape.js";

/**
 * A capsule or polygon with its points turned about its position, by an angle: radians, or `{ degrees }`. To turn a body
 * step by step, always turn the same unturned shape by the whole angle: otherwise the rounding adds up.
 */
export function turned<S extends Capsule | Polygon>(shape: S, angle: Angle): S {
  return oneShape(shape).turned(angleBatch(angle)).at(0) as S;
}

/** The kind in results for a handle without an entity: the entity was removed, or did not exist then. */
export const NO_ENTITY = 255;

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
  ) {
    column("kinds", kinds);
    column("numbers", numbers);
  }

  /**
   * Room for `count` shapes, which are points at the origin until they are set. With {@link WIDE_STRIDE} it has room for
   * capsules and polygons; otherwise the first of them that is set replaces the column of numbers by a wider one.
   */
  static room(count: number, stride: typeof STRIDE | typeof WIDE_STRIDE = STRIDE): Shapes {
    return new Shapes(new Uint8Array(whole("count", count)), new Float32Array(count * whole("stride", stride)));
  }

  /** Columns of these shapes. */
  static of(shapes: readonly Shape[]): Shapes {
    const all = Array.from(list("shapes", shapes, "an array of shapes"));
    const room = Shapes.room(all.length, all.some(isWide) ? WIDE_STRIDE : STRIDE);
    all.forEach((shape, index) => room.put(index, shape, "shapes", index));
    return room;
  }

  /** Circles, from columns of their numbers. */
  static circles(x: ArrayLike<number>, y: ArrayLike<number>, radius: ArrayLike<number>): Shapes {
    return Shapes.room(column("x", x).length).setCircles(x, y, radius);
  }

  /** Points, from two numbers for each: circles with radius zero. */
  static points(xy: ArrayLike<number>): Shapes {
    const room = Shapes.room(column("xy", xy).length >> 1);
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
    const { room, at } = Shapes.placed("capsule", radius, positions);
    if (column("points", points).length !== 4 * room.length) throw wrongLength("points", 4 * room.length, points.length);
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
    const { room, at } = Shapes.placed("polygon", radius, positions);
    column("points", points);
    if (column("starts", starts).length !== room.length + 1) throw wrongLength("starts", room.length + 1, starts.length);
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
  private static placed(kind: keyof typeof Kind, radius: ArrayLike<number>, positions?: ArrayLike<number>) {
    const count = column("radius", radius).length;
    if (positions !== undefined && column("positions", positions).length !== 2 * count) throw wrongLength("positions", 2 * count, positions.length);
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
    const count = column("x", x).length;
    if (column("y", y).length !== count || column("radius", radius).length !== count || count > this.length) {
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
    if (!(number("index", index) in this.kinds)) throw new CollideError("LENGTH", `index: must be below ${this.length}, is ${index}`);
    this.put(index, shape, "shape");
  }

  /** Sets the shape at an index. The rest is for errors: see {@link rowOf}. @internal */
  put(index: number, shape: Shape, field: string, listed?: number): void {
    checkKind(shape, field, listed);
    const numbers = rowOf(shape, field, listed);
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
    if (!(number("index", index) in this.kinds)) throw new CollideError("LENGTH", `index: must be below ${this.length}, is ${index}`);
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

/** The columns of shapes. @internal */
export function shapeColumns(shapes: Shapes, field = "shapes"): [kinds: Uint8Array, numbers: Float32Array] {
  const { kinds, numbers } = instance(field, "Shapes, such as Shapes.of([shape]) returns", Shapes, shapes);
  return [kinds, numbers];
}

/** Columns of a shape that is a parameter. @internal */
export function oneShape(shape: Shape): Shapes {
  const room = Shapes.room(1);
  room.put(0, shape, "shape");
  return room;
}

/** Columns of two shapes that are parameters. @internal */
export function twoShapes(a: Shape, b: Shape): [kinds: Uint8Array, numbers: Float32Array] {
  const room = Shapes.room(2);
  room.put(0, a, "a");
  room.put(1, b, "b");
  return [room.kinds, room.numbers];
}

/** The corners in the numbers of a polygon. */
function corners(numbers: Float32Array): Point[] {
  let end = WIDE_STRIDE;
  while (end > 5 && numbers[end - 1] === numbers[end - 3] && numbers[end - 2] === numbers[end - 4]) end -= 2;
  return pointsOf(numbers.subarray(3, end));
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
