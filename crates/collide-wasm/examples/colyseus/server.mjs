// The server of the arena. Clients join it with @colyseus/sdk: `client.joinOrCreate("arena")`, then
// `room.send("walk", [1, 0])`; `room.state.players` has the players that they may see.

import { Server } from "@colyseus/core";
import { WebSocketTransport } from "@colyseus/ws-transport";
import { warmUp } from "collide2d";

import { Arena } from "./arena.mjs";

/** Starts a server. */
export async function start(port, options = {}) {
  warmUp(); // before players join
  const server = new Server({ transport: new WebSocketTransport(), ...options });
  server.define("arena", Arena);
  await server.listen(port);
  return server;
}

if (import.meta.filename === process.argv[1]) await start(Number(process.env.PORT ?? 2567));
