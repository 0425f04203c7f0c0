// What of the arena can be chosen, and the way through time.
import { html } from "../dom";
import type { Frame } from "./frame";
import type { ArenaState, Wish } from "./link";
import type { Overlays } from "./paint";

/** The slider's steps: from few to many, evenly by eye. */
const COUNTS = [1000, 2000, 5000, 10_000, 20_000, 30_000, 50_000, 70_000, 100_000];

const NAMES: Record<string, string> = {
  auto: "Auto",
  brute: "Brute force",
  grid: "Uniform grid",
  levels: "Hierarchical grid",
  sweep: "Sweep and prune",
  rtree: "R-tree",
};

/** What was just chosen is left alone for so long: the server may not have heard of it when it said how things stand. */
const CHOSEN_MS = 500;

/** Scene, number, strategy, touching. */
export class Choices {
  readonly element = html("form", { class: "choices", "aria-label": "What is shown" });
  private readonly scene = html("select", { id: "scene" });
  private readonly strategy = html("select", { id: "strategy" });
  private readonly count = html("input", { type: "range", id: "count", min: 0, max: COUNTS.length - 1, step: 1, value: 3 });
  private readonly countWords = html("b", { id: "count-words" });
  private readonly rules = new Map<string, HTMLInputElement>();
  private chosenAt = -Infinity;

  constructor(send: (wish: Wish) => void) {
    this.element.addEventListener("input", () => (this.chosenAt = performance.now()));
    this.scene.addEventListener("change", () => {
      const scene = this.scene.value;
      // Everyone in one place is for a few.
      send({ set: scene === "pile" ? { scene, count: 1000 } : { scene } });
    });
    this.strategy.addEventListener("change", () => send({ set: { strategy: this.strategy.value } }));
    this.count.addEventListener("input", () => this.say(COUNTS[Number(this.count.value)]!));
    this.count.addEventListener("change", () => send({ set: { count: COUNTS[Number(this.count.value)]! } }));
    this.element.addEventListener("submit", (event) => event.preventDefault());
    const rules = html("div", { class: "switch" });
    for (const [rule, words] of [["closed", "counts"], ["open", "does not"]] as const) {
      const input = html("input", { type: "radio", name: "arena-touching", id: `arena-${rule}`, value: rule });
      input.addEventListener("change", () => send({ set: { touching: rule } }));
      this.rules.set(rule, input);
      rules.append(html("label", {}, input, html("span", {}, words)));
    }
    this.element.append(
      html("label", {}, html("span", {}, "Scene"), this.scene),
      html("label", {}, html("span", {}, "Strategy"), this.strategy),
      html("label", {}, html("span", {}, "Entities ", this.countWords), this.count),
      html("fieldset", {}, html("legend", {}, "Touching"), rules),
    );
  }

  show(state: ArenaState): void {
    if (performance.now() - this.chosenAt < CHOSEN_MS) return;
    fill(this.scene, state.scenes, state.scene, (name) => name.replace("-", " "));
    fill(this.strategy, state.strategies, state.strategy, (name) => NAMES[name] ?? name);
    const nearest = COUNTS.findIndex((count) => count >= state.count);
    this.count.value = String(nearest < 0 ? COUNTS.length - 1 : nearest);
    this.say(state.count);
    for (const [rule, input] of this.rules) input.checked = rule === state.touching;
  }

  /** What was chosen cannot be: shows what holds. */
  refuse(state: ArenaState): void {
    this.chosenAt = -Infinity;
    this.show(state);
  }

  private say(count: number): void {
    this.countWords.textContent = count.toLocaleString("en");
    this.count.setAttribute("aria-valuetext", `${count} entities`);
  }
}

function fill(select: HTMLSelectElement, values: string[], chosen: string, words: (value: string) => string): void {
  if (select.options.length !== values.length) {
    select.replaceChildren(...values.map((value) => html("option", { value }, words(value))));
  }
  if (select.value !== chosen) select.value = chosen;
}

/** Pause, single ticks, and the past. */
export class Time {
  readonly element = html("div", { class: "time", role: "group", "aria-label": "Time" });
  private readonly pause = html("button", { type: "button", id: "pause" }, "Pause");
  private readonly step = html("button", { type: "button", id: "step" }, "Step");
  private readonly rewind = html("input", { type: "range", id: "rewind", min: 0, max: 0, value: 0, step: 1, "aria-label": "Rewind" });
  private readonly words = html("output", { for: "rewind", id: "when" }, "now");
  private paused = false;
  private newest = 0;

  constructor(private readonly send: (wish: Wish) => void) {
    this.pause.addEventListener("click", () => {
      if (this.paused) this.send({ at: null });
      this.send({ pause: !this.paused });
      if (this.paused) this.rewind.value = this.rewind.max;
    });
    this.step.addEventListener("click", () => {
      this.send({ at: null });
      this.send(this.paused ? { step: 1 } : { pause: true });
    });
    this.rewind.addEventListener("input", () => {
      const tick = Number(this.rewind.value);
      if (!this.paused) this.send({ pause: true });
      this.send({ at: tick >= this.newest ? null : tick });
    });
    this.element.append(this.pause, this.step, this.rewind, this.words);
  }

  show(frame: Frame): void {
    [this.paused, this.newest] = [frame.paused, frame.newest];
    this.pause.textContent = frame.paused ? "Play" : "Pause";
    this.rewind.min = String(frame.oldest);
    this.rewind.max = String(frame.newest);
    if (!this.rewind.matches(":active")) this.rewind.value = String(frame.tick);
    const ago = (frame.newest - frame.tick) / 60;
    this.words.textContent = frame.rewound ? `${ago.toFixed(2)} s ago` : "now";
    this.rewind.setAttribute("aria-valuetext", this.words.textContent);
  }
}

const OVERLAYS: [keyof Overlays, string, string][] = [
  ["events", "New pairs flash", "Orange for a moment: a pair that has just begun"],
  ["cells", "Cells", "The grid of the largest cells that entities are sorted into; zoom in to see it"],
  ["heat", "Occupancy", "How many have their middle in each cell"],
  ["levels", "Levels", "One colour for each size of cell"],
];

/** What is drawn besides the entities. */
export class OverlayChoices {
  readonly element = html("fieldset", { class: "overlays" }, html("legend", {}, "Show"));
  readonly chosen: Overlays = { events: true, cells: false, heat: false, levels: false };

  constructor(changed: () => void) {
    for (const [name, words, title] of OVERLAYS) {
      const input = html("input", { type: "checkbox", id: `show-${name}`, checked: this.chosen[name] });
      input.addEventListener("change", () => {
        this.chosen[name] = input.checked;
        changed();
      });
      this.element.append(html("label", { title }, input, html("span", {}, words)));
    }
  }
}
