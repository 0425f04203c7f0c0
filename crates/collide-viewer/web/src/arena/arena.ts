// The arena: many entities on the server; this page draws those in its viewport.
import type { View } from "../app";
import { html } from "../dom";
import { OWN_COUNT, transport } from "../transport";
import { Camera } from "./camera";
import { Chart } from "./chart";
import { Choices, OverlayChoices, Time } from "./controls";
import { explained, Facts, inspected } from "./facts";
import type { Frame } from "./frame";
import { keyList } from "./keys";
import { Link, type ArenaState, type Followed, type ClientMessage, type Probed } from "./link";
import { Painter } from "./paint";
import { ProbeWords } from "./probing";
import { Steering } from "./steering";
import { Tools } from "./tools";

/** The minimum time between two messages with the viewport. */
const VIEW_EVERY_MS = 30;
/** The maximum distance from a click to the entity it selects, in pixels. */
const CLICK_PIXELS = 12;
/** The initial extent of the viewport in world units: small enough to see shapes. */
const FIRST_SIGHT = 48;
const REFUSED_MS = 5000;
const NO_SHARED = "This page runs without a server, so no arena is shared: collide serve has one.";
/** The time between two updates of the numbers: updates at every frame are not readable. */
const NUMBERS_EVERY_MS = 200;

export function arena(): View {
  const screen = new Arena();
  return { element: screen.element, open: (rest) => screen.open(rest), close: () => screen.close() };
}

class Arena {
  readonly element = html("div", { class: "arena" });
  private readonly canvas = html("canvas", {
    tabindex: 0,
    role: "img",
    "aria-label": "The arena. Arrow keys move the view, plus and minus zoom, 0 shows everything. Enter acts in the middle.",
  });
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
  private readonly steering = new Steering(
    (message) => this.send(message),
    () => [Math.fround(this.camera.x), Math.fround(this.camera.y)],
    () => this.entered(),
  );
  private readonly tools = new Tools(
    (message) => this.send(message),
    ([x, y]) => this.inspect(x, y),
    () => this.probe(null),
  );
  private readonly probeWords = new ProbeWords();
  private probed: Probed | null = null;
  /** What the link of the page asks for, until the arena is known. */
  private wish: URLSearchParams | undefined;
  private readonly why = html("div", { class: "why", "aria-label": "Strategy and memory" });
  private readonly followed = html(
    "div",
    { class: "inspected", "aria-live": "polite", id: "inspected" },
    ...inspected(null),
  );
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
    this.camera = new Camera(
      this.stage,
      () => this.moved(),
      ([x, y]) => this.inspect(x, y),
      () => this.fit(),
      this.tools,
    );
    this.stage.append(this.toolbar(), this.zoomButtons(), this.probeWords.element, this.refusal);
    const side = html(
      "div",
      { class: "side" },
      this.facts.element,
      this.choices.element,
      this.overlays.element,
      this.followed,
      this.chart.element,
      this.why,
      keyList(),
    );
    this.element.append(html("div", { class: "board" }, this.stage, this.tools.cone.element, this.time.element), side);
    this.link = new Link({
      opened: () => {
        // Frames of the last connection are not acknowledged on this one.
        this.countDrawn();
        this.viewed = false;
        this.sendView();
        this.sendBoxes();
        this.steering.again();
      },
      frame: (frame) => this.receive(frame),
      state: (state) => this.learn(state),
      followed: (followed: Followed | null) => this.followed.replaceChildren(...inspected(followed)),
      refused: (why) => this.refuse(why),
      probed: (probed) => this.probe(probed),
      estimate: (estimate) => this.state && this.choices.estimate(estimate, this.state),
    });
    document.addEventListener("keydown", this.key);
    document.addEventListener("keyup", this.keyUp);
    this.dark.addEventListener("change", this.recolour);
    document.addEventListener("visibilitychange", this.look);
  }

  open(rest: string): void {
    this.sizes.observe(this.stage);
    const wish = new URLSearchParams(rest);
    const shared = transport.isShared && (wish.get("shared") === "1" || Number(wish.get("count")) > OWN_COUNT);
    this.wish = rest === "" ? undefined : wish;
    if (this.link.use(shared)) [this.state, this.fitted] = [undefined, ""];
    if (this.state) this.learn(this.state);
  }

  close(): void {
    this.link.close();
    this.steering.close();
    this.tools.close();
    document.removeEventListener("keydown", this.key);
    document.removeEventListener("keyup", this.keyUp);
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
    if (this.steering.on && frame.followed) this.camera.center([frame.followed.x, frame.followed.y]);
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
    this.painter.draw(frame, this.camera, state?.cell_lists ?? [], state?.extent, this.overlays.chosen, {
      player: this.steering.on,
      probed: this.probed,
    });
    this.time.show(frame);
    const now = performance.now();
    if (now - this.numbersAt > NUMBERS_EVERY_MS || frame.paused) {
      this.numbersAt = now;
      this.facts.show(frame);
      this.chart.draw();
    }
    this.acknowledge();
    Object.assign(this.stage.dataset, {
      frames: this.frames,
      tick: frame.tick,
      pairs: frame.pairs,
      shown: frame.shown,
      count: frame.count,
      flashing: this.painter.flashing,
      found: this.painter.found,
      kinds: this.painter.kinds.join(" "),
      player: frame.followed && this.steering.on ? `${frame.followed.x} ${frame.followed.y}` : "",
    });
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
    this.tools.allow(state.shows === "arena");
    this.steering.element.hidden = state.shows !== "arena";
    if (this.wish) this.grant(this.wish);
    // The world of a program is copied only after a client has sent a viewport.
    if (this.fitted === scene || this.stage.clientWidth === 0 || state.count === 0)
      return this.viewed ? undefined : this.sendView();
    const [first, other] = [this.fitted === "", this.fitted.split(" ")[0] !== state.scene];
    this.fitted = scene;
    if (!first) this.chart.clear();
    // A new scene is shown whole; with another number of entities the view stays as near as it was.
    if (this.steering.on) this.near();
    else if (this.whole || state.shows !== "arena" || (other && !first)) this.fit();
    else this.begin(state.extent);
  }

  /** Does what a link asks for: a scene, a number of entities, and a player. */
  private grant(wish: URLSearchParams): void {
    this.wish = undefined;
    const unknown = [...wish.keys()].filter((key) => !["scene", "count", "player", "shared"].includes(key));
    const count = Number(wish.get("count") ?? this.state?.count);
    if (unknown.length > 0 || !Number.isInteger(count))
      return this.refuse(
        `This link is not valid: ${unknown[0] ?? `count must be a whole number, is “${wish.get("count")}”`}`,
      );
    if (wish.get("shared") === "1" && !transport.isShared) this.refuse(NO_SHARED);
    const scene = wish.get("scene") ?? this.state?.scene ?? "";
    if (this.state?.shows === "arena" && (scene !== this.state.scene || count !== this.state.count))
      this.send({ set: { scene, count } });
    if (wish.get("player") === "1" && !this.steering.on) this.steering.set(true);
  }

  private fit(): void {
    // A recording has no border: a few entities far away would make all others small.
    if (this.state) this.camera.fit(this.state.shows === "arena" ? this.state.extent : this.state.middle);
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

  /** A player has entered, and the view follows; or left. */
  private entered(): void {
    if (this.steering.on) {
      this.near();
      this.canvas.focus({ preventScroll: true });
    }
    this.redraw();
  }

  /** Shows shapes at a size at which one can steer among them. */
  private near(): void {
    const [{ x, y }, half] = [this.camera, FIRST_SIGHT / 2];
    this.camera.fit([x - half, y - half, x + half, y + half]);
    this.whole = false;
  }

  private probe(probed: Probed | null): void {
    // An answer may arrive after another tool was chosen.
    this.probed = probed && probed.probe.kind === this.tools.chosen ? probed : null;
    this.probeWords.show(this.probed);
    this.redraw();
  }

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (target.closest("input, select, textarea") || event.ctrlKey || event.metaKey) return;
    const control = target.closest("button, a, summary") !== null;
    if (this.steering.key(event, true)) event.preventDefault();
    else if (event.key === " " && !control) {
      this.time.toggle();
      event.preventDefault();
    } else if (event.key === "p" && !this.steering.element.hidden) this.steering.set(!this.steering.on);
    else if (event.key === "Escape") this.tools.choose("look");
    else if (/^[1-7]$/.test(event.key)) this.tools.key(event.key);
  };

  private readonly keyUp = (event: KeyboardEvent): void => void this.steering.key(event, false);

  private toolbar(): HTMLElement {
    return html("div", { class: "toolbar" }, this.steering.element, this.tools.element);
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
