// The world of a running program in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, play, stage } from "./common.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

async function on(run, options) {
  const server = await play(60);
  const page = await open(browser, server.url, options);
  try {
    await stage(page, ({ frames, count }) => frames > 3 && count > 500);
    await run(page, server);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await server.stop();
  }
}

test("a game is watched while it is played, and cannot be changed", () =>
  on(async (page) => {
    const before = await stage(page, ({ shown }) => shown > 500);
    await stage(page, ({ tick }) => tick > before.tick + 30);
    for (const id of ["pause", "step", "scene", "strategy", "cell", "count"]) assert.ok(!(await page.isVisible(`#${id}`)), id);
    assert.match(await page.innerText("#arena-facts"), /pairs/);
  }));

test("an entity of the game is followed", () =>
  on(async (page) => {
    // An entity is near enough to one of these points.
    const { x, y, width, height } = await page.locator(".stage canvas").boundingBox();
    const found = page.waitForSelector("#inspected dl");
    for (let at = 1; at < 20 && !(await page.isVisible("#inspected dl")); at++) {
      await page.mouse.click(x + (width * at) / 20, y + height / 2);
      await page.waitForTimeout(100);
    }
    await found;
    assert.match(await page.innerText("#inspected"), /layers/);
  }));

test("the past of the game is shown while it goes on", () =>
  on(async (page) => {
    await stage(page, ({ tick }) => tick > 30);
    await page.locator("#rewind").focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
    await page.waitForFunction(() => /^tick /.test(document.querySelector("#when").textContent));
    const then = await stage(page);
    await page.keyboard.press("End");
    await page.waitForFunction(() => /^now/.test(document.querySelector("#when").textContent));
    await stage(page, ({ tick }) => tick > then.tick + 5);
  }));

test("it fits a narrow page, and says so when the game has ended", async () => {
  const server = await play(60);
  const page = await open(browser, server.url, { width: 360, height: 740, scheme: "dark" });
  await stage(page, ({ count }) => count > 500);
  const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(width <= available, `${width} of ${available}`);
  await server.stop();
  await page.waitForSelector(".server.is-lost");
  await page.close();
});
