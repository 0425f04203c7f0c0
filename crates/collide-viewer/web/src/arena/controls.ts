// The settings of the arena, the time controls and the overlays.
import { html } from "../dom";
import type { Frame } from "./frame";
import { transport } from "../transport";
import type { ArenaState, ClientMessage, Estimate } from "./link";
import type { Overlays } from "./paint";

/** The steps of the slider, about logarithmic. */
const COUNTS = [1000, 2000, 5000, 10_000, 20_000, 30_000, 50_000, 70_000, 100_000];

/** The cell sizes to choose from; with 0 the engine chooses. */
const CELLS = [0, 0.5, 1, 2, 4, 8, 16, 32];

/** What the names of strategies mean. The page names them as the library and the command do. */
const STRATEGIES: Record<string, string> = {
  auto: "The engine chooses",
  brute: "Brute force: every pair",
  grid: "Uniform grid",
  levels: "Hierarchical grid: a level for each size",
  sweep: "Sweep and prune",
  rtree: "R-tree",
};

/** The scene of a new arena. */
const START = { scene: "mixed", count: 1_000, strategy: "auto", touching: "closed", cell: 0 } as const;

/** The time after a choice in which the controls ignore the server's state, which may be older than the choice. */
const CHOSEN_MS = 500;

/** Scene, number of entities, strategy, cell size, touching rule. */
export class Choices {
  readonly element = html("form", { class: "choices", "aria-label": "Settings" });
  private readonly scene = html("select", { id: "scene" });
  private readonly strategy = html("select", { id: "strategy" });
  private readonly cell = html("select", { id: "cell", title: "Cell size of the uniform grid" });
  private readonly count = html("input", {
    type: "range",
    id: "count",
    min: 0,
    max: COUNTS.length - 1,
    step: 1,
    value: 0,
  });
  private readonly countWords = html("b", { id: "count-words" });
  private readonly rules = new Map<string, HTMLInputElement>();
  /** What brute force would take. */
  private readonly note = html("p", { class: "estimate", id: "estimate", role: "status", hidden: true });
  private readonly which = html("p", { class: "which", id: "which" });
  private readonly again = html("button", { type: "button", class: "quiet", id: "arena-reset" }, "Start again");
  private chosenAt = -Infinity;

  constructor(send: (message: ClientMessage) => void) {
    this.element.addEventListener("input", () => {
      this.chosenAt = performance.now();
      this.note.hidden = true;
    });
    this.again.addEventListener("click", () => {
      this.note.hidden = true;
      send({ set: START });
      send({ at: null });
      send({ pause: false });
    });
    this.scene.addEventListener("change", () => {
      const scene = this.scene.value;
      // The server limits the scene `pile` to a few entities.
      send({ set: scene === "pile" ? { scene, count: 1000 } : { scene } });
    });
    this.strategy.addEventListener("change", () => send({ set: { strategy: this.strategy.value } }));
    this.cell.addEventListener("change", () => send({ set: { cell: Number(this.cell.value) } }));
    this.count.addEventListener("input", () => this.say(COUNTS[Number(this.count.value)]!));
    this.count.addEventListener("change", () => send({ set: { count: COUNTS[Number(this.count.value)]! } }));
    this.element.addEventListener("submit", (event) => event.preventDefault());
    const rules = html("div", { class: "switch" });
    for (const [rule, words] of [
      ["closed", "counts"],
      ["open", "ignored"],
    ] as const) {
      const input = html("input", { type: "radio", name: "arena-touching", id: `arena-${rule}`, value: rule });
      input.addEventListener("change", () => send({ set: { touching: rule } }));
      this.rules.set(rule, input);
      rules.append(html("label", {}, input, html("span", {}, words)));
    }
    this.element.append(
      html("label", { class: "scene" }, html("span", {}, "Scene"), this.scene),
      html("label", {}, html("span", {}, "Strategy"), this.strategy),
      html("label", {}, html("span", {}, "Cells"), this.cell),
      html("label", {}, html("span", {}, "Entities ", this.countWords), this.count),
      html("fieldset", {}, html("legend", {}, "Touching"), rules),
      this.note,
      this.again,
      this.which,
    );
  }

  show(state: ArenaState): void {
    this.element.hidden = state.shows !== "arena";
    // The rules of the duel have their own settings.
    this.element.classList.toggle("is-duel", state.scene === "duel");
    if (performance.now() - this.chosenAt < CHOSEN_MS) return;
    fill(this.scene, state.scenes, state.scene, (name) => name.replace("-", " "));
    fill(this.strategy, state.strategies, state.strategy, (name) => name);
    this.strategy.title = STRATEGIES[state.strategy] ?? "";
    fill(this.cell, CELLS.map(String), String(state.cell), (side) => (side === "0" ? "automatic" : `${side} wide`));
    // Other strategies have no cells, or choose the cell sizes themselves.
    this.cell.disabled = state.strategy !== "grid";
    const counts = COUNTS.filter((count) => count <= state.max_count);
    this.count.max = String(counts.length - 1);
    const isOwn = counts.length < COUNTS.length;
    if (this.which.dataset["own"] !== String(isOwn)) this.which.replaceChildren(...whichArena(isOwn));
    this.which.dataset["own"] = String(isOwn);
    const nearest = COUNTS.findIndex((count) => count >= state.count);
    this.count.value = String(nearest < 0 ? COUNTS.length - 1 : nearest);
    this.say(state.count);
    for (const [rule, input] of this.rules) input.checked = rule === state.touching;
  }

  /** The server has rejected a choice: shows the current state. */
  refuse(state: ArenaState): void {
    this.chosenAt = -Infinity;
    this.show(state);
  }

  /** Brute force was chosen for more entities than it can be tried with. */
  estimate({ tests, seconds, count, sample_tests, sample_seconds }: Estimate, state: ArenaState): void {
    this.refuse(state);
    const number = (value: number): string => value.toLocaleString("en", { maximumFractionDigits: 0 });
    const time = seconds < 10 ? `${seconds.toFixed(2)} s` : `${number(seconds)} s`;
    this.note.textContent = `Brute force with ${number(count)} entities: ${number(tests)} tests, about ${time} a tick. Measured here: ${number(sample_tests)} tests of a sample in ${(sample_seconds * 1e3).toFixed(1)} ms. It runs for at most 10,000 entities.`;
    Object.assign(this.note.dataset, { tests, seconds });
    this.note.hidden = false;
  }

  private say(count: number): void {
    this.countWords.textContent = count.toLocaleString("en");
    this.count.setAttribute("aria-valuetext", `${count} entities`);
  }
}

/** Whose arena it is, and the link to the other one. */
function whichArena(isOwn: boolean): (Node | string)[] {
  if (!isOwn) return ["Shared with all viewers. ", html("a", { href: "#/arena" }, "An arena of your own")];
  if (!transport.isShared)
    return [
      "Your own arena, in this page. The command collide serve has a shared one of up to 100,000 entities, plays recordings, and shows the world of a running program.",
    ];
  return ["Your own arena. ", html("a", { href: "#/arena?shared=1" }, "Join the shared one, up to 100,000 entities")];
}

function fill(select: HTMLSelectElement, values: string[], chosen: string, words: (value: string) => string): void {
  if (select.options.length !== values.length) {
    select.replaceChildren(...values.map((value) => html("option", { value }, words(value))));
  }
  if (select.value !== chosen) select.value = chosen;
}

/** The speeds of a recording, in ticks per 1/60 s. A recording does not have its rate, so all are offered as rates. */
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8];

/** Pause, single step, and rewind; for a recording, a slider over all its ticks. */
export class Time {
  readonly element = html("div", { class: "time", role: "group", "aria-label": "Time" });
  private readonly pause = html("button", { type: "button", id: "pause" }, "Pause");
  private readonly back = html("button", { type: "button", id: "back", hidden: true }, "Back");
  private readonly step = html("button", { type: "button", id: "step" }, "Step");
  private readonly rewind = html("input", {
    type: "range",
    id: "rewind",
    min: 0,
    max: 0,
    value: 0,
    step: 1,
    "aria-label": "Rewind",
  });
  private readonly words = html("output", { for: "rewind", id: "when" }, "now");
  private readonly speed = html("select", { id: "speed", "aria-label": "Speed", hidden: true });
  private shows: ArenaState["shows"] = "arena";
  private paused = false;
  private tick = 0;
  private newest = 0;

  constructor(private readonly send: (message: ClientMessage) => void) {
    this.pause.addEventListener("click", () => {
      if (this.paused && this.shows === "arena") {
        this.send({ at: null });
        this.rewind.value = this.rewind.max;
      }
      this.send({ pause: !this.paused });
    });
    this.back.addEventListener("click", () => this.go(this.tick - 1));
    this.step.addEventListener("click", () => {
      if (this.shows === "arena") this.send({ at: null });
      this.send(this.paused ? { step: 1 } : { pause: true });
    });
    this.rewind.addEventListener("input", () => this.go(Number(this.rewind.value)));
    this.speed.append(...SPEEDS.map((value) => html("option", { value }, `${value * 60} ticks/s`)));
    this.speed.addEventListener("change", () => this.send({ speed: Number(this.speed.value) }));
    this.element.append(this.pause, this.back, this.step, this.rewind, this.words, this.speed);
  }

  /** Shows the controls for the source: clients cannot pause the world of a program. */
  learn(state: ArenaState): void {
    this.shows = state.shows;
    this.pause.hidden = this.step.hidden = state.shows === "world";
    this.back.hidden = this.speed.hidden = state.shows !== "recording";
    if (document.activeElement !== this.speed) this.speed.value = String(state.speed);
  }

  show(frame: Frame): void {
    [this.paused, this.tick, this.newest] = [frame.paused, frame.tick, frame.newest];
    this.pause.textContent = frame.paused ? "Play" : "Pause";
    this.rewind.min = String(frame.oldest);
    this.rewind.max = String(frame.newest);
    this.rewind.disabled = frame.oldest === frame.newest;
    if (!this.rewind.matches(":active")) this.rewind.value = String(frame.tick);
    this.words.textContent = this.when(frame);
    this.rewind.setAttribute("aria-valuetext", this.words.textContent);
  }

  /** Pauses or plays, as the button does. */
  toggle(): void {
    if (!this.pause.hidden) this.pause.click();
  }

  private go(tick: number): void {
    if (!this.paused && this.shows !== "world") this.send({ pause: true });
    this.send({ at: tick >= this.newest && this.shows !== "recording" ? null : Math.max(tick, 0) });
  }

  private when({ tick, newest, rewound }: Frame): string {
    if (this.shows === "recording") return `${tick} of ${newest}`;
    if (this.shows === "world") return rewound ? `tick ${tick}` : `now, ${tick}`;
    const ago = newest - tick;
    return rewound ? `${ago} ${ago === 1 ? "tick" : "ticks"} ago` : "now";
  }
}

const OVERLAYS: [keyof Overlays, string, string][] = [
  ["events", "New pairs flash", "Entities are orange for a moment when a pair begins"],
  ["cells", "Cells", "The grid with the largest cells; zoom in to see it"],
  ["heat", "Occupancy", "The number of entities with their center in each cell"],
  ["levels", "Levels", "One colour for each cell size"],
  ["boxes", "R-tree boxes", "The boxes of the tree, outer ones thicker; only with the R-tree strategy"],
];

/** What the colours of entities mean, without the overlay of levels. */
const LEGEND: [string, string][] = [
  ["rest", "overlaps nothing"],
  ["paired", "overlaps another"],
  ["wall", "static"],
  ["sensor", "sensor"],
];

/** The overlays that are drawn besides the entities. */
export class OverlayChoices {
  readonly element = html("fieldset", { class: "overlays" }, html("legend", {}, "Show"));
  readonly chosen: Overlays = { events: true, cells: false, heat: false, levels: false, boxes: false };
  private readonly inputs = new Map<keyof Overlays, HTMLInputElement>();
  private readonly legend = html("p", { class: "note", id: "legend" });

  constructor(changed: () => void) {
    for (const [name, words] of LEGEND)
      this.legend.append(html("span", {}, html("i", { class: `mark mark-${name}`, "aria-hidden": "true" }), ` ${words} `));
    this.element.append(this.legend);
    for (const [name, words, title] of OVERLAYS) {
      const input = html("input", { type: "checkbox", id: `show-${name}`, checked: this.chosen[name] });
      input.addEventListener("change", () => {
        this.chosen[name] = input.checked;
        changed();
      });
      this.inputs.set(name, input);
      const note = html("p", { class: "note", hidden: !input.checked }, `${title}.`);
      input.addEventListener("change", () => (note.hidden = !input.checked));
      this.element.append(html("label", {}, input, html("span", {}, words)), note);
    }
  }

  /** Enables the overlays that the current strategy has data for. */
  show({ ran, cell_lists, shows, scene }: ArenaState): void {
    // The duel has looks of its own.
    this.legend.hidden = shows === "arena" && scene === "duel";
    const there = {
      events: true,
      cells: cell_lists.length > 0,
      heat: cell_lists.length > 0,
      levels: cell_lists.length > 0,
      boxes: ran === "rtree",
    };
    for (const [name, input] of this.inputs) input.disabled = !there[name];
  }
}
