import { LIMITED, type Limited, optionalLimits } from "./budget.js";
import { type Integers, type Names, flag, known } from "./check.js";
import { whole } from "./error.js";
import { Columns, scoped } from "./memory.js";
import { RawTerms } from "./raw.js";
import { type HandleLike, type HandleList, type Layers, flagColumn, layersColumn, wideColumn } from "./entity.js";

/** The filter of queries: one value for all queries of a batch, or a column with one for each. */
export interface Filter {
  /** The entity to exclude, such as the shooter. */
  except?: HandleLike | HandleList;
  /**
   * Only entities that an entity with these layers would collide with. A column has three numbers for each query:
   * category, mask and group.
   */
  layers?: Layers | Integers;
  /** Whether to exclude sensors. A column has 1 for each query that excludes them. */
  solid?: boolean | Uint8Array;
}

/** @internal */
export const FILTER: Names<Filter> = { except: true, layers: true, solid: true };

/** The terms of a batch of queries. */
export interface Terms extends Filter, Limited {}

/** @internal */
export const TERMS: Names<Terms> = { ...FILTER, ...LIMITED };

/** The options of a batch of queries. */
export interface Asking extends Terms {
  /**
   * The limit of hits of each query: those with the smallest slots, or the nearest if hits have a distance. No limit by
   * default.
   */
  first?: number;
  /** Only counts the hits, without a list. */
  count?: boolean;
}

const ASKING: Names<Asking> = { ...TERMS, first: true, count: true };

/** The options of {@link Queries.nearest}: one value for all queries of a batch, or a column with one for each. */
export interface AskingNearest extends Terms {
  /** The maximum number of results of each query; 1 by default. */
  count?: number | Uint32Array;
  /** The maximum distance, in world units; no limit by default. */
  within?: number | Float32Array;
}

/** @internal */
export const NEAREST: Names<AskingNearest> = { ...TERMS, count: true, within: true };

/** Options with nothing else than a filter and a budget. @internal */
export function terms(options: Terms): Terms {
  return known("options", options, TERMS);
}

/** The options of a batch of queries with hits. @internal */
export function asking(options: Asking): Asking {
  return known("options", options, ASKING);
}

/** Options with nothing else than a filter. @internal */
export function filtered(filter: Filter): Filter {
  return known("filter", filter, FILTER);
}

/**
 * The hits of a batch of queries. Valid until the next query of the same kind on the same world. The columns are views,
 * valid until the next call into the library: copy them to keep them.
 */
export class Hits {
  /** @internal */
  readonly columns = new Columns();

  /** The number of queries. */
  get length(): number {
    return this.columns.raw.words_count() - 1;
  }

  /** The number of hits of all queries together. */
  get total(): number {
    return this.starts[this.length] as number;
  }

  /** The index of the first hit of each query, and last the end of the last query. */
  get starts(): Uint32Array {
    return this.columns.words;
  }

  /** The entities that were hit, query by query; empty if hits are only counted. */
  get handles(): BigUint64Array {
    return this.columns.wide;
  }

  /** The indices of the queries that exceeded {@link Budget.maxCandidatesEach}, in ascending order. They have no hits. */
  get stopped(): Uint32Array {
    return this.columns.stopped;
  }

  /** The work of the call, in the units of {@link Budget.maxWork}: with this limit, the same call succeeds. */
  get work(): number {
    return this.columns.raw.work();
  }

  /** The number of hits of a query. */
  count(question: number): number {
    const { starts } = this;
    return (starts[question + 1] as number) - (starts[question] as number);
  }

  /** The entities that a query hits. */
  of(question: number): BigUint64Array {
    const { starts } = this;
    return this.handles.subarray(starts[question], starts[question + 1]);
  }
}

/** Hits with measures. The parameter `hit` is an index into the hits of all queries. */
abstract class MeasuredHits extends Hits {
  /** The measures, {@link stride} numbers for each hit. */
  get numbers(): Float32Array {
    return this.columns.numbers;
  }

  /** The number of measures of a hit. */
  abstract readonly stride: number;

  protected number(hit: number, place: number): number {
    return this.numbers[hit * this.stride + place] as number;
  }

  protected pair(hit: number, place: number): [x: number, y: number] {
    return [this.number(hit, place), this.number(hit, place + 1)];
  }
}

/** The hits of rays or segments, sorted by entry. Six numbers for each: `entry, exit, x, y, normal x, normal y`. */
export class RayHits extends MeasuredHits {
  readonly stride = 6;

  /** Where it enters the shape: for rays a multiple of the direction, for segments a fraction from 0 to 1. */
  entry(hit: number): number {
    return this.number(hit, 0);
  }

  /** Where it leaves the shape, in the same unit. */
  exit(hit: number): number {
    return this.number(hit, 1);
  }

  /** The point of entry. */
  point(hit: number): [x: number, y: number] {
    return this.pair(hit, 2);
  }

  /** The outward unit normal at the point of entry; `undefined` if it starts inside the shape (NaN in the numbers). */
  normal(hit: number): [x: number, y: number] | undefined {
    const normal = this.pair(hit, 4);
    return Number.isNaN(normal[0]) ? undefined : normal;
  }
}

/**
 * The hits of moving shapes, sorted by time of impact. Seven numbers for each: `time, normal x, normal y`, and two
 * points, the second NaN if there is only one.
 */
export class SweepHits extends MeasuredHits {
  readonly stride = 7;

  /** The time of impact as a fraction of the motion, from 0 to 1. */
  time(hit: number): number {
    return this.number(hit, 0);
  }

  /** The unit normal, from the moving shape to the entity. */
  normal(hit: number): [x: number, y: number] {
    return this.pair(hit, 1);
  }

  /** The first contact point. */
  point(hit: number): [x: number, y: number] {
    return this.pair(hit, 3);
  }

  /** The contact points: one or two. */
  points(hit: number): [x: number, y: number][] {
    return points(this.pair(hit, 3), this.pair(hit, 5));
  }
}

/** The nearest entities, sorted by distance. One number for each: the distance in world units. */
export class NearestHits extends MeasuredHits {
  readonly stride = 1;

  /** The distance in world units; zero if the shapes overlap or touch. */
  distance(hit: number): number {
    return this.number(hit, 0);
  }
}

/** One or two points. */
export function points(first: [number, number], second: [number, number]): [x: number, y: number][] {
  return Number.isNaN(second[0]) ? [first] : [first, second];
}

/** Calls `call` with terms in the library's memory, and frees them afterwards. @internal */
export function within<T>(time: number | undefined, asking: Asking, call: (terms: RawTerms) => T): T {
  const { first, count, budget, except, layers, solid } = asking;
  const mode = flag("count", count) ? -2 : first === undefined ? -1 : Math.min(whole("first", first, true), 0x7fff_ffff);
  const handles = wideColumn("except", except);
  return scoped(new RawTerms(time, mode, optionalLimits(budget), handles, layersColumn(layers), flagColumn("solid", solid)), call);
}
