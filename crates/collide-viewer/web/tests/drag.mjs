// Measures how long a drag in the playground takes: node tests/drag.mjs [MOVES], with the variables of the tests. For each
// lesson, prints the time from a movement of the pointer until the browser has painted the moved circle, and until it has
// painted the answer of the engine for it.
import { launch, servePage } from "./common.mjs";

const moves = Number(process.argv[2] ?? 60);

/** Runs in the page: drags the circle to and fro, and returns the two times of each movement. */
async function times(moves) {
  const hand = document.querySelector("#hand-circle .shape");
  const board = document.querySelector(".stage:not(.is-small)");
  const picture = board.querySelector(".picture");
  const box = hand.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const send = (target, type, dx) =>
    target.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: x + dx, clientY: y }),
    );
  // A frame has been painted when the first task after its callbacks runs.
  const painted = () =>
    new Promise((done) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = done;
        port2.postMessage(0);
      });
    });
  const until = async (changed) => {
    while (!changed()) await painted();
  };
  // Only a real pointer can be captured.
  picture.setPointerCapture = () => {};
  send(hand, "pointerdown", 0);
  const taken = [];
  for (let i = 1; i <= moves; i++) {
    const [before, answered] = [hand.cx.baseVal.value, board.dataset.answered];
    const start = performance.now();
    send(picture, "pointermove", i % 2 ? 20 + i / 4 : -i / 4);
    await until(() => hand.cx.baseVal.value !== before);
    await painted();
    const moved = performance.now() - start;
    await until(() => board.dataset.answered !== answered);
    await painted();
    taken.push([moved, performance.now() - start]);
    await new Promise((done) => setTimeout(done, 50));
  }
  send(picture, "pointerup", 0);
  return taken;
}

const [server, browser] = await Promise.all([servePage(), launch()]);
for (const lesson of ["centers", "regions", "rotated", "circles", "sweep", "slide", "points"]) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/#/playground?lesson=${lesson}`);
  await page.waitForSelector(".stage[data-answered]");
  const taken = await page.evaluate(times, moves);
  const [moved, answered] = [0, 1].map((which) => taken.map((pair) => pair[which]).sort((a, b) => a - b));
  const line = (all) => `median ${all[all.length >> 1].toFixed(0)} ms, at most ${all.at(-1).toFixed(0)} ms`;
  console.log(`${lesson}: moved circle ${line(moved)}; its answer ${line(answered)}`);
  await page.close();
}
await browser.close();
await server.stop();
