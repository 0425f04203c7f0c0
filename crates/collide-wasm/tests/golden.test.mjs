import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as collide from "collide2d";

import { play, replay } from "./match.mjs";
import { walk } from "./walk.mjs";

const golden = (name) => readFileSync(new URL(`../../../tests/golden/${name}`, import.meta.url));

test("runs on the requested SIMD level", () => {
  assert.equal(collide.simd, process.env.COLLIDE_SIMD ?? "simd128");
});

for (const [set, prefix] of [["circles and rectangles", ""], ["every kind of shape", "kinds_"]]) {
  const text = (name) => golden(`${prefix}${name}`).toString();
  const [match, ticks, questions, sectors] = ["match.csv", "ticks.csv", "questions.csv", "sectors.csv"].map(text);

  for (const strategy of ["auto", "brute", "grid", "levels", "sweep", "rtree"]) {
    test(`the match of ${set} is as in every language, by ${strategy}`, () => {
      const played = play(collide, match, questions, sectors, { strategy });
      assert.equal(played.ticks, ticks);
      assert.equal(played.answers, questions);
      assert.equal(played.sectors, sectors);
      played.world.validate();
    });

    test(`the walk of ${set} is as in every language, by ${strategy}`, () => {
      const names = ["walk.csv", "walk_ticks.csv", "walk_places.csv", "walk_turns.csv", "walk_crowd.csv"];
      const [ends, steps, places, turns, crowd] = names.map(text);
      assert.deepEqual(walk(collide, ends, places, { strategy }), { ends, ticks: steps, places, turns, crowd });
    });
  }

  test(`the recording of ${set} is as in every language, and is replayed`, () => {
    const lines = ticks.trimEnd().split("\n").slice(1);
    const expected = lines.map((line) => line.split(",")[4]);
    assert.deepEqual(replay(collide, golden(`${prefix}match.ctrace`)).fingerprints, expected);
    // Here queries are recorded as well, which the file does not have: the fingerprints are the same, and the answers
    // are counted.
    const { world } = play(collide, match, questions, sectors);
    const again = replay(collide, world.recorded(), { strategy: "brute" });
    assert.deepEqual(again.fingerprints, expected);
    assert.equal(again.answered, 6); // queries after the last step belong to no tick
  });
}
