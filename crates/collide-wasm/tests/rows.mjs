// The rows of a golden file: see tests/golden/README.md. Runs in Node and in browsers.

/** The columns of a shape, of which each file has one set. */
const SHAPES = ["kind,numbers", "kind,x,y,a,b,angle", "x,y,radius"];

/** The header, the columns of the shapes, and the rows: their values by name, the text of each shape, and the shape. */
export function table(collide, text) {
  const [header, ...lines] = text.trimEnd().split("\n");
  const columns = SHAPES.find((columns) => header.includes(columns));
  const names = header.split(",");
  const [from, count] = [header.slice(0, header.indexOf(columns)).split(",").length - 1, columns.split(",").length];
  const rows = lines.map((line) => {
    const words = line.split(",");
    const values = Object.fromEntries(words.map((word, index) => [names[index], word]));
    return { ...values, text: words.slice(from, from + count).join(","), shape: shapeOf(collide, values) };
  });
  return { header, columns, rows };
}

function shapeOf(collide, values) {
  const { kind = "0" } = values;
  if ("numbers" in values) {
    const numbers = new Float32Array(collide.WIDE_STRIDE);
    numbers.set(values.numbers.split(" ").map(Number));
    return new collide.Shapes(Uint8Array.of(Number(kind)), numbers).at(0);
  }
  const [x, y, a, b, angle] = ["x", "y", "a", "b", "angle"].map((name) => Number(values[name]));
  if (kind === "0") return collide.circle(x, y, "radius" in values ? Number(values.radius) : a);
  return kind === "1" ? collide.rect(x, y, a, b) : collide.orientedRect(x, y, a, b, angle);
}

/** The vector in the columns `motion_x` and `motion_y`. */
export function motionOf(row) {
  return [Number(row.motion_x), Number(row.motion_y)];
}

/** The shortest decimal number that names a 32-bit float. */
export function short(number) {
  for (let digits = 1; digits < 9; digits++) {
    const text = Number(number.toPrecision(digits));
    if (Math.fround(text) === number) return Object.is(number, -0) ? "-0" : String(text);
  }
  return String(Number(number.toPrecision(9)));
}

/** The first two numbers of a shape in columns; empty without a shape. */
export function start(collide, { kinds, numbers, stride }, index) {
  return kinds[index] === collide.NO_ENTITY ? "," : `${short(numbers[stride * index])},${short(numbers[stride * index + 1])}`;
}
