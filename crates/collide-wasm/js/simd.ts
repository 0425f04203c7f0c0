/** The SIMD level: the instructions that the library runs on. Answers are the same on both. */
export type Simd = "simd128" | "portable";

/** The smallest module that has a vector in it. */
const VECTOR = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0], // magic and version
  ...[1, 5, 1, 96, 0, 1, 123], // a function that returns a vector
  ...[3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11], // i32.const 0, i8x16.splat, i8x16.popcnt
);

/** The best that there is; the portable one where `globalThis.COLLIDE_SIMD` says so. */
export function choose(): Simd {
  const asked = (globalThis as { COLLIDE_SIMD?: unknown }).COLLIDE_SIMD;
  return asked !== "portable" && WebAssembly.validate(VECTOR) ? "simd128" : "portable";
}

/** Where the module for a SIMD level is. */
export function file(simd: Simd): URL {
  // Written out, so that bundlers see both.
  return simd === "simd128" ? new URL("./simd128.wasm", import.meta.url) : new URL("./portable.wasm", import.meta.url);
}
