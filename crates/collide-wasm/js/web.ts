import { choose, file, type Level } from "./level.js";
import { setMemory } from "./memory.js";
import init from "./raw.js";

/** Which instructions the library runs on. Answers are the same on all. */
export const level: Level = choose();

setMemory((await init({ module_or_path: file(level) })).memory);

export * from "./api.js";
export type { Level };
