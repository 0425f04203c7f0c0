// A picture of the state, with handles that change it by pointer, finger and keys.
import { html, set, svg } from "../dom";
import { written } from "../numbers";
import type { Answer, Point } from "./ask";
import { commands, hull } from "../hull";
import { dragged, has, otherOf, placeOf, pressed, type Handle } from "./hands";
import { wrong } from "./layers";
import type { Drawing } from "./lessons/lesson";
import { Plane } from "./plane";
import { hasMany, isCapsule, MAX_POINTS, turns, type State } from "./state";

const LAYERS = ["grid", "wrong", "below", "above"] as const;

/** A figure of the text has the same handles as the main one, but is not in the order of Tab. */
export interface Options {
  main: boolean;
  label: string;
}

export class Figure {
  readonly element: HTMLElement;
  private readonly plane = new Plane();
  private readonly picture: SVGSVGElement;
  private readonly layers = Object.fromEntries(
    LAYERS.map((name) => [name, svg("g", { class: `layer-${name}` })]),
  ) as Record<(typeof LAYERS)[number], SVGGElement>;
  private readonly hands = new Map<Handle, SVGGElement>();
  private readonly disc = svg("circle", { class: "shape" });
  private readonly board = svg("rect", { class: "shape" });
  private readonly body = svg("path", { class: "shape" });
  private readonly others = svg("g", { class: "others" });
  private readonly sizes: ResizeObserver;
  private drawing: Drawing;
  private state: State | undefined;
  private answered: { state: State; answer: Answer } | undefined;
  private held: { handle: Handle; grip: Point } | undefined;

  constructor(
    drawing: Drawing,
    private readonly options: Options,
    private readonly change: (state: State) => void,
    private readonly drawn: () => void,
  ) {
    this.drawing = drawing;
    this.plane.main = options.main;
    this.picture = svg("svg", { class: "picture", role: "group", "aria-label": options.label });
    const rect = this.hand("rect", this.board);
    const body = this.hand("rounded", this.body);
    const circle = this.hand("circle", this.disc, svg("circle", { r: 3, class: "center" }));
    const motion = this.hand("motion", svg("path", { class: "motion" }), svg("circle", { r: 16, class: "grip" }));
    const turn = this.hand(
      "turn",
      svg("line", { class: "stalk" }),
      svg("circle", { r: 14, class: "grip" }),
      svg("circle", { r: 7, class: "knob" }),
    );
    const size = this.hand(
      "size",
      svg("circle", { r: 12, class: "grip" }),
      svg("rect", { width: 8, height: 8, class: "knob" }),
    );
    const radius = this.hand(
      "radius",
      svg("circle", { r: 12, class: "grip" }),
      svg("rect", { width: 8, height: 8, class: "knob" }),
    );
    const points = Array.from({ length: MAX_POINTS }, (_, i): Handle => `point-${i}`);
    const knobs = [...points, "rounding" as const].map((name) => {
      const knob = svg("circle", { r: name === "rounding" ? 5 : 7, class: "knob" });
      return this.hand(name, svg("circle", { r: 12, class: "grip" }), knob);
    });
    const { grid, wrong, below, above } = this.layers;
    this.picture.append(grid, wrong, below, this.others, rect, body, circle, above, motion, turn, size, ...knobs, radius);
    this.element = html("div", { class: options.main ? "stage" : "stage is-small" }, this.picture);
    this.picture.addEventListener("pointerdown", (event) => this.press(event));
    this.picture.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"] as const) this.picture.addEventListener(end, () => this.release());
    this.picture.addEventListener("keydown", (event) => this.key(event));
    this.sizes = new ResizeObserver(() => this.resize());
    this.sizes.observe(this.element);
  }

  close(): void {
    this.sizes.disconnect();
  }

  /** Shows the drawings of another lesson. */
  use(drawing: Drawing): void {
    this.drawing = drawing;
    this.answered = undefined;
  }

  /** Shows a state at once, before the answer of the engine. */
  show(state: State): void {
    this.state = state;
    if (this.answered && this.answered.state.lesson !== state.lesson) this.answered = undefined;
    this.draw();
  }

  /** Shows the answer of the engine for a state; without one, nothing that depends on it. */
  answer(state: State, answer: Answer | undefined): void {
    if (state.lesson !== this.state?.lesson) return;
    this.answered = answer && { state, answer };
    this.draw();
  }

  /** Keys without a focused handle: arrows move the circle. */
  keyAnywhere(event: KeyboardEvent): void {
    this.run(event, "circle");
  }

  private hand(name: Handle, ...parts: SVGElement[]): SVGGElement {
    const { main } = this.options;
    const attributes = {
      "data-hand": name,
      id: main && `hand-${name}`,
      class: `hand hand-${name.replace(/-.*/, "")}`,
      tabindex: main ? 0 : -1,
      role: "group",
    };
    const group = svg("g", attributes, ...parts);
    this.hands.set(name, group);
    return group;
  }

  private resize(): void {
    this.plane.resize(this.element.clientWidth, this.element.clientHeight);
    set(this.picture, { viewBox: `0 0 ${this.plane.width} ${this.plane.height}` });
    this.layers.grid.replaceChildren(this.plane.grid(this.options.main));
    this.draw();
  }

  private draw(): void {
    const { plane, state, answered, layers, drawing } = this;
    if (!state) return;
    const draw = (part: Drawing["below"]): SVGElement[] =>
      answered && part ? part(plane, answered.state, answered.answer) : [];
    layers.wrong.replaceChildren(...(answered && this.options.main ? wrong(plane, answered.answer) : []));
    layers.below.replaceChildren(...draw(drawing.below));
    layers.above.replaceChildren(...draw(drawing.above));
    this.placeOthers(state, answered?.answer);
    this.placeCircle(state);
    this.placeRect(state);
    this.placeBody(state);
    this.placeMotion(state);
    for (const [handle, group] of this.hands) {
      group.classList.toggle("is-away", !has(state, handle));
      if (handle === "size" || handle === "radius") this.placeKnob(state, handle, group);
    }
    const hit = answered?.answer.hit ?? false;
    for (const shape of [this.disc, this.board, this.body])
      shape.classList.toggle("is-hit", hit && (shape === this.disc || answered!.answer.obstacles[0]!.hit));
    this.drawn();
  }

  private placeCircle(state: State): void {
    const { circle } = state;
    const [cx, cy] = this.plane.at([circle.x, circle.y]);
    const hand = this.hands.get("circle")!;
    set(this.disc, { cx, cy, r: this.plane.length(circle.radius) });
    this.disc.classList.toggle("is-player", hasMany(state));
    set(hand.lastElementChild!, { cx, cy });
    const who = hasMany(state) ? "You, the player, a circle" : "Circle";
    const where = `(${written(circle.x)}, ${written(circle.y)})`;
    set(hand, {
      "aria-label":
        `${who} at ${where}, radius ${written(circle.radius)}. Arrow keys move it, plus and minus change its ` +
        `radius.`,
    });
  }

  private placeRect(state: State): void {
    const { rect } = state;
    const angle = turns(state) ? rect.angle : 0;
    const [x, y] = this.plane.at([rect.x - rect.width / 2, rect.y + rect.height / 2]);
    const [cx, cy] = this.plane.at([rect.x, rect.y]);
    const size = { width: this.plane.length(rect.width), height: this.plane.length(rect.height) };
    set(this.board, { x, y, ...size, transform: `rotate(${-angle} ${cx} ${cy})` });
    const label = `Rectangle at (${written(rect.x)}, ${written(rect.y)}), ${written(rect.width)} by ${written(rect.height)}, rotated by ${written(angle)} degrees.`;
    set(this.hands.get("rect")!, { "aria-label": `${label} Arrow keys move it, bracket keys rotate it.` });
    const turn = this.hands.get("turn")!;
    const [[x1, y1], [x2, y2]] = [this.plane.at([rect.x, rect.y]), this.plane.at(placeOf(state, "turn"))];
    const half = ((rect.width / 2) * this.plane.scale) / (Math.hypot(x2 - x1, y2 - y1) || 1);
    set(turn.children[0]!, { x1: x1 + (x2 - x1) * half, y1: y1 + (y2 - y1) * half, x2, y2 });
    for (const part of [...turn.children].slice(1)) set(part, { cx: x2, cy: y2 });
    set(turn, { "aria-label": `Angle, ${written(angle)} degrees. Arrow keys rotate the rectangle.` });
  }

  /** The capsule or polygon, and the knobs of its points. */
  private placeBody(state: State): void {
    const { x, y, radius, points } = state.rounded;
    const corners = hull(points.map(([px, py]): Point => [x + px, y + py])).map((corner) => this.plane.at(corner));
    set(this.body, { d: commands(corners, this.plane.length(radius)) });
    const kind = isCapsule(state) ? "Capsule" : "Polygon";
    const where = `at (${written(x)}, ${written(y)}), ${points.length} points, radius ${written(radius)}`;
    set(this.hands.get("rounded")!, { "aria-label": `${kind} ${where}. Arrow keys move it.` });
    set(this.hands.get("rounding")!, {
      "aria-label": `Radius of the ${kind.toLowerCase()}, ${written(radius)}. Arrow keys change it.`,
    });
    const place = (handle: Handle): void => {
      const [cx, cy] = this.plane.at(placeOf(state, handle));
      for (const part of this.hands.get(handle)!.children) set(part, { cx, cy });
    };
    place("rounding");
    for (let i = 0; i < MAX_POINTS; i++) {
      const [px, py] = points[i] ?? [0, 0];
      place(`point-${i}`);
      set(this.hands.get(`point-${i}`)!, {
        "aria-label": `Point ${i + 1}, (${written(px)}, ${written(py)}) from the position. Arrow keys move it.`,
      });
    }
  }

  private placeMotion(state: State): void {
    const { circle, motion } = state;
    const hand = this.hands.get("motion")!;
    const tip = placeOf(state, "motion");
    const arrow = this.plane.arrow([circle.x, circle.y], tip, "motion");
    set(hand.children[0]!, { d: arrow.getAttribute("d") ?? "" });
    const [cx, cy] = this.plane.at(tip);
    set(hand.children[1]!, { cx, cy });
    set(hand, {
      "aria-label": `Motion of the circle, (${written(motion[0])}, ${written(motion[1])}). Arrow keys change it.`,
    });
  }

  private placeKnob(state: State, handle: "size" | "radius", group: SVGGElement): void {
    const [cx, cy] = this.plane.at(placeOf(state, handle));
    set(group.children[0]!, { cx, cy });
    set(group.children[1]!, { x: cx - 4, y: cy - 4 });
    const { circle, rect } = state;
    const what =
      handle === "radius"
        ? `Radius of the circle, ${written(circle.radius)}`
        : `Size of the rectangle, ${written(rect.width)} by ${written(rect.height)}`;
    set(group, { "aria-label": `${what}. Arrow keys change it.` });
  }

  /** The other circles of the lesson `circles`. */
  private placeOthers(state: State, answer: Answer | undefined): void {
    const count = hasMany(state) ? state.others.length : 0;
    while (this.others.childElementCount > count) {
      this.hands.delete(`other-${this.others.childElementCount - 1}`);
      this.others.lastElementChild!.remove();
    }
    for (let i = 0; i < count; i++) {
      const name: Handle = `other-${i}`;
      if (!this.hands.has(name))
        this.others.append(
          this.hand(name, svg("circle", { class: "shape" }), svg("text", { class: "number middle" }, String(i + 1))),
        );
      const [group, disc] = [this.hands.get(name)!, otherOf(state, name)!];
      const [cx, cy] = this.plane.at([disc.x, disc.y]);
      const hit = answer?.obstacles.length === count && answer.obstacles[i]!.hit;
      set(group.children[0]!, {
        cx,
        cy,
        r: this.plane.length(disc.radius),
        class: `shape${hit ? " is-hit" : ""}`,
      });
      set(group.children[1]!, { x: cx, y: cy + 5 });
      set(group, {
        "aria-label":
          `Circle ${i + 1} at (${written(disc.x)}, ${written(disc.y)}), ${hit ? "hit" : "not hit"}. Arrow keys ` +
          `move it.`,
      });
    }
  }

  private pointed(event: PointerEvent): Point {
    const { left, top } = this.picture.getBoundingClientRect();
    return this.plane.from([event.clientX - left, event.clientY - top]);
  }

  /** Grabs the shape under the pointer; if there is none, moves the circle there. */
  private press(event: PointerEvent): void {
    if (!this.state || event.button !== 0) return;
    const group = (event.target as Element).closest("[data-hand]");
    const handle = (group?.getAttribute("data-hand") as Handle | null) ?? "circle";
    const at = this.pointed(event);
    const from = group ? placeOf(this.state, handle) : at;
    this.held = { handle, grip: [from[0] - at[0], from[1] - at[1]] };
    this.picture.setPointerCapture(event.pointerId);
    this.picture.classList.add("is-dragging");
    this.hands.get(handle)!.focus({ preventScroll: true });
    event.preventDefault();
    if (!group) this.change(dragged(this.state, handle, at));
  }

  private drag(event: PointerEvent): void {
    if (!this.held || !this.state) return;
    const [x, y] = this.pointed(event);
    this.change(dragged(this.state, this.held.handle, [x + this.held.grip[0], y + this.held.grip[1]]));
  }

  private release(): void {
    this.held = undefined;
    this.picture.classList.remove("is-dragging");
  }

  private key(event: KeyboardEvent): void {
    const handle = (event.target as Element).closest("[data-hand]")?.getAttribute("data-hand") as Handle | null;
    if (handle) this.run(event, handle);
  }

  private run(event: KeyboardEvent, handle: Handle): void {
    if (!this.state || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    const state = pressed(this.state, handle, event);
    if (!state) return;
    event.preventDefault();
    this.change(state);
  }
}
