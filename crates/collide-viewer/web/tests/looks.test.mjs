// The look of the page: a narrow page does not overflow, and screenshots are similar to the stored ones.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve, stage } from "./common.mjs";
import { differs } from "./shots.mjs";

const LESSONS = ["centers", "regions", "rotated", "circles", "sweep", "slide", "points"];
/** The share of tiles that may differ: fonts and a few lines may be different. */
const MAX_DIFFERENT = 0.08;

let server, browser;
before(async () => ([server, browser] = await Promise.all([serve(), launch()])));
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function shown(lesson, options) {
  const page = await open(browser, `${server.url}/#/playground?lesson=${lesson}`, options);
  await page.waitForSelector(".stage[data-answered]");
  return page;
}

test("nothing sticks out or is cut at 340 pixels", async () => {
  for (const lesson of LESSONS) {
    const page = await shown(lesson, { width: 340, height: 740 });
    const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(width <= available, `${lesson}: ${width} of ${available}`);
    await page.locator(".program summary").click();
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll(".playground *:not(svg *, .lessons, .lessons *)")].filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1).map((e) => `${e.className} ${e.scrollWidth} of ${e.clientWidth}`),
    );
    assert.deepEqual(cut, [], lesson);
    await page.close();
  }
});

/** The edges of an element in the window. */
const edges = (page, selector) => page.locator(selector).evaluate((element) => element.getBoundingClientRect().toJSON());

test("on a desktop the figure, the verdict and the steps are in sight together, and no column is empty", async () => {
  for (const lesson of LESSONS) {
    const page = await shown(lesson, { width: 1440, height: 900 });
    const [figure, verdict, steps] = await Promise.all([".stage:not(.is-small)", "#verdict", "#steps li:first-child"].map((part) => edges(page, part)));
    assert.ok(figure.bottom < 900 && verdict.bottom < 900 && steps.bottom < 900, lesson);
    assert.ok(steps.left > figure.right && steps.top < figure.bottom, `${lesson}: beside the figure`);
    const [board, side] = await Promise.all([".board", ".side"].map((part) => edges(page, part)));
    assert.ok(Math.abs(board.bottom - side.bottom) < 500, `${lesson}: ${board.bottom} and ${side.bottom}`);
    await page.close();
  }
});

test("on a phone the verdict and the steps are below the figure, which stays in sight", async () => {
  for (const lesson of LESSONS) {
    const page = await shown(lesson, { width: 390, height: 844, hasTouch: true, isMobile: true });
    const [figure, verdict, steps] = await Promise.all([".stage:not(.is-small)", "#verdict", "#steps li:first-child"].map((part) => edges(page, part)));
    assert.ok(figure.bottom < verdict.top && verdict.bottom < steps.top && steps.bottom < 844, `${lesson}: ${steps.bottom}`);
    await page.locator("#steps li:last-child").evaluate((row) => row.scrollIntoView({ block: "end" }));
    const { top } = await edges(page, ".stage:not(.is-small)");
    assert.ok(top >= 0 && top < 200, `${lesson}: the figure is at ${top}`);
    assert.doesNotMatch(await page.innerText("main"), /Arrow|\bTab\b|Shift|\bAlt\b|\bclick|[[\]]/, lesson);
    await page.close();
  }
});

test("on a phone nothing stands on the field of the duel but the controls of fingers, and no key is named", async () => {
  const page = await open(browser, `${server.url}/`, { width: 390, height: 844, hasTouch: true, isMobile: true });
  await page.waitForSelector("#hud[data-health]");
  const [hud, field] = [await edges(page, "#hud"), await edges(page, ".arena .stage")];
  assert.ok(hud.bottom <= field.top && field.bottom < 844, JSON.stringify([hud, field]));
  for (const name of ["kbd", ".key-list"]) assert.equal(await page.locator(name).filter({ visible: true }).count(), 0, name);
  await page.close();
});

for (const [scheme, width, height] of [["light", 1280, 800], ["dark", 1280, 800], ["light", 360, 740], ["dark", 360, 740]]) {
  test(`screenshots, ${scheme}, ${width} wide`, async () => {
    for (const lesson of width > 1000 ? LESSONS : ["rotated", "circles", "points"]) {
      const page = await shown(lesson, { scheme, width, height });
      const share = await differs(browser, `${lesson}-${scheme}-${width}`, await page.screenshot());
      assert.ok(share <= MAX_DIFFERENT, `${lesson}: ${(100 * share).toFixed(0)} % of the picture look different`);
      await page.close();
    }
  });
}

/** The arena with a scene in which nothing moves, so that all pictures are the same except for the times. */
async function still(options) {
  const page = await open(browser, `${server.url}/#/arena`, options);
  await stage(page, ({ frames }) => frames > 0);
  await page.selectOption("#scene", "all-touching");
  await page.waitForFunction(() => document.querySelector("#scene").value === "all-touching");
  await stage(page, ({ tick, count, pairs }) => tick > 10 && count === 1_000 && pairs > 2_000);
  await page.evaluate(() => document.activeElement.blur());
  await page.waitForTimeout(500);
  return page;
}

for (const [scheme, width, height] of [["light", 1280, 800], ["dark", 1280, 800], ["dark", 360, 740]]) {
  test(`screenshots of the arena, ${scheme}, ${width} wide`, async () => {
    const page = await still({ scheme, width, height });
    const share = await differs(browser, `arena-${scheme}-${width}`, await page.screenshot());
    assert.ok(share <= MAX_DIFFERENT, `${(100 * share).toFixed(0)} % of the picture look different`);
    await page.close();
  });
}

test("a page without its style looks different", async () => {
  const page = await shown("centers", { scheme: "light", width: 1280, height: 800 });
  await page.evaluate(() => (document.styleSheets[0].disabled = true));
  const share = await differs(browser, "centers-light-1280", await page.screenshot(), false);
  assert.ok(share > 3 * MAX_DIFFERENT, `${(100 * share).toFixed(0)} %`);
  await page.close();
});
