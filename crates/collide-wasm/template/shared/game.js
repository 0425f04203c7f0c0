// The rules of the game. The server and every client run this file on the same engine, so both compute the same positions
// to the bit: what a client predicts is what the server will confirm, unless the server does something more.

import { Shapes, World, circle, orientedRect, rect } from "collide2d";

/** Ticks a second, and the server's ticks from one snapshot to the next. */
export const RATE = 60;
export const SNAPSHOT_TICKS = 3;

export const SIZE = 20;
export const RADIUS = 0.5;
const SPEED = 6; // world units a second
const [PLAYER, WALL] = [1n, 2n];

/** The bits of a player's input. */
export const KEYS = { left: 1, right: 2, up: 4, down: 8 };

export const WALLS = [
  ...[rect(-1, -1, SIZE + 1, 0), rect(-1, SIZE, SIZE + 1, SIZE + 1), rect(-1, 0, 0, SIZE), rect(SIZE, 0, SIZE + 1, SIZE)],
  ...[rect(4, 4, 5, 11), rect(9, 7, 16, 8), circle(13, 13.5, 2), orientedRect(6, 15, 2.5, 0.4, { degrees: 30 })],
];

/** A world with the walls. */
export function createWorld() {
  const world = new World({ events: true });
  world.insertBatch(Shapes.of(WALLS), { mobility: "static", layers: { category: WALL } });
  world.step(); // entities take part from the next step on
  return world;
}

/** Adds a player, and returns its handle. */
export function addPlayer(world, x, y) {
  return world.insert(circle(x, y, RADIUS), { layers: { category: PLAYER } });
}

/** One tick of one player: it walks by its input, and slides along walls. Players do not block each other. */
export function walk(world, player, keys) {
  const x = Math.sign(keys & KEYS.right) - Math.sign(keys & KEYS.left);
  const y = Math.sign(keys & KEYS.down) - Math.sign(keys & KEYS.up);
  const step = SPEED / RATE / (x && y ? Math.SQRT2 : 1);
  world.move([player], Float32Array.of(x * step, y * step), { layers: { category: PLAYER, mask: WALL } });
}

/** Where a player is. */
export function placeOf(world, player) {
  const { x, y } = world.entity(player).shape;
  return { x, y };
}
