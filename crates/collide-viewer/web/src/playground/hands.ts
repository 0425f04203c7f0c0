// What can be dragged or moved by keys, and what that changes.
import { rounded, stepped } from "../numbers";
import type { Point } from "./ask";
import { frameOf } from "./layers";
import { along } from "./plane";
import { hasRect, hasRounded, inside, moves, snapped, turns, type State } from "./state";

/** `other-3` is the circle with this index of the lesson `circles`, `point-3` the point of the lesson `points`. */
export type Handle =
  | "circle"
  | "rect"
  | "rounded"
  | "turn"
  | "motion"
  | "radius"
  | "rounding"
  | "size"
  | `point-${number}`
  | `other-${number}`;

/** The distance of the knob for the angle from the edge of the rectangle. */
const KNOB = 0.8;
/** The distance of the knob for the radius of a capsule or polygon from its edge. */
const ROUNDING = 0.35;
/** The direction of the knob for the radius, to the lower left, away from other knobs. */
const RADIUS_AT: Point = [-Math.SQRT1_2, -Math.SQRT1_2];

/** Arrow keys and their directions. */
const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Degrees from 0 to 360. */
const round = (degrees: number, to: number): number => rounded(((degrees % 360) + 360) % 360, to) % 360;

export function has(state: State, handle: Handle): boolean {
  if (handle === "turn") return turns(state);
  if (handle === "motion") return moves(state);
  if (handle === "rect" || handle === "size") return hasRect(state);
  if (handle === "rounded" || handle === "rounding") return hasRounded(state);
  if (handle.startsWith("point-")) return hasRounded(state) && pointOf(state, handle) !== undefined;
  return true;
}

/** Where a handle is in the plane. */
export function placeOf(state: State, handle: Handle): Point {
  const { circle, rect, motion, rounded } = state;
  if (handle === "rounded") return middle(state);
  if (handle === "rounding") return along(lowest(state), DOWN, rounded.radius + ROUNDING, 0);
  const point = pointOf(state, handle);
  if (point) return [rounded.x + point[0], rounded.y + point[1]];
  if (handle === "circle") return [circle.x, circle.y];
  if (handle === "motion") return [circle.x + motion[0], circle.y + motion[1]];
  if (handle === "rect") return [rect.x, rect.y];
  if (handle === "radius") return [circle.x + RADIUS_AT[0] * circle.radius, circle.y + RADIUS_AT[1] * circle.radius];
  if (handle === "size") return along([rect.x, rect.y], frameOf(state), rect.width / 2, -rect.height / 2);
  if (handle === "turn") return along([rect.x, rect.y], frameOf(state), rect.width / 2 + KNOB, 0);
  const other = otherOf(state, handle);
  return other ? [other.x, other.y] : [0, 0];
}

/** A point of the capsule or polygon, from its position. */
export function pointOf(state: State, handle: Handle): Point | undefined {
  return handle.startsWith("point-") ? state.rounded.points[Number(handle.slice(6))] : undefined;
}

const DOWN: [Point, Point] = [
  [0, -1],
  [1, 0],
];

/** The middle of the points. */
function middle({ rounded: { x, y, points } }: State): Point {
  const mean = (axis: 0 | 1): number => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  return [x + mean(0), y + mean(1)];
}

/** The lowest point. */
function lowest({ rounded: { x, y, points } }: State): Point {
  const [px, py] = points.reduce((least, point) => (point[1] < least[1] ? point : least));
  return [x + px, y + py];
}

/** Moves the capsule or polygon such that the middle of its points comes to a place in the picture. */
function placed(state: State, place: Point): void {
  const [[x, y], [fromX, fromY]] = [inside(place), middle(state)];
  Object.assign(state.rounded, { x: rounded(state.rounded.x + x - fromX), y: rounded(state.rounded.y + y - fromY) });
}

export function otherOf(state: State, handle: Handle): { x: number; y: number; radius: number } | undefined {
  return handle.startsWith("other-") ? state.others[Number(handle.slice(6))] : undefined;
}

/** The state after a handle was dragged to a point. */
export function dragged(before: State, handle: Handle, [x, y]: Point): State {
  const state = structuredClone(before);
  const { circle, rect } = state;
  const point = pointOf(state, handle);
  if (handle === "rounded") placed(state, [x, y]);
  else if (handle === "rounding") state.rounded.radius = Math.max(0, rounded(lowest(state)[1] - y - ROUNDING));
  else if (point) {
    const [toX, toY] = inside([x, y]);
    [point[0], point[1]] = [rounded(toX - state.rounded.x), rounded(toY - state.rounded.y)];
  } else if (handle === "turn") rect.angle = round((Math.atan2(y - rect.y, x - rect.x) * 180) / Math.PI, 1);
  else if (handle === "motion") {
    const [tipX, tipY] = inside([x, y]);
    state.motion = [rounded(tipX - circle.x), rounded(tipY - circle.y)];
  } else if (handle === "radius") circle.radius = rounded(Math.hypot(x - circle.x, y - circle.y));
  else if (handle === "size") {
    const [u, v] = frameOf(state);
    const [dx, dy] = [x - rect.x, y - rect.y];
    [rect.width, rect.height] = [u, v].map(([a, b]) => rounded(2 * Math.abs(dx * a + dy * b))) as [number, number];
  } else {
    const moved = handle === "circle" ? circle : handle === "rect" ? rect : otherOf(state, handle)!;
    [moved.x, moved.y] = inside([rounded(x), rounded(y)]);
  }
  return snapped(state);
}

/**
 * The state after a key, if it means anything: arrows move the handle by a tenth, with shift by one, with alt by one
 * float. The keys for the radius of the circle and the angle of the rectangle act on these, whatever the handle.
 */
export function pressed(before: State, handle: Handle, { key, shiftKey, altKey }: KeyboardEvent): State | undefined {
  const state = structuredClone(before);
  const arrow = ARROWS[key];
  const done = arrow ? arrowKey(state, handle, arrow, shiftKey, altKey) : otherKey(state, key);
  return done ? snapped(state) : undefined;
}

function arrowKey(state: State, handle: Handle, [right, up]: Point, shift: boolean, alt: boolean): boolean {
  const size = shift || state.switches.includes("integer-halves") || state.switches.includes("odd-box") ? 1 : 0.1;
  const step = (value: number, way: number): number => {
    if (way === 0) return value;
    return alt ? stepped(value, way) : rounded(value + way * size, 1e-4);
  };
  const { circle, rect } = state;
  const point = pointOf(state, handle);
  if (handle === "rounding") state.rounded.radius = Math.max(0, step(state.rounded.radius, right || -up));
  else if (point) [point[0], point[1]] = [step(point[0], right), step(point[1], up)];
  else if (handle === "turn") rect.angle = round(rect.angle + (up - right) * (shift ? 15 : 1), 1e-4);
  else if (handle === "motion") state.motion = [step(state.motion[0], right), step(state.motion[1], up)];
  else if (handle === "radius") circle.radius = Math.max(0, step(circle.radius, right || up));
  else if (handle === "size")
    [rect.width, rect.height] = [Math.max(0, step(rect.width, right)), Math.max(0, step(rect.height, up))];
  else {
    const moved =
      handle === "circle"
        ? circle
        : handle === "rect"
          ? rect
          : handle === "rounded"
            ? state.rounded
            : otherOf(state, handle)!;
    // A place outside of the picture, from a link or a field, is left as it is.
    const next = [step(moved.x, right), step(moved.y, up)] as Point;
    const kept = inside(next);
    const outside = (axis: 0 | 1, before: number): boolean =>
      Math.abs(before) > Math.abs(inside([before, before])[axis]);
    [moved.x, moved.y] = [outside(0, moved.x) ? next[0] : kept[0], outside(1, moved.y) ? next[1] : kept[1]];
  }
  return true;
}

function otherKey(state: State, key: string): boolean {
  const grow = { "+": 0.1, "=": 0.1, "-": -0.1 }[key];
  const turn = { "[": -5, "]": 5 }[key];
  if (grow !== undefined) {
    state.circle.radius = Math.max(0, rounded(state.circle.radius + grow, 1e-4));
    return true;
  }
  if (turn !== undefined && turns(state)) {
    state.rect.angle = round(state.rect.angle + turn, 1e-4);
    return true;
  }
  return false;
}
