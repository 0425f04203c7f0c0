// The steps of a lesson with the current numbers, each with a switch that leaves it out; and the tutorial's mistakes.
import { html } from "../dom";
import type { Answer, Line } from "./ask";
import { lessonOf } from "./lessons";
import type { Lesson, Switch } from "./lessons/lesson";
import { formula } from "./rich";
import { snapped, type State } from "./state";

export class StepList {
  readonly element = html("section", { class: "method", "aria-label": "Step by step" });
  readonly mistakes = html("section", { class: "mistakes", "aria-label": "Common mistakes" });
  readonly judged = html("p", { class: "judged", id: "judged", role: "status", hidden: true });
  private readonly list = html("ol", { class: "steps", id: "steps", "aria-label": "Comparisons" });
  private readonly inputs = new Map<string, HTMLInputElement>();
  private readonly rows = new Map<string, HTMLElement[]>();
  private lesson: Lesson | undefined;
  private shape = "";

  constructor(
    private readonly current: () => State,
    private readonly change: (state: State) => void,
  ) {
    this.element.append(html("h2", {}, "Step by step"), this.list, this.judged);
  }

  /** Shows which switches are on. */
  show(state: State): void {
    const lesson = lessonOf(state);
    if (lesson !== this.lesson) this.open(lesson);
    for (const [name, input] of this.inputs) input.checked = state.switches.includes(name);
  }

  /** Shows the numbers. */
  answer(state: State, { steps }: Answer): void {
    const lesson = lessonOf(state);
    if (lesson !== this.lesson) return;
    const shape = `${lesson.name} ${steps.lines.map(({ id, formula }) => id + formula).join()}`;
    // Rows are kept while a number changes, so that a switch keeps the focus.
    if (shape !== this.shape) this.rebuild(lesson, steps.lines);
    this.shape = shape;
    for (const line of steps.lines) this.fill(line);
    const { copy } = steps;
    this.judged.hidden = !copy;
    const changed = lesson.switches.find(({ name, decides }) => decides && state.switches.includes(name));
    if (copy) this.judge(changed?.decides ?? lesson.decides, copy);
  }

  private open(lesson: Lesson): void {
    this.lesson = lesson;
    this.inputs.clear();
    this.rows.clear();
    this.shape = "";
    this.list.replaceChildren();
    const mistakes = lesson.switches.filter((one) => !one.step);
    this.mistakes.hidden = mistakes.length === 0;
    this.mistakes.replaceChildren(
      html("h2", {}, "Common mistakes"),
      html("p", {}, "Switch one on: the code of the steps changes, and the centers are shaded at which it is wrong."),
      html("ul", {}, ...mistakes.map((one) => this.mistake(one))),
    );
    for (const one of lesson.switches.filter(({ step }) => step)) this.input(one);
  }

  private input(one: Switch): HTMLInputElement {
    const input = html("input", { type: "checkbox", id: `switch-${one.name}`, "aria-label": one.label });
    input.addEventListener("change", () => this.set(one, input.checked, {}));
    this.inputs.set(one.name, input);
    return input;
  }

  private mistake(one: Switch): HTMLElement {
    const example = html("button", { type: "button", class: "quiet", id: `example-${one.name}` }, "Example");
    example.addEventListener("click", () => this.set(one, true, one.example ?? {}));
    return html(
      "li",
      {},
      html("label", {}, this.input(one), html("span", {}, one.label)),
      example,
      html("p", {}, one.why ?? ""),
    );
  }

  private set(one: Switch, on: boolean, example: Partial<State>): void {
    const state = { ...structuredClone(this.current()), ...structuredClone(example) };
    const others = state.switches.filter((name) => name !== one.name);
    // Mistakes are shown one at a time; steps can be left out together.
    const kept = one.step
      ? others.filter((name) => this.lesson?.switches.find((known) => known.name === name)?.step)
      : [];
    state.switches = on ? [...kept, one.name] : others;
    this.change(snapped(state));
  }

  private rebuild(lesson: Lesson, lines: Line[]): void {
    this.rows.clear();
    this.list.replaceChildren(
      ...lines.map((line) => {
        const one = lesson.switches.find(({ step }) => step === line.id);
        const [numbers, result] = [html("span", { class: "numbers-of" }), html("b", { class: "result" })];
        const text = html("span", { class: "formula" }, ...formula(line.formula, lesson.terms));
        const row = html("li", { "data-step": line.id }, text, numbers, result);
        if (one)
          row.append(html("label", { class: "leave-out" }, this.inputs.get(one.name)!, html("span", {}, "leave out")));
        this.rows.set(line.id, [row, numbers, result]);
        return row;
      }),
    );
  }

  private fill({ id, numbers, result, state }: Line): void {
    const [row, numberElement, resultElement] = this.rows.get(id)!;
    row!.className = { decides: "decides", passed: "", skipped: "is-skipped", left_out: "is-left-out" }[state];
    if (numberElement!.textContent !== numbers) numberElement!.textContent = numbers;
    const words = result === "" || result.startsWith("=") ? result : `→ ${result}`;
    if (resultElement!.textContent !== words) resultElement!.textContent = words;
  }

  private judge(decides: Lesson["decides"], { says, exact }: { says: boolean; exact: boolean }): void {
    const [yes, no] = decides ?? ["a hit", "no hit"];
    const word = (is: boolean): string => (is ? yes : no);
    this.judged.className = `judged ${says === exact ? "" : "wrong"}`;
    const region = "Shaded: centers with a wrong answer; orange wrongly yes, violet wrongly no.";
    this.judged.textContent =
      says === exact
        ? `The changed code says ${word(says)}, which is right here. ${region}`
        : `The changed code says ${word(says)}. This is wrong: it is ${word(exact)}. ${region}`;
  }
}
