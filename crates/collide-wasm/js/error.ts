/** What a refusal is about. */
export type Code =
  /** Numbers that make no shape, ray, segment or motion. */
  | "SHAPE"
  /** A handle whose entity, or an id whose observer, was removed. */
  | "STALE"
  /** There is no room for more. */
  | "FULL"
  /** More was found than the call allows: nothing has changed, call again with more room. */
  | "BUDGET"
  /** A time that is not remembered. */
  | "PAST"
  /** Bytes that are not those of a saved world. */
  | "SNAPSHOT"
  /** Bytes that are not those of a recording. */
  | "TRACE"
  /** A replay that came out otherwise than what was recorded. */
  | "DIVERGED"
  /** Numbers that make no observer. */
  | "OBSERVER"
  /** A setting, or an argument, that there is not. */
  | "SETTING"
  /** A kind of shape or of mobility that there is not. */
  | "KIND"
  /** A column of the wrong length. */
  | "LENGTH"
  /** A fault of this library: please report it. What it happened to is lost, and refuses every further call. */
  | "BUG";

/** Why a call was refused. The message names the field and the value, and in batches the index. What was called is as it was. */
export class CollideError extends Error {
  readonly code: Code;

  constructor(code: Code, message: string) {
    super(message);
    this.name = "CollideError";
    this.code = code;
  }
}

/** A count, an index: a whole number from 0 to 2^32 - 1; larger ones are taken for that if they `mayBeMore`. */
export function whole(field: string, value: number, mayBeMore = false): number {
  const most = 0xffff_ffff;
  if (mayBeMore && value > most) return most;
  if (Number.isInteger(value) && value >= 0 && value <= most) return value;
  throw new CollideError("SETTING", `${field}: must be a whole number from 0 to ${most}, is ${value}`);
}
