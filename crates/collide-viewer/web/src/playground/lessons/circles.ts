// Lesson 4: a player among ten circles.
import { isTouch, svg } from "../../dom";
import type { Answer, Finding, Point } from "../ask";
import { contact, label, nearestPoint, termed } from "../layers";
import type { Plane } from "../plane";
import { TEN, type State } from "../state";
import type { Lesson } from "./lesson";

const [X, Y, SUM, D] = [0, 1, 2, 4];

/** The circle that is described: the deepest, or else the nearest. */
export function chosen(answer: Answer): number {
  const rank = ({ contact, distance }: Finding): number => (contact ? -contact.depth : distance);
  const ranked = answer.obstacles.map((finding, index) => ({ index, at: rank(finding) }));
  return ranked.reduce((best, next) => (next.at < best.at ? next : best), ranked[0] ?? { index: 0, at: 0 }).index;
}

/** The right triangle of the distance, and the two radii on it. */
function triangle(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const other = state.others[chosen(answer)];
  if (!other) return [];
  const { circle } = state;
  const [from, to]: [Point, Point] = [
    [circle.x, circle.y],
    [other.x, other.y],
  ];
  const d = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const on = (start: Point, end: Point, length: number): Point => [
    start[0] + ((end[0] - start[0]) * length) / d,
    start[1] + ((end[1] - start[1]) * length) / d,
  ];
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  return [
    plane.line(from, [to[0], from[1]], `apart-by colour-${X}`),
    plane.line([to[0], from[1]], to, `apart-by colour-${Y}`),
    termed(plane.line(from, to, "hypotenuse"), "d", D),
    termed(plane.line(from, on(from, to, circle.radius), "radius-line"), "r", SUM),
    termed(plane.line(to, on(to, from, other.radius), "radius-line"), "r′", SUM),
    termed(label(plane, middle, "d", [8, -6]), "d", D),
    label(plane, [middle[0], from[1]], "x − x′", [0, from[1] < to[1] ? 18 : -8], "middle"),
    label(plane, [to[0], middle[1]], "y − y′", [to[0] > from[0] ? 8 : -8, 4], to[0] > from[0] ? "" : "end"),
  ];
}

/** The line to the nearest circle, if none is hit. */
function nearest(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const finding = answer.obstacles[chosen(answer)];
  return finding && !answer.obstacles.some(({ hit }) => hit) ? nearestPoint(plane, state, finding, true) : [];
}

function you(plane: Plane, { circle }: State): SVGElement[] {
  const [x, y] = plane.at([circle.x, circle.y]);
  const small = circle.radius * plane.scale < 18;
  return [svg("text", { x, y: small ? y - circle.radius * plane.scale - 8 : y + 18, class: "you middle" }, "you")];
}

export const circles: Lesson = {
  name: "circles",
  title: "Ten circles",
  idea:
    `You are the red circle: ${isTouch ? "drag it" : "arrow keys move it, a click places it"}. Which of the ten others do you hit? One ` +
    "comparison each, without a square root.",
  start: { circle: { x: 0.4, y: -0.3, radius: 1.1 } },
  terms: [
    { name: "d", colour: D },
    { name: "r", colour: SUM },
    { name: "r′", colour: SUM },
  ],
  legend: [
    ["key-you", "you"],
    ["key-shape", "the others"],
    ["key-hit", "blue: hit"],
    ["key-nearest", "the nearest"],
  ],
  main: {
    above: (plane, state, answer) => [
      ...nearest(plane, state, answer),
      ...answer.obstacles.flatMap((finding) => contact(plane, finding)),
      ...you(plane, state),
    ],
  },
  sections: [
    {
      title: "The squared distance",
      text: [
        "Two circles overlap if the distance [d] of their centers is at most the sum of their radii, [r] + " +
          "[r′], where [r] is your radius and [r′] that of the other. By Pythagoras [d]² = (x − x′)² + (y − " +
          "y′)². Both sides are positive, so their squares compare in the same way, and the root is not needed.",
      ],
      figure: { label: "The distance to one of the circles", above: triangle },
    },
    {
      title: "Now with 100,000",
      text: [
        "Ten circles take ten tests. A server with 100,000 players would need five billion tests a tick to " +
          "compare each with each other. A broad phase finds the few that are near, and tests only these.",
      ],
    },
  ],
  switches: [
    {
      name: "overflow",
      label: "squares in 32-bit integers",
      why: "With positions in units of 1/10,000, a square overflows at a distance of 4.6: circles far away hit.",
      example: { circle: { x: 0.5, y: 1.25, radius: 0.4 } },
    },
    {
      name: "integer-root",
      label: "the root, truncated to an integer",
      why: "A distance of 1.9 becomes 1: circles up to one unit apart hit.",
      example: { circle: { x: 0.8, y: -1.35, radius: 0.8 } },
    },
    {
      name: "rounded-distance",
      label: "the distance in f32",
      why:
        "A distance of 1 + 2⁻²⁷ rounds to 1: circles that are apart touch. No region: the error is too small to " +
        "see.",
      example: {
        circle: { x: 1, y: 0.00012207031, radius: 0.5 },
        others: [{ x: 0, y: 0, radius: 0.5 }, ...TEN.slice(1)],
      },
    },
  ],
};
