// Lesson 1: circle against rectangle by the distances of their centers.
import { svg } from "../../dom";
import type { Answer, Point } from "../ask";
import { contact, label, named, nearestPoint, reach, rounded, termed } from "../layers";
import type { Plane } from "../plane";
import type { State } from "../state";
import type { Lesson, Switch } from "./lesson";

const [DX, DY, BOX, CROSS, OUTLINE, CORNER] = [0, 1, 2, 3, 4, 5];

const sizes = (state: State): { a: number; b: number; r: number } => ({
  a: state.rect.width / 2,
  b: state.rect.height / 2,
  r: Math.max(0, state.circle.radius),
});

const at = (state: State, dx: number, dy: number): Point => [state.rect.x + dx, state.rect.y + dy];

function crossOf(plane: Plane, state: State): SVGElement {
  const { a, b, r } = sizes(state);
  const outline: Point[] = [
    [-a - r, -b],
    [-a, -b],
    [-a, -b - r],
    [a, -b - r],
    [a, -b],
    [a + r, -b],
    [a + r, b],
    [a, b],
    [a, b + r],
    [-a, b + r],
    [-a, b],
    [-a - r, b],
  ];
  const points = plane.points(outline.map(([dx, dy]) => at(state, dx, dy)));
  return termed(svg("polygon", { points, class: "cross" }), "cross", CROSS);
}

function boxOf(plane: Plane, state: State): SVGElement {
  const { a, b, r } = sizes(state);
  return termed(rounded(plane, [state.rect.x, state.rect.y], [a + r, b + r], 0, 0, "cross-box"), "box", BOX);
}

function distances(plane: Plane, state: State): SVGElement[] {
  const { circle, rect } = state;
  const corner: Point = [circle.x, rect.y];
  const [dx, dy] = [Math.abs(circle.x - rect.x), Math.abs(circle.y - rect.y)];
  const drawn: SVGElement[] = [
    termed(plane.line([rect.x, rect.y], corner, "apart-by"), "dx", DX),
    termed(plane.line(corner, [circle.x, circle.y], "apart-by"), "dy", DY),
    plane.dot([rect.x, rect.y], "center", 3),
  ];
  const [under, outer] = [circle.y >= rect.y ? 16 : -8, circle.x >= rect.x];
  if (dx > 0.4)
    drawn.push(
      termed(label(plane, [(circle.x + rect.x) / 2, rect.y], named("dx", dx), [0, under], "middle"), "dx", DX),
    );
  if (dy > 0.4) {
    // Beside the line where the circle leaves room; otherwise behind the end of the other line, away from the normal.
    const free = dy - circle.radius;
    const beside = free > 0.5;
    const place: Point = [circle.x, rect.y + (beside ? (Math.sign(circle.y - rect.y) * free) / 2 : 0)];
    const [shift, end] = beside ? [outer ? -8 : 8, outer] : [outer ? 8 : -8, !outer];
    drawn.push(termed(label(plane, place, named("dy", dy), [shift, beside ? 4 : under], end ? "end" : ""), "dy", DY));
  }
  return drawn;
}

/** Names of box, cross and outline, each at its own border. */
function names(plane: Plane, state: State): SVGElement[] {
  const { a, b, r } = sizes(state);
  if (r < 0.3) return [];
  const side = state.circle.x > state.rect.x ? -1 : 1;
  const end = side < 0 ? "" : "end";
  return [
    termed(label(plane, at(state, side * (a + r), b + r), "box", [-side * 6, -6], end), "box", BOX),
    termed(label(plane, at(state, side * (a + r), -b), "cross", [-side * 6, -6], end), "cross", CROSS),
    termed(
      label(plane, at(state, side * (a + r * 0.7), -b - r * 0.7), "outline", [side * 10, 14], side < 0 ? "end" : ""),
      "outline",
      OUTLINE,
    ),
  ];
}

/** The strips in which one of the rejecting tests holds. */
function rejects(plane: Plane, state: State): SVGElement[] {
  const { a, b, r } = sizes(state);
  const far = 20;
  const strips: [Point, Point, string, number][] = [
    [[a + r, -far], [far, far], "w/2 + r", DX],
    [[-far, -far], [-a - r, far], "w/2 + r", DX],
    [[-a - r, b + r], [a + r, far], "h/2 + r", DY],
    [[-a - r, -far], [a + r, -b - r], "h/2 + r", DY],
  ];
  const shades = strips.map(([low, high, , colour]) => {
    const [[x1, y1], [x2, y2]] = [plane.at(at(state, ...low)), plane.at(at(state, ...high))];
    // A strip that lies beyond `far` is empty.
    const size = { width: Math.max(0, x2 - x1), height: Math.max(0, y1 - y2) };
    return svg("rect", { x: x1, y: y2, ...size, class: `strip colour-${colour}` });
  });
  return [
    ...shades,
    termed(label(plane, at(state, a + r, 0), "w/2 + r", [6, -6]), "dx", DX),
    termed(label(plane, at(state, 0, b + r), "h/2 + r", [0, -8], "middle"), "dy", DY),
  ];
}

/** The square at the corner nearest to the circle, and the distance in it. */
function cornerOf(plane: Plane, state: State): SVGElement[] {
  const { a, b, r } = sizes(state);
  const [sx, sy] = [state.circle.x < state.rect.x ? -1 : 1, state.circle.y < state.rect.y ? -1 : 1];
  const corner = at(state, sx * a, sy * b);
  const square = rounded(plane, at(state, sx * (a + r / 2), sy * (b + r / 2)), [r / 2, r / 2], 0, 0, "cross-box");
  const [x, y] = [state.circle.x, state.circle.y];
  return [
    termed(square, "corner square", CORNER),
    termed(plane.dot(corner, "corner-circle", plane.length(r)), "outline", OUTLINE),
    plane.line(corner, [x, corner[1]], "apart-by colour-0"),
    plane.line([x, corner[1]], [x, y], "apart-by colour-1"),
    termed(plane.line(corner, [x, y], "hypotenuse"), "corner square", CORNER),
    label(plane, [(corner[0] + x) / 2, corner[1]], "dx − w/2", [0, sy > 0 ? 16 : -8], "middle"),
  ];
}

const LEAVE_OUT: Switch[] = [
  { name: "off-reject-x", step: "reject-x", label: "Leave out dx > w/2 + r" },
  { name: "off-reject-y", step: "reject-y", label: "Leave out dy > h/2 + r" },
  { name: "off-accept-x", step: "accept-x", label: "Leave out dx ≤ w/2" },
  { name: "off-accept-y", step: "accept-y", label: "Leave out dy ≤ h/2" },
  { name: "off-corner", step: "corner", label: "Leave out the corner test" },
];

const MISTAKES: Switch[] = [
  {
    name: "reach-in-accept",
    label: "+ r in the accepting tests",
    why:
      "Reject and accept then cover everything, so the corner test never runs: every circle in a corner square " +
      "hits.",
    example: { circle: { x: 2.8, y: 2.05, radius: 1 }, rect: { x: 0, y: 0, width: 4, height: 2.5, angle: 0 } },
  },
  {
    name: "integer-halves",
    label: "integer halves, w / 2",
    why:
      "An odd width loses a half twice: at the center and at the half size. Shapes snap to integers; each dot " +
      "is a wrong place.",
    example: { circle: { x: 2, y: 0, radius: 1 }, rect: { x: -0.5, y: -0.5, width: 3, height: 3, angle: 0 } },
  },
  {
    name: "odd-box",
    label: "circle as a box, radius = size / 2",
    why: "A circle given by an integer box of odd size loses half a unit of radius.",
    example: { circle: { x: 0.5, y: 0.5, radius: 1.5 }, rect: { x: 3.5, y: 0.5, width: 3, height: 3, angle: 0 } },
  },
  {
    name: "mixed-rules",
    label: "≥ in the rejecting tests, ≤ at the corner",
    why:
      "Touching an edge is no hit, touching a corner is one: two rules in one function. No region: only exact " +
      "touches are wrong.",
    example: { circle: { x: 3, y: 0, radius: 1 }, rect: { x: 0, y: 0, width: 4, height: 2.5, angle: 0 } },
  },
];

const main = {
  below: (plane: Plane, state: State) => [
    boxOf(plane, state),
    crossOf(plane, state),
    termed(reach(plane, state), "outline", OUTLINE),
    ...names(plane, state),
  ],
  above: (plane: Plane, state: State, answer: Answer) => {
    const finding = answer.obstacles[0];
    return [
      ...distances(plane, state),
      ...(finding ? [...nearestPoint(plane, state, finding, true), ...contact(plane, finding)] : []),
    ];
  },
};

export const centers: Lesson = {
  name: "centers",
  title: "Center distances",
  idea: "Does a circle overlap a rectangle? Five comparisons of the distance between their centers decide.",
  start: { circle: { x: 3.2, y: 2.1, radius: 1 }, rect: { x: 0, y: 0, width: 4, height: 2.5, angle: 0 } },
  terms: [
    { name: "dx", colour: DX },
    { name: "dy", colour: DY },
    { name: "box", colour: BOX },
    { name: "cross", colour: CROSS },
    { name: "outline", colour: OUTLINE },
    { name: "corner square", colour: CORNER },
  ],
  legend: [
    ["key-box", "box: both rejecting tests pass"],
    ["key-cross", "cross: an accepting test holds"],
    ["key-outline", "outline: centers that touch"],
    ["key-nearest", "closest point"],
  ],
  main,
  sections: [
    {
      title: "Too far on one axis",
      text: [
        "[dx] = {dx} and [dy] = {dy} are the distances of the centers on each axis. If [dx] is more than half the width plus the radius, {reach_x}, or [dy] more than half the height plus the radius, {reach_y}, the shapes are apart. Centers that pass both tests are in the [box].",
      ],
      figure: { label: "The strips where one distance is too large", below: rejects, above: distances },
    },
    {
      title: "Close enough on one axis",
      text: [
        "In the [box], a center with [dx] at most {half_w} or [dy] at most {half_h} is beside an edge, or inside: a hit. These centers are the [cross].",
      ],
      figure: {
        label: "The cross where a test accepts",
        below: (plane, state) => [boxOf(plane, state), crossOf(plane, state)],
        above: distances,
      },
    },
    {
      title: "The corner squares",
      text: [
        "What is left are four [corner square|corner squares]. Only there the straight-line distance counts: " +
          "squared, it is {corner_sq}, and r² is {r_sq}. So the [outline] is a rectangle with rounded corners.",
      ],
      figure: {
        label: "The distance to the corner",
        below: (plane, state) => [termed(reach(plane, state), "outline", OUTLINE)],
        above: cornerOf,
      },
    },
  ],
  switches: [...LEAVE_OUT, ...MISTAKES],
};
