// What a lesson consists of.
import type { Answer, Line } from "../ask";
import type { Plane } from "../plane";
import type { LessonName, State } from "../state";

/** A name in formulas and text with its colour in the figures. */
export interface Term {
  name: string;
  /** The index of the colour. */
  colour: number;
}

/** A change of the tutorial's code. */
export interface Switch {
  name: string;
  label: string;
  /** The step that it leaves out. Other switches are mistakes, listed on their own. */
  step?: string;
  /** What goes wrong. */
  why?: string;
  /** A state in which the changed code is wrong. */
  example?: Partial<State>;
  /** What it decides, if not the same as the other changes of the lesson. */
  decides?: Lesson["decides"];
}

/** Draws a part of a figure. */
export type Draw = (plane: Plane, state: State, answer: Answer) => SVGElement[];

/** The drawings below and above the shapes. */
export interface Drawing {
  below?: Draw;
  above?: Draw;
}

/** A part of the text, perhaps with a figure of its own. Markup: see `rich.ts`. */
export interface Section {
  title: string;
  text: string[];
  figure?: Drawing & { label: string };
  /** The steps that belong to it. */
  steps?: (line: Line) => boolean;
}

export interface Lesson {
  name: LessonName;
  title: string;
  /** The idea in one or two sentences. */
  idea: string;
  start: Partial<State>;
  terms: readonly Term[];
  /** What the colours and lines of the main figure mean: a class and words. */
  legend: readonly [string, string][];
  main: Drawing;
  sections: readonly Section[];
  switches: readonly Switch[];
  /** What the changed code decides, if not a hit. */
  decides?: [yes: string, no: string];
  /** The touching rule, in the words of the lesson, if it has no effect. */
  hasRule?: boolean;
}
