// A server and a browser for the tests: the program that `cargo` built, and Debian's chromium. With PLAIN, the page comes
// from that folder by a plain file server, and its engine runs in the browser.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { chromium } from "playwright-core";

const program = needed("COLLIDE", "the program `collide`");
const executablePath = needed("CHROMIUM", "the browser");

function needed(name, what) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be the path of ${what}: run these tests by \`cargo xtask test\``);
  return value;
}

/** The folder of the page with its engine, if that is tested. */
export const plain = process.env.PLAIN;

/** A test of what only a server has: another tab, its end, recordings. */
export const testOfServer = plain ? test.skip : test;

/** The address of the arena for tests that change it. */
export const ARENA = plain ? "#/arena" : "#/arena?shared=1";

/** The most entities of that arena. */
export const MAX_COUNT = plain ? 20_000 : 100_000;

/** The page to test, and the address where a server answers questions. */
export async function servePage() {
  const server = await serve();
  if (!plain) return { ...server, api: server.url };
  const files = await servePlain();
  return { url: files.url, api: server.url, stop: () => Promise.all([server.stop(), files.stop()]) };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/** A plain file server: the folder is not at the root of the site. */
async function servePlain() {
  const server = createServer(({ url, method }, response) => {
    const name = new URL(url, "http://localhost").pathname.match(/^\/a\/site\/([\w.]*)$/)?.[1];
    const file = createReadStream(join(plain, name || "index.html"));
    const missing = () => response.writeHead(404).end();
    if (name === undefined || method !== "GET") return missing();
    file.on("error", missing);
    file.on("open", () => {
      response.writeHead(200, { "content-type": TYPES[extname(name || "index.html")] });
      file.pipe(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  };
  return { url: `http://127.0.0.1:${server.address().port}/a/site`, stop };
}

/** Starts `collide serve`, on a free port unless one is given, perhaps with a file. */
export function serve(port = 0, ...files) {
  return start(spawn(program, ["serve", "--listen", `127.0.0.1:${port}`, ...files], { stdio: ["ignore", "pipe", "inherit"] }));
}

/** Starts the example of a game server with an inspector, which runs for `seconds`. */
export function play(seconds) {
  const example = needed("GAME_SERVER", "the example `game_server`");
  const env = { ...process.env, WATCH: "127.0.0.1:0" };
  return start(spawn(example, ["500", "4", String(seconds)], { stdio: ["ignore", "pipe", "inherit"], env }));
}

/** A program whose first line of output has the address of its page. */
async function start(child) {
  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, "line"), once(child, "exit").then(() => ["the server did not start"])]);
  const address = line.match(/http:.*/)?.[0];
  if (!address) throw new Error(line);
  const url = new URL(address);
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill();
      await once(child, "exit");
    }
  };
  return { url: url.origin, port: Number(url.port), pid: child.pid, stop };
}

export function launch() {
  // The sandbox does not work as root; it is not needed, because all pages are local.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

const contexts = new WeakMap();

/** One context for all pages with the same options: a new one takes as long as the page. What a page stores belongs to its tab. */
async function context(browser, options) {
  const ofBrowser = contexts.get(browser) ?? new Map();
  contexts.set(browser, ofBrowser);
  const key = JSON.stringify(options);
  if (!ofBrowser.has(key)) ofBrowser.set(key, await browser.newContext(options));
  return ofBrowser.get(key);
}

/** A page that collects its errors. */
export async function open(browser, url, options = {}) {
  const { width = 1280, height = 800, scheme = "light", ...rest } = options;
  const page = await (await context(browser, { viewport: { width, height }, colorScheme: scheme, ...rest })).newPage();
  page.faults = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.faults.push(message.text());
  });
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(url).origin)) page.faults.push(`fetched from elsewhere: ${request.url()}`);
  });
  await page.goto(url);
  return page;
}

/** Waits until the numbers of the arena's stage are accepted, and returns them. */
export async function stage(page, accept = () => true) {
  const until = Date.now() + 30_000;
  for (;;) {
    const data = await page.evaluate(() => ({ ...document.querySelector(".arena .stage")?.dataset }));
    const numbers = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, Number(value)]));
    if (accept(numbers)) return numbers;
    if (Date.now() > until) throw new Error(`${accept}: ${JSON.stringify(numbers)}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

/** Runs on a page of an arena and a server of its own. The page must have no errors. */
export async function onArena(browser, run, options) {
  const server = await servePage();
  const page = await open(browser, `${server.url}/${ARENA}`, options);
  try {
    await stage(page, ({ frames }) => frames > 3);
    await run(page, server);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.close();
    await server.stop();
  }
}
