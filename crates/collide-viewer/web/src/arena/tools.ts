// What the pointer does in the arena: look around, move or add entities, and ask queries.
import { html } from "../dom";
import type { ClientMessage, Probe } from "./link";

type Point = [number, number];

export type ToolName = "look" | "move" | "add" | Probe["kind"];

const TOOLS: [ToolName, string, string][] = [
  ["look", "Look", "Drag moves the view, a click follows an entity"],
  ["move", "Move", "Drag an entity to another place"],
  ["add", "Add", "Click to add a circle"],
  ["ray", "Ray", "Drag: what does a ray hit first?"],
  ["sweep", "Sweep", "Drag: what does a moving circle hit first?"],
  ["nearest", "Nearest", "Move: which entity is nearest?"],
  ["sector", "Sector", "Drag from the apex: which entities does a sector overlap?"],
];

/** The least time between two messages of a drag: the server has a limit. */
const EVERY_MS = 25;

/** The numbers of a sector besides its apex and its outer arc. */
class Cone {
  readonly element = html("div", { class: "cone", hidden: true, role: "group", "aria-label": "Sector" });
  private readonly opening = slider("opening", 5, 355, 5, 90);
  private readonly inner = slider("inner", 0, 90, 5, 0);
  private readonly words = [html("b"), html("b")] as const;

  constructor(changed: () => void) {
    for (const input of [this.opening, this.inner]) {
      input.addEventListener("input", () => {
        this.say();
        changed();
      });
    }
    this.element.append(
      html("label", {}, html("span", {}, "Opening ", this.words[0]), this.opening),
      html("label", {}, html("span", {}, "Inner radius ", this.words[1]), this.inner),
    );
    this.say();
  }

  get numbers(): { opening: number; inner: number } {
    return { opening: Number(this.opening.value), inner: Number(this.inner.value) / 100 };
  }

  private say(): void {
    this.words[0].textContent = `${this.opening.value}°`;
    this.words[1].textContent = `${this.inner.value} %`;
  }
}

function slider(name: string, min: number, max: number, step: number, value: number): HTMLInputElement {
  return html("input", { type: "range", id: `sector-${name}`, min, max, step, value });
}

export class Tools {
  readonly element = html("div", { class: "tools", role: "radiogroup", "aria-label": "Tool" });
  readonly cone = new Cone(() => this.askAgain());
  chosen: ToolName = "look";
  private readonly inputs = new Map<ToolName, HTMLInputElement>();
  private from: Point | undefined;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private latest: ClientMessage | undefined;
  private sector: Probe | undefined;

  constructor(
    private readonly send: (message: ClientMessage) => void,
    private readonly select: (at: Point) => void,
    private readonly changed: () => void,
  ) {
    for (const [name, words, title] of TOOLS) {
      const input = html("input", {
        type: "radio",
        name: "tool",
        id: `tool-${name}`,
        value: name,
        checked: name === "look",
      });
      input.addEventListener("change", () => this.choose(name));
      this.inputs.set(name, input);
      this.element.append(html("label", { title }, input, html("span", {}, words)));
    }
  }

  /** Only the arena's own entities can be moved and added. */
  allow(changes: boolean): void {
    for (const name of ["move", "add"] as const) this.inputs.get(name)!.closest("label")!.hidden = !changes;
  }

  choose(name: ToolName): void {
    this.chosen = name;
    this.inputs.get(name)!.checked = true;
    [this.from, this.sector] = [undefined, undefined];
    this.cone.element.hidden = name !== "sector";
    this.send({ probe: null });
    this.changed();
  }

  /** Chooses by number, from 1. */
  key(key: string): boolean {
    const tool = TOOLS[Number(key) - 1];
    if (!tool || this.inputs.get(tool[0])!.closest("label")!.hidden) return false;
    this.choose(tool[0]);
    return true;
  }

  get isActive(): boolean {
    return this.chosen !== "look";
  }

  readonly takesArrows = false;

  get isPressed(): boolean {
    return this.from !== undefined;
  }

  press(at: Point): void {
    if (this.chosen === "add") return this.send({ spawn: rounded(at) });
    this.from = at;
    if (this.chosen === "move") this.select(at);
    else this.ask(at);
  }

  /** The pointer moves, pressed or not. */
  move(at: Point): void {
    if (this.chosen === "nearest") this.ask(at);
    else if (!this.from) return;
    else if (this.chosen === "move") this.later({ drag: rounded(at) });
    else this.ask(at);
  }

  release(): void {
    this.from = undefined;
  }

  close(): void {
    clearTimeout(this.waiting);
  }

  private ask(to: Point): void {
    const { chosen } = this;
    if (chosen === "look" || chosen === "move" || chosen === "add") return;
    const from = chosen === "nearest" ? to : (this.from ?? to);
    if ((chosen === "ray" || chosen === "sector") && from[0] === to[0] && from[1] === to[1]) return;
    const probe: Probe = { kind: chosen, from: rounded(from), to: rounded(to) };
    this.sector = chosen === "sector" ? probe : undefined;
    this.later({ probe: chosen === "sector" ? { ...probe, ...this.cone.numbers } : probe });
  }

  /** The opening or the inner radius of the sector has changed. */
  private askAgain(): void {
    if (this.sector) this.later({ probe: { ...this.sector, ...this.cone.numbers } });
  }

  private later(message: ClientMessage): void {
    this.latest = message;
    this.waiting ??= setTimeout(() => {
      this.waiting = undefined;
      if (this.latest) this.send(this.latest);
      this.latest = undefined;
    }, EVERY_MS);
  }
}

const rounded = ([x, y]: Point): Point => [Math.fround(x), Math.fround(y)];
