// The questions of tests/corpus, asked in Rust and compiled to WebAssembly: every bit of the answers is as on every
// machine. `cargo xtask wasm-test` builds them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const file = (path) => new URL(`../../../${path}`, import.meta.url);
const expected = readFileSync(file("tests/golden/corpus.csv")).toString().split("\n");

for (const build of ["portable", "simd128"]) {
  test(`answers on a lattice are the same on every machine, by ${build}`, async () => {
    const folder = `target/wasm/corpus-${build}`;
    const { initSync, table } = await import(file(`${folder}/corpus.js`));
    initSync({ module: readFileSync(file(`${folder}/corpus_bg.wasm`)) });
    assert.deepEqual(table().split("\n"), expected);
  });
}
