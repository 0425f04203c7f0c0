// The package in a browser, without a bundler: both builds, and the golden match that every language must reproduce.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";
import { after, before, test } from "node:test";

import { chromium } from "playwright-core";

const root = new URL("../../../", import.meta.url);
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
const PAGE = `<!doctype html><script type="importmap">{"imports": {"collide2d": "/crates/collide-wasm/pkg/web.js"}}</script>`;

let server, browser;

before(async () => {
  if (!process.env.CHROMIUM) throw new Error("CHROMIUM must be the path of the browser: run these tests by `cargo xtask wasm-test`");
  server = createServer(async ({ url }, response) => {
    if (url === "/") return response.setHeader("content-type", "text/html").end(PAGE);
    try {
      const file = await readFile(new URL(`.${url}`, root));
      response.setHeader("content-type", TYPES[extname(url)] ?? "text/plain").end(file);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  // The sandbox does not work as root; it is not needed, because all pages are local.
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

/** A page that has loaded the package in the build for a SIMD level. */
async function page(simd) {
  const page = await browser.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("console", (message) => {
    // Browsers request an icon for every page.
    if (["error", "warning"].includes(message.type()) && !message.location().url.endsWith("favicon.ico")) page.faults.push(message.text());
  });
  await page.addInitScript((simd) => void (globalThis.COLLIDE_SIMD = simd), simd);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  return page;
}

for (const simd of ["simd128", "portable"]) {
  for (const prefix of ["", "kinds_"]) {
    test(`the match of ${prefix}match.csv is as in every language, in a browser, ${simd}`, async () => {
      const tab = await page(simd);
      const played = await tab.evaluate(async (prefix) => {
        const collide = await import("collide2d");
        const { play, replay } = await import("/crates/collide-wasm/tests/match.mjs");
        const { walk } = await import("/crates/collide-wasm/tests/walk.mjs");
        const golden = (name) => fetch(`/tests/golden/${prefix}${name}`);
        const text = async (name) => (await golden(name)).text();
        const [match, ...asked] = await Promise.all(["match.csv", "questions.csv", "sectors.csv"].map(text));
        const { ticks, answers, sectors, world } = play(collide, match, ...asked);
        const bytes = new Uint8Array(await (await golden("match.ctrace")).arrayBuffer());
        const { fingerprints } = replay(collide, bytes);
        const [ends, places] = await Promise.all(["walk.csv", "walk_places.csv"].map(text));
        const walked = walk(collide, ends, places);
        return { walked, simd: collide.simd, ticks, answers, sectors, fingerprints, times: world.report().times };
      }, prefix);
      const text = (name) => readFile(new URL(`tests/golden/${prefix}${name}`, root), "utf8");
      const [ticks, questions, sectors] = await Promise.all(["ticks.csv", "questions.csv", "sectors.csv"].map(text));
      const names = ["walk.csv", "walk_ticks.csv", "walk_places.csv", "walk_turns.csv", "walk_crowd.csv"];
      const [ends, steps, places, turns, crowd] = await Promise.all(names.map(text));
      assert.deepEqual(played.walked, { ends, ticks: steps, places, turns, crowd });
      assert.equal(played.simd, simd);
      assert.equal(played.ticks, ticks);
      assert.equal(played.answers, questions);
      assert.equal(played.sectors, sectors);
      assert.deepEqual(played.fingerprints, ticks.trimEnd().split("\n").slice(1).map((line) => line.split(",")[4]));
      assert.ok(Object.values(played.times).every((time) => time >= 0)); // the clock of the page works
      assert.deepEqual(tab.faults, []);
      await tab.close();
    });
  }
}

test("answers on a lattice are the same in a browser, with SIMD", async () => {
  const tab = await page("simd128");
  const table = await tab.evaluate(async () => {
    const { default: init, table } = await import("/target/wasm/corpus-simd128/corpus.js");
    await init({ module_or_path: "/target/wasm/corpus-simd128/corpus_bg.wasm" });
    return table();
  });
  assert.equal(table, await readFile(new URL("tests/golden/corpus.csv", root), "utf8"));
  await tab.close();
});

test("refusals are errors of the page", async () => {
  const tab = await page("simd128");
  const refused = await tab.evaluate(async () => {
    const { CollideError, circle } = await import("collide2d");
    try {
      circle(0, 0, -1);
    } catch (error) {
      return [error instanceof CollideError, error.code, error.message];
    }
  });
  assert.deepEqual(refused, [true, "SHAPE", "radius: must not be negative, is -1"]);
  await tab.close();
});
