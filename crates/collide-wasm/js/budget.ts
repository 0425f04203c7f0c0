import { type Names, known, limit } from "./check.js";

/**
 * The limits of a call. A limit that is missing or `Infinity` is none, except that a call that stores pairs stores at
 * most 2^26 by default: more do not fit into the memory of WebAssembly.
 *
 * `maxResults` and `maxWork` refuse a call: it throws `BUDGET`, and nothing has changed. `maxCandidatesEach` changes the
 * answer to each query that exceeds it.
 *
 * **Work** is counted in units. A unit stands for about a nanosecond of one thread of the reference machine, so
 * `1_000_000` is about a millisecond there. Time is never counted. Measure an ordinary tick ({@link Report.work},
 * {@link InterestReport.work}), and set the limit to a multiple.
 */
export interface Budget {
  /**
   * The maximum number of pairs of a step or of a {@link Batch}, 2^26 by default; and of hits of all queries of a batch
   * together, no limit by default. Other calls have one result for each item, and ignore it.
   */
  maxResults?: number;
  /** The maximum work, in units. Filters do not lower it: an entity that a filter rejects is work too. */
  maxWork?: number;
  /**
   * The maximum number of candidates of each query of a batch with {@link Hits}: the entities that the filter accepts and
   * whose bounds meet that of the query. A query that exceeds it has no hits, and {@link Hits.stopped} lists it. All
   * others have their whole answers: one player whose shots cost much, as in a pile of thousands, costs the others
   * nothing. Other calls ignore it.
   */
  maxCandidatesEach?: number;
}

/** In the order in which the library reads them: `src/budget.rs`. */
const BUDGET: Names<Budget> = { maxResults: true, maxWork: true, maxCandidatesEach: true };
const NAMES = Object.keys(BUDGET) as (keyof Budget)[];
const UNLIMITED = new Float64Array(0);

/** What every batch takes: of queries, and of entities that move. */
export interface Limited {
  /** The limits of the whole batch; throws `BUDGET` if it exceeds one, and nothing has changed then. */
  budget?: Budget;
}

/** @internal */
export const LIMITED: Names<Limited> = { budget: true };

/** The limits of a budget, NaN for one that is missing. @internal */
export function limits(budget: Budget): Float64Array {
  const given = known("budget", budget, BUDGET);
  return Float64Array.from(NAMES, (name) => limit(`budget.${name}`, given[name]) ?? NaN);
}

/** The limits of a budget that may be missing. @internal */
export function optionalLimits(budget: Budget | undefined): Float64Array {
  return budget === undefined ? UNLIMITED : limits(budget);
}
