import { whole } from "./error.js";
import { Owned, floats, release } from "./memory.js";
import { RawColumns } from "./raw.js";

/**
 * The dynamic circles of a world as columns by slot, in the library's memory. You write to them, and {@link
 * World.writeCircles} reads them without a copy.
 */
export class CircleColumns extends Owned {
  /** @internal */
  readonly raw: RawColumns;

  /** Room for `count` slots, filled with zeros. Throws `FULL` if there is not enough memory. */
  constructor(count = 0) {
    super();
    this.raw = new RawColumns();
    this.resize(count);
  }

  /** The number of slots that there is room for. */
  get length(): number {
    return this.raw.count();
  }

  /**
   * Makes room for `count` slots; new ones are zero. Throws `FULL` if there is not enough memory; nothing has changed
   * then.
   */
  resize(count: number): void {
    this.raw.resize(whole("count", count));
  }

  /**
   * The x coordinates of the centers. All three columns are views, valid until the next call into the library except
   * their getters.
   */
  get x(): Float32Array {
    return floats(this.raw.x_at(), this.raw.count());
  }

  /** The y coordinates of the centers. */
  get y(): Float32Array {
    return floats(this.raw.y_at(), this.raw.count());
  }

  /** The radii, which must not become negative. */
  get radius(): Float32Array {
    return floats(this.raw.radius_at(), this.raw.count());
  }

  free(): void {
    release("columns", this.raw);
  }
}
