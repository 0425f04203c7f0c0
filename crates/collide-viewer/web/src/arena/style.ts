// How entities are drawn, by what they are to a game.
import { BLUE, BULLET, CRATE, RED, SENSOR, WALL } from "./frame";

/** How shapes of a colour are filled and outlined. */
export interface Style {
  fill: number;
  /** The width of the outline, and its dashes; 0 for none. */
  line: number;
  dash?: number[];
  /** The colour of the outline, unless it is that of the fill. */
  edge?: "floor" | "edge" | "crateEdge";
  /** Whether it throws a shadow. */
  stands?: boolean;
}

export const PLAIN: Style = { fill: 0.35, line: 1.5 };
/** By look, drawn in this order: what stands, what may be taken, what moves, what flies. */
export const STYLES = new Map<number, Style>([
  [WALL, { fill: 1, line: 1.5, edge: "edge", stands: true }],
  [CRATE, { fill: 1, line: 2, edge: "crateEdge", stands: true }],
  [SENSOR, { fill: 0.22, line: 2, dash: [4, 3] }],
  [RED, { fill: 1, line: 2, edge: "floor", stands: true }],
  [BLUE, { fill: 1, line: 2, edge: "floor", stands: true }],
  [BULLET, { fill: 1, line: 2 }],
]);
/** The indices of colours in the order in which they are drawn: walls below all others, bullets above. */
export function orderOf(looksFrom: number): number[] {
  const of = (looks: number[]): number[] => looks.map((look) => looksFrom + look);
  const others = Array.from({ length: looksFrom + 1 }, (_, i) => i);
  return [...of([WALL, CRATE, SENSOR]), ...others, ...of([RED, BLUE, BULLET])];
}
