// Lesson 3: circle against a rotated rectangle, by rotating the circle back.
import { svg } from "../../dom";
import type { Answer, Point } from "../ask";
import { contact, label, nearestPoint, reach, rounded, termed } from "../layers";
import type { Plane } from "../plane";
import type { State } from "../state";
import type { Lesson } from "./lesson";

const [X, Y, BACK, CLOSEST] = [0, 1, 3, 4];

const backOf = ({ steps }: Answer): { center: Point; closest: Point } | undefined => {
  const { center, closest } = steps.points;
  return center && closest ? { center, closest } : undefined;
};

/** Rectangle and circle, both rotated back: the rectangle is straight, and the answer is the same. */
function back(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const found = backOf(answer);
  if (!found) return [];
  const { x, y, width, height } = state.rect;
  const hit = answer.hit ? " is-hit" : "";
  const disc = plane.dot(found.center, `unturned${hit}`, plane.length(state.circle.radius));
  if (plane.main) disc.id = "unturned";
  return [
    rounded(plane, [x, y], [width / 2, height / 2], 0, 0, `unturned${hit}`),
    termed(disc, "rotated back", BACK),
    plane.dot(found.center, "unturned-center", 3),
  ];
}

/** The arc from the center to the rotated one: the short way, in the direction of the rotation. */
function arc(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const found = backOf(answer);
  if (!found) return [];
  const { x, y } = state.rect;
  const away = plane.length(Math.hypot(state.circle.x - x, state.circle.y - y));
  const [[x1, y1], [x2, y2]] = [plane.at([state.circle.x, state.circle.y]), plane.at(found.center)];
  const turn = short(state);
  const path = svg("path", {
    d: `M${x1} ${y1}A${away} ${away} 0 0 ${turn > 0 ? 1 : 0} ${x2} ${y2}`,
    class: "turning",
    "data-degrees": Math.round(Math.abs(turn)),
  });
  return [termed(path, "rotated back", BACK)];
}

/** The rotation back in degrees, from -180 to 180; clockwise is positive. */
function short({ rect, switches }: State): number {
  const turn = ((((rect.angle + 180) % 360) + 360) % 360) - 180;
  return switches.includes("wrong-way") ? -turn : turn;
}

/** The line to the closest point in the straight picture, and the three cases of each coordinate. */
function closest(plane: Plane, _state: State, answer: Answer): SVGElement[] {
  const found = backOf(answer);
  if (!found) return [];
  const { center, closest } = found;
  const dot = plane.dot(closest, "nearest-point", 5);
  if (plane.main) dot.id = "unturned-nearest";
  return [termed(plane.line(center, closest, "nearest"), "closest point", CLOSEST), dot];
}

function guides(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const found = backOf(answer);
  if (!found) return [];
  const { x, y, width, height } = state.rect;
  const [qx, qy] = [found.closest[0] - x, found.closest[1] - y];
  const line = (from: Point, to: Point, colour: number, on: boolean): SVGElement =>
    plane.line([x + from[0], y + from[1]], [x + to[0], y + to[1]], `guide colour-${colour}${on ? " is-on" : ""}`);
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;
  return [
    ...[-width / 2, width / 2].map((at) => line([at, -9], [at, 9], X, near(qx, at))),
    ...[-height / 2, height / 2].map((at) => line([-9, at], [9, at], Y, near(qy, at))),
    termed(plane.line([found.closest[0], y - 9], [found.closest[0], y + 9], "guide is-on colour-0"), "qx", X),
    termed(plane.line([x - 9, found.closest[1]], [x + 9, found.closest[1]], "guide is-on colour-1"), "qy", Y),
    termed(label(plane, [found.closest[0], y - height / 2], "qx", [5, 34]), "qx", X),
    termed(label(plane, [x - width / 2, found.closest[1]], "qy", [-34, -5]), "qy", Y),
  ];
}

function triangle(plane: Plane, _state: State, answer: Answer): SVGElement[] {
  const found = backOf(answer);
  if (!found) return [];
  const {
    center: [x, y],
    closest: [qx, qy],
  } = found;
  const drawn: SVGElement[] = [
    plane.line([qx, qy], [x, qy], "apart-by colour-0"),
    plane.line([x, qy], [x, y], "apart-by colour-1"),
  ];
  if (Math.abs(x - qx) > 0.3) drawn.push(label(plane, [(x + qx) / 2, qy], "x′ − qx", [0, y > qy ? 16 : -8], "middle"));
  if (Math.abs(y - qy) > 0.3)
    drawn.push(label(plane, [x, (y + qy) / 2], "y′ − qy", [x >= qx ? 8 : -8, 4], x >= qx ? "" : "end"));
  return drawn;
}

export const rotated: Lesson = {
  name: "rotated",
  title: "Rotated rectangle",
  idea:
    "Rotate the circle back by the rectangle’s angle about the rectangle’s center. There the rectangle is " +
    "straight, and the green picture has the same answer.",
  start: { circle: { x: 2.9, y: -0.7, radius: 0.8 }, rect: { x: 0, y: 0, width: 4.5, height: 1.6, angle: 30 } },
  terms: [
    { name: "x′", colour: X },
    { name: "y′", colour: Y },
    { name: "qx", colour: X },
    { name: "qy", colour: Y },
    { name: "dx", colour: X },
    { name: "dy", colour: Y },
    { name: "rotated back", colour: BACK },
    { name: "closest point", colour: CLOSEST },
  ],
  legend: [
    ["key-shape", "the shapes"],
    ["key-back", "rotated back, for the calculation"],
    ["key-nearest", "closest point"],
    ["key-hit", "blue: a hit"],
  ],
  main: {
    below: (plane, state, answer) => [reach(plane, state), ...back(plane, state, answer), ...arc(plane, state, answer)],
    above: (plane, state, answer) => {
      const finding = answer.obstacles[0];
      return [
        ...closest(plane, state, answer),
        ...(finding ? [...nearestPoint(plane, state, finding, true), ...contact(plane, finding)] : []),
      ];
    },
  },
  sections: [
    {
      title: "Rotate the circle back",
      text: [
        "[dx] = {dx} and [dy] = {dy} lead from the rectangle’s center to the circle’s. With cos a = {cos} and sin a = {sin}, the center [rotated back] is at [x′] = {x′}, [y′] = {y′} from the center of the rectangle. A rotation does not change distances.",
      ],
      figure: {
        label: "The circle and the rectangle, rotated back",
        below: (...all) => [...back(...all), ...arc(...all)],
      },
    },
    {
      title: "The closest point, by cases",
      text: [
        "In the straight picture each coordinate has three cases. Left of the rectangle, [qx] is its left " +
          "edge; right of it, the right edge; between, [qx] is [x′] itself. The same holds for [qy]. Now [qx] = " +
          "{qx} and [qy] = {qy}: the [closest point].",
      ],
      figure: {
        label: "The three cases of each coordinate",
        below: (...all) => [...back(...all), ...guides(...all)],
        above: closest,
      },
    },
    {
      title: "Pythagoras",
      text: [
        "The squares of the two legs add up to the squared distance. The shapes overlap if it is at most r². " +
          "No root is needed.",
      ],
      figure: {
        label: "The legs of the distance",
        below: back,
        above: (...all) => [...triangle(...all), ...closest(...all)],
      },
    },
  ],
  switches: [
    {
      name: "wrong-way",
      label: "rotate by +a instead of −a",
      why:
        "The circle is tested against the mirror image of the rectangle. It is right for 0 and 90 degrees, so " +
        "it passes the first tests. The same happens with angles of the other sense, as where y points down.",
      example: { circle: { x: 1.9, y: -1.1, radius: 0.4 }, rect: { x: 0, y: 0, width: 4.5, height: 1.6, angle: 30 } },
    },
    {
      name: "own-trig",
      label: "f32 sin and cos of the angle in each test",
      why:
        "The cosine of a right angle is then −4.4e-8: shapes that touch come apart. No region: the error is too " +
        "small to see.",
      example: { circle: { x: 1.5, y: 1, radius: 1 }, rect: { x: 0, y: 0, width: 4, height: 1, angle: 90 } },
    },
  ],
};
