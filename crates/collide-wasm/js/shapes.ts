import { CollideError } from "./error.js";
import { Columns } from "./memory.js";
import { nobody, rotors as rawRotors } from "./raw.js";

/** A circle: its center and radius, in world units. Zero is a radius: a point. */
export interface Circle {
  kind: "circle";
  x: number;
  y: number;
  radius: number;
}

/** A rectangle along the axes: its corners. It may be a segment or a point. */
export interface Rect {
  kind: "rect";
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

/** A turned rectangle: its center, half its extents, and the cosine and sine of its angle: see {@link rotor}. */
export interface OrientedRect {
  kind: "oriented";
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
  cos: number;
  sin: number;
}

/** What the world is made of. Numbers are taken as the nearest 32-bit floats. */
export type Shape = Circle | Rect | OrientedRect;

/** A circle. */
export function circle(x: number, y: number, radius: number): Circle {
  return { kind: "circle", x, y, radius };
}

/** A rectangle along the axes, by its corners. */
export function rect(minX: number, minY: number, maxX: number, maxY: number): Rect {
  return { kind: "rect", minX, minY, maxX, maxY };
}

/** A rectangle turned by so many radians about its center. */
export function orientedRect(x: number, y: number, halfWidth: number, halfHeight: number, angle: number): OrientedRect {
  const [cos, sin] = rotor(angle);
  return { kind: "oriented", x, y, halfWidth, halfHeight, cos, sin };
}

/** Cosine and sine of an angle in radians: the same on every machine, which those of `Math` are not. */
export function rotor(angle: number): [cos: number, sin: number] {
  const [cos, sin] = rotors(Float32Array.of(angle)) as Iterable<number>;
  return [cos as number, sin as number];
}

/** Cosine and sine of many angles, two by two. Throws `SHAPE` for one that is not finite. */
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

/** The kind of an entity that is gone, in what is answered. */
export const NOBODY = 255;

/** How many numbers a shape takes in {@link Shapes.numbers}. */
export const STRIDE = 6;

/**
 * Many shapes as two columns, which is how they go into batches: a kind each, and six numbers each.
 *
 * | kind | numbers |
 * |---|---|
 * | 0 | `x, y, radius, 0, 0, 0` |
 * | 1 | `minX, minY, maxX, maxY, 0, 0` |
 * | 2 | `x, y, halfWidth, halfHeight, cos, sin` |
 *
 * Both columns may be written to. What they hold is looked at when they are used.
 */
export class Shapes {
  constructor(
    /** Which kind each shape is of. */
    readonly kinds: Uint8Array,
    /** Six for each shape. */
    readonly numbers: Float32Array,
  ) {}

  /** Room for so many: points at the origin until they are set. */
  static room(count: number): Shapes {
    return new Shapes(new Uint8Array(count), new Float32Array(count * STRIDE));
  }

  /** These shapes. */
  static of(shapes: readonly Shape[]): Shapes {
    const room = Shapes.room(shapes.length);
    shapes.forEach((shape, index) => room.set(index, shape));
    return room;
  }

  /** Circles, from a column for each of their numbers. */
  static circles(x: ArrayLike<number>, y: ArrayLike<number>, radius: ArrayLike<number>): Shapes {
    return Shapes.room(x.length).setCircles(x, y, radius);
  }

  /** Points, from two numbers each: circles without radius. */
  static points(xy: ArrayLike<number>): Shapes {
    const room = Shapes.room(xy.length >> 1);
    for (let index = 0; index < room.length; index++) {
      room.numbers[index * STRIDE] = xy[2 * index] as number;
      room.numbers[index * STRIDE + 1] = xy[2 * index + 1] as number;
    }
    return room;
  }

  /** How many there are. */
  get length(): number {
    return this.kinds.length;
  }

  /** Overwrites the first ones with circles. Throws `LENGTH` where columns differ in length or there is no room. */
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

  /** Puts a shape into its place. */
  set(index: number, shape: Shape): void {
    if (!(index in this.kinds)) throw new CollideError("LENGTH", `index: must be below ${this.length}, is ${index}`);
    if (!Object.hasOwn(Kind, shape.kind)) throw new CollideError("KIND", `kind: must be circle, rect or oriented, is ${shape.kind}`);
    this.kinds[index] = Kind[shape.kind];
    this.numbers.set(row(shape), index * STRIDE);
  }

  /** The shape in a place; nothing for an entity that is gone. */
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

  /** A copy, of views too, which then holds for good. */
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

/** @internal Both sides say the same. */
export function nobodyIsAgreedOn(): boolean {
  return nobody() === NOBODY;
}
