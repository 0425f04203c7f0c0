// The page in a folder of plain files, by a plain file server: its engine runs in a worker. Runs with PLAIN.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, plain, servePage, stage } from "./common.mjs";

const testOfPlain = plain ? test : test.skip;

let site, browser;
before(async () => plain && ([site, browser] = await Promise.all([servePage(), launch()])));
after(async () => {
  await browser?.close();
  await site?.stop();
});

const ready = (page) => page.waitForSelector(".server.is-reached");

testOfPlain("it says where its engine is, and only reads files of its folder", async () => {
  const page = await open(browser, "about:blank");
  const asked = [];
  page.on("request", (request) => asked.push(`${request.method()} ${request.url().slice(site.url.length)}`));
  await page.goto(`${site.url}/#/playground?lesson=centers`);
  await ready(page);
  assert.equal(await page.innerText("#server"), "engine in this page");
  assert.deepEqual(
    [...new Set(asked)].filter((line) => !/^GET \/([\w.]+)?(#.*)?$/.test(line)),
    [],
  );
  await page.close();
});

testOfPlain("its arena says what it does not have, stays while a lesson is read, and has 20,000 entities", async () => {
  const page = await open(browser, `${site.url}/#/arena?scene=towns&count=20000`);
  await stage(page, ({ count, tick }) => count === 20_000 && tick > 3);
  assert.match(await page.innerText("#which"), /in this page[^]*collide serve[^]*recordings/);
  assert.equal(await page.locator("#which a").count(), 0);
  assert.equal(await page.getAttribute("#count", "max"), "4", "up to 20,000");
  const { tick } = await stage(page);
  await page.click("#views a >> text=Playground");
  await page.waitForSelector(".stage[data-answered]");
  await page.click("#views a >> text=Arena");
  const again = await stage(page, ({ count }) => count === 20_000);
  assert.ok(again.tick >= tick, `${again.tick} after ${tick}`);
  for (const [link, words] of [
    ["shared=1", /no arena is shared/],
    ["count=50000", /at most 20000 entities/],
  ]) {
    await page.goto(`${site.url}/#/arena?${link}`);
    await page.waitForFunction((words) => new RegExp(words).test(document.querySelector(".refusal").textContent), words.source);
  }
  assert.deepEqual(page.faults, []);
  await page.close();
});

testOfPlain("an engine that has stopped is started again", async () => {
  const page = await open(browser, `${site.url}/#/arena`);
  await stage(page, ({ frames }) => frames > 3);
  await page.workers()[0].evaluate(() => void setTimeout(() => { throw new Error("stopped by the test"); }));
  await page.waitForSelector(".server.is-lost");
  const { frames } = await stage(page);
  await ready(page);
  await stage(page, (now) => now.frames > frames + 3);
  assert.ok(page.faults.some((fault) => fault.includes("stopped by the test")));
  await page.close();
});
