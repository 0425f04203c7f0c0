// The playground in a real browser: it shows the answers of the engine.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, serve, servePage, testOfServer } from "./common.mjs";
import { answered, ask as askServer, near, onPage, projection, text } from "./lesson.mjs";

let server, browser;
before(async () => ([server, browser] = await Promise.all([servePage(), launch()])));
after(async () => {
  await browser?.close();
  await server?.stop();
});

const on = (link, run, options) => onPage(browser, server, link, run, options);
const ask = (question) => askServer(server, question);
const stroke = (page, selector) => page.locator(selector).evaluate((element) => getComputedStyle(element).stroke);

test("dragging makes shapes blue, and the closest point is the kernel's", () =>
  on("lesson=centers&circle=3.2,2.1,1&rect=0,0,4,2.5,0&touching=closed", async (page) => {
    const grey = await stroke(page, "#hand-circle .shape");
    const { at, scale, box } = await projection(page);
    await page.mouse.move(...at(3.2, 2.1));
    await page.mouse.down();
    await page.mouse.move(...at(2.8, 1.8), { steps: 8 });
    await page.mouse.move(...at(2.5, 1.5), { steps: 8 });
    await page.mouse.up();
    await page.waitForSelector("#hand-circle .shape.is-hit");
    const x = Number(await page.inputValue("#circle-x"));
    const y = Number(await page.inputValue("#circle-y"));
    near(x, 2.5, 0.02);
    near(y, 1.5, 0.02);
    await answered(page, `circle=${x},${y},`);
    assert.notEqual(await stroke(page, "#hand-circle .shape"), grey);
    assert.notEqual(await stroke(page, "#hand-rect .shape"), grey);
    assert.match(await text(page, "#verdict"), /Overlapping/);

    const said = await ask({
      circle: { x, y, radius: 1 },
      obstacles: [{ rect: { x: 0, y: 0, width: 4, height: 2.5 } }],
    });
    const [nx, ny] = said.obstacles[0].nearest.point;
    const dot = await page.locator("#nearest").evaluate((e) => [e.cx.baseVal.value, e.cy.baseVal.value]);
    near(dot[0], box.width / 2 + nx * scale);
    near(dot[1], box.height / 2 - ny * scale);
    assert.deepEqual([nx, ny], [2, 1.25]);
  }));

test("a click places the circle, and so does a tap", async () => {
  await on("lesson=rotated", async (page) => {
    const { at } = await projection(page);
    await page.mouse.click(...at(-3, 2));
    await answered(page, "circle=-3,2,");
  });
  await on(
    "lesson=rotated",
    async (page) => {
      const { at } = await projection(page);
      await page.touchscreen.tap(...at(-3, 2));
      await page.waitForFunction(() => Math.abs(document.querySelector("#circle-x").value - -3) < 0.05);
    },
    { hasTouch: true, width: 360, height: 740 },
  );
});

test("arrow keys move, by tenths, units and single floats", () =>
  on("lesson=centers&circle=3,0,1&rect=0,0,4,2,0&touching=closed", async (page) => {
    await page.locator("#hand-circle").focus();
    await page.keyboard.press("ArrowRight");
    await answered(page, "circle=3.1,0,1");
    await page.keyboard.press("Shift+ArrowUp");
    await answered(page, "circle=3.1,1,1");
    await page.keyboard.press("+");
    await answered(page, "circle=3.1,1,1.1");
    await page.locator("#hand-rect").focus();
    await page.keyboard.press("ArrowDown");
    await answered(page, "rect=0,-0.1,");
  }));

test("one float decides: touching, apart, overlapping", () =>
  on("lesson=centers&circle=3,0,1&rect=0,0,4,2,0&touching=closed", async (page) => {
    assert.equal(await text(page, "#sign"), "0");
    await page.locator("#hand-circle").focus();
    await page.keyboard.press("Alt+ArrowRight");
    await answered(page, "circle=3.0000002,0,1");
    assert.equal(await text(page, "#sign"), "+");
    assert.match(await text(page, "#margin"), /margin 2 ulps/);
    await page.click("#nudge-touch");
    await answered(page, "circle=3.0000002,0,1.0000002");
    assert.equal(await text(page, "#sign"), "0");
    await page.click("#nudge-more");
    await answered(page, "circle=3.0000002,0,1.0000004");
    assert.equal(await text(page, "#sign"), "−");
    assert.match(await text(page, "#margin"), /margin 1 ulp /);
    await page.click("#nudge-less");
    await page.click("#nudge-less");
    await answered(page, "circle=3.0000002,0,1.0000001");
    assert.equal(await text(page, "#sign"), "+");
  }));

test("it says so where rounded arithmetic is wrong", () =>
  on("lesson=centers&circle=3,1.0001221,1&rect=0,0,4,2,0&touching=closed", async (page) => {
    assert.match(await text(page, "#verdict"), /Apart/);
    assert.match(await text(page, "#wrong"), /says they touch.*wrong/);
  }));

test("an angle can be typed, slid and turned", () =>
  on("lesson=rotated&circle=0,2.4,1&rect=0,0,5,1,0&touching=closed", async (page) => {
    assert.match(await text(page, "#verdict"), /Apart/);
    await page.fill("#rect-angle", "47.5");
    await answered(page, "rect=0,0,5,1,47.5");
    const rect = { x: 0, y: 0, width: 5, height: 1, angle: 47.5 };
    const said = await ask({ circle: { x: 0, y: 2.4, radius: 1 }, obstacles: [{ rect }] });
    assert.match(await text(page, "#verdict"), said.hit ? /Overlapping/ : /Apart/);
    const turned = await page.locator("#hand-rect .shape").getAttribute("transform");
    assert.match(turned, /^rotate\(-47.5 /);
    const { scale, box } = await projection(page);
    const back = await page.locator("#unturned").evaluate((e) => [e.cx.baseVal.value, e.cy.baseVal.value]);
    near(back[0], box.width / 2 + said.obstacles[0].unrotated_center[0] * scale);
    near(back[1], box.height / 2 - said.obstacles[0].unrotated_center[1] * scale);

    await page.locator("#angle-slider").fill("90");
    await answered(page, "rect=0,0,5,1,90");
    assert.match(await text(page, "#verdict"), /Overlapping/);
    assert.equal(await page.inputValue("#rect-angle"), "90");
    await page.locator("#hand-turn").focus();
    await page.keyboard.press("ArrowUp");
    await answered(page, "rect=0,0,5,1,91");
    const knob = await page.locator("#hand-turn .grip").evaluate((e) => {
      const { left, top, width, height } = e.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    });
    const { at } = await projection(page);
    await page.mouse.move(...knob);
    await page.mouse.down();
    await page.mouse.move(...at(3, 3), { steps: 5 });
    await page.mouse.up();
    await answered(page, "rect=0,0,5,1,45");
  }));

test("whether touching counts is a switch", () =>
  on("lesson=centers&circle=3,0,1&rect=0,0,4,2,0&touching=closed", async (page) => {
    await page.waitForSelector("#hand-circle .shape.is-hit");
    assert.match(await text(page, "#verdict"), /Touching[^]*which counts/);
    await page.locator("#touching-open").check();
    await answered(page, "touching=open");
    assert.equal(await page.locator(".shape.is-hit").count(), 0);
    assert.match(await text(page, "#verdict"), /Touching[^]*does not count/);
  }));

test("the region that the circle is in is named and shaded", () =>
  on("lesson=regions&circle=0,0,0.5&rect=0,0,4,2,0&touching=closed", async (page) => {
    const rows = ["bottom", "", "top"];
    const columns = ["left", "", "right"];
    for (const [row, y] of [-3, 0, 3].entries()) {
      for (const [column, x] of [-4, 0, 4].entries()) {
        const name = [rows[row], columns[column]].filter(Boolean).join("-") || "inside";
        await page.fill("#circle-x", String(x));
        await page.fill("#circle-y", String(y));
        await answered(page, `circle=${x},${y},`);
        await page.waitForSelector(`polygon.is-current[data-region="${name}"]`);
        assert.match(await text(page, ".facts"), new RegExp(`region\\s+${name}\\b`));
      }
    }
  }));

test("ten circles are answered one by one", () =>
  on("lesson=circles&circle=-1,2,1.4&touching=closed", async (page) => {
    const lines = await page.locator("#answers li").allInnerTexts();
    assert.equal(lines.length, 10);
    assert.deepEqual(
      lines.map((line) => line.replace(/\s+/g, " ")).filter((line) => line.endsWith("yes")),
      ["2 yes"],
    );
    const { at } = await projection(page);
    await page.mouse.click(...at(0.2, -0.2));
    await page.fill("#circle-radius", "2.2");
    await answered(page, ",2.2");
    const yes = (await page.locator("#answers li").allInnerTexts()).filter((line) => line.includes("yes")).length;
    assert.ok(yes >= 3, `${yes}`);
    assert.match(await text(page, "#verdict"), new RegExp(`Hits ${yes} of 10`));
    assert.equal(await page.locator(".stage:not(.is-small) .others .shape.is-hit").count(), yes);
  }));

test("a sweep shows the time of impact that the kernel computes", () =>
  on("lesson=sweep&circle=-4,0,0.5&rect=2,0,2,2,0&motion=8,0&touching=closed", async (page) => {
    const rect = { x: 2, y: 0, width: 2, height: 2, angle: 0 };
    const said = await ask({ circle: { x: -4, y: 0, radius: 0.5 }, obstacles: [{ rect }], motion: [8, 0] });
    const { time } = said.obstacles[0].impact;
    assert.equal(time, 0.5625);
    assert.match(await text(page, "#verdict"), /0\.5625/);
    const { scale, box } = await projection(page);
    near(await page.locator("#impact").evaluate((e) => e.cx.baseVal.value), box.width / 2 + (-4 + 8 * time) * scale);
    await page.locator("#hand-motion").focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press("Shift+ArrowUp");
    await answered(page, "motion=8,3");
    assert.match(await text(page, "#verdict"), /Passes by/);
  }));

test("the address reproduces the state, to the last bit", () =>
  on("lesson=rotated", async (page) => {
    await page.fill("#circle-x", "3.3");
    await page.fill("#rect-angle", "33.3");
    await page.click("#nudge-touch");
    await page.locator("#touching-open").check();
    await answered(page, "touching=open");
    await page.waitForFunction(() => location.hash.includes("touching=open"));
    const link = page.url().split("?")[1];
    const [verdict, sign] = [await text(page, "#verdict"), await text(page, "#sign")];
    await on(link, async (other) => {
      assert.equal(await text(other, "#verdict"), verdict);
      assert.equal(await text(other, "#sign"), sign);
      assert.equal(await other.inputValue("#circle-radius"), await page.inputValue("#circle-radius"));
    });
    await page.click("#reset");
    await answered(page, "circle=2.9,-0.7,0.8&rect=0,0,4.5,1.6,30&touching=closed");
  }));

test("what is no shape is refused in words", async () => {
  const page = await open(browser, `${server.url}/#/playground`);
  await page.fill("#circle-radius", "-1");
  await page.waitForSelector(".verdict.is-refused");
  assert.match(await text(page, "#verdict"), /circle: radius: must not be negative, is -1/);
  await page.fill("#circle-radius", "1");
  await page.waitForSelector(".verdict:not(.is-refused)");
  await page.close();
});

const REACHED = {
  centers: [
    "hand-circle",
    "hand-rect",
    "hand-size",
    "hand-radius",
    "touching-closed",
    "switch-off-corner",
    "example-odd-box",
  ],
  sweep: [
    "hand-circle",
    "hand-rect",
    "hand-motion",
    "hand-turn",
    "play",
    "time",
    "circle-x",
    "rect-angle",
    "angle-slider",
    "nudge-touch",
  ],
};
for (const [lesson, controls] of Object.entries(REACHED)) {
  test(`every control of ${lesson} has a name and is reached by Tab`, () =>
    on(`lesson=${lesson}`, async (page) => {
      const reached = new Set();
      for (let i = 0; i < 100; i++) {
        await page.keyboard.press("Tab");
        reached.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent));
      }
      for (const id of controls) {
        assert.ok(reached.has(id), `${id} among ${[...reached]}`);
      }
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("input, button, select, [tabindex='0']")]
          .filter((e) => !(e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim()))
          .map((e) => e.outerHTML),
      );
      assert.deepEqual(nameless, []);
    }));
}

test("the first Tab is a link past the navigation, and the address keeps the state", () =>
  on("lesson=rotated", async (page) => {
    const address = page.url();
    await page.keyboard.press("Tab");
    const skip = page.locator("#skip");
    assert.equal(await page.evaluate(() => document.activeElement.id), "skip");
    assert.equal(await skip.evaluate((e) => getComputedStyle(e).clipPath), "none", "it shows when it has the focus");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "view");
    assert.equal(page.url(), address);
    // Keys that change sizes and angles are listed, and do so.
    assert.match(await text(page, ".help"), /\+ and − change the radius, \] raises the angle and \[ lowers it/);
    await page.locator("#hand-circle").focus();
    await page.keyboard.press("+");
    await answered(page, "circle=2.9,-0.7,0.9");
    await page.locator("#hand-rect").focus();
    await page.keyboard.press("]");
    await answered(page, ",35&");
  }));

test("the keys for the radius and the angle need no focus", () =>
  on("lesson=rotated&circle=3,2,1&rect=0,0,4,2,30&touching=closed", async (page) => {
    assert.equal(await page.evaluate(() => document.activeElement.tagName), "BODY");
    await page.keyboard.press("]");
    await answered(page, "rect=0,0,4,2,35&");
    await page.keyboard.press("[");
    await answered(page, "rect=0,0,4,2,30&");
    await page.keyboard.press("+");
    await answered(page, "circle=3,2,1.1&");
    await page.keyboard.press("-");
    await answered(page, "circle=3,2,1&");
    // Nor does it matter which shape has it.
    await page.locator("#hand-circle").focus();
    await page.keyboard.press("[");
    await answered(page, "rect=0,0,4,2,25&");
    await page.locator("#hand-rect").focus();
    await page.keyboard.press("+");
    await answered(page, "circle=3,2,1.1&");
    // A field takes its keys itself.
    await page.locator("#circle-x").focus();
    await page.keyboard.press("-");
    await page.keyboard.press("[");
    await page.locator("#reset").focus();
    await page.keyboard.press("]");
    await answered(page, "circle=3,2,1.1&rect=0,0,4,2,30&");
  }));

testOfServer("the page finds its server again", async () => {
  const own = await serve();
  const page = await open(browser, `${own.url}/#/playground`);
  await page.waitForSelector(".server.is-reached");
  await page.waitForSelector(".stage[data-answered]");
  assert.equal(await page.locator("#nearest").count(), 1);
  const colour = () => page.locator("#verdict strong").evaluate((e) => getComputedStyle(e).color);
  const before = await colour();
  await own.stop();
  await page.fill("#circle-x", "1");
  await page.waitForSelector(".server.is-lost");
  // The last answer is not that to the new numbers.
  assert.match(await text(page, "#verdict"), /server not reachable: the answer to earlier numbers/);
  assert.notEqual(await colour(), before);
  assert.equal(await page.locator("#nearest, .shape.is-hit").count(), 0);
  for (const part of ["#verdict", "#steps", ".readout"]) assert.equal(await page.locator(`.is-unanswered ${part}`).count(), 1, part);
  const again = await serve(own.port);
  await answered(page, "circle=1,");
  await page.waitForSelector(".server.is-reached");
  assert.equal(await page.locator(".is-unanswered").count(), 0);
  assert.doesNotMatch(await text(page, "#verdict"), /not reachable/);
  await page.close();
  await again.stop();
});

test("every control of every lesson does something, and can be taken back", async () => {
  for (const lesson of ["centers", "regions", "rotated", "circles", "sweep", "slide", "points"]) {
    await on(`lesson=${lesson}`, async (page) => {
      const state = () => page.evaluate(() => document.querySelector(".stage").dataset.answered);
      const controls = await page.evaluate(() =>
        [...document.querySelectorAll("main input, main button[id^='nudge']")]
          .filter((e) => e.checkVisibility() && !e.disabled)
          .map(({ id, type }) => ({ id, type })),
      );
      assert.ok(controls.length >= 7, `${lesson}: ${controls.length} controls`);
      const began = await state();
      for (const { id, type } of controls) {
        const [control, before] = [page.locator(`#${id}`), await state()];
        if (type === "radio" && (await control.isChecked())) continue;
        if (await control.isDisabled()) continue;
        if (type === "radio" || type === "checkbox") await control.check();
        else if (id === "time") await control.fill("0.5");
        else if (type === "number" || type === "range")
          await control.fill(String(Number(await control.inputValue()) + 1));
        else await control.click();
        const changed = page.waitForFunction(
          (before) => document.querySelector(".stage").dataset.answered !== before,
          before,
          { timeout: 5000 },
        );
        await changed.catch(() => assert.fail(`${lesson}: #${id} does nothing to ${before}`));
      }
      await page.click("#reset");
      await page.waitForFunction((began) => document.querySelector(".stage").dataset.answered === began, began);
    });
  }
});
