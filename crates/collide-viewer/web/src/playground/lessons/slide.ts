// Lesson 6: move and slide along walls.
import { brief } from "../../numbers";
import type { Answer, Leg, Point } from "../ask";
import { label, rounded, termed } from "../layers";
import type { Plane } from "../plane";
import { WALLS, type State } from "../state";
import type { Lesson } from "./lesson";

const [MOTION, NORMAL, LEG] = [0, 1, 4];

function walls(plane: Plane): SVGElement[] {
  return WALLS.map(({ x, y, width, height }) => rounded(plane, [x, y], [width / 2, height / 2], 0, 0, "shape wall"));
}

function numbers(plane: Plane, state: State): SVGElement[] {
  const places: Point[] = [[state.rect.x, state.rect.y], ...WALLS.map(({ x, y }): Point => [x, y])];
  return places.map((at, index) => plane.text(at, String(index + 1), "number middle", [0, 5]));
}

/** Where the slide is at a time: on the leg of that time. */
function at(legs: Leg[], time: number): Point | undefined {
  let start = 0;
  for (const leg of legs) {
    if (time <= leg.time || leg === legs.at(-1)) {
      const share = leg.time > start ? Math.min(1, (time - start) / (leg.time - start)) : 1;
      return [leg.from[0] + (leg.to[0] - leg.from[0]) * share, leg.from[1] + (leg.to[1] - leg.from[1]) * share];
    }
    start = leg.time;
  }
  return undefined;
}

function legs(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const radius = plane.length(state.circle.radius);
  const drawn = answer.steps.legs.flatMap((leg, index): SVGElement[] => {
    const line = termed(plane.line(leg.from, leg.to, "leg"), "leg", LEG);
    const stop = plane.dot(leg.to, leg.hit ? "arrival" : "impact", radius);
    if (!leg.hit && plane.main) stop.id = "slide-end";
    if (!leg.hit) return [line, stop];
    const { normal, point } = leg.hit;
    const tip: Point = [point[0] + normal[0] * 0.9, point[1] + normal[1] * 0.9];
    const time = label(plane, leg.to, `${index + 1}: t = ${brief(leg.time)}`, [0, -radius - 6], "middle");
    return [
      line,
      stop,
      termed(plane.arrow(point, tip, "normal"), "n", NORMAL),
      plane.dot(point, "nearest-point", 4),
      time,
    ];
  });
  return drawn;
}

function ghost(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const place = at(answer.steps.legs, state.time);
  if (!place) return [];
  const disc = plane.dot(place, "ghost", plane.length(state.circle.radius));
  if (plane.main) disc.id = "ghost";
  return [disc, plane.dot(place, "ghost-center", 3)];
}

/** The first hit: the motion that is left, split along and against the normal. */
function cut(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const [first] = answer.steps.legs;
  if (!first?.hit) return [];
  const rest = 1 - first.time;
  const left: Point = [state.motion[0] * rest, state.motion[1] * rest];
  const [nx, ny] = first.hit.normal;
  const into = Math.max(0, left[0] * nx + left[1] * ny);
  const end: Point = [first.to[0] + left[0], first.to[1] + left[1]];
  const along: Point = [end[0] - into * nx, end[1] - into * ny];
  return [
    plane.dot(first.to, "arrival", plane.length(state.circle.radius)),
    termed(plane.arrow(first.to, end, "vector"), "m", MOTION),
    termed(plane.arrow(along, end, "vector"), "n", NORMAL),
    termed(plane.arrow(first.to, along, "vector"), "m′", LEG),
    termed(label(plane, end, "m", [6, -6]), "m", MOTION),
    termed(label(plane, along, "m′", [6, 16]), "m′", LEG),
  ];
}

export const slide: Lesson = {
  name: "slide",
  title: "Move and slide",
  idea:
    "A player who runs into a wall should not stick to it: what is left of the motion goes on along the wall. " +
    "The engine does it in one call, and its end overlaps no wall.",
  start: {
    circle: { x: -3.4, y: 1.6, radius: 0.6 },
    rect: { x: 0.2, y: -1.6, width: 5, height: 0.8, angle: -15 },
    motion: [8.4, -4.2],
  },
  terms: [
    { name: "m", colour: MOTION },
    { name: "m′", colour: LEG },
    { name: "n", colour: NORMAL },
    { name: "leg", colour: LEG },
  ],
  legend: [
    ["key-shape", "start, walls 1 to 3"],
    ["key-leg", "legs of the way"],
    ["key-normal", "normal at a hit"],
    ["key-impact", "end"],
    ["key-ghost", "at the time of the slider"],
  ],
  main: {
    below: (plane) => walls(plane),
    above: (plane, state, answer) => [
      ...numbers(plane, state),
      ...legs(plane, state, answer),
      ...ghost(plane, state, answer),
    ],
  },
  sections: [
    {
      title: "Cut the motion at the wall",
      text: [
        "The circle moves until it hits a wall. The normal [n] leads from the circle into the wall. Of the " +
          "motion [m] that is left, the part along [n] is lost: [m′] = [m] − ([m] · [n]) [n]. The next [leg] " +
          "follows the surface with [m′]. The same happens at the next wall.",
      ],
      figure: { label: "The motion that is left at the first wall", below: walls, above: cut },
    },
    {
      title: "No skin, no tolerance",
      text: [
        "Textbook code stops a little before each wall, because rounding could put the shape into it; then " +
          "the next sweep starts inside. `Queries::slide` chooses an f32 position of which it is proved that no " +
          "wall is overlapped and nothing was passed, however thin. At the end {left} of the motion is left: it is " +
          "more than 0 where walls on all sides stop the circle.",
      ],
    },
  ],
  switches: [],
  hasRule: false,
};
