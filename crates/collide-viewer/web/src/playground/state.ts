// The state of the playground, which fits into a link.
import { written } from "../numbers";
import type { Board, Disc, Obstacle, Point, Question } from "./ask";

export type LessonName = "centres" | "regions" | "turned" | "circles" | "sweep";

export interface State {
  lesson: LessonName;
  circle: Disc;
  rect: Required<Board>;
  touching: "closed" | "open";
  motion: Point;
}

export interface Lesson {
  name: LessonName;
  title: string;
  idea: string;
  /** The parts of the initial state that differ from the default. */
  start: Partial<State>;
}

export const LESSONS: readonly Lesson[] = [
  {
    name: "centres",
    title: "Centre distances",
    idea: "Compare the distance of the centres on each axis. Too large on one axis: apart. In an arm of the cross: a hit. Only in the four corner squares the straight-line distance decides.",
    start: { circle: { x: 3.2, y: 2.1, radius: 1 }, rect: { x: 0, y: 0, width: 4, height: 2.5, angle: 0 } },
  },
  {
    name: "regions",
    title: "Nine regions",
    idea: "The lines through the edges divide the plane into nine regions. Next to an edge only one coordinate counts; beyond a corner, the distance to it counts.",
    start: { circle: { x: 3.3, y: 2.9, radius: 1 }, rect: { x: 0, y: 0, width: 4, height: 2.5, angle: 20 } },
  },
  {
    name: "turned",
    title: "Oriented rectangle",
    idea: "Rotate the circle back by the rectangle’s angle about the rectangle’s centre. There the rectangle is axis-aligned, and the green picture has the same answer.",
    start: { circle: { x: 2.9, y: -0.7, radius: 0.8 }, rect: { x: 0, y: 0, width: 4.5, height: 1.6, angle: 30 } },
  },
  {
    name: "circles",
    title: "Ten circles",
    idea: "Compare the squared distance with the squared sum of the radii; no square root. Ten tests here; for 100,000 players five billion, which a broad phase avoids.",
    start: { circle: { x: 0.4, y: -0.3, radius: 1.1 } },
  },
  {
    name: "sweep",
    title: "Moving circle",
    idea: "A fast circle can tunnel: on one side in this tick, on the other in the next. The shapecast gives the time of impact, the point and the normal of its first hit.",
    start: {
      circle: { x: -4, y: -2.6, radius: 0.6 },
      rect: { x: 0.8, y: 0.4, width: 3.6, height: 1.4, angle: 35 },
      motion: [7.5, 4.5],
    },
  },
];

/** The ten circles of the lesson on circles. */
export const TEN: readonly Disc[] = [
  { x: -4.2, y: 3.1, radius: 0.9 },
  { x: -1.6, y: 2.2, radius: 1.2 },
  { x: 1.6, y: 3.4, radius: 0.7 },
  { x: 4, y: 2.4, radius: 1.1 },
  { x: -3.2, y: 0, radius: 0.8 },
  { x: 2.6, y: 0.5, radius: 1 },
  { x: 4.6, y: -1, radius: 0.6 },
  { x: -4.1, y: -3, radius: 1.1 },
  { x: -0.8, y: -2.8, radius: 0.9 },
  { x: 2.6, y: -3.2, radius: 1.2 },
];

export function lessonOf(state: State): Lesson {
  return LESSONS.find((lesson) => lesson.name === state.lesson) ?? LESSONS[0]!;
}

/** The initial state of a lesson. */
export function started(lesson: Lesson, touching: State["touching"] = "closed"): State {
  const plain: State = {
    lesson: lesson.name,
    circle: { x: 3, y: 2, radius: 1 },
    rect: { x: 0, y: 0, width: 4, height: 2, angle: 0 },
    touching,
    motion: [6, 4],
  };
  return structuredClone({ ...plain, ...lesson.start });
}

/** Whether the lesson has a rectangle that can be rotated. */
export function turns(state: State): boolean {
  return state.lesson !== "centres" && state.lesson !== "circles";
}

export function hasRect(state: State): boolean {
  return state.lesson !== "circles";
}

export function questionOf(state: State): Question {
  const { angle, ...straight } = state.rect;
  const rect: Obstacle = { rect: turns(state) ? { ...straight, angle } : straight };
  return {
    circle: state.circle,
    obstacles: hasRect(state) ? [rect] : TEN.map((circle) => ({ circle })),
    touching: state.touching,
    motion: state.lesson === "sweep" ? state.motion : null,
  };
}

/** The part of a link that reproduces this state bit by bit. */
export function toLink(state: State): string {
  const list = (...numbers: number[]): string => numbers.map(written).join(",");
  const { circle, rect } = state;
  const parts = [`lesson=${state.lesson}`, `circle=${list(circle.x, circle.y, circle.radius)}`];
  if (hasRect(state)) parts.push(`rect=${list(rect.x, rect.y, rect.width, rect.height, rect.angle)}`);
  if (state.lesson === "sweep") parts.push(`motion=${list(...state.motion)}`);
  parts.push(`touching=${state.touching}`);
  return parts.join("&");
}

/** The state of a link. Parts that are missing or not numbers have the initial value of the lesson. */
export function fromLink(link: string): State {
  const given = new URLSearchParams(link);
  const lesson = LESSONS.find(({ name }) => name === given.get("lesson")) ?? LESSONS[0]!;
  const state = started(lesson, given.get("touching") === "open" ? "open" : "closed");
  const read = (name: string, count: number): number[] | undefined => {
    const numbers = (given.get(name) ?? "").split(",").map((text) => (text.trim() === "" ? NaN : Math.fround(Number(text))));
    return numbers.length === count && numbers.every(Number.isFinite) ? numbers : undefined;
  };
  const circle = read("circle", 3);
  if (circle) state.circle = { x: circle[0]!, y: circle[1]!, radius: circle[2]! };
  const rect = read("rect", 5);
  if (rect) state.rect = { x: rect[0]!, y: rect[1]!, width: rect[2]!, height: rect[3]!, angle: rect[4]! };
  const motion = read("motion", 2);
  if (motion) state.motion = [motion[0]!, motion[1]!];
  return state;
}
