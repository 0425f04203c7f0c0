/// <reference lib="esnext.disposable" preserve="true" />
import { choose, file, type Simd } from "./simd.js";
import { setMemory } from "./memory.js";
import init from "./raw.js";

/** The SIMD level of the library. Results are the same on all levels. */
export const simd: Simd = choose();

setMemory((await init({ module_or_path: file(simd) })).memory);

export * from "./api.js";
export type { Simd };
