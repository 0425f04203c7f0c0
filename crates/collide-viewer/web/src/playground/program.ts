// The state and its result as a Rust program.
import { written } from "../numbers";
import type { Answer, Finding, Point } from "./ask";
import { hasMany, hasRect, isCapsule, turns, WALLS, type State } from "./state";

const RELATIONS = { apart: "Apart", touching: "Touching", interior: "Interior" };

export function program(state: State, { obstacles, steps }: Answer, index: number): string {
  const [{ circle }, finding] = [state, obstacles[index]!];
  if (state.lesson === "slide") return slide(state, steps.points["end"] ?? [0, 0]);
  const other = hasRect(state) ? "rect" : hasMany(state) ? "other" : "shape";
  const lines = [`let circle = ${disc(circle.x, circle.y, circle.radius)};`];
  if (hasRect(state)) lines.push(...rect(state));
  else if (!hasMany(state)) lines.push(shape(state));
  else {
    const found = state.others[index]!;
    lines.push(`let other = ${disc(found.x, found.y, found.radius)};`);
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

function shape(state: State): string {
  const { x, y, points, radius } = state.rounded;
  const offsets = points.map(([px, py]) => vec(px, py)).join(", ");
  const made = isCapsule(state) ? `Capsule::new(${offsets}, ` : `Polygon::new(&[${offsets}], `;
  return `let shape = ${made}${float(radius)})?.at(${vec(x, y)})?;`;
}

function rect(state: State): string[] {
  return boardLines("rect", state.rect, turns(state));
}

function boardLines(name: string, { x, y, width, height, angle }: State["rect"], oriented: boolean): string[] {
  const [a, b] = [Math.fround(width / 2), Math.fround(height / 2)];
  if (oriented) {
    return [
      `let turn = Rotor::from_degrees(${float(angle)})?;`,
      `let ${name} = OrientedRect::new(${vec(x, y)}, ${vec(a, b)}, turn)?;`,
    ];
  }
  const corner = (side: number): string => vec(Math.fround(x + side * a), Math.fround(y + side * b));
  return [`let ${name} = Rect::new(${corner(-1)}, ${corner(1)})?;`];
}

function sweep(state: State, { impact }: Finding): string[] {
  const moving = `let moving = Moving::new(circle, ${vec(...state.motion)})?;`;
  const meets = impact ? `Some(${float(impact.time)})` : "None";
  return [moving, `assert_eq!(sweep(moving, rect).map(|impact| impact.time), ${meets});`];
}

function slide(state: State, end: Point): string {
  const walls = WALLS.flatMap((wall, index) => boardLines(`wall_${index + 2}`, { ...wall, angle: 0 }, false));
  return [
    "let mut world = World::new(Settings::default());",
    ...boardLines("wall_1", state.rect, true),
    ...walls,
    "world.insert(Entity::fixed(wall_1))?;",
    ...WALLS.map((_, index) => `world.insert(Entity::fixed(wall_${index + 2}))?;`),
    "world.step();",
    `let circle = ${disc(state.circle.x, state.circle.y, state.circle.radius)};`,
    `let moving = Moving::new(circle, ${vec(...state.motion)})?;`,
    "let slide = world.queries().slide(moving, &SlideOptions::default());",
    `assert_eq!(slide.shape.center(), ${vec(Math.fround(end[0]), Math.fround(end[1]))});`,
  ].join("\n");
}
