// The answer of the engine, in words and numbers.
import { html } from "../dom";
import { brief, stepped, written } from "../numbers";
import { transport } from "../transport";
import type { Answer, Finding, Line, Point, Relation } from "./ask";
import { chosen } from "./lessons/circles";
import { program } from "./program";
import { hasMany, type State } from "./state";

const VERDICTS: Record<Relation, string> = { apart: "Apart", touching: "Touching", interior: "Overlapping" };
const SIGNS: Record<Relation, string> = { apart: "+", touching: "0", interior: "−" };

/** The verdict, its numbers, and the same query as a Rust program. */
export class Readout {
  readonly verdict = html("section", { class: "verdict", "aria-live": "polite", id: "verdict" });
  readonly answers = html("ol", { class: "answers", id: "answers", "aria-label": "Hit or miss for each circle" });
  readonly element = html("section", { class: "readout", "aria-label": "Result" });
  private readonly facts = html("dl", { class: "facts" });
  private readonly lost = html("span", { class: "lost" });
  private readonly exact = html("section", { class: "exact" });
  private readonly code = html("code");
  private readonly nudges: HTMLElement;
  private readonly touch: HTMLButtonElement;
  private of: { state: State; finding: Finding } | undefined;

  constructor(private readonly change: (state: State) => void) {
    this.touch = this.nudge("nudge-touch", "Make it touch", (radius, finding) => finding.margin.touches_from ?? radius);
    this.nudges = html(
      "div",
      { class: "nudges", role: "group", "aria-label": "Change the radius" },
      this.nudge("nudge-less", "− 1 ulp", (radius) => stepped(radius, -1)),
      this.touch,
      this.nudge("nudge-more", "+ 1 ulp", (radius) => stepped(radius, 1)),
    );
    const copy = html("button", { type: "button", class: "quiet", id: "copy-code" }, "Copy");
    copy.addEventListener("click", () => void copied(copy, this.code.textContent ?? ""));
    const program = html(
      "details",
      { class: "program" },
      html("summary", {}, "The same query in Rust"),
      copy,
      html("pre", { tabindex: 0 }, this.code),
    );
    this.element.append(this.facts, this.exact, program);
  }

  /** The verdict stays, marked as that of an earlier question. */
  lose(): void {
    this.of = undefined;
    if (this.lost.isConnected || this.verdict.childElementCount === 0) return;
    const { engine, lost } = transport.words;
    this.lost.textContent = `${engine} ${lost}: the answer to earlier numbers`;
    this.verdict.append(this.lost);
  }

  refuse(reason: string): void {
    this.of = undefined;
    this.verdict.className = "verdict is-refused";
    this.verdict.replaceChildren(html("strong", {}, "Invalid shape"), html("span", {}, reason));
    this.element.hidden = true;
    this.answers.hidden = true;
  }

  show(state: State, answer: Answer): void {
    const index = chosen(answer);
    const finding = answer.obstacles[index];
    if (!finding) return;
    this.of = { state, finding };
    this.element.hidden = false;
    const [title, detail] = hasMany(state) ? counted(answer, finding, index) : judged(state, answer, finding);
    this.verdict.className = `verdict ${answer.hit ? "is-hit" : ""}`;
    this.verdict.replaceChildren(html("strong", {}, title), html("span", {}, detail));
    this.answers.hidden = !hasMany(state);
    this.answers.replaceChildren(
      ...(hasMany(state) ? answer.obstacles.map(({ hit }, i) => listed(hit, i, answer.steps.lines[i])) : []),
    );
    this.facts.replaceChildren(
      ...facts(state, finding).flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]),
    );
    this.exact.hidden = state.lesson === "slide";
    this.exact.replaceChildren(...decision(finding, hasMany(state) ? ` with circle ${index + 1}` : ""), this.nudges);
    this.offer(finding);
    this.code.textContent = program(state, answer, index);
  }

  /** "Make it touch", if a radius does. */
  private offer({ margin: { touches_from, overlaps_from, steps } }: Finding): void {
    const never = steps === null || touches_from === null;
    const first = touches_from !== null && touches_from === overlaps_from;
    this.touch.disabled = never;
    this.touch.textContent = first && !never ? "Make it overlap" : "Make it touch";
    const words = never
      ? "No radius makes them touch."
      : first
        ? "No f32 radius touches exactly: the button sets the first that overlaps."
        : "";
    if (words) this.exact.append(html("p", { class: "touch-note", id: "touch-note" }, words));
  }

  private nudge(id: string, words: string, radius: (radius: number, finding: Finding) => number): HTMLButtonElement {
    const button = html("button", { type: "button", id }, words);
    button.addEventListener("click", () => {
      if (!this.of) return;
      const state = structuredClone(this.of.state);
      state.circle.radius = Math.max(0, radius(state.circle.radius, this.of.finding));
      this.change(state);
    });
    return button;
  }
}

/** The answer for one of the circles, with its comparison. */
function listed(hit: boolean, index: number, line: Line | undefined): HTMLElement {
  return html(
    "li",
    { class: hit ? "is-hit" : "", title: line ? `${line.formula}: ${line.numbers}` : "" },
    `${index + 1} `,
    html("b", {}, hit ? "yes" : "no"),
  );
}

function judged(state: State, answer: Answer, finding: Finding): [string, string] {
  if (state.lesson === "slide") return slid(state, answer);
  if (state.lesson === "sweep" && finding.relation === "apart") {
    const impact = answer.first === null ? null : answer.obstacles[answer.first]!.impact;
    if (Math.hypot(...state.motion) === 0) return ["Does not move", "the motion is (0, 0)"];
    if (!impact) return ["Passes by", "the circle does not hit the rectangle on its way"];
    return ["Hits on its way", `time of impact ${written(impact.time)} (${brief(impact.time * 100)} % of the move)`];
  }
  return [VERDICTS[finding.relation], detail(state, finding)];
}

function slid(state: State, { steps: { legs, points } }: Answer): [string, string] {
  const hits = legs.filter(({ hit }) => hit).length;
  const [x, y] = points["end"] ?? [0, 0];
  if (Math.hypot(...state.motion) === 0) return ["Does not move", "the motion is (0, 0)"];
  const title = hits === 0 ? "Goes all the way" : hits === 1 ? "Slides along 1 wall" : `Meets ${hits} walls`;
  return [title, `ends at (${brief(x)}, ${brief(y)})`];
}

function detail(state: State, { relation, distance, contact }: Finding): string {
  if (relation === "apart") return `distance ${brief(distance)}`;
  if (relation === "interior") return `penetration depth ${brief(contact?.depth ?? 0)}`;
  return state.touching === "closed"
    ? "only the borders meet, which counts"
    : "only the borders meet, which does not count";
}

function counted(answer: Answer, finding: Finding, index: number): [string, string] {
  const count = answer.obstacles.filter(({ hit }) => hit).length;
  const size = answer.obstacles.length;
  if (count > 0)
    return [`Hits ${count} of ${size}`, `deepest: circle ${index + 1}, depth ${brief(finding.contact?.depth ?? 0)}`];
  return [`Hits none of ${size}`, `nearest: circle ${index + 1}, distance ${brief(finding.distance)}`];
}

function facts(state: State, finding: Finding): [string, string][] {
  const point = ([x, y]: Point): string => `(${brief(x)}, ${brief(y)})`;
  const listed: [string, string][] = [];
  if (state.lesson === "slide") return [];
  const { region, nearest, contact, impact } = finding;
  if (region)
    listed.push([
      "region",
      region === "inside" ? "inside" : `${region}: ${region.includes("-") ? "the corner decides" : "one axis decides"}`,
    ]);
  if (nearest) listed.push(["closest point", point(nearest.point)], ["center distance", written(nearest.distance)]);
  if (!contact) listed.push(["distance", written(finding.distance)]);
  if (contact) listed.push(["depth", written(contact.depth)], ["normal", point(contact.normal)]);
  if (state.lesson === "sweep" && impact && !contact) {
    listed.push(["time of impact", written(impact.time)], ["normal at impact", point(impact.normal)]);
  }
  return listed;
}

/** The exact sign of the decision, and its margin. */
function decision({ relation, margin, plain_hit }: Finding, of: string): HTMLElement[] {
  const hit = relation !== "apart";
  const lines = [
    html(
      "p",
      {},
      html("b", { class: "sign", id: "sign" }, SIGNS[relation]),
      html("span", { id: "margin" }, marginWords(relation, margin.steps)),
    ),
  ];
  if (plain_hit !== hit) {
    const wrong = `Rounded f32 arithmetic says ${plain_hit ? "they touch" : "they are apart"} here${of}. This is wrong.`;
    lines.push(html("p", { class: "wrong", id: "wrong" }, wrong));
  }
  return [html("h2", {}, `Exact sign of the decision${of}`), ...lines];
}

function marginWords(relation: Relation, steps: number | null): string {
  if (relation === "touching") return "exactly touching: margin 0";
  const side = relation === "apart" ? "apart" : "interiors overlap";
  if (steps === null) return `${side} for every radius`;
  const count = Math.abs(steps);
  const ulps = `${count.toLocaleString("en")} ${count === 1 ? "ulp" : "ulps"}`;
  return `${side}; margin ${ulps} of the radius`;
}

async function copied(button: HTMLButtonElement, text: string): Promise<void> {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => (button.textContent = before), 1200);
}
