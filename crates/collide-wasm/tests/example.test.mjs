// The game server of rooms: as a program, and its room without a network.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { promisify } from "node:util";

import { Shapes, pairsBetween } from "collide2d";

import { listen, readInput, readView, shootMessage, viewMessage, walkMessage } from "../examples/rooms/messages.mjs";
import { seeded } from "../examples/rooms/random.mjs";
import { Room, WALLS } from "../examples/rooms/room.mjs";

const run = promisify(execFile);

test("the example plays", async () => {
  const { stdout, stderr } = await run(process.execPath, ["examples/rooms.mjs", "2", "16", "2"]);
  assert.equal(stderr, "");
  const rooms = stdout.trimEnd().split("\n");
  assert.equal(rooms.length, 2);
  for (const room of rooms) {
    const [, players, tick] = room.match(/(\d+) players, tick (\d+), \d+ bumps, \d+ hits/);
    assert.equal(players, "8");
    assert.ok(Number(tick) > 1, room);
  }
});

/** Plays a match of 40 players, then lets all stand. Returns its fingerprints, its hits, and all messages of a player. */
function match(seed) {
  const [room, random] = [new Room(seed), seeded(7)];
  const [fingerprints, views] = [[], []];
  const players = Array.from({ length: 40 }, (_, number) => room.join((bytes) => number === 0 && views.push(bytes.slice())));
  const handles = BigUint64Array.from(players, ({ handle }) => handle);
  const hear = (player, message) => room.hear(player, readInput(new DataView(message.buffer, 4)));
  for (let tick = 0; tick < 150; tick++) {
    for (const player of players) {
      const way = [random() - 0.5, random() - 0.5];
      if (tick % 10 === 0) hear(player, walkMessage(tick < 90 ? way : [0, 0]));
      if (tick % 5 === 0 && tick < 90) hear(player, shootMessage(way, room.world.tick - 3.5));
    }
    room.tick();
    fingerprints.push(room.world.fingerprint());
    const inside = pairsBetween(room.world.entities(handles).shapes, Shapes.of(WALLS), { touching: "open" });
    assert.equal(inside.length, 0, `tick ${tick}: no player is inside a wall`);
  }
  const { hits, world } = room;
  const { counts, numbers } = world.contacts();
  const depths = [...counts].map((count, pair) => (count > 0 ? numbers[7 * pair] : 0));
  const depth = Math.max(0, ...depths);
  room.free();
  return { fingerprints, hits, views, depth };
}

test("a seed and messages determine a match; walls are never entered; players that stand part", () => {
  const first = match(3);
  assert.deepEqual(match(3), first);
  assert.notDeepEqual(match(4).fingerprints, first.fingerprints);
  assert.ok(first.hits > 0);
  assert.ok(first.depth < 0.01, `${first.depth}`);
  const { tick, near, left } = readView(new DataView(first.views.at(-1).buffer, 4));
  assert.ok(tick > 150 && near.length > 1 && near.length <= 33 && Array.isArray(left));
});

test("binary messages arrive whole, however TCP cuts them, and invalid ones end the connection", async () => {
  const bytes = Buffer.concat([walkMessage([1, 0.5]), shootMessage([0, -1], 7.5), walkMessage([0, 0])]);
  const [socket, heard] = [new PassThrough(), []];
  listen(socket, 32, (message) => heard.push(readInput(message)));
  for (const byte of bytes) socket.write(Buffer.of(byte));
  await new Promise((resolve) => socket.end(resolve));
  assert.deepEqual(heard, [{ walk: [1, 0.5] }, { shoot: [0, -1], seen: 7.5 }, { walk: [0, 0] }]);
  const view = viewMessage(9, 2, [1, 0], [5], [0.5, 1.5], [2, 3]);
  assert.deepEqual(readView(new DataView(view.buffer, 4)), { tick: 9, health: 2, near: [{ slot: 1, x: 1.5, y: 3 }, { slot: 0, x: 0.5, y: 2 }], left: [5] });

  const room = new Room(1);
  const player = room.join(() => {});
  room.tick();
  const invalid = [Buffer.of(0, 0, 1, 0), Buffer.of(0, 0, 0, 0), Buffer.of(0, 0, 0, 1, 9), shootMessage([NaN, 0], 2), shootMessage([0, 0], 2)];
  for (const message of invalid) {
    const socket = new PassThrough();
    const ended = new Promise((resolve) => socket.on("error", resolve));
    listen(socket, 32, (input) => room.hear(player, readInput(input)));
    socket.write(message);
    assert.ok((await ended) instanceof Error);
  }
  room.tick();
  room.free();
});
