import { CollideError } from "./error.js";

/** The names of all properties of options. */
export type Names<T> = { readonly [Name in keyof T]-?: true };

/** The error of an argument of a wrong type. */
export function wrongType(field: string, expected: string, value: unknown): TypeError {
  const found = value === null ? "null" : Array.isArray(value) ? "an array" : typeof value;
  return new TypeError(`${field}: must be ${expected}, is ${found}`);
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
  if (typeof value !== "number") throw wrongType(field, "a number", value);
  return value;
}

/** Checks that all are numbers: a typed array would convert strings. What is missing becomes NaN, which is refused. */
export function numbers(field: string, values: number[]): number[] {
  const wrong = values.findIndex((value) => typeof value !== "number" && value !== undefined);
  if (wrong >= 0) throw wrongType(field, "made of numbers", values[wrong]);
  return values;
}

/** Checks a number that may be missing. */
export function optional(field: string, value: number | undefined): number | undefined {
  return value === undefined ? undefined : number(field, value);
}

/** Checks that a column is an array: the library would read an object without a length as an empty column. */
export function column<T extends ArrayLike<unknown>>(field: string, value: T, expected = "a typed array"): T {
  if (typeof value !== "object" || typeof value?.length !== "number") throw wrongType(field, expected, value);
  return value;
}

/** Checks a point or a vector. */
export function pair(field: string, value: readonly [number, number]): readonly [number, number] {
  const length: number = column(field, value, "[x, y]").length;
  if (length !== 2) throw new TypeError(`${field}: must be [x, y], has length ${length}`);
  return value;
}
