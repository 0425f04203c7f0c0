// An entity of one's own, steered by arrow keys or WASD.
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
  on = false;
  private readonly pressed = new Set<string>();

  constructor(
    private readonly send: (message: ClientMessage) => void,
    private readonly middle: () => [number, number],
    private readonly changed: () => void,
  ) {
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
    if (this.pressed.size === 0) return;
    this.pressed.clear();
    this.steer();
  };

  private steer(): void {
    const sum: [number, number] = [0, 0];
    for (const key of this.pressed) for (const axis of [0, 1] as const) sum[axis] += WAYS[key]![axis];
    const length = Math.hypot(...sum) || 1;
    this.send({ steer: [Math.fround(sum[0] / length), Math.fround(sum[1] / length)] });
  }
}
