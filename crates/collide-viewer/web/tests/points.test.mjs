// The lesson about capsules and polygons: drawn as they are, dragged, and edited by their points.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, servePage, stage, onArena } from "./common.mjs";
import { answered, ask, drag, near, onPage, placeOf, projection, steps, text } from "./lesson.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([servePage(), launch()])));
after(async () => {
  await browser?.close();
  await server?.stop();
});

const on = (link, run, options) => onPage(browser, server, link, run, options);
const CAPSULE = "lesson=points&circle=0,3,1&points=-2,0,2,0&rounded=0,0,0.5&touching=closed";

/** The bounds of the shape in the picture, in the plane: least x, least y, greatest x, greatest y. */
async function bounds(page) {
  const { box, scale } = await projection(page);
  const { x, y, width, height } = await page.locator("#hand-rounded .shape").first().evaluate((e) => {
    const { x, y, width, height } = e.getBBox();
    return { x, y, width, height };
  });
  const at = (px, py) => [(px - box.width / 2) / scale, (box.height / 2 - py) / scale];
  return [...at(x, y + height), ...at(x + width, y)];
}

test("points: a capsule is drawn and decided by its points and radius", () =>
  on(CAPSULE, async (page) => {
    assert.match(await text(page, "#verdict"), /Apart[^]*distance 1\.500/);
    assert.deepEqual(
      (await steps(page)).map(({ id, numbers }) => [id, numbers]),
      [
        ["edge-1", "3"],
        ["decide", "3 > 1.5"],
      ],
    );
    (await bounds(page)).forEach((number, i) => near(number, [-2.5, -0.5, 2.5, 0.5][i], 0.02));
    const { obstacles } = await ask(server, {
      circle: { x: 0, y: 3, radius: 1 },
      obstacles: [{ capsule: { x: 0, y: 0, a: [-2, 0], b: [2, 0], radius: 0.5 } }],
    });
    assert.equal(obstacles[0].distance, 1.5);
    near((await placeOf(page, "#nearest"))[1], 0.5, 0.02);
    assert.match(
      await page.locator(".program code").textContent(),
      /Capsule::new\(Vec2::new\(-2\.0, 0\.0\), Vec2::new\(2\.0, 0\.0\), 0\.5\)\?\.at\(Vec2::new\(0\.0, 0\.0\)\)\?;\n.*relation\(circle, shape\), Relation::Apart/,
    );
  }));

test("points: the shape, its points and its radius are dragged, and moved by keys", () =>
  on(CAPSULE, async (page) => {
    await drag(page, [2, 0], [2, 2]);
    await answered(page, "points=-2,0,2,2&");
    await drag(page, [1, 1], [2, 0]);
    await answered(page, "rounded=1,-1,0.5&");
    await drag(page, [-1, -1.85], [-1, -2.35]);
    await answered(page, "rounded=1,-1,1&");
    await page.locator("#hand-point-0").focus();
    await page.keyboard.press("ArrowRight");
    await answered(page, "points=-1.9,0,2,2&");
    await page.locator("#hand-rounding").focus();
    await page.keyboard.press("ArrowDown");
    await answered(page, "rounded=1,-1,1.1&");
    await page.locator("#hand-rounded").focus();
    await page.keyboard.press("Shift+ArrowLeft");
    await answered(page, "rounded=0,-1,1.1&");
    await page.fill("#point-1-x", "3");
    await answered(page, "points=-1.9,0,3,2&");
    await page.waitForFunction(() => /Overlapping|Apart/.test(document.querySelector("#verdict").textContent));
  }));

test("points: polygons have up to eight points, and their hull is drawn", () =>
  on("lesson=points&circle=0,4,0.5&points=-1,-1,1,-1,0,0,1,1,-1,1&rounded=1,0,0.25&touching=closed", async (page) => {
    const visible = () => page.locator('[id^="hand-point-"]:not(.is-away)').count();
    assert.equal(await visible(), 5);
    (await bounds(page)).forEach((number, i) => near(number, [-0.25, -1.25, 2.25, 1.25][i], 0.02));
    // The point inside is a point to drag, but no corner.
    assert.equal((await steps(page)).filter(({ id }) => id.startsWith("edge-")).length, 4);
    for (let count = 6; count <= 8; count++) {
      await page.click("#add-point");
      await page.waitForFunction((count) => document.querySelectorAll('[id^="hand-point-"]:not(.is-away)').length === count, count);
    }
    assert.ok(await page.isDisabled("#add-point"));
    for (let count = 8; count > 2; count--) await page.click("#remove-point");
    await answered(page, "points=-1,-1,1,-1&");
    assert.ok(await page.isChecked("#kind-capsule"));
    await page.locator("#kind-polygon").check();
    await answered(page, "rounded=0,0,0.4&");
    assert.match(await page.locator(".program code").textContent(), /Polygon::new\(&\[Vec2::new\(-2\.0, -1\.2\)/);
  }));

test("points: an invalid shape is refused with the reason", () =>
  on(CAPSULE, async (page) => {
    await page.fill("#rounded-radius", "-1");
    await page.waitForSelector(".verdict.is-refused");
    assert.match(await text(page, "#verdict"), /obstacle 0: radius: must not be negative, is -1/);
    // The browser logs the status 422.
    page.faults.length = 0;
  }));

test("the arena draws all kinds of shape, in `mixed` as many of each, and the walls of `city`", () =>
  onArena(browser, async (page) => {
    // The number of entities of each kind in the picture: circles, rects, oriented rects, capsules, polygons.
    const kinds = (counts) => page.waitForFunction((counts) => document.querySelector(".arena .stage").dataset.kinds === counts, counts);
    assert.equal(await page.inputValue("#scene"), "mixed");
    await page.click("#zoom-fit");
    await kinds("2000 2000 2000 2000 2000");
    for (const [scene, counts] of [
      ["capsules", "0 0 0 10000 0"],
      ["polygons", "0 0 0 0 10000"],
      // A tenth are walls, half of them capsules; six tenths walk, three tenths are bullets.
      ["city", "4500 0 0 5000 500"],
    ]) {
      await page.selectOption("#scene", scene);
      await page.waitForFunction((scene) => document.querySelector("#scene").value === scene, scene);
      const { frames } = await stage(page);
      await stage(page, (now) => now.frames > frames + 3 && now.pairs > 100);
      await kinds(counts);
    }
    // The cell lists of the walls: capsules share those of oriented rectangles.
    await page.waitForFunction(() => /500 static oriented[^]*500 static polygons/.test(document.querySelector(".why").innerText));
  }));
