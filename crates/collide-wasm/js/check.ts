import { CollideError } from "./error.js";

/** The names of all properties of options. */
export type Names<T> = { readonly [Name in keyof T]-?: true };

/** Options of which each may be undefined. */
export type Given<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/** An integer of 64 bits as an argument. A number must be a whole number from 0 to 2^53 - 1. */
export type Integer = bigint | number;

/** Many of them: a typed array is the fastest. */
export type Integers = BigUint64Array | readonly Integer[];

/** The error of an argument of a wrong type. */
export function wrongType(field: string, expected: string, value: unknown): TypeError {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  return new TypeError(`${field}: must be ${expected}, is ${found}`);
}

/** Checks that an argument has a type of JavaScript. */
function typed<T>(field: string, type: "number" | "boolean" | "string" | "function", value: T): T {
  if (typeof value !== type) throw wrongType(field, `a ${type}`, value);
  return value;
}

/** Checks that an argument is an object of a class, `expected` in words. */
export function instance<T>(field: string, expected: string, type: abstract new (...given: never) => T, value: T): T {
  if (!(value instanceof type)) throw wrongType(field, expected, value);
  return value;
}

/** Checks that options are an object, and throws `SETTING` for a property with an unknown name. */
export function known<T extends object>(field: string, options: T, names: Names<T>): T {
  if (typeof options !== "object" || options === null) throw wrongType(field, "an object", options);
  for (const name in options) {
    if (!Object.hasOwn(names, name)) {
      throw new CollideError("SETTING", `${field}: unknown property ${name}, must be ${Object.keys(names).join(", ")}`);
    }
  }
  return options;
}

/** Checks a number. */
export function number(field: string, value: number): number {
  return typed(field, "number", value);
}

/** Checks a number that may be missing. */
export function optional(field: string, value: number | undefined): number | undefined {
  return value === undefined ? undefined : number(field, value);
}

/** Checks a limit that may be missing: a whole number, or `Infinity`. */
export function limit(field: string, value: number | undefined): number | undefined {
  if (value === undefined || value === Infinity || (Number.isInteger(number(field, value)) && value >= 0)) return value;
  throw new CollideError("SETTING", `${field}: must be a whole number of at least 0, or Infinity, is ${value}`);
}

/** Checks a boolean that may be missing. */
export function flag(field: string, value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : typed(field, "boolean", value);
}

/** Checks a string that may be missing. */
export function text<T extends string>(field: string, value: T | undefined): T | undefined {
  return value === undefined ? undefined : typed(field, "string", value);
}

/** Checks a function that may be missing. */
export function callback<T>(field: string, value: T | undefined): T | undefined {
  return value === undefined ? undefined : typed(field, "function", value);
}

/** Checks that a list is an array: the library would read an object without a length as an empty list. */
export function list<T>(field: string, value: ArrayLike<T>, expected: string): ArrayLike<T> {
  if (typeof value !== "object" || typeof value?.length !== "number") throw wrongType(field, expected, value);
  return value;
}

/** Whether a value is a typed array of numbers, not of bigints. */
function isNumeric(value: object): boolean {
  return ArrayBuffer.isView(value) && !(value instanceof BigUint64Array) && !(value instanceof BigInt64Array);
}

/** Checks a column of numbers. */
export function column<T extends ArrayLike<number>>(field: string, value: T, expected = "a typed array"): T {
  list(field, value, expected);
  if (isNumeric(value)) return value;
  // A typed array that is made of an array would convert strings, and throws an error without a name for bigints.
  for (let index = 0; index < value.length; index++) {
    if (typeof value[index] !== "number") throw wrongType(`${field}[${index}]`, "a number", value[index]);
  }
  return value;
}

/** Checks a point or a vector. */
export function pair(field: string, value: readonly [number, number], expected = "[x, y]"): readonly [number, number] {
  const length: number = column(field, value, expected).length;
  if (length !== 2) throw new TypeError(`${field}: must be [x, y], has length ${length}`);
  return value;
}

/** Points of a list. Their names are made only for errors: a list may have thousands. */
export function pairs(field: string, values: ArrayLike<readonly [number, number]>): number[] {
  const flat: number[] = [];
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as readonly [number, number];
    const [x, y] = isPair(value) ? value : pair(`${field}[${index}]`, value);
    flat.push(x, y);
  }
  return flat;
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === "number" && typeof value[1] === "number";
}

/** Checks a point whose coordinates keep their 64 bits. */
export function finitePair(field: string, value: readonly [number, number]): readonly [number, number] {
  const wrong = pair(field, value).findIndex((coordinate) => !Number.isFinite(coordinate));
  if (wrong < 0) return value;
  throw new CollideError("SHAPE", `${field}[${wrong}]: must be a finite number, is ${value[wrong]}`);
}

/** Converts an integer of 64 bits. A number must be at least `min`. */
export function integer(field: string, value: Integer, min = 0): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value !== "number") throw wrongType(field, "a bigint or a number", value);
  if (isWhole(value, min)) return BigInt(value);
  throw new CollideError("SETTING", `${field}: must be a whole number from ${min} to ${Number.MAX_SAFE_INTEGER}, is ${value}`);
}

function isWhole(value: unknown, min: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= min;
}

/** Converts a list of integers of 64 bits. The names of its values are made only for errors. */
export function integers(field: string, values: Integers, expected = "an array or a BigUint64Array"): BigUint64Array {
  if (values instanceof BigUint64Array) return values;
  const all = Array.from(list(field, values, expected));
  const one = (value: Integer, index: number) => (isWhole(value, 0) ? BigInt(value) : integer(`${field}[${index}]`, value));
  return BigUint64Array.from(all, one);
}
