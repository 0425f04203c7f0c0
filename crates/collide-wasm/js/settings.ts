import { CollideError, whole } from "./error.js";
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
  /** How far an entity moves in a tick at most, in world units; 1 by default. What was farther away has been put there. */
  teleportDistance?: number;
}

export function rawSettings(settings: Settings): RawSettings {
  const { strategy = "auto", cell, history } = settings;
  return new RawSettings(
    String(strategy),
    cell,
    one("touching", settings.touching, ["closed", "open"]) === "open",
    one("order", settings.order, ["slot", "found"]) === "found",
    settings.events ?? false,
    whole("history.ticks", history?.ticks ?? 0),
    history?.teleportDistance ?? 1,
  );
}

function one<T extends string>(field: string, given: T | undefined, words: readonly [T, T]): T {
  const value = given ?? words[0];
  if (words.includes(value)) return value;
  throw new CollideError("SETTING", `${field}: must be ${words.join(" or ")}, is ${value}`);
}
