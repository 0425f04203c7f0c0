import { type Names, known, list, number, pair, wrongType } from "./check.js";
import { pointAt } from "./measures.js";
import { sector_borders } from "./raw.js";
import type { Point } from "./shape.js";

/**
 * A sector of a disc or ring: the points whose distance from the apex is from `inner` to `outer`, and whose direction is
 * between two borders, counter-clockwise (with y up) from `from` to `to`. It may be wider than 180 degrees. For the arc of
 * a sword, a cone of sight or a skill. {@link sector} makes one from an angle.
 */
export interface Sector {
  apex: Point;
  /** The direction of the first border, of any length except zero. */
  from: Point;
  /** The direction of the second border, of any length except zero; not that of the first. */
  to: Point;
  /** Above the inner radius. */
  outer: number;
  /** Zero by default. */
  inner?: number;
}

const SECTOR: Names<Sector> = { apex: true, from: true, to: true, outer: true, inner: true };

/**
 * A sector with an opening around a direction, of which only the angle matters. Its borders are the same on every machine.
 * Throws `SHAPE` if a number is not finite, if the direction is zero, if the opening is not above 0 and below 360 degrees,
 * or if `inner` is negative or not below `outer`.
 */
export function sector(apex: Point, direction: Point, openingDegrees: number, outer: number, inner = 0): Sector {
  const [opening, radius] = [number("openingDegrees", openingDegrees), number("outer", outer)];
  const borders = sector_borders(...pair("apex", apex), ...pair("direction", direction), opening, radius, number("inner", inner));
  return { apex, from: pointAt(borders, 0), to: pointAt(borders, 2), outer, inner };
}

/** Sectors as eight numbers each: apex, both borders, outer and inner radius. */
export function sectorNumbers(sectors: readonly Sector[]): Float32Array {
  const all = Array.from(list("sectors", sectors, "an array"));
  return Float32Array.from(all.flatMap((sector, index) => sectorRow(`sectors[${index}]`, sector)));
}

/** The numbers of a sector. @internal */
export function sectorRow(field: string, sector: Sector): number[] {
  const { apex, from, to, outer, inner = 0 } = sector ?? {};
  if (!apex && !from && !to) throw wrongType(field, "a Sector, such as sector(...) returns", sector);
  known(field, sector, SECTOR);
  const points = [...pair(`${field}.apex`, apex), ...pair(`${field}.from`, from), ...pair(`${field}.to`, to)];
  return [...points, number(`${field}.outer`, outer as number), number(`${field}.inner`, inner)];
}
