// The visible part of the plane, and the gestures and keys that change it.
import { html } from "../dom";

type Point = [number, number];

const ZOOM_KEY = 1.25;
/** A press that moves less than this is a click. */
const CLICK_PIXELS = 5;
const SMALLEST_SCALE = 1e-4;
const LARGEST_SCALE = 400;

/** What the pointer does instead of moving the view. */
export interface PointerTool {
  readonly isActive: boolean;
  /** Whether it was pressed and not released. */
  readonly isPressed: boolean;
  /** Whether arrow keys have another use while it is chosen. */
  readonly takesArrows: boolean;
  press(at: Point): void;
  move(at: Point): void;
  release(): void;
}

export class Camera {
  x = 0;
  y = 0;
  /** Pixels of the page per world unit. */
  scale = 4;
  private readonly fingers = new Map<number, Point>();
  private moved = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly changed: () => void,
    private readonly clicked: (at: Point) => void,
    private readonly home: () => void,
    private readonly current: () => PointerTool,
  ) {
    element.addEventListener("pointerdown", (event) => this.press(event));
    element.addEventListener("pointermove", (event) => this.drag(event));
    element.addEventListener("pointerup", (event) => this.release(event));
    element.addEventListener("pointercancel", (event) => this.fingers.delete(event.pointerId));
    element.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Makes a whole rectangle visible. */
  fit([left, low, right, high]: readonly [number, number, number, number]): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    [this.x, this.y] = [(left + right) / 2, (low + high) / 2];
    this.scale = 0.96 * Math.min(width / Math.max(right - left, 1e-6), height / Math.max(high - low, 1e-6));
    this.changed();
  }

  /** Shows a point in the middle. */
  center([x, y]: Point): void {
    [this.x, this.y] = [x, y];
    this.changed();
  }

  /** The visible rectangle: min x and y, max x and y. */
  view(): [number, number, number, number] {
    const [a, b] = [this.element.clientWidth / 2 / this.scale, this.element.clientHeight / 2 / this.scale];
    return [this.x - a, this.y - b, this.x + a, this.y + b];
  }

  /** Zooms by a factor around a point of the element, by default its middle. A factor above 1 zooms in. */
  zoom(by: number, around: Point = [this.element.clientWidth / 2, this.element.clientHeight / 2]): void {
    const before = this.from(around);
    this.scale = Math.min(Math.max(this.scale * by, SMALLEST_SCALE), LARGEST_SCALE);
    const after = this.from(around);
    this.x += before[0] - after[0];
    this.y += before[1] - after[1];
    this.changed();
  }

  private get tool(): PointerTool {
    return this.current();
  }

  private from([left, top]: Point): Point {
    const { clientWidth: width, clientHeight: height } = this.element;
    return [this.x + (left - width / 2) / this.scale, this.y - (top - height / 2) / this.scale];
  }

  private place(event: MouseEvent): Point {
    const { left, top } = this.element.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  }

  private press(event: PointerEvent): void {
    if (event.button !== 0 || event.target !== this.element.firstElementChild) return;
    this.element.setPointerCapture(event.pointerId);
    if (this.fingers.size === 0) this.moved = 0;
    this.fingers.set(event.pointerId, this.place(event));
    this.element.querySelector("canvas")?.focus({ preventScroll: true });
    if (this.tool.isActive) this.tool.press(this.from(this.place(event)));
  }

  private drag(event: PointerEvent): void {
    const before = this.fingers.get(event.pointerId);
    if (this.tool.isActive && this.fingers.size < 2) this.tool.move(this.from(this.place(event)));
    if (!before) return;
    if (this.tool.isActive && this.fingers.size === 1) return;
    const now = this.place(event);
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.fingers.set(event.pointerId, now);
    this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    const share = other ? 2 : 1;
    this.x -= (now[0] - before[0]) / share / this.scale;
    this.y += (now[1] - before[1]) / share / this.scale;
    if (!other) return this.changed();
    const span = (to: Point): number => Math.max(Math.hypot(to[0] - other[0], to[1] - other[1]), 1);
    this.zoom(span(now) / span(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
  }

  private release(event: PointerEvent): void {
    const at = this.fingers.get(event.pointerId);
    this.fingers.delete(event.pointerId);
    if (this.tool.isActive) return this.tool.release();
    if (at && this.fingers.size === 0 && this.moved < CLICK_PIXELS) this.clicked(this.from(at));
  }

  private wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.zoom(Math.exp(-Math.max(-120, Math.min(event.deltaY * lines, 120)) / 300), this.place(event));
  }

  /** Does in the middle of the view what the pointer does: a click, or the press and the release of a tool. */
  private enter(): void {
    const at: Point = [this.x, this.y];
    if (!this.tool.isActive) return this.clicked(at);
    if (this.tool.isPressed) this.tool.release();
    else this.tool.press(at);
  }

  private key(event: KeyboardEvent): void {
    if (event.target !== this.element.firstElementChild || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = ((event.shiftKey ? 0.5 : 0.1) * this.element.clientWidth) / this.scale;
    const ways: Record<string, Point> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const way = ways[event.key];
    if (way && this.tool.takesArrows) return;
    if (way) {
      this.x += way[0];
      this.y += way[1];
      if (this.tool.isActive) this.tool.move([this.x, this.y]);
      this.changed();
    } else if (event.key === "Enter") this.enter();

    else if (event.key === "+" || event.key === "=") this.zoom(ZOOM_KEY);
    else if (event.key === "-") this.zoom(1 / ZOOM_KEY);
    else if (event.key === "0") this.home();
    else return;
    event.preventDefault();
  }
}

/** Buttons for what the wheel and the key 0 do. */
export function zoomButtons(camera: Camera, fit: () => void): HTMLElement {
  const button = (id: string, words: string, label: string, run: () => void): HTMLButtonElement => {
    const made = html("button", { type: "button", id, "aria-label": label, title: label }, words);
    made.addEventListener("click", run);
    return made;
  };
  return html(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    button("zoom-in", "+", "Zoom in", () => camera.zoom(1.6)),
    button("zoom-out", "−", "Zoom out", () => camera.zoom(1 / 1.6)),
    button("zoom-fit", "⤢", "Show everything", fit),
  );
}
