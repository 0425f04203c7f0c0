// Draws a query with the pointer: what it found, and which entities it tested.
import { html } from "../dom";
import { brief } from "../numbers";
import type { Bounds, Probed } from "./link";

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
    const { probe, found, tested_count, micros } = probed;
    const share = (value: number): string => `${brief(value * 100)} % of the way`;
    const what = !found
      ? "hits nothing"
      : probe.kind === "nearest"
        ? `is ${found.handle}, at distance ${brief(found.value)}`
        : `hits ${found.handle} first, after ${share(found.value)}`;
    const kind = { ray: "The ray", sweep: "The moving circle", nearest: "The nearest entity" }[probe.kind];
    const looked = `${tested_count.toLocaleString("en")} ${tested_count === 1 ? "entity" : "entities"} tested (outlined), ${micros.toFixed(0)} µs.`;
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
  colours: { soft: string; hit: string; line: string },
): void {
  const at = ([x, y]: readonly number[]): [number, number] => [left + x! * scale, top - y! * scale];
  const box = ([x, y, a, b]: Bounds): void => {
    const [px, py] = at([x - a, y + b]);
    context.strokeRect(px, py, Math.max(2 * a * scale, 3), Math.max(2 * b * scale, 3));
  };
  [context.strokeStyle, context.lineWidth] = [colours.soft, 1.5];
  probed.tested.forEach(box);
  const { found, probe, radius } = probed;
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
