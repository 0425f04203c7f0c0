// A game server with rooms: each room has its own world at 30 ticks a second, and clients connect over TCP with lines
// of JSON.
//
//   node examples/rooms.mjs [ROOMS] [PLAYERS] [SECONDS]
//
// A client sends its direction of walking and of shooting, with the tick that it shows; it receives only the players in
// its area of interest. The clients here are bots.

import { once } from "node:events";
import net from "node:net";
import { createInterface } from "node:readline";

import { CircleColumns, CollideError, EventKind, Interest, World, circle, rect, slotOf } from "collide2d";

const [roomCount = 4, playerCount = 40, seconds = 3] = process.argv.slice(2).map(Number);

const RATE = 30;
const REMEMBERED = 8; // ticks: about 250 ms
const SPEED = 6; // metres a second
const SIZE = 40;
const MAX_PAIRS = 100_000; // a pile-up must not delay the server
const [PLAYERS, WALLS] = [1n, 2n];

class Room {
  world = new World({ events: true, history: { ticks: REMEMBERED, teleportDistance: SPEED / RATE } });
  interest = new Interest(1_000_000);
  columns = new CircleColumns();
  /** Players by slot. */
  players = new Map();
  bumps = 0;
  hits = 0;

  constructor() {
    for (const wall of [rect(-1, -8, 1, 8), rect(-SIZE, -1, -12, 1), rect(12, -1, SIZE, 1)]) {
      this.world.insert(wall, { mobility: "static", layers: { category: WALLS } });
    }
  }

  join(send) {
    const [x, y] = [(Math.random() - 0.5) * SIZE, (Math.random() - 0.5) * SIZE];
    const handle = this.world.insert(circle(x, y, 0.5), { layers: { category: PLAYERS } });
    const eyes = this.interest.insert({ at: handle, inner: 12, outer: 14, maxVisible: 32, except: handle });
    const player = { handle, eyes, send, way: [0, 0], health: 3 };
    this.players.set(slotOf(handle), player);
    return player;
  }

  leave(player) {
    if (this.players.get(slotOf(player.handle)) !== player) return;
    this.players.delete(slotOf(player.handle));
    this.interest.remove(player.eyes);
    this.world.remove(player.handle);
  }

  /** Handles a line from a client. It is not trusted: the library rejects values that are not numbers. */
  hear(player, { walk, shoot, tick }) {
    if (walk) {
      const [x, y] = walk.map(Number);
      const length = Math.hypot(x, y);
      player.way = Number.isFinite(length) && length > 0 ? [x / length, y / length] : [0, 0];
    }
    if (shoot && this.world.tick > 0) this.shoot(player, shoot, Number(tick));
  }

  /** Lag compensation: raycasts at the tick that the shooter saw. */
  shoot(player, [wayX, wayY], seen) {
    const newest = this.world.tick;
    const then = Math.min(Math.max(seen || newest, newest - REMEMBERED + 1, 1), newest);
    const queries = this.world.at(then);
    const from = queries.shapes(BigUint64Array.of(player.handle)).at(0);
    if (!from) return; // did not exist yet
    const hits = queries.rays(Float32Array.of(from.x, from.y, wayX, wayY, 30), { first: 1, except: player.handle });
    const victim = hits.total && this.players.get(slotOf(hits.handles[0]));
    if (!victim || victim.handle !== hits.handles[0]) return; // a wall, or removed since
    this.hits += 1;
    victim.health -= 1;
    victim.send({ hurt: victim.health });
    if (victim.health > 0) return;
    victim.health = 3;
    this.world.setShape(victim.handle, circle((Math.random() - 0.5) * SIZE, (Math.random() - 0.5) * SIZE, 0.5));
  }

  tick() {
    const { world, interest, columns } = this;
    world.readCircles(columns);
    const [x, y] = [columns.x, columns.y]; // valid until the next call into the library
    const limit = SIZE / 2;
    for (const [slot, { way }] of this.players) {
      x[slot] = Math.min(Math.max(x[slot] + (way[0] * SPEED) / RATE, -limit), limit);
      y[slot] = Math.min(Math.max(y[slot] + (way[1] * SPEED) / RATE, -limit), limit);
    }
    world.writeCircles(columns);
    try {
      world.stepWithin(MAX_PAIRS);
    } catch (error) {
      if (!(error instanceof CollideError && error.code === "BUDGET")) throw error;
      return; // the world is unchanged: the next tick tries again
    }
    this.bumps += world.events().kinds.filter((kind) => kind === EventKind.began).length;
    this.part();
    interest.update(world);
    const [nowX, nowY] = [columns.x.slice(), columns.y.slice()];
    for (const player of this.players.values()) {
      const near = [...interest.visible(player.eyes)].map(slotOf).filter((slot) => this.players.has(slot));
      const left = [...interest.left(player.eyes)].map(slotOf);
      const self = slotOf(player.handle);
      player.send({ tick: world.tick, near: [self, ...near].map((slot) => [slot, nowX[slot], nowY[slot]]), left });
    }
  }

  /** Pushes players apart that walked into each other or into a wall. */
  part() {
    const { world, columns } = this;
    const [pairs, contacts] = [world.pairSlots().slice(), world.contacts()];
    const pushes = Array.from({ length: pairs.length / 2 }, (_, index) => contacts.at(index));
    const [x, y] = [columns.x, columns.y];
    pushes.forEach((contact, index) => {
      if (!contact) return;
      for (const [slot, sign] of [[pairs[2 * index], -0.5], [pairs[2 * index + 1], 0.5]]) {
        if (!this.players.has(slot)) continue;
        x[slot] += contact.normal[0] * contact.depth * sign;
        y[slot] += contact.normal[1] * contact.depth * sign;
      }
    });
    world.writeCircles(columns);
  }
}

const rooms = Array.from({ length: roomCount }, () => new Room());

const server = net.createServer((socket) => {
  const room = rooms.reduce((least, room) => (room.players.size < least.players.size ? room : least));
  const player = room.join((message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`)));
  createInterface({ input: socket }).on("line", (line) => {
    try {
      room.hear(player, JSON.parse(line));
    } catch {
      socket.destroy(); // invalid JSON or an invalid query
    }
  });
  socket.on("error", () => socket.destroy());
  socket.on("close", () => room.leave(player));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

/** A bot that walks about, and shoots at visible players. */
function bot() {
  const socket = net.connect(server.address().port, "127.0.0.1");
  let heard = 0;
  createInterface({ input: socket }).on("line", (line) => {
    const { tick, near } = JSON.parse(line);
    if (!tick || heard++ % 10) return;
    const turn = Math.random() * 2 * Math.PI;
    const shoot = near.length > 1 ? [near[1][1] - near[0][1], near[1][2] - near[0][2]] : undefined;
    socket.write(`${JSON.stringify({ walk: [Math.cos(turn), Math.sin(turn)], shoot, tick: tick - 3.5 })}\n`);
  });
  socket.on("error", () => {});
  return socket;
}
const bots = Array.from({ length: playerCount }, bot);

// A fixed time step. A late server catches up at most five ticks, which avoids a spiral of ever later ticks.
const end = performance.now() + seconds * 1000;
for (let due = performance.now(); due < end; ) {
  const now = performance.now();
  for (let made = 0; due <= now && made < 5; made++, due += 1000 / RATE) for (const room of rooms) room.tick();
  due = Math.max(due, now);
  await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
}

bots.forEach((socket) => socket.destroy());
server.close();
rooms.forEach(({ world, players, bumps, hits }, number) => {
  console.log(`room ${number}: ${players.size} players, tick ${world.tick}, ${bumps} bumps, ${hits} hits, ${world.recent().split(", ").slice(0, 3).join(", ")}`);
});
