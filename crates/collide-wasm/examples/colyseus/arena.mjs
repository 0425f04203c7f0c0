// A Colyseus room whose clients get only the players in their area of interest: the engine reports which
// players entered and left the view of each client, and each change becomes a `view.add` or `view.remove` of Colyseus.

import { Room } from "@colyseus/core";
import { StateView, schema, t } from "@colyseus/schema";
import { Interest, Shapes, World, circle, rect } from "collide2d";

/** Ticks a second. */
const RATE = 30;
const SPEED = 12; // world units a second
const SIZE = 40;
/** A player is sent to a client from the inner distance on, until it is beyond the outer one. */
export const [INNER, OUTER] = [10, 12];
const [PLAYER, WALL] = [1n, 2n];

const WALLS = [
  ...[rect(-1, -1, SIZE + 1, 0), rect(-1, SIZE, SIZE + 1, SIZE + 1), rect(-1, 0, 0, SIZE), rect(SIZE, 0, SIZE + 1, SIZE)],
  rect(18, 8, 22, 32),
];

const Player = schema({ x: t.float32(), y: t.float32() }, "Player");
/** `view()`: a client gets only those players that its view has. */
const State = schema({ players: t.map(Player).view() }, "State");

export class Arena extends Room {
  state = new State();
  patchRate = 1000 / RATE;
  world = new World();
  interest = new Interest();
  /** By the handle of its entity, a bigint: the player in the state, and its direction. */
  players = new Map();
  /** By the id of its observer, a bigint too: the client. */
  watchers = new Map();
  joined = 0;

  onCreate() {
    this.world.insertBatch(Shapes.of(WALLS), { mobility: "static", layers: { category: WALL } });
    this.world.step();
    this.onMessage("walk", (client, way) => this.hear(client, way));
    this.setFixedTimestep(() => this.tick(), RATE);
  }

  onJoin(client) {
    const wish = circle([2, SIZE - 2][this.joined++ % 2], 2, 0.5);
    const { x, y } = this.world.queries().freePlace(wish, SIZE) ?? wish;
    const handle = this.world.insert(circle(x, y, 0.5), { layers: { category: PLAYER } });
    const eyes = this.interest.insert({ at: handle, inner: INNER, outer: OUTER, except: handle, layers: { mask: PLAYER } });
    const shown = new Player().assign({ x, y });
    this.state.players.set(client.sessionId, shown);
    client.view = new StateView();
    client.view.add(shown);
    client.userData = { handle, eyes };
    this.players.set(handle, { shown, way: [0, 0] });
    this.watchers.set(eyes, client);
  }

  onLeave(client) {
    const { handle, eyes } = client.userData;
    this.interest.remove(eyes);
    this.world.remove(handle);
    this.watchers.delete(eyes);
    this.players.delete(handle);
    this.state.players.delete(client.sessionId);
  }

  /** A direction of walking. A client is not trusted. */
  hear(client, way) {
    const [x, y] = Array.isArray(way) ? way.map(Number) : [];
    const length = Math.hypot(x, y);
    this.players.get(client.userData.handle).way = Number.isFinite(length) && length > 0 ? [x / length, y / length] : [0, 0];
  }

  tick() {
    const { world, interest, players, watchers } = this;
    const handles = BigUint64Array.from(players.keys());
    const motions = Float32Array.from([...players.values()].flatMap(({ way: [x, y] }) => [(x * SPEED) / RATE, (y * SPEED) / RATE]));
    world.move(handles, motions, { layers: { category: PLAYER, mask: WALL } });
    world.separate(handles);
    world.step();
    const shapes = world.entities(handles).shapes;
    [...players.values()].forEach(({ shown }, index) => {
      const { x, y } = shapes.at(index);
      shown.assign({ x, y });
    });
    interest.update(world);
    // The columns are views of the library's memory, valid until the next call into it.
    const { entered, pairs } = interest.changes();
    entered.forEach((isNew, index) => {
      const [client, player] = [watchers.get(pairs[2 * index]), players.get(pairs[2 * index + 1])];
      if (!player) return; // has left the room, and so the state
      if (isNew) client.view.add(player.shown);
      else client.view.remove(player.shown);
    });
  }

  onDispose() {
    this.interest.free();
    this.world.free();
  }
}
