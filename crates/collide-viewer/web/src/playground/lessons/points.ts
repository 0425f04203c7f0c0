// Lesson 7: capsules and polygons, which are points and a radius.
import { svg } from "../../dom";
import { commands, hull } from "../../hull";
import type { Answer, Point } from "../ask";
import { contact, label, named, nearestPoint, termed } from "../layers";
import type { Plane } from "../plane";
import type { Rounded } from "../ask";
import type { State } from "../state";
import type { Draw, Lesson } from "./lesson";

const [GAP, R, ROUND, GROWN, D, LIT] = [0, 1, 2, 3, 4, 5];

/** The radius of the dot on a point that decides, in pixels. */
const LIT_POINT = 8;

/** The hull of the points, grown by a radius. */
function outline(plane: Plane, { rounded: { x, y, points } }: State, radius: number, kind: string): SVGElement {
  const corners = hull(points.map(([px, py]): Point => [x + px, y + py])).map((corner) => plane.at(corner));
  return svg("path", { d: commands(corners, plane.length(radius)), class: kind });
}

/** The places of the circle's center at which the circle touches the shape. */
function grown(plane: Plane, state: State): SVGElement[] {
  const reach = Math.max(0, state.circle.radius) + Math.max(0, state.rounded.radius);
  return isSquare(state) ? [] : [termed(outline(plane, state, reach, "reach"), "outline", GROWN)];
}

const isSquare = ({ switches }: State): boolean => switches.includes("one-set-of-normals");

/** The square that stands in the place of the circle. */
function square(plane: Plane, { circle: { x, y, radius } }: State): SVGElement {
  const corners: Point[] = [
    [x + radius, y],
    [x, y + radius],
    [x - radius, y],
    [x, y - radius],
  ];
  return svg("polygon", { points: plane.points(corners), class: "unturned", id: plane.main && "square" });
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

/** The feature that decides: an edge with its normal and the gap, or a point and its distance. */
function feature(plane: Plane, state: State, { steps: { points, values } }: Answer): SVGElement[] {
  const { "edge-from": from, "edge-to": to, foot, normal, point } = points;
  const drawn: SVGElement[] = [];
  const center: Point = [state.circle.x, state.circle.y];
  if (from && to && foot && normal) {
    const gap = values["gap"] ?? 0;
    // The normal starts on the edge, also where the center is beyond its end.
    const t = Math.max(0, Math.min(values["t"] ?? 0.5, 1));
    const base: Point = [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
    const tip: Point = [base[0] + normal[0], base[1] + normal[1]];
    const edge = termed(plane.line(from, to, "feature"), "feature", LIT);
    const [a, b, n] = [from, to, normal].map((at) => at.join(" "));
    Object.assign(edge.dataset, { feature: "edge", edge: values["edge"], from: a, to: b, normal: n, gap });
    drawn.push(edge);
    if (!isSquare(state)) drawn.push(termed(plane.line(foot, center, "apart-by"), "gap", GAP));
    drawn.push(termed(plane.arrow(base, tip, "vector"), "normal", LIT));
    const half: Point = [(base[0] + tip[0]) / 2, (base[1] + tip[1]) / 2];
    drawn.push(termed(label(plane, half, "normal", [-6, -8], "end"), "normal", LIT));
    const place = isSquare(state) ? foot : center;
    const shift: Point = isSquare(state) ? [0, 18] : [0, -12];
    // It stays in the picture, of which the center can be near the right border.
    drawn.push(termed(label(plane, place, named("gap", gap), shift, center[0] > 4 ? "end" : "middle"), "gap", GAP));
  }
  if (point) {
    const middle: Point = [(center[0] + point[0]) / 2, (center[1] + point[1]) / 2];
    const number = values["from point"];
    const dot = termed(plane.dot(point, "feature", LIT_POINT), "feature", LIT);
    Object.assign(dot.dataset, { feature: "point", point: values["point"], at: point.join(" "), distance: number });
    drawn.push(termed(plane.line(point, center, "apart-by"), "d", D), dot);
    drawn.push(termed(label(plane, middle, named("d", number), [8, 14]), "d", D));
  }
  if (plane.main && drawn[0]) drawn.find((one) => one.dataset["feature"])!.id = "feature";
  return drawn;
}

const found: Draw = (plane, state, answer) =>
  isSquare(state)
    ? [square(plane, state)]
    : answer.obstacles.flatMap((finding) => [
        ...nearestPoint(plane, state, finding, true),
        ...contact(plane, finding),
      ]);

/** A polygon of the points, with its position in the middle. */
const body = (points: Point[], radius: number): Rounded => ({ x: 0, y: 0, radius, points });

const BOARD: Point[] = [
  [-2, -1],
  [2, -1],
  [2, 1],
  [-2, 1],
];
/** The board, turned by 30 degrees. */
const TURNED: Point[] = [
  [-1.23, -1.87],
  [2.23, 0.13],
  [1.23, 1.87],
  [-2.23, -0.13],
];

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
    { name: "gap", colour: GAP },
    { name: "normal", colour: LIT },
    { name: "feature", colour: LIT },
  ],
  legend: [
    ["key-shape", "the shape, with knobs at its points"],
    ["key-outline", "outline: the circle touches"],
    ["key-feature", "feature that decides"],
    ["key-nearest", "closest point"],
    ["key-hit", "blue: hit"],
  ],
  main: {
    below: grown,
    above: (...all) => [...found(...all), ...feature(...all)],
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
      title: "The distance to the hull",
      text: [
        "The distance [d] leads from the center of the circle to the closest point of the hull. Inside, [d] is zero. " +
          "The circle overlaps the shape if [d] = {d} is at most [r] + [R] = {reach}.",
      ],
      figure: { label: "The distance to the closest point", above: distance },
    },
    {
      title: "Three tests",
      text: [
        "The [gap] of an edge is how far the center is outside of its line, along the [normal] of the edge. The edge " +
          "with the largest gap is the one to look at; a segment has one edge for each side. Now the largest gap is " +
          "{gap}.",
        "First, beside an edge: if the largest [gap] is more than [r] + [R], nothing is hit. Second, the edge: if the " +
          "center is inside, or beside the edge itself, it is a hit. There the share t of the edge is between 0 and 1; " +
          "now t = {t}. Third, the point: beyond the end of the edge, the distance [d] to that point decides. The " +
          "[feature|feature that decides] is drawn in the figure.",
      ],
      figure: {
        label: "The feature that decides",
        above: (plane, state, answer) => [outline(plane, state, 0, "skeleton"), ...feature(plane, state, answer)],
      },
    },
    {
      title: "A position and offsets",
      text: [
        "The engine stores the points as offsets from a position. A motion changes the position alone. So the shape " +
          "keeps its form to the bit, however often and however far it moves. `turned` rotates the offsets. Always " +
          "turn the same unturned shape by the whole angle, because each turn rounds.",
      ],
    },
    {
      title: "Two polygons",
      text: [
        "For two polygons the gap of an edge is that of the other polygon’s nearest point. The edges of both have to " +
          "be asked: each can be the only one that parts them. Last, two points decide, if each is closest to the other.",
      ],
    },
  ],
  switches: [
    {
      name: "square-corners",
      label: "no radius at corners: they are square",
      why:
        "Beyond the end of an edge, both directions are compared with r + R, each on its own, as for a box. At a right " +
        "angle a circle counts as hit up to 1.41 times too far away.",
      example: { circle: { x: 3, y: 2, radius: 0.9 }, rounded: body(BOARD, 0.4) },
    },
    {
      name: "nearest-point",
      label: "nearest corner instead of nearest edge",
      why: "In the middle of an edge the nearest corner is far away, and the circle falls into the shape.",
      example: { circle: { x: 0, y: 1.8, radius: 0.9 }, rounded: body(BOARD, 0.4) },
    },
    {
      name: "stale-normals",
      label: "normals not turned with the body",
      why:
        "The body was turned by 30 degrees after its normals were computed. The points are turned, the normals are " +
        "not, so the gaps are wrong.",
      example: { circle: { x: -1.9, y: 1.2, radius: 0.5 }, rounded: body(TURNED, 0.3) },
    },
    {
      name: "one-set-of-normals",
      label: "two polygons, and the normals of one only",
      why:
        "A green square stands in the place of the circle; the verdict above is still about the circle. Only the edges " +
        "of the other shape are asked. Near a corner only an edge of the square parts them, and the code says that " +
        "they overlap.",
      example: { circle: { x: 2.85, y: 1.85, radius: 1 }, rounded: body(BOARD, 0.2) },
      decides: ["a hit of the square", "no hit of the square"],
    },
  ],
};
