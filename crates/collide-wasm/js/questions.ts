import { whole } from "./error.js";
import { Columns } from "./memory.js";
import { RawQuestions, RawTerms, type RawWorld } from "./raw.js";
import { Shapes } from "./shapes.js";
import { type Handle, type Layers, flagColumn, layersColumn, wideColumn } from "./entity.js";

/** The filter of queries: one value for all queries of a batch, or a column with one for each. */
export interface Filter {
  /** The entity to exclude, such as the shooter. */
  except?: Handle | BigUint64Array;
  /**
   * Only entities that an entity with these layers would collide with. A column has three numbers for each query:
   * category, mask and group.
   */
  layers?: Layers | BigUint64Array;
  /** Whether to exclude sensors. A column has 1 for each query that excludes them. */
  solid?: boolean | Uint8Array;
}

/** The options of a batch of queries. */
export interface Asking extends Filter {
  /**
   * The limit of hits of each query: those with the smallest slots, or the nearest if hits have a distance. No limit by
   * default.
   */
  first?: number;
  /** Only counts the hits, without a list. */
  count?: boolean;
  /** The limit of hits of all queries together; throws `BUDGET` if there are more. */
  maxHits?: number;
}

/** The options of {@link Queries.nearest}: one value for all queries of a batch, or a column with one for each. */
export interface AskingNearest extends Filter {
  /** The maximum number of results of each query; 1 by default. */
  count?: number | Uint32Array;
  /** The maximum distance, in world units; no limit by default. */
  within?: number | Float32Array;
  /** The limit of hits of all queries together; throws `BUDGET` if there are more. */
  maxHits?: number;
}

/**
 * The hits of a batch of queries. Valid until the next query of the same kind on the same world. The columns are views,
 * valid until the next call into the library: copy them to keep them.
 */
export class Hits {
  /** @internal */
  constructor(protected readonly columns: Columns) {}

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

/** The buffers of the answers to queries, which a world reuses. @internal */
export class Answers {
  readonly raw = new RawQuestions();
  readonly overlap = new Hits(new Columns());
  readonly rays = new RayHits(new Columns());
  readonly segments = new RayHits(new Columns());
  readonly sweeps = new SweepHits(new Columns());
  readonly nearest = new NearestHits(new Columns());
  readonly blocked = new Columns();
  readonly shapes = new Columns();
  readonly swept = new Columns();

  free(): void {
    this.raw.free();
    for (const hits of [this.overlap, this.rays, this.segments, this.sweeps, this.nearest]) columnsOf(hits).free();
    for (const { raw } of [this.blocked, this.shapes, this.swept]) raw.free();
  }
}

function columnsOf(hits: Hits): Columns["raw"] {
  return (hits as unknown as { columns: Columns }).columns.raw;
}

/** Calls `call` with terms in the library's memory, and frees them afterwards. */
function within<T>(time: number | undefined, asking: Asking, call: (terms: RawTerms) => T): T {
  const { first, count, maxHits, except, layers, solid } = asking;
  const mode = count ? -2 : first === undefined ? -1 : Math.min(whole("first", first, true), 0x7fff_ffff);
  const terms = new RawTerms(time, mode, maxHits, wideColumn(except), layersColumn(layers), flagColumn(solid));
  try {
    return call(terms);
  } finally {
    terms.free();
  }
}

/** Calls `call` with the terms of a filter. @internal */
export function withFilter<T>(filter: Filter, call: (terms: RawTerms) => T): T {
  const { except, layers, solid } = filter;
  return within(undefined, { ...(except !== undefined && { except }), ...(layers && { layers }), ...(solid !== undefined && { solid }) }, call);
}

/**
 * Batches of queries on a world, now or in the past. Results are exact, in the order of the queries, and the same for
 * every strategy.
 *
 * Each method throws `SHAPE` with the index of an invalid query; `LENGTH` if a column has the wrong length; `BUDGET` if
 * there are more hits than `maxHits`; `PAST` if the time is not in the history.
 */
export class Queries {
  /** @internal */
  constructor(
    private readonly world: RawWorld,
    private readonly answers: Answers,
    private readonly time: number | undefined,
  ) {}

  /** Overlap: the entities that overlap each of these shapes, in order of slots. */
  overlap(shapes: Shapes, asking: Asking = {}): Hits {
    const { raw, overlap } = this.answers;
    within(this.time, asking, (terms) => raw.overlap(this.world, terms, shapes.kinds, shapes.numbers, columnsOf(overlap)));
    return overlap;
  }

  /** Point query: the entities that contain each of these points, in order of slots. Two numbers for each point. */
  points(xy: Float32Array, asking: Asking = {}): Hits {
    return this.overlap(Shapes.points(xy), asking);
  }

  /**
   * Raycast: the entities that each ray hits, nearest first. Five numbers for each ray: origin, direction, and maximum
   * distance as a multiple of the direction (`Infinity` for no limit). A ray that only touches a shape hits it,
   * whatever the touching rule.
   */
  rays(rays: Float32Array, asking: Asking = {}): RayHits {
    const { raw, rays: hits } = this.answers;
    within(this.time, asking, (terms) => raw.rays(this.world, terms, rays, columnsOf(hits)));
    return hits;
  }

  /**
   * Raycast along segments: the entities that overlap each segment, nearest to the start first. Four numbers for each:
   * start and end.
   */
  segments(segments: Float32Array, asking: Asking = {}): RayHits {
    const { raw, segments: hits } = this.answers;
    within(this.time, asking, (terms) => raw.segments(this.world, terms, segments, columnsOf(hits)));
    return hits;
  }

  /**
   * Line of sight: 1 for each segment that any entity overlaps, else 0. A view, valid until the next call into the
   * library.
   */
  blocked(segments: Float32Array, filter: Filter = {}): Uint8Array {
    const { raw, blocked } = this.answers;
    within(this.time, filter, (terms) => raw.blocked(this.world, terms, segments, blocked.raw));
    return blocked.bytes;
  }

  /**
   * Shapecast: the entities that each moving shape hits, sorted by time of impact. Two numbers of `motions` for each:
   * its motion.
   */
  sweeps(shapes: Shapes, motions: Float32Array, asking: Asking = {}): SweepHits {
    const { raw, sweeps } = this.answers;
    const { kinds, numbers } = shapes;
    within(this.time, asking, (terms) => raw.sweeps(this.world, terms, kinds, numbers, motions, columnsOf(sweeps)));
    return sweeps;
  }

  /** Nearest neighbours: the entities nearest to each of these shapes, sorted by distance and then by slot. */
  nearest(shapes: Shapes, asking: AskingNearest = {}): NearestHits {
    const { raw, nearest } = this.answers;
    const { count = 1, within: far, ...terms } = asking;
    const counts = typeof count === "number" ? Uint32Array.of(whole("count", count, true)) : count;
    const limits = typeof far === "number" ? Float32Array.of(far) : (far ?? new Float32Array(0));
    const { kinds, numbers } = shapes;
    within(this.time, terms, (terms) => raw.nearest(this.world, terms, kinds, numbers, counts, limits, columnsOf(nearest)));
    return nearest;
  }

  /**
   * The shapes of entities at the time of the queries; the kind is {@link NO_ENTITY} if an entity did not exist then.
   * Views, valid until the next call into the library.
   */
  shapes(handles: BigUint64Array): Shapes {
    const { raw, shapes } = this.answers;
    within(this.time, {}, (terms) => raw.shapes(this.world, terms, handles, shapes.raw));
    return new Shapes(shapes.bytes, shapes.numbers);
  }
}
