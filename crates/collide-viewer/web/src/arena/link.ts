// The connection to an arena. It reconnects when it is lost.
import { transport, type Channel } from "../transport";
import { setReached } from "../transport/reached";
import { Parts, read, type Frame } from "./frame";
import { Lag, type Network } from "./lag";

export interface CellList {
  kind: string;
  fixed: boolean;
  count: number;
  size: number;
  side: number;
  cells: number;
}

export interface ArenaState {
  /** A generated scene, the world of a program, or a recording. */
  shows: "arena" | "world" | "recording";
  scene: string;
  scenes: string[];
  /** The names of the times of a tick. */
  stages: string[];
  strategies: string[];
  count: number;
  strategy: string;
  touching: "closed" | "open";
  /** The cell size of the settings, or 0 if the engine chooses. */
  cell: number;
  ran: string;
  why: string;
  cell_lists: CellList[];
  extent: [number, number, number, number];
  /** A rectangle around the middle 99 % of the entities. */
  middle: [number, number, number, number];
  /** Milliseconds of the last search for pairs, and what the engine expected. */
  measured: number;
  expected: number | null;
  /** The speed of a recording. */
  speed: number;
  clients: number;
  /** The number of scenes, settings and ticks of a recording that clients have chosen so far. */
  changes: number;
  /** The limit of entities: an arena of one's own has fewer. */
  max_count: number;
  memory: number;
}

export interface Followed {
  handle: string;
  kind: string;
  at: [number, number];
  size: number[];
  velocity: [number, number] | null;
  data: string;
  category: string;
  mask: string;
  group: string;
  sensor: boolean;
  mobility: "dynamic" | "static" | "sleeping";
  with: string[];
  pairs: number;
}

/** A query with the pointer. */
export interface Probe {
  kind: "ray" | "sweep" | "nearest" | "sector";
  /** The apex of a sector. */
  from: [number, number];
  /** The middle of the outer arc of a sector. */
  to: [number, number];
  /** Of a sector: the opening in degrees, and the inner radius as a share of the outer one. */
  opening?: number;
  inner?: number;
}

/** The answer to a probe. Bounds are the middle and half the size. */
export interface Probed {
  probe: Probe;
  radius: number;
  found: {
    handle: string;
    at: [number, number];
    normal: [number, number] | null;
    value: number;
    bounds: Bounds;
  } | null;
  /** The number of entities that overlap a sector; frames mark them. */
  found_count: number | null;
  tested_count: number;
  tested: Bounds[];
  micros: number;
}

export type Bounds = [x: number, y: number, halfWidth: number, halfHeight: number];

/** What brute force would take, from a measured sample. */
export interface Estimate {
  count: number;
  tests: number;
  seconds: number;
  sample_tests: number;
  sample_seconds: number;
}

export type Weapon = "Gun" | "Rocket" | "Sword";
export type Place = [x: number, y: number];

/** An attack of the player: where the target was when the client saw it, when the server decided, and when it arrived. */
export interface Shot {
  number: number;
  tick: number;
  weapon: Weapon;
  shown: number;
  time: number;
  from: Place;
  to: Place;
  hit: boolean;
  seen: Place | null;
  decided: Place | null;
  now: Place | null;
}

export interface DuelPlayer {
  team: "Red" | "Blue";
  at: Place | null;
  health: number;
  rockets: number;
  hits: number;
  kills: number;
  deaths: number;
  radii: [inner: number, outer: number];
  visible: number;
  max_visible: number;
  changes: { tick: number; entered: boolean; at: Place }[];
  /** All that entered the view and left it: the difference is `visible`. */
  entered: number;
  left: number;
  shots: Shot[];
  slid: { tested: Bounds[]; hits: [x: number, y: number, normalX: number, normalY: number][] };
}

/** What a frame of the duel does not have. */
export interface DuelReport {
  tick: number;
  crowd: number;
  recorded_bytes: number;
  /** Attacks: the age in ticks, and the line. */
  traces: [age: number, weapon: Weapon, line: [number, number, number, number]][];
  /** Bots and players: the place, the direction in radians, and the weapon. */
  figures: [at: Place, angle: number, weapon: Weapon][];
  /** The work of the tick, in units of the engine. */
  work: number;
  you: DuelPlayer | null;
}

/** A recording of the duel, in base 64. */
export interface Recorded {
  bytes: string;
  ticks: number;
  fingerprint: string;
}

type ServerMessage =
  | { state: ArenaState }
  | { followed: Followed | null }
  | { refused: string }
  | { probed: Probed | null }
  | { estimate: Estimate }
  | { duel: DuelReport }
  | { recorded: Recorded };

export interface Listener {
  opened(): void;
  /** A frame has arrived, and is to be acknowledged. */
  arrived(): void;
  /** A frame, with the report of its tick if it shows the duel: when the simulated network has delivered it. */
  frame(frame: Frame, report: DuelReport | undefined): void;
  recorded(recorded: Recorded): void;
  state(state: ArenaState): void;
  followed(followed: Followed | null): void;
  refused(why: string): void;
  probed(probed: Probed | null): void;
  estimate(estimate: Estimate): void;
}

export type ClientMessage =
  | { view: number[] | null }
  | { drawn: number }
  | { at: number | null }
  | { inspect: number[] | null }
  | { set: Partial<Pick<ArenaState, "scene" | "count" | "strategy" | "touching" | "cell">> }
  | { pause: boolean }
  | { step: number }
  | { speed: number }
  | { boxes: boolean }
  | { player: [number, number] | null }
  | { steer: [number, number] }
  | { spawn: [number, number] }
  | { drag: [number, number] }
  | { input: { walk: Place; aim: Place; attack: Weapon | null; shown: number } }
  | { crowd: Place | null }
  | { record: boolean }
  | { probe: Probe | null };

const RETRY_MS = 1000;

export class Link {
  private channel: Channel | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private parts = new Parts();
  /** Whether to join the arena that all share. */
  private shared: boolean | undefined;

  private report: DuelReport | undefined;
  /** What lies between the page and the duel. */
  readonly network: Network = { ping: 0, jitter: 0, loss: 0 };
  private readonly up = new Lag(this.network);
  private readonly down = new Lag(this.network);

  /** Connects with the first call of `use`. */
  constructor(private readonly listener: Listener) {}

  send(message: ClientMessage): void {
    const send = (): void => this.channel?.send(JSON.stringify(message));
    if ("input" in message) this.up.pass(send);
    else send();
  }

  /** Joins the arena that all share, if there is one, or one of one's own. Returns whether that is another one. */
  use(shared: boolean): boolean {
    if (shared === this.shared) return false;
    this.shared = shared;
    this.close();
    this.connect();
    return true;
  }

  close(): void {
    clearTimeout(this.again);
    this.forget();
    this.channel?.close();
    this.channel = undefined;
  }

  /** Drops what is under way in the simulated network: it is of another scene. */
  forget(): void {
    this.up.forget();
    this.down.forget();
  }

  private connect(): void {
    this.parts = new Parts();
    this.channel = transport.connect(this.shared === true, {
      opened: () => {
        setReached(true);
        this.listener.opened();
      },
      message: (data) => this.receive(data),
      closed: (full) => {
        this.channel = undefined;
        if (full === undefined) setReached(false);
        else this.listener.refused(full);
        this.again = setTimeout(() => this.connect(), RETRY_MS);
      },
    });
  }

  private receive(data: ArrayBuffer | string): void {
    if (typeof data !== "string") {
      const whole = this.parts.add(data);
      if (!whole) return;
      const [frame, report] = [read(whole), this.report];
      this.report = undefined;
      this.listener.arrived();
      return this.down.pass(() => this.listener.frame(frame, report));
    }
    const message = JSON.parse(data) as ServerMessage;
    if ("state" in message) this.listener.state(message.state);
    else if ("followed" in message) this.listener.followed(message.followed);
    else if ("probed" in message) this.listener.probed(message.probed);
    else if ("estimate" in message) this.listener.estimate(message.estimate);
    else if ("duel" in message) this.report = message.duel;
    else if ("recorded" in message) this.listener.recorded(message.recorded);
    else this.listener.refused(message.refused);
  }
}
