// The state and its result as a Rust program.
import { written } from "../numbers";
import type { Finding } from "./ask";
import { hasRect, TEN, turns, type State } from "./state";

const RELATIONS = { apart: "Apart", touching: "Touching", interior: "Interior" };

export function program(state: State, finding: Finding, index: number): string {
  const { circle } = state;
  const other = hasRect(state) ? "rect" : "other";
  const lines = [`let circle = ${disc(circle.x, circle.y, circle.radius)};`];
  if (hasRect(state)) lines.push(...rect(state));
  else {
    const ten = TEN[index]!;
    lines.push(`let other = ${disc(ten.x, ten.y, ten.radius)};`);
  }
  lines.push(`assert_eq!(relation(circle, ${other}), Relation::${RELATIONS[finding.relation]});`);
  if (state.lesson === "sweep") lines.push(...sweep(state, finding));
  return lines.join("\n");
}

/** A number as Rust writes a float. */
function float(value: number): string {
  const text = written(value).replace("e+", "e");
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function vec(x: number, y: number): string {
  return `Vec2::new(${float(x)}, ${float(y)})`;
}

function disc(x: number, y: number, radius: number): string {
  return `Circle::new(${vec(x, y)}, ${float(radius)})?`;
}

function rect(state: State): string[] {
  const { x, y, width, height, angle } = state.rect;
  const [a, b] = [Math.fround(width / 2), Math.fround(height / 2)];
  if (turns(state)) {
    return [`let turn = Rotor::from_degrees(${float(angle)})?;`, `let rect = OrientedRect::new(${vec(x, y)}, ${vec(a, b)}, turn)?;`];
  }
  const corner = (side: number): string => vec(Math.fround(x + side * a), Math.fround(y + side * b));
  return [`let rect = Rect::new(${corner(-1)}, ${corner(1)})?;`];
}

function sweep(state: State, { impact }: Finding): string[] {
  const moving = `let moving = Moving::new(circle, ${vec(...state.motion)})?;`;
  const meets = impact ? `Some(${float(impact.time)})` : "None";
  return [moving, `assert_eq!(sweep(moving, rect).map(|impact| impact.time), ${meets});`];
}
