// The questions of tests/corpus, asked in Rust and compiled to WebAssembly: every bit of the answers is as on every
// machine, and those of the matrix in every cell with one thread. `cargo xtask wasm-test` builds them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const file = (path) => new URL(`../../../${path}`, import.meta.url);
const golden = (name) => readFileSync(file(`tests/golden/${name}.csv`)).toString().split("\n");

for (const build of ["portable", "simd128"]) {
  const folder = `target/wasm/corpus-${build}`;
  const { initSync, table, matrix } = await import(file(`${folder}/corpus.js`));
  initSync({ module: readFileSync(file(`${folder}/corpus_bg.wasm`)) });

  test(`answers on a lattice are the same on every machine, by ${build}`, () => {
    assert.deepEqual(table().split("\n"), golden("corpus"));
  });

  test(`the answers of the matrix are the same on every machine, by ${build}`, () => {
    assert.deepEqual(matrix().split("\n"), golden("matrix"));
  });
}
