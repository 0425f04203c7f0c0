// The duel: weapons, the simulated network, the overlays and their numbers, the crowd, and the recording.
import { html } from "../dom";
import type { PointerTool } from "./camera";
import { CrowdCost } from "./crowd-cost";
import { costs, HINT, note, SHOOT } from "./duel-notes";
import { apart, isNear } from "./duel-picture";
import { BLUE, LOOK_SHIFT, RED, type Frame } from "./frame";
import type { Network } from "./lag";
import type { ClientMessage, DuelPlayer, DuelReport, Place, Recorded, Shot, Weapon } from "./link";

const TICK_MS = 1000 / 60;
/** An unchanged input is sent again after this time, because it may have been lost. */
const AGAIN_MS = 100;
/** The least time between two inputs: the server has a limit. */
const LEAST_MS = 14;
/** A crowd is dropped this far beside the player, unless the pointer names a place. */
const BESIDE = 24;
/** The frames that are kept: those of the longest lag. */
const FRAMES = 64;

const WEAPONS: [Weapon, string, string][] = [
  ["Gun", "j", "Hits at once what you saw"],
  ["Rocket", "k", "Flies first through what you saw, then in the present"],
  ["Sword", "l", "Strikes in a sector before you"],
];

export interface DuelOverlays {
  shots: boolean;
  view: boolean;
  slide: boolean;
  cost: boolean;
}

const OVERLAYS: [keyof DuelOverlays, string][] = [
  ["shots", "Shots"],
  ["view", "Your view"],
  ["slide", "Your slide"],
  ["cost", "Cost of a tick"],
];

const NETWORK: [keyof Network, string, number, number, string][] = [
  ["ping", "Ping", 400, 10, "ms"],
  ["jitter", "Jitter ±", 100, 5, "ms"],
  ["loss", "Loss", 30, 1, "%"],
];

/** What the panel asks the arena. */
interface Stage {
  send(message: ClientMessage): void;
  /** The middle of the picture. */
  middle(): Place;
  redraw(): void;
}

export class Duel implements PointerTool {
  readonly element = html("section", { class: "duel", hidden: true, "aria-label": "Duel" });
  readonly hud = html("div", { class: "hud", id: "hud", hidden: true, role: "status" });
  readonly weapons = html("div", { class: "weapons tools", hidden: true, role: "radiogroup", "aria-label": "Weapon" });
  readonly chosen: DuelOverlays = { shots: true, view: false, slide: false, cost: false };
  report: DuelReport | undefined;
  playing = false;
  private weapon: Weapon = "Gun";
  private readonly choices = new Map<Weapon, HTMLInputElement>();
  private readonly rows = new Map<string, { input: HTMLInputElement; words: HTMLElement }>();
  private readonly crowdButton = button("crowd", "5", "Drop 2,000 attackers");
  private readonly crowdWords = html("output", { id: "crowd-words" });
  private readonly crowdNote = note("crowd");
  private readonly costs = html("ul", { class: "costs" });
  private readonly recordButton = button("record", "", "Record");
  private readonly recordWords = html("output", { id: "record-words" });
  private recording = false;
  /** The pointer from the middle of the picture, the keys that attack, and whether the pointer is pressed. */
  private pointer: Place | undefined;
  private pressed = false;
  private readonly keys = new Set<Weapon>();
  /** The attack of a press that no input has sent yet: a press may be shorter than the time between two pictures. */
  private due: Weapon | undefined;
  private walk: Place = [0, 0];
  private facing: Place = [1, 0];
  private sent = { words: "", at: 0 };
  /** The last frames. */
  private readonly frames: Frame[] = [];
  private readonly crowd = new CrowdCost();

  constructor(
    private readonly stage: Stage,
    network: Network,
  ) {
    for (const [weapon, key, title] of WEAPONS) {
      const input = html("input", { type: "radio", name: "weapon", id: `weapon-${key}`, checked: weapon === "Gun" });
      input.addEventListener("change", () => (this.weapon = weapon));
      this.choices.set(weapon, input);
      this.weapons.append(html("label", { title }, input, html("span", {}, `${weapon} `, html("kbd", {}, key.toUpperCase()))));
    }
    const hint = html("p", { class: "hint", id: "duel-hint" }, HINT);
    const lag = html("fieldset", { class: "lag" }, html("legend", {}, "Network between you and the server"));
    for (const [name, words, max, step, unit] of NETWORK) lag.append(slider(network, name, words, max, step, unit));
    const overlays = html("fieldset", { class: "layers" }, html("legend", {}, "Show in the duel"));
    OVERLAYS.forEach(([name, words], i) => {
      const input = html("input", { type: "checkbox", id: `duel-${name}`, checked: this.chosen[name] });
      const numbers = html("output", { id: `${name}-words` });
      const shown = html("div", { hidden: !input.checked }, note(name), numbers);
      if (name === "cost") shown.append(this.costs);
      input.addEventListener("change", () => {
        this.chosen[name] = input.checked;
        shown.hidden = !input.checked;
        this.stage.redraw();
      });
      this.rows.set(name, { input, words: numbers });
      overlays.append(html("label", {}, input, html("kbd", {}, String(i + 1)), html("b", {}, words)), shown);
    });
    this.crowdButton.addEventListener("click", () => this.dropCrowd());
    this.recordButton.addEventListener("click", () => this.record());
    overlays.append(this.crowdButton, this.crowdNote, this.crowdWords, this.recordButton, this.recordWords);
    this.element.append(hint, overlays, lag);
    // A control that was used with the pointer would take the arrow keys, with which the player walks.
    for (const part of [this.element, this.weapons])
      part.addEventListener("pointerup", () =>
        requestAnimationFrame(() => part.contains(document.activeElement) && (document.activeElement as HTMLElement).blur()),
      );
  }

  /** Whether the arena shows the duel, and whether the client plays. */
  show(shown: boolean, playing: boolean): void {
    this.element.hidden = !shown;
    this.playing = shown && playing;
    this.hud.hidden = this.weapons.hidden = !this.playing;
    if (!this.playing) {
      this.keys.clear();
      this.pressed = false;
    }
    if (shown) return;
    this.report = undefined;
    this.element.dataset["traces"] = "";
    // The recording ends with the scene.
    this.recordWords.textContent = "";
    this.recorded(false);
  }

  /** What the picture shows besides the frame. */
  drawn(): { report: DuelReport; overlays: DuelOverlays } | undefined {
    return this.report && { report: this.report, overlays: this.chosen };
  }

  // The pointer aims and attacks while the client plays.
  get isActive(): boolean {
    return this.playing;
  }

  get isPressed(): boolean {
    return this.pressed;
  }

  get takesArrows(): boolean {
    return this.playing;
  }

  press(at: Place): void {
    this.pressed = true;
    this.due = this.weapon;
    this.move(at);
  }

  move([x, y]: Place): void {
    const [middleX, middleY] = this.stage.middle();
    this.pointer = [x - middleX, y - middleY];
  }

  release(): void {
    this.pressed = false;
  }

  /** Walks in a direction, which is also where an attack goes if no pointer aims. */
  steer(direction: Place): void {
    this.walk = direction;
    if (direction[0] !== 0 || direction[1] !== 0) this.facing = direction;
  }

  /** Whether the key is one of the duel. */
  key(key: string, down: boolean): boolean {
    const weapon = WEAPONS.find(([, name]) => name === key.toLowerCase())?.[0];
    if (weapon && this.playing) {
      if (down) {
        // A key that is held comes again and again.
        if (!this.keys.has(weapon)) this.due = this.weapon = weapon;
        this.choices.get(weapon)!.checked = true;
        this.keys.add(weapon);
      } else this.keys.delete(weapon);
      return true;
    }
    const row = OVERLAYS[Number(key) - 1];
    if (this.element.hidden || !down || !(row || key === "5")) return false;
    if (row) this.rows.get(row[0])!.input.click();
    else this.dropCrowd();
    return true;
  }

  /** Sends what the player does, if it changes anything. The page calls it for each picture. */
  act(frame: Frame): void {
    if (!this.playing) {
      this.due = undefined;
      return;
    }
    const pointed = this.pointer && frame.followed ? this.aimed(frame.followed) : this.facing;
    const aim = pointed[0] === 0 && pointed[1] === 0 ? this.facing : pointed;
    const attack = [...this.keys][0] ?? (this.pressed ? this.weapon : (this.due ?? null));
    const words = JSON.stringify([this.walk, attack && aim]);
    const now = performance.now();
    if (now - this.sent.at < LEAST_MS) return;
    if (words === this.sent.words && !attack && now - this.sent.at < AGAIN_MS) return;
    this.sent = { words, at: now };
    this.due = undefined;
    this.stage.send({ input: { walk: this.walk, aim: rounded(aim), attack, shown: frame.tick } });
  }

  private aimed({ x, y }: { x: number; y: number }): Place {
    const [middleX, middleY] = this.stage.middle();
    return [middleX + this.pointer![0] - x, middleY + this.pointer![1] - y];
  }

  /** A frame and its report have arrived. */
  receive(frame: Frame, report: DuelReport | undefined): void {
    // A report of the last scene may arrive late.
    if (!report || this.element.hidden) return;
    const { you, traces, figures } = report;
    const own = figures.find(([at]) => you?.at && apart(at, you.at) === 0);
    // A new player faces its partner. The page knows the weapon before the server does.
    if (own && !this.report?.you) this.facing = [Math.cos(own[1]), Math.sin(own[1])];
    if (own) own[2] = this.weapon;
    // They are those of the present.
    if (frame.rewound) figures.length = 0;
    this.report = report;
    Object.assign(this.element.dataset, { traces: traces.length, figures: figures.length });
    this.frames.push(frame);
    if (this.frames.length > FRAMES) this.frames.shift();
    // What the page drew counts, not what the server says that it sent.
    for (const shot of you?.shots ?? []) shot.seen = this.seen(shot);
    this.crowd.add(report, frame);
  }

  /** Where the target of a shot was in the frame that was drawn then: the actor nearest to the place of the server. */
  private seen({ shown, seen }: Shot): Place | null {
    const frame = this.frames.find(({ tick }) => tick === shown);
    if (!frame || !seen) return null;
    const { x, y, unit, middle, flags } = frame;
    let [nearest, place]: [number, Place | null] = [1, null];
    for (let i = 0; i < frame.shown; i++) {
      const look = flags[i]! >> LOOK_SHIFT;
      const at: Place = [middle[0] + x[i]! * unit, middle[1] + y[i]! * unit];
      if ((look === RED || look === BLUE) && apart(at, seen) < nearest) [nearest, place] = [apart(at, seen), at];
    }
    return place;
  }

  /** Writes the numbers of the overlays. */
  say(frame: Frame, stages: readonly string[]): void {
    const { report } = this;
    if (!report) return;
    const { you } = report;
    if (you) this.sayPlayer(you);
    const total = frame.times.reduce((sum, time) => sum + time, 0);
    const work = report.work / 1e6;
    this.words("cost", `${work.toFixed(2)} million units of work, ${total.toFixed(2)} ms of processor time`, { work, total, stages: stages.length });
    this.costs.replaceChildren(...costs(stages, frame.times));
    this.crowdButton.lastChild!.textContent = report.crowd > 0 ? "Remove the attackers" : "Drop 2,000 attackers";
    this.crowdNote.hidden = report.crowd === 0;
    this.crowd.say(this.crowdWords, report.crowd);
    if (this.recording) this.recordWords.textContent = `${(report.recorded_bytes / 1e6).toFixed(1)} MB`;
  }

  private sayPlayer(you: DuelPlayer): void {
    const alive = you.at !== null;
    this.hud.replaceChildren(
      html("meter", { min: 0, max: 100, low: 35, optimum: 100, value: Math.max(you.health, 0), "aria-label": "Health" }),
      alive ? `${you.health}` : "dead, respawn after 120 ticks (2 s)",
      html("span", {}, count(you.rockets, "rocket", "rockets")),
      html("b", {}, `${count(you.hits, "hit", "hits")}, ${count(you.kills, "kill", "kills")}, ${count(you.deaths, "death", "deaths")}`),
    );
    const { health, rockets, hits: score, kills, deaths, visible, entered, left } = you;
    Object.assign(this.hud.dataset, { health, rockets, hits: score, kills, deaths });
    this.words("view", `${entered} entered − ${left} left = ${visible} in view, at most the nearest ${you.max_visible}`, {
      visible,
      entered,
      left,
    });
    const { tested, hits } = you.slid;
    this.words("slide", `compared with ${count(tested.length, "entity", "entities")}, ${hits.length === 0 ? "nothing stopped it" : `stopped by ${hits.length}`}`, {
      tested: tested.length,
      hits: hits.length,
    });
    const shot = you.shots.at(-1);
    if (!shot) return this.words("shots", SHOOT, {});
    const late = shot.tick - shot.shown;
    const ago = `What you saw when you shot was ${ms(late)} old (${count(Math.round(late), "tick", "ticks")}) when it arrived. `;
    const missing = shot.time - shot.shown;
    const rule =
      missing > 0
        ? `The server remembers ${ms(late - missing)}, so it decided ${ms(missing)} after what you saw`
        : "The server decided by what you saw";
    const result = shot.hit ? "hit" : isNear(shot) ? "no hit" : "no enemy was near";
    this.words("shots", `${ago}${rule}: ${result}.`, {
      number: shot.number,
      late,
      missing,
      hit: Number(shot.hit),
      apart: shot.seen && shot.decided ? apart(shot.seen, shot.decided) : "",
      moved: shot.decided && shot.now ? apart(shot.decided, shot.now) : "",
    });
  }

  private words(name: keyof DuelOverlays, words: string, numbers: Record<string, string | number>): void {
    const { words: element } = this.rows.get(name)!;
    element.textContent = words;
    Object.assign(element.dataset, numbers);
  }

  private dropCrowd(): void {
    if (this.report && this.report.crowd > 0) return this.stage.send({ crowd: null });
    const [x, y] = this.stage.middle();
    const [dx, dy] = this.pointer ?? [BESIDE, 0];
    this.stage.send({ crowd: rounded([x + dx, y + dy]) });
  }

  private record(): void {
    this.recorded(!this.recording);
    this.stage.send({ record: this.recording });
  }

  private recorded(recording: boolean): void {
    this.recording = recording;
    this.recordButton.lastChild!.textContent = recording ? "Stop and save" : "Record";
  }

  /** Saves a recording as a file. */
  save({ bytes, ticks, fingerprint }: Recorded): void {
    const file = new Blob([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))]);
    const link = html("a", { href: URL.createObjectURL(file), download: "duel.ctrace" });
    link.click();
    URL.revokeObjectURL(link.href);
    this.recordWords.replaceChildren(
      `${count(ticks, "tick", "ticks")}. `,
      html("code", {}, "collide replay duel.ctrace"),
      ` ends with the fingerprint ${fingerprint}.`,
    );
    Object.assign(this.recordWords.dataset, { ticks, fingerprint });
  }
}

function button(id: string, key: string, words: string): HTMLButtonElement {
  return html("button", { type: "button", id, class: "quiet" }, ...(key ? [html("kbd", {}, key), " "] : []), words);
}

function slider(network: Network, name: keyof Network, words: string, max: number, step: number, unit: string): HTMLElement {
  const input = html("input", { type: "range", id: `lag-${name}`, min: 0, max, step, value: 0 });
  const value = html("b", {}, `0 ${unit}`);
  input.addEventListener("input", () => {
    network[name] = Number(input.value);
    value.textContent = `${input.value} ${unit}`;
  });
  return html("label", {}, html("span", {}, `${words} `, value), input);
}

const ms = (ticks: number): string => `${(ticks * TICK_MS).toFixed(0)} ms`;
const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;
const rounded = ([x, y]: Place): Place => [Math.fround(x), Math.fround(y)];
