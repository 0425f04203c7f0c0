// The comparisons of a lesson with the current numbers. They only explain: the result comes from the engine.
import { html } from "../dom";
import { brief } from "../numbers";
import type { Finding } from "./ask";
import { TEN, type State } from "./state";

/** The comparisons in order; the decisive one is marked. */
export function steps(state: State, finding: Finding, index: number): HTMLElement[] {
  if (state.lesson === "centres") return centres(state, finding);
  if (state.lesson === "circles") return circles(state, finding, index);
  return [];
}

function centres({ circle, rect }: State, { region, relation }: Finding): HTMLElement[] {
  const reach = (size: number): number => size / 2 + circle.radius;
  const [dx, dy] = [Math.abs(circle.x - rect.x), Math.abs(circle.y - rect.y)];
  const outside = relation === "apart";
  const corner = region?.includes("-") ?? false;
  const [far, tall] = [dx > reach(rect.width), dy > reach(rect.height)];
  const lines: [string, boolean][] = [
    [`dx ${brief(dx)} ${far ? ">" : "≤"} w/2 + r = ${brief(reach(rect.width))}`, outside && far],
    [`dy ${brief(dy)} ${tall ? ">" : "≤"} h/2 + r = ${brief(reach(rect.height))}`, outside && tall && !far],
    [corner ? "not in an arm of the cross" : "in an arm of the cross", !outside && !corner],
  ];
  const [x, y] = [dx - rect.width / 2, dy - rect.height / 2];
  if (corner && !far && !tall) {
    lines.push([`corner ${brief(x * x + y * y)} ${outside ? ">" : "≤"} r² = ${brief(circle.radius ** 2)}`, true]);
  }
  return lines.map(item);
}

function circles({ circle }: State, { relation }: Finding, index: number): HTMLElement[] {
  const other = TEN[index]!;
  const apart = (circle.x - other.x) ** 2 + (circle.y - other.y) ** 2;
  const sum = circle.radius + other.radius;
  const sign = { apart: ">", touching: "=", interior: "<" }[relation];
  return [item([`circle ${index + 1}: d² ${brief(apart)} ${sign} (r + r′)² ${brief(sum * sum)}`, true])];
}

function item([words, decides]: [string, boolean]): HTMLElement {
  return html("li", { class: decides ? "decides" : "" }, words);
}
