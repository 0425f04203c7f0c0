// The duel in a real browser: it is played, and the overlays have their numbers.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { launch, open, servePage, stage } from "./common.mjs";

let site, browser;
before(async () => ([site, browser] = await Promise.all([servePage(), launch()])));
after(async () => {
  await browser?.close();
  await site?.stop();
});

/** Runs on a page that has just been opened, without a name of a view. */
async function on(run, options) {
  const page = await open(browser, `${site.url}/`, options);
  try {
    await stage(page, ({ frames, tick }) => frames > 10 && tick > 5);
    await page.waitForSelector("#hud[data-health]");
    await run(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
  }
}

/** The numbers of an element, when they are accepted. */
async function numbers(page, id, accept) {
  const read = () => page.evaluate((id) => ({ ...document.querySelector(id)?.dataset }), id);
  for (const end = Date.now() + 30_000; ; ) {
    const data = await read();
    const now = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value === "" ? NaN : Number(value)]));
    if (accept(now)) return now;
    if (Date.now() > end) throw new Error(`${id}, ${accept}: ${JSON.stringify(data)}`);
    await page.waitForTimeout(20);
  }
}

const player = async (page) => {
  await page.waitForFunction(() => document.querySelector(".arena .stage").dataset.player);
  return (await page.getAttribute(".arena .stage", "data-player")).split(" ").map(Number);
};

/** The elements of the page that a press meets, but that something else covers. */
const covered = (page) =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll(".board button, .board label, .board meter, .time input, .stick")];
    return seen
      .filter((element) => element.checkVisibility() && element.clientWidth > 0)
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (y < 0 || y > innerHeight) return false;
        const met = document.elementFromPoint(x, y);
        return !(element.contains(met) || met?.contains(element));
      })
      .map((element) => element.outerHTML);
  });

test("the page opens with the duel, in which walls, sensors and two teams look different", () =>
  on(async (page) => {
    assert.equal(await page.title(), "Duel · collide");
    const looks = (await page.getAttribute(".stage", "data-looks")).split(" ").map(Number);
    const [movers, walls, , , red, blue, crates] = looks;
    assert.ok(movers === 0 && walls > 3 && red + blue > 0 && crates >= 0, String(looks));
    await page.click("#zoom-fit");
    const all = await page.waitForFunction(() => {
      const looks = document.querySelector(".stage").dataset.looks.split(" ").map(Number);
      return looks[1] > 60 && looks[2] > 4 && looks[4] > 10 && looks[5] > 10 && looks[6] > 10 && looks;
    });
    assert.ok(await all.jsonValue());
  }));

test("a player walks, slides, and the page shows what the slide looked at", () =>
  on(async (page) => {
    const from = await player(page);
    await page.keyboard.press("3");
    assert.ok(await page.isChecked("#duel-slide"));
    await page.keyboard.down("w");
    await page.waitForFunction(([x, y]) => {
      const [px, py] = (document.querySelector(".stage").dataset.player || `${x} ${y}`).split(" ").map(Number);
      return Math.hypot(px - x, py - y) > 1;
    }, from);
    // It comes to a wall sooner or later.
    const slid = await numbers(page, "#slide-words", ({ hits, tested }) => hits > 0 && tested > 0);
    assert.ok(slid.tested >= slid.hits);
    await page.keyboard.up("w");
  }));

test("shots are decided where the page saw their targets, up to 250 ms ago", () =>
  on(async (page) => {
    await page.locator("#lag-ping").fill("100");
    await page.keyboard.down("j");
    const near = await numbers(page, "#shots-words", ({ late, apart, missing }) => late >= 6 && missing === 0 && apart >= 0);
    assert.ok(near.apart < 0.01, JSON.stringify(near));
    await page.locator("#lag-ping").fill("400");
    const far = await numbers(page, "#shots-words", ({ late }) => late >= 22);
    assert.ok(far.missing >= 22 - 15 && far.missing <= far.late - 14, JSON.stringify(far));
    assert.match(await page.innerText("#shots-words"), /The server remembers 233 ms, so it decided \d+ ms after what you saw/);
    await page.keyboard.up("j");
  }));

test("the first shot hits the enemy before a new player, and the page shows where both saw it", () =>
  on(async (page) => {
    assert.match(await page.innerText("#hud"), /0 hits, 0 kills, 0 deaths/);
    await numbers(page, ".duel", ({ figures }) => figures >= 2);
    await page.keyboard.press("j");
    const shot = await numbers(page, "#shots-words", ({ number }) => number === 1);
    assert.ok(shot.hit === 1 && shot.apart < 0.01, JSON.stringify(shot));
    await numbers(page, "#hud", ({ hits }) => hits === 1);
    // A key chooses its weapon, which the figure holds.
    await page.keyboard.press("l");
    assert.ok(await page.isChecked("#weapon-l"));
  }));

test("a press shorter than a picture attacks, also after walking with an arrow key", () =>
  on(async (page) => {
    await page.keyboard.press("ArrowUp", { delay: 200 });
    await page.keyboard.press("j");
    const first = await numbers(page, "#shots-words", ({ number }) => number > 0);
    // The gun is loaded again after a second.
    await page.waitForTimeout(1500);
    await page.mouse.click(200, 300);
    await numbers(page, "#shots-words", ({ number }) => number > first.number);
  }));

test("lost and late messages slow nothing down", () =>
  on(async (page) => {
    for (const [name, value] of [["ping", 150], ["jitter", 50], ["loss", 10]]) await page.locator(`#lag-${name}`).fill(String(value));
    const { tick, frames } = await stage(page);
    const later = await stage(page, (now) => now.tick > tick + 60);
    assert.ok(later.frames > frames);
  }));

test("the view has its numbers, and the cost of a tick that of each stage", () =>
  on(async (page) => {
    await page.keyboard.press("2");
    assert.ok(await page.isChecked("#duel-view"));
    await page.keyboard.down("d");
    const view = await numbers(page, "#view-words", ({ visible, entered, left }) => visible > 0 && entered > 0 && left > 0);
    assert.ok(view.visible <= 64);
    assert.equal(view.entered - view.left, view.visible);
    await page.keyboard.press("4");
    const cost = await numbers(page, "#cost-words", ({ total }) => total > 0);
    assert.equal(cost.stages, 8);
    assert.match(await page.innerText(".costs"), /walk\s+[\d.]+\s+separate\s+[\d.]+[^]*views\s+[\d.]+/);
    assert.match(await page.innerText(".legend"), /walk[^]*views/);
  }));

test("a crowd of 2,000 fills no view and is removed again", () =>
  on(async (page) => {
    await numbers(page, "#crowd-words", ({ ticks }) => ticks === 60);
    await page.keyboard.press("5");
    const crowd = await numbers(page, "#crowd-words", ({ crowd, ticks }) => crowd > 1_500 && ticks === 60);
    assert.ok(crowd.visible <= 64 && crowd.work > 3 * crowd.workBefore && crowd.workBefore > 0, JSON.stringify(crowd));
    assert.match(await page.innerText("#crowd-words"), /work of a tick [\d.]+ → [\d.]+ million units, processor time [\d.]+ → [\d.]+ ms/);
    assert.match(await page.innerText("#arena-facts"), /processor time of a tick\s+[\d.]+ ms\n/);
    assert.doesNotMatch(await page.innerText("main"), /ticks\/s/);
    const traces = await page.getAttribute(".duel", "data-traces");
    assert.ok(Number(traces) < 50, `${traces} attacks are drawn`);
    console.log(`crowd: work ${crowd.workBefore.toFixed(2)} to ${crowd.work.toFixed(2)} million units, processor time ${crowd.msBefore.toFixed(2)} to ${crowd.ms.toFixed(2)} ms`);
    await page.keyboard.press("5");
    await numbers(page, "#crowd-words", ({ crowd }) => crowd === 0);
  }));

test("each overlay that is on has a sentence for its marks and numbers, also on a narrow page with touch", async () => {
  const notes = {
    shots: /dashed circle: where you saw the target[^]*square: where the server saw it[^]*dotted circle/,
    view: /solid circle enters your view[^]*dashed circle or is removed leaves it[^]*Entered − left = in view/,
    slide: /compared with the entity in each[^]*dashed box[^]*thick line points away from what stopped it/,
    cost: /processor time of each stage of the rules[^]*share of the tick/,
  };
  for (const options of [{ width: 1280, height: 800 }, { width: 360, height: 740, hasTouch: true }])
    await on(async (page) => {
      for (const [name, words] of Object.entries(notes)) {
        const box = page.locator(`#duel-${name}`);
        for (const shown of [true, false]) {
          if ((await box.isChecked()) !== shown) await (options.hasTouch ? box.tap() : box.click());
          assert.equal(await page.isVisible(`#${name}-note`), shown, name);
        }
        await box.click();
        assert.match(await page.innerText(`#${name}-note`), words);
      }
      const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= available, `${width} of ${available}`);
      assert.ok(!(await page.isVisible("#crowd-note")));
      await page.locator("#crowd").click();
      await page.waitForSelector("#crowd-note", { state: "visible" });
      assert.match(await page.innerText("#crowd-note"), /Each arrow leads from the median/);
    }, options);
});

test("where you saw a target and where the server saw it differ in brightness and line", () =>
  on(async (page) => {
    const styles = await page.evaluate(() =>
      ["seen", "decided"].map((name) => {
        const { borderTopStyle, borderTopColor, borderTopLeftRadius } = getComputedStyle(document.querySelector(`.mark-${name}`));
        const [r, g, b] = borderTopColor.match(/\d+/g).map(Number);
        return { line: borderTopStyle, radius: borderTopLeftRadius, brightness: 0.2126 * r + 0.7152 * g + 0.0722 * b };
      }),
    );
    const [seen, decided] = styles;
    assert.ok(seen.line !== decided.line && seen.radius !== decided.radius, JSON.stringify(styles));
    assert.ok(Math.abs(seen.brightness - decided.brightness) > 40, JSON.stringify(styles));
  }));

test("another scene while one plays is no error, and nothing of the duel stays", () =>
  on(async (page) => {
    await page.locator("#lag-ping").fill("400");
    await page.keyboard.down("d");
    await page.keyboard.down("j");
    await page.click("#record");
    await numbers(page, "#shots-words", ({ number }) => number > 0);
    for (const scene of ["uniform", "duel", "towns"]) {
      await page.selectOption("#scene", scene);
      const { frames } = await stage(page);
      await page.waitForFunction((scene) => document.querySelector(".duel").hidden === (scene !== "duel"), scene);
      await page.waitForTimeout(1000);
      await stage(page, (now) => now.frames > frames + 20);
      assert.equal(await page.textContent(".refusal"), "", scene);
      assert.equal((await page.getAttribute(".duel", "data-traces")) === "", scene !== "duel", scene);
      assert.equal(await page.textContent("#record"), "Record");
    }
  }));

test("a recording replays in the command with the fingerprint of the page", () =>
  on(async (page) => {
    const folder = await mkdtemp(join(tmpdir(), "collide-duel-"));
    try {
      await page.click("#record");
      await page.keyboard.down("j");
      const { tick } = await stage(page);
      await stage(page, (now) => now.tick > tick + 60);
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("#record")]);
      const file = join(folder, "duel.ctrace");
      await download.saveAs(file);
      const fingerprint = await page.getAttribute("#record-words", "data-fingerprint");
      const { stdout } = await promisify(execFile)(process.env.COLLIDE, ["replay", file]);
      assert.match(stdout, new RegExp(`last fingerprint ${fingerprint}`));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }));

test("a thumb steers and another one attacks, and nothing covers a button", () =>
  on(
    async (page) => {
      assert.deepEqual(await covered(page), []);
      const [width, available] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(width <= available, `${width} of ${available}`);
      const from = await player(page);
      const { x, y, width: size } = await page.locator(".stick").boundingBox();
      const client = await page.context().newCDPSession(page);
      const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
      const stick = { x: x + size * 0.9, y: y + size * 0.5, id: 0 };
      await touch("touchStart", { ...stick, x: x + size / 2 });
      await touch("touchMove", stick);
      await page.waitForFunction((x) => Math.abs(Number((document.querySelector(".stage").dataset.player || `${x}`).split(" ")[0]) - x) > 0.5, from[0]);
      const canvas = await page.locator(".stage canvas").boundingBox();
      await touch("touchStart", stick, { x: canvas.x + canvas.width * 0.7, y: canvas.y + canvas.height * 0.4, id: 1 });
      await numbers(page, "#shots-words", ({ number }) => number > 0);
      await touch("touchEnd");
    },
    { hasTouch: true, width: 360, height: 740 },
  ));

test("nothing covers a button at 1,920 pixels", () =>
  on(async (page) => assert.deepEqual(await covered(page), []), { width: 1920, height: 1080 }));

test("a player leaves, looks around, and enters again", () =>
  on(async (page) => {
    await page.keyboard.press("p");
    await page.waitForSelector("#hud", { state: "hidden" });
    assert.ok(await page.isVisible("#tool-ray"));
    await page.keyboard.press("p");
    await page.waitForSelector("#hud", { state: "visible" });
    assert.ok(!(await page.isVisible("#tool-ray")));
  }));
