import { column, integers, known, number, pair } from "./check.js";
import { whole } from "./error.js";
import type { Handle, HandleList } from "./entity.js";
import { type Impact, type Ray, type RayHit, impactOf, rayHit, rayRow, segmentRow } from "./measures.js";
import { type Turn, turnsOf } from "./crowd.js";
import { Columns, release } from "./memory.js";
import { SLIDE, type Slide, type SlideOptions, Slides, withOptions } from "./movement.js";
import { type Asking, type AskingNearest, type Filter, Hits, NEAREST, NearestHits, RayHits, SweepHits, TERMS, type Terms, asking, filtered, terms, within } from "./questions.js";
import { type Answer, RawQuestions, type RawTerms, type RawWorld } from "./raw.js";
import { type Sector, sectorRow } from "./sectors.js";
import type { Point, Shape } from "./shape.js";
import { Shapes, oneShape, shapeColumns } from "./shapes.js";

/** A hit with its entity. */
export type Hit<T> = T & { handle: Handle };

/** The answers to queries and movements, which a world reuses. Those without an object of their own share columns. @internal */
export class Answers {
  readonly raw = new RawQuestions();
  readonly overlap = new Hits();
  readonly sectors = new Hits();
  readonly rays = new RayHits();
  readonly segments = new RayHits();
  readonly sweeps = new SweepHits();
  readonly nearest = new NearestHits();
  readonly slides = new Slides();
  readonly shared = { columns: new Columns() };

  free(): void {
    const { raw, ...all } = this;
    release("world", raw, ...Object.values(all).map(({ columns }) => columns.raw));
  }
}

/** What the options of {@link Queries.nearest} may be. */
const NUMBERS = "a number or a typed array";
const NO_NUMBERS = new Float32Array(0);

/** The kinds of queries of the library, and the columns that each takes. */
type Kind = Exclude<keyof RawQuestions, "free" | typeof Symbol.dispose> | "free_places";
type Input<K extends Kind> = Parameters<RawQuestions[K]> extends [RawWorld, RawTerms, Answer, ...infer C] ? C : never;

/**
 * Batches of queries on a world, now or in the past. Results are exact, in the order of the queries, and the same for
 * every strategy.
 *
 * Each method throws `SHAPE` with the index of an invalid query; `LENGTH` if a column has the wrong length; `BUDGET` if
 * the batch exceeds its `budget`; `PAST` if the time is not in the history.
 *
 * The methods for one query return the first hit as an object of its own, which stays valid. Batches are faster.
 */
export class Queries {
  /** @internal */
  constructor(
    private readonly world: RawWorld,
    private readonly answers: Answers,
    private readonly time: number | undefined,
  ) {}

  /** The way of every batch: runs it with the options, the filters and the input columns, and returns its answers. */
  private ask<K extends Kind, T extends { columns: Columns }>(kind: K, answers: T, options: Asking, ...input: Input<K>): T {
    const run: (...columns: never) => void = this.answers.raw[kind];
    const call = (raw: RawTerms) => Reflect.apply(run, this.answers.raw, [this.world, raw, answers.columns.raw, ...input]);
    within(this.time, options, call);
    return answers;
  }

  /** Overlap: the entities that overlap each of these shapes, in order of slots. */
  overlap(shapes: Shapes, options: Asking = {}): Hits {
    return this.ask("overlap", this.answers.overlap, asking(options), ...shapeColumns(shapes));
  }

  /** Point query: the entities that contain each of these points, in order of slots. Two numbers for each point. */
  points(xy: Float32Array, options: Asking = {}): Hits {
    return this.overlap(Shapes.points(column("xy", xy)), options);
  }

  /**
   * Sector query: the entities that overlap each sector, in order of slots. Eight numbers for each sector: apex, the
   * directions of both borders, outer and inner radius (see {@link sectorNumbers}). Walls do not hide what is behind
   * them: for sight, call {@link blocked} with the lines to the hits.
   */
  sectors(sectors: Float32Array, options: Asking = {}): Hits {
    return this.ask("sectors", this.answers.sectors, asking(options), column("sectors", sectors));
  }

  /**
   * Raycast: the entities that each ray hits, nearest first. Five numbers for each ray: origin, direction, and maximum
   * distance as a multiple of the direction (`Infinity` for no limit). A ray that only touches a shape hits it,
   * whatever the touching rule.
   */
  rays(rays: Float32Array, options: Asking = {}): RayHits {
    return this.ask("rays", this.answers.rays, asking(options), column("rays", rays));
  }

  /**
   * Raycast along segments: the entities that overlap each segment, nearest to the start first. Four numbers for each:
   * start and end.
   */
  segments(segments: Float32Array, options: Asking = {}): RayHits {
    return this.ask("segments", this.answers.segments, asking(options), column("segments", segments));
  }

  /**
   * Line of sight: 1 for each segment that any entity overlaps, else 0. A view, valid until the next call into the
   * library.
   */
  blocked(segments: Float32Array, options: Terms = {}): Uint8Array {
    return this.ask("blocked", this.answers.shared, terms(options), column("segments", segments)).columns.bytes;
  }

  /**
   * Shapecast: the entities that each moving shape hits, sorted by time of impact. Two numbers of `motions` for each:
   * its motion.
   */
  sweeps(shapes: Shapes, motions: Float32Array, options: Asking = {}): SweepHits {
    return this.ask("sweeps", this.answers.sweeps, asking(options), ...shapeColumns(shapes), column("motions", motions));
  }

  /** Nearest neighbours: the entities nearest to each of these shapes, sorted by distance and then by slot. */
  nearest(shapes: Shapes, options: AskingNearest = {}): NearestHits {
    const { count = 1, within: far = NO_NUMBERS, ...rest } = known("options", options, NEAREST);
    const counts = typeof count === "number" ? Uint32Array.of(whole("count", count, true)) : column("count", count, NUMBERS);
    const limits = typeof far === "number" ? Float32Array.of(far) : column("within", far, NUMBERS);
    return this.ask("nearest", this.answers.nearest, rest, ...shapeColumns(shapes), counts, limits);
  }

  /**
   * The shapes of entities at the time of the queries; the kind is {@link NO_ENTITY} if an entity did not exist then.
   * Views, valid until the next call into the library.
   */
  shapes(handles: HandleList): Shapes {
    const { bytes, numbers } = this.ask("shapes", this.answers.shared, {}, integers("handles", handles)).columns;
    return new Shapes(bytes, numbers);
  }

  /** The entities that overlap one shape, in order of slots, as a copy. */
  overlapping(shape: Shape, filter: Filter = {}): BigUint64Array {
    return this.overlap(oneShape(shape), filtered(filter)).handles.slice();
  }

  /** The entities that overlap one sector, in order of slots, as a copy. */
  inSector(sector: Sector, filter: Filter = {}): BigUint64Array {
    return this.sectors(Float32Array.from(sectorRow("sector", sector)), filtered(filter)).handles.slice();
  }

  /** Raycast: the first entity that one ray hits, and where. */
  ray(ray: Ray, filter: Filter = {}): Hit<RayHit> | undefined {
    return first(this.rays(rayRow(ray), { ...filtered(filter), first: 1 }));
  }

  /** Raycast along one segment: the first entity that it overlaps, and where. */
  segment(from: Point, to: Point, filter: Filter = {}): Hit<RayHit> | undefined {
    return first(this.segments(segmentRow(from, to), { ...filtered(filter), first: 1 }));
  }

  /** Line of sight: whether any entity overlaps one segment. */
  isBlocked(from: Point, to: Point, filter: Filter = {}): boolean {
    return this.blocked(segmentRow(from, to), filtered(filter))[0] === 1;
  }

  /** Shapecast: the first entity that one moving shape hits, and the impact. */
  sweep(shape: Shape, motion: Point, filter: Filter = {}): Hit<Impact> | undefined {
    const options = { ...filtered(filter), first: 1 };
    const { numbers, handles } = this.sweeps(oneShape(shape), Float32Array.of(...pair("motion", motion)), options);
    return handles.length === 0 ? undefined : { handle: handles[0] as Handle, ...impactOf(numbers) };
  }

  /** Nearest neighbour: the entity nearest to one shape, and its distance. */
  closest(shape: Shape, within: number = Infinity, filter: Filter = {}): Hit<{ distance: number }> | undefined {
    const { numbers, handles } = this.nearest(oneShape(shape), { ...filtered(filter), within: number("within", within) });
    return handles.length === 0 ? undefined : { handle: handles[0] as Handle, distance: numbers[0] as number };
  }

  /**
   * Move and slide: each of these shapes, which need not be entities, moves by two numbers of `motions` along the
   * entities that block it. A shape that overlaps no blocker at the start overlaps none at the end, exactly, and passes
   * none on its way. The shapes do not block each other. Exclude an entity itself with `except`. Sensors never block.
   */
  slides(shapes: Shapes, motions: Float32Array, options: SlideOptions & Terms = {}): Slides {
    const columns = [...shapeColumns(shapes), column("motions", motions)] as const;
    const { maxBounces, leaveOverlapped, pass, ...filter } = known("options", options, { ...SLIDE, ...TERMS });
    return withOptions({ maxBounces, leaveOverlapped, pass }, (raw) => this.ask("slides", this.answers.slides, filter, ...columns, raw));
  }

  /** Move and slide of one shape. */
  slide(shape: Shape, motion: Point, options: SlideOptions & Filter = {}): Slide {
    return this.slides(oneShape(shape), Float32Array.of(...pair("motion", motion)), options).at(0) as Slide;
  }

  /**
   * Turns each of these oriented rects about a pivot, two numbers of `pivots`, by its angle in radians, until an entity
   * blocks it: doors, barriers and turrets. It passes no blocker on the way. The world does not change. Exclude an entity
   * itself with `except`. Sensors never block.
   */
  turns(shapes: Shapes, pivots: Float32Array, angles: Float32Array, options: Terms = {}): Turn[] {
    const [kinds, numbers] = shapeColumns(shapes);
    const input = [kinds, numbers, column("pivots", pivots), column("angles", angles)] as const;
    return turnsOf(this.ask("turns", this.answers.shared, terms(options), ...input).columns);
  }

  /** Turns one oriented rect. */
  turn(shape: Shape, pivot: Point, angle: number, filter: Filter = {}): Turn {
    return this.turns(oneShape(shape), Float32Array.of(...pair("pivot", pivot)), Float32Array.of(number("angle", angle)), filtered(filter))[0] as Turn;
  }

  /**
   * Free places: for each of these shapes the nearest place at most `maxDistance` away where its interior overlaps that
   * of no entity; the shape itself if it is free already. Of the kind {@link NO_ENTITY} if none was found. The places
   * are searched for one by one: they may overlap each other. Sensors never count. `maxCandidatesEach` of the budget limits the
   * number of entities among which a place is searched for: where more are within a distance at which the search looks, there
   * is no place. Views, valid until the next call into the library.
   */
  freePlaces(shapes: Shapes, maxDistance: number, options: Terms = {}): Shapes {
    const far = number("maxDistance", maxDistance);
    const places = this.ask("free_places", this.answers.shared, terms(options), ...shapeColumns(shapes), far).columns;
    return new Shapes(places.bytes, places.numbers);
  }

  /** The nearest free place of one shape; `undefined` if none was found. */
  freePlace(shape: Shape, maxDistance: number, filter: Filter = {}): Shape | undefined {
    return this.freePlaces(oneShape(shape), maxDistance, filtered(filter)).at(0);
  }
}

function first({ numbers, handles }: RayHits): Hit<RayHit> | undefined {
  return handles.length === 0 ? undefined : { handle: handles[0] as Handle, ...rayHit(numbers) };
}
