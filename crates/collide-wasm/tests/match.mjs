// The golden match that every language must reproduce, played with the package: see tests/golden/README.md. Runs in
// Node and in browsers.

function rows(text) {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => line.split(","));
}

/** The rows of each tick: ids, and shapes as columns. */
function frames(collide, text) {
  const ticks = new Map();
  for (const row of rows(text)) {
    const tick = Number(row[0]);
    if (!ticks.has(tick)) ticks.set(tick, []);
    ticks.get(tick).push(row.slice(1).map(Number));
  }
  return [...ticks.values()].map((rows) => {
    const shapes = collide.Shapes.room(rows.length);
    const turns = collide.rotors(Float32Array.from(rows, (row) => row[6]));
    rows.forEach(([, kind, x, y, a, b], index) => {
      shapes.kinds[index] = kind;
      shapes.numbers.set([x, y, a, b, ...(kind === 2 ? turns.subarray(2 * index, 2 * index + 2) : [])], 6 * index);
    });
    return { ids: rows.map((row) => row[0]), shapes };
  });
}

/** The shapes of a frame whose ids are accepted. */
function only(collide, { ids, shapes }, accept) {
  const places = ids.flatMap((id, index) => (accept(id) ? [index] : []));
  const kinds = Uint8Array.from(places, (index) => shapes.kinds[index]);
  const numbers = Float32Array.from(places.flatMap((index) => [...shapes.numbers.subarray(6 * index, 6 * index + 6)]));
  return { ids: places.map((index) => ids[index]), shapes: new collide.Shapes(kinds, numbers) };
}

function hex(fingerprint) {
  return fingerprint.toString(16).padStart(16, "0");
}

/** Plays the match. Returns the expected content of ticks.csv and questions.csv, and of match.ctrace. */
export function play(collide, matchText, questionsText, settings = {}) {
  const world = new collide.World({ events: true, ...settings });
  world.startRecording();
  const handles = new Map();
  const handlesOf = (ids) => BigUint64Array.from(ids, (id) => handles.get(id));
  const questions = rows(questionsText);
  let [ticks, answers, before] = ["tick,pairs,began,ended,fingerprint\n", "tick,x,y,radius,hits\n", []];
  for (const frame of frames(collide, matchText)) {
    const here = new Set(frame.ids);
    const gone = before.filter((id) => !here.has(id));
    world.removeBatch(handlesOf(gone));
    gone.forEach((id) => handles.delete(id));
    const old = only(collide, frame, (id) => handles.has(id));
    const fresh = only(collide, frame, (id) => !handles.has(id));
    world.setShapes(handlesOf(old.ids), old.shapes);
    world.insertBatch(fresh.shapes).forEach((handle, index) => handles.set(fresh.ids[index], handle));
    const pairs = world.step();
    const { kinds } = world.events();
    const count = (kind) => kinds.filter((other) => other === kind).length;
    const { began, ended } = collide.EventKind;
    ticks += `${world.tick},${pairs},${count(began)},${count(ended)},${hex(world.fingerprint())}\n`;
    const asked = questions.filter(([tick]) => Number(tick) === world.tick).map((row) => row.slice(1, 4).map(Number));
    answers += ask(collide, world, asked, handles);
    before = frame.ids;
  }
  return { ticks, answers, world };
}

function ask(collide, world, asked, handles) {
  if (asked.length === 0) return "";
  const [x, y, radius] = [0, 1, 2].map((place) => asked.map((row) => row[place]));
  const hits = world.queries().overlap(collide.Shapes.circles(x, y, radius));
  const ids = new Map([...handles].map(([id, handle]) => [handle, id]));
  const line = (row, index) => `${world.tick},${row.join(",")},${[...hits.of(index)].map((hit) => ids.get(hit)).join(" ")}\n`;
  return asked.map(line).join("");
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
