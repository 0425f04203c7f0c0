// A server and a browser for the tests: the program that `cargo` built, and Debian's chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const program = needed("COLLIDE", "the program `collide`");
const executablePath = needed("CHROMIUM", "the browser");

function needed(name, what) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} must be the path of ${what}: run these tests by \`cargo xtask test\``);
  return value;
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
  return { url: url.origin, port: Number(url.port), stop };
}

export function launch() {
  // The sandbox does not work as root; it is not needed, because all pages are local.
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
}

/** A page that collects its errors. */
export async function open(browser, url, options = {}) {
  const { width = 1280, height = 800, scheme = "light", ...rest } = options;
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, ...rest });
  const page = await context.newPage();
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

/** Runs on a page of the shared arena and a server of its own. The page must have no errors. */
export async function onArena(browser, run, options) {
  const server = await serve();
  const page = await open(browser, `${server.url}/#/arena?shared=1`, options);
  try {
    await stage(page, ({ frames }) => frames > 3);
    await run(page);
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
    await server.stop();
  }
}
