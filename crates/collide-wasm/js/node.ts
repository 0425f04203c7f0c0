import { readFileSync } from "node:fs";

import { choose, file, type Level } from "./level.js";
import { setMemory } from "./memory.js";
import { initSync } from "./raw.js";

/** Which instructions the library runs on. Answers are the same on all. */
export const level: Level = choose();

setMemory(initSync({ module: readFileSync(file(level)) }).memory);

export * from "./api.js";
export type { Level };
