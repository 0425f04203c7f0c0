// An entity of one's own, steered by arrow keys, WASD, or a stick for the thumb.
import { html } from "../dom";
import type { ClientMessage } from "./link";

const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  a: [-1, 0],
  d: [1, 0],
  w: [0, 1],
  s: [0, -1],
};

export class Steering {
  readonly element = html(
    "button",
    {
      type: "button",
      id: "player",
      "aria-pressed": "false",
      title: "An entity of your own, steered by the arrow keys or WASD",
    },
    "Join in",
  );
  /** A stick for touch, at the lower left of the picture. */
  readonly stick = html("div", { class: "stick", hidden: true, "aria-hidden": "true" }, html("i"));
  on = false;
  private thumb: [number, number] = [0, 0];
  private readonly pressed = new Set<string>();

  constructor(
    private readonly send: (message: ClientMessage) => void,
    private readonly middle: () => [number, number],
    private readonly changed: () => void,
    private readonly walk: (direction: [number, number]) => void,
  ) {
    this.stick.addEventListener("pointerdown", (event) => {
      this.stick.setPointerCapture(event.pointerId);
      this.push(event);
    });
    this.stick.addEventListener("pointermove", (event) => {
      if (this.stick.hasPointerCapture(event.pointerId)) this.push(event);
    });
    for (const end of ["pointerup", "pointercancel"] as const)
      this.stick.addEventListener(end, () => this.point([0, 0]));
    this.element.addEventListener("click", () => this.set(!this.on));
    addEventListener("blur", this.rest);
  }

  close(): void {
    removeEventListener("blur", this.rest);
  }

  /** Enters the arena, or leaves it. */
  set(on: boolean): void {
    this.on = on;
    this.element.setAttribute("aria-pressed", String(on));
    this.element.textContent = on ? "Leave" : "Join in";
    this.stick.hidden = !on;
    this.rest();
    this.send({ player: on ? this.middle() : null });
    this.changed();
  }

  /** The server has forgotten the entity: the connection is new. */
  again(): void {
    if (this.on) this.send({ player: this.middle() });
  }

  /** Whether the key steers. */
  key(event: KeyboardEvent, down: boolean): boolean {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!this.on || !(key in WAYS) || event.ctrlKey || event.metaKey || event.altKey) return false;
    const before = this.pressed.size;
    if (down) this.pressed.add(key);
    else this.pressed.delete(key);
    if (this.pressed.size !== before) this.steer();
    return true;
  }

  private readonly rest = (): void => {
    if (this.pressed.size === 0 && this.thumb[0] === 0 && this.thumb[1] === 0) return;
    this.pressed.clear();
    this.point([0, 0]);
  };

  /** The thumb is at a place of the stick. */
  private push(event: PointerEvent): void {
    const { left, top, width, height } = this.stick.getBoundingClientRect();
    const [x, y] = [(2 * (event.clientX - left)) / width - 1, 1 - (2 * (event.clientY - top)) / height];
    const length = Math.max(Math.hypot(x, y), 1);
    this.point(Math.hypot(x, y) < 0.15 ? [0, 0] : [x / length, y / length]);
  }

  private point(thumb: [number, number]): void {
    this.thumb = thumb;
    const knob = this.stick.firstElementChild as HTMLElement;
    knob.style.translate = `${thumb[0] * 34}px ${-thumb[1] * 34}px`;
    this.steer();
  }

  private steer(): void {
    const sum: [number, number] = [...this.thumb];
    for (const key of this.pressed) for (const axis of [0, 1] as const) sum[axis] += WAYS[key]![axis];
    const length = Math.max(Math.hypot(...sum), 1);
    this.walk([Math.fround(sum[0] / length), Math.fround(sum[1] / length)]);
  }
}
