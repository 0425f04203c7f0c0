// The client: sends its keys at each tick, shows the own player as predicted, and the others as the server sent them.
// In the address of the page, `?lag=200` adds 200 ms of delay, and `?room=NAME` opens another room.

import { KEYS, RATE } from "../shared/game.js";
import { readSnapshot, writeInput } from "../shared/messages.js";
import { connect } from "./connection.js";
import { draw } from "./draw.js";
import { Others } from "./others.js";
import { Prediction } from "./prediction.js";

const asked = new URLSearchParams(location.search);
const [room, lag] = [asked.get("room") ?? "", Number(asked.get("lag"))];
const status = document.querySelector("#status");

const NAMES = {
  ...{ ArrowLeft: KEYS.left, ArrowRight: KEYS.right, ArrowUp: KEYS.up, ArrowDown: KEYS.down },
  ...{ KeyA: KEYS.left, KeyD: KEYS.right, KeyW: KEYS.up, KeyS: KEYS.down },
};
let keys = 0;
addEventListener("keydown", ({ code }) => (keys |= NAMES[code] ?? 0));
addEventListener("keyup", ({ code }) => (keys &= ~(NAMES[code] ?? 0)));
addEventListener("blur", () => (keys = 0));

const others = new Others();
let [newest, me, ended] = [undefined, undefined, false];

function receive(bytes) {
  newest = readSnapshot(bytes);
  const own = newest.players.get(newest.you);
  me ??= new Prediction(own);
  me.confirm(newest.done, own);
  others.add(newest);
}

function end(reason) {
  ended = true;
  status.textContent = `disconnected${reason && `: ${reason}`}; reload the page`;
}

const send = connect(room, lag, receive, end);

let due = performance.now();
function frame() {
  const now = performance.now();
  due = Math.max(due, now - 500); // after a pause, such as in a hidden tab, not all that was missed
  for (; due <= now; due += 1000 / RATE) {
    if (me) send(writeInput(me.apply(keys)));
    others.tick();
  }
  if (me) {
    draw(others.players.set(newest.you, me.place), newest.you, newest.hunter);
    status.textContent = `${me.confirmed} inputs confirmed, ${me.corrections} corrections, lag ${lag} ms`;
  }
  if (!ended) requestAnimationFrame(frame);
}
frame();
