// What the link of the page asks for.
import { transport } from "../transport";
import type { ArenaState } from "./link";

const NO_SHARED = "This page runs without a server, so no arena is shared: collide serve has one.";
/** What the arena shows after the duel. */
const FIRST = { scene: "mixed", count: 1_000 };

/** What to do for a link: a scene and a number of entities, and whether to play. */
export interface Granted {
  refused?: string;
  set?: { scene: string; count: number };
  plays?: boolean;
}

export function granted(request: URLSearchParams, state: ArenaState, startsWithDuel: boolean): Granted {
  const before = state.scene === "duel" ? FIRST : state;
  const unknown = [...request.keys()].filter((key) => !["scene", "count", "player", "shared"].includes(key));
  const count = Number(request.get("count") ?? before.count);
  if (unknown.length > 0 || !Number.isInteger(count)) {
    const fault = unknown[0] ?? `count must be a whole number, is “${request.get("count")}”`;
    return { refused: `This link is not valid: ${fault}` };
  }
  const refused = request.get("shared") === "1" && !transport.isShared ? { refused: NO_SHARED } : {};
  if (state.shows !== "arena") return refused;
  const scene = request.get("scene") ?? (startsWithDuel ? "duel" : before.scene);
  const isOther = scene !== state.scene || (scene !== "duel" && count !== state.count);
  return { ...refused, ...(isOther ? { set: { scene, count } } : {}), plays: request.get("player") === "1" || scene === "duel" };
}
