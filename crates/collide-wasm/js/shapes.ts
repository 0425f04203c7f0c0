import { CollideError } from "./error.js";
import { Columns } from "./memory.js";
import { no_entity, rotors as rawRotors } from "./raw.js";

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

/** A shape. Numbers are rounded to the nearest 32-bit floats. */
export type Shape = Circle | Rect | OrientedRect;

/** A circle. */
export function circle(x: number, y: number, radius: number): Circle {
  return { kind: "circle", x, y, radius };
}

/** An axis-aligned rectangle, by its corners. */
export function rect(minX: number, minY: number, maxX: number, maxY: number): Rect {
  return { kind: "rect", minX, minY, maxX, maxY };
}

/** A rectangle rotated by `angle` radians about its center. */
export function orientedRect(x: number, y: number, halfWidth: number, halfHeight: number, angle: number): OrientedRect {
  const [cos, sin] = rotor(angle);
  return { kind: "oriented", x, y, halfWidth, halfHeight, cos, sin };
}

/** Cosine and sine of an angle in radians. They are the same on every machine, unlike those of `Math`. */
export function rotor(angle: number): [cos: number, sin: number] {
  const [cos, sin] = rotors(Float32Array.of(angle)) as Iterable<number>;
  return [cos as number, sin as number];
}

/** Cosine and sine of many angles, two numbers for each. Throws `SHAPE` for an angle that is not finite. */
export function rotors(angles: Float32Array): Float32Array {
  const columns = new Columns();
  try {
    rawRotors(angles, columns.raw);
    return columns.numbers.slice();
  } finally {
    columns.raw.free();
  }
}

/** The number of each kind of shape in {@link Shapes.kinds}. */
export const Kind = { circle: 0, rect: 1, oriented: 2 } as const;

/** The kind in results for a handle without an entity: the entity was removed, or did not exist then. */
export const NO_ENTITY = 255;

/** The number of numbers of a shape in {@link Shapes.numbers}. */
export const STRIDE = 6;

/**
 * Many shapes as two columns, the form for batches: one kind and six numbers for each shape.
 *
 * | kind | numbers |
 * |---|---|
 * | 0 | `x, y, radius, 0, 0, 0` |
 * | 1 | `minX, minY, maxX, maxY, 0, 0` |
 * | 2 | `x, y, halfWidth, halfHeight, cos, sin` |
 *
 * Both columns may be written to. Their content is checked when it is used.
 */
export class Shapes {
  constructor(
    /** The kind of each shape. */
    readonly kinds: Uint8Array,
    /** Six for each shape. */
    readonly numbers: Float32Array,
  ) {}

  /** Room for `count` shapes, which are points at the origin until they are set. */
  static room(count: number): Shapes {
    return new Shapes(new Uint8Array(count), new Float32Array(count * STRIDE));
  }

  /** Columns of these shapes. */
  static of(shapes: readonly Shape[]): Shapes {
    const room = Shapes.room(shapes.length);
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

  /** The number of shapes. */
  get length(): number {
    return this.kinds.length;
  }

  /** Overwrites the first shapes with circles. Throws `LENGTH` if the columns differ in length or are too long. */
  setCircles(x: ArrayLike<number>, y: ArrayLike<number>, radius: ArrayLike<number>): this {
    const count = x.length;
    if (y.length !== count || radius.length !== count || count > this.length) {
      const found = `${x.length}, ${y.length} and ${radius.length}`;
      throw new CollideError("LENGTH", `circles: columns must be of one length, up to ${this.length}, are ${found} long`);
    }
    const { numbers } = this;
    this.kinds.fill(Kind.circle, 0, count);
    for (let index = 0, at = 0; index < count; index++, at += STRIDE) {
      numbers[at] = x[index] as number;
      numbers[at + 1] = y[index] as number;
      numbers[at + 2] = radius[index] as number;
    }
    return this;
  }

  /** Sets the shape at an index. */
  set(index: number, shape: Shape): void {
    if (!(index in this.kinds)) throw new CollideError("LENGTH", `index: must be below ${this.length}, is ${index}`);
    if (!Object.hasOwn(Kind, shape.kind)) throw new CollideError("KIND", `kind: must be circle, rect or oriented, is ${shape.kind}`);
    this.kinds[index] = Kind[shape.kind];
    this.numbers.set(row(shape), index * STRIDE);
  }

  /** The shape at an index; `undefined` if there is no entity. */
  at(index: number): Shape | undefined {
    if (!(index in this.kinds)) throw new CollideError("LENGTH", `index: must be below ${this.length}, is ${index}`);
    const [x, y, a, b, cos, sin] = this.numbers.subarray(index * STRIDE, (index + 1) * STRIDE) as unknown as Row;
    switch (this.kinds[index]) {
      case Kind.circle:
        return circle(x, y, a);
      case Kind.rect:
        return rect(x, y, a, b);
      case Kind.oriented:
        return { kind: "oriented", x, y, halfWidth: a, halfHeight: b, cos, sin };
      default:
        return undefined;
    }
  }

  /** A copy. A copy of views is not affected by later calls. */
  slice(): Shapes {
    return new Shapes(this.kinds.slice(), this.numbers.slice());
  }
}

type Row = [number, number, number, number, number, number];

function row(shape: Shape): Row {
  switch (shape.kind) {
    case "circle":
      return [shape.x, shape.y, shape.radius, 0, 0, 0];
    case "rect":
      return [shape.minX, shape.minY, shape.maxX, shape.maxY, 0, 0];
    case "oriented":
      return [shape.x, shape.y, shape.halfWidth, shape.halfHeight, shape.cos, shape.sin];
  }
}

/** @internal Whether both sides have the same value. */
export function noEntityIsAgreedOn(): boolean {
  return no_entity() === NO_ENTITY;
}
