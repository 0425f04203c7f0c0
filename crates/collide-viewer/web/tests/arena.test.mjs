// The arena in a real browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, MAX_COUNT, onArena, open, serve, stage, testOfServer } from "./common.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser?.close());

const on = (run, options) => onArena(browser, run, options);

async function choose(page, count) {
  const index = [1000, 2000, 5000, 10_000, 20_000, 30_000, 50_000, 70_000, 100_000].indexOf(count);
  await page.locator("#count").fill(String(index));
  return stage(page, (now) => now.count === count && now.shown > 0);
}

/** The share of the picture that does not have its most common colour. */
function drawn(page) {
  return page.locator(".stage canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const words = new Uint32Array(data.buffer);
    const counts = new Map();
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    return 1 - Math.max(...counts.values()) / words.length;
  });
}

test("a thousand entities move, and are drawn so large that their shapes differ", () =>
  on(async (page) => {
    const before = await stage(page, ({ shown, count }) => count === 1_000 && shown > 200 && shown < 900);
    assert.ok((await drawn(page)) > 0.1);
    await stage(page, ({ tick }) => tick > before.tick + 10);
  }));

// The frame rate depends on the load of the machine: it is only printed. `frames.mjs` measures it.
testOfServer("a hundred thousand are streamed", () =>
  on(async (page) => {
    await choose(page, 100_000);
    await page.click("#zoom-fit");
    const all = await stage(page, ({ shown }) => shown === 100_000);
    assert.equal(all.count, 100_000);
    await stage(page, ({ frames }) => frames > all.frames + 5);
    const [before, start] = [await stage(page), Date.now()];
    await page.waitForTimeout(3000);
    const rate = ((await stage(page)).frames - before.frames) / ((Date.now() - start) / 1000);
    console.log(`${rate.toFixed(0)} frames per second with 100,000 visible`);
    assert.ok(rate > 0);
  }));

test("another strategy finds as many pairs", () =>
  on(async (page) => {
    await page.click("#pause");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    const paused = await stage(page);
    assert.ok(paused.pairs > 500);
    for (const strategy of ["grid", "levels", "sweep", "rtree", "brute"]) {
      await page.selectOption("#strategy", strategy);
      await page.waitForFunction((strategy) => document.querySelector("#ran").textContent === strategy, strategy);
      assert.equal((await stage(page)).pairs, paused.pairs, strategy);
    }
  }));

test("cells are as wide as chosen, where a strategy has any", () =>
  on(async (page) => {
    assert.equal(await page.isDisabled("#cell"), true);
    await page.click("#pause");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    const { pairs } = await stage(page);
    await page.selectOption("#strategy", "grid");
    await page.waitForSelector("#cell:not([disabled])");
    for (const cell of ["16", "32"]) {
      await page.selectOption("#cell", cell);
      await page.waitForFunction((cell) => document.querySelector(".why").textContent.includes(`cells of ${cell}.`), cell);
      assert.equal((await stage(page)).pairs, pairs, cell);
    }
    await page.selectOption("#cell", "0");
    await page.waitForFunction(() => !document.querySelector(".why").textContent.includes("cells of 32."));
  }));

test("the boxes of the R-tree are drawn", () =>
  on(async (page) => {
    assert.equal(await page.isDisabled("#show-boxes"), true);
    await page.click("#pause");
    await page.selectOption("#strategy", "rtree");
    await page.waitForSelector("#show-boxes:not([disabled])");
    assert.equal(await page.isDisabled("#show-cells"), true);
    await stage(page, ({ flashing }) => flashing === 0);
    await page.waitForTimeout(500);
    const picture = () => page.locator(".stage canvas").screenshot();
    const [before, again] = [await picture(), await picture()];
    assert.ok(before.equals(again), "nothing else changes");
    await page.locator("#show-boxes").check();
    await page.waitForTimeout(300);
    const boxed = await picture();
    assert.ok(!boxed.equals(before));
    await page.locator("#show-boxes").uncheck();
    await page.waitForTimeout(300);
    assert.ok((await picture()).equals(before));
  }));

test("pause, step and rewind", () =>
  on(async (page) => {
    await stage(page, ({ tick }) => tick > 60);
    await page.click("#pause");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    const paused = await stage(page);
    await page.click("#step");
    await stage(page, ({ tick }) => tick === paused.tick + 1);
    const back = paused.tick - 29;
    await page.locator("#rewind").fill(String(back));
    await stage(page, ({ tick }) => tick === back);
    assert.equal(await page.innerText("#when"), "30 ticks ago");
    // The facts are those of the past, not of now.
    await page.waitForSelector("#arena-facts.is-past");
    assert.match(await page.innerText("#arena-facts"), /pairs in sight[^]*30 ago/);
    assert.doesNotMatch(await page.innerText("#arena-facts"), /candidates|began/);
    assert.ok((await drawn(page)) > 0.1);
    await page.click("#pause");
    await stage(page, ({ tick }) => tick > paused.tick + 5);
    assert.equal(await page.innerText("#when"), "now");
  }));

test("two fingers zoom", () =>
  on(
    async (page) => {
      const before = await stage(page, ({ shown }) => shown > 0);
      const box = await page.locator(".stage canvas").boundingBox();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const client = await page.context().newCDPSession(page);
      const touch = (type, apart) =>
        client.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: apart === undefined ? [] : [-1, 1].map((side, id) => ({ x: x + side * apart, y, id })),
        });
      await touch("touchStart", 30);
      for (let apart = 40; apart <= 120; apart += 10) await touch("touchMove", apart);
      await touch("touchEnd");
      await stage(page, ({ shown }) => shown > 0 && shown < before.shown / 4);
    },
    { hasTouch: true, width: 360, height: 740 },
  ));

test("wheel, drag and keys move the view", () =>
  on(async (page) => {
    await page.click("#zoom-fit");
    const all = await stage(page, ({ shown }) => shown > 900);
    const box = await page.locator(".stage canvas").boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -120);
    const near = await stage(page, ({ shown }) => shown < all.shown / 4);
    await page.mouse.down();
    await page.mouse.move(box.x + 5, box.y + 5, { steps: 6 });
    await page.mouse.up();
    await page.locator(".stage canvas").focus();
    await page.keyboard.press("+");
    await page.keyboard.press("Shift+ArrowLeft");
    await stage(page, ({ shown }) => shown < near.shown && shown > 0);
    await page.keyboard.press("0");
    await stage(page, ({ shown }) => shown > 900);
  }));

test("overlays and scenes", () =>
  on(async (page) => {
    for (const name of ["cells", "heat", "levels"]) {
      const before = await page.locator(".stage canvas").screenshot();
      await page.locator(`#show-${name}`).check();
      await page.click("#zoom-in");
      await page.waitForTimeout(200);
      assert.ok(!before.equals(await page.locator(".stage canvas").screenshot()), name);
    }
    for (const scene of ["towns", "power-law", "all-touching", "mostly-static", "pile", "mixed"]) {
      await page.selectOption("#scene", scene);
      await page.waitForFunction((scene) => document.querySelector("#scene").value === scene, scene);
      await stage(page, ({ tick, pairs }) => tick > 0 && pairs > 0);
    }
    // A new scene is shown whole.
    await stage(page, ({ shown, count }) => count > 0 && shown > 0.98 * count);
  }));

test("a click follows an entity", () =>
  on(async (page) => {
    await page.click("#pause");
    const box = await page.locator(".stage canvas").boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector("#inspected dl");
    assert.match(await page.innerText("#inspected"), /handle\s+\d+v0/);
  }));

test("brute force at any size says what it would take", () =>
  on(async (page) => {
    await choose(page, MAX_COUNT);
    await page.selectOption("#strategy", "brute");
    await page.waitForSelector("#estimate:not([hidden])");
    const words = await page.innerText("#estimate");
    const all = (MAX_COUNT * (MAX_COUNT - 1)) / 2;
    assert.ok(words.includes(`${MAX_COUNT.toLocaleString("en")} entities: ${all.toLocaleString("en")} tests, about `), words);
    assert.match(words, /about [\d,.]+ s a tick\. Measured here: 4,498,500 tests/);
    const [tests, seconds] = await page.locator("#estimate").evaluate((e) => [Number(e.dataset.tests), Number(e.dataset.seconds)]);
    assert.ok(tests === all && seconds > 0);
    console.log(`brute force with ${MAX_COUNT}: ${seconds.toFixed(1)} s`);
    assert.equal(await page.inputValue("#strategy"), "auto", "the strategy that runs is shown");
    await page.waitForTimeout(600);
    assert.ok(await page.isVisible("#estimate"), "it stays");
    await page.selectOption("#strategy", "grid");
    assert.ok(await page.isHidden("#estimate"));
  }));

test("the panel of an entity, and the chart, follow the scene", () =>
  on(async (page) => {
    const box = await page.locator(".stage canvas").boundingBox();
    await page.click("#pause");
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await page.waitForSelector("#inspected dl");
    await page.selectOption("#scene", "uniform");
    await page.waitForSelector("#inspected .hint");
    await page.waitForFunction(() => Number(document.querySelector(".chart canvas").dataset.ticks) <= 2);
    // Paused, and all pairs of the new scene have begun: they stop to flash.
    await stage(page, ({ flashing, shown }) => flashing === 0 && shown > 0);
  }));

test("the chart has an axis, p50 and p99, and the measured time is beside the expected", () =>
  on(async (page) => {
    await stage(page, ({ tick }) => tick > 40);
    await page.waitForFunction(() => /p50 [\d.]+ ms, p99 [\d.]+ ms/.test(document.querySelector("#chart-words").textContent));
    const { p50, p99, max } = await page.locator(".chart canvas").evaluate((e) => ({ ...e.dataset }));
    assert.ok(Number(p50) > 0 && Number(p50) <= Number(p99) && Number(max) >= Number(p50));
    assert.match(await page.innerText("#expected"), /search for pairs took [\d.]+ ms\. The cost model says ([\d.]+ ms|nothing)/);
    assert.match(await page.innerText(".legend"), /search[^]*number of pairs/);
  }));

test("flashes fade in 0.2 s, also while paused", () =>
  on(async (page) => {
    await stage(page, ({ flashing }) => flashing > 0);
    await page.click("#pause");
    await page.waitForFunction(() => document.querySelector("#pause").textContent === "Play");
    await stage(page, ({ flashing }) => flashing === 0);
  }));

testOfServer("the arena is found again after the server went", async () => {
  const own = await serve();
  const page = await open(browser, `${own.url}/#/arena`);
  await stage(page, ({ frames }) => frames > 3);
  await own.stop();
  await page.waitForSelector(".server.is-lost");
  const before = await stage(page);
  const again = await serve(own.port);
  await page.waitForSelector(".server.is-reached");
  await stage(page, ({ frames }) => frames > before.frames + 3);
  await page.close();
  await again.stop();
});

test("it fits a narrow page, dark or light, and every control has a name", async () => {
  for (const scheme of ["light", "dark"]) {
    await on(
      async (page) => {
        const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(width <= available, `${width} of ${available}`);
        const nameless = await page.evaluate(() =>
          [...document.querySelectorAll("input, button, select, [tabindex='0']")]
            .filter((e) => !(e.labels?.length || e.getAttribute("aria-label") || e.textContent.trim()))
            .map((e) => e.outerHTML),
        );
        assert.deepEqual(nameless, []);
        assert.ok((await drawn(page)) > 0.1);
      },
      { scheme, width: 360, height: 740 },
    );
  }
});
