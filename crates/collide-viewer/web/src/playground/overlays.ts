// Drawings of an answer of the engine, below and above the shapes.
import { svg } from "../dom";
import { brief } from "../numbers";
import type { Answer, Finding, Point } from "./ask";
import { along, axes, type Plane } from "./plane";
import { hasRect, TEN, turns, type State } from "./state";

const FAR = 80;

/** The drawings below the shapes. */
export function below(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const finding = answer.obstacles[0];
  if (!finding || !hasRect(state)) return [];
  const drawn: SVGElement[] = [];
  if (state.lesson === "regions") drawn.push(...regions(plane, state, finding));
  if (state.lesson === "centres") drawn.push(cross(plane, state));
  if (state.lesson !== "sweep") drawn.push(reach(plane, state));
  if (state.lesson === "turned") drawn.push(...unturned(plane, state, finding));
  return drawn;
}

/** The drawings above the shapes. */
export function above(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const drawn: SVGElement[] = [];
  if (state.lesson === "centres") drawn.push(...distances(plane, state));
  const shown = state.lesson === "circles" ? nearestOf(answer) : answer.obstacles[0];
  if (state.lesson !== "sweep" && shown) drawn.push(...nearestPoint(plane, state, shown));
  if (state.lesson === "sweep") drawn.push(...way(plane, state, answer));
  for (const finding of answer.obstacles) drawn.push(...contact(plane, finding));
  return drawn;
}

function nearestOf(answer: Answer): Finding | undefined {
  const apart = answer.obstacles.filter((finding) => finding.relation === "apart");
  if (apart.length < answer.obstacles.length) return undefined;
  return apart.reduce<Finding | undefined>((best, next) => (best && best.distance <= next.distance ? best : next), undefined);
}

function regions(plane: Plane, state: State, finding: Finding): SVGElement[] {
  const { x, y, width, height, angle } = state.rect;
  const names = [
    ["bottom-left", "bottom", "bottom-right"],
    ["left", "inside", "right"],
    ["top-left", "top", "top-right"],
  ];
  const frame = axes(angle);
  const columns = [-FAR, -width / 2, width / 2, FAR];
  const rows = [-FAR, -height / 2, height / 2, FAR];
  const shades: SVGElement[] = [];
  const labels: SVGElement[] = [];
  names.forEach((line, row) =>
    line.forEach((name, column) => {
      const corners: Point[] = [[0, 0], [1, 0], [1, 1], [0, 1]];
      const outline = corners.map(([i, j]) => along([x, y], frame, columns[column + i]!, rows[row + j]!));
      const kind = name === "inside" ? "inside" : name.includes("-") ? "corner" : "edge";
      const current = name === finding.region ? " is-current" : "";
      shades.push(svg("polygon", { points: plane.points(outline), class: `region ${kind}${current}`, "data-region": name }));
      const at = along([x, y], frame, (column - 1) * (width / 2 + 1.3), (row - 1) * (height / 2 + 1.3));
      if (name !== "inside") labels.push(plane.text(at, name, `region-name middle${current}`, [0, 4]));
    }),
  );
  return [...shades, ...labels];
}

/** The cross: in its arms the distance on one axis decides; in the corners of its box, the straight-line distance. */
function cross(plane: Plane, state: State): SVGElement {
  const { x, y, width, height } = state.rect;
  const [a, b, r] = [width / 2, height / 2, state.circle.radius];
  const outline: Point[] = [
    [-a - r, -b], [-a, -b], [-a, -b - r], [a, -b - r], [a, -b], [a + r, -b],
    [a + r, b], [a, b], [a, b + r], [-a, b + r], [-a, b], [-a - r, b],
  ];
  const box: Point[] = [[-a - r, -b - r], [a + r, -b - r], [a + r, b + r], [-a - r, b + r]];
  const moved = (points: Point[]): string => plane.points(points.map(([dx, dy]): Point => [x + dx, y + dy]));
  return svg(
    "g",
    {},
    svg("polygon", { points: moved(box), class: "cross-box" }),
    svg("polygon", { points: moved(outline), class: "cross" }),
  );
}

/** The outline of the positions of the circle's center at which the circle touches the rectangle. */
function reach(plane: Plane, state: State): SVGElement {
  const { x, y, width, height } = state.rect;
  const r = Math.max(state.circle.radius, 0);
  const angle = turns(state) ? state.rect.angle : 0;
  return rounded(plane, [x, y], [width / 2 + r, height / 2 + r], r, angle, "reach");
}

function rounded(plane: Plane, center: Point, half: Point, r: number, angle: number, kind: string): SVGRectElement {
  const [left, top] = plane.at([center[0] - half[0], center[1] + half[1]]);
  const [cx, cy] = plane.at(center);
  const size = { width: Math.max(2 * half[0], 0) * plane.scale, height: Math.max(2 * half[1], 0) * plane.scale };
  return svg("rect", { x: left, y: top, ...size, rx: r * plane.scale, transform: `rotate(${-angle} ${cx} ${cy})`, class: kind });
}

/** Rectangle and circle, both rotated back: the rectangle is axis-aligned, and the answer is the same. */
function unturned(plane: Plane, state: State, { unrotated_center }: Finding): SVGElement[] {
  if (!unrotated_center) return [];
  const { x, y, width, height, angle } = state.rect;
  const from: Point = [state.circle.x, state.circle.y];
  const away = Math.hypot(from[0] - x, from[1] - y) * plane.scale;
  const [[x1, y1], [x2, y2]] = [plane.at(from), plane.at(unrotated_center)];
  const turn = ((angle % 360) + 360) % 360;
  const sense = `0 ${turn > 180 ? 1 : 0} 1`;
  const disc = plane.dot(unrotated_center, "unturned", Math.max(state.circle.radius, 0) * plane.scale);
  disc.id = "unturned";
  return [
    rounded(plane, [x, y], [width / 2, height / 2], 0, 0, "unturned"),
    svg("path", { d: `M${x1} ${y1}A${away} ${away} ${sense} ${x2} ${y2}`, class: "turning" }),
    disc,
    plane.dot(unrotated_center, "unturned-center", 3),
  ];
}

function distances(plane: Plane, state: State): SVGElement[] {
  const { circle, rect } = state;
  const corner: Point = [circle.x, rect.y];
  const [dx, dy] = [Math.abs(circle.x - rect.x), Math.abs(circle.y - rect.y)];
  const drawn = [plane.line([rect.x, rect.y], corner, "apart-by"), plane.line(corner, [circle.x, circle.y], "apart-by")];
  const label = (at: Point, words: string, shift: Point, kind: string): SVGElement => plane.text(at, words, `measure ${kind}`, shift);
  const under = circle.y >= rect.y ? 16 : -8;
  if (dx > 0.4) drawn.push(label([(circle.x + rect.x) / 2, rect.y], `dx ${brief(dx)}`, [0, under], "middle") as SVGLineElement);
  const outer = circle.x >= rect.x;
  if (dy > 0.4) {
    const at: Point = [circle.x, (circle.y + rect.y) / 2];
    drawn.push(label(at, `dy ${brief(dy)}`, [outer ? 8 : -8, 4], outer ? "" : "end") as SVGLineElement);
  }
  return [...drawn, plane.dot([rect.x, rect.y], "center", 3)];
}

function nearestPoint(plane: Plane, state: State, { nearest }: Finding): SVGElement[] {
  if (!nearest) return [];
  const dot = plane.dot(nearest.point, "nearest-point", 5);
  dot.id = "nearest";
  return [plane.line([state.circle.x, state.circle.y], nearest.point, "nearest"), dot];
}

function contact(plane: Plane, { contact, relation }: Finding): SVGElement[] {
  if (!contact) return [];
  const from = contact.points[0] ?? [0, 0];
  const tip: Point = [from[0] + contact.normal[0] * 0.9, from[1] + contact.normal[1] * 0.9];
  const dots = contact.points.map((point) => plane.dot(point, "contact-point", relation === "touching" ? 6 : 4));
  return [plane.arrow(from, tip, "normal"), ...dots];
}

function way(plane: Plane, state: State, answer: Answer): SVGElement[] {
  const { circle, motion } = state;
  const at = (time: number): Point => [circle.x + motion[0] * time, circle.y + motion[1] * time];
  const radius = Math.max(circle.radius, 0) * plane.scale;
  const length = Math.hypot(...motion) || 1;
  const side: Point = [(-motion[1] / length) * circle.radius, (motion[0] / length) * circle.radius];
  const hull = ([1, -1] as const).map((sign) => {
    const edge = (time: number): Point => [at(time)[0] + sign * side[0], at(time)[1] + sign * side[1]];
    return plane.line(edge(0), edge(1), "hull");
  });
  const drawn: SVGElement[] = [...hull, plane.dot(at(1), "arrival", radius)];
  const impact = answer.first === null ? undefined : answer.obstacles[answer.first]?.impact;
  if (impact && impact.time > 0) {
    const met = plane.dot(at(impact.time), "impact", radius);
    met.id = "impact";
    const from = impact.points[0] ?? at(impact.time);
    const tip: Point = [from[0] + impact.normal[0] * 0.9, from[1] + impact.normal[1] * 0.9];
    drawn.push(met, plane.arrow(from, tip, "normal"));
    drawn.push(...impact.points.map((point) => plane.dot(point, "nearest-point", 5)));
    drawn.push(plane.text(at(impact.time), `t = ${brief(impact.time)}`, "measure middle", [0, 4]));
  }
  return drawn;
}

/** The fixed circles with their numbers; the list below has the result of each. */
export function ten(plane: Plane, answer: Answer | undefined): SVGElement[] {
  return TEN.flatMap(({ x, y, radius }, index) => {
    const finding = answer?.obstacles.length === TEN.length ? answer.obstacles[index] : undefined;
    const disc = plane.dot([x, y], `shape ${finding?.hit ? "is-hit" : ""}`, radius * plane.scale);
    return [disc, plane.text([x, y], String(index + 1), "number middle", [0, 5])];
  });
}
