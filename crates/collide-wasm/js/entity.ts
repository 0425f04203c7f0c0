import { CollideError } from "./error.js";
import { mobility_names } from "./raw.js";
import { NOBODY, Shapes, type Shape } from "./shapes.js";

/**
 * Names an entity for as long as it lives: its generation in the upper 32 bits, its slot in the lower ones. Slots are small numbers, given
 * again once free: what indexes columns of your own. See {@link slotOf}.
 */
export type Handle = bigint;

/** The slot of a handle. */
export function slotOf(handle: Handle): number {
  return Number(handle & 0xffff_ffffn);
}

/** The slots of handles. */
export function slotsOf(handles: BigUint64Array): Uint32Array {
  const halves = new Uint32Array(handles.buffer, handles.byteOffset, handles.length * 2);
  return Uint32Array.from(handles, (_, index) => halves[2 * index] as number);
}

/**
 * Whom an entity meets: two meet where each has a category that the other's mask holds; those of one group that is not 0 always do if it is
 * above 0, and never if below. By default an entity is of category 1 and meets all.
 */
export interface Layers {
  category?: bigint;
  mask?: bigint;
  group?: bigint;
}

/** Whether an entity moves often: what is static or asleep costs a tick nothing. */
export type Mobility = "dynamic" | "static" | "sleeping";

let mobilities: readonly string[] | undefined;

/** The names of mobilities, in the order of their numbers. */
function mobilityNames(): readonly string[] {
  return (mobilities ??= mobility_names());
}

/** What an entity has besides its shape. */
export interface EntityOptions {
  /** 64 bits of your own. */
  data?: bigint;
  /** Whom it meets. */
  layers?: Layers;
  /** Whether it only senses: paired as others are, but never with another sensor. */
  sensor?: boolean;
  /** Whether it moves often; dynamic by default. */
  mobility?: Mobility;
}

/** What entities of a batch have besides their shapes: one for all, or a column with one for each. */
export interface EntityOptionsBatch {
  data?: bigint | BigUint64Array;
  /** As a column three for each: category, mask and group. */
  layers?: Layers | BigUint64Array;
  /** As a column 1 for a sensor. */
  sensor?: boolean | Uint8Array;
  /** As a column 0 for dynamic, 1 for static, 2 for sleeping. */
  mobility?: Mobility | Uint8Array;
}

/** An entity of a world. */
export interface Entity extends Required<EntityOptions> {
  layers: Required<Layers>;
  handle: Handle;
  shape: Shape;
}

const NO_WIDE = new BigUint64Array(0);
const NO_BYTES = new Uint8Array(0);

export function layersColumn(layers: Layers | BigUint64Array | undefined): BigUint64Array {
  if (layers === undefined || layers instanceof BigUint64Array) return layers ?? NO_WIDE;
  const { category = 1n, mask = 0xffff_ffff_ffff_ffffn, group = 0n } = layers;
  return BigUint64Array.of(category, mask, BigInt.asUintN(64, group));
}

export function wideColumn(value: bigint | BigUint64Array | undefined): BigUint64Array {
  return typeof value === "bigint" ? BigUint64Array.of(value) : (value ?? NO_WIDE);
}

export function flagColumn(value: boolean | Uint8Array | undefined): Uint8Array {
  return typeof value === "boolean" ? Uint8Array.of(Number(value)) : (value ?? NO_BYTES);
}

function mobilityColumn(value: Mobility | Uint8Array | undefined): Uint8Array {
  if (typeof value !== "string") return value ?? NO_BYTES;
  const number = mobilityNames().indexOf(value);
  if (number < 0) throw new CollideError("SETTING", `mobility: must be ${mobilityNames().join(", ")}, is ${value}`);
  return Uint8Array.of(number);
}

export type Columns = [data: BigUint64Array, layers: BigUint64Array, sensor: Uint8Array, mobility: Uint8Array];

export function entityColumns(options: EntityOptionsBatch): Columns {
  const { data, layers, sensor, mobility } = options;
  return [wideColumn(data), layersColumn(layers), flagColumn(sensor), mobilityColumn(mobility)];
}

/**
 * Entities as columns, as a world has them. They are views that hold until the next call into the library: copy what you keep.
 */
export class Entities {
  constructor(
    /** Three for each: kind of shape, or 255 for one that is gone; 1 for a sensor; 0, 1, 2 for dynamic, static, sleeping. */
    readonly bytes: Uint8Array,
    /** Five for each: handle, data, and category, mask and group of its layers. */
    readonly wide: BigUint64Array,
    /** Six for each, as {@link Shapes} has them. */
    readonly numbers: Float32Array,
  ) {}

  /** How many there are. */
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

  /** One of them, or nothing when it is gone. */
  at(index: number): Entity | undefined {
    const [kind = NOBODY, sensor = 0, mobility = 0] = this.bytes.subarray(3 * index, 3 * index + 3);
    const [handle = 0n, data = 0n, category = 0n, mask = 0n, group = 0n] = this.wide.subarray(5 * index, 5 * index + 5);
    const shape = new Shapes(Uint8Array.of(kind), this.numbers.subarray(6 * index, 6 * index + 6)).at(0);
    if (!shape) return undefined;
    const layers = { category, mask, group: BigInt.asIntN(64, group) };
    return { handle, shape, data, layers, sensor: sensor !== 0, mobility: mobilityNames()[mobility] as Mobility };
  }
}
