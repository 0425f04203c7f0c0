/** The reason of an error. */
export type Code =
  /** An invalid shape, sector, ray, segment or motion. */
  | "SHAPE"
  /** A stale handle or id: its entity or observer was removed. */
  | "STALE"
  /** An object that was freed. */
  | "FREED"
  /** There is no room for more entities or no memory. */
  | "FULL"
  /**
   * The call exceeds a limit of its {@link Budget}. The world or the interest is as before, without events and changes.
   * Call again with a higher limit.
   */
  | "BUDGET"
  /** A time that is not in the history. */
  | "PAST"
  /** Bytes that are not a snapshot of a world. */
  | "SNAPSHOT"
  /** Bytes that are not a recording. */
  | "TRACE"
  /** A replay that differs from the recording. */
  | "DIVERGED"
  /** An invalid observer. */
  | "OBSERVER"
  /** An unknown setting or argument. */
  | "SETTING"
  /** An unknown kind of shape or mobility. */
  | "KIND"
  /** A column of the wrong length. */
  | "LENGTH"
  /** A bug of this library: please report it. The object is lost, and rejects every further call. */
  | "BUG";

/**
 * The error of a rejected call. The message names the field and the value, and for batches the index. The object is
 * unchanged.
 */
export class CollideError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.name = "CollideError";
    this.code = code;
  }
}

/**
 * Checks a whole number from 0 to 2^32 - 1, such as a count or an index. With `mayBeMore`, larger numbers become 2^32 -
 * 1.
 */
export function whole(field: string, value: number, mayBeMore = false): number {
  const most = 0xffff_ffff;
  if (mayBeMore && typeof value === "number" && value > most) return most;
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new CollideError("SETTING", `${field}: must be a whole number from 0 to ${most}, is ${String(value)}`);
}
