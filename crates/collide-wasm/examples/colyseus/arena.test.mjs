// A server and clients of Colyseus: a client has the players that its view holds, and no others.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { matchMaker } from "@colyseus/core";
import { Client } from "@colyseus/sdk";

import { INNER, OUTER } from "./arena.mjs";
import { start } from "./server.mjs";

let server, arena;
const clients = [];

/** Waits until a condition holds. */
async function until(what, condition) {
  for (const end = performance.now() + 20_000; !condition(); ) {
    assert.ok(performance.now() < end, `not in 20 s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** The ids of the players that a client has, sorted; none before the state arrives. */
const has = (room) => [...(room.state.players?.keys() ?? [])].sort();

/** The ids of the players that the engine lets a client see, and its own. */
function sees({ sessionId }) {
  const client = arena.clients.find((client) => client.sessionId === sessionId);
  const { handle, eyes } = client.userData;
  const visible = new Set([handle, ...arena.interest.visible(eyes)]);
  return [...arena.clients].filter(({ userData }) => visible.has(userData.handle)).map(({ sessionId }) => sessionId).sort();
}

async function join() {
  const room = await new Client(`ws://127.0.0.1:${server.transport.server.address().port}`).joinOrCreate("arena");
  arena = matchMaker.getLocalRoomById(room.roomId);
  // At any time: no player in the state of a client is farther away than the outer distance, and what the last ticks move.
  room.onStateChange(({ players }) => {
    const own = players.get(room.sessionId);
    const far = [...players.values()].filter(({ x, y }) => own && Math.hypot(x - own.x, y - own.y) > OUTER + 2.5);
    room.worst = Math.max(room.worst ?? 0, far.length);
  });
  clients.push(room);
  await until("the own player arrives", () => has(room).includes(room.sessionId));
  return room;
}

before(async () => {
  server = await start(0, { greet: false, gracefullyShutdown: false });
});

after(async () => {
  await Promise.all(clients.map((room) => room.leave()));
  await server.gracefullyShutdown(false);
});

test("a client has only what its view holds, while players come, walk and go", async () => {
  // They start on the left and on the right in turn.
  const [a, far, b] = [await join(), await join(), await join()];
  const agree = () => clients.every((room) => assert.deepEqual(has(room), sees(room)) === undefined);
  const settled = (what, condition) => until(what, condition).then(agree);
  await settled("neighbours see each other", () => has(a).includes(b.sessionId) && has(b).includes(a.sessionId));
  assert.deepEqual([has(a).length, has(b).length, has(far)], [2, 2, [far.sessionId]]);

  far.send("walk", [-1, 0]);
  await settled("all see each other", () => clients.every((room) => has(room).length === 3));
  const [near, own] = [a.state.players.get(far.sessionId), a.state.players.get(a.sessionId)];
  assert.ok(Math.hypot(near.x - own.x, near.y - own.y) < INNER + 1);

  far.send("walk", [1, 0]);
  await settled("the one who walks away is hidden again", () => has(far).length === 1 && has(a).length === 2 && has(b).length === 2);

  clients.splice(clients.indexOf(b), 1);
  b.leave();
  await settled("the one who leaves is gone", () => has(a).length === 1);
  assert.deepEqual(clients.map(({ worst }) => worst), [0, 0]);
});

test("what is no direction stops a player, and a wall does", async () => {
  const [a] = clients;
  const own = () => a.state.players.get(a.sessionId);
  for (const way of ["left", [1], [NaN, 1], null, [{}, 1]]) a.send("walk", way);
  a.send("walk", [0, -1]);
  await until("the wall stops it", () => own().y === 0.5);
  a.send("walk", { x: 1 });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.equal(own().y, 0.5);
});
