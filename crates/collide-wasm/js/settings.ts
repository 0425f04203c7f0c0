import { type Names, known } from "./check.js";
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
  /** The order of pairs: by `slot`, the default, or as they are `found`, which costs nothing. */
  order?: "slot" | "found";
  /** Whether pairs are compared with those of the previous tick: {@link World.events}. */
  events?: boolean;
  /** The history for queries of the past: {@link World.at}. */
  history?: History;
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

const SETTINGS: Names<Settings> = {
  strategy: true,
  cell: true,
  touching: true,
  staticPairs: true,
  order: true,
  events: true,
  history: true,
};
const HISTORY: Names<History> = { ticks: true, teleportDistance: true };

/** Calls `call` with settings in the library's memory, and frees them afterwards. @internal */
export function withSettings<T>(settings: Settings, call: (raw: RawSettings) => T): T {
  const { strategy, cell, touching, order, history } = known("settings", settings, SETTINGS);
  if (history !== undefined) known("history", history, HISTORY);
  const [staticPairs, events] = [settings.staticPairs ?? false, settings.events ?? false];
  const ticks = whole("history.ticks", history?.ticks ?? 0);
  return scoped(new RawSettings(strategy, cell, touching, staticPairs, order, events, ticks, history?.teleportDistance ?? 1), call);
}
