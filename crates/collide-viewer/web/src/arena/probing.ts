// Draws a query with the pointer: what it found, and which entities it tested.
import { html } from "../dom";
import { brief } from "../numbers";
import type { Bounds, Probe, Probed } from "./link";

/** Maps world coordinates to pixels of the canvas. */
export interface Mapping {
  left: number;
  top: number;
  scale: number;
}

/** The answer in words. */
export class ProbeWords {
  readonly element = html("div", { class: "probed", id: "probed", role: "status", hidden: true });

  show(probed: Probed | null): void {
    this.element.hidden = !probed;
    if (!probed) return;
    const { probe, found, found_count, tested_count, micros } = probed;
    const share = (value: number): string => `${brief(value * 100)} % of the way`;
    const entities = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "entity" : "entities"}`;
    if (found_count !== null) {
      this.element.replaceChildren(
        html("b", {}, `The sector overlaps ${entities(found_count)} (green).`),
        ` ${entities(tested_count)} tested, ${micros.toFixed(0)} µs.`,
      );
      Object.assign(this.element.dataset, { found: found_count, tested: tested_count });
      return;
    }
    const what = !found
      ? "hits nothing"
      : probe.kind === "nearest"
        ? `is ${found.handle}, at distance ${brief(found.value)}`
        : `hits ${found.handle} first, after ${share(found.value)}`;
    const kind = probe.kind === "ray" ? "The ray" : probe.kind === "sweep" ? "The moving circle" : "The nearest entity";
    const looked = `${entities(tested_count)} tested (outlined), ${micros.toFixed(0)} µs.`;
    this.element.replaceChildren(
      html("b", {}, `${kind} ${found || probe.kind !== "nearest" ? what : "does not exist"}.`),
      ` ${looked}`,
    );
    Object.assign(this.element.dataset, { found: found?.handle ?? "", tested: tested_count });
  }
}

export function drawProbe(
  context: CanvasRenderingContext2D,
  probed: Probed,
  { left, top, scale }: Mapping,
  colours: { soft: string; hit: string; line: string; found: string },
): void {
  const at = ([x, y]: readonly number[]): [number, number] => [left + x! * scale, top - y! * scale];
  const box = ([x, y, a, b]: Bounds): void => {
    const [px, py] = at([x - a, y + b]);
    context.strokeRect(px, py, Math.max(2 * a * scale, 3), Math.max(2 * b * scale, 3));
  };
  [context.strokeStyle, context.lineWidth] = [colours.soft, 1.5];
  probed.tested.forEach(box);
  const { found, probe, radius } = probed;
  if (probe.kind === "sector") return drawSector(context, probe, { left, top, scale }, colours.found);
  [context.strokeStyle, context.lineWidth] = [colours.line, 2.5];
  const [from, to] = [at(probe.from), at(probe.to)];
  const circle = ([x, y]: [number, number]): void => {
    context.beginPath();
    context.arc(x, y, Math.max(radius * scale, 2), 0, 7);
    context.stroke();
  };
  context.beginPath();
  context.moveTo(...(probe.kind === "nearest" && found ? at(found.at) : from));
  context.lineTo(...to);
  context.stroke();
  if (probe.kind === "sweep") [from, to].forEach(circle);
  if (!found) return;
  [context.strokeStyle, context.lineWidth] = [colours.hit, 3];
  box(found.bounds);
  if (probe.kind === "sweep") circle(at(found.at));
  if (found.normal) {
    const [x, y] = at(found.at);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + found.normal[0] * 28, y - found.normal[1] * 28);
    context.stroke();
  }
}

/** The outline of a sector: the outer arc, and the inner one or the apex. */
function drawSector(
  context: CanvasRenderingContext2D,
  { from, to, opening = 0, inner = 0 }: Probe,
  { left, top, scale }: Mapping,
  colour: string,
): void {
  const [x, y] = [left + from[0] * scale, top - from[1] * scale];
  const outer = Math.hypot(to[0] - from[0], to[1] - from[1]) * scale;
  // On the screen y points down: from the second border to the first, clockwise.
  const middle = Math.atan2(from[1] - to[1], to[0] - from[0]);
  const half = (opening * Math.PI) / 360;
  context.beginPath();
  context.arc(x, y, outer, middle - half, middle + half);
  context.arc(x, y, outer * inner, middle + half, middle - half, true);
  context.closePath();
  [context.strokeStyle, context.fillStyle, context.lineWidth] = [colour, colour, 2.5];
  context.globalAlpha = 0.12;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
}
