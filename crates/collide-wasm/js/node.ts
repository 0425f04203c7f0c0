/// <reference lib="esnext.disposable" preserve="true" />
import { readFileSync } from "node:fs";

import { choose, file, type Simd } from "./simd.js";
import { setMemory } from "./memory.js";
import { initSync } from "./raw.js";

/** The SIMD level of the library. Results are the same on all levels. */
export const simd: Simd = choose();

setMemory(initSync({ module: readFileSync(file(simd)) }).memory);

export * from "./api.js";
export type { Simd };
