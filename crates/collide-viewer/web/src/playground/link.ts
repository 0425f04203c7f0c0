// The state as a part of the page address, and back.
import { written } from "../numbers";
import type { Disc, Point } from "./ask";
import { lessonNamed, LESSONS } from "./lessons";
import {
  hasMany,
  hasRect,
  hasRounded,
  MAX_POINTS,
  moves,
  snapped,
  started,
  TEN,
  type LessonName,
  type State,
} from "./state";

/** The names of lessons in links of earlier versions. */
const OLD_NAMES: Record<string, LessonName> = { centres: "centers", turned: "rotated" };

const list = (...numbers: number[]): string => numbers.map(written).join(",");
const disc = ({ x, y, radius }: Disc): string => list(x, y, radius);

/** The part of a link that reproduces this state bit by bit. */
export function toLink(state: State): string {
  const { circle, rect } = state;
  const parts = [`lesson=${state.lesson}`, `circle=${disc(circle)}`];
  if (hasRect(state)) parts.push(`rect=${list(rect.x, rect.y, rect.width, rect.height, rect.angle)}`);
  if (hasRounded(state)) parts.push(`points=${list(...state.rounded.points.flat())}`, `rounded=${disc(state.rounded)}`);
  const others = state.others.map(disc).join(";");
  if (hasMany(state) && others !== TEN.map(disc).join(";")) parts.push(`others=${others}`);
  if (moves(state)) parts.push(`motion=${list(...state.motion)}`, `time=${written(state.time)}`);
  if (state.switches.length > 0) parts.push(`switches=${state.switches.join(",")}`);
  parts.push(`touching=${state.touching}`);
  return parts.join("&");
}

/** A state, and what of the link is not valid. */
export interface Opened {
  state: State;
  problems: string[];
}

/** The state of a link. Parts that are missing or not valid have the initial value of the lesson. */
export function fromLink(link: string): Opened {
  const given = new URLSearchParams(link);
  const problems: string[] = [];
  const name = given.get("lesson");
  const lesson = name === null ? LESSONS[0]! : lessonNamed(OLD_NAMES[name] ?? name);
  if (!lesson) problems.push(`there is no lesson “${name}”`);
  const chosen = lesson ?? LESSONS[0]!;
  const state = started(chosen);
  const numbers = (key: string, text: string, count: number): number[] | undefined => {
    const parts = text.split(",").map((part) => (part.trim() === "" ? NaN : Math.fround(Number(part))));
    if (parts.length === count && parts.every(Number.isFinite)) return parts;
    problems.push(`${key} must be ${count} ${count === 1 ? "number" : "numbers"}, is “${text}”`);
    return undefined;
  };
  const disc = (key: string, text: string): Disc | undefined => {
    const read = numbers(key, text, 3);
    return read && { x: read[0]!, y: read[1]!, radius: read[2]! };
  };
  const readers: Record<string, (text: string) => void> = {
    lesson: () => {},
    circle: (text) => (state.circle = disc("circle", text) ?? state.circle),
    rect: (text) => {
      const read = numbers("rect", text, 5);
      if (read) state.rect = { x: read[0]!, y: read[1]!, width: read[2]!, height: read[3]!, angle: read[4]! };
    },
    others: (text) => {
      const read = text.split(";").map((part) => disc("others", part));
      if (read.length !== TEN.length) problems.push(`others must be ${TEN.length} circles, are ${read.length}`);
      else if (read.every((other) => other !== undefined)) state.others = read as Disc[];
    },
    points: (text) => {
      const count = text.split(",").length;
      if (count % 2 === 0 && count <= 2 * MAX_POINTS) {
        const read = numbers("points", text, count) ?? [];
        const points = read.flatMap((x, i): Point[] => (i % 2 === 0 ? [[x, read[i + 1]!]] : []));
        if (points.length > 0) state.rounded.points = points;
      } else problems.push(`points must be up to ${MAX_POINTS} pairs of numbers, is “${text}”`);
    },
    rounded: (text) => Object.assign(state.rounded, disc("rounded", text)),
    motion: (text) => {
      const read = numbers("motion", text, 2);
      if (read) state.motion = [read[0]!, read[1]!];
    },
    time: (text) => (state.time = Math.min(1, Math.max(0, numbers("time", text, 1)?.[0] ?? state.time))),
    switches: (text) => {
      const known = new Set(chosen.switches.map((one) => one.name));
      for (const one of text.split(",")) {
        if (known.has(one)) state.switches.push(one);
        else problems.push(`this lesson has no switch “${one}”`);
      }
    },
    touching: (text) => {
      if (text === "open" || text === "closed") state.touching = text;
      else problems.push(`touching must be open or closed, is “${text}”`);
    },
  };
  for (const [key, text] of given) {
    const read = readers[key];
    if (read) read(text);
    else problems.push(`“${key}” is unknown`);
  }
  return { state: snapped(state), problems };
}
