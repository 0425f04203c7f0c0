// What a viewer does in the arena: steers an entity, uses the tools and the keys, and has an arena of its own.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, MAX_COUNT, onArena, open, serve, servePage, stage, testOfServer } from "./common.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const on = (run, options) => onArena(browser, run, options);

const player = async (page) => {
  const { player } = await page.evaluate(() => ({ ...document.querySelector(".arena .stage").dataset }));
  return player ? player.split(" ").map(Number) : undefined;
};

/** Whether the player comes to rest within some seconds: a busy machine takes its time to pass on the keys. */
const rests = async (page) => {
  for (let tries = 0; tries < 20; tries++) {
    const at = await player(page);
    await page.waitForTimeout(300);
    if (String(at) === String(await player(page))) return true;
  }
  return false;
};

test("a player enters, is steered, and leaves", () =>
  on(async (page) => {
    const before = await stage(page);
    await page.click("#player");
    await stage(page, ({ count }) => count === before.count + 1);
    await page.waitForFunction(() => document.querySelector(".arena .stage").dataset.player);
    const from = await player(page);
    // To the upper right there is a wall.
    await page.keyboard.down("ArrowLeft");
    await page.keyboard.down("s");
    await page.waitForFunction(([x, y]) => {
      const [px, py] = (document.querySelector(".arena .stage").dataset.player || "0 0").split(" ").map(Number);
      return px < x - 1 && py < y - 1;
    }, from);
    await page.keyboard.up("ArrowLeft");
    await page.keyboard.up("s");
    assert.ok(await rests(page), "it stops with the keys");
    await page.keyboard.press("p");
    await stage(page, ({ count }) => count === before.count);
  }));

test("the lesson's link drops a player among the most entities", async () => {
  const own = await servePage();
  const page = await open(browser, `${own.url}/#/playground?lesson=circles`);
  assert.equal(await page.innerText("#to-arena"), `Now with ${MAX_COUNT.toLocaleString("en")} →`);
  await page.locator("#to-arena").scrollIntoViewIfNeeded();
  assert.ok((await page.evaluate(() => scrollY)) > 100, "the link is far down");
  await page.click("#to-arena");
  await stage(page, ({ count }) => count > MAX_COUNT);
  assert.equal(await page.evaluate(() => scrollY), 0, "another view starts at its top");
  await page.waitForFunction(() => document.querySelector(".arena .stage").dataset.player);
  const from = await player(page);
  await page.keyboard.down("ArrowLeft");
  await page.waitForFunction(([x]) => Number(document.querySelector(".arena .stage").dataset.player.split(" ")[0]) < x - 1, from);
  assert.deepEqual(page.faults, []);
  await page.close();
  await own.stop();
});

test("tools add, move and ask", () =>
  on(async (page) => {
    await page.selectOption("#scene", "uniform");
    await page.waitForFunction(() => document.querySelector("#scene").value === "uniform");
    await page.keyboard.press("Escape");
    await page.click("#pause");
    const before = await stage(page, ({ count, shown }) => count === 1_000 && shown > 0);
    const box = await page.locator(".stage canvas").boundingBox();
    const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
    await page.locator("#tool-add").check();
    await page.mouse.click(...at(0.5, 0.5));
    await stage(page, ({ count }) => count === before.count + 1);
    await page.locator("#tool-ray").check();
    const drag = async () => {
      await page.mouse.move(...at(0.2, 0.3));
      await page.mouse.down();
      await page.mouse.move(...at(0.8, 0.7), { steps: 6 });
      await page.mouse.up();
    };
    await drag();
    await page.waitForSelector("#probed[data-found]");
    assert.match(await page.innerText("#probed"), /The ray hits \d+v\d+ first, after [\d.e-]+ % of the way\. [\d,]+ entit(y|ies) tested/);
    const tested = Number(await page.getAttribute("#probed", "data-tested"));
    assert.ok(tested >= 1 && tested < 300, `${tested} tested of 1,000`);
    await page.locator("#tool-sweep").check();
    await page.waitForSelector("#probed", { state: "hidden" });
    await drag();
    await page.waitForFunction(() => /The moving circle hits/.test(document.querySelector("#probed").textContent));
    await page.locator("#tool-nearest").check();
    await page.mouse.move(...at(0.4, 0.4));
    await page.waitForFunction(() => /The nearest entity is \d+v\d+, at distance/.test(document.querySelector("#probed").textContent));
    // An entity is dragged to another place.
    await page.locator("#tool-move").check();
    const place = () => page.evaluate(() => document.querySelector("#inspected").innerText.match(/position\s+(\S+), (\S+)/)?.slice(1).map(Number));
    await page.mouse.move(...at(0.5, 0.5));
    await page.mouse.down();
    await page.waitForSelector("#inspected dl");
    const from = await place();
    await page.mouse.move(...at(0.6, 0.5), { steps: 4 });
    await page.waitForFunction((x) => Math.abs(Number(document.querySelector("#inspected").innerText.match(/position\s+(\S+),/)[1]) - x) > 2, from[0]);
    await page.mouse.up();
  }));

test("a sector is dragged: what it overlaps is green and counted", () =>
  on(async (page) => {
    await page.click("#pause");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    assert.ok(await page.isHidden(".cone"));
    await page.keyboard.press("7");
    assert.ok(await page.isChecked("#tool-sector"));
    const box = await page.locator(".stage canvas").boundingBox();
    const at = (x, y) => [box.x + box.width * x, box.y + box.height * y];
    await page.mouse.move(...at(0.4, 0.6));
    await page.mouse.down();
    await page.mouse.move(...at(0.6, 0.5), { steps: 5 });
    await page.mouse.up();
    await page.waitForTimeout(300);
    // All of it is in the picture, so the frame marks as many as the words say.
    const counted = async (before) => {
      const said = await page.waitForFunction((before) => {
        const said = Number(document.querySelector("#probed").dataset.found);
        return said !== before && said > 0 && Number(document.querySelector(".arena .stage").dataset.found) === said && said;
      }, before);
      return said.jsonValue();
    };
    const quarter = await counted();
    assert.match(await page.innerText("#probed"), new RegExp(`^The sector overlaps ${quarter} entities \\(green\\)\\. \\d+ entities tested, \\d+ µs\\.$`));
    assert.ok(Number(await page.getAttribute("#probed", "data-tested")) >= quarter);
    await page.locator("#sector-opening").fill("180");
    const half = await counted(quarter);
    assert.ok(half > 1.5 * quarter && half < 3 * quarter, `${half} and ${quarter}`);
    await page.locator("#sector-inner").fill("90");
    const ring = await counted(half);
    assert.ok(ring < half, `${ring} and ${half}`);
    assert.match(await page.innerText(".cone"), /Opening 180°[^]*Inner radius 90 %/);
    await page.locator("#tool-look").check();
    await stage(page, ({ found }) => found === 0);
    assert.ok(await page.isHidden("#probed"));
  }));

test("the keyboard alone adds, asks and follows", () =>
  on(async (page) => {
    await page.selectOption("#scene", "uniform");
    await page.waitForFunction(() => document.querySelector("#scene").value === "uniform");
    await page.locator(".stage canvas").focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    const before = await stage(page, ({ count }) => count === 1_000);
    const keys = async (...names) => {
      for (const name of names) await page.keyboard.press(name);
    };
    await keys("3", "Enter");
    await stage(page, ({ count }) => count === before.count + 1);
    await keys("Enter");
    await stage(page, ({ count }) => count === before.count + 2);
    await keys("Escape", "Enter");
    await page.waitForSelector("#inspected dl");
    await keys("4", "Enter", "Shift+ArrowRight", "ArrowUp");
    await page.waitForFunction(() => /^The ray hits/.test(document.querySelector("#probed").textContent));
    const shown = await page.innerText("#probed");
    // Released, it stays while the view moves on.
    await keys("Enter", "Shift+ArrowRight");
    await page.waitForTimeout(200);
    assert.equal((await page.innerText("#probed")).split(".")[0], shown.split(".")[0]);
    await keys("7", "Enter", "Shift+ArrowRight");
    await page.waitForFunction(() => /^The sector overlaps/.test(document.querySelector("#probed").textContent));
  }));

testOfServer("each tab has an arena of its own, or joins the shared one", async () => {
  const server = await serve();
  const [a, b] = [await open(browser, `${server.url}/#/arena`), await open(browser, `${server.url}/#/arena`)];
  for (const page of [a, b]) await stage(page, ({ frames }) => frames > 3);
  assert.match(await a.innerText("#which"), /Your own arena/);
  await a.click("#pause");
  await a.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
  await a.selectOption("#scene", "towns");
  await a.waitForFunction(() => document.querySelector("#ran").textContent !== "");
  const before = await stage(b);
  await stage(b, ({ tick }) => tick > before.tick + 10);
  assert.equal(await b.inputValue("#scene"), "mixed");
  assert.equal(await b.getAttribute("#count", "max"), "4", "up to 20,000");
  // A reload finds the arena again.
  await a.reload();
  await a.waitForFunction(() => document.querySelector("#scene").value === "towns");
  for (const page of [a, b]) {
    await page.click("#which a");
    await page.waitForFunction(() => /Shared/.test(document.querySelector("#which").textContent));
  }
  await a.selectOption("#scene", "uniform");
  await b.waitForFunction(() => document.querySelector("#scene").value === "uniform");
  assert.deepEqual([...a.faults, ...b.faults], []);
  for (const page of [a, b]) await page.close();
  await server.stop();
});

test("keys are listed, Space pauses, and the arena starts again", () =>
  on(async (page) => {
    assert.match(await page.innerText("#keys"), /Space[^]*pause/);
    await page.locator(".stage canvas").focus();
    await page.keyboard.press("Space");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    await page.keyboard.press("4");
    assert.ok(await page.isChecked("#tool-ray"));
    await page.selectOption("#scene", "towns");
    await page.selectOption("#strategy", "rtree");
    await page.waitForFunction(() => document.querySelector("#ran").textContent === "rtree");
    await page.click("#arena-reset");
    await page.waitForFunction(() => document.querySelector("#scene").value === "mixed" && document.querySelector("#strategy").value === "auto");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Pause");
  }));
