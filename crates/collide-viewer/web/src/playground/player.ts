// The time of a motion: a slider, and a button that plays it.
import { html } from "../dom";
import { moves, type State } from "./state";

/** How long a motion takes to play. */
const PLAY_MS = 2000;

export class Player {
  readonly element: HTMLElement;
  private readonly button = html("button", { type: "button", id: "play" }, "Play");
  private readonly slider = html("input", {
    type: "range",
    id: "time",
    min: 0,
    max: 1,
    step: 0.01,
    "aria-label": "Time, as a part of the motion",
  });
  private readonly words = html("output", { for: "time", id: "time-words" });
  private frame = 0;

  constructor(
    private readonly current: () => State,
    private readonly change: (state: State) => void,
  ) {
    this.element = html(
      "div",
      { class: "player", role: "group", "aria-label": "Time" },
      this.button,
      this.slider,
      this.words,
    );
    this.slider.addEventListener("input", () => {
      this.stop();
      this.go(Number(this.slider.value));
    });
    this.button.addEventListener("click", () => (this.frame === 0 ? this.play() : this.stop()));
  }

  show(state: State): void {
    this.element.hidden = !moves(state);
    if (!moves(state)) this.stop();
    this.slider.value = String(state.time);
    this.words.textContent = `t = ${state.time.toFixed(2)}`;
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.button.textContent = "Play";
  }

  private play(): void {
    const from = this.current().time >= 1 ? 0 : this.current().time;
    const start = performance.now() - from * PLAY_MS;
    this.button.textContent = "Pause";
    const next = (): void => {
      const time = Math.min(1, (performance.now() - start) / PLAY_MS);
      this.frame = time < 1 ? requestAnimationFrame(next) : 0;
      if (time >= 1) this.stop();
      this.go(time);
    };
    this.frame = requestAnimationFrame(next);
  }

  private go(time: number): void {
    this.change({ ...structuredClone(this.current()), time: Math.fround(time) });
  }
}
