import { Columns } from "./memory.js";
import { RawBatch } from "./raw.js";
import { type Settings, rawSettings } from "./settings.js";
import type { Shapes } from "./shapes.js";

/**
 * Finds pairs among shapes that are kept elsewhere: in an ECS, a file. Remembers nothing but in which order they were, which makes the next
 * call faster: keep one and use it again.
 *
 * Pairs are indices, two by two, in order of the first and then of the second. They are views, which hold until the next call into the
 * library: copy what you keep. Throws `SHAPE` for numbers that make no shape, naming its index.
 */
export class Batch {
  private readonly raw: RawBatch;
  private readonly columns = new Columns();

  /** Of the settings `strategy`, `cell` and `touching` count. */
  constructor(settings: Settings = {}) {
    this.raw = new RawBatch(rawSettings(settings));
  }

  /** Every pair of overlapping shapes, the smaller index first. */
  pairs(shapes: Shapes): Uint32Array {
    this.raw.pairs(shapes.kinds, shapes.numbers, this.columns.raw);
    return this.columns.words;
  }

  /** Every overlapping pair of a shape of the one and a shape of the other. */
  pairsBetween(a: Shapes, b: Shapes): Uint32Array {
    this.raw.pairs_between(a.kinds, a.numbers, b.kinds, b.numbers, this.columns.raw);
    return this.columns.words;
  }

  /** How many pairs there are, without memory for them. */
  countPairs(shapes: Shapes): number {
    return this.raw.count_pairs(shapes.kinds, shapes.numbers);
  }

  /** How many pairs of one of each there are, without memory for them. */
  countPairsBetween(a: Shapes, b: Shapes): number {
    return this.raw.count_pairs_between(a.kinds, a.numbers, b.kinds, b.numbers);
  }

  /** Gives its memory back, which the garbage collector would do later. It may not be used any more. */
  free(): void {
    this.raw.free();
    this.columns.raw.free();
  }

  /** As {@link free}, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

/** Every pair of overlapping shapes, as a copy: {@link Batch} is faster for more than one call. */
export function pairs(shapes: Shapes, settings: Settings = {}): Uint32Array {
  const batch = new Batch(settings);
  try {
    return batch.pairs(shapes).slice();
  } finally {
    batch.free();
  }
}

/** Every overlapping pair of a shape of the one and a shape of the other, as a copy. */
export function pairsBetween(a: Shapes, b: Shapes, settings: Settings = {}): Uint32Array {
  const batch = new Batch(settings);
  try {
    return batch.pairsBetween(a, b).slice();
  } finally {
    batch.free();
  }
}
