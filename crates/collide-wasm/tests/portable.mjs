// Loaded first, has the tests that follow run on the portable build.
globalThis.COLLIDE_LEVEL = process.env.COLLIDE_LEVEL;
