// The walk that every language must reproduce: see tests/golden/README.md. Runs in Node and in browsers.

function rows(text) {
  const [, ...lines] = text.trimEnd().split("\n");
  return lines.map((line) => line.split(","));
}

function shapeOf(collide, [kind, x, y, a, b, angle]) {
  switch (kind) {
    case 0:
      return collide.circle(x, y, a);
    case 1:
      return collide.rect(x, y, a, b);
    default:
      return collide.orientedRect(x, y, a, b, angle);
  }
}

/** Walks. Returns the expected contents of the five files. */
export function walk(collide, walkText, placesText, settings = {}) {
  const world = new collide.World(settings);
  const inputs = rows(walkText).map((row) => row.slice(0, 9));
  const numbers = inputs.map((row) => row.map(Number));
  const moving = numbers.filter((row) => row[7] !== 0 || row[8] !== 0);
  const handles = numbers.map((row) => {
    const mobility = row[7] === 0 && row[8] === 0 ? "static" : "dynamic";
    return world.insert(shapeOf(collide, row.slice(1)), { mobility });
  });
  world.step();
  const movers = BigUint64Array.from(moving, (row) => handles[row[0]]);
  let ticks = "tick,pairs,hits,fingerprint\n";
  for (let tick = 0; tick < 20; tick++) {
    const sign = Math.floor(tick / 5) % 2 === 0 ? 1 : -1;
    const motions = Float32Array.from(moving.flatMap((row) => [row[7] * sign, row[8] * sign]));
    const hits = world.move(movers, motions, { inOrder: tick % 2 === 0 }).hitHandles.length;
    const pairs = world.step();
    ticks += `${world.tick},${pairs},${hits},${world.fingerprint().toString(16).padStart(16, "0")}\n`;
  }
  let ends = "id,kind,x,y,a,b,angle,motion_x,motion_y,end_x,end_y\n";
  const { numbers: all } = world.queries().shapes(BigUint64Array.from(handles)).slice();
  inputs.forEach((row, index) => (ends += `${row.join(",")},${short(all[6 * index])},${short(all[6 * index + 1])}\n`));

  const asked = rows(placesText).map((row) => row.slice(0, 5));
  const [x, y, radius] = [0, 1, 2].map((place) => asked.map((row) => Number(row[place])));
  const shapes = collide.Shapes.circles(x, y, radius);
  const slides = world.queries().slides(shapes, Float32Array.from(asked.flatMap((row) => row.slice(3).map(Number))));
  const ids = new Map(handles.map((handle, id) => [handle, id]));
  let places = "x,y,radius,motion_x,motion_y,slide_x,slide_y,hits,free_x,free_y\n";
  const slid = asked.map((row, index) => {
    const { shape, hits } = slides.at(index);
    return `${row.join(",")},${short(shape.x)},${short(shape.y)},${hits.map((hit) => ids.get(hit.handle)).join(" ")}`;
  });
  const free = world.queries().freePlaces(shapes, 3);
  slid.forEach((line, index) => {
    const place = free.at(index);
    places += `${line},${place ? `${short(place.x)},${short(place.y)}` : ","}\n`;
  });

  let turns = "id,angle,x,y,left,hit\n";
  for (const row of numbers.filter((row) => row[1] === 2)) {
    const handle = handles[row[0]];
    const angle = row[0] % 2 === 0 ? 1 : -1;
    const { shape, left, hit } = world.queries().turn(world.entity(handle).shape, [row[2], row[3]], angle, { except: handle });
    turns += `${row[0]},${angle},${short(shape.x)},${short(shape.y)},${short(left)},${ids.get(hit) ?? ""}\n`;
  }
  world.separate(movers);
  const pairs = world.step();
  const crowd = `tick,pairs,fingerprint\n${world.tick},${pairs},${world.fingerprint().toString(16).padStart(16, "0")}\n`;
  world.free();
  return { ends, ticks, places, turns, crowd };
}

/** The shortest decimal number that names a 32-bit float. */
function short(number) {
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(number.toPrecision(digits));
    if (Math.fround(text) === number) return Object.is(number, -0) ? "-0" : String(text);
  }
  return String(Number(number.toPrecision(9)));
}
