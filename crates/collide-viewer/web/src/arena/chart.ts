// A chart of the last ticks: the time of each phase on an axis, p50 and p99, and the number of pairs.
import { html } from "../dom";
import type { Frame } from "./frame";

const KEPT = 180;
/** The minimum height of the chart, in milliseconds. */
const LEAST_MS = 0.5;
/** The parts of the height that have a line and a label. */
const LINES = [0.25, 0.5, 0.75];
/** The space on each side of the labels of the axis, in pixels of the page. */
const AROUND_LABEL = 4;

interface Tick {
  tick: number;
  times: number[];
  pairs: number;
}

export class Chart {
  readonly element = html("figure", { class: "chart" });
  private readonly canvas = html("canvas", {
    role: "img",
    "aria-label": "Milliseconds of the last ticks by phase, and the number of pairs",
  });
  private readonly caption = html("figcaption", { id: "chart-words" });
  private readonly legend = html("ul", { class: "legend" });
  private ticks: Tick[] = [];
  private shown = 0;
  private count = 0;

  constructor() {
    this.element.append(this.caption, this.canvas, this.legend);
  }

  /** Names the stages of a tick. */
  learn(stages: readonly string[]): void {
    if (this.legend.childElementCount === stages.length + 1 && this.legend.firstChild?.textContent === stages[0]) return;
    const names = stages.map((name, i) => html("li", { class: `phase-${i}` }, name === "pairs" ? "search" : name));
    this.legend.replaceChildren(...names, html("li", { class: "phase-line" }, "number of pairs"));
    this.clear();
  }

  add(frame: Frame): void {
    this.shown = frame.tick;
    const last = this.ticks.at(-1)?.tick ?? 0;
    if (frame.rewound || frame.tick === last) return;
    // Another scene has other times. Few entities that come or go are no other scene.
    if (frame.tick < last || frame.count > 2 * this.count || 2 * frame.count < this.count) this.ticks = [];
    this.count = frame.count;
    const { times, pairs } = frame;
    this.ticks.push({ tick: frame.tick, times, pairs });
    if (this.ticks.length > KEPT) this.ticks.shift();
  }

  /** Another scene: its ticks have nothing to do with those shown. */
  clear(): void {
    this.ticks = [];
  }

  draw(): void {
    const { canvas, ticks } = this;
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio].map(Math.round) as [
      number,
      number,
    ];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d")!;
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(`--${name}`);
    context.clearRect(0, 0, width, height);
    const totals = ticks.map(({ times }) => times.reduce((sum, time) => sum + time, 0));
    const [p50, p99] = [quantile(totals, 0.5), quantile(totals, 0.99)];
    const max = nice(Math.max(LEAST_MS, p50 * 2.2, quantile(totals, 0.9) * 1.3));
    context.font = `${11 * ratio}px system-ui, sans-serif`;
    context.textAlign = "right";
    // The widest label decides, because fonts differ.
    const labels = LINES.map((part) => `${short(max * part)} ms`);
    const gap = AROUND_LABEL * ratio;
    const left = Math.ceil(Math.max(...labels.map((words) => context.measureText(words).width))) + 2 * gap;
    const bar = (width - left) / KEPT;
    const up = (ms: number): number => height * (1 - ms / max);
    const at = (index: number): number => width - (ticks.length - index) * bar;
    LINES.forEach((part, index) => {
      context.fillStyle = colour("line");
      context.fillRect(left, up(max * part), width - left, ratio);
      context.fillStyle = colour("soft");
      context.fillText(labels[index]!, left - gap, up(max * part) + 4 * ratio);
    });
    const below = new Float64Array(ticks.length);
    for (let phase = 0; phase < (ticks[0]?.times.length ?? 0); phase++) {
      // The bars of a phase are one path: a style and a fill for each would take most of the time of a picture.
      context.fillStyle = colour(`phase-${phase}`);
      context.beginPath();
      ticks.forEach(({ times }, index) => {
        const [from, to] = [below[index]!, below[index]! + times[phase]!];
        context.rect(at(index), up(to), Math.max(bar, 1), up(from) - up(to));
        below[index] = to;
      });
      context.fill();
    }
    this.line(
      context,
      [...ticks.keys()].map((index) => [at(index + 0.5), this.height(ticks[index]!.pairs, height)]),
      colour("ink"),
      1.5 * ratio,
    );
    for (const [ms, dash] of [
      [p50, []],
      [p99, [4 * ratio, 3 * ratio]],
    ] as const) {
      context.setLineDash([...dash]);
      this.line(
        context,
        [
          [left, up(ms)],
          [width, up(ms)],
        ],
        colour("soft"),
        ratio,
      );
    }
    context.setLineDash([]);
    const past = ticks.findIndex(({ tick }) => tick >= this.shown);
    if (past >= 0 && past < ticks.length - 1)
      this.line(
        context,
        [
          [at(past + 0.5), 0],
          [at(past + 0.5), height],
        ],
        colour("near"),
        2 * ratio,
      );
    this.caption.textContent = `Tick time: p50 ${short(p50)} ms, p99 ${short(p99)} ms (dashed) of ${ticks.length === 1 ? "1 tick" : `the last ${ticks.length} ticks`}`;
    Object.assign(canvas.dataset, { p50, p99, max, ticks: ticks.length });
  }

  /** The height of a number of pairs. */
  private height(pairs: number, height: number): number {
    return height * (1 - pairs / (Math.max(1, ...this.ticks.map((tick) => tick.pairs)) * 1.15));
  }

  private line(context: CanvasRenderingContext2D, points: [number, number][], colour: string, width: number): void {
    [context.strokeStyle, context.lineWidth] = [colour, width];
    context.beginPath();
    for (const [x, y] of points) context.lineTo(x, y);
    context.stroke();
  }
}

/** A round number that is not smaller, of which a quarter is round too. */
function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}

function short(ms: number): string {
  return ms < 1 ? ms.toFixed(2) : ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
}

function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
