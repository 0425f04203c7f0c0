import { whole } from "./error.js";
import { Columns, floats } from "./memory.js";
import { Answers, Queries, points } from "./questions.js";
import { RawColumns, RawWorld } from "./raw.js";
import { type Settings, rawSettings } from "./settings.js";
import { type Shape, Shapes } from "./shapes.js";
import type { TraceTick } from "./trace.js";
import { Entities, type Entity, type Handle, type EntityOptions, type EntityOptionsBatch, entityColumns } from "./entity.js";

/** What a step did. */
export interface Report {
  shapeCount: number;
  /** Pairs that the search let through to the exact test. */
  candidateCount: number;
  pairCount: number;
  /** The strategy that ran, and why. */
  strategy: string;
  reason: string;
  /** Milliseconds of each phase. */
  times: { bounds: number; index: number; pairs: number; order: number; events: number; history: number };
}

/** What has become of a pair: in {@link Events.kinds}. */
export const EventKind = { began: 0, stayed: 1, ended: 2 } as const;

/** What has become of pairs. Views, which hold until the next call into the library. */
export interface Events {
  /** A kind each: see {@link EventKind}. */
  kinds: Uint8Array;
  /** Two handles each. */
  pairs: BigUint64Array;
}

/** How pairs meet. Views, which hold until the next call into the library. */
export class Contacts {
  /** @internal */
  constructor(
    /** How many points each has: none for a pair with a sensor, and for one that overlaps no longer. */
    readonly counts: Uint8Array,
    /** Seven for each: `depth, normal x, normal y`, and two points, NaN where there is none. */
    readonly numbers: Float32Array,
  ) {}

  /** How one pair meets; the normal points from the first to the second. */
  at(pair: number): { depth: number; normal: [number, number]; points: [number, number][] } | undefined {
    if (!this.counts[pair]) return undefined;
    const [depth, x, y, ...ends] = this.numbers.subarray(7 * pair, 7 * pair + 7) as unknown as [number, number, number, number, number, number, number];
    return { depth, normal: [x, y], points: points([ends[0], ends[1]], [ends[2], ends[3]]) };
  }
}

/** Who meets whom on their ways. Views, which hold until the next call into the library. */
export interface SweptPairs {
  /** Two handles each. */
  pairs: BigUint64Array;
  /** Seven for each: `time, normal x, normal y`, and two points, the second NaN where there is one. */
  numbers: Float32Array;
}

/**
 * The dynamic circles of a world as columns by slot, in the library's own memory: written to by you, read by {@link World.writeCircles},
 * without a copy.
 */
export class CircleColumns {
  /** @internal */
  readonly raw: RawColumns;

  /** Room for so many slots, all zeros. Throws `FULL` where there is no memory for that. */
  constructor(count = 0) {
    this.raw = new RawColumns();
    this.resize(count);
  }

  /** For how many slots there is room. */
  get length(): number {
    return this.raw.count();
  }

  /** Makes room for so many; what is new is zero. Throws `FULL` where there is no memory for that; nothing has changed then. */
  resize(count: number): void {
    this.raw.resize(whole("count", count));
  }

  /** Centers. A view: it holds until the next call into the library that is no getter of these columns. So do the others. */
  get x(): Float32Array {
    return floats(this.raw.x_at(), this.raw.count());
  }

  /** Centers. */
  get y(): Float32Array {
    return floats(this.raw.y_at(), this.raw.count());
  }

  /** Not to become negative. */
  get radius(): Float32Array {
    return floats(this.raw.radius_at(), this.raw.count());
  }

  /** Gives the memory back, which the garbage collector would do later. The columns may not be used any more. */
  free(): void {
    this.raw.free();
  }

  /** As {@link free}, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

/**
 * Entities with shapes, and the pairs of them that overlap at each tick: exactly, in a promised order, the same on every machine.
 *
 * What is refused is thrown as a {@link CollideError}, and nothing has changed then. Columns it answers with are views, which hold until the
 * next call into the library: copy what you keep, by `slice()`.
 *
 * ```js
 * const world = new World({ events: true });
 * const hero = world.insert(circle(0, 1, 0.5));
 * const door = world.insert(orientedRect(0, 0, 2, 0.1, Math.PI / 6));
 * world.setShape(hero, circle(0, 0.5, 0.5));
 * world.step();
 * world.pairs(); // BigUint64Array [hero, door]
 * ```
 */
export class World {
  /** @internal */
  readonly raw: RawWorld;
  private readonly columns = new Columns();
  private readonly answers = new Answers();
  private readonly present: Queries;

  constructor(settings: Settings = {}, /** @internal */ raw?: RawWorld) {
    this.raw = raw ?? new RawWorld(rawSettings(settings));
    this.present = new Queries(this.raw, this.answers, undefined);
  }

  /** How many entities there are. */
  get size(): number {
    return this.raw.len();
  }

  /** How many steps there were. */
  get tick(): number {
    return this.raw.tick();
  }

  /** Changes the settings for the steps that follow. What is left out is as by default, not as before. */
  setSettings(settings: Settings): void {
    this.raw.set_settings(rawSettings(settings));
  }

  /** Adds an entity. It takes part from the next step on. */
  insert(shape: Shape, options: EntityOptions = {}): Handle {
    return this.insertBatch(Shapes.of([shape]), options)[0] as Handle;
  }

  /** Adds entities; their handles, in the same order. */
  insertBatch(shapes: Shapes, options: EntityOptionsBatch = {}): BigUint64Array {
    this.raw.insert(shapes.kinds, shapes.numbers, ...entityColumns(options), this.columns.raw);
    return this.columns.wide;
  }

  /** Gives an entity a new shape or pose. Throws `STALE` when it is gone. */
  setShape(handle: Handle, shape: Shape): void {
    this.setShapeBatch(BigUint64Array.of(handle), Shapes.of([shape]));
  }

  /** Gives entities new shapes; of several for one entity the last counts. Throws `STALE`, naming the index. */
  setShapeBatch(handles: BigUint64Array, shapes: Shapes): void {
    this.raw.set_shapes(handles, shapes.kinds, shapes.numbers);
  }

  /** Gives entities new shapes and all else anew: what is left out is as by default. They keep their handles. */
  setEntityBatch(handles: BigUint64Array, shapes: Shapes, options: EntityOptionsBatch = {}): void {
    this.raw.set_entities(handles, shapes.kinds, shapes.numbers, ...entityColumns(options));
  }

  /** Removes an entity. Its handle is stale from now on. */
  remove(handle: Handle): void {
    this.removeBatch(BigUint64Array.of(handle));
  }

  /** Removes entities. Throws `STALE`, naming the index; none is removed then. */
  removeBatch(handles: BigUint64Array): void {
    this.raw.remove(handles);
  }

  /** An entity, or nothing when it is gone. */
  entity(handle: Handle): Entity | undefined {
    return this.entityBatch(BigUint64Array.of(handle)).at(0);
  }

  /** Entities as columns; those that are gone have the kind 255. */
  entityBatch(handles: BigUint64Array): Entities {
    this.raw.get_entities(handles, this.columns.raw);
    return this.entitiesOf(this.columns);
  }

  /** All entities as columns, by slot. */
  entities(): Entities {
    this.raw.all(this.columns.raw);
    return this.entitiesOf(this.columns);
  }

  private entitiesOf({ bytes, wide, numbers }: Columns): Entities {
    return new Entities(bytes, wide, numbers);
  }

  /**
   * Puts all dynamic circles where the columns say, by slot: the fastest way to move many. Those for whose slots there is no room stay. Throws
   * `SHAPE` for one that is no circle: it stays, all others are moved.
   */
  writeCircles(columns: CircleColumns): void {
    this.raw.write_circles(columns.raw);
  }

  /** Writes where the circles are into the columns, by slot, and makes room there for all entities. */
  readCircles(columns: CircleColumns): CircleColumns {
    this.raw.read_circles(columns.raw);
    return columns;
  }

  /** Finds the pairs of the next tick, and says how many they are. */
  step(): number {
    return this.raw.step(undefined);
  }

  /** The same, unless they are more: then throws `BUDGET`, and nothing has happened. */
  stepWithin(maxPairs: number): number {
    return this.raw.step(maxPairs);
  }

  /** Sorts what has changed since the last step, so that questions need not. Finds no pairs. */
  refresh(): void {
    this.raw.refresh();
  }

  /** How many pairs there would be, without memory for them. */
  countPairs(): number {
    return this.raw.count_pairs();
  }

  /** The pairs of the last step: handles two by two, the smaller slot first, by slot. */
  pairs(): BigUint64Array {
    this.raw.pairs(this.columns.raw);
    return this.columns.wide;
  }

  /** The same as slots, which is faster: what indexes columns of your own. */
  pairSlots(): Uint32Array {
    this.raw.pair_slots(this.columns.raw);
    return this.columns.words;
  }

  /** What began and ended since the step before, if the settings ask for it; with `stayed` also what did neither. */
  events(stayed = false): Events {
    this.raw.events(stayed, this.columns.raw);
    return { kinds: this.columns.bytes, pairs: this.columns.wide };
  }

  /** How each of the pairs meets, in the same order. */
  contacts(): Contacts {
    this.raw.contacts(this.columns.raw);
    return new Contacts(this.columns.bytes, this.columns.numbers);
  }

  /** Tick and pairs as one number: the same in every language. */
  fingerprint(): bigint {
    return this.raw.fingerprint();
  }

  /** What the last step did, if there was one. */
  report(): Report | undefined {
    const raw = this.raw.report();
    if (!raw) return undefined;
    const [bounds = 0, index = 0, pairs = 0, order = 0, events = 0, history = 0] = raw.times;
    const { shape_count: shapeCount, candidate_count: candidateCount, pair_count: pairCount, strategy, reason } = raw;
    raw.free();
    return { shapeCount, candidateCount, pairCount, strategy, reason, times: { bounds, index, pairs, order, events, history } };
  }

  /** Why the last step was done as it was, for people. */
  explain(): string | undefined {
    return this.raw.explain();
  }

  /** What the last 128 ticks took, as a line for a log. */
  recent(): string {
    return this.raw.recent();
  }

  /** Bytes that it holds. */
  memory(): number {
    return this.raw.memory();
  }

  /** Looks whether all that it keeps agrees; takes about as long as a tick. Throws `BUG` where it does not. */
  validate(): void {
    this.raw.validate();
  }

  /** Questions about the entities as they are now. */
  queries(): Queries {
    return this.present;
  }

  /** Questions about the entities as they were at a tick, or between two, if that is remembered: else asking throws `PAST`. */
  at(tick: number): Queries {
    return new Queries(this.raw, this.answers, tick);
  }

  /** Who meets whom when these entities move so far, two numbers each, and all others rest; by slots. */
  sweptPairs(handles: BigUint64Array, motions: Float32Array): SweptPairs {
    const { raw, swept } = this.answers;
    raw.swept_pairs(this.raw, handles, motions, swept.raw);
    return { pairs: swept.wide, numbers: swept.numbers };
  }

  /** The world as bytes, as a copy, for {@link restore} on any machine and in any language. Without settings and past. */
  save(): Uint8Array {
    this.raw.save(this.columns.raw);
    return this.columns.bytes.slice();
  }

  /** Becomes the world that was saved. Throws `SNAPSHOT`; nothing has changed then. Bytes may come from anyone. */
  restore(bytes: Uint8Array): void {
    this.raw.restore(bytes);
  }

  /** A copy that goes on alike, for rollback and what-if. */
  fork(): World {
    return new World({}, this.raw.fork());
  }

  /** Makes another world such a copy, in the memory that it has. */
  forkInto(other: World): void {
    if (other !== this) this.raw.fork_into(other.raw);
  }

  /** Writes down all that happens from now on. */
  startRecording(): void {
    this.raw.start_recording();
  }

  /** Writes nothing down any more. */
  stopRecording(): void {
    this.raw.stop_recording();
  }

  /** Whether what happens is written down. */
  get isRecording(): boolean {
    return this.raw.is_recording();
  }

  /** What was written down of whole ticks since the last time, as a copy: to be appended to a file. */
  recorded(): Uint8Array {
    this.raw.recorded(this.columns.raw);
    return this.columns.bytes.slice();
  }

  /**
   * Goes through a recorded tick again. Throws `DIVERGED` where it comes out otherwise, naming the tick and what of it.
   *
   * @returns how many batches of questions were asked again, and how many could not be, as the past they ask about is unknown.
   */
  replay(tick: TraceTick): { answered: number; skipped: number } {
    const [answered = 0, skipped = 0] = this.raw.replay(tick.raw);
    return { answered, skipped };
  }

  /** Makes the changes of a recorded tick, without questions and without its step. */
  follow(tick: TraceTick): void {
    this.raw.follow(tick.raw);
  }

  /** Gives its memory back, which the garbage collector would do later. It may not be used any more. */
  free(): void {
    this.answers.free();
    this.raw.free();
    this.columns.raw.free();
  }

  /** As {@link free}, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}
