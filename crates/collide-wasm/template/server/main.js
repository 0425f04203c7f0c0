// The server: pages over HTTP, and matches over WebSocket, both on one port. With --dev, vite serves the sources; without
// it, the server serves what `npm run build` wrote into dist.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";

import { warmUp } from "collide2d";
import { WebSocketServer } from "ws";

import { RATE } from "../shared/game.js";
import { Room } from "./room.js";

const root = new URL("../", import.meta.url);
const isDev = process.argv.includes("--dev");

/** Serves the files of the build. */
async function serve({ url }, response) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm", ".css": "text/css" };
  try {
    const { pathname } = new URL(url, "http://localhost");
    const file = await readFile(new URL(`dist${pathname === "/" ? "/index.html" : pathname}`, root));
    response.setHeader("content-type", types[extname(pathname)] ?? "text/html").end(file);
  } catch {
    response.writeHead(404).end();
  }
}

const http = createServer();
if (isDev) {
  const vite = await import("vite");
  const { middlewares } = await vite.createServer({ server: { middlewareMode: true, hmr: { server: http } } });
  http.on("request", middlewares);
} else {
  http.on("request", serve);
}

/** Rooms by name: `?room=NAME` in the address of the page. */
const rooms = new Map();

const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 });
http.on("upgrade", (request, socket, head) => {
  const [path, query] = request.url.split("?");
  if (path === "/play") sockets.handleUpgrade(request, socket, head, (client) => play(client, new URLSearchParams(query).get("room") ?? ""));
  else if (!isDev) socket.destroy(); // in development vite has a socket of its own
});

function play(client, name) {
  if (!rooms.has(name)) rooms.set(name, new Room());
  const room = rooms.get(name);
  const player = room.join((message) => client.send(message));
  client.on("message", (data) => {
    try {
      room.hear(player, new DataView(data.buffer, data.byteOffset, data.byteLength));
    } catch (error) {
      client.close(1008, error.message);
    }
  });
  client.on("error", () => {}); // the socket closes after it
  client.on("close", () => {
    room.leave(player);
    if (room.players.size > 0) return;
    rooms.delete(name);
    room.world.free(); // the garbage collector does not see the memory of WebAssembly
  });
}

warmUp(); // before players join
// A fixed time step. A late server catches up at most a second, which avoids a spiral of ever later ticks.
let due = performance.now();
setInterval(() => {
  const now = performance.now();
  due = Math.max(due, now - 1000);
  for (; due <= now; due += 1000 / RATE) for (const room of rooms.values()) room.tick();
}, 5);

http.listen(Number(process.env.PORT ?? 5173), () => console.log(`http://localhost:${http.address().port}/`));
