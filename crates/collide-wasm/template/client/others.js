// The other players: shown a little in the past, between two snapshots, so that they move smoothly.

import { SNAPSHOT_TICKS } from "../shared/game.js";

/** How far in the past, in ticks: a snapshot may come late by one more. */
const DELAY = 2 * SNAPSHOT_TICKS;

export class Others {
  snapshots = [];
  time = 0;

  add(snapshot) {
    this.snapshots.push(snapshot);
  }

  /** Goes on by a tick. The time follows that of the server slowly, whatever the delay of the network. */
  tick() {
    const newest = this.snapshots.at(-1);
    if (!newest) return;
    const target = newest.tick - DELAY;
    this.time = Math.abs(target - this.time) > 4 * DELAY ? target : this.time + 1 + (target - this.time) * 0.02;
    while (this.snapshots.length > 2 && this.snapshots[1].tick <= this.time) this.snapshots.shift();
  }

  /** The players at that time, by id. */
  get players() {
    const [before, after = before] = this.snapshots;
    const part = Math.min(Math.max((this.time - before.tick) / (after.tick - before.tick || 1), 0), 1);
    const between = ([id, to]) => {
      const from = before.players.get(id) ?? to;
      return [id, { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }];
    };
    return new Map(Array.from(after.players, between));
  }
}
