// The golden matches that every language must reproduce, played with the package: see tests/golden/README.md. Runs in
// Node and in browsers.

import { table } from "./rows.mjs";

/** The rows of each tick. */
function frames(rows) {
  const ticks = new Map();
  for (const row of rows) {
    if (!ticks.has(row.tick)) ticks.set(row.tick, []);
    ticks.get(row.tick).push(row);
  }
  return ticks.values();
}

function hex(fingerprint) {
  return fingerprint.toString(16).padStart(16, "0");
}

/** The rows of sectors.csv: their text without tick and hits, and the sector. */
function sectorsOf(collide, text) {
  const [header, ...lines] = text.trimEnd().split("\n");
  const rows = lines.map((line) => {
    const [tick, ...words] = line.split(",").slice(0, -1);
    const [x, y, directionX, directionY, opening, outer, inner] = words.map(Number);
    return { tick, text: words.join(","), sector: collide.sector([x, y], [directionX, directionY], opening, outer, inner) };
  });
  return { header, rows };
}

/** Plays the match. Returns the expected content of ticks.csv, questions.csv and sectors.csv, and the world. */
export function play(collide, matchText, questionsText, sectorsText, settings = {}) {
  const world = new collide.World({ events: true, ...settings });
  world.startRecording();
  const handles = new Map();
  const handlesOf = (rows) => BigUint64Array.from(rows, ({ id }) => handles.get(id));
  const shapesOf = (rows) => collide.Shapes.of(rows.map(({ shape }) => shape));
  const [questions, swings] = [table(collide, questionsText), sectorsOf(collide, sectorsText)];
  let [ticks, before] = ["tick,pairs,began,ended,fingerprint\n", []];
  let [answers, sectors] = [questions, swings].map(({ header }) => `${header}\n`);
  for (const frame of frames(table(collide, matchText).rows)) {
    const here = new Set(frame.map(({ id }) => id));
    const gone = before.filter(({ id }) => !here.has(id));
    world.removeBatch(handlesOf(gone));
    gone.forEach(({ id }) => handles.delete(id));
    const [old, fresh] = [true, false].map((is) => frame.filter(({ id }) => handles.has(id) === is));
    world.setShapes(handlesOf(old), shapesOf(old));
    world.insertBatch(shapesOf(fresh)).forEach((handle, index) => handles.set(fresh[index].id, handle));
    const pairs = world.step();
    const { kinds } = world.events();
    const count = (kind) => kinds.filter((other) => other === kind).length;
    const { began, ended } = collide.EventKind;
    ticks += `${world.tick},${pairs},${count(began)},${count(ended)},${hex(world.fingerprint())}\n`;
    const [asked, swung] = [questions, swings].map(({ rows }) => rows.filter(({ tick }) => Number(tick) === world.tick));
    if (asked.length > 0) {
      const ids = new Map([...handles].map(([id, handle]) => [handle, id]));
      const line = (hits) => ({ text }, index) => `${world.tick},${text},${[...hits.of(index)].map((hit) => ids.get(hit)).join(" ")}\n`;
      answers += asked.map(line(world.queries().overlap(shapesOf(asked)))).join("");
      sectors += swung.map(line(world.queries().sectors(collide.sectorNumbers(swung.map(({ sector }) => sector))))).join("");
    }
    before = frame;
  }
  return { ticks, answers, sectors, world };
}

/** Replays the recording. Returns the fingerprint of each tick. */
export function replay(collide, bytes, settings = {}) {
  const world = new collide.World(settings);
  const fingerprints = [];
  let answered = 0;
  for (const tick of collide.traceTicks(bytes)) {
    answered += world.replay(tick).answered;
    fingerprints.push(hex(world.fingerprint()));
  }
  return { fingerprints, answered };
}
