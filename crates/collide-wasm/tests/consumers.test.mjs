import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { promisify } from "node:util";

import { World } from "collide2d";
import { build } from "esbuild";

const run = promisify(execFile);
const here = fileURLToPath(new URL(".", import.meta.url));

const CONSUMER = `
import { type Budget, type Handle, Shapes, World, circle, overlaps } from "collide2d";
const world = new World({ events: true });
const player: Handle = world.insert(circle(0, 0, 1));
const slide = world.move([player], Float32Array.of(1, 0)).at(0);
export const left: number | undefined = slide?.left[0];
export const touches: boolean = overlaps(circle(0, 0, 1), circle(2, 0, 1));
const other: Handle = world.insert(circle(0, 0, 1), { data: 1, layers: { category: 2, mask: 3n } });
world.removeBatch([Number(other)]);
world.removeBatch(BigUint64Array.of(player));
export const data: bigint | undefined = world.entity(0)?.data;
const budget: Budget = { maxWork: 1_000_000, maxCandidatesEach: 64 };
export const stopped: Uint32Array = world.queries().overlap(Shapes.of([circle(0, 0, 1)]), { budget, count: true }).stopped;
// @ts-expect-error: a limit has a name
world.stepWithin(1_000_000);
// @ts-expect-error: a handle is not a string
world.remove("0");
// @ts-expect-error: what is returned is a bigint
export const category: number | undefined = world.entity(0)?.layers.category;
`;

test("strict TypeScript for ES2022 needs no other libraries", async () => {
  // In the folder of the tests, so that the package is found.
  const folder = mkdtempSync(join(here, "types-"));
  try {
    const file = join(folder, "consumer.ts");
    writeFileSync(file, CONSUMER);
    const tsc = join(here, "../node_modules/.bin/tsc");
    for (const resolution of ["Bundler", "NodeNext"]) {
      const module = resolution === "Bundler" ? "ESNext" : "NodeNext";
      const options = ["--strict", "--exactOptionalPropertyTypes", "--noEmit", "--target", "ES2022", "--lib", "ES2022,DOM", "--types", ""];
      const { stdout } = await run(tsc, [...options, "--module", module, "--moduleResolution", resolution, "--ignoreConfig", file]).catch((error) => error);
      assert.equal(stdout, "", resolution);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

const BUNDLED = `
import { World, circle, init } from "collide2d/manual";
import wasm from "collide2d/NAME.wasm";
init(wasm);
const world = new World();
world.insert(circle(0, 0, 1));
world.insert(circle(2, 0, 1));
console.log(world.step());
world.free();
`;

test("one file of esbuild has all, in every format", async () => {
  const folder = mkdtempSync(join(here, "bundle-"));
  try {
    for (const [format, name] of [["esm", "simd128"], ["cjs", "portable"], ["iife", "simd128"]]) {
      const [source, bundle] = [join(folder, "source.mjs"), join(folder, format === "esm" ? "bundle.mjs" : "bundle.cjs")];
      writeFileSync(source, BUNDLED.replace("NAME", name));
      // What `raw.js` uses `import.meta` for is not called.
      const logOverride = { "empty-import-meta": "silent" };
      await build({ entryPoints: [source], outfile: bundle, bundle: true, format, target: "es2022", loader: { ".wasm": "binary" }, logOverride, logLevel: "warning" });
      const { stdout, stderr } = await run(process.execPath, [bundle]);
      assert.deepEqual([stdout, stderr], ["1\n", ""], format);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("require loads the same package", () => {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) return;
  assert.equal(createRequire(import.meta.url)("collide2d").World, World);
});
