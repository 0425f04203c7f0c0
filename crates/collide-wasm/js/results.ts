import type { Handle } from "./entity.js";
import { type Contact, meeting } from "./measures.js";
import { Columns, scoped } from "./memory.js";
import type { RawWorld } from "./raw.js";
import type { Rect } from "./shape.js";

/** The report of a step. */
export interface Report {
  shapeCount: number;
  /** The number of candidate pairs that reached the exact test. */
  candidateCount: number;
  pairCount: number;
  /** The work in units, of which a million stand for about a millisecond. */
  work: number;
  /** The number of places with more dynamic entities than the setting `crowd` allows: {@link World.crowds}. */
  crowdCount: number;
  /** The number of entities of those places that took no part in the pairs. */
  surplusCount: number;
  /** The place with the most entities, if there is one. */
  crowd: Crowd | undefined;
  /** The strategy that ran, and the reason for it. */
  strategy: string;
  reason: string;
  /** The time of each phase, in milliseconds. */
  times: { bounds: number; index: number; pairs: number; order: number; events: number; history: number };
}

/** A place with more dynamic entities than a {@link CrowdLimit}. */
export interface Crowd {
  /** The bound of all its dynamic entities. */
  area: Rect;
  /** The number of its dynamic entities. */
  count: number;
  /** The number of those that are the surplus. */
  surplusCount: number;
  /** The first of the surplus. */
  entity: Handle;
}

/** The report of the last step. Views of earlier answers keep their numbers. @internal */
export function reportOf(world: RawWorld): Report | undefined {
  const columns = new Columns();
  return scoped(columns.raw, (answer) => {
    const raw = world.report(answer);
    if (!raw) return undefined;
    const [bounds = 0, index = 0, pairs = 0, order = 0, events = 0, history = 0] = raw.times;
    const { shape_count: shapeCount, candidate_count: candidateCount, pair_count: pairCount, work, strategy, reason } = raw;
    const { crowd_count: crowdCount, surplus_count: surplusCount } = raw;
    raw.free();
    const [[crowd], times] = [crowdsOf(columns), { bounds, index, pairs, order, events, history }];
    return { shapeCount, candidateCount, pairCount, work, crowdCount, surplusCount, crowd, strategy, reason, times };
  });
}

/** The crowds in an answer, as copies. @internal */
export function crowdsOf({ wide, words, numbers }: Columns): Crowd[] {
  return Array.from(wide, (entity, index) => {
    const [count = 0, surplusCount = 0] = words.subarray(2 * index);
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = numbers.subarray(4 * index);
    return { area: { kind: "rect", minX, minY, maxX, maxY }, count, surplusCount, entity };
  });
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

/** The events between two categories: see {@link World.eventsBetween}. */
export interface EventsBetween extends Events {
  /** The data of the two entities of each event. */
  data: BigUint64Array;
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
  /** The work of the call, in the units of {@link Budget.maxWork}: with this limit, the same call succeeds. */
  work: number;
}
