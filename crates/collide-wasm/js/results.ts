import { type Contact, meeting } from "./measures.js";

/** The report of a step. */
export interface Report {
  shapeCount: number;
  /** The number of candidate pairs that reached the exact test. */
  candidateCount: number;
  pairCount: number;
  /** The work in units, of which a million stand for about a millisecond. */
  work: number;
  /** The strategy that ran, and the reason for it. */
  strategy: string;
  reason: string;
  /** The time of each phase, in milliseconds. */
  times: { bounds: number; index: number; pairs: number; order: number; events: number; history: number };
}

/** The kinds of events in {@link Events.kinds}. */
export const EventKind = { began: 0, stayed: 1, ended: 2 } as const;

/** The events of pairs. The columns are views, valid until the next call into the library. */
export interface Events {
  /** One kind for each event: see {@link EventKind}. */
  kinds: Uint8Array;
  /** Two handles for each event. */
  pairs: BigUint64Array;
}

/** The contacts of pairs. The columns are views, valid until the next call into the library. */
export class Contacts {
  /** @internal */
  constructor(
    /** The number of points of each contact: 0 for a pair with a sensor, and for a pair that no longer overlaps. */
    readonly counts: Uint8Array,
    /** Seven numbers for each: `depth, normal x, normal y`, and two points, NaN if there is none. */
    readonly numbers: Float32Array,
  ) {}

  /** The contact of a pair, or `undefined` if it has none. The normal points from the first entity to the second. */
  at(pair: number): Contact | undefined {
    if (!this.counts[pair]) return undefined;
    const [depth, normal, points] = meeting(this.numbers.subarray(7 * pair, 7 * pair + 7));
    return { depth, normal, points };
  }
}

/**
 * Pairs of entities that hit each other during their motions. The columns are views, valid until the next call into the
 * library.
 */
export interface SweptPairs {
  /** Two handles for each pair. */
  pairs: BigUint64Array;
  /** Seven numbers for each: `time, normal x, normal y`, and two points, the second NaN if there is only one. */
  numbers: Float32Array;
}
