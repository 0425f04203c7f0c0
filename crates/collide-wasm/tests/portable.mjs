// Loaded first, has the tests that follow run on the portable build.
globalThis.COLLIDE_SIMD = process.env.COLLIDE_SIMD;
