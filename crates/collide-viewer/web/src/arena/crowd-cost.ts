// What a crowd costs: medians of the ticks with it and before it.
import type { Frame } from "./frame";
import type { DuelReport } from "./link";

/** The ticks of a median. */
const KEPT = 60;

/** A tick: its work in millions of units, its processor time in milliseconds, and the number of entities in view. */
interface Cost {
  work: number;
  ms: number;
  visible: number | undefined;
}

export class CrowdCost {
  private readonly kept: Cost[] = [];
  private before: Cost | undefined;
  private crowded = false;

  add({ crowd, work, you }: DuelReport, { times }: Frame): void {
    // Medians are of ticks with a crowd, or of ticks without one.
    if (crowd > 0 !== this.crowded) this.kept.length = 0;
    this.crowded = crowd > 0;
    const ms = times.reduce((sum, time) => sum + time, 0);
    this.kept.push({ work: work / 1e6, ms, visible: you?.at ? you.visible : undefined });
    if (this.kept.length > KEPT) this.kept.shift();
  }

  /** Writes the numbers with the crowd beside those without it. */
  say(words: HTMLElement, crowd: number): void {
    const [now, before] = [this.median(), this.before];
    if (crowd === 0 && this.kept.length === KEPT) this.before = now;
    const change = (name: keyof Cost, digits: number): string => `${known(before?.[name], digits)} → ${known(now[name], digits)}`;
    words.textContent =
      crowd === 0
        ? "at the pointer, or beside you"
        : `${crowd.toLocaleString("en")} attackers: work of a tick ${change("work", 2)} million units, ` +
          `processor time ${change("ms", 2)} ms, in your view ${change("visible", 0)} entities`;
    Object.assign(words.dataset, { crowd, ticks: this.kept.length, visible: now.visible ?? "", work: now.work, ms: now.ms });
    Object.assign(words.dataset, { workBefore: before?.work ?? "", msBefore: before?.ms ?? "" });
  }

  /** The medians; the view of the ticks in which the player was alive. */
  private median(): Cost {
    const middle = (name: keyof Cost): number | undefined => {
      const values = this.kept.flatMap((cost) => cost[name] ?? []).sort((a, b) => a - b);
      return values[values.length >> 1];
    };
    return { work: middle("work") ?? 0, ms: middle("ms") ?? 0, visible: middle("visible") };
  }
}

const known = (number: number | undefined, digits: number): string => number?.toFixed(digits) ?? "?";
