import { choose, file, type Simd } from "./simd.js";
import { setMemory } from "./memory.js";
import init from "./raw.js";

/** Which instructions the library runs on. Answers are the same on all. */
export const simd: Simd = choose();

setMemory((await init({ module_or_path: file(simd) })).memory);

export * from "./api.js";
export type { Simd };
