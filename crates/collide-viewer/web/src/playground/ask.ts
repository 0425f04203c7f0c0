// Sends questions to the engine, one at a time. Of the questions that arrive meanwhile, only the last is sent.
import { transport } from "../transport";
import { setReached } from "../transport/reached";

export type Point = [number, number];
export type Relation = "apart" | "touching" | "interior";

export interface Disc {
  x: number;
  y: number;
  radius: number;
}
export interface Board {
  x: number;
  y: number;
  width: number;
  height: number;
  angle?: number;
}
/** A capsule of two points, or the convex hull of up to eight: offsets from the position, and a radius. */
export interface Rounded extends Disc {
  points: Point[];
}
export type Obstacle =
  | { circle: Disc }
  | { rect: Board }
  | { capsule: Disc & { a: Point; b: Point } }
  | { polygon: Rounded };

export interface Question {
  circle: Disc;
  obstacles: Obstacle[];
  touching: "closed" | "open";
  motion: Point | null;
  lesson: { name: string; switches: string[] };
}

export interface Finding {
  relation: Relation;
  hit: boolean;
  distance: number;
  region: string | null;
  nearest: { point: Point; distance: number } | null;
  contact: { normal: Point; depth: number; points: Point[] } | null;
  margin: { touches_from: number | null; overlaps_from: number | null; steps: number | null };
  plain_hit: boolean;
  impact: { time: number; normal: Point; points: Point[] } | null;
  unrotated_center: Point | null;
  corners: [Point, Point, Point, Point] | null;
}

/** A step of a lesson's code; `src/playground/lesson` of the server computes it. */
export interface Line {
  id: string;
  formula: string;
  numbers: string;
  result: string;
  state: "decides" | "passed" | "skipped" | "left_out";
}

/** Runs of cells: the center of the first one, and the number of cells. */
export type Run = [x: number, y: number, count: number];

export interface Leg {
  from: Point;
  to: Point;
  time: number;
  hit: { normal: Point; point: Point; wall: number | null } | null;
}

export interface Steps {
  values: Record<string, number>;
  points: Record<string, Point>;
  lines: Line[];
  /** What the changed code says, and what is right. */
  copy: { says: boolean; exact: boolean } | null;
  /** The centers of the circle at which the changed code is wrong. */
  wrong: { size: number; hits: Run[]; misses: Run[] } | null;
  legs: Leg[];
}

export interface Answer {
  hit: boolean;
  first: number | null;
  obstacles: Finding[];
  steps: Steps;
}

/** The outcome of a question: an answer, the reason of a rejection, or none yet, because the engine is not reachable. */
export type Outcome = { answer: Answer } | { refused: string } | "unanswered";

const RETRY_MS = 1000;

/**
 * Sends questions to the engine, and passes on each outcome together with the context of its question. A question that
 * is not answered is sent again.
 */
export class Asker<T> {
  private next: { question: Question; of: T } | undefined;
  private asking = false;
  private closed = false;

  constructor(private readonly receive: (of: T, outcome: Outcome) => void) {}

  ask(question: Question, of: T): void {
    this.next = { question, of };
    if (!this.asking) void this.run();
  }

  close(): void {
    this.closed = true;
  }

  private async run(): Promise<void> {
    this.asking = true;
    while (this.next && !this.closed) {
      const { question, of } = this.next;
      this.next = undefined;
      const reply = await transport.ask(JSON.stringify(question));
      setReached(reply !== undefined);
      if (this.closed) break;
      if (reply) this.receive(of, "answer" in reply ? { answer: JSON.parse(reply.answer) as Answer } : reply);
      else {
        this.next ??= { question, of };
        this.receive(of, "unanswered");
        await new Promise((done) => setTimeout(done, RETRY_MS));
      }
    }
    this.asking = false;
  }
}
