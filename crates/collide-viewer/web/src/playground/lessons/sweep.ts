// Lesson 5: a moving circle, and the time at which it meets a rectangle.
import { brief } from "../../numbers";
import type { Answer, Point } from "../ask";
import { contact, frameOf, label, reach, termed } from "../layers";
import { along, type Plane } from "../plane";
import type { State } from "../state";
import type { Lesson } from "./lesson";

const [X, Y, GROWN, TIME] = [0, 1, 2, 4];

/** Where the center is at a time. */
const place = ({ circle, motion }: State, time: number): Point => [
  circle.x + motion[0] * time,
  circle.y + motion[1] * time,
];

function way(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const { circle, motion } = state;
  const radius = Math.max(circle.radius, 0);
  const length = Math.hypot(...motion) || 1;
  const side: Point = [(-motion[1] / length) * radius, (motion[0] / length) * radius];
  const hull = ([1, -1] as const).map((sign) => {
    const edge = (time: number): Point => [
      place(state, time)[0] + sign * side[0],
      place(state, time)[1] + sign * side[1],
    ];
    return plane.line(edge(0), edge(1), "hull");
  });
  const drawn: SVGElement[] = [...hull, plane.dot(place(state, 1), "arrival", plane.length(radius))];
  const impact = answer.first === null ? undefined : answer.obstacles[answer.first]?.impact;
  if (impact && impact.time > 0) {
    const met = plane.dot(place(state, impact.time), "impact", plane.length(radius));
    if (plane.main) met.id = "impact";
    const from = impact.points[0] ?? place(state, impact.time);
    const tip: Point = [from[0] + impact.normal[0] * 0.9, from[1] + impact.normal[1] * 0.9];
    drawn.push(
      met,
      plane.arrow(from, tip, "normal"),
      ...impact.points.map((point) => plane.dot(point, "nearest-point", 5)),
    );
    drawn.push(
      termed(label(plane, place(state, impact.time), `t = ${brief(impact.time)}`, [0, 4], "middle"), "t", TIME),
    );
  }
  return drawn;
}

/** The circle at the time of the slider. */
function ghost(plane: Plane, state: State): SVGElement[] {
  const at = place(state, state.time);
  const disc = plane.dot(at, "ghost", plane.length(state.circle.radius));
  if (plane.main) disc.id = "ghost";
  return [disc, plane.dot(at, "ghost-center", 3)];
}

/** The way of the center alone, against the grown rectangle. */
function ray(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const time = answer.steps.values["t"];
  const drawn: SVGElement[] = [plane.arrow(place(state, 0), place(state, 1), "vector")];
  if (time !== undefined)
    drawn.push(
      plane.dot(place(state, time), "nearest-point", 5),
      termed(label(plane, place(state, time), `t = ${brief(time)}`, [8, -8]), "t", TIME),
    );
  return drawn;
}

/** The strips between the lines through the sides of the grown rectangle. */
function slabs(plane: Plane, state: State): SVGElement[] {
  const { x, y, width, height } = state.rect;
  const [frame, r] = [frameOf(state), Math.max(0, state.circle.radius)];
  const [a, b, far] = [width / 2 + r, height / 2 + r, 30];
  const side = (from: Point, to: Point, colour: number): SVGElement =>
    plane.line(along([x, y], frame, ...from), along([x, y], frame, ...to), `guide is-on colour-${colour}`);
  return [
    ...[-a, a].map((at) => termed(side([at, -far], [at, far], X), "x", X)),
    ...[-b, b].map((at) => termed(side([-far, at], [far, at], Y), "y", Y)),
  ];
}

const grown = (plane: Plane, state: State): SVGElement[] => [termed(reach(plane, state), "grown rectangle", GROWN)];

export const sweep: Lesson = {
  name: "sweep",
  title: "Moving circle",
  idea:
    "A circle moves along a line for one tick. When does it first touch the rectangle? Testing only the start " +
    "and the end would let fast shapes pass through walls.",
  start: {
    circle: { x: -4.2, y: -2.4, radius: 0.7 },
    rect: { x: 1.4, y: 0.4, width: 3, height: 2, angle: 20 },
    motion: [7, 3],
  },
  terms: [
    { name: "x", colour: X },
    { name: "y", colour: Y },
    { name: "grown rectangle", colour: GROWN },
    { name: "t", colour: TIME },
  ],
  legend: [
    ["key-shape", "start"],
    ["key-hull", "area covered, and the end"],
    ["key-impact", "first touch"],
    ["key-ghost", "at the time of the slider"],
  ],
  main: {
    above: (plane, state, answer) => [
      ...way(plane, state, answer),
      ...ghost(plane, state),
      ...answer.obstacles.flatMap((finding) => contact(plane, finding)),
    ],
  },
  sections: [
    {
      title: "Grow the rectangle",
      text: [
        "The circle touches the rectangle when its center is on the [grown rectangle]: the rectangle grown by " +
          "the radius r = {r}, with round corners. So a moving circle against a rectangle is a moving point against a larger shape.",
      ],
      figure: { label: "The way of the center and the grown rectangle", below: grown, above: ray },
    },
    {
      title: "Two strips",
      text: [
        "In the frame of the rectangle, the center is between the two [x] lines from one time to another, and " +
          "between the two [y] lines. It is in both strips from the later entry to the earlier exit. If the " +
          "exit comes first, the circle passes by.",
      ],
      figure: {
        label: "The two strips",
        below: (...all) => [...grown(all[0], all[1]), ...slabs(all[0], all[1])],
        above: ray,
      },
    },
    {
      title: "The round corner",
      text: [
        "If the center enters beyond a corner, the strips say too early a time. There the center must come " +
          "within r of the corner: a quadratic equation, whose first solution is [t].",
      ],
    },
  ],
  switches: [],
  hasRule: false,
};
