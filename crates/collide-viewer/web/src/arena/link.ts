// The connection to an arena. It reconnects when it is lost.
import { transport, type Channel } from "../transport";
import { setReached } from "../transport/reached";
import { Parts, read, type Frame } from "./frame";

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

type ServerMessage =
  | { state: ArenaState }
  | { followed: Followed | null }
  | { refused: string }
  | { probed: Probed | null }
  | { estimate: Estimate };

export interface Listener {
  opened(): void;
  frame(frame: Frame): void;
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
  | { probe: Probe | null };

const RETRY_MS = 1000;

export class Link {
  private channel: Channel | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private parts = new Parts();
  /** Whether to join the arena that all share. */
  private shared: boolean | undefined;

  /** Connects with the first call of `use`. */
  constructor(private readonly listener: Listener) {}

  send(message: ClientMessage): void {
    this.channel?.send(JSON.stringify(message));
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
    this.channel?.close();
    this.channel = undefined;
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
      const frame = this.parts.add(data);
      return frame ? this.listener.frame(read(frame)) : undefined;
    }
    const message = JSON.parse(data) as ServerMessage;
    if ("state" in message) this.listener.state(message.state);
    else if ("followed" in message) this.listener.followed(message.followed);
    else if ("probed" in message) this.listener.probed(message.probed);
    else if ("estimate" in message) this.listener.estimate(message.estimate);
    else this.listener.refused(message.refused);
  }
}
