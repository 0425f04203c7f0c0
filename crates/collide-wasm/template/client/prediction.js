// Prediction: the own player moves at once, in a world of the client's own, and does not wait for the server.
// Reconciliation: the server confirms each input with the position after it. If that is another position than predicted,
// the client takes it, and applies the inputs again that are not confirmed yet.

import { addPlayer, createWorld, placeOf, walk } from "../shared/game.js";

export class Prediction {
  confirmed = 0;
  corrections = 0;
  /** The inputs that the server has not confirmed, each with the position after it. */
  pending = [];

  /** The number of the last input, and the position, are those of the server. */
  constructor({ x, y }) {
    this.world = createWorld();
    this.player = addPlayer(this.world, x, y);
    this.last = { number: 0, x, y };
  }

  get place() {
    return placeOf(this.world, this.player);
  }

  /** Applies an input at once. Returns it, to be sent. */
  apply(keys) {
    walk(this.world, this.player, keys);
    const { number } = this.pending.at(-1) ?? this.last;
    const input = { number: number + 1, keys, ...this.place };
    this.pending.push(input);
    return input;
  }

  /** Compares the position of the server after input `number` with the predicted one. */
  confirm(number, { x, y }) {
    while (this.pending.length > 0 && this.pending[0].number <= number) {
      this.last = this.pending.shift();
      this.confirmed += 1;
    }
    if (this.last.x === x && this.last.y === y) return; // equal to the bit
    this.corrections += 1;
    Object.assign(this.last, { x, y });
    this.world.setCenters([this.player], Float32Array.of(x, y));
    for (const input of this.pending) {
      walk(this.world, this.player, input.keys);
      Object.assign(input, this.place);
    }
  }
}
