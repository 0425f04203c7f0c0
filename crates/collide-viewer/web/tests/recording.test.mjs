// A recording in a real browser.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, open, serve, stage } from "./common.mjs";
import { differs } from "./shots.mjs";

const TICKS = 200;
const CIRCLES = 40;
const MAX_DIFFERENT = 0.08;

let browser, folder, file;
before(async () => {
  browser = await launch();
  folder = await mkdtemp(join(tmpdir(), "collide-recording-"));
  file = join(folder, "match.csv");
  await writeFile(file, match());
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Two rows of circles pass each other, and a door opens: the number of pairs differs between most ticks. */
function match() {
  const rows = ["tick,id,x,y,radius,width,height,angle"];
  for (let tick = 1; tick <= TICKS; tick++) {
    for (let i = 0; i < CIRCLES; i++) {
      const way = i % 2 === 0 ? 1 : -1;
      rows.push(`${tick},c${i},${(i * 1.5 + (way * tick) / 10).toFixed(2)},${way * 0.6},0.75,,,`);
    }
    rows.push(`${tick},door,30,6,,8,0.5,${tick}`);
  }
  return rows.join("\n");
}

async function on(run, options) {
  const server = await serve(0, file);
  const page = await open(browser, `${server.url}/`, options);
  try {
    await stage(page, ({ count }) => count === CIRCLES + 1);
    await pause(page);
    await run(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await server.stop();
  }
}

async function pause(page) {
  const words = () => document.querySelector("#pause").textContent === "Play";
  if (!(await page.evaluate(words))) await page.click("#pause");
  await page.waitForFunction(words);
}

async function slide(page, tick) {
  await page.locator("#rewind").fill(String(tick));
  return stage(page, (now) => now.tick === tick);
}

test("the server's page is the recording, whole", () =>
  on(async (page) => {
    assert.equal(await page.innerText("#views a[aria-current]"), "Recording");
    assert.equal((await stage(page)).shown, CIRCLES + 1);
    assert.ok(await page.locator(".choices").isHidden());
    assert.equal(await page.getAttribute("#rewind", "max"), String(TICKS));
  }));

test("it waits at its first tick, and has a rate to set", async () => {
  const server = await serve(0, file);
  const page = await open(browser, `${server.url}/`);
  await stage(page, ({ count }) => count === CIRCLES + 1);
  await page.waitForTimeout(500);
  assert.equal((await stage(page)).tick, 1);
  assert.equal(await page.innerText("#pause"), "Play");
  assert.equal(await page.locator("#speed option:checked").innerText(), "60 ticks/s");
  await page.close();
  await server.stop();
});

test("a few entities far away do not make the others small", async () => {
  const far = join(folder, "far.csv");
  const row = (i) => `1,c${i},${i % 20},${Math.floor(i / 20)},0.4`;
  await writeFile(far, ["tick,id,x,y,radius", ...Array.from({ length: 400 }, (_, i) => row(i)), "1,guam,90000,0,0.4"].join("\n"));
  const server = await serve(0, far);
  const page = await open(browser, `${server.url}/`);
  await stage(page, ({ count, shown }) => count === 401 && shown === 400);
  await page.close();
  await server.stop();
});

test("slider, step and back", () =>
  on(async (page) => {
    const then = await slide(page, 100);
    assert.equal(await page.innerText("#when"), `100 of ${TICKS}`);
    await page.click("#step");
    await stage(page, ({ tick }) => tick === 101);
    await page.click("#back");
    assert.equal((await stage(page, ({ tick }) => tick === 100)).pairs, then.pairs);
    await page.click("#back");
    await stage(page, ({ tick }) => tick === 99);
    const early = await slide(page, 1);
    assert.notEqual(early.pairs, then.pairs);
    assert.equal((await slide(page, 100)).pairs, then.pairs);
  }));

test("it plays at another speed, stops at the end and begins again", () =>
  on(async (page) => {
    await slide(page, 20);
    await page.selectOption("#speed", "8");
    await page.click("#pause");
    await stage(page, ({ tick }) => tick === TICKS);
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    await page.selectOption("#speed", "0.25");
    await page.click("#pause");
    await stage(page, ({ tick }) => tick < 100);
  }));

test("a click tells of an entity", () =>
  on(async (page) => {
    await slide(page, 90);
    const box = await page.locator(".stage canvas").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    for (let i = 0; i < 4; i++) await page.click("#zoom-out");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector("#inspected dl");
    assert.match(await page.innerText("#inspected"), /handle\s+\d+v0[^]*data\s+0x0[^]*layers\s+category 0x1, mask all/);
  }));

for (const [scheme, width, height] of [["light", 1280, 800], ["dark", 1280, 800], ["dark", 360, 740]]) {
  test(`screenshots of a recording, ${scheme}, ${width} wide`, () =>
    on(
      async (page) => {
        const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(width <= available, `${width} of ${available}`);
        await slide(page, 90);
        await page.evaluate(() => document.activeElement.blur());
        await page.waitForTimeout(500);
        const share = await differs(browser, `recording-${scheme}-${width}`, await page.screenshot());
        assert.ok(share <= MAX_DIFFERENT, `${(100 * share).toFixed(0)} % of the picture look different`);
      },
      { scheme, width, height },
    ));
}
