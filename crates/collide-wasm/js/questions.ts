import { whole } from "./error.js";
import { Columns } from "./memory.js";
import { RawQuestions, RawTerms, type RawWorld } from "./raw.js";
import { Shapes } from "./shapes.js";
import { type Handle, type Layers, flagColumn, layersColumn, wideColumn } from "./entity.js";

/** Of whom a question is asked: one value for all questions of a batch, or a column with one for each. */
export interface Filter {
  /** Not of this one: the one who asks. */
  except?: Handle | BigUint64Array;
  /** Of those that an entity on these would meet; as a column three for each question: category, mask and group. */
  layers?: Layers | BigUint64Array;
  /** Not of sensors; as a column 1 for each question that is not. */
  solid?: boolean | Uint8Array;
}

/** How a batch of questions is asked. */
export interface Asking extends Filter {
  /** At most so many hits of each question: those with the smallest slots, or the nearest where hits have a distance. */
  first?: number;
  /** Only how many hits there are, without a list. */
  count?: boolean;
  /** At most so many hits of all questions together, else `BUDGET` is thrown. */
  maxHits?: number;
}

/** How {@link Queries.nearest} is asked: one value for all questions of a batch, or a column with one for each. */
export interface AskingNearest extends Filter {
  /** At most so many for each; 1 by default. */
  count?: number | Uint32Array;
  /** At most so far, in world units; however far by default. */
  within?: number | Float32Array;
  /** At most so many hits of all questions together, else `BUDGET` is thrown. */
  maxHits?: number;
}

/**
 * Who was hit by each question of a batch. Holds until the next question of its kind is asked of the same world; the columns are views, and
 * hold until the next call into the library: copy what you keep.
 */
export class Hits {
  /** @internal */
  constructor(protected readonly columns: Columns) {}

  /** How many questions are answered. */
  get length(): number {
    return this.columns.raw.words_count() - 1;
  }

  /** How many hits all questions have together. */
  get total(): number {
    return this.starts[this.length] as number;
  }

  /** Where the hits of each question start, and the end of the last one's. */
  get starts(): Uint32Array {
    return this.columns.words;
  }

  /** Who was hit, question by question; nobody where they are only counted. */
  get handles(): BigUint64Array {
    return this.columns.wide;
  }

  /** How many hits a question has. */
  count(question: number): number {
    const { starts } = this;
    return (starts[question + 1] as number) - (starts[question] as number);
  }

  /** Who was hit by a question. */
  of(question: number): BigUint64Array {
    const { starts } = this;
    return this.handles.subarray(starts[question], starts[question + 1]);
  }
}

/** What was measured of each hit, besides {@link Hits}. Hits are counted from the first of the first question. */
abstract class MeasuredHits extends Hits {
  /** What was measured, {@link stride} numbers for each hit. */
  get numbers(): Float32Array {
    return this.columns.numbers;
  }

  /** How many numbers a hit has. */
  abstract readonly stride: number;

  protected number(hit: number, place: number): number {
    return this.numbers[hit * this.stride + place] as number;
  }

  protected pair(hit: number, place: number): [x: number, y: number] {
    return [this.number(hit, place), this.number(hit, place + 1)];
  }
}

/** Whom rays or segments hit, by entry. Six numbers for each: `entry, exit, x, y, normal x, normal y`. */
export class RayHits extends MeasuredHits {
  readonly stride = 6;

  /** How far along it enters: for rays in lengths of the direction, for segments from 0 to 1. */
  entry(hit: number): number {
    return this.number(hit, 0);
  }

  /** How far along it leaves. */
  exit(hit: number): number {
    return this.number(hit, 1);
  }

  /** Where it enters. */
  point(hit: number): [x: number, y: number] {
    return this.pair(hit, 2);
  }

  /** The outward normal there; nothing where it starts inside. In the numbers that is NaN. */
  normal(hit: number): [x: number, y: number] | undefined {
    const normal = this.pair(hit, 4);
    return Number.isNaN(normal[0]) ? undefined : normal;
  }
}

/** Whom moving shapes hit, by time. Seven numbers for each: `time, normal x, normal y`, and two points, the second NaN where there is one. */
export class SweepHits extends MeasuredHits {
  readonly stride = 7;

  /** The part of the way that is done, from 0 to 1. */
  time(hit: number): number {
    return this.number(hit, 0);
  }

  /** From what moved to whom it hit. */
  normal(hit: number): [x: number, y: number] {
    return this.pair(hit, 1);
  }

  /** Where they meet: one point or two. */
  points(hit: number): [x: number, y: number][] {
    return points(this.pair(hit, 3), this.pair(hit, 5));
  }
}

/** Who is nearest, by distance. A number for each: the distance in world units. */
export class NearestHits extends MeasuredHits {
  readonly stride = 1;

  /** How far away; zero for whom the shape overlaps or touches. */
  distance(hit: number): number {
    return this.number(hit, 0);
  }
}

/** One point or two. */
export function points(first: [number, number], second: [number, number]): [x: number, y: number][] {
  return Number.isNaN(second[0]) ? [first] : [first, second];
}

/** What questions are answered with, kept by a world. @internal */
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

/** Terms in the library's memory, for the time of a call. */
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

/** Terms of a filter alone. @internal */
export function whom<T>(filter: Filter, call: (terms: RawTerms) => T): T {
  const { except, layers, solid } = filter;
  return within(undefined, { ...(except !== undefined && { except }), ...(layers && { layers }), ...(solid !== undefined && { solid }) }, call);
}

/**
 * Questions in batches, about a world as it is or as it was. Answers are exact, in the order asked, and the same whatever the strategy.
 *
 * Each throws `SHAPE` for numbers that make no question, naming its index; `LENGTH` for columns that do not fit; `BUDGET` for more hits than
 * `maxHits`; `PAST` for a time that is not remembered.
 */
export class Queries {
  /** @internal */
  constructor(
    private readonly world: RawWorld,
    private readonly answers: Answers,
    private readonly time: number | undefined,
  ) {}

  /** Who overlaps each of these shapes, by slot. */
  overlap(shapes: Shapes, asking: Asking = {}): Hits {
    const { raw, overlap } = this.answers;
    within(this.time, asking, (terms) => raw.overlap(this.world, terms, shapes.kinds, shapes.numbers, columnsOf(overlap)));
    return overlap;
  }

  /** Who is at each of these points, of two numbers each, by slot. */
  points(xy: Float32Array, asking: Asking = {}): Hits {
    return this.overlap(Shapes.points(xy), asking);
  }

  /**
   * Whom rays hit, nearest first. Five numbers for each: origin, direction, and how far at most, in lengths of the direction; `Infinity` for
   * however far. A graze is a hit, whatever the rule for touching.
   */
  rays(rays: Float32Array, asking: Asking = {}): RayHits {
    const { raw, rays: hits } = this.answers;
    within(this.time, asking, (terms) => raw.rays(this.world, terms, rays, columnsOf(hits)));
    return hits;
  }

  /** Who overlaps segments, nearest to the start first. Four numbers for each: start and end. */
  segments(segments: Float32Array, asking: Asking = {}): RayHits {
    const { raw, segments: hits } = this.answers;
    within(this.time, asking, (terms) => raw.segments(this.world, terms, segments, columnsOf(hits)));
    return hits;
  }

  /** Whether anyone overlaps segments, as a byte each: no line of sight. A view, which holds until the next call into the library. */
  blocked(segments: Float32Array, filter: Filter = {}): Uint8Array {
    const { raw, blocked } = this.answers;
    within(this.time, filter, (terms) => raw.blocked(this.world, terms, segments, blocked.raw));
    return blocked.bytes;
  }

  /** Whom shapes hit on their way, first come first. Two numbers of `motions` for each: how far it goes. */
  sweeps(shapes: Shapes, motions: Float32Array, asking: Asking = {}): SweepHits {
    const { raw, sweeps } = this.answers;
    const { kinds, numbers } = shapes;
    within(this.time, asking, (terms) => raw.sweeps(this.world, terms, kinds, numbers, motions, columnsOf(sweeps)));
    return sweeps;
  }

  /** Who is nearest to each of these shapes, by distance and then by slot. */
  nearest(shapes: Shapes, asking: AskingNearest = {}): NearestHits {
    const { raw, nearest } = this.answers;
    const { count = 1, within: far, ...terms } = asking;
    const counts = typeof count === "number" ? Uint32Array.of(whole("count", count, true)) : count;
    const limits = typeof far === "number" ? Float32Array.of(far) : (far ?? new Float32Array(0));
    const { kinds, numbers } = shapes;
    within(this.time, terms, (terms) => raw.nearest(this.world, terms, kinds, numbers, counts, limits, columnsOf(nearest)));
    return nearest;
  }

  /** The shapes of entities at that time, 255 for the kind of who was not there. Views, which hold until the next call into the library. */
  shapes(handles: BigUint64Array): Shapes {
    const { raw, shapes } = this.answers;
    within(this.time, {}, (terms) => raw.shapes(this.world, terms, handles, shapes.raw));
    return new Shapes(shapes.bytes, shapes.numbers);
  }
}
