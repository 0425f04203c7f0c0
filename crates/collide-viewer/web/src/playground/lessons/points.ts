// Lesson 7: capsules and polygons, which are points and a radius.
import { svg } from "../../dom";
import { commands, hull } from "../../hull";
import type { Answer, Point } from "../ask";
import { contact, label, nearestPoint, termed } from "../layers";
import type { Plane } from "../plane";
import type { State } from "../state";
import type { Lesson } from "./lesson";

const [D, R, ROUND, GROWN] = [4, 0, 1, 2];

/** The hull of the points, grown by a radius. */
function outline(plane: Plane, { rounded: { x, y, points } }: State, radius: number, kind: string): SVGElement {
  const corners = hull(points.map(([px, py]): Point => [x + px, y + py])).map((corner) => plane.at(corner));
  return svg("path", { d: commands(corners, plane.length(radius)), class: kind });
}

/** The places of the circle's center at which the circle touches the shape. */
function grown(plane: Plane, state: State): SVGElement[] {
  const reach = Math.max(0, state.circle.radius) + Math.max(0, state.rounded.radius);
  return [termed(outline(plane, state, reach, "reach"), "outline", GROWN)];
}

/** The hull without its radius, and the radius at its first point. */
function skeleton(plane: Plane, state: State): SVGElement[] {
  const { x, y, points, radius } = state.rounded;
  const [px, py] = points[0] ?? [0, 0];
  const [from, to]: [Point, Point] = [
    [x + px, y + py],
    [x + px - radius, y + py],
  ];
  return [
    termed(outline(plane, state, 0, "skeleton"), "R", ROUND),
    termed(plane.line(from, to, "radius-line"), "R", ROUND),
    termed(label(plane, to, "R", [-6, 4], "end"), "R", ROUND),
  ];
}

/** The distance from the center to the hull without its radius. */
function distance(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const closest = answer.steps.points["closest"];
  if (!closest) return [];
  const { x, y, radius } = state.circle;
  const middle: Point = [(x + closest[0]) / 2, (y + closest[1]) / 2];
  return [
    termed(outline(plane, state, 0, "skeleton"), "R", ROUND),
    termed(plane.line([x, y], closest, "hypotenuse"), "d", D),
    termed(label(plane, middle, "d", [8, -6]), "d", D),
    termed(plane.line([x, y], [x + radius, y], "radius-line"), "r", R),
    termed(label(plane, [x + radius, y], "r", [6, 4]), "r", R),
  ];
}

export const points: Lesson = {
  name: "points",
  title: "Capsules and polygons",
  idea:
    "A capsule is two points and a radius, a polygon up to eight points and a radius. One comparison decides for " +
    "both: the distance from the center of the circle to the hull of the points, against the sum of the radii.",
  start: { circle: { x: 3.6, y: 2.6, radius: 0.9 } },
  terms: [
    { name: "d", colour: D },
    { name: "r", colour: R },
    { name: "R", colour: ROUND },
    { name: "outline", colour: GROWN },
  ],
  legend: [
    ["key-shape", "the shape, with knobs at its points"],
    ["key-outline", "outline: the circle touches"],
    ["key-nearest", "closest point"],
    ["key-hit", "blue: hit"],
  ],
  main: {
    below: grown,
    above: (plane, state, answer) => [
      ...answer.obstacles.flatMap((finding) => [
        ...nearestPoint(plane, state, finding, true),
        ...contact(plane, finding),
      ]),
    ],
  },
  sections: [
    {
      title: "Points and a radius",
      text: [
        "The points of a capsule are the ends of a segment, those of a polygon the corners of its convex hull. Points " +
          "inside the hull are left out. The shape is everything at most [R] away from the segment or hull. If [R] is " +
          "zero, the corners are sharp. A rectangle is four points, and a circle one.",
      ],
      figure: { label: "The hull without its radius", above: skeleton },
    },
    {
      title: "The closest edge",
      text: [
        "The distance [d] leads from the center of the circle to the closest edge: the center is projected onto " +
          "the line of the edge, and the share of the edge is kept between 0 and 1. Left of all edges the center is " +
          "inside, and [d] is zero. The circle overlaps the shape if [d] = {d} is at most [r] + [R] = {reach}.",
      ],
      figure: { label: "The distance to the closest edge", above: distance },
      steps: (line) => line.id.startsWith("edge-"),
    },
    {
      title: "A position and offsets",
      text: [
        "The engine stores the points as offsets from a position. A motion changes the position alone. So the shape " +
          "keeps its form to the bit, however often and however far it moves. `turned` rotates the offsets. Always " +
          "turn the same unturned shape by the whole angle, because each turn rounds.",
      ],
    },
  ],
  switches: [],
};
