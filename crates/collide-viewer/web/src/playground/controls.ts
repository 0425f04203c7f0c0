// The number fields, the touching rule and the lesson tabs.
import { html } from "../dom";
import { rounded, written } from "../numbers";
import type { Point } from "./ask";
import { lessonOf, LESSONS } from "./lessons";
import {
  CAPSULE,
  hasRect,
  hasRounded,
  isCapsule,
  MAX_POINTS,
  moves,
  POLYGON,
  snapped,
  started,
  turns,
  type State,
} from "./state";

interface Field {
  id: string;
  label: string;
  step: number;
  min?: number;
  get(state: State): number;
  set(state: State, value: number): void;
  shown(state: State): boolean;
}

const always = (): boolean => true;

/** A coordinate of a point of the capsule or polygon. */
function pointField(index: number, axis: 0 | 1): Field {
  const [id, label] = [`point-${index}-${"xy"[axis]}`, `${index + 1}: ${"xy"[axis]}`];
  const shown = (state: State): boolean => hasRounded(state) && index < state.rounded.points.length;
  const point = ({ rounded: { points } }: State): [number, number] => points[index] ?? [0, 0];
  return field(
    id,
    label,
    0.1,
    (s) => point(s)[axis],
    (s, v) => (point(s)[axis] = v),
    shown,
  );
}

const GROUPS: [string, Field[]][] = [
  [
    "Circle",
    [
      field(
        "circle-x",
        "x",
        0.1,
        (s) => s.circle.x,
        (s, v) => (s.circle.x = v),
        always,
      ),
      field(
        "circle-y",
        "y",
        0.1,
        (s) => s.circle.y,
        (s, v) => (s.circle.y = v),
        always,
      ),
      field(
        "circle-radius",
        "radius",
        0.1,
        (s) => s.circle.radius,
        (s, v) => (s.circle.radius = v),
        always,
        0,
      ),
      field(
        "motion-x",
        "move x",
        0.1,
        (s) => s.motion[0],
        (s, v) => (s.motion[0] = v),
        moves,
      ),
      field(
        "motion-y",
        "move y",
        0.1,
        (s) => s.motion[1],
        (s, v) => (s.motion[1] = v),
        moves,
      ),
    ],
  ],
  [
    "Rectangle",
    [
      field(
        "rect-x",
        "x",
        0.1,
        (s) => s.rect.x,
        (s, v) => (s.rect.x = v),
        hasRect,
      ),
      field(
        "rect-y",
        "y",
        0.1,
        (s) => s.rect.y,
        (s, v) => (s.rect.y = v),
        hasRect,
      ),
      field(
        "rect-width",
        "width",
        0.1,
        (s) => s.rect.width,
        (s, v) => (s.rect.width = v),
        hasRect,
        0,
      ),
      field(
        "rect-height",
        "height",
        0.1,
        (s) => s.rect.height,
        (s, v) => (s.rect.height = v),
        hasRect,
        0,
      ),
      field(
        "rect-angle",
        "angle °",
        1,
        (s) => s.rect.angle,
        (s, v) => (s.rect.angle = v),
        turns,
      ),
    ],
  ],
  [
    "Capsule or polygon",
    [
      field(
        "rounded-x",
        "x",
        0.1,
        (s) => s.rounded.x,
        (s, v) => (s.rounded.x = v),
        hasRounded,
      ),
      field(
        "rounded-y",
        "y",
        0.1,
        (s) => s.rounded.y,
        (s, v) => (s.rounded.y = v),
        hasRounded,
      ),
      field(
        "rounded-radius",
        "radius",
        0.1,
        (s) => s.rounded.radius,
        (s, v) => (s.rounded.radius = v),
        hasRounded,
        0,
      ),
      ...Array.from({ length: MAX_POINTS }, (_, i) => [pointField(i, 0), pointField(i, 1)]).flat(),
    ],
  ],
];

function field(
  id: string,
  label: string,
  step: number,
  get: Field["get"],
  set: Field["set"],
  shown: Field["shown"],
  min?: number,
): Field {
  return { id, label, step, get, set, shown, ...(min === undefined ? {} : { min }) };
}

/** A new point of a polygon: away from the others, on a circle around them. */
function added(points: readonly Point[]): Point {
  const angle = points.length * 2.4;
  return [Math.cos(angle) * 2.5, Math.sin(angle) * 2.5].map((value) => rounded(value)) as Point;
}

/** The lessons, as a row of buttons that act as tabs. */
export class Lessons {
  readonly element = html("div", { class: "lessons", role: "group", "aria-label": "Lessons" });
  private readonly buttons = LESSONS.map((lesson, index) =>
    html(
      "button",
      { type: "button", "data-lesson": lesson.name, title: lesson.title },
      html("span", { class: "ordinal" }, String(index + 1)),
      html("span", { class: "name" }, lesson.title),
    ),
  );

  constructor(change: (state: State) => void) {
    this.buttons.forEach((button, index) => button.addEventListener("click", () => change(started(LESSONS[index]!))));
    this.element.append(...this.buttons);
  }

  show(state: State): void {
    for (const button of this.buttons) {
      const current = button.dataset["lesson"] === state.lesson;
      if (String(current) === button.getAttribute("aria-pressed")) continue;
      button.setAttribute("aria-pressed", String(current));
      // On a narrow page the row can scroll.
      if (current) button.scrollIntoView({ block: "nearest", inline: "center" });
    }
  }
}

/** The fields for all numbers of the state. */
export class Controls {
  readonly element = html("form", { class: "controls", "aria-label": "Numbers" });
  private readonly inputs = new Map<Field, HTMLInputElement>();
  private readonly sets: { box: HTMLFieldSetElement; fields: Field[] }[] = [];
  private readonly slider = html("input", { type: "range", id: "angle-slider", min: 0, max: 360, step: 1 });
  /** The angle below the picture, so that both are in sight. */
  readonly angle = html(
    "label",
    { class: "angle" },
    html("span", {}, "angle"),
    this.slider,
    html("output", { id: "angle-words" }),
  );
  private readonly rules = new Map<State["touching"], HTMLInputElement>();
  private readonly rule = this.touching();
  private readonly kinds = new Map<"capsule" | "polygon", HTMLInputElement>();
  private readonly more = this.button("add-point", "Add a point", ({ rounded: { points } }) => points.push(added(points)));
  private readonly fewer = this.button("remove-point", "Remove a point", ({ rounded: { points } }) => points.pop());
  private readonly kind = this.kindOfShape();

  constructor(
    private readonly current: () => State,
    private readonly change: (state: State) => void,
  ) {
    this.element.append(this.rule, this.kind, ...GROUPS.map(([title, fields]) => this.group(title, fields)));
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.slider.addEventListener("input", () => this.edit((state) => (state.rect.angle = Number(this.slider.value))));
  }

  show(state: State): void {
    for (const [field, input] of this.inputs) {
      input.closest("label")!.hidden = !field.shown(state);
      // The text in a field is not changed while its value equals the state.
      if (Math.fround(input.valueAsNumber) !== Math.fround(field.get(state))) input.value = written(field.get(state));
    }
    for (const { box, fields } of this.sets) box.hidden = !fields.some((field) => field.shown(state));
    this.angle.hidden = !turns(state);
    // The slider and the knob have the angles of one turn; the field may have others.
    const within = ((state.rect.angle % 360) + 360) % 360;
    this.slider.value = String(within === 0 && state.rect.angle !== 0 ? 360 : within);
    this.angle.lastElementChild!.textContent = `${written(state.rect.angle)}°`;
    this.rule.hidden = lessonOf(state).hasRule === false;
    for (const [rule, input] of this.rules) input.checked = rule === state.touching;
    this.kind.hidden = !hasRounded(state);
    for (const [kind, input] of this.kinds) input.checked = (kind === "capsule") === isCapsule(state);
    this.more.disabled = state.rounded.points.length >= MAX_POINTS;
    this.fewer.disabled = state.rounded.points.length <= 1;
  }

  private edit(how: (state: State) => void): void {
    const state = structuredClone(this.current());
    how(state);
    this.change(snapped(state));
  }

  private group(title: string, fields: Field[]): HTMLFieldSetElement {
    const box = html(
      "fieldset",
      { class: `numbers is-${title === "Circle" ? "circle" : "rect"}` },
      html("legend", {}, title),
      ...fields.map((field) => this.number(field)),
    );
    this.sets.push({ box, fields });
    return box;
  }

  private number(field: Field): HTMLLabelElement {
    const input = html("input", {
      type: "number",
      id: field.id,
      step: field.step,
      min: field.min,
      inputmode: "decimal",
    });
    input.addEventListener("input", () => {
      const value = Math.fround(input.valueAsNumber);
      if (Number.isFinite(value)) this.edit((state) => field.set(state, value));
    });
    // An empty or incomplete number is replaced by the current one.
    input.addEventListener("change", () => {
      if (!Number.isFinite(input.valueAsNumber)) input.value = written(field.get(this.current()));
    });
    this.inputs.set(field, input);
    const kind = field.id.startsWith("point-") ? "is-point" : "";
    return html("label", { class: kind }, html("span", {}, field.label), input);
  }

  private button(id: string, words: string, how: (state: State) => void): HTMLButtonElement {
    const button = html("button", { type: "button", id }, words);
    button.addEventListener("click", () => this.edit(how));
    return button;
  }

  /** A capsule has two points, a polygon any other number. */
  private kindOfShape(): HTMLFieldSetElement {
    const choice = (kind: "capsule" | "polygon"): HTMLLabelElement => {
      const input = html("input", { type: "radio", name: "kind", id: `kind-${kind}`, value: kind });
      const first = kind === "capsule" ? CAPSULE : POLYGON;
      input.addEventListener("change", () => this.edit((state) => (state.rounded = structuredClone(first))));
      this.kinds.set(kind, input);
      return html("label", {}, input, html("span", {}, kind));
    };
    const choices = html("div", { class: "switch" }, choice("capsule"), choice("polygon"));
    const points = html("div", { class: "nudges points" }, this.more, this.fewer);
    return html("fieldset", { class: "rule" }, html("legend", {}, "Shape"), choices, points);
  }

  private touching(): HTMLFieldSetElement {
    const choice = (rule: State["touching"], words: string): HTMLLabelElement => {
      const input = html("input", { type: "radio", name: "touching", id: `touching-${rule}`, value: rule });
      input.addEventListener("change", () => this.edit((state) => (state.touching = rule)));
      this.rules.set(rule, input);
      return html("label", {}, input, html("span", {}, words));
    };
    const choices = html(
      "div",
      { class: "switch" },
      choice("closed", "counts (closed)"),
      choice("open", "ignored (open)"),
    );
    return html("fieldset", { class: "rule" }, html("legend", {}, "Touching"), choices);
  }
}
