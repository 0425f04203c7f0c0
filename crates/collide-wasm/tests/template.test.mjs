// The template, copied and installed as its README says, and played in a browser: what a client predicts, the server
// confirms to the bit.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

import { chromium } from "playwright-core";

const run = promisify(execFile);
const sources = fileURLToPath(new URL("..", import.meta.url));

/** The commands of the README of the template. */
const COMMANDS = ["npm install --install-links PATH/crates/collide-wasm", "npm run dev", "npm run build", "npm start"];

let folder, browser;

before(async () => {
  if (!process.env.CHROMIUM) throw new Error("CHROMIUM must be the path of the browser: run these tests by `cargo xtask wasm-test`");
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
  folder = mkdtempSync(join(tmpdir(), "collide-template-"));
  cpSync(join(sources, "template"), folder, { recursive: true, filter: (path) => basename(path) !== "node_modules" });
  await command(COMMANDS[0].replace("PATH/crates/collide-wasm", sources), "--prefer-offline", "--no-audit", "--no-fund");
});

after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

function command(line, ...more) {
  const [npm, ...words] = line.split(" ");
  return run(npm, [...words, ...more], { cwd: folder });
}

/** Starts the server by a script of the package, and calls `play` with its address. It must print no error. */
async function withServer(script, play) {
  const words = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).scripts[script].split(" ").slice(1);
  const server = spawn(process.execPath, words, { cwd: folder, env: { ...process.env, PORT: "0" }, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  server.stderr.on("data", (text) => (errors += text));
  try {
    const lines = createInterface({ input: server.stdout });
    const [address] = await Promise.race([once(lines, "line"), once(server, "exit").then(() => assert.fail(errors))]);
    await play(address);
  } finally {
    if (server.kill()) await once(server, "exit");
  }
  assert.equal(errors, "");
}

/** Opens the page of a client, which must have no errors. */
async function open(address) {
  const page = await browser.newPage();
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(String(error)));
  page.on("response", (response) => response.ok() || page.faults.push(`${response.status()} ${response.url()}`));
  await page.goto(address);
  return page;
}

/** Plays until `count` inputs are confirmed, with keys that change at random, but the same in each run. */
async function walk(page, seed, count) {
  const names = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  for (let step = 1; ; step++) {
    const { confirmed, corrections } = await state(page);
    if (confirmed >= count) return { confirmed, corrections };
    assert.ok(step < 1000, `only ${confirmed} inputs are confirmed`);
    const bits = (Math.imul(seed * 1000 + step, 2654435761) >>> 20) & 15;
    for (const [bit, name] of names.entries()) await (bits & (1 << bit) ? page.keyboard.down(name) : page.keyboard.up(name));
    await page.waitForTimeout(100);
  }
}

/** The figures that a page shows. */
async function state(page) {
  const text = await page.locator("#status").textContent();
  const [, confirmed, corrections] = /^(\d+) inputs confirmed, (\d+) corrections, lag \d+ ms$/.exec(text) ?? assert.equal(text, "connecting") ?? [0, 0, 0];
  return { confirmed: Number(confirmed), corrections: Number(corrections) };
}

test("the README has the commands of these tests", () => {
  const text = readFileSync(join(folder, "README.md"), "utf8");
  for (const line of COMMANDS) assert.ok(text.includes(`\n${line}\n`), line);
});

test("0 corrections in a thousand inputs, with 0 to 240 ms of lag", async () => {
  await withServer("dev", async (address) => {
    const lags = [0, 60, 120, 240];
    const played = lags.map(async (lag) => {
      const page = await open(`${address}?room=${lag}&lag=${lag}`);
      const { confirmed, corrections } = await walk(page, lag + 1, 260);
      assert.deepEqual(page.faults, []);
      await page.close();
      return [confirmed, corrections];
    });
    const all = await Promise.all(played);
    const [confirmed, corrections] = [0, 1].map((place) => all.reduce((sum, one) => sum + one[place], 0));
    console.log(`${corrections} corrections in ${confirmed} inputs`);
    assert.ok(confirmed > 1000);
    assert.equal(corrections, 0);
  });
});

test("the build is served without vite", async () => {
  await command(COMMANDS[2]);
  await withServer("start", async (address) => {
    const page = await open(`${address}?lag=60`);
    assert.equal((await walk(page, 9, 30)).corrections, 0);
    const missing = await Promise.all(["play", "../server/main.js", "..%2fserver%2fmain.js"].map((path) => fetch(address + path)));
    assert.deepEqual(missing.map(({ status }) => status), [404, 404, 404]);
    assert.deepEqual(page.faults, []);
    await page.close();
  });
});

/** A client without a network: what it sends arrives after `lag` ticks, and what it gets as well. */
function clientOf(room, Prediction, { readSnapshot, writeInput }, lag) {
  const [up, down] = [[], []];
  const player = room.join((bytes) => down.push([room.world.tick + lag, bytes]));
  const client = { player, prediction: undefined, tick: 0 };
  client.step = (keys) => {
    client.tick += 1;
    while (down[0]?.[0] <= client.tick) {
      const { done, you, players } = readSnapshot(new DataView(down.shift()[1]));
      client.prediction ??= new Prediction(players.get(you));
      client.prediction.confirm(done, players.get(you));
    }
    if (client.prediction) up.push([client.tick + lag, writeInput(client.prediction.apply(keys(client.prediction.place)))]);
    while (up[0]?.[0] <= client.tick) room.hear(player, new DataView(up.shift()[1]));
  };
  return client;
}

test("a player that the hunter touches is corrected once, and goes on from there", async ({ mock }) => {
  mock.method(Math, "random", () => 0.9); // new places are far from both
  const load = (path) => import(pathToFileURL(join(folder, path)));
  const [{ Room }, { Prediction }, messages, { KEYS, placeOf }] = await Promise.all(["server/room.js", "client/prediction.js", "shared/messages.js", "shared/game.js"].map(load));
  const room = new Room();
  const [hunter, prey] = [6, 9].map((lag) => clientOf(room, Prediction, messages, lag));
  for (const [{ player }, x] of [[hunter, 12], [prey, 16]]) room.world.setCenters(BigUint64Array.of(player.handle), Float32Array.of(x, 4));
  assert.equal(room.hunter, hunter.player);
  const tick = (hunting) => {
    hunter.step(() => (hunting ? KEYS.right : 0));
    prey.step(() => KEYS.left);
    room.tick();
  };
  for (let count = 0; room.hunter === hunter.player; count++) {
    assert.ok(count < 200, "the hunter reaches the prey");
    tick(true);
  }
  assert.deepEqual([hunter.prediction.corrections, prey.prediction.corrections], [0, 0]);
  for (let count = 0; count < 60; count++) tick(false);
  assert.deepEqual([hunter.prediction.corrections, prey.prediction.corrections], [0, 1]);
  // What is still on its way is all that the prediction is ahead: without it both are in the same place.
  const { world, player, last } = prey.prediction;
  for (let count = 0; count < 60; count++) {
    hunter.step(() => 0);
    prey.step(() => 0);
    room.tick();
  }
  assert.deepEqual(placeOf(world, player), placeOf(room.world, prey.player.handle));
  assert.ok(prey.prediction.last !== last && prey.prediction.confirmed > 100);
});

test("a client that sends what is no input, or too much, is refused", async () => {
  const [{ Room }, { writeInput }] = await Promise.all(["server/room.js", "shared/messages.js"].map((path) => import(pathToFileURL(join(folder, path)))));
  const room = new Room();
  const player = room.join(() => {});
  const hear = (bytes) => room.hear(player, new DataView(bytes));
  assert.throws(() => hear(new ArrayBuffer(4)), /^RangeError: input: must have 5 bytes, has 4$/);
  for (let number = 1; number <= 300; number++) hear(writeInput({ number, keys: 2 }));
  const before = room.world.entity(player.handle).shape;
  for (let tick = 0; tick < 20; tick++) room.tick();
  assert.equal(player.done, 21, "as fast as the clock, and a twentieth more");
  assert.ok(room.world.entity(player.handle).shape.x - before.x < 21 * 0.1 + 0.001);
  assert.throws(() => hear(writeInput({ number: 302, keys: 2 })), /^RangeError: input: must be number 301, is 302$/);
});
