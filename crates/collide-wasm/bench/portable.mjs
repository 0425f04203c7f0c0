globalThis.COLLIDE_LEVEL = "portable";
