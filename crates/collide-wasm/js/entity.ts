import { type Integer, type Integers, type Names, column, integer, integers, known } from "./check.js";
import { CollideError } from "./error.js";
import { mobility_names } from "./raw.js";
import type { Shape } from "./shape.js";
import { NO_ENTITY, Shapes } from "./shapes.js";

/**
 * The handle of an entity, valid until the entity is removed: the generation in the upper 32 bits, the slot in the
 * lower. Slots are small numbers that are reused: use them as indices into your own columns. See {@link slotOf}.
 */
export type Handle = bigint;

/** A handle as an argument: a number below 2^53 is taken too, such as one that came as JSON. */
export type HandleLike = Handle | number;

/** Many handles as an argument: a typed array, which is the fastest, or any array. */
export type HandleList = BigUint64Array | readonly HandleLike[];

/** The slot of a handle. */
export function slotOf(handle: HandleLike): number {
  return Number(integer("handle", handle) & 0xffff_ffffn);
}

/** The slots of handles. */
export function slotsOf(handles: HandleList): Uint32Array {
  const wide = integers("handles", handles);
  const halves = new Uint32Array(wide.buffer, wide.byteOffset, wide.length * 2);
  return Uint32Array.from(wide, (_, index) => halves[2 * index] as number);
}

/**
 * Collision layers. Entities with the same non-zero group always (positive) or never (negative) collide. All other
 * entities collide if each has a category bit that is set in the other's mask. By default an entity has category 1 and
 * collides with all.
 */
export interface Layers {
  category?: Integer;
  mask?: Integer;
  /** A number must be above -2^53 and below 2^53. */
  group?: Integer;
}

/**
 * Whether an entity moves often. Static and sleeping entities are indexed once: the cost of a tick depends on the
 * dynamic ones. Two static entities are not a pair, unless the setting `staticPairs` is on.
 */
export type Mobility = "dynamic" | "static" | "sleeping";

let mobilities: readonly string[] | undefined;

/** The names of mobilities, in the order of their numbers. */
function mobilityNames(): readonly string[] {
  return (mobilities ??= mobility_names());
}

/** The properties of an entity besides its shape. */
export interface EntityOptions {
  /** 64 bits of user data; 0 by default. */
  data?: Integer;
  /** The layers that decide which entities it collides with. */
  layers?: Layers;
  /**
   * Whether it is a sensor: it has pairs as other entities do, and no contacts. Two sensors are a pair only if the
   * setting `sensorPairs` is on.
   */
  sensor?: boolean;
  /** Whether it moves often; dynamic by default. */
  mobility?: Mobility;
}

/** The properties of the entities of a batch besides their shapes: one value for all, or a column with one for each. */
export interface EntityOptionsBatch {
  data?: Integer | Integers;
  /** A column has three numbers for each entity: category, mask and group. */
  layers?: Layers | Integers;
  /** A column has 1 for a sensor, else 0. */
  sensor?: boolean | Uint8Array;
  /** A column has 0 for dynamic, 1 for static, 2 for sleeping. */
  mobility?: Mobility | Uint8Array;
}

/** An entity of a world. */
export interface Entity extends Required<EntityOptions> {
  handle: Handle;
  shape: Shape;
  data: bigint;
  layers: Record<keyof Layers, bigint>;
}

const LAYERS: Names<Layers> = { category: true, mask: true, group: true };
const ENTITY: Names<EntityOptionsBatch> = { data: true, layers: true, sensor: true, mobility: true };

const NO_WIDE = new BigUint64Array(0);
const NO_BYTES = new Uint8Array(0);

export function layersColumn(layers: Layers | Integers | undefined): BigUint64Array {
  if (layers === undefined) return NO_WIDE;
  if (typeof layers === "object" && layers !== null && "length" in layers) return integers("layers", layers);
  const { category = 1n, mask = 0xffff_ffff_ffff_ffffn, group = 0n } = known("layers", layers, LAYERS);
  return BigUint64Array.of(
    integer("layers.category", category),
    integer("layers.mask", mask),
    integer("layers.group", group, Number.MIN_SAFE_INTEGER),
  );
}

/** One integer or handle for all, or a column with one for each. */
export function wideColumn(field: string, value: Integer | Integers | undefined): BigUint64Array {
  if (value === undefined) return NO_WIDE;
  if (typeof value === "bigint" || typeof value === "number") return BigUint64Array.of(integer(field, value));
  return integers(field, value, "a bigint, a number, an array or a BigUint64Array");
}

export function flagColumn(field: string, value: boolean | Uint8Array | undefined): Uint8Array {
  if (typeof value === "boolean") return Uint8Array.of(Number(value));
  return value === undefined ? NO_BYTES : column(field, value, "a boolean or a Uint8Array");
}

function mobilityColumn(value: Mobility | Uint8Array | undefined): Uint8Array {
  if (value === undefined) return NO_BYTES;
  if (typeof value !== "string") return column("mobility", value, "a string or a Uint8Array");
  const number = mobilityNames().indexOf(value);
  if (number < 0) throw new CollideError("SETTING", `mobility: must be ${mobilityNames().join(", ")}, is ${value}`);
  return Uint8Array.of(number);
}

export type Columns = [data: BigUint64Array, layers: BigUint64Array, sensor: Uint8Array, mobility: Uint8Array];

export function entityColumns(options: EntityOptionsBatch): Columns {
  const { data, layers, sensor, mobility } = known("options", options, ENTITY);
  return [wideColumn("data", data), layersColumn(layers), flagColumn("sensor", sensor), mobilityColumn(mobility)];
}

/**
 * Entities of a world as columns. The columns are views, valid until the next call into the library: copy them to keep
 * them.
 */
export class Entities {
  constructor(
    /**
     * Three for each: kind of shape, or {@link NO_ENTITY} for a stale handle; 1 for a sensor; 0, 1, 2 for dynamic,
     * static, sleeping.
     */
    readonly bytes: Uint8Array,
    /** Five for each: handle, data, and the category, mask and group of its layers. */
    readonly wide: BigUint64Array,
    /** Six or nineteen for each, as in {@link Shapes}. */
    readonly numbers: Float32Array,
  ) {}

  /** The number of entities. */
  get length(): number {
    return this.bytes.length / 3;
  }

  /** Their shapes, as a copy. */
  get shapes(): Shapes {
    return new Shapes(Uint8Array.from({ length: this.length }, (_, index) => this.bytes[3 * index] as number), this.numbers.slice());
  }

  /** Their handles, as a copy. */
  get handles(): BigUint64Array {
    return BigUint64Array.from({ length: this.length }, (_, index) => this.wide[5 * index] as bigint);
  }

  /** The entity at an index, or `undefined` for a stale handle. */
  at(index: number): Entity | undefined {
    const [kind = NO_ENTITY, sensor = 0, mobility = 0] = this.bytes.subarray(3 * index, 3 * index + 3);
    const [handle = 0n, data = 0n, category = 0n, mask = 0n, group = 0n] = this.wide.subarray(5 * index, 5 * index + 5);
    const stride = this.numbers.length / this.length;
    const shape = new Shapes(Uint8Array.of(kind), this.numbers.subarray(stride * index, stride * (index + 1))).at(0);
    if (!shape) return undefined;
    const layers = { category, mask, group: BigInt.asIntN(64, group) };
    return { handle, shape, data, layers, sensor: sensor !== 0, mobility: mobilityNames()[mobility] as Mobility };
  }
}
