import { whole } from "./error.js";
import { RawSettings } from "./raw.js";

/** How pairs are found: changes how long an answer takes, never the answer. */
export type Strategy = "auto" | "brute" | "grid" | "levels" | "sweep" | "rtree";

/** What to find and how. What is left out is as by default. */
export interface Settings {
  /** How candidates are found; `auto` looks at the data. */
  strategy?: Strategy;
  /** The side of the cells of `grid`, in world units, above 0; else the library finds one. */
  cell?: number;
  /** Whether shapes that only touch are a pair: `closed`, by default, or `open`. */
  touching?: "closed" | "open";
  /** Pairs by `slot`, by default, or as they are `found`, which costs nothing. */
  order?: "slot" | "found";
  /** Whether pairs are compared with those of the tick before: {@link World.events}. */
  events?: boolean;
  /** How much of the past is remembered: {@link World.at}. */
  history?: History;
}

/** How much of the past a world remembers. */
export interface History {
  /** How many ticks; none by default. */
  ticks: number;
  /** The teleport threshold, in world units; 1 by default. What moves farther in a tick is not interpolated. */
  teleportDistance?: number;
}

export function rawSettings(settings: Settings): RawSettings {
  const { strategy, cell, touching, order, history } = settings;
  return new RawSettings(
    strategy,
    cell,
    touching,
    order,
    settings.events ?? false,
    whole("history.ticks", history?.ticks ?? 0),
    history?.teleportDistance ?? 1,
  );
}
