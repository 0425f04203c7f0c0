// A room: its world, its players, and its rules. It knows no network, and no other randomness or clock than its seed and
// its ticks, so the same messages in the same ticks give the same match.

import { CircleColumns, EventKind, Interest, Shapes, World, circle, rect, slotOf } from "collide2d";

import { viewMessage } from "./messages.mjs";
import { seeded } from "./random.mjs";

/** Ticks a second. */
export const RATE = 30;

const REMEMBERED = 8; // ticks: about 250 ms
const SPEED = 6; // metres a second
const SIZE = 40;
const RANGE = 30; // of a shot
const HEALTH = 3;
const [PLAYER, WALL] = [1n, 2n];

const HALF = SIZE / 2;
export const WALLS = [
  ...[rect(-1, -8, 1, 8), rect(-HALF, -1, -12, 1), rect(12, -1, HALF, 1)],
  ...[rect(-HALF - 1, -HALF - 1, HALF + 1, -HALF), rect(-HALF - 1, HALF, HALF + 1, HALF + 1)],
  ...[rect(-HALF - 1, -HALF, -HALF, HALF), rect(HALF, -HALF, HALF + 1, HALF)],
];

export class Room {
  /** In a crowd only 32 entities of a place are in pairs: a step always ends, wherever players go. */
  world = new World({ events: true, history: { ticks: REMEMBERED, teleportDistance: SPEED / RATE + 1 }, crowd: { max: 32 } });
  interest = new Interest();
  columns = new CircleColumns();
  /** Players by slot. */
  players = new Map();
  bumps = 0;
  hits = 0;

  constructor(seed) {
    this.random = seeded(seed);
    this.world.insertBatch(Shapes.of(WALLS), { mobility: "static", layers: { category: WALL } });
    this.world.step();
  }

  /** Adds a player, who gets messages by `send`. */
  join(send) {
    const handle = this.world.insert(this.place(), { layers: { category: PLAYER } });
    const eyes = this.interest.insert({ at: handle, inner: 12, outer: 14, maxVisible: 32, except: handle, layers: { mask: PLAYER } });
    const player = { handle, eyes, send, way: [0, 0], health: HEALTH };
    this.players.set(slotOf(handle), player);
    return player;
  }

  leave(player) {
    if (!this.players.delete(slotOf(player.handle))) return;
    this.interest.remove(player.eyes);
    this.world.remove(player.handle);
  }

  /** A random place that is free. */
  place() {
    const [x, y] = [(this.random() - 0.5) * (SIZE - 2), (this.random() - 0.5) * (SIZE - 2)];
    const wish = circle(x, y, 0.5);
    return this.world.queries().freePlace(wish, 4) ?? wish;
  }

  /** Handles a message of a client, which is not trusted: the library rejects numbers that are not finite. */
  hear(player, { walk, shoot, seen }) {
    if (shoot) return this.shoot(player, shoot, seen);
    const length = Math.hypot(...walk);
    player.way = Number.isFinite(length) && length > 0 ? walk.map((part) => part / length) : [0, 0];
  }

  /** Lag compensation: a raycast at the time that the shooter saw. */
  shoot(player, direction, seen) {
    const newest = this.world.tick;
    const then = Math.min(Math.max(seen || newest, newest - REMEMBERED + 1, 1), newest);
    const queries = this.world.at(then);
    const from = queries.shapes([player.handle]).at(0);
    if (!from) return; // did not exist yet
    const length = Math.hypot(...direction);
    const hit = queries.ray({ origin: [from.x, from.y], direction, maxT: RANGE / length }, { except: player.handle });
    const victim = hit && this.players.get(slotOf(hit.handle));
    if (!victim || victim.handle !== hit.handle) return; // nothing, a wall, or removed since
    this.hits += 1;
    victim.health -= 1;
    if (victim.health > 0) return;
    victim.health = HEALTH;
    this.world.setShape(victim.handle, this.place());
  }

  tick() {
    const { world, interest, players } = this;
    const all = [...players.values()];
    const handles = BigUint64Array.from(all, ({ handle }) => handle);
    const motions = Float32Array.from(all.flatMap(({ way: [x, y] }) => [(x * SPEED) / RATE, (y * SPEED) / RATE]));
    // Walls stop players exactly, and players push each other apart softly.
    world.move(handles, motions, { layers: { category: PLAYER, mask: WALL } });
    world.separate(handles);
    world.step();
    this.bumps += world.events().kinds.filter((kind) => kind === EventKind.began).length;
    interest.update(world);
    this.publish();
  }

  /** Sends each player what it sees. */
  publish() {
    const columns = this.world.readCircles(this.columns);
    const [x, y] = [columns.x.slice(), columns.y.slice()]; // the columns are valid until the next call into the library
    for (const { handle, eyes, send, health } of this.players.values()) {
      const near = [handle, ...this.interest.visible(eyes)].map(slotOf);
      const left = [...this.interest.left(eyes)].map(slotOf);
      send(viewMessage(this.world.tick, health, near, left, x, y));
    }
  }

  free() {
    for (const part of [this.columns, this.interest, this.world]) part.free();
  }
}
