// A game server with rooms: each room has its own world at 30 ticks a second, and clients connect over TCP with binary
// messages.
//
//   node examples/rooms.mjs [ROOMS] [PLAYERS] [SECONDS] [SEED]
//
// A client sends its direction of walking and of shooting, with the time that it shows; it receives only the players in
// its area of interest. The clients here are bots. `rooms/room.mjs` has the rules of a room.

import { once } from "node:events";
import net from "node:net";

import { warmUp } from "collide2d";

import { listen, readInput, readView, shootMessage, walkMessage } from "./rooms/messages.mjs";
import { seeded } from "./rooms/random.mjs";
import { RATE, Room } from "./rooms/room.mjs";

const [roomCount = 4, playerCount = 40, seconds = 3, seed = 1] = process.argv.slice(2).map(Number);

warmUp(); // before players join
const rooms = Array.from({ length: roomCount }, (_, number) => new Room(seed + number));

const server = net.createServer((socket) => {
  const room = rooms.reduce((least, room) => (room.players.size < least.players.size ? room : least));
  const player = room.join((message) => void (socket.writable && socket.write(message)));
  listen(socket, 32, (bytes) => room.hear(player, readInput(bytes)));
  socket.on("error", () => {}); // an invalid message, or the network
  socket.on("close", () => room.leave(player));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");

/** A bot that walks about, and shoots at visible players. */
function bot(_, number) {
  const random = seeded(seed + roomCount + number);
  const socket = net.connect(server.address().port, "127.0.0.1");
  let heard = 0;
  listen(socket, 2 ** 16, (bytes) => {
    const { tick, near: [self, other] } = readView(bytes);
    if (heard++ % 10) return;
    const turn = random() * 2 * Math.PI;
    socket.write(walkMessage([Math.cos(turn), Math.sin(turn)]));
    if (other) socket.write(shootMessage([other.x - self.x, other.y - self.y], tick - 3.5));
  });
  socket.on("error", () => {});
  return socket;
}
const bots = Array.from({ length: playerCount }, bot);
// The clock starts when all have joined.
const joined = () => rooms.reduce((count, { players }) => count + players.size, 0);
while (joined() < playerCount) await new Promise((resolve) => setTimeout(resolve, 1));

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
