import { column } from "./check.js";
import { Owned, release } from "./memory.js";
import { RawTrace, type RawTick } from "./raw.js";

/** A tick of a recording: for {@link World.replay}. */
export class TraceTick extends Owned {
  /** @internal */
  constructor(/** @internal */ readonly raw: RawTick) {
    super();
  }

  /** The number of the tick. */
  get tick(): number {
    return this.raw.tick();
  }

  /** The number of pairs. Check it before you replay a recording from an untrusted source. */
  get pairCount(): number {
    return this.raw.pair_count();
  }

  /** The fingerprint of its pairs, in order of slots. */
  get fingerprint(): bigint {
    return this.raw.fingerprint();
  }

  /** The number of batches of queries before its step. */
  get questionCount(): number {
    return this.raw.question_count();
  }

  /** Whether it starts with a snapshot of the whole world. */
  get starts(): boolean {
    return this.raw.starts();
  }

  free(): void {
    release("tick", this.raw);
  }
}

/**
 * Reads a recording tick by tick, as written by {@link World.recorded} or a server in another language. Throws `TRACE`
 * if the bytes are not a recording or are cut off, after all complete ticks.
 */
export function* traceTicks(bytes: Uint8Array): Generator<TraceTick, void> {
  const trace = new RawTrace(column("bytes", bytes));
  try {
    for (let raw = trace.next(); raw; raw = trace.next()) yield new TraceTick(raw);
  } finally {
    trace.free();
  }
}
