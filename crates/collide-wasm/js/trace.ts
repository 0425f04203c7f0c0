import { RawTrace, type RawTick } from "./raw.js";

/** A tick of a recording: for {@link World.replay}. */
export class TraceTick {
  /** @internal */
  constructor(/** @internal */ readonly raw: RawTick) {}

  /** Its number. */
  get tick(): number {
    return this.raw.tick();
  }

  /** How many pairs it had: look at it before you replay what you do not trust. */
  get pairCount(): number {
    return this.raw.pair_count();
  }

  /** The fingerprint of its pairs by slot. */
  get fingerprint(): bigint {
    return this.raw.fingerprint();
  }

  /** How many batches of questions were asked before its step. */
  get questionCount(): number {
    return this.raw.question_count();
  }

  /** Whether it begins with the whole world. */
  get starts(): boolean {
    return this.raw.starts();
  }

  /** Gives its memory back, which the garbage collector would do later. */
  free(): void {
    this.raw.free();
  }

  /** As {@link free}, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

/**
 * Goes through a recording, as {@link World.recorded} or a server in another language wrote it. Throws `TRACE` for bytes that are
 * not those of one, after all whole ticks before.
 */
export function* traceTicks(bytes: Uint8Array): Generator<TraceTick, void> {
  const trace = new RawTrace(bytes);
  try {
    for (let raw = trace.next(); raw; raw = trace.next()) yield new TraceTick(raw);
  } finally {
    trace.free();
  }
}
