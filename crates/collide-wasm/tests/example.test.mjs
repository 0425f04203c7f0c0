import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { test } from "node:test";
import { promisify } from "node:util";

const run = promisify(execFile);

test("the example plays", async () => {
  const { stdout, stderr } = await run(process.execPath, ["examples/rooms.mjs", "2", "16", "2"]);
  assert.equal(stderr, "");
  const rooms = stdout.trimEnd().split("\n");
  assert.equal(rooms.length, 2);
  for (const room of rooms) {
    const [, players, tick] = room.match(/(\d+) players, tick (\d+), \d+ bumps, \d+ hits/);
    assert.equal(players, "8");
    assert.ok(Number(tick) > 5, room);
  }
});
