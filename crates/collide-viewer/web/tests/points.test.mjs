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
        ["edge-1", "-3"],
        ["edge-2", "3"],
        ["beside", "3 > 1.5"],
        ["edge", "t = 0.5"],
        ["point", "3.606 > 1.5"],
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

/** A board of 4 by 2 with a radius of 0.4, and a circle of radius 0.9. */
const board = (x, y, rest = "") => `lesson=points&circle=${x},${y},0.9&points=-2,-1,2,-1,2,1,-2,1&rounded=0,0,0.4&touching=closed${rest}`;
const lit = (page, selector = "#feature") => page.locator(selector).first().evaluate((e) => ({ ...e.dataset }));
/** The shaded area, in hundredths of a square unit: a cell has a side of 0.03. */
const shaded = (page, kind) => page.locator(`.wrong-${kind}`).evaluate((e) => Number(e.dataset.cells) * 0.09);
const decides = async (page) => (await steps(page)).find(({ kind }) => kind === "decides");

test("points: the feature that decides is lit in each of the three tests, with its numbers", () =>
  on(board(0.5, 3), async (page) => {
    const ends = () => page.locator("#feature").evaluate((e) => ["x1", "y1", "x2", "y2"].map((name) => e[name].baseVal.value));
    const { box, scale } = await projection(page);
    const drawnAt = (x, y) => [box.width / 2 + x * scale, box.height / 2 - y * scale];
    // Beside an edge: the circle is farther away along the normal than both radii.
    let { feature, edge, normal, gap, from, to } = await lit(page);
    assert.deepEqual([feature, edge, normal, gap, from, to], ["edge", "3", "0 1", "2", "2 1", "-2 1"]);
    (await ends()).forEach((number, i) => near(number, [...drawnAt(2, 1), ...drawnAt(-2, 1)][i], 0.5));
    assert.deepEqual([(await decides(page)).numbers, (await decides(page)).result], ["2 > 1.3", "→ apart, beside edge 3"]);
    assert.match((await page.locator(".stage:not(.is-small) .picture text").allTextContents()).join(), /normal,gap 2\.000/);
    // The edge: the circle is beside it, and near enough.
    const move = async (x, y) => {
      await page.fill("#circle-x", String(x));
      await page.fill("#circle-y", String(y));
      await answered(page, `circle=${x},${y},`);
    };
    await move(3, 0.5);
    ({ feature, edge, normal, gap } = await lit(page));
    assert.deepEqual([feature, edge, normal, gap], ["edge", "2", "1 0", "1"]);
    assert.deepEqual([(await decides(page)).id, (await decides(page)).numbers], ["edge", "t = 0.75"]);
    // The point: the circle is beyond the end of the edge.
    await move(2.5, 1.5);
    const point = await lit(page);
    assert.deepEqual([point.feature, point.point, point.at], ["point", "3", "2 1"]);
    near(Number(point.distance), Math.SQRT1_2, 1e-6);
    (await placeOf(page, "#feature")).forEach((number, i) => near(number, [2, 1][i], 0.02));
    assert.deepEqual([(await decides(page)).id, (await decides(page)).result], ["point", "→ hit"]);
    assert.match((await decides(page)).numbers, /^0\.7071 < 1\.3$/);
    // The figure of the text shows the same feature.
    assert.equal((await lit(page, ".stage.is-small [data-feature]")).at, "2 1");
    // Inside, the nearest edge from inside has the largest gap.
    await move(1.5, 0);
    assert.deepEqual([(await lit(page)).gap, (await decides(page)).result], ["-0.5", "→ hit, inside"]);
  }));

test("points: each mistake has wrong numbers, and is shaded where it is wrong", () =>
  on(board(3, 2), async (page) => {
    const says = async (mistake, part, judged, numbers) => {
      await page.locator(`#switch-${mistake}`).check();
      await answered(page, part);
      await page.waitForFunction(() => !document.querySelector("#judged").hidden);
      assert.match(await text(page, "#judged"), judged, mistake);
      assert.equal((await decides(page)).numbers, numbers, mistake);
    };
    const right = { circle: { x: 3, y: 2, radius: 0.9 }, obstacles: [{ polygon: { x: 0, y: 0, points: [[-2, -1], [2, -1], [2, 1], [-2, 1]], radius: 0.4 } }] };
    assert.equal((await ask(server, right)).obstacles[0].relation, "apart");
    assert.equal((await decides(page)).numbers, "1.414 > 1.3");
    await says("square-corners", "switches=square-corners", /says a hit. This is wrong: it is no hit/, "1 < 1.3");
    // Four squares without their quarter circles.
    near(await shaded(page, "hits"), (4 - Math.PI) * 1.69 * 100, 30);
    assert.equal(await shaded(page, "misses"), 0);
    await page.fill("#circle-x", "0");
    await answered(page, "circle=0,2,");
    await says("nearest-point", "switches=nearest-point", /says no hit. This is wrong: it is a hit/, "2.236 > 1.3");
    assert.ok((await shaded(page, "misses")) > 200);
    assert.equal(await shaded(page, "hits"), 0);
    // The normals of 30 degrees before: the largest gap is another one.
    await page.fill("#circle-y", "2.6");
    await answered(page, "circle=0,2.6,");
    await says("stale-normals", "switches=stale-normals", /says a hit. This is wrong: it is no hit/, "t = 0.5");
    assert.ok((await shaded(page, "hits")) > 100);
    (await lit(page)).normal.split(" ").forEach((number, i) => near(Number(number), [0.5, Math.sqrt(0.75)][i], 1e-6));
    await page.click("#example-one-set-of-normals");
    await answered(page, "switches=one-set-of-normals");
    assert.match(await text(page, "#judged"), /says a hit of the square. This is wrong: it is no hit of the square/);
    const square = (await steps(page)).find(({ id }) => id === "beside-square");
    assert.deepEqual([square.numbers, square.kind], ["0.495 > 0.2", "is-left-out"]);
    // Beside each corner an edge of the square parts them: triangles with legs of 0.717.
    near(await shaded(page, "hits"), 4 * 50, 60);
    assert.equal(await shaded(page, "misses"), 0);
    assert.equal(await page.locator("#square").count(), 1);
  }));

test("points: an invalid shape is refused with the reason", () =>
  on(CAPSULE, async (page) => {
    await page.fill("#rounded-radius", "-1");
    await page.waitForSelector(".verdict.is-refused");
    assert.match(await text(page, "#verdict"), /obstacle 0: radius: must not be negative, is -1/);
    // The browser logs the status 422.
    page.faults.length = 0;
  }));

test("the arena draws all kinds of shape, in `mixed` about as many of each, and walls", () =>
  onArena(browser, async (page) => {
    // The number of entities of each kind in the picture: circles, rects, oriented rects, capsules, polygons.
    const kinds = (counts) => page.waitForFunction((counts) => document.querySelector(".arena .stage").dataset.kinds === counts, counts);
    assert.equal(await page.inputValue("#scene"), "mixed");
    await page.click("#zoom-fit");
    // One of fifty is a wall: capsules and polygons.
    await kinds("193 194 193 210 210");
    for (const [scene, counts] of [
      ["capsules", "0 0 0 990 10"],
      ["polygons", "0 0 0 10 990"],
      // A tenth are walls, half of them capsules; six tenths walk, three tenths are bullets.
      ["city", "450 0 0 500 50"],
    ]) {
      await page.selectOption("#scene", scene);
      await page.waitForFunction((scene) => document.querySelector("#scene").value === scene, scene);
      const { frames } = await stage(page);
      await stage(page, (now) => now.frames > frames + 3 && now.pairs > 100);
      await kinds(counts);
    }
    // The cell lists of the walls: capsules share those of oriented rectangles.
    await page.waitForFunction(() => /50 static oriented[^]*50 static polygons/.test(document.querySelector(".why").innerText));
  }));
