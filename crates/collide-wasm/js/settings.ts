import { type Integer, type Names, flag, integer, known, number, optional, text } from "./check.js";
import { whole } from "./error.js";
import { scoped } from "./memory.js";
import { RawSettings } from "./raw.js";

/** The broad phase. Changes the time, never the result. */
export type Strategy = "auto" | "brute" | "grid" | "levels" | "sweep" | "rtree";

/** The settings of a world or a batch. Omitted settings have their defaults. */
export interface Settings {
  /** The broad phase; `auto`, the default, chooses one from the data. */
  strategy?: Strategy;
  /** The cell size of `grid`, in world units, above 0; by default the library chooses it. */
  cell?: number;
  /** Whether shapes that only touch are a pair: `closed`, by default, or `open`. */
  touching?: "closed" | "open";
  /** Whether two static entities of a world can be a pair, sensors too: no by default; then they cost nothing. */
  staticPairs?: boolean;
  /**
   * Whether two sensors of a world can be a pair, also of {@link World.sweptPairs}: no by default. Two static sensors
   * need `staticPairs` too. Queries and movement do not depend on it.
   */
  sensorPairs?: boolean;
  /**
   * Whether a world keeps the tick of the last change of each entity, for {@link World.changedSince}: no by default.
   * Switched on, all entities count as changed at that tick. The tick of a change is {@link World.tick} at its time: read
   * it after each list, and pass it the next time, and no change is missed. Removed entities are in no list.
   */
  changeTicks?: boolean;
  /** The order of pairs: by `slot`, the default, or as they are `found`, which costs nothing. */
  order?: "slot" | "found";
  /** Whether pairs are compared with those of the previous tick: {@link World.events}. */
  events?: boolean;
  /** The history for queries of the past: {@link World.at}. */
  history?: History;
  /** How many entities of one place take part in the pairs of a world's tick; all by default. */
  crowd?: CrowdLimit;
}

/** The history of a world. */
export interface History {
  /** The number of past ticks that are kept; none by default. */
  ticks: number;
  /**
   * The teleport threshold, in world units; 1 by default. An entity that moves farther in a tick is not interpolated.
   */
  teleportDistance?: number;
}

/**
 * A limit of the entities of one place that take part in the pairs of a tick. The others of the place, the surplus, are
 * in no pair of the tick, and all entities of other places have exactly the pairs of a world without the surplus. So a
 * step ends in bounded time wherever players go, and does not fail. With `events`, a pair that loses an entity to the
 * surplus has no event until both take part again. Queries, movement and batches do not depend on it.
 *
 * A place is a square whose side is a power of two, at least as long as the longer side of an entity's bound and less
 * than twice as long: it holds five circles side by side, so 32 is six layers of them.
 */
export interface CrowdLimit {
  /** The maximum number of dynamic entities of a place that take part. Static and sleeping entities are not counted. */
  max: number;
  /** The categories of the entities that take part before others; none by default. Then smaller slots come first. */
  first?: Integer;
}

const SETTINGS: Names<Settings> = {
  strategy: true,
  cell: true,
  touching: true,
  staticPairs: true,
  sensorPairs: true,
  changeTicks: true,
  order: true,
  events: true,
  history: true,
  crowd: true,
};
const HISTORY: Names<History> = { ticks: true, teleportDistance: true };
const CROWD: Names<CrowdLimit> = { max: true, first: true };

/** Calls `call` with settings in the library's memory, and frees them afterwards. @internal */
export function withSettings<T>(settings: Settings, call: (raw: RawSettings) => T): T {
  const { strategy, cell, touching, staticPairs, sensorPairs, changeTicks } = known("settings", settings, SETTINGS);
  const { order, events, history = { ticks: 0 }, crowd } = settings;
  const { ticks = 0, teleportDistance = 1 } = known("history", history, HISTORY);
  const [max, first] = optionalCrowd(crowd);
  const raw = new RawSettings(
    text("strategy", strategy),
    optional("cell", cell),
    text("touching", touching),
    flag("staticPairs", staticPairs) ?? false,
    flag("sensorPairs", sensorPairs) ?? false,
    flag("changeTicks", changeTicks) ?? false,
    text("order", order),
    flag("events", events) ?? false,
    whole("history.ticks", ticks),
    number("history.teleportDistance", teleportDistance),
    max,
    first,
  );
  return scoped(raw, call);
}

/** The same for an option `crowd`. @internal */
export function optionalCrowd(crowd?: CrowdLimit): [max: number | undefined, first: bigint] {
  return crowd === undefined ? [undefined, 0n] : crowdNumbers("crowd", crowd);
}

/** The number of entities of a limit, and its categories. @internal */
export function crowdNumbers(field: string, limit: CrowdLimit): [max: number, first: bigint] {
  const { max, first = 0n } = known(field, limit, CROWD);
  return [whole(`${field}.max`, max), integer(`${field}.first`, first)];
}
