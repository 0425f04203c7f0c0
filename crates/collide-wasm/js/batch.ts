import { type Budget, optionalLimits } from "./budget.js";
import { Columns, Owned, release, scoped } from "./memory.js";
import { RawBatch } from "./raw.js";
import { type Settings, withSettings } from "./settings.js";
import { type Shapes, shapeColumns } from "./shapes.js";

/**
 * Finds pairs among shapes that are stored outside of a world, such as in an ECS or a file. It keeps only the sorted
 * order of the shapes, which makes the next call faster: reuse one object.
 *
 * Pairs are indices, two for each pair, sorted by the first and then by the second index. Results are views, valid
 * until the next call into the library: copy them to keep them. Throws `SHAPE` with the index of an invalid shape, and
 * `BUDGET` for more pairs, 2^26 by default, or more work than the budget of the call.
 */
export class Batch extends Owned {
  private readonly raw: RawBatch;
  private readonly columns = new Columns();

  /** Only the settings `strategy`, `cell` and `touching` have an effect. */
  constructor(settings: Settings = {}) {
    super();
    this.raw = withSettings(settings, (raw) => new RawBatch(raw));
  }

  /** All pairs of overlapping shapes, the smaller index first. */
  pairs(shapes: Shapes, budget?: Budget): Uint32Array {
    this.raw.pairs(...shapeColumns(shapes), optionalLimits(budget), this.columns.raw);
    return this.columns.words;
  }

  /** All overlapping pairs of a shape of `a` and a shape of `b`. */
  pairsBetween(a: Shapes, b: Shapes, budget?: Budget): Uint32Array {
    this.raw.pairs_between(...shapeColumns(a, "a"), ...shapeColumns(b, "b"), optionalLimits(budget), this.columns.raw);
    return this.columns.words;
  }

  /** The number of pairs, without memory for the pairs. */
  countPairs(shapes: Shapes, budget?: Budget): number {
    return this.raw.count_pairs(...shapeColumns(shapes), optionalLimits(budget));
  }

  /** The number of pairs of a shape of `a` and a shape of `b`, without memory for the pairs. */
  countPairsBetween(a: Shapes, b: Shapes, budget?: Budget): number {
    return this.raw.count_pairs_between(...shapeColumns(a, "a"), ...shapeColumns(b, "b"), optionalLimits(budget));
  }

  free(): void {
    release("batch", this.raw, this.columns.raw);
  }
}

/** All pairs of overlapping shapes, as a copy. {@link Batch} is faster for more than one call. */
export function pairs(shapes: Shapes, settings: Settings = {}): Uint32Array {
  return scoped(new Batch(settings), (batch) => batch.pairs(shapes).slice());
}

/** All overlapping pairs of a shape of `a` and a shape of `b`, as a copy. */
export function pairsBetween(a: Shapes, b: Shapes, settings: Settings = {}): Uint32Array {
  return scoped(new Batch(settings), (batch) => batch.pairsBetween(a, b).slice());
}
