// What each lesson teaches: its numbers, pictures and mistakes, read off the page and compared with the engine.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, servePage } from "./common.mjs";
import { answered, ask as askServer, drag, near, onPage, placeOf, projection, steps, text } from "./lesson.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([servePage(), launch()])));
after(async () => {
  await browser?.close();
  await server?.stop();
});

const on = (link, run, options) => onPage(browser, server, link, run, options);
const ask = (question) => askServer(server, question);
/** The shaded area, in hundredths of a square unit: a cell has a side of 0.03. */
const shaded = (page, kind) => page.locator(`.wrong-${kind}`).evaluate((e) => Number(e.dataset.cells) * 0.09);
const labels = (page, selector = ".stage:not(.is-small) .picture text") => page.locator(selector).allTextContents();

test("centers: box, cross and outline are named, and each comparison has both numbers", () =>
  on("lesson=centers&circle=2.6,1.9,1&rect=0,0,4,2.5,0&touching=closed", async (page) => {
    const names = await labels(page);
    for (const name of ["box", "cross", "outline"]) assert.ok(names.includes(name), name);
    assert.match(await text(page, "#legend"), /box[^]*cross[^]*outline/);
    const shown = await steps(page);
    assert.deepEqual(
      shown.map(({ id }) => id),
      ["reject-x", "reject-y", "accept-x", "accept-y", "corner"],
    );
    assert.deepEqual(
      shown.map(({ numbers }) => numbers),
      ["2.6 < 3", "1.9 < 2.25", "2.6 > 2", "1.9 > 1.25", "0.7825 < 1"],
    );
    assert.deepEqual(
      shown.map(({ kind }) => kind),
      ["", "", "", "", "decides"],
    );
    assert.equal(shown[2].formula, "dx ≤ w/2");
  }));

test("centers: as many digits as decide", () =>
  on("lesson=centers&circle=5,5,5&rect=0,0,4,2,0&touching=closed", async (page) => {
    assert.equal((await steps(page))[4].numbers, "25 = 25");
    await page.click("#nudge-less");
    await page.waitForFunction(() => document.querySelector("#sign").textContent === "+");
    const [left, right] = (await steps(page))[4].numbers.split(" > ").map(Number);
    assert.ok(left > right, `${left} ${right}`);
    assert.ok(left - right < 1e-5);
  }));

test("centers: a test left out is shaded where it decided", () =>
  on("lesson=centers&circle=2.8,2.05,1&rect=0,0,4,2.5,0&touching=closed", async (page) => {
    assert.equal(await page.locator(".wrong-hits").count(), 0);
    await page.locator("#switch-off-corner").check();
    await answered(page, "switches=off-corner");
    assert.match(await text(page, "#judged"), /says a hit. This is wrong: it is no hit/);
    // Four unit squares without their quarter circles.
    near(await shaded(page, "hits"), (4 - Math.PI) * 100, 30);
    assert.equal(await shaded(page, "misses"), 0);
    // The keyboard does the same, and two tests can be left out together.
    await page.locator("#switch-off-reject-x").focus();
    await page.keyboard.press("Space");
    await answered(page, "switches=off-corner,off-reject-x");
    assert.ok((await shaded(page, "hits")) > 1000);
    assert.equal(await page.locator("#steps li.is-left-out").count(), 2);
  }));

for (const [lesson, mistakes] of Object.entries({
  centers: ["reach-in-accept", "integer-halves", "odd-box", "mixed-rules"],
  regions: ["clockwise", "strict", "flat-line"],
  rotated: ["wrong-way", "own-trig"],
  circles: ["overflow", "integer-root", "rounded-distance"],
  points: ["square-corners", "nearest-point", "stale-normals", "one-set-of-normals"],
})) {
  test(`${lesson}: each mistake of the tutorials is wrong in its example`, () =>
    on(`lesson=${lesson}`, async (page) => {
      for (const mistake of mistakes) {
        await page.click(`#example-${mistake}`);
        await answered(page, `switches=${mistake}&`);
        await page.waitForSelector("#judged.wrong");
        assert.ok(await page.locator(`#switch-${mistake}`).isChecked());
        assert.equal(await page.locator("#switch-" + mistakes.find((other) => other !== mistake)).isChecked(), false);
        await page.locator(`#switch-${mistake}`).uncheck();
        await page.waitForSelector("#judged", { state: "hidden" });
      }
    }));
}

test("centers: integer mistakes snap to integers, also when dragged", () =>
  on("lesson=centers", async (page) => {
    await page.click("#example-integer-halves");
    await answered(page, "rect=-0.5,-0.5,3,3,0");
    await drag(page, [-0.5, -0.5], [-1.3, 0.8]);
    await page.waitForFunction(() => document.querySelector("#rect-x").value !== "-0.5");
    const [x, w] = [Number(await page.inputValue("#rect-x")), Number(await page.inputValue("#rect-width"))];
    assert.ok(Number.isInteger(x - w / 2), `${x} ${w}`);
  }));

test("regions: corners, numbered regions, and the cross products with their signs", () =>
  on("lesson=regions&circle=3.3,2.9,1&rect=0,0,4,2.5,20&touching=closed", async (page) => {
    const names = await labels(page);
    for (const name of ["A", "B", "C", "D", "O", "1 top-left", "5 inside", "9 bottom-right"])
      assert.ok(names.includes(name), name);
    const rect = { x: 0, y: 0, width: 4, height: 2.5, angle: 20 };
    for (const [x, y, lefts, words] of [
      [3.3, 2.9, 2, /beyond the corner C/],
      [0.4, 3, 3, /beside the edge CD/],
      [0.2, 0.1, 4, /inside/],
    ]) {
      await page.fill("#circle-x", String(x));
      await page.fill("#circle-y", String(y));
      await answered(page, `circle=${x},${y},`);
      const said = await ask({ circle: { x, y, radius: 1 }, obstacles: [{ rect }] });
      const shown = await steps(page);
      const { corners } = said.obstacles[0];
      corners.forEach(([ax, ay], i) => {
        const [bx, by] = corners[(i + 1) % 4];
        const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
        near(Number(shown[i].numbers.split("= ").at(-1)), cross, 0.01);
        assert.equal(shown[i].result, cross >= 0 ? "→ left" : "→ right");
      });
      assert.equal(shown.find(({ id }) => id === "count").numbers, String(lefts));
      assert.match(shown.find(({ id }) => id === "count").result, words);
      if (lefts < 4)
        near(
          Number(
            shown
              .find(({ id }) => id === "formula")
              .numbers.split("= ")
              .at(-1),
          ),
          said.obstacles[0].nearest.distance,
          0.001,
        );
    }
    // The current region is shaded, also the inside.
    const fill = await page.locator('polygon[data-region="inside"]').evaluate((e) => getComputedStyle(e).fill);
    assert.notEqual(fill, "rgba(0, 0, 0, 0)");
  }));

test("rotated: the formula, the three cases and the green picture agree with the engine", () =>
  on("lesson=rotated&circle=2.9,-0.7,0.8&rect=0,0,4.5,1.6,30&touching=closed", async (page) => {
    const rect = { x: 0, y: 0, width: 4.5, height: 1.6, angle: 30 };
    const said = await ask({ circle: { x: 2.9, y: -0.7, radius: 0.8 }, obstacles: [{ rect }] });
    const [backX, backY] = said.obstacles[0].unrotated_center;
    const shown = await steps(page);
    near(Number(shown[0].result.replace("= ", "")), backX, 0.001);
    near(Number(shown[1].result.replace("= ", "")), backY, 0.001);
    assert.match(shown[2].result, /qx = x′/);
    assert.match(shown[3].result, /bottom edge/);
    // The orange line of the green picture ends at the closest point of the straight rectangle.
    const dot = await placeOf(page, "#unturned-nearest");
    near(dot[0], Math.min(2.25, backX), 0.02);
    near(dot[1], -0.8, 0.02);
    near(Math.hypot(dot[0] - backX, dot[1] - backY), said.obstacles[0].nearest.distance, 0.02);
    assert.equal((await page.locator(".guide.is-on").count()) >= 2, true);
  }));

test("rotated: slider, knob and number agree, arcs go the short way, and both pictures turn blue", () =>
  on("lesson=rotated&circle=0,2.4,1&rect=0,0,5,1,0&touching=closed", async (page) => {
    for (const [typed, shown, arc] of [
      ["-45", 315, 45],
      ["725", 5, 5],
      ["180", 180, 180],
    ]) {
      await page.fill("#rect-angle", typed);
      await answered(page, `rect=0,0,5,1,${typed}`);
      assert.equal(Number(await page.inputValue("#angle-slider")), shown);
      assert.equal(await text(page, "#angle-words"), `${typed}°`);
      const [x, y] = await placeOf(page, "#hand-turn .knob");
      near(((Math.atan2(y, x) * 180) / Math.PI + 360) % 360, shown, 0.5);
      assert.equal(Number(await page.locator(".stage:not(.is-small) .turning").getAttribute("data-degrees")), arc);
    }
    assert.equal(await page.locator(".unturned.is-hit").count(), 0);
    await page.fill("#rect-angle", "90");
    await page.waitForSelector("#hand-circle .shape.is-hit");
    assert.ok((await page.locator(".stage:not(.is-small) .unturned.is-hit").count()) === 2);
    await page.locator("#switch-wrong-way").check();
    await answered(page, "wrong-way");
    assert.equal(await shaded(page, "hits"), 0, "90 degrees do not show the mistake");
    await page.fill("#rect-angle", "30");
    await answered(page, "rect=0,0,5,1,30");
    assert.ok((await shaded(page, "hits")) > 100);
    assert.ok((await shaded(page, "misses")) > 100);
  }));

test("circles: the player is visible, arrow keys work at once, and it stays in the picture", () =>
  on("lesson=centers", async (page) => {
    await page.click('[data-lesson="circles"]');
    await answered(page, "lesson=circles");
    const stroke = (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((e) => getComputedStyle(e).stroke);
    assert.notEqual(await stroke("#hand-circle .shape"), await stroke(".others .shape"));
    assert.ok((await labels(page)).includes("you"));
    await page.keyboard.press("ArrowRight");
    await answered(page, "circle=0.5,-0.3,1.1");
    for (let i = 0; i < 12; i++) await page.keyboard.press("Shift+ArrowRight");
    await answered(page, "circle=5.6,-0.3,1.1");
    const { box, at } = await projection(page);
    assert.ok(at(5.6, -0.3)[0] < box.left + box.width);
    const lines = await page.locator("#answers li").allInnerTexts();
    assert.ok(lines.every((line) => /yes|no/.test(line)) && lines.length === 10);
    const shown = await steps(page);
    assert.equal(shown.length, 10);
    assert.ok(shown.every(({ numbers, result }) => numbers.includes(result.endsWith("yes") ? "<" : ">")));
    // The keyboard alone starts the lesson again.
    await page.locator("#reset").focus();
    await page.keyboard.press("Enter");
    await answered(page, "circle=0.4,-0.3,1.1");
  }));

test("circles, the radius and sizes are dragged", async () => {
  await on("lesson=circles", async (page) => {
    await drag(page, [-3.2, 0], [-2.2, -1]);
    await answered(page, "-2.2,-1,0.8");
    assert.match(
      await page.evaluate(() => document.querySelector(".stage").dataset.answered),
      /circle=0\.4,-0\.3,/,
      "the player has not moved",
    );
    const r = 1.1 * Math.SQRT1_2;
    await drag(page, [0.4 - r, -0.3 - r], [0.4 - 2 * r, -0.3 - 2 * r]);
    await page.waitForFunction(() => Math.abs(document.querySelector("#circle-radius").value - 2.2) < 0.03);
  });
  await on("lesson=centers&circle=4,3,0.5&rect=0,0,4,2.5,0&touching=closed", async (page) => {
    await drag(page, [2, -1.25], [3, -2]);
    await answered(page, "rect=0,0,6,4,0");
    await drag(page, [0, 0], [40, 0]);
    await answered(page, "rect=5.6,0,6,4,0");
  });
});

test("sweep: steps, slider and play button", () =>
  on("lesson=sweep&circle=-4,0,0.5&rect=2,0,2,2,0&motion=8,0&touching=closed", async (page) => {
    const shown = await steps(page);
    assert.deepEqual(
      shown.map(({ id }) => id),
      ["slab-x", "slab-y", "both"],
    );
    assert.equal(shown[2].result, "→ t = 0.5625");
    assert.match(await text(page, "#verdict"), /0\.5625/);
    await page.locator("#time").fill("0.25");
    await answered(page, "time=0.25");
    near((await placeOf(page, "#ghost"))[0], -2, 0.02);
    await page.click("#play");
    await page.waitForFunction(() => Number(document.querySelector("#time").value) > 0.4);
    await page.waitForFunction(() => Number(document.querySelector("#time").value) === 1);
    await page.waitForFunction(() => document.querySelector("#play").textContent === "Play");
    await answered(page, "time=1&");
    near((await placeOf(page, "#ghost"))[0], 4, 0.02);
    await page.fill("#motion-x", "0");
    await answered(page, "motion=0,0");
    assert.match(await text(page, "#verdict"), /Does not move/);
    // Beyond a corner, its circle decides.
    await page.fill("#motion-x", "8");
    await page.fill("#circle-y", "1.3");
    await answered(page, "circle=-4,1.3");
    assert.equal((await steps(page)).at(-1).id, "corner");
  }));

test("slide: legs, normals and the end are the engine's", () =>
  on("lesson=slide&circle=-3,0,0.5&rect=0,-2,8,1,0&motion=9,-3&touching=closed", async (page) => {
    // The circle falls one unit to the wall below, slides to the wall on the right, and stops.
    const end = await placeOf(page, "#slide-end");
    near(end[0], 4.3, 0.02);
    near(end[1], -1, 0.02);
    assert.equal(await page.locator(".stage:not(.is-small) .leg").count(), 3);
    const shown = await steps(page);
    assert.match(shown.find(({ id }) => id === "hit-1").numbers, /t = 0\.3333, n = \(0, -1\)/);
    assert.match(shown.find(({ id }) => id === "hit-1").result, /wall 1/);
    assert.match(shown.find(({ id }) => id === "hit-2").result, /wall 3/);
    assert.match(await text(page, "#verdict"), /Meets 2 walls[^]*4\.300, -1\.000/);
    await page.locator("#time").fill("0.33");
    await answered(page, "time=0.33");
    near((await placeOf(page, "#ghost"))[0], -0.03, 0.05);
    assert.match(await page.locator(".program code").textContent(), /slide\.shape\.center\(\), Vec2::new\(4\.(3|2999)/);
  }));

test("a term under the pointer lights up in text, steps and figures", () =>
  on("lesson=centers", async (page) => {
    await page.locator(".article [data-term=dx]").first().hover();
    assert.ok((await page.locator(".picture .is-lit").count()) >= 2);
    assert.ok((await page.locator("#steps .is-lit").count()) >= 2);
    await page.locator("h1").hover();
    assert.equal(await page.locator(".is-lit").count(), 0);
    // By keyboard as well, and in the same colour.
    await page.locator(".article [data-term=box]").first().focus();
    assert.ok((await page.locator(".picture .is-lit").count()) >= 2);
    const colour = (selector, property) =>
      page
        .locator(selector)
        .first()
        .evaluate((e, name) => getComputedStyle(e)[name], property);
    assert.equal(
      await colour(".article [data-term=dy]", "color"),
      await colour(".picture line[data-term=dy]", "stroke"),
    );
  }));

test("every lesson has text and figures in turn, a legend and steps", async () => {
  for (const lesson of ["centers", "regions", "rotated", "circles", "sweep", "slide", "points"]) {
    await on(`lesson=${lesson}`, async (page) => {
      assert.ok((await page.locator(".article section").count()) >= 2, lesson);
      assert.ok((await page.locator(".article figure").count()) >= 1, lesson);
      assert.ok((await page.locator("#legend li").count()) >= 4, lesson);
      assert.ok((await page.locator("#steps li").count()) >= 3, lesson);
      assert.doesNotMatch(await text(page, "main"), /[Cc]entre/);
    });
  }
});

test("make it touch is honest", async () => {
  await on("lesson=centers&circle=3.2,2.1,1&rect=0,0,4,2.5,0&touching=closed", async (page) => {
    assert.equal(await text(page, "#nudge-touch"), "Make it overlap");
    assert.match(await text(page, "#touch-note"), /No f32 radius touches exactly/);
    await page.click("#nudge-touch");
    await page.waitForFunction(() => /Overlapping/.test(document.querySelector("#verdict").textContent));
    await page.click("#nudge-less");
    await page.waitForFunction(() => /Apart/.test(document.querySelector("#verdict").textContent));
  });
  await on("lesson=centers&circle=0,0,1&rect=0,0,4,2.5,0&touching=closed", async (page) => {
    assert.equal(await page.isDisabled("#nudge-touch"), true);
    assert.match(await text(page, "#touch-note"), /No radius/);
  });
});

test("lessons are in the history, and bad links say so", async () => {
  await on("lesson=centers", async (page) => {
    await page.fill("#circle-x", "1.5");
    await answered(page, "circle=1.5,");
    await page.click('[data-lesson="sweep"]');
    await answered(page, "lesson=sweep");
    await page.goBack();
    await answered(page, "circle=1.5,");
    await page.goForward();
    await answered(page, "lesson=sweep");
  });
  for (const [link, words] of [
    ["lesson=nothing", /there is no lesson “nothing”/],
    ["lesson=centers&circle=1,2", /circle must be 3 numbers/],
    ["lesson=centers&colour=red", /“colour” is unknown/],
    ["lesson=rotated&switches=off-corner", /no switch “off-corner”/],
  ]) {
    await on(link, async (page) => assert.match(await text(page, "#problems"), words));
  }
  // Links of earlier versions keep their meaning.
  await on("lesson=centres&circle=1,2,0.5", async (page) => {
    assert.equal(await page.locator("#problems").isVisible(), false);
    await answered(page, "lesson=centers&circle=1,2,0.5");
  });
});

test("a rejected shape has no numbers of the one before", () =>
  on("lesson=centers", async (page) => {
    assert.ok((await page.locator("#nearest").count()) === 1);
    await page.fill("#circle-radius", "-1");
    await page.waitForSelector(".verdict.is-refused");
    assert.equal(await page.locator("#nearest, .apart-by").count(), 0);
    // The browser logs the status 422.
    page.faults.length = 0;
  }));
