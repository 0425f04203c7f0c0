// Measures the arena with all entities in sight: node tests/frames.mjs [COUNT [SECONDS]], with the variables of the tests.
// Prints new frames and ticks a second, the processor time of a frame in the browser and in the server, and the time from
// a key press that steers until the page has drawn a moved player.
//
// The page is opened without Playwright's page, which copies every message of a WebSocket to this process.
import { readdirSync, readFileSync } from "node:fs";
import { ARENA, launch, MAX_COUNT, servePage } from "./common.mjs";

const [count = MAX_COUNT, seconds = 5] = process.argv.slice(2).map(Number);
const pause = (time) => new Promise((done) => setTimeout(done, time));

/** A page that only evaluates expressions. */
async function bare(browser, url) {
  const session = await browser.newBrowserCDPSession();
  const { browserContextId } = await session.send("Target.createBrowserContext");
  const { targetId } = await session.send("Target.createTarget", { url, browserContextId, width: 1280, height: 800 });
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  const waiting = new Map();
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message);
    waiting.get(id)?.(result);
  });
  return async (expression) => {
    const id = waiting.size + 1;
    const result = new Promise((done) => waiting.set(id, done));
    const params = { expression, awaitPromise: true, returnByValue: true };
    const message = JSON.stringify({ id, method: "Runtime.evaluate", params });
    await session.send("Target.sendMessageToTarget", { sessionId, message });
    return (await result).result.value;
  };
}

/** The processor time of processes so far, in seconds. */
function secondsOf(pids) {
  const ticks = (pid) => {
    const numbers = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(numbers[11]) + Number(numbers[12]);
  };
  return pids.reduce((sum, pid) => sum + ticks(pid), 0) / 100;
}

/** The processes of the browser. */
function browsers() {
  const parents = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      parents.set(pid, readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ")[1]);
    } catch {
      // It has ended.
    }
  const ours = new Set([String(process.pid)]);
  for (let size = 0; size < ours.size; ) {
    size = ours.size;
    for (const [pid, parent] of parents) if (ours.has(parent)) ours.add(pid);
  }
  return [...ours].filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("chrom"));
}

const [server, browser] = await Promise.all([servePage(), launch()]);
const run = await bare(browser, `${server.url}/${ARENA}${ARENA.includes("?") ? "&" : "?"}count=${count}`);
const numbers = () =>
  run("(({ frames, tick, shown }) => ({ frames, tick, shown }))(document.querySelector('.arena .stage')?.dataset ?? {})");
const until = async (accept) => {
  while (!accept(await numbers())) await pause(100);
};
await until(({ frames }) => Number(frames) > 3);
await run("document.querySelector('#zoom-fit').click()");
await until(({ shown }) => Number(shown) === count);
await pause(1500);
const used = () => [secondsOf([server.pid].filter(Boolean)), secondsOf(browsers())];
const [before, start, [served, browsed]] = [await numbers(), performance.now(), used()];
await pause(seconds * 1000);
const [now, [serving, browsing]] = [await numbers(), used()];
const took = (performance.now() - start) / 1000;
const frames = now.frames - before.frames;
const each = (time) => ((1000 * time) / frames).toFixed(1);
console.log(`${count} entities in sight: ${(frames / took).toFixed(1)} new frames/s, ${((now.tick - before.tick) / took).toFixed(1)} ticks/s`);
console.log(`processor time of a frame: browser ${each(browsing - browsed)} ms, server ${each(serving - served)} ms`);

await run("document.querySelector('#player').click()");
await until(({ shown }) => Number(shown) < count);
await run("document.querySelector('#zoom-fit').click()");
await until(({ shown }) => Number(shown) > count / 2);
const delays = [];
for (let i = 0; i < 10; i++) {
  const key = i % 2 ? "ArrowLeft" : "ArrowRight";
  const press = (type) => `document.body.dispatchEvent(new KeyboardEvent("${type}", { key: "${key}", bubbles: true }))`;
  delays.push(
    await run(`new Promise((done) => {
      const { dataset } = document.querySelector(".arena .stage");
      const [from, at] = [dataset.player, performance.now()];
      const look = () => (dataset.player === from ? requestAnimationFrame(look) : done(performance.now() - at));
      ${press("keydown")};
      look();
    })`),
  );
  await run(press("keyup"));
  await pause(300);
}
delays.sort((a, b) => a - b);
console.log(`from a key to the moved player: median ${delays[5].toFixed(0)} ms, at most ${delays[9].toFixed(0)} ms`);
await browser.close();
await server.stop();
