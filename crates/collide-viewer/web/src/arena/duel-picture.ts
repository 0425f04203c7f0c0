// Draws what a frame of the duel does not have: traces of attacks, and the overlays.
import type { DuelOverlays } from "./duel";
import type { DuelReport, Place, Shot, Weapon } from "./link";
import type { Mapping } from "./probing";

/** Ticks for which a trace and a change of the view are drawn. */
const TRACE_TICKS = 10;
const FLASH_TICKS = 24;
/** Ticks for which a shot stays. */
const SHOT_TICKS = 150;
const SWORD_DEGREES = 100;
const RADIUS = 0.4;
/** Within this distance of a shot, somebody counts as its target. */
const NEAR = 2;
/** Where each weapon begins and ends before an actor, and its width. */
const HELD: Record<Weapon, [from: number, to: number, width: number]> = {
  Gun: [0.2, 0.85, 0.2],
  Rocket: [-0.1, 0.7, 0.42],
  Sword: [0.35, 1.25, 0.12],
};

export interface DuelColours {
  seen: string;
  decided: string;
  soft: string;
  ink: string;
  floor: string;
  entered: string;
  left: string;
  bullet: string;
}

export function drawDuel(
  context: CanvasRenderingContext2D,
  { tick, traces, figures, you }: DuelReport,
  overlays: DuelOverlays,
  { left, top, scale }: Mapping,
  colours: DuelColours,
): void {
  const ratio = Math.min(devicePixelRatio, 2);
  const at = ([x, y]: readonly [number, number]): Place => [left + x * scale, top - y * scale];
  const circle = (place: Place, radius: number): void => {
    context.beginPath();
    context.arc(...at(place), Math.max(radius * scale, 2), 0, 7);
    context.stroke();
  };
  const square = ([x, y]: Place, half: number): void =>
    context.strokeRect(...at([x - half, y + half]), 2 * half * scale, 2 * half * scale);
  const line = (from: Place, to: Place): void => {
    context.beginPath();
    context.moveTo(...at(from));
    context.lineTo(...at(to));
    context.stroke();
  };
  const pen = (colour: string, width: number, dash: number[] = []): void => {
    [context.strokeStyle, context.lineWidth] = [colour, width * ratio];
    context.setLineDash(dash.map((part) => part * ratio));
  };

  for (const [[x, y], angle, weapon] of figures) {
    const [from, to, width] = HELD[weapon];
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
    pen(colours.ink, (width * scale) / ratio);
    line([x + from * dx, y + from * dy], [x + to * dx, y + to * dy]);
    // The guard of a sword.
    if (weapon === "Sword") line([x + 0.5 * dx - 0.2 * dy, y + 0.5 * dy + 0.2 * dx], [x + 0.5 * dx + 0.2 * dy, y + 0.5 * dy - 0.2 * dx]);
  }
  for (const [age, weapon, [ax, ay, bx, by]] of traces) {
    context.globalAlpha = 0.9 * (1 - age / TRACE_TICKS);
    if (weapon === "Sword") {
      const [x, y] = at([ax, ay]);
      const middle = Math.atan2(ay - by, bx - ax);
      const half = (SWORD_DEGREES * Math.PI) / 360;
      context.fillStyle = colours.bullet;
      context.globalAlpha *= 0.6;
      context.beginPath();
      context.moveTo(x, y);
      context.arc(x, y, Math.hypot(bx - ax, by - ay) * scale, middle - half, middle + half);
      context.fill();
    } else if (weapon === "Gun") {
      pen(colours.bullet, 1.6);
      line([ax, ay], [bx, by]);
    }
  }
  context.globalAlpha = 1;
  if (you) {
    if (overlays.view && you.at) {
      pen(colours.entered, 1.5);
      circle(you.at, you.radii[0]);
      pen(colours.left, 1.5, [6, 5]);
      circle(you.at, you.radii[1]);
    }
    for (const change of overlays.view ? you.changes : []) {
      const age = (tick - change.tick) / FLASH_TICKS;
      context.globalAlpha = 1 - age;
      pen(change.entered ? colours.entered : colours.left, 3, change.entered ? [] : [4, 4]);
      circle(change.at, RADIUS + 0.2 + 0.6 * age);
      context.globalAlpha = 1;
    }
    if (overlays.slide) {
      pen(colours.ink, 1.5, [5, 4]);
      for (const [x, y, a, b] of you.slid.tested)
        context.strokeRect(...at([x - a, y + b]), 2 * a * scale, 2 * b * scale);
      pen(colours.left, 3);
      for (const [x, y, nx, ny] of you.slid.hits) line([x, y], [x - 2 * nx, y - 2 * ny]);
    }
    const shot = you.shots.at(-1);
    if (overlays.shots && shot && isNear(shot) && tick - shot.tick < SHOT_TICKS) {
      context.globalAlpha = Math.min(1, 2 - (2 * (tick - shot.tick)) / SHOT_TICKS);
      drawShot(shot);
    }
  }
  context.setLineDash([]);
  context.globalAlpha = 1;

  function drawShot({ from, to, seen, decided, now }: Shot): void {
    pen(colours.soft, 1, [2, 4]);
    line(from, to);
    if (decided && now) line(decided, now);
    if (now) circle(now, RADIUS);
    pen(colours.decided, 3);
    if (decided) square(decided, RADIUS + 0.1);
    pen(colours.seen, 2.5, [5, 4]);
    if (seen) circle(seen, RADIUS + 0.45);
    context.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    context.textAlign = "center";
    const label = (place: Place | null, words: string, colour: string, above: number): void => {
      if (!place) return;
      const [x, y] = at(place);
      const height = y - above * ((RADIUS + 0.45) * scale + 12 * ratio) + 4 * ratio;
      pen(colours.floor, 4);
      context.fillStyle = colour;
      context.strokeText(words, x, height);
      context.fillText(words, x, height);
    };
    label(seen, "you saw", colours.seen, 1);
    label(decided, "server saw", colours.decided, -1);
  }
}

/** Whether the target was near the line of the shot. */
export function isNear({ from, to, decided }: Shot): boolean {
  if (!decided) return false;
  const [along, way] = [apart(from, to), [to[0] - from[0], to[1] - from[1]] as const];
  const part = ((decided[0] - from[0]) * way[0] + (decided[1] - from[1]) * way[1]) / (along * along || 1);
  const ahead = Math.min(Math.max(part, 0), 1);
  return apart(decided, [from[0] + ahead * way[0], from[1] + ahead * way[1]]) <= NEAR;
}

export const apart = ([ax, ay]: Place, [bx, by]: Place): number => Math.hypot(ax - bx, ay - by);
