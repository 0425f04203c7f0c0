// The numbers of the arena, the explanation of its strategy, and the followed entity.
import { html, isTouch } from "../dom";
import { brief } from "../numbers";
import type { Frame } from "./frame";
import type { ArenaState, Followed } from "./link";

/** The pictures of which the time of script is kept. */
const SCRIPTS = 300;

/** Frames and ticks of the last second. */
class Pace {
  private samples: [at: number, tick: number][] = [];
  private spent = 0;
  private readonly scripts: number[] = [];

  add(tick: number): void {
    const now = performance.now();
    this.samples.push([now, tick]);
    while (this.samples.length > 2 && now - this.samples[0]![0] > 1000) this.samples.shift();
  }

  /** Script has run for this time since the last picture. */
  spend(ms: number): void {
    this.spent += ms;
  }

  /** A picture was drawn, which took this time of script. */
  picture(ms: number): void {
    this.scripts.push(this.spent + ms);
    this.spent = 0;
    if (this.scripts.length > SCRIPTS) this.scripts.shift();
  }

  /** p95 of the time of script for a picture, in milliseconds. */
  get script(): number {
    const sorted = [...this.scripts].sort((a, b) => a - b);
    return sorted[Math.floor(0.95 * sorted.length)] ?? 0;
  }

  get frames(): number {
    return this.over(this.samples.length - 1);
  }

  get ticks(): number {
    return this.over(Math.max(0, (this.samples.at(-1)?.[1] ?? 0) - (this.samples[0]?.[1] ?? 0)));
  }

  private over(count: number): number {
    const time = (this.samples.at(-1)?.[0] ?? 0) - (this.samples[0]?.[0] ?? 0);
    return time > 200 ? (1000 * count) / time : 0;
  }
}

export class Facts {
  readonly element = html("dl", { class: "facts numbers-live", id: "arena-facts" });
  readonly pace = new Pace();

  clear(): void {
    this.element.replaceChildren();
  }

  /** A game has pairs too, but its tick is more than their search. */
  show(frame: Frame, isGame: boolean): void {
    const number = (value: number): string => value.toLocaleString("en");
    const total = frame.times.reduce((sum, time) => sum + time, 0);
    const ratio = frame.pairs > 0 ? (frame.candidates / frame.pairs).toFixed(2) : "–";
    // The history has positions only: the pairs in sight are found again, nothing else is known of a past tick.
    const then: [string, string][] = [
      ["pairs in sight", number(frame.pairs)],
      ["shown tick", `${number(frame.tick)}, ${number(frame.newest - frame.tick)} ago`],
      ["new pairs", "not kept in the past"],
    ];
    const pairs: [string, string][] = [
      ["pairs", number(frame.pairs)],
      ["candidates per pair", ratio],
      ["began, ended", `${number(frame.began)}, ${number(frame.ended)}`],
    ];
    const rate = frame.paused ? "paused" : `${this.pace.ticks.toFixed(0)} ticks/s`;
    const now: [string, string][] = isGame
      ? [["processor time of a tick", `${total.toFixed(2)} ms${frame.paused ? ", paused" : ""}`]]
      : [...pairs, ["tick time", `${total.toFixed(2)} ms, ${rate}`]];
    const facts: [string, string][] = [
      ...(frame.rewound ? then : now),
      ["entities drawn", `${number(frame.shown)} of ${number(frame.count)}`],
      ["frames", frame.paused ? "paused" : `${this.pace.frames.toFixed(0)}/s, script p95 ${this.pace.script.toFixed(1)} ms`],
    ];
    this.element.classList.toggle("is-past", frame.rewound);
    this.element.replaceChildren(...facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]));
  }
}

/** The strategy, the reason for it, its cell lists, and the memory. */
export function explained(state: ArenaState): Node[] {
  const viewers = state.clients === 1 ? "1 viewer" : `${state.clients} viewers`;
  const lists = state.cell_lists.map(({ kind, fixed, count, size, side, cells }) => {
    const what = `${count.toLocaleString("en")} ${fixed ? "static " : ""}${kind}`;
    return html(
      "li",
      {},
      `${what} up to ${brief(size)} wide, in ${cells.toLocaleString("en")} cells of ${brief(side)}`,
    );
  });
  const megabytes = `${(state.memory / 1e6).toFixed(state.memory < 1e7 ? 1 : 0)} MB`;
  return [
    ...(state.ran ? [html("p", {}, html("b", { id: "ran" }, state.ran), `: ${state.why}`)] : []),
    ...(state.ran ? [html("p", { id: "expected" }, times(state))] : []),
    html("ul", {}, ...lists),
    html("p", {}, `${megabytes} ${state.shows === "arena" ? "including" : "without"} history; ${viewers}`),
  ];
}

/** The measured time of the search for pairs beside that of the cost model. */
function times({ measured, expected }: ArenaState): string {
  const each = (ms: number): string => `${ms.toFixed(2)} ms`;
  const model =
    expected === null ? "nothing of this strategy" : `${each(expected)}, on the processor where its costs were measured`;
  return `The last search for pairs took ${each(measured)}. The cost model says ${model}.`;
}

/** The data and the layers that a program has set. */
function properties({ data, category, mask, group }: Followed): [string, string][] {
  const masked = mask === "0xffffffffffffffff" ? "all" : mask;
  return [
    ["data", data],
    ["layers", `category ${category}, mask ${masked}${group === "0" ? "" : `, group ${group}`}`],
  ];
}

/** The entity that was clicked. */
export function inspected(followed: Followed | null): Node[] {
  if (!followed) return [html("p", { class: "hint" }, `${isTouch ? "Tap" : "Click"} an entity to follow it.`)];
  const point = (values: number[]): string => values.map(brief).join(", ");
  const others =
    followed.pairs === 0 ? "none" : `${followed.with.join(", ")}${followed.pairs > followed.with.length ? ", …" : ""}`;
  const facts: [string, string][] = [
    ["handle", followed.handle],
    [
      "kind",
      `${followed.mobility === "dynamic" ? "" : `${followed.mobility} `}${followed.kind}${followed.sensor ? ", sensor" : ""}`,
    ],
    ["position", point(followed.at)],
    [followed.size.length === 1 ? "radius" : "half size", point(followed.size)],
    ...((followed.velocity ? [["velocity", point(followed.velocity)]] : properties(followed)) as [string, string][]),
    ["overlaps", others],
  ];
  return [
    html("dl", { class: "facts" }, ...facts.flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)])),
  ];
}
