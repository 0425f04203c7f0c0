// Lesson 2: the nine regions around a rectangle, by cross products.
import { svg } from "../../dom";
import type { Answer, Finding, Point } from "../ask";
import { contact, frameOf, label, nearestPoint, reach, termed } from "../layers";
import { along, type Plane } from "../plane";
import type { State } from "../state";
import type { Lesson } from "./lesson";

const [EDGE, CENTER, AREA, DISTANCE] = [0, 1, 2, 4];
const FAR = 80;
const CORNERS = ["A", "B", "C", "D"] as const;
const NAMES = [
  ["bottom-left", "bottom", "bottom-right"],
  ["left", "inside", "right"],
  ["top-left", "top", "top-right"],
] as const;

function shades(plane: Plane, state: State, finding: Finding): SVGElement[] {
  const { x, y, width, height } = state.rect;
  const frame = frameOf(state);
  const columns = [-FAR, -width / 2, width / 2, FAR];
  const rows = [-FAR, -height / 2, height / 2, FAR];
  const drawn: SVGElement[] = [];
  const labels: SVGElement[] = [];
  NAMES.forEach((line, row) =>
    line.forEach((name, column) => {
      const corners: Point[] = [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ];
      const outline = corners.map(([i, j]) => along([x, y], frame, columns[column + i]!, rows[row + j]!));
      const kind = name === "inside" ? "inside" : name.includes("-") ? "corner" : "edge";
      const current = name === finding.region ? " is-current" : "";
      drawn.push(
        svg("polygon", { points: plane.points(outline), class: `region ${kind}${current}`, "data-region": name }),
      );
      // Numbered as in the tutorials: from the top left, line by line.
      const number = 3 * (2 - row) + column + 1;
      // The knob of the angle lies beside the right edge.
      const beside = name === "right" ? 1.9 : 1.3;
      const place = along([x, y], frame, (column - 1) * (width / 2 + beside), (row - 1) * (height / 2 + 1.1));
      labels.push(
        plane.text(place, `${number} ${name}`, `region-name middle${current}`, [0, name === "inside" ? 24 : 4]),
      );
    }),
  );
  return [...drawn, ...labels];
}

const cornersOf = ({ steps }: Answer): Point[] => CORNERS.map((name) => steps.points[name] ?? [0, 0]);

/** The edges as arrows, red where the center is to the right; and the names of the corners. */
function edges(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const corners = cornersOf(answer);
  const center: Point = [state.rect.x, state.rect.y];
  const arrows = corners.map((from, i) => {
    const line = answer.steps.lines[i];
    const side = line?.state === "decides" ? "is-right" : "is-left";
    const arrow = plane.arrow(from, corners[(i + 1) % 4]!, `edge-arrow ${side}`);
    arrow.dataset["term"] = line?.id.toUpperCase() ?? "";
    return arrow;
  });
  const names = corners.map((at, i) => {
    const away = Math.hypot(at[0] - center[0], at[1] - center[1]) || 1;
    const shift: Point = [(14 * (at[0] - center[0])) / away, (-14 * (at[1] - center[1])) / away + 5];
    return label(plane, at, CORNERS[i]!, shift, "middle");
  });
  return [...arrows, ...names, label(plane, [state.circle.x, state.circle.y], "O", [8, -6])];
}

/** The edge whose cross product is explained: the first with the center on its right, or AB. */
const shownEdge = (answer: Answer): number =>
  Math.max(
    0,
    answer.steps.lines.slice(0, 4).findIndex((line) => line.state === "decides"),
  );

/** The parallelogram of an edge and the vector to the center: its area is the cross product. */
function product(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const [corners, i] = [cornersOf(answer), shownEdge(answer)];
  const [a, b, o] = [corners[i]!, corners[(i + 1) % 4]!, [state.circle.x, state.circle.y] as Point];
  const far: Point = [b[0] + o[0] - a[0], b[1] + o[1] - a[1]];
  const side = answer.steps.lines[i]?.state === "decides" ? "is-right" : "is-left";
  const name = `${CORNERS[i]}${CORNERS[(i + 1) % 4]}`;
  return [
    termed(svg("polygon", { points: plane.points([a, b, far, o]), class: `area ${side}` }), "cross product", AREA),
    termed(plane.arrow(a, b, "vector"), "edge", EDGE),
    termed(plane.arrow(a, o, "vector"), "to the center", CENTER),
    label(plane, [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], name, [0, 16], "middle"),
    label(plane, o, "O", [8, -6]),
    label(plane, a, CORNERS[i]!, [-14, 5]),
  ];
}

function distance(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const finding = answer.obstacles[0];
  if (!finding?.nearest) return [];
  const line = termed(plane.line([state.circle.x, state.circle.y], finding.nearest.point, "hypotenuse"), "d", DISTANCE);
  const [x, y] = finding.nearest.point;
  const middle: Point = [(x + state.circle.x) / 2, (y + state.circle.y) / 2];
  return [line, plane.dot([x, y], "nearest-point", 5), termed(label(plane, middle, "d", [8, 4]), "d", DISTANCE)];
}

export const regions: Lesson = {
  name: "regions",
  title: "Nine regions",
  idea:
    "The lines through the edges divide the plane into nine regions. The signs of four cross products find the " +
    "region of the circle’s center O, and so the part of the rectangle that is nearest.",
  start: { circle: { x: 3.3, y: 2.9, radius: 1 }, rect: { x: 0, y: 0, width: 4, height: 2.5, angle: 20 } },
  terms: [
    { name: "edge", colour: EDGE },
    { name: "to the center", colour: CENTER },
    { name: "cross product", colour: AREA },
    { name: "d", colour: DISTANCE },
  ],
  legend: [
    ["key-left", "edge with O on its left"],
    ["key-right", "edge with O on its right"],
    ["key-region", "region of O"],
    ["key-outline", "centers that touch"],
  ],
  main: {
    below: (plane, state, answer) => [
      ...(answer.obstacles[0] ? shades(plane, state, answer.obstacles[0]) : []),
      reach(plane, state),
    ],
    above: (plane, state, answer) => {
      const finding = answer.obstacles[0];
      return [
        ...edges(plane, state, answer),
        ...(finding ? [...nearestPoint(plane, state, finding, true), ...contact(plane, finding)] : []),
      ];
    },
  },
  sections: [
    {
      title: "Left or right of an edge",
      text: [
        "The outline runs counter-clockwise: A, B, C, D. For the [edge] from A to B, take the vector AB and " +
          "the vector AO [to the center]. Their [cross product] AB.x · AO.y − AB.y · AO.x is the area of the " +
          "parallelogram. It is positive if O is on the left, negative on the right, and zero on the line.",
      ],
      figure: { label: "An edge, the vector to the center, and their parallelogram", above: product },
    },
    {
      title: "Count the lefts",
      text: [
        "Four lefts: O is inside, a hit. Three: O is beside the edge with O on its right. Two: O is beyond " +
          "the corner between the two edges with O on their right. Now it is {lefts}.",
      ],
    },
    {
      title: "The distance",
      text: [
        "Beside an edge, the line m x + n y + k = 0 through the edge gives the distance [d] = |m x + n y + k| " +
          "/ √(m² + n²). Beyond a corner, it is the distance to that corner. The shapes overlap if [d] is at " +
          "most r = {r}.",
      ],
      figure: { label: "The distance to the nearest edge or corner", above: distance },
    },
  ],
  switches: [
    {
      name: "clockwise",
      label: "corners in the other order (y points down)",
      why: "All signs flip. Nothing is ever inside.",
      example: { circle: { x: 0.5, y: 0.3, radius: 0.5 } },
    },
    {
      name: "strict",
      label: "> 0 for inside",
      why:
        "A center on the border has a zero product and is not inside, though it touches. No region: only the " +
        "border is wrong.",
      example: { circle: { x: 2, y: 0.5, radius: 0.5 }, rect: { x: 0, y: 0, width: 4, height: 2.5, angle: 0 } },
    },
    {
      name: "flat-line",
      label: "≥ 0, and a rectangle of zero height",
      why: "Two edges have no direction, so every product with them is zero: the rectangle has no ends.",
      example: { circle: { x: 4, y: 0, radius: 0.5 }, rect: { x: 0, y: 0, width: 4, height: 0, angle: 0 } },
    },
  ],
  decides: ["inside", "outside"],
};
