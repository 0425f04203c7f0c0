import { type Budget, optionalLimits } from "./budget.js";
import { type Integer, type Names, instance, integer, known, number, pair } from "./check.js";
import { whole } from "./error.js";
import { Columns, Owned, release } from "./memory.js";
import { FILTER, type Filter, Hits, within } from "./questions.js";
import { RawInterest } from "./raw.js";
import type { Handle, HandleLike } from "./entity.js";
import { World } from "./world.js";

/** The id of an observer until the observer is removed, as a {@link Handle} is for an entity. */
export type ObserverId = bigint;

/** The id of an observer as an argument: a number below 2^53 is taken too. */
export type ObserverIdLike = ObserverId | number;

/**
 * An observer with an area of interest. An entity becomes visible when its shape overlaps the circle of radius `inner`,
 * and stays visible while it overlaps the circle of radius `outer`. The gap is hysteresis: entities near the border do
 * not flicker.
 */
export interface Observer extends Filter {
  /** The center of the circles: an entity, which the observer follows, or a point. */
  at: HandleLike | readonly [x: number, y: number];
  /** In world units, not negative. */
  inner: number;
  /** In world units, at least `inner`. */
  outer: number;
  /** The limit of visible entities; the nearest are visible. No limit by default. */
  maxVisible?: number;
  /** Where there are more than `maxVisible`, entities with one of these categories come before all others. */
  first?: Integer;
}

const OBSERVER: Names<Observer> = { ...FILTER, at: true, inner: true, outer: true, maxVisible: true, first: true };

/** The report of an update. */
export interface InterestReport {
  observerCount: number;
  /** The number of observers that follow a removed entity. */
  lostCount: number;
  candidateCount: number;
  visibleCount: number;
  enteredCount: number;
  leftCount: number;
  /** The work of the update, in units of which a million stand for about a millisecond. */
  work: number;
}

/**
 * The entities that entered and left the views of observers. The columns are views, valid until the next call into the
 * library.
 */
export interface Changes {
  /** 1 for an entity that entered, 0 for one that left. */
  entered: Uint8Array;
  /** Two for each: the id of the observer and the handle of the entity. */
  pairs: BigUint64Array;
}

/**
 * The views of all observers, in order of their slots. Observer `i` sees `visible.of(i)`. Valid until the next call of
 * {@link Interest.views}; the columns are views, valid until the next call into the library.
 */
export class Views {
  private readonly columns = new Columns();
  /** The visible entities of each observer. */
  readonly visible = new Hits();
  /** The entities that entered its view with the last update. */
  readonly entered = new Hits();
  /** The entities that left its view with the last update. */
  readonly left = new Hits();

  /** The ids of the observers. */
  get ids(): BigUint64Array {
    return this.columns.wide;
  }

  /** 1 for an observer that follows a removed entity, and so sees nothing. */
  get lost(): Uint8Array {
    return this.columns.bytes;
  }

  /** @internal */
  take(raw: RawInterest): this {
    const { visible, entered, left } = this;
    raw.views(this.columns.raw, visible.columns.raw, entered.columns.raw, left.columns.raw);
    return this;
  }

  /** @internal */
  free(): void {
    release("interest", this.columns.raw, this.visible.columns.raw, this.entered.columns.raw, this.left.columns.raw);
  }
}

/**
 * Area of interest: the visible entities of each observer, for messages to clients. Returned columns are views, valid
 * until the next call into the library.
 */
export class Interest extends Owned {
  private readonly raw = new RawInterest();
  private readonly columns = new Columns();
  private readonly all = new Views();

  /** The number of observers. */
  get size(): number {
    return this.raw.len();
  }

  /** Adds an observer. Its view is empty until the next update. Throws `OBSERVER` if it is invalid. */
  insert(observer: Observer): ObserverId {
    const [filter, ...place] = placeOf(observer);
    return within(undefined, filter, (terms) => this.raw.insert(...place, terms));
  }

  /** Changes an observer. Throws `OBSERVER` if it is invalid, and `STALE` if it was removed. */
  set(id: ObserverIdLike, observer: Observer): void {
    const [filter, ...place] = placeOf(observer);
    within(undefined, filter, (terms) => this.raw.set(integer("id", id), ...place, terms));
  }

  /** Removes an observer. Throws `STALE` if it was already removed. */
  remove(id: ObserverIdLike): void {
    this.raw.remove(integer("id", id));
  }

  /**
   * Updates all views. Call it once per tick, after the step. Throws `BUDGET` if it is more work than the budget: the
   * views are then those of the last successful update, and no entity entered or left. In a crowd where everyone sees
   * everyone the work is quadratic, unless each observer has `maxVisible`: set a limit if users decide positions.
   */
  update(world: World, budget?: Budget): InterestReport {
    const { raw } = instance("world", "a World", World, world);
    const numbers = this.raw.update(raw, optionalLimits(budget));
    const [observerCount = 0, lostCount = 0, candidateCount = 0, visibleCount = 0, enteredCount = 0, leftCount = 0, work = 0] = numbers;
    return { observerCount, lostCount, candidateCount, visibleCount, enteredCount, leftCount, work };
  }

  /** All changes of the last update, by observer. */
  changes(): Changes {
    this.raw.changes(this.columns.raw);
    return { entered: this.columns.bytes, pairs: this.columns.wide };
  }

  /** The views of all observers in one call: faster than {@link visible} for each. */
  views(): Views {
    return this.all.take(this.raw);
  }

  /** The visible entities of an observer, in order of slots; empty if the observer was removed. */
  visible(id: ObserverIdLike): BigUint64Array {
    return this.view(id, 0);
  }

  /** The entities that entered its view with the last update. */
  entered(id: ObserverIdLike): BigUint64Array {
    return this.view(id, 1);
  }

  /** The entities that left its view with the last update. */
  left(id: ObserverIdLike): BigUint64Array {
    return this.view(id, 2);
  }

  /** The observers that see an entity. */
  observersOf(handle: HandleLike): BigUint64Array {
    this.raw.observers_of(integer("handle", handle), this.columns.raw);
    return this.columns.wide;
  }

  /**
   * Whether an observer had a position at the last update: false if the entity that it follows was removed; `undefined`
   * if it did not exist.
   */
  isWatching(id: ObserverIdLike): boolean | undefined {
    return this.raw.is_watching(integer("id", id));
  }

  private view(id: ObserverIdLike, part: number): BigUint64Array {
    this.raw.view(integer("id", id), part, this.columns.raw);
    return this.columns.wide;
  }

  free(): void {
    release("interest", this.raw, this.columns.raw);
    this.all.free();
  }
}

type Place = [filter: Filter, entity: bigint | undefined, numbers: Float32Array, limit: number | undefined, first: bigint];

function placeOf(observer: Observer): Place {
  const { at, inner, outer, maxVisible, first = 0n, ...filter } = known("observer", observer, OBSERVER);
  const follows = typeof at === "bigint" || typeof at === "number";
  const [x, y] = follows ? [0, 0] : pair("at", at, "a handle or [x, y]");
  const limit = maxVisible === undefined ? undefined : whole("maxVisible", maxVisible, true);
  const numbers = Float32Array.of(number("inner", inner), number("outer", outer), x, y);
  return [filter, follows ? integer("at", at) : undefined, numbers, limit, integer("first", first)];
}
