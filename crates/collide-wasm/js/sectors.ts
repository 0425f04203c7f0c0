import { sector_borders } from "./raw.js";
import { pointAt } from "./measures.js";
import type { Point } from "./shapes.js";

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

/**
 * A sector with an opening around a direction, of which only the angle matters. Its borders are the same on every machine.
 * Throws `SHAPE` if the direction is zero, or if the opening is not above 0 and below 360 degrees.
 */
export function sector(apex: Point, direction: Point, openingDegrees: number, outer: number, inner = 0): Sector {
  const borders = sector_borders(...direction, openingDegrees);
  return { apex, from: pointAt(borders, 0), to: pointAt(borders, 2), outer, inner };
}

/** Sectors as eight numbers each: apex, both borders, outer and inner radius. */
export function sectorNumbers(sectors: readonly Sector[]): Float32Array {
  return Float32Array.from(sectors.flatMap(({ apex, from, to, outer, inner = 0 }) => [...apex, ...from, ...to, outer, inner]));
}
