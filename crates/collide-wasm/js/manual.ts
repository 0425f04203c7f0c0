/// <reference lib="esnext.disposable" preserve="true" />
import { setMemory } from "./memory.js";
import { initSync } from "./raw.js";

/**
 * Loads the library from the bytes of `collide2d/simd128.wasm` or `collide2d/portable.wasm`, or from a compiled module.
 * Call it once, before anything else: for bundlers and runtimes that load `.wasm` files in their own way.
 */
export function init(module: BufferSource | WebAssembly.Module): void {
  setMemory(initSync({ module }).memory);
}

export * from "./api.js";
