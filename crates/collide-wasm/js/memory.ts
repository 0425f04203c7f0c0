import { Answer } from "./raw.js";

let memory: WebAssembly.Memory;

/** Told by whoever loads the module. */
export function setMemory(loaded: WebAssembly.Memory): void {
  memory = loaded;
}

/** Numbers where the library has them. */
export function floats(at: number, count: number): Float32Array {
  return new Float32Array(memory.buffer, at >>> 0, count);
}

/** The columns of an answer where the library has them. */
export class Columns {
  readonly raw = new Answer();

  get bytes(): Uint8Array {
    return new Uint8Array(memory.buffer, this.raw.bytes_at() >>> 0, this.raw.bytes_count());
  }

  get words(): Uint32Array {
    return new Uint32Array(memory.buffer, this.raw.words_at() >>> 0, this.raw.words_count());
  }

  get wide(): BigUint64Array {
    return new BigUint64Array(memory.buffer, this.raw.wide_at() >>> 0, this.raw.wide_count());
  }

  get numbers(): Float32Array {
    return floats(this.raw.numbers_at(), this.raw.numbers_count());
  }
}
