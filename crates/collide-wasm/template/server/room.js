// One match: a player, the hunter, tries to touch another. The server decides everything; clients send only their keys.

import { EventKind, circle, slotOf } from "collide2d";

import { RADIUS, RATE, SIZE, SNAPSHOT_TICKS, addPlayer, createWorld, placeOf, walk } from "../shared/game.js";
import { readInput, writeSnapshot } from "../shared/messages.js";

/** The limit of inputs of a player that wait: five seconds. A client that sends faster than the clock is disconnected. */
const MAX_WAITING = 5 * RATE;

export class Room {
  world = createWorld();
  /** Players by handle. */
  players = new Map();
  /** The player who hunts the others; the first one at the start. */
  hunter = undefined;

  /** Adds a player, who gets snapshots by `send`. */
  join(send) {
    const { x, y } = this.freePlace();
    const handle = addPlayer(this.world, x, y);
    const player = { handle, send, heard: 0, done: 0, waiting: [], credit: 0 };
    this.players.set(handle, player);
    this.hunter ??= player;
    return player;
  }

  leave(player) {
    this.players.delete(player.handle);
    this.world.remove(player.handle);
    if (this.hunter === player) this.hunter = this.players.values().next().value;
  }

  /** Takes a message of a client. Throws if it is invalid: then the client is disconnected. */
  hear(player, bytes) {
    const input = readInput(bytes);
    if (input.number !== ++player.heard) throw new RangeError(`input: must be number ${player.heard}, is ${input.number}`);
    if (player.waiting.push(input) > MAX_WAITING) throw new RangeError("input: too many wait");
  }

  tick() {
    for (const player of this.players.values()) this.apply(player);
    this.world.step();
    this.hunt();
    if (this.world.tick % SNAPSHOT_TICKS === 0) this.publish();
  }

  /** Applies the inputs of a player in their order: one a tick, and those that came late. No input is dropped. */
  apply(player) {
    player.credit = Math.min(player.credit + 1.05, RATE); // a twentieth more, because clocks differ
    for (; player.credit >= 1 && player.waiting.length > 0; player.credit--) {
      const { number, keys } = player.waiting.shift();
      walk(this.world, player.handle, keys);
      player.done = number;
    }
  }

  /** A player that the hunter touches becomes the hunter, at another place. No client can predict that. */
  hunt() {
    const { kinds, pairs } = this.world.events();
    const touched = (event) => [this.players.get(pairs[2 * event]), this.players.get(pairs[2 * event + 1])];
    const began = Array.from(kinds, (kind, event) => (kind === EventKind.began ? touched(event) : []));
    const pair = began.find(([a, b]) => a && b && (a === this.hunter || b === this.hunter));
    if (!pair) return;
    this.hunter = pair.find((player) => player !== this.hunter);
    const { x, y } = this.freePlace();
    this.world.setCenters([this.hunter.handle], Float32Array.of(x, y));
  }

  publish() {
    const { world, players, hunter } = this;
    const all = Array.from(players.keys(), (handle) => ({ id: slotOf(handle), ...placeOf(world, handle) }));
    for (const { handle, done, send } of players.values()) {
      send(writeSnapshot({ tick: world.tick, done, you: slotOf(handle), hunter: slotOf(hunter.handle), players: all }));
    }
  }

  /** A random place where no wall and no player is. */
  freePlace() {
    const [x, y] = [Math.random() * SIZE, Math.random() * SIZE];
    return this.world.queries().freePlace(circle(x, y, RADIUS), SIZE) ?? { x, y };
  }
}
