// A chart of the last ticks: the time of each phase, and the number of pairs.
import { html } from "../dom";
import { PHASES, type Frame } from "./frame";

const KEPT = 180;
/** The minimum height of the chart, in milliseconds. */
const LEAST_MS = 0.5;

export class Chart {
  readonly element = html("figure", { class: "chart" });
  private readonly canvas = html("canvas", { role: "img", "aria-label": "Milliseconds of the last ticks by phase, and pairs" });
  private readonly caption = html("figcaption");
  private ticks: { tick: number; times: number[]; pairs: number; candidates: number }[] = [];

  constructor() {
    const legend = html("ul", { class: "legend" }, ...PHASES.map((name, i) => html("li", { class: `phase-${i}` }, name)));
    legend.append(html("li", { class: "phase-line" }, "pairs"));
    this.element.append(this.caption, this.canvas, legend);
  }

  add(frame: Frame): void {
    const last = this.ticks.at(-1)?.tick ?? 0;
    if (frame.rewound || frame.tick === last) return;
    if (frame.tick < last) this.ticks = [];
    const { times, pairs, candidates } = frame;
    this.ticks.push({ tick: frame.tick, times, pairs, candidates });
    if (this.ticks.length > KEPT) this.ticks.shift();
  }

  draw(): void {
    const { canvas, ticks } = this;
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio].map(Math.round) as [number, number];
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const context = canvas.getContext("2d")!;
    const style = getComputedStyle(document.documentElement);
    context.clearRect(0, 0, width, height);
    const totals = ticks.map(({ times }) => times.reduce((sum, time) => sum + time, 0));
    const max = Math.max(LEAST_MS, quantile(totals, 0.9) * 1.5);
    const bar = width / KEPT;
    ticks.forEach(({ times }, index) => {
      let bottom = height;
      const x = width - (ticks.length - index) * bar;
      times.forEach((time, phase) => {
        const tall = (time / max) * height;
        context.fillStyle = style.getPropertyValue(`--phase-${phase}`);
        context.fillRect(x, bottom - tall, Math.max(bar, 1), tall);
        bottom -= tall;
      });
    });
    const maxPairs = Math.max(1, ...ticks.map(({ pairs }) => pairs)) * 1.15;
    context.strokeStyle = style.getPropertyValue("--ink");
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    ticks.forEach(({ pairs }, index) => context.lineTo(width - (ticks.length - index - 0.5) * bar, height * (1 - pairs / maxPairs)));
    context.stroke();
    const [p50, p98] = [quantile(totals, 0.5), quantile(totals, 0.98)];
    this.caption.textContent = `Tick time: p50 ${p50.toFixed(2)} ms, p98 ${p98.toFixed(2)} ms; axis 0–${max.toFixed(1)} ms`;
  }
}

function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
}
