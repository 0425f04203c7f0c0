/** The SIMD level: the instructions that the library uses. Results are the same on both. */
export type Simd = "simd128" | "portable";

/** The smallest module with a vector instruction. */
const VECTOR = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic and version
  ...[1, 5, 1, 96, 0, 1, 123], // a function that returns a vector
  ...[3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11], // i32.const 0, i8x16.splat, i8x16.popcnt
);

/** The best available level; `portable` if `globalThis.COLLIDE_SIMD` requests it. */
export function choose(): Simd {
  const asked = (globalThis as { COLLIDE_SIMD?: unknown }).COLLIDE_SIMD;
  return asked !== "portable" && WebAssembly.validate(VECTOR) ? "simd128" : "portable";
}

/** The URL of the module for a SIMD level. */
export function file(simd: Simd): URL {
  // Both are literals, so that bundlers find them.
  return simd === "simd128" ? new URL("./simd128.wasm", import.meta.url) : new URL("./portable.wasm", import.meta.url);
}
