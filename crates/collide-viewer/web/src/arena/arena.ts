// The arena: many entities on the server; this page draws those in its viewport.
import type { View } from "../app";
import { html } from "../dom";
import { Camera } from "./camera";
import { Chart } from "./chart";
import { Choices, OverlayChoices, Time } from "./controls";
import { explained, Facts, inspected } from "./facts";
import type { Frame } from "./frame";
import { Link, type ArenaState, type Followed, type ClientMessage } from "./link";
import { Painter } from "./paint";

/** The minimum time between two messages with the viewport. */
const VIEW_EVERY_MS = 30;
/** The maximum distance from a click to the entity it selects, in pixels. */
const CLICK_PIXELS = 12;
/** The initial extent of the viewport in world units: small enough to see shapes. */
const FIRST_SIGHT = 48;
const REFUSED_MS = 5000;
/** The time between two updates of the numbers: updates at every frame are not readable. */
const NUMBERS_EVERY_MS = 200;

export function arena(): View {
  const screen = new Arena();
  return { element: screen.element, open: () => screen.open(), close: () => screen.close() };
}

class Arena {
  readonly element = html("div", { class: "arena" });
  private readonly canvas = html("canvas", { tabindex: 0, role: "img", "aria-label": "The arena. Arrow keys move the view, plus and minus zoom, 0 shows everything." });
  private readonly stage = html("div", { class: "stage" }, this.canvas);
  private readonly painter: Painter;
  private readonly camera: Camera;
  private readonly link: Link;
  private readonly chart = new Chart();
  private readonly facts = new Facts();
  private readonly time = new Time((message) => this.send(message));
  private readonly choices = new Choices((message) => this.send(message));
  private readonly overlays = new OverlayChoices(() => {
    this.sendBoxes();
    this.redraw();
  });
  private readonly why = html("div", { class: "why", "aria-label": "Strategy and memory" });
  private readonly followed = html("div", { class: "inspected", "aria-live": "polite", id: "inspected" }, ...inspected(null));
  private readonly refusal = html("p", { class: "refusal", role: "alert", hidden: true });
  private readonly sizes = new ResizeObserver(() => this.resize());
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private state: ArenaState | undefined;
  private frame: Frame | undefined;
  private undrawn = 0;
  private drawing = 0;
  private viewTimer: ReturnType<typeof setTimeout> | undefined;
  private refusalTimer: ReturnType<typeof setTimeout> | undefined;
  private numbersAt = 0;
  /** The scene that the camera was set up for, and whether it shows all of it. */
  private fitted = "";
  private whole = false;
  /** Whether the viewport has been sent. */
  private viewed = false;
  private frames = 0;

  constructor() {
    this.painter = new Painter(this.canvas);
    this.camera = new Camera(this.stage, () => this.moved(), ([x, y]) => this.inspect(x, y), () => this.fit());
    this.stage.append(this.zoomButtons(), this.refusal);
    const side = html("div", { class: "side" }, this.facts.element, this.choices.element, this.overlays.element, this.followed, this.chart.element, this.why);
    this.element.append(html("div", { class: "board" }, this.stage, this.time.element), side);
    this.link = new Link({
      opened: () => {
        // Frames of the last connection are not acknowledged on this one.
        this.countDrawn();
        this.viewed = false;
        this.sendView();
        this.sendBoxes();
      },
      frame: (frame) => this.receive(frame),
      state: (state) => this.learn(state),
      followed: (followed: Followed | null) => this.followed.replaceChildren(...inspected(followed)),
      refused: (why) => this.refuse(why),
    });
    this.dark.addEventListener("change", this.recolour);
    document.addEventListener("visibilitychange", this.look);
  }

  open(): void {
    this.sizes.observe(this.stage);
  }

  close(): void {
    this.link.close();
    this.sizes.disconnect();
    this.dark.removeEventListener("change", this.recolour);
    document.removeEventListener("visibilitychange", this.look);
    cancelAnimationFrame(this.drawing);
    for (const timer of [this.viewTimer, this.refusalTimer]) clearTimeout(timer);
  }

  private readonly recolour = (): void => {
    this.painter.recolour();
    this.redraw();
  };

  /** Called when the page is hidden or shown: a hidden page draws nothing, and requests no frames. */
  private readonly look = (): void => {
    this.acknowledge();
    this.sendView();
  };

  private send(message: ClientMessage): void {
    this.link.send(message);
  }

  private receive(frame: Frame): void {
    this.frame = frame;
    this.undrawn++;
    this.facts.pace.add(frame.tick);
    this.chart.add(frame);
    if (document.hidden) this.acknowledge();
    else this.redraw();
  }

  private redraw(): void {
    if (this.drawing === 0) this.drawing = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.drawing = 0;
    const { frame, state } = this;
    if (!frame) return;
    this.painter.draw(frame, this.camera, state?.cell_lists ?? [], state?.extent, this.overlays.chosen);
    this.time.show(frame);
    const now = performance.now();
    if (now - this.numbersAt > NUMBERS_EVERY_MS || frame.paused) {
      this.numbersAt = now;
      this.facts.show(frame);
      this.chart.draw();
    }
    this.acknowledge();
    Object.assign(this.stage.dataset, { frames: this.frames, tick: frame.tick, pairs: frame.pairs, shown: frame.shown, count: frame.count });
  }

  /** Acknowledges the drawn frames, so that the server sends more. */
  private acknowledge(): void {
    if (this.undrawn > 0) this.send({ drawn: this.undrawn });
    this.countDrawn();
  }

  private countDrawn(): void {
    this.frames += this.undrawn;
    this.undrawn = 0;
  }

  private learn(state: ArenaState): void {
    this.state = state;
    this.choices.show(state);
    this.overlays.show(state);
    this.why.replaceChildren(...explained(state));
    this.time.learn(state);
    const scene = state.shows === "arena" ? `${state.scene} ${state.count}` : state.shows;
    // The world of a program is copied only after a client has sent a viewport.
    if (this.fitted === scene || this.stage.clientWidth === 0 || state.count === 0) return this.viewed ? undefined : this.sendView();
    this.fitted = scene;
    if (this.whole || state.shows !== "arena") this.fit();
    else this.begin(state.extent);
  }

  private fit(): void {
    if (this.state) this.camera.fit(this.state.extent);
    this.whole = true;
  }

  /** Shows the middle of the scene. */
  private begin([left, low, right, high]: ArenaState["extent"]): void {
    const [a, b] = [Math.min(FIRST_SIGHT, right - left) / 2, Math.min(FIRST_SIGHT, high - low) / 2];
    const [x, y] = [(left + right) / 2, (low + high) / 2];
    this.camera.fit([x - a, y - b, x + a, y + b]);
    this.whole = false;
  }

  private moved(): void {
    this.whole = false;
    this.redraw();
    this.viewTimer ??= setTimeout(() => this.sendView(), VIEW_EVERY_MS);
  }

  private sendView(): void {
    clearTimeout(this.viewTimer);
    this.viewTimer = undefined;
    if (!this.state) return;
    this.viewed = true;
    this.send({ view: document.hidden ? null : this.camera.view().map(Math.fround) });
  }

  private sendBoxes(): void {
    this.send({ boxes: this.overlays.chosen.boxes });
  }

  private inspect(x: number, y: number): void {
    this.send({ inspect: [x, y, CLICK_PIXELS / this.camera.scale].map(Math.fround) });
  }

  private refuse(why: string): void {
    this.refusal.textContent = why;
    this.refusal.hidden = false;
    clearTimeout(this.refusalTimer);
    this.refusalTimer = setTimeout(() => (this.refusal.hidden = true), REFUSED_MS);
    if (this.state) this.choices.refuse(this.state);
  }

  private resize(): void {
    this.painter.resize();
    if (this.whole) this.fit();
    else this.moved();
  }

  private zoomButtons(): HTMLElement {
    const button = (id: string, words: string, label: string, run: () => void): HTMLButtonElement => {
      const made = html("button", { type: "button", id, "aria-label": label, title: label }, words);
      made.addEventListener("click", run);
      return made;
    };
    return html(
      "div",
      { class: "zoom", role: "group", "aria-label": "Zoom" },
      button("zoom-in", "+", "Zoom in", () => this.camera.zoom(1.6)),
      button("zoom-out", "−", "Zoom out", () => this.camera.zoom(1 / 1.6)),
      button("zoom-fit", "⤢", "Show everything", () => this.fit()),
    );
  }
}
