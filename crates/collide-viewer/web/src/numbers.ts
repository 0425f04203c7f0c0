// Steps, rounds and writes 32-bit floats, the numbers of the engine.

const view = new DataView(new ArrayBuffer(4));

/** The shortest text that is read back as the same 32-bit float. */
export function written(value: number): string {
  const float = Math.fround(value);
  for (let digits = 1; digits < 9; digits++) {
    const text = float.toPrecision(digits);
    if (Math.fround(Number(text)) === float) return String(Number(text));
  }
  return String(Number(float.toPrecision(9)));
}

/** A number with about four digits, for display. */
export function brief(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return value.toExponential(2);
  return value.toFixed(size < 10 ? 3 : 2);
}

/** The float that lies `steps` floats above this one (below, for negative steps). Stays finite. */
export function stepped(value: number, steps: number): number {
  const moved = fromOrder(order(value) + steps);
  return Number.isFinite(moved) ? moved : value;
}

/** Rounds a pointer coordinate, so that numbers stay short. */
export function rounded(value: number, to = 0.01): number {
  return Math.fround(Number((Math.round(value / to) * to).toFixed(6)));
}

/** The index of a float among all floats in ascending order. */
function order(value: number): number {
  view.setFloat32(0, value);
  const bits = view.getUint32(0);
  return bits & 0x80000000 ? -(bits & 0x7fffffff) : bits;
}

function fromOrder(place: number): number {
  view.setUint32(0, place < 0 ? (-place | 0x80000000) >>> 0 : place);
  return view.getFloat32(0);
}
