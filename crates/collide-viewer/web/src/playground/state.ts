// The state of the playground.
import type { Board, Disc, Obstacle, Point, Question, Rounded } from "./ask";
import type { Lesson } from "./lessons/lesson";

export type LessonName = "centers" | "regions" | "rotated" | "circles" | "sweep" | "slide" | "points";

export interface State {
  lesson: LessonName;
  circle: Disc;
  rect: Required<Board>;
  /** The capsule or polygon of the lesson `points`. */
  rounded: Rounded;
  touching: "closed" | "open";
  motion: Point;
  /** The other circles of the lesson `circles`. */
  others: Disc[];
  /** The chosen changes of the tutorial's code. */
  switches: string[];
  /** The time that the figure of a motion shows, from 0 to 1. */
  time: number;
}

/** The other circles of the lesson `circles`, at first. */
export const TEN: readonly Disc[] = [
  { x: -4.2, y: 2.9, radius: 0.9 },
  { x: -1.6, y: 2.6, radius: 1.2 },
  { x: 1.6, y: 3.4, radius: 0.7 },
  { x: 4, y: 2.4, radius: 1.1 },
  { x: -3.2, y: 0, radius: 0.8 },
  { x: 2.6, y: 0.5, radius: 1 },
  { x: 4.6, y: -1, radius: 0.6 },
  { x: -4.1, y: -3, radius: 1.1 },
  { x: -0.8, y: -2.8, radius: 0.9 },
  { x: 2.6, y: -3.2, radius: 1.2 },
];

/** The capsule and the polygon of the lesson `points`, at first. */
export const CAPSULE: Rounded = {
  x: 0,
  y: 0,
  radius: 0.8,
  points: [
    [-2.2, -0.9],
    [1.8, 0.9],
  ],
};
export const POLYGON: Rounded = {
  x: 0,
  y: 0,
  radius: 0.4,
  points: [
    [-2, -1.2],
    [1.6, -1.6],
    [2.2, 0.6],
    [-0.4, 1.8],
  ],
};

/** The limit of points of a polygon. */
export const MAX_POINTS = 8;

/** The walls of the lesson `slide`, besides the rectangle. */
export const WALLS: readonly Board[] = [
  { x: 0, y: -4, width: 11, height: 0.6 },
  { x: 5.1, y: 0, width: 0.6, height: 7.4 },
];

/** Moved shapes keep their centers within this distance from the middle, so that they stay in the picture. */
const REACH: Point = [5.6, 4.5];

/** The initial state of a lesson. */
export function started(lesson: Lesson): State {
  const plain: State = {
    lesson: lesson.name,
    circle: { x: 3, y: 2, radius: 1 },
    rect: { x: 0, y: 0, width: 4, height: 2, angle: 0 },
    rounded: POLYGON,
    touching: "closed",
    motion: [6, 4],
    others: TEN.map((disc) => ({ ...disc })),
    switches: [],
    time: 1,
  };
  return structuredClone({ ...plain, ...lesson.start });
}

/** Where a center goes that is moved to a point: into the picture. */
export function inside([x, y]: Point): Point {
  const within = (value: number, reach: number): number => Math.max(-reach, Math.min(value, reach));
  return [within(x, REACH[0]), within(y, REACH[1])];
}

/** Whether the lesson has many circles instead of one obstacle. */
export function hasMany(state: State): boolean {
  return state.lesson === "circles";
}

export function hasRounded(state: State): boolean {
  return state.lesson === "points";
}

export function isCapsule({ rounded }: State): boolean {
  return rounded.points.length === 2;
}

export function hasRect(state: State): boolean {
  return !hasMany(state) && !hasRounded(state);
}

/** Whether the lesson has a rectangle that can be rotated. */
export function turns(state: State): boolean {
  return hasRect(state) && state.lesson !== "centers";
}

export function moves(state: State): boolean {
  return state.lesson === "sweep" || state.lesson === "slide";
}

/** Whether the chosen mistakes need integer coordinates. */
export function isWhole(state: State): boolean {
  return state.switches.includes("integer-halves") || state.switches.includes("odd-box");
}

/** The state with integer corners, if the chosen mistakes need them. */
export function snapped(state: State): State {
  if (!isWhole(state)) return state;
  const next = structuredClone(state);
  const { circle, rect } = next;
  const size = Math.max(1, Math.round(2 * circle.radius));
  circle.radius = size / 2;
  for (const axis of ["x", "y"] as const) circle[axis] = Math.round(circle[axis] - size / 2) + size / 2;
  [rect.width, rect.height] = [Math.max(0, Math.round(rect.width)), Math.max(0, Math.round(rect.height))];
  rect.x = Math.round(rect.x - rect.width / 2) + rect.width / 2;
  rect.y = Math.round(rect.y - rect.height / 2) + rect.height / 2;
  return next;
}

export function obstaclesOf(state: State): Obstacle[] {
  if (hasMany(state)) return state.others.map((circle) => ({ circle }));
  if (hasRounded(state)) return [roundedOf(state)];
  const { angle, ...straight } = state.rect;
  const rect: Obstacle = { rect: turns(state) ? { ...straight, angle } : straight };
  return state.lesson === "slide" ? [rect, ...WALLS.map((wall) => ({ rect: wall }))] : [rect];
}

function roundedOf(state: State): Obstacle {
  const { points, ...place } = state.rounded;
  const [a, b] = points;
  return isCapsule(state) ? { capsule: { ...place, a: a!, b: b! } } : { polygon: state.rounded };
}

export function questionOf(state: State): Question {
  return {
    circle: state.circle,
    obstacles: obstaclesOf(state),
    touching: state.touching,
    motion: moves(state) ? state.motion : null,
    lesson: { name: state.lesson, switches: state.switches },
  };
}
