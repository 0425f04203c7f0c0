// The way to the server's arena, found again when it is lost.
import { serverIs } from "../server";
import { read, type Frame } from "./frame";

export interface Table { kind: string; fixed: boolean; count: number; size: number; side: number; cells: number }

export interface ArenaState {
  /** A crowd of the arena's own, the world of a program, or a recorded one. */
  shows: "arena" | "world" | "recording";
  scene: string;
  scenes: string[];
  strategies: string[];
  count: number;
  strategy: string;
  touching: "closed" | "open";
  /** The side of the cells of a uniform grid that was asked for; 0 leaves it to the engine. */
  cell: number;
  ran: string;
  why: string;
  tables: Table[];
  extent: [number, number, number, number];
  /** How fast a recording is played. */
  speed: number;
  clients: number;
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

type Told = { state: ArenaState } | { followed: Followed | null } | { refused: string };

export interface Listener {
  opened(): void;
  frame(frame: Frame): void;
  state(state: ArenaState): void;
  followed(followed: Followed | null): void;
  refused(why: string): void;
}

export type Wish =
  | { view: number[] | null }
  | { drawn: number }
  | { at: number | null }
  | { inspect: number[] | null }
  | { set: Partial<Pick<ArenaState, "scene" | "count" | "strategy" | "touching" | "cell">> }
  | { pause: boolean }
  | { step: number }
  | { speed: number }
  | { boxes: boolean };

const RETRY_MS = 1000;
/** "Try again later", of RFC 6455's registry. */
const FULL = 1013;

export class Link {
  private socket: WebSocket | undefined;
  private again: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(private readonly listener: Listener) {
    this.connect();
  }

  send(wish: Wish): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(wish));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.again);
    this.socket?.close();
  }

  private connect(): void {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/arena`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      serverIs(true);
      this.listener.opened();
    };
    socket.onmessage = ({ data }) => this.hear(data as ArrayBuffer | string);
    socket.onclose = ({ code, reason }) => {
      if (this.closed) return;
      if (code === FULL) this.listener.refused(reason);
      else serverIs(false);
      this.again = setTimeout(() => this.connect(), RETRY_MS);
    };
    this.socket = socket;
  }

  private hear(data: ArrayBuffer | string): void {
    if (this.closed) return;
    if (typeof data !== "string") return this.listener.frame(read(data));
    const told = JSON.parse(data) as Told;
    if ("state" in told) this.listener.state(told.state);
    else if ("followed" in told) this.listener.followed(told.followed);
    else this.listener.refused(told.refused);
  }
}
