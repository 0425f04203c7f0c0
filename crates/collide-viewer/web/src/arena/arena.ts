// The arena: many entities on the server; this page draws those in its viewport.
import type { View } from "../app";
import { html } from "../dom";
import { OWN_COUNT, transport } from "../transport";
import { Camera, zoomButtons } from "./camera";
import { Chart } from "./chart";
import { Choices, OverlayChoices, Time } from "./controls";
import { Duel } from "./duel";
import { explained, Facts, inspected } from "./facts";
import type { Frame } from "./frame";
import { keyList } from "./keys";
import { Link, type ArenaState, type DuelReport, type Followed, type ClientMessage, type Probed } from "./link";
import { Painter } from "./paint";
import { ProbeWords } from "./probing";
import { Steering } from "./steering";
import { Tools } from "./tools";
import { granted } from "./request";

/** The minimum time between two messages with the viewport. */
const VIEW_EVERY_MS = 30;
/** The maximum distance from a click to the entity it selects, in pixels. */
const CLICK_PIXELS = 12;
/** The initial side of the viewport in world units, wide and narrow: so near that shapes differ; in the duel, a view. */
const SIGHTS = { arena: [28, 16], duel: [32, 22] } as const;
/** A stage that has fewer pixels is narrow. */
const NARROW = 500;
const REFUSED_MS = 5000;
/** The time between two updates of the numbers: updates at every frame are not readable. */
const NUMBERS_EVERY_MS = 200;

/** The arena; with the duel as its scene, or with another one. */
export function arena(duel: boolean): View {
  const screen = new Arena(duel);
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
  private readonly duel: Duel;
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
    (direction) => {
      if (this.duel.playing) this.duel.steer(direction);
      else this.send({ steer: direction });
    },
  );
  private readonly tools = new Tools((message) => this.send(message), ([x, y]) => this.inspect(x, y), () => this.probe(null));
  private readonly probeWords = new ProbeWords();
  private probed: Probed | null = null;
  /** What the link of the page asks for, until the arena is known. */
  private request: URLSearchParams | undefined;
  private readonly why = html("div", { class: "why", "aria-label": "Strategy and memory" });
  private readonly followed = html("div", { class: "inspected", "aria-live": "polite", id: "inspected" });
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
  private charted = false;
  /** The scene that the camera was set up for, and whether it shows all of it. */
  private fitted = "";
  private whole = false;
  /** Whether the viewport has been sent. */
  private viewed = false;
  private frames = 0;

  constructor(private readonly startsWithDuel: boolean) {
    this.painter = new Painter(this.canvas);
    this.followed.append(...inspected(null));
    this.link = this.connection();
    this.duel = new Duel(
      { send: (message) => this.send(message), middle: () => [this.camera.x, this.camera.y], redraw: () => this.redraw() },
      this.link.network,
    );
    this.camera = new Camera(
      this.stage,
      () => this.moved(),
      ([x, y]) => this.inspect(x, y),
      () => this.fit(),
      () => (this.duel.playing ? this.duel : this.tools),
    );
    const { stick, element: join } = this.steering;
    const toolbar = html("div", { class: "toolbar" }, join, this.duel.hud, this.tools.element);
    this.stage.append(zoomButtons(this.camera, () => this.fit()), this.probeWords.element, this.duel.weapons, stick, this.refusal);
    const side = html(
      "div",
      { class: "side" },
      this.facts.element,
      this.duel.element,
      this.choices.element,
      this.overlays.element,
      this.followed,
      this.chart.element,
      this.why,
      keyList(),
    );
    this.element.append(html("div", { class: "board" }, toolbar, this.stage, this.tools.cone.element, this.time.element), side);
    document.addEventListener("keydown", this.key);
    document.addEventListener("keyup", this.keyUp);
    this.dark.addEventListener("change", this.recolour);
    document.addEventListener("visibilitychange", this.look);
  }

  private connection(): Link {
    return new Link({
      opened: () => {
        // Frames of the last connection are not acknowledged on this one.
        this.countDrawn();
        this.viewed = false;
        this.sendView();
        this.sendBoxes();
        this.steering.again();
      },
      arrived: () => this.arrived(),
      frame: (frame, report) => this.receive(frame, report),
      recorded: (recorded) => this.duel.save(recorded),
      state: (state) => this.learn(state),
      followed: (followed: Followed | null) => this.followed.replaceChildren(...inspected(followed)),
      refused: (why) => this.refuse(why),
      probed: (probed) => this.probe(probed),
      estimate: (estimate) => this.state && this.choices.estimate(estimate, this.state),
    });
  }

  open(rest: string): void {
    this.sizes.observe(this.stage);
    const request = (this.request = new URLSearchParams(rest));
    const shared = transport.isShared && (request.get("shared") === "1" || Number(request.get("count")) > OWN_COUNT);
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

  /** The engine waits for acknowledgements, not for the simulated network. */
  private arrived(): void {
    this.undrawn++;
    if (document.hidden) this.acknowledge();
    else this.redraw();
  }

  private receive(frame: Frame, report: DuelReport | undefined): void {
    const start = performance.now();
    this.frame = frame;
    this.duel.receive(frame, report);
    // Who looks at the whole scene is not led back to the player.
    if (this.steering.on && frame.followed && !this.whole) this.camera.center([frame.followed.x, frame.followed.y]);
    this.facts.pace.add(frame.tick);
    this.chart.add(frame);
    this.redraw();
    this.facts.pace.spend(performance.now() - start);
  }

  private redraw(): void {
    if (this.drawing === 0) this.drawing = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    this.drawing = 0;
    const { frame, state } = this;
    if (!frame) return this.acknowledge();
    const start = performance.now();
    this.duel.act(frame);
    this.painter.draw(frame, this.camera, state?.cell_lists ?? [], state?.extent, this.overlays.chosen, {
      player: this.steering.on,
      probed: this.probed,
      duel: this.duel.drawn(),
    });
    this.time.show(frame);
    const now = performance.now();
    // Numbers and chart take turns, so that no picture takes long.
    if (now - this.numbersAt > NUMBERS_EVERY_MS / 2 || frame.paused) {
      [this.numbersAt, this.charted] = [now, !this.charted];
      if (this.charted || frame.paused) this.chart.draw();
      if (!this.charted || frame.paused) {
        this.facts.show(frame, this.duel.report !== undefined);
        this.duel.say(frame, state?.stages ?? []);
      }
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
      looks: this.painter.looks.join(" "),
      player: frame.followed && this.steering.on ? `${frame.followed.x} ${frame.followed.y}` : "",
      script: this.facts.pace.script,
    });
    this.facts.pace.picture(performance.now() - start);
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
    // Actors of the duel come and go.
    const name = state.scene === "duel" ? "duel" : `${state.scene} ${state.count}`;
    const scene = state.shows === "arena" ? name : state.shows;
    this.chart.learn(state.stages);
    this.tools.allow(state.shows === "arena" && state.scene !== "duel");
    this.playing();
    this.steering.element.hidden = state.shows !== "arena";
    this.grant();
    // The world of a program is copied only after a client has sent a viewport.
    if (this.fitted === scene || this.stage.clientWidth === 0 || state.count === 0)
      return this.viewed ? undefined : this.sendView();
    const [first, other] = [this.fitted === "", this.fitted.split(" ")[0] !== state.scene];
    this.fitted = scene;
    if (!first) {
      this.link.forget();
      // Until its first frame, nothing is shown of the new scene.
      this.chart.clear();
      this.facts.clear();
      this.frame = undefined;
    }
    // A new scene is shown whole; with another number of entities the view stays as near as it was.
    if (this.steering.on) this.near();
    else if (this.whole || state.shows !== "arena" || (other && !first)) this.fit();
    else this.begin(state.extent);
  }

  /** Does what the link asks for. */
  private grant(): void {
    const { request, state } = this;
    if (!request || !state) return;
    this.request = undefined;
    const { refused, set, plays } = granted(request, state, this.startsWithDuel);
    if (refused) this.refuse(refused);
    if (set) this.send({ set });
    if (plays && !this.steering.on) this.steering.set(true);
  }

  private fit(): void {
    // A recording has no border: a few entities far away would make all others small.
    if (this.state) this.camera.fit(this.state.shows === "arena" ? this.state.extent : this.state.middle);
    this.whole = true;
  }

  /** Shows the middle of the scene. */
  private begin([left, low, right, high]: ArenaState["extent"]): void {
    [this.camera.x, this.camera.y] = [(left + right) / 2, (low + high) / 2];
    this.near();
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
    this.playing();
    if (this.steering.on) {
      this.near();
      this.canvas.focus({ preventScroll: true });
    }
    this.redraw();
  }

  /** Shows shapes at a size at which one can steer among them. */
  private near(): void {
    const sights = SIGHTS[this.state?.scene === "duel" ? "duel" : "arena"];
    const [{ x, y }, half] = [this.camera, sights[this.stage.clientWidth < NARROW ? 1 : 0] / 2];
    this.camera.fit([x - half, y - half, x + half, y + half]);
    this.whole = false;
  }

  /** A player of the duel has weapons in place of tools. */
  private playing(): void {
    this.duel.show(this.state?.scene === "duel", this.steering.on);
    this.tools.element.hidden = this.duel.playing;
    this.stage.classList.toggle("is-playing", this.duel.playing);
    if (this.duel.playing) this.tools.choose("look");
  }

  private probe(probed: Probed | null): void {
    // An answer may arrive after another tool was chosen.
    this.probed = probed && probed.probe.kind === this.tools.chosen ? probed : null;
    this.probeWords.show(this.probed);
    this.redraw();
  }

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (target.closest("select, textarea") || event.ctrlKey || event.metaKey) return;
    // A slider or a switch has its own keys, but no letters and digits.
    if (target.closest("input") && event.key.length > 1) return;
    const control = target.closest("button, a, summary, input") !== null;
    if (this.steering.key(event, true) || this.duel.key(event.key, true)) event.preventDefault();
    else if (event.key === " " && !control) {
      this.time.toggle();
      event.preventDefault();
    } else if (event.key === "p" && !this.steering.element.hidden) this.steering.set(!this.steering.on);
    else if (event.key === "Escape") this.tools.choose("look");
    else if (/^[1-7]$/.test(event.key)) this.tools.key(event.key);
  };

  private readonly keyUp = (event: KeyboardEvent): unknown =>
    this.steering.key(event, false) || this.duel.key(event.key, false);

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
}
