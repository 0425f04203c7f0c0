// The walks that every language must reproduce: see tests/golden/README.md. Runs in Node and in browsers.

import { motionOf, short, start, table } from "./rows.mjs";

/** Walks. Returns the expected contents of the five files. */
export function walk(collide, walkText, placesText, settings = {}) {
  const world = new collide.World(settings);
  const { header, rows } = table(collide, walkText);
  const isMoving = (row) => motionOf(row).some((number) => number !== 0);
  const handles = rows.map((row) => world.insert(row.shape, { mobility: isMoving(row) ? "dynamic" : "static" }));
  const moving = rows.filter(isMoving);
  world.step();
  const movers = BigUint64Array.from(moving, ({ id }) => handles[id]);
  let ticks = "tick,pairs,hits,fingerprint\n";
  for (let tick = 0; tick < 20; tick++) {
    const sign = Math.floor(tick / 5) % 2 === 0 ? 1 : -1;
    const motions = Float32Array.from(moving.flatMap((row) => motionOf(row).map((number) => number * sign)));
    const hits = world.move(movers, motions, { inOrder: tick % 2 === 0 }).hitHandles.length;
    const pairs = world.step();
    ticks += `${world.tick},${pairs},${hits},${world.fingerprint().toString(16).padStart(16, "0")}\n`;
  }
  let ends = `${header}\n`;
  const all = world.queries().shapes(BigUint64Array.from(handles)).slice();
  rows.forEach(({ id, text, motion_x, motion_y }, index) => (ends += `${id},${text},${motion_x},${motion_y},${start(collide, all, index)}\n`));

  const asked = table(collide, placesText);
  const shapes = collide.Shapes.of(asked.rows.map(({ shape }) => shape));
  const slides = world.queries().slides(shapes, Float32Array.from(asked.rows.flatMap(motionOf)));
  const ids = new Map(handles.map((handle, id) => [handle, id]));
  let places = `${asked.header}\n`;
  const slid = asked.rows.map(({ text, motion_x, motion_y }, index) => {
    const hits = slides.at(index).hits.map((hit) => ids.get(hit.handle)).join(" ");
    return `${text},${motion_x},${motion_y},${start(collide, slides.ends, index)},${hits}`;
  });
  const free = world.queries().freePlaces(shapes, 3);
  slid.forEach((line, index) => (places += `${line},${start(collide, free, index)}\n`));

  let turns = "id,angle,x,y,left,hit\n";
  for (const { id, shape: unturned } of rows.filter(({ shape }) => shape.kind === "oriented")) {
    const handle = handles[id];
    const angle = id % 2 === 0 ? 1 : -1;
    const { shape, left, hit } = world.queries().turn(world.entity(handle).shape, [unturned.x, unturned.y], angle, { except: handle });
    turns += `${id},${angle},${short(shape.x)},${short(shape.y)},${short(left)},${ids.get(hit) ?? ""}\n`;
  }
  world.separate(movers);
  const pairs = world.step();
  const crowd = `tick,pairs,fingerprint\n${world.tick},${pairs},${world.fingerprint().toString(16).padStart(16, "0")}\n`;
  world.free();
  return { ends, ticks, places, turns, crowd };
}
