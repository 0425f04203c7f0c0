// The package in a project of vite: its build finds both `.wasm` files, and the page that it makes runs.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";

import { chromium } from "playwright-core";
import { build } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const SOURCE = `
import { World, circle, simd } from "collide2d";
const world = new World();
world.insert(circle(0, 0, 1));
world.insert(circle(2, 0, 1));
document.title = simd + " " + world.step();
world.free();
`;

test("a project of vite builds, and its page runs", async () => {
  const folder = mkdtempSync(join(here, "vite-"));
  let browser, server;
  try {
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(join(here, ".."), join(folder, "node_modules/collide2d"));
    writeFileSync(join(folder, "index.html"), `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>`);
    writeFileSync(join(folder, "main.js"), SOURCE);
    await build({ root: folder, configFile: false, logLevel: "warn", build: { target: "es2022" } });
    const modules = readdirSync(join(folder, "dist/assets")).filter((name) => name.endsWith(".wasm"));
    assert.deepEqual(modules.map((name) => name.split("-")[0]).sort(), ["portable", "simd128"]);
    server = createServer(async ({ url }, response) => {
      const file = join(folder, "dist", url === "/" ? "index.html" : url);
      response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain").end(await readFile(file));
    }).listen(0, "127.0.0.1");
    if (!process.env.CHROMIUM) throw new Error("CHROMIUM must be the path of the browser: run these tests by `cargo xtask wasm-test`");
    browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
    const page = await browser.newPage();
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => document.title !== "");
    assert.deepEqual([await page.title(), faults], ["simd128 1", []]);
  } finally {
    await browser?.close();
    server?.close();
    rmSync(folder, { recursive: true });
  }
});
