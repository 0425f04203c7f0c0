import { CollideError } from "./error.js";
import { Answer } from "./raw.js";

let memory: WebAssembly.Memory;

/** Sets the memory of the library. Called by the module that loads it. */
export function setMemory(loaded: WebAssembly.Memory): void {
  memory = loaded;
}

/** An object in the memory of the library. */
export abstract class Owned {
  /** Frees its memory now; otherwise the garbage collector does so later. The object must not be used afterwards. */
  abstract free(): void;

  /** Calls {@link free}, for `using`. */
  [Symbol.dispose](): void {
    this.free();
  }
}

/** Frees what an object has in the memory of the library. A later call with it throws `FREED`, with this name. */
export function release(name: string, ...raws: { free(): void }[]): void {
  const get = () => {
    throw new CollideError("FREED", `${name}: must not be used after free()`);
  };
  for (const raw of raws) {
    raw.free();
    // The bindings read the place of an object from this property.
    Object.defineProperty(raw, "__wbg_ptr", { get });
  }
}

/** Calls `call` with an object, and frees it afterwards. */
export function scoped<T extends { free(): void }, R>(object: T, call: (object: T) => R): R {
  try {
    return call(object);
  } finally {
    object.free();
  }
}

/** A view of numbers in the memory of the library. */
export function floats(at: number, count: number): Float32Array {
  return new Float32Array(memory.buffer, at >>> 0, count);
}

/** The columns of an answer, as views of the memory of the library. */
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

  get left(): Float32Array {
    return floats(this.raw.left_at(), this.raw.left_count());
  }

  get hits(): BigUint64Array {
    return new BigUint64Array(memory.buffer, this.raw.hits_at() >>> 0, this.raw.hits_count());
  }

  get measures(): Float32Array {
    return floats(this.raw.measures_at(), this.raw.measures_count());
  }

  get stopped(): Uint32Array {
    return new Uint32Array(memory.buffer, this.raw.stopped_at() >>> 0, this.raw.stopped_count());
  }
}
