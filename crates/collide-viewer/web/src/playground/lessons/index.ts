// All lessons, in order.
import { centers } from "./centers";
import { circles } from "./circles";
import type { Lesson } from "./lesson";
import { points } from "./points";
import { regions } from "./regions";
import { rotated } from "./rotated";
import { slide } from "./slide";
import { sweep } from "./sweep";
import type { State } from "../state";

export const LESSONS: readonly Lesson[] = [centers, regions, rotated, circles, sweep, slide, points];

export function lessonNamed(name: string): Lesson | undefined {
  return LESSONS.find((lesson) => lesson.name === name);
}

export function lessonOf(state: State): Lesson {
  return lessonNamed(state.lesson) ?? LESSONS[0]!;
}
