import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

const here = fileURLToPath(new URL(".", import.meta.url));

test("the code of the README and of the cookbook runs", async () => {
  const pages = ["../README.md", "../../../docs/recipes.md"].map((page) => readFileSync(join(here, page), "utf8"));
  const blocks = pages.flatMap((page) => [...page.matchAll(/^```js\n(.*?)^```/gms)]);
  assert.ok(blocks.length > 2);
  // In the folder of the tests, so that the package is found.
  const folder = mkdtempSync(join(here, "readme-"));
  const strict = 'import assert from "node:assert/strict";\nconst console = { assert };\n';
  try {
    for (const [index, [, code]] of blocks.entries()) {
      const file = join(folder, `${index}.mjs`);
      writeFileSync(file, strict + code);
      await import(file);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
