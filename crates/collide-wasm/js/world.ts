import { type Budget, limits, optionalLimits } from "./budget.js";
import { type Integer, column, finitePair, flag, instance, integer, integers, known, number, pair } from "./check.js";
import { CircleColumns } from "./circles.js";
import { type Columns, Owned, release } from "./memory.js";
import { type Impact, impactOf } from "./measures.js";
import { type SeparateOptions, type Separation, separateColumns } from "./crowd.js";
import { MOVE, type MoveOptions, type Slides, withOptions } from "./movement.js";
import { Answers, type Hit, Queries } from "./queries.js";
import { type Filter, filtered, within } from "./questions.js";
import { RawWorld } from "./raw.js";
import { Contacts, type Crowd, type Events, type EventsBetween, type Report, type SweptPairs, crowdsOf, reportOf } from "./results.js";
import { type CrowdLimit, type Settings, crowdNumbers, withSettings } from "./settings.js";
import type { Point, Shape } from "./shape.js";
import { Shapes, oneShape, shapeColumns } from "./shapes.js";
import { TraceTick } from "./trace.js";
import { Entities, type Entity, type Handle, type HandleLike, type HandleList, type EntityOptions, type EntityOptionsBatch, entityColumns } from "./entity.js";

/**
 * A world: entities with shapes; each tick finds the pairs that overlap, exactly and in a documented order.
 *
 * A rejected call throws a {@link CollideError}, and nothing has changed then. Returned columns are views, valid until
 * the next call into the library: copy them with `slice()` to keep them.
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
export class World extends Owned {
  /** @internal */
  readonly raw: RawWorld;
  private readonly answers = new Answers();
  private readonly columns: Columns = this.answers.shared.columns;
  private readonly present: Queries;

  constructor(settings: Settings = {}, /** @internal */ raw?: RawWorld) {
    super();
    this.raw = raw ?? withSettings(settings, (raw) => new RawWorld(raw));
    this.present = new Queries(this.raw, this.answers, undefined);
  }

  /** The number of entities. */
  get size(): number {
    return this.raw.len();
  }

  /** The number of steps so far. */
  get tick(): number {
    return this.raw.tick();
  }

  /** Changes the settings for the following steps. Omitted settings get their defaults, not their previous values. */
  setSettings(settings: Settings): void {
    withSettings(settings, (raw) => this.raw.set_settings(raw));
  }

  /** Inserts an entity. It takes part from the next step on. */
  insert(shape: Shape, options: EntityOptions = {}): Handle {
    return this.insertBatch(oneShape(shape), options)[0] as Handle;
  }

  /** Inserts entities and returns their handles, in the same order. */
  insertBatch(shapes: Shapes, options: EntityOptionsBatch = {}): BigUint64Array {
    this.raw.insert(...shapeColumns(shapes), ...entityColumns(options), this.columns.raw);
    return this.columns.wide;
  }

  /** Sets the shape of an entity: its position, size, rotation or kind. Throws `STALE` if the entity was removed. */
  setShape(handle: HandleLike, shape: Shape): void {
    this.setShapes(BigUint64Array.of(integer("handle", handle)), oneShape(shape));
  }

  /** Sets the shapes of entities. Of a handle that occurs twice the last one is used. Throws `STALE` with the index. */
  setShapes(handles: HandleList, shapes: Shapes): void {
    this.raw.set_shapes(integers("handles", handles), ...shapeColumns(shapes));
  }

  /** Replaces entities with all properties. Omitted properties get their defaults. Handles stay valid. */
  setEntities(handles: HandleList, shapes: Shapes, options: EntityOptionsBatch = {}): void {
    this.raw.set_entities(integers("handles", handles), ...shapeColumns(shapes), ...entityColumns(options));
  }

  /** Removes an entity. Its handle becomes stale. */
  remove(handle: HandleLike): void {
    this.removeBatch(BigUint64Array.of(integer("handle", handle)));
  }

  /** Removes entities. Throws `STALE` with the index; no entity is removed then. */
  removeBatch(handles: HandleList): void {
    this.raw.remove(integers("handles", handles));
  }

  /** An entity, or `undefined` if it was removed. */
  entity(handle: HandleLike): Entity | undefined {
    return this.entities(BigUint64Array.of(integer("handle", handle))).at(0);
  }

  /** All entities in order of slots, or those of handles, as columns. Removed ones have the kind {@link NO_ENTITY}. */
  entities(handles?: HandleList): Entities {
    if (handles !== undefined) this.raw.get_entities(integers("handles", handles), this.columns.raw);
    else this.raw.all(this.columns.raw);
    const { bytes, wide, numbers } = this.columns;
    return new Entities(bytes, wide, numbers);
  }

  /** The entities that changed at `tick` or later, in order of slots; none without the setting `changeTicks`. */
  changedSince(tick: number): BigUint64Array {
    this.raw.changed_since(number("tick", tick), this.columns.raw);
    return this.columns.wide;
  }

  /**
   * Sets all dynamic circles from the columns, by slot: the fastest way to move many. Circles with slots beyond the
   * columns stay unchanged. Throws `SHAPE` for an invalid circle: that circle stays unchanged, all others are set.
   */
  writeCircles(columns: CircleColumns): void {
    this.raw.write_circles(instance("columns", "CircleColumns", CircleColumns, columns).raw);
  }

  /** Writes the dynamic circles into the columns, by slot, and makes room there for all entities. */
  readCircles(columns: CircleColumns): CircleColumns {
    this.raw.read_circles(instance("columns", "CircleColumns", CircleColumns, columns).raw);
    return columns;
  }

  /**
   * Moves entities to new centers, two numbers for each; capsules and polygons to new positions. Sizes and rotations
   * stay the same. Throws `STALE` for a stale handle or `SHAPE` for an invalid center, with the index; nothing has
   * changed then.
   */
  setCenters(handles: HandleList, centers: Float32Array): void {
    this.raw.set_centers(integers("handles", handles), column("centers", centers));
  }

  /**
   * Moves each dynamic entity to the center at the index of its slot, two numbers for each slot: the fastest update of
   * shapes of every kind. Throws `SHAPE` as {@link setCenters} does.
   */
  setCentersBySlot(centers: Float32Array): void {
    this.raw.set_centers_by_slot(column("centers", centers));
  }

  /**
   * Moves the origin of the world within a larger world. All coordinates change; the history is cleared. Throws `SHAPE`
   * if a shape would be too far from the new origin; nothing has changed then.
   */
  rebase(from: Point, to: Point): void {
    this.raw.rebase(...finitePair("from", from), ...finitePair("to", to));
  }

  /**
   * Moves entities, each by two numbers of `motions`, along what blocks them. All other entities that meet the layers of
   * a mover block it, at their current places. Sensors neither block nor are they blocked. A shape that overlaps no
   * blocker at the start overlaps none at the end, exactly, and passes none on its way.
   *
   * Throws `STALE` or `SHAPE` with the index of the first stale handle or invalid motion; nothing has moved then.
   *
   * ```js
   * const slides = world.move([player], Float32Array.of(0.5, -0.25));
   * const { shape, hits } = slides.at(0);
   * ```
   */
  move(handles: HandleList, motions: Float32Array, options: MoveOptions = {}): Slides {
    const { slides } = this.answers;
    const columns = [integers("handles", handles), column("motions", motions)] as const;
    withOptions(known("options", options, MOVE), (raw) => this.raw.move_entities(...columns, raw, slides.columns.raw));
    return slides;
  }

  /**
   * Moves the entities of a crowd apart where they overlap, softly: in a fixed number of rounds, each along what blocks
   * it. A dense crowd needs several calls until it no longer overlaps. All other entities that meet the layers of one of
   * these block it; it is pushed into no blocker and through none, exactly. Sensors neither block nor do they move.
   * Duplicate handles are ignored.
   *
   * Throws `STALE` with the index of the first stale handle; nothing has moved then.
   */
  separate(handles: HandleList, options: SeparateOptions = {}): Separation {
    const { columns } = this;
    const input = [integers("handles", handles), ...separateColumns(options)] as const;
    withOptions(options, (raw) => this.raw.separate(...input, raw, columns.raw));
    return { handles: columns.wide, ends: new Shapes(columns.bytes, columns.numbers), work: columns.raw.work() };
  }

  /**
   * Runs a tick: finds all pairs of entities that overlap. Returns their number. Throws `BUDGET` for more than 2^26 pairs,
   * for which there is no memory.
   */
  step(): number {
    return this.raw.step(optionalLimits(undefined));
  }

  /**
   * Runs a tick, unless there are more pairs, 2^26 by default, or more work than the budget: then it throws `BUDGET`, the
   * pairs are those of the last successful step, and there are no events.
   */
  stepWithin(budget: Budget): number {
    return this.raw.step(limits(budget));
  }

  /**
   * Re-indexes the entities that changed since the last step, so that queries are fast again. Call it once after a
   * batch of changes.
   */
  refresh(): void {
    this.raw.refresh();
  }

  /** The number of pairs that a step would find now, without memory for the pairs. */
  countPairs(): number {
    return this.raw.count_pairs();
  }

  /** The pairs of the last step, in order of slots: two handles for each, the smaller slot first. */
  pairs(): BigUint64Array {
    this.raw.pairs(this.columns.raw);
    return this.columns.wide;
  }

  /** The pairs as slots, which is faster: use them as indices into your own columns. */
  pairSlots(): Uint32Array {
    this.raw.pair_slots(this.columns.raw);
    return this.columns.words;
  }

  /** The pairs that began and ended in the last step, if the settings have `events`; with `stayed` all that stayed too. */
  events(stayed = false): Events {
    this.raw.events(flag("stayed", stayed) ?? false, this.columns.raw);
    return { kinds: this.columns.bytes, pairs: this.columns.wide };
  }

  /** The events of the pairs of one entity in the last step, if the settings have `events`; with those that stayed. */
  eventsOf(handle: HandleLike): Events {
    this.raw.events_of(integer("handle", handle), this.columns.raw);
    return { kinds: this.columns.bytes, pairs: this.columns.wide };
  }

  /**
   * The events between an entity of one of the categories `first`, whose handle comes first, and one of `second`, each
   * once, with the data of both: those of now, or of when it was removed; with `stayed` also those that stayed. A
   * category is a bit of {@link Layers.category}, and `2n ** 64n - 1n` means every entity.
   */
  eventsBetween(first: Integer, second: Integer, stayed = false): EventsBetween {
    const categories = [integer("first", first), integer("second", second)] as const;
    this.raw.events_between(...categories, flag("stayed", stayed) ?? false, this.columns.raw);
    return { kinds: this.columns.bytes, pairs: this.columns.wide, data: this.columns.hits };
  }

  /** The contacts of the pairs, in the same order. */
  contacts(): Contacts {
    this.raw.contacts(this.columns.raw);
    return new Contacts(this.columns.bytes, this.columns.numbers);
  }

  /** A hash of the tick and its pairs, the same in every language. */
  fingerprint(): bigint {
    return this.raw.fingerprint();
  }

  /** The report of the last step; `undefined` before the first step. */
  report(): Report | undefined {
    return reportOf(this.raw);
  }

  /** The places that now have more dynamic entities than a limit, the most crowded first, whatever the setting `crowd`. */
  crowds(limit: CrowdLimit): Crowd[] {
    this.raw.crowds(...crowdNumbers("limit", limit), this.columns.raw);
    return crowdsOf(this.columns);
  }

  /** A readable explanation of the last step: its strategy, the reason, and the times. */
  explain(): string | undefined {
    return this.raw.explain();
  }

  /** The p50 and p99 times of the last 128 ticks, as a line for a log. */
  recent(): string {
    return this.raw.recent();
  }

  /** The number of allocated bytes. */
  memory(): number {
    return this.raw.memory();
  }

  /** Checks the internal invariants; takes about as long as a tick. Throws `BUG` if one does not hold. */
  validate(): void {
    this.raw.validate();
  }

  /** Queries on the current positions. */
  queries(): Queries {
    return this.present;
  }

  /**
   * Queries on the positions at an earlier tick, or between two ticks (rewind, lag compensation). Throws `PAST` if the
   * time is not in the history; so does a query after the world has forgotten it.
   */
  at(tick: number): Queries {
    const past = new Queries(this.raw, this.answers, number("tick", tick));
    past.shapes([]); // The library checks the time before it answers.
    return past;
  }

  /**
   * Continuous collision detection: the pairs that hit each other when these entities move by `motions` (two numbers
   * each) and all others rest, in order of slots. Throws `BUDGET` if it is more work than the budget.
   */
  sweptPairs(handles: HandleList, motions: Float32Array, budget?: Budget): SweptPairs {
    this.raw.swept_pairs(integers("handles", handles), column("motions", motions), optionalLimits(budget), this.columns.raw);
    return { pairs: this.columns.wide, numbers: this.columns.numbers, work: this.columns.raw.work() };
  }

  /**
   * A lag-compensated projectile: the first hit of a shape that moves by `motion` from one tick to another, among the
   * entities as they moved then. Throws `PAST` if a tick is not in the history.
   */
  sweepThrough(shape: Shape, motion: Point, from: number, to: number, filter: Filter = {}): Hit<Impact & { tick: number }> | undefined {
    const { kinds, numbers } = oneShape(shape);
    const motions = Float32Array.of(...pair("motion", motion));
    const ticks = [number("from", from), number("to", to)] as const;
    const tick = within(undefined, filtered(filter), (terms) => this.raw.sweep_through(terms, kinds, numbers, motions, ...ticks, this.columns.raw));
    return tick === undefined ? undefined : { handle: this.columns.wide[0] as Handle, tick, ...impactOf(this.columns.numbers) };
  }

  /**
   * A snapshot of the world as bytes, for {@link restore} on any machine and in any language. Without settings and
   * history.
   */
  save(): Uint8Array {
    this.raw.save(this.columns.raw);
    return this.columns.bytes.slice();
  }

  /**
   * Replaces this world by a snapshot (rollback). Throws `SNAPSHOT`; nothing has changed then. The bytes may come from
   * an untrusted source.
   */
  restore(bytes: Uint8Array): void {
    this.raw.restore(column("bytes", bytes));
  }

  /** An independent copy that evolves identically, for rollback and prediction. */
  fork(): World {
    return new World({}, this.raw.fork());
  }

  /** Overwrites another world with such a copy, and reuses its memory. */
  forkInto(other: World): void {
    if (instance<World>("other", "a World", World, other) !== this) this.raw.fork_into(other.raw);
  }

  /** Starts a recording. */
  startRecording(): void {
    this.raw.start_recording();
  }

  /** Stops the recording. */
  stopRecording(): void {
    this.raw.stop_recording();
  }

  /** Whether the world is recorded. */
  get isRecording(): boolean {
    return this.raw.is_recording();
  }

  /** The complete ticks that were recorded since the last call, as a copy. Append them to a file. */
  recorded(): Uint8Array {
    this.raw.recorded(this.columns.raw);
    return this.columns.bytes.slice();
  }

  /**
   * Replays a recorded tick and compares the results. Throws `DIVERGED` at the first difference, with the tick and the
   * value.
   *
   * @returns the number of batches of queries that were replayed, and of those that were skipped because they are
   * about ticks before the recording.
   */
  replay(tick: TraceTick): { answered: number; skipped: number } {
    const [answered = 0, skipped = 0] = this.raw.replay(instance("tick", "a TraceTick", TraceTick, tick).raw);
    return { answered, skipped };
  }

  /** Applies the changes of a recorded tick, without its queries and without a step. */
  follow(tick: TraceTick): void {
    this.raw.follow(instance("tick", "a TraceTick", TraceTick, tick).raw);
  }

  free(): void {
    release("world", this.raw);
    this.answers.free();
  }
}
