// Drawings that several lessons have.
import { svg } from "../dom";
import { brief } from "../numbers";
import type { Answer, Finding, Point, Run } from "./ask";
import { axes, type Plane } from "./plane";
import { turns, type State } from "./state";

/** Marks an element as the picture of a term. */
export function termed<E extends SVGElement>(element: E, name: string, colour: number): E {
  element.dataset["term"] = name;
  element.classList.add(`colour-${colour}`);
  return element;
}

/** A label with a border in the colour of the page, so that it can be read above lines. */
export function label(plane: Plane, at: Point, words: string, shift: Point = [0, 0], kind = ""): SVGTextElement {
  return plane.text(at, words, `measure ${kind}`, shift);
}

export function rounded(
  plane: Plane,
  center: Point,
  half: Point,
  r: number,
  angle: number,
  kind: string,
): SVGRectElement {
  const [left, top] = plane.at([center[0] - half[0], center[1] + half[1]]);
  const [cx, cy] = plane.at(center);
  const size = { width: plane.length(2 * half[0]), height: plane.length(2 * half[1]) };
  return svg("rect", {
    x: left,
    y: top,
    ...size,
    rx: plane.length(r),
    transform: `rotate(${-angle} ${cx} ${cy})`,
    class: kind,
  });
}

/** The outline of the positions of the circle's center at which the circle touches the rectangle. */
export function reach(plane: Plane, state: State): SVGRectElement {
  const { x, y, width, height } = state.rect;
  const r = Math.max(state.circle.radius, 0);
  return rounded(plane, [x, y], [width / 2 + r, height / 2 + r], r, turns(state) ? state.rect.angle : 0, "reach");
}

/** The line from the center of the circle to the closest point. */
export function nearestPoint(plane: Plane, state: State, { nearest }: Finding, named: boolean): SVGElement[] {
  if (!nearest) return [];
  const dot = plane.dot(nearest.point, "nearest-point", 5);
  if (named && plane.main) dot.id = "nearest";
  return [plane.line([state.circle.x, state.circle.y], nearest.point, "nearest"), dot];
}

export function contact(plane: Plane, { contact, relation }: Finding): SVGElement[] {
  if (!contact) return [];
  const from = contact.points[0] ?? [0, 0];
  const tip: Point = [from[0] + contact.normal[0] * 0.9, from[1] + contact.normal[1] * 0.9];
  const dots = contact.points.map((point) => plane.dot(point, "contact-point", relation === "touching" ? 6 : 4));
  return [plane.arrow(from, tip, "normal"), ...dots];
}

/** The centers at which the changed code is wrong. */
export function wrong(plane: Plane, { steps }: Answer): SVGElement[] {
  if (!steps.wrong) return [];
  const { size, hits, misses } = steps.wrong;
  const cells = (kind: string, runs: Run[]): SVGElement => {
    const path = runs.map((run) => (size < 0.5 ? row(plane, run, size) : dots(plane, run, size))).join("");
    return svg("path", {
      d: path,
      class: `wrong-${kind}`,
      "data-cells": runs.reduce((sum, [, , count]) => sum + count, 0),
    });
  };
  return [cells("hits", hits), cells("misses", misses)];
}

/** A run of cells as a rectangle, which overlaps the next row a little: whole pixels would leave gaps between rows. */
function row(plane: Plane, [x, y, count]: Run, size: number): string {
  const [left, top] = plane.at([x - size / 2, y + size / 2]);
  const [width, height] = [count * size * plane.scale, size * plane.scale + 0.5].map((length) => length.toFixed(1));
  return `M${left.toFixed(1)} ${top.toFixed(1)}h${width}v${height}h-${width}z`;
}

/** A run of cells as dots. */
function dots(plane: Plane, [x, y, count]: Run, size: number): string {
  return Array.from({ length: count }, (_, i) => {
    const [cx, cy] = plane.at([x + i * size, y]);
    return `M${cx - 6} ${cy}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0`;
  }).join("");
}

/** The directions along the sides of the rectangle as it is drawn. */
export function frameOf(state: State): [Point, Point] {
  return axes(turns(state) ? state.rect.angle : 0);
}

/** `name value`, for labels. */
export function named(name: string, value: number | undefined): string {
  return value === undefined ? name : `${name} ${brief(value)}`;
}
