// The package in a project of vite, installed as the README says: its server for development and its build both find the
// `.wasm` files, and the page runs.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer as createFileServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { chromium } from "playwright-core";
import { build, createServer } from "vite";

const run = promisify(execFile);
const sources = fileURLToPath(new URL("..", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

const SOURCE = `
import { World, circle, simd } from "collide2d";
const world = new World();
world.insert(circle(0, 0, 1));
world.insert(circle(2, 0, 1));
document.title = simd + " " + world.step();
world.free();
`;

/** The command of the README that installs the package from a checkout. */
const INSTALL = "npm install --install-links PATH/crates/collide-wasm";

let folder, browser;

before(async () => {
  if (!process.env.CHROMIUM) throw new Error("CHROMIUM must be the path of the browser: run these tests by `cargo xtask wasm-test`");
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  folder = mkdtempSync(join(tmpdir(), "collide-vite-"));
  writeFileSync(join(folder, "package.json"), `{"private": true, "type": "module"}`);
  writeFileSync(join(folder, "index.html"), `<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>`);
  writeFileSync(join(folder, "main.js"), SOURCE);
  const [npm, ...words] = INSTALL.replace("PATH/crates/collide-wasm", sources).split(" ");
  await run(npm, [...words, "--offline", "--no-audit", "--no-fund"], { cwd: folder });
});

after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

/** Opens the page of the project, which writes its result into the title. */
async function opened(url) {
  const page = await browser.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("response", (response) => response.ok() || faults.push(`${response.status()} ${response.url()}`));
  await page.goto(url);
  await page.waitForFunction(() => document.title !== "", undefined, { timeout: 20_000 }).catch((error) => faults.push(String(error)));
  assert.deepEqual([await page.title(), faults], ["simd128 1", []]);
  await page.close();
}

const common = { configFile: false, logLevel: "warn" };

test("the README has the command of these tests", () => {
  assert.ok(readFileSync(join(sources, "README.md"), "utf8").replaceAll("\n", " ").includes(INSTALL));
});

test("the server for development finds the package", async () => {
  const server = await createServer({ ...common, root: folder, server: { host: "127.0.0.1", port: 0 } });
  try {
    await server.listen();
    await opened(server.resolvedUrls.local[0]);
  } finally {
    await server.close();
  }
});

test("a build has both modules, and its page runs", async () => {
  await build({ ...common, root: folder, build: { target: "es2022" } });
  const modules = readdirSync(join(folder, "dist/assets")).filter((name) => name.endsWith(".wasm"));
  assert.deepEqual(modules.map((name) => name.split("-")[0]).sort(), ["portable", "simd128"]);
  const server = createFileServer(async ({ url }, response) => {
    const file = join(folder, "dist", url === "/" ? "index.html" : url);
    response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain").end(await readFile(file));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await opened(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
