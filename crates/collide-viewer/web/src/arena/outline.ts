// The outlines of the entities of a frame.
import { path, type Point } from "../hull";
import { CAPSULE, CIRCLE, KIND, POLYGON, type Frame } from "./frame";

/** The index of the first number of each polygon in the column of corners. */
export function cornerStarts({ angle, flags, shown }: Frame): Uint32Array {
  const starts = new Uint32Array(shown);
  let next = 0;
  for (let i = 0; i < shown; i++) {
    if ((flags[i]! & KIND) !== POLYGON) continue;
    starts[i] = next;
    next += 2 * angle[i]!;
  }
  return starts;
}

/** Adds the outline of an entity to a path. */
export function outline(
  context: CanvasRenderingContext2D,
  frame: Frame,
  i: number,
  start: number,
  small: number,
  toX: number,
  toY: number,
): void {
  const [x, y] = [toX + frame.x[i]! * small, toY - frame.y[i]! * small];
  const [a, b] = [frame.halfWidth[i]! * small, frame.halfHeight[i]! * small];
  const kind = frame.flags[i]! & KIND;
  if (kind === CIRCLE) {
    context.moveTo(x + a, y);
    context.arc(x, y, a, 0, 2 * Math.PI, true);
    return;
  }
  if (kind === POLYGON) {
    const corners: Point[] = [];
    for (let at = start; at < start + 2 * frame.angle[i]!; at += 2)
      corners.push([x + frame.corners[at]! * small, y - frame.corners[at + 1]! * small]);
    return path(context, corners, b);
  }
  const turn = (frame.angle[i]! / 128) * Math.PI;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  if (kind === CAPSULE) {
    const [dx, dy] = [cos * (a - b), -sin * (a - b)];
    const ends: Point[] = [
      [x - dx, y - dy],
      [x + dx, y + dy],
    ];
    return path(context, ends, b);
  }
  const [ux, uy, vx, vy] = [cos * a, -sin * a, -sin * b, -cos * b];
  context.moveTo(x - ux - vx, y - uy - vy);
  context.lineTo(x + ux - vx, y + uy - vy);
  context.lineTo(x + ux + vx, y + uy + vy);
  context.lineTo(x - ux + vx, y - uy + vy);
  context.closePath();
}
