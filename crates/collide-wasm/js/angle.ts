import { column, known, number, wrongType } from "./check.js";
import { Columns } from "./memory.js";
import { rotors as rawRotors } from "./raw.js";

/**
 * An angle, counter-clockwise with y up: a number of radians, or degrees. Degrees are exact at multiples of 90, so use
 * them where bodies turn by fixed steps. Both give the same cosine and sine on every machine and in every language.
 */
export type Angle = number | { readonly degrees: number };

/** Many angles: see {@link Angle}. */
export type Angles = Float32Array | { readonly degrees: Float32Array };

/** The angles, and whether they are degrees. @internal */
export function angleColumn(angles: Angles): [angles: Float32Array, degrees: boolean] {
  const degrees = typeof angles === "object" && angles !== null && "degrees" in angles;
  return [degrees ? column("angles.degrees", angles.degrees) : column("angles", angles), degrees];
}

/** One angle as a batch. @internal */
export function angleBatch(angle: Angle): Angles {
  if (typeof angle === "number") return Float32Array.of(angle);
  if (typeof angle !== "object") throw wrongType("angle", "a number or { degrees }", angle);
  return { degrees: Float32Array.of(number("angle.degrees", known("angle", angle, { degrees: true }).degrees)) };
}

/** Cosine and sine of an angle. They are the same on every machine, unlike those of `Math`. */
export function rotor(angle: Angle): [cos: number, sin: number] {
  const [cos, sin] = rotors(angleBatch(angle)) as Iterable<number>;
  return [cos as number, sin as number];
}

/** Cosine and sine of many angles, two numbers for each. Throws `SHAPE` for an angle that is not finite. */
export function rotors(angles: Angles): Float32Array {
  const columns = new Columns();
  try {
    rawRotors(...angleColumn(angles), columns.raw);
    return columns.numbers.slice();
  } finally {
    columns.raw.free();
  }
}
