// The budget for the size of the package: the table in the README, and a twentieth.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync, gzipSync } from "node:zlib";

const file = (path) => readFileSync(new URL(`../${path}`, import.meta.url));

/** The sizes of a build, in thousands of bytes: as it is, with gzip and with brotli. */
function sizes(name) {
  const bytes = file(`pkg/${name}`);
  return [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map(({ length }) => Math.round(length / 1000));
}

for (const name of ["simd128.wasm", "portable.wasm"]) {
  test(`${name} has grown by less than a twentieth`, () => {
    const row = new RegExp(`^\\| \`${name}\` \\| ([\\d,]+) \\| (\\d+) \\| (\\d+) \\|$`, "m").exec(file("README.md"));
    const recorded = row.slice(1).map((number) => Number(number.replace(",", "")));
    const now = sizes(name);
    const text = `${name} has ${now.join(", ")} kB as it is, with gzip, with brotli; the README has ${recorded.join(", ")}`;
    console.log(text);
    // If the growth is worth it, write the new sizes into the README.
    assert.ok(now[2] <= recorded[2] * 1.05, text);
  });
}
