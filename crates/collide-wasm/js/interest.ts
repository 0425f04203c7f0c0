import { whole } from "./error.js";
import { Columns } from "./memory.js";
import { type Filter, whom } from "./questions.js";
import { RawInterest } from "./raw.js";
import type { Handle } from "./entity.js";
import type { World } from "./world.js";

/** Names an observer for as long as it is there, as a {@link Handle} names an entity. */
export type ObserverId = bigint;

/** Who watches. Who comes nearer than `inner` is seen, until farther away than `outer`. */
export interface Observer extends Filter {
  /** From where: an entity, which it follows, or a point. */
  at: Handle | readonly [x: number, y: number];
  /** World units, not negative. */
  inner: number;
  /** World units, at least `inner`. */
  outer: number;
  /** At most so many are seen, the nearest; all by default. */
  maxVisible?: number;
}

/** What a look at the world found. */
export interface InterestReport {
  observerCount: number;
  /** Observers whose entity is gone. */
  lostCount: number;
  candidateCount: number;
  visibleCount: number;
  enteredCount: number;
  leftCount: number;
}

/** Who has come into whose view and who has left it. Views, which hold until the next call into the library. */
export interface Changes {
  /** 1 for who entered, 0 for who left. */
  entered: Uint8Array;
  /** Two for each: the observer and the entity. */
  pairs: BigUint64Array;
}

/** Who sees whom: what a server tells its clients. Columns it answers with are views, which hold until the next call into the library. */
export class Interest {
  private readonly raw: RawInterest;
  private readonly columns = new Columns();

  /** Looks at so many candidates at most, so that nobody can blow it up. */
  constructor(maxCandidates?: number) {
    this.raw = new RawInterest(maxCandidates);
  }

  /** How many observers there are. */
  get size(): number {
    return this.raw.len();
  }

  /** Adds an observer; it sees from the next update on. Throws `OBSERVER`. */
  insert(observer: Observer): ObserverId {
    return whom(observer, (terms) => this.raw.insert(...place(observer), terms));
  }

  /** Changes an observer. Throws `OBSERVER`, and `STALE` for one that was removed. */
  set(id: ObserverId, observer: Observer): void {
    whom(observer, (terms) => this.raw.set(id, ...place(observer), terms));
  }

  /** Removes an observer. Throws `STALE` for one that was removed. */
  remove(id: ObserverId): void {
    this.raw.remove(id);
  }

  /** Looks at the world, after a step. Throws `BUDGET`; nothing has changed then. */
  update(world: World): InterestReport {
    const [observerCount = 0, lostCount = 0, candidateCount = 0, visibleCount = 0, enteredCount = 0, leftCount = 0] = this.raw.update(world.raw);
    return { observerCount, lostCount, candidateCount, visibleCount, enteredCount, leftCount };
  }

  /** All that has changed since the update before, by observer. */
  changes(): Changes {
    this.raw.changes(this.columns.raw);
    return { entered: this.columns.bytes, pairs: this.columns.wide };
  }

  /** Whom an observer sees, by slot; nobody for one that was removed. */
  visible(id: ObserverId): BigUint64Array {
    return this.view(id, 0);
  }

  /** Who has come into its view. */
  entered(id: ObserverId): BigUint64Array {
    return this.view(id, 1);
  }

  /** Who has left its view. */
  left(id: ObserverId): BigUint64Array {
    return this.view(id, 2);
  }

  /** Who sees an entity. */
  observersOf(handle: Handle): BigUint64Array {
    this.raw.observers_of(handle, this.columns.raw);
    return this.columns.wide;
  }

  /** Whether an observer watched at the last update: not where whom it follows was gone. Nothing where it was not there. */
  isWatching(id: ObserverId): boolean | undefined {
    return this.raw.is_watching(id);
  }

  private view(id: ObserverId, part: number): BigUint64Array {
    this.raw.view(id, part, this.columns.raw);
    return this.columns.wide;
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

function place({ at, inner, outer, maxVisible }: Observer): [bigint | undefined, Float32Array, number | undefined] {
  const [x, y] = typeof at === "bigint" ? [0, 0] : at;
  const seen = maxVisible === undefined ? undefined : whole("maxVisible", maxVisible, true);
  return [typeof at === "bigint" ? at : undefined, Float32Array.of(inner, outer, x, y), seen];
}
