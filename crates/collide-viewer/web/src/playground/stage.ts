// The picture, and the handles that change it by pointer, finger and keys.
import { html, set, svg } from "../dom";
import { rounded, stepped, written } from "../numbers";
import type { Answer, Point } from "./ask";
import { above, below, ten } from "./overlays";
import { along, axes, Plane } from "./plane";
import { hasRect, turns, type State } from "./state";

type Handle = "circle" | "rect" | "turn" | "motion";

/** Arrow keys and their directions. */
const ARROWS: Record<string, Point> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Stage {
  readonly element: HTMLElement;
  private readonly plane = new Plane();
  private readonly picture = svg("svg", { class: "picture", role: "group", "aria-label": "The plane" });
  private readonly layers = ["grid", "below", "fixed", "above"].map((name) => svg("g", { class: `layer-${name}` }));
  private readonly hands: Record<Handle, SVGGElement>;
  private readonly disc = svg("circle", { class: "shape" });
  private readonly board = svg("rect", { class: "shape" });
  private readonly sizes: ResizeObserver;
  private state: State | undefined;
  private answered: { state: State; answer: Answer } | undefined;
  private held: { handle: Handle; grip: Point } | undefined;

  constructor(private readonly change: (state: State) => void) {
    this.hands = {
      rect: hand("rect", this.board),
      turn: hand("turn", svg("line", { class: "stalk" }), svg("circle", { r: 14, class: "grip" }), svg("circle", { r: 7, class: "knob" })),
      motion: hand("motion", svg("path", { class: "motion" }), svg("circle", { r: 16, class: "grip" })),
      circle: hand("circle", this.disc, svg("circle", { r: 3, class: "center" })),
    };
    const [grid, under, fixed, over] = this.layers as [SVGGElement, SVGGElement, SVGGElement, SVGGElement];
    const { rect, circle, motion, turn } = this.hands;
    this.picture.append(grid, under, fixed, rect, circle, over, motion, turn);
    this.element = html("div", { class: "stage" }, this.picture);
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

  /** Shows a state at once, before the answer of the engine. */
  show(state: State): void {
    this.state = state;
    if (this.answered && this.answered.state.lesson !== state.lesson) this.answered = undefined;
    this.draw();
  }

  /** Shows the answer of the engine for a state. */
  answer(state: State, answer: Answer): void {
    if (state.lesson !== this.state?.lesson) return;
    this.answered = { state, answer };
    this.draw();
  }

  private resize(): void {
    this.plane.resize(this.element.clientWidth, this.element.clientHeight);
    set(this.picture, { viewBox: `0 0 ${this.plane.width} ${this.plane.height}` });
    this.layers[0]!.replaceChildren(this.plane.grid());
    this.draw();
  }

  private draw(): void {
    const { plane, state, answered } = this;
    if (!state) return;
    const [, under, fixed, over] = this.layers;
    under!.replaceChildren(...(answered ? below(plane, answered.state, answered.answer) : []));
    over!.replaceChildren(...(answered ? above(plane, answered.state, answered.answer) : []));
    fixed!.replaceChildren(...(hasRect(state) ? [] : ten(plane, answered?.answer)));
    this.placeCircle(state);
    this.placeRect(state);
    this.placeMotion(state);
    const hit = answered?.answer.hit ?? false;
    for (const shape of [this.disc, this.board]) shape.classList.toggle("is-hit", hit);
  }

  private placeCircle({ circle }: State): void {
    const [cx, cy] = this.plane.at([circle.x, circle.y]);
    set(this.disc, { cx, cy, r: Math.max(circle.radius, 0) * this.plane.scale });
    set(this.hands.circle.lastElementChild!, { cx, cy });
    const where = `(${written(circle.x)}, ${written(circle.y)})`;
    set(this.hands.circle, { "aria-label": `Circle at ${where}, radius ${written(circle.radius)}. Arrow keys move it, plus and minus change its radius.` });
  }

  private placeRect(state: State): void {
    const { rect } = state;
    const shown = hasRect(state);
    this.hands.rect.classList.toggle("is-away", !shown);
    this.hands.turn.classList.toggle("is-away", !turns(state));
    const angle = turns(state) ? rect.angle : 0;
    const [x, y] = this.plane.at([rect.x - rect.width / 2, rect.y + rect.height / 2]);
    const [cx, cy] = this.plane.at([rect.x, rect.y]);
    const size = { width: Math.max(rect.width, 0) * this.plane.scale, height: Math.max(rect.height, 0) * this.plane.scale };
    set(this.board, { x, y, ...size, transform: `rotate(${-angle} ${cx} ${cy})` });
    const label = `Rectangle at (${written(rect.x)}, ${written(rect.y)}), ${written(rect.width)} by ${written(rect.height)}, rotated by ${written(angle)} degrees.`;
    set(this.hands.rect, { "aria-label": `${label} Arrow keys move it, bracket keys rotate it.` });
    const frame = axes(angle);
    const [edge, knob] = [along([rect.x, rect.y], frame, rect.width / 2, 0), along([rect.x, rect.y], frame, rect.width / 2 + 0.8, 0)];
    const [[x1, y1], [x2, y2]] = [this.plane.at(edge), this.plane.at(knob)];
    set(this.hands.turn.children[0]!, { x1, y1, x2, y2 });
    for (const part of [...this.hands.turn.children].slice(1)) set(part, { cx: x2, cy: y2 });
    set(this.hands.turn, { "aria-label": `Angle, ${written(angle)} degrees. Arrow keys rotate the rectangle.` });
  }

  private placeMotion(state: State): void {
    this.hands.motion.classList.toggle("is-away", state.lesson !== "sweep");
    const { circle, motion } = state;
    const tip: Point = [circle.x + motion[0], circle.y + motion[1]];
    const arrow = this.plane.arrow([circle.x, circle.y], tip, "motion");
    set(this.hands.motion.children[0]!, { d: arrow.getAttribute("d") ?? "" });
    const [cx, cy] = this.plane.at(tip);
    set(this.hands.motion.children[1]!, { cx, cy });
    set(this.hands.motion, { "aria-label": `Motion of the circle, (${written(motion[0])}, ${written(motion[1])}). Arrow keys change it.` });
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
    const from = group ? this.placeOf(handle) : at;
    this.held = { handle, grip: [from[0] - at[0], from[1] - at[1]] };
    this.picture.setPointerCapture(event.pointerId);
    this.picture.classList.add("is-dragging");
    this.hands[handle].focus({ preventScroll: true });
    event.preventDefault();
    if (!group) this.moveTo(handle, at);
  }

  private drag(event: PointerEvent): void {
    if (!this.held) return;
    const [x, y] = this.pointed(event);
    this.moveTo(this.held.handle, [x + this.held.grip[0], y + this.held.grip[1]]);
  }

  private release(): void {
    this.held = undefined;
    this.picture.classList.remove("is-dragging");
  }

  private placeOf(handle: Handle): Point {
    const { circle, rect, motion } = this.state!;
    if (handle === "circle") return [circle.x, circle.y];
    if (handle === "motion") return [circle.x + motion[0], circle.y + motion[1]];
    if (handle === "rect") return [rect.x, rect.y];
    return along([rect.x, rect.y], axes(rect.angle), rect.width / 2 + 0.8, 0);
  }

  private moveTo(handle: Handle, [x, y]: Point): void {
    const state = structuredClone(this.state!);
    const { circle, rect } = state;
    if (handle === "turn") {
      const angle = (Math.atan2(y - rect.y, x - rect.x) * 180) / Math.PI;
      rect.angle = rounded((angle + 360) % 360, 1) % 360;
    } else if (handle === "motion") {
      state.motion = [rounded(x - circle.x), rounded(y - circle.y)];
    } else {
      const moved = handle === "circle" ? circle : rect;
      [moved.x, moved.y] = [rounded(x), rounded(y)];
    }
    this.change(state);
  }

  private key(event: KeyboardEvent): void {
    const handle = (event.target as Element).closest("[data-hand]")?.getAttribute("data-hand") as Handle | null;
    if (!handle || !this.state || event.ctrlKey || event.metaKey) return;
    const state = structuredClone(this.state);
    const arrow = ARROWS[event.key];
    const done = arrow ? arrowKey(state, handle, arrow, event) : otherKey(state, handle, event.key);
    if (!done) return;
    event.preventDefault();
    this.change(state);
  }
}

function hand(name: Handle, ...parts: SVGElement[]): SVGGElement {
  return svg("g", { "data-hand": name, id: `hand-${name}`, class: `hand hand-${name}`, tabindex: 0, role: "group" }, ...parts);
}

/** Arrow keys move by a tenth; with shift by one, with alt by a single float. */
function arrowKey(state: State, handle: Handle, [right, up]: Point, { shiftKey, altKey }: KeyboardEvent): boolean {
  const step = (value: number, way: number): number => {
    if (way === 0) return value;
    return altKey ? stepped(value, way) : rounded(value + way * (shiftKey ? 1 : 0.1), 1e-4);
  };
  if (handle === "turn") {
    state.rect.angle = rounded((((state.rect.angle + (up - right) * (shiftKey ? 15 : 1)) % 360) + 360) % 360, 1e-4);
  } else if (handle === "motion") {
    state.motion = [step(state.motion[0], right), step(state.motion[1], up)];
  } else {
    const moved = handle === "circle" ? state.circle : state.rect;
    [moved.x, moved.y] = [step(moved.x, right), step(moved.y, up)];
  }
  return true;
}

function otherKey(state: State, handle: Handle, key: string): boolean {
  const grow = { "+": 0.1, "=": 0.1, "-": -0.1 }[key];
  const turn = { "[": 5, "]": -5 }[key];
  if (handle === "circle" && grow !== undefined) {
    state.circle.radius = Math.max(0, rounded(state.circle.radius + grow, 1e-4));
    return true;
  }
  if (handle === "rect" && turn !== undefined && turns(state)) {
    state.rect.angle = rounded((((state.rect.angle + turn) % 360) + 360) % 360, 1e-4);
    return true;
  }
  return false;
}
