// Loaded first, it makes the following tests run on the portable build.
globalThis.COLLIDE_SIMD = process.env.COLLIDE_SIMD;
