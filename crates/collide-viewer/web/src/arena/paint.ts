// Draws a frame: small shapes as pixels, larger ones as outlines.
import type { Camera } from "./camera";
import type { DuelOverlays } from "./duel";
import { drawDuel } from "./duel-picture";
import { BLUE, BULLET, CRATE, FLASH, FLASH_SHIFT, FOUND, KIND, LOOK_SHIFT, PAIRED, RED, SENSOR, WALL, type Frame } from "./frame";
import type { CellList, DuelReport, Probed } from "./link";
import { cornerStarts, outline } from "./outline";
import { drawProbe } from "./probing";
import { PLAIN, STYLES, orderOf, type Style } from "./style";

export interface Overlays {
  cells: boolean;
  heat: boolean;
  levels: boolean;
  boxes: boolean;
  events: boolean;
}

/** Shapes with smaller half extents, in pixels, are drawn as squares of pixels. */
const PIXELS = 2.2;
/** The number of outlines in a path. A longer path takes the browser longer than its parts. */
const AT_ONCE = 128;
/** Cells with smaller sides, in pixels, are not drawn. */
const LEAST_CELL = 7;

/** The share of orange of a new pair, step by step: the server counts four steps of 0.05 s down. */
const FADING = [1, 0.75, 0.45, 0.2];
/** The index of the colour behind those of a new pair, and of the first level. */
const FADED = 2 + FADING.length;
const LEVELS_FROM = FADED;
const LEVELS = 8;
/** The index of the colour of the entities that overlap the sector. */
const FOUND_COLOUR = LEVELS_FROM + LEVELS;
/** The index before that of the colour of the first look. */
const LOOKS_FROM = FOUND_COLOUR;

const ORDER = orderOf(LOOKS_FROM);

interface Colours {
  page: string;
  line: string;
  rest: string;
  paired: string;
  new: string;
  player: string;
  found: string;
  floor: string;
  wall: string;
  edge: string;
  crate: string;
  crateEdge: string;
  red: string;
  blue: string;
  soft: string;
  ink: string;
  seen: string;
  decided: string;
  levels: string[];
}

/** What is drawn besides the entities. */
export interface Extras {
  player: boolean;
  probed: Probed | null;
  duel: { report: DuelReport; overlays: DuelOverlays } | undefined;
}

export class Painter {
  private readonly context: CanvasRenderingContext2D;
  private readonly dots = document.createElement("canvas");
  private readonly dotContext: CanvasRenderingContext2D;
  private pixels: ImageData | undefined;
  private colours!: Colours;
  /** The colours by index: no pair, a pair, a new pair as it fades, the levels, and the sector. */
  private palette: string[] = [];
  private words = new Uint32Array(0);
  /** The number of entities of the last picture that are in a new pair. */
  flashing = 0;
  /** The number of entities of the last picture that overlap the sector. */
  found = 0;
  /** The number of entities of the last picture of each look. */
  looks: number[] = [];
  /** The number of entities of the last picture of each kind of shape. */
  kinds: number[] = [];

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.context = canvas.getContext("2d", { alpha: false })!;
    this.dotContext = this.dots.getContext("2d")!;
    this.recolour();
  }

  /** Reads the colours of the page again, because it may have become dark. */
  recolour(): void {
    const style = getComputedStyle(document.documentElement);
    const named = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    const levels = Array.from({ length: LEVELS }, (_, i) => named(`level-${i}`));
    this.colours = {
      page: named("card"),
      line: named("cell"),
      rest: named("rest"),
      paired: named("hit"),
      new: named("near"),
      player: named("player"),
      found: named("green"),
      floor: named("floor"),
      wall: named("wall"),
      edge: named("wall-edge"),
      crate: named("crate"),
      crateEdge: named("crate-edge"),
      red: named("red"),
      blue: named("blue"),
      soft: named("soft"),
      ink: named("ink"),
      seen: named("seen"),
      decided: named("decided"),
      levels,
    };
    this.palette = [
      this.colours.rest,
      this.colours.paired,
      ...FADING.map((share) => mixed(this.colours.new, share, this.colours.paired)),
      ...levels,
      this.colours.found,
    ];
    const { wall, found, new: bullet, red, blue, crate } = this.colours;
    for (const [look, colour] of [[WALL, wall], [SENSOR, found], [BULLET, bullet], [RED, red], [BLUE, blue], [CRATE, crate]] as const)
      this.palette[LOOKS_FROM + look] = colour;
    this.words = Uint32Array.from(this.palette.map((colour) => this.word(colour)));
  }

  resize(): void {
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [this.canvas.clientWidth * ratio, this.canvas.clientHeight * ratio].map((v) =>
      Math.max(1, Math.round(v)),
    );
    for (const canvas of [this.canvas, this.dots]) [canvas.width, canvas.height] = [width!, height!];
    this.pixels = this.dotContext.createImageData(width!, height!);
    // A canvas without transparency is black at first.
    this.context.fillStyle = this.colours.page;
    this.context.fillRect(0, 0, width!, height!);
  }

  draw(
    frame: Frame,
    camera: Camera,
    cellLists: readonly CellList[],
    extent: readonly number[] | undefined,
    overlays: Overlays,
    extras: Extras,
  ): void {
    const { context, canvas } = this;
    const scale = (camera.scale * canvas.width) / Math.max(canvas.clientWidth, 1);
    const [left, top] = [canvas.width / 2 - camera.x * scale, canvas.height / 2 + camera.y * scale];
    context.fillStyle = this.colours.page;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const cell = Math.max(...cellLists.map((list) => list.side));
    if (extent) this.floor(extent, scale, left, top);
    if (overlays.heat && cell > 0) this.heat(frame, cell, scale, left, top);
    if (overlays.cells && cell > 0) this.cells(cell, scale, left, top);
    const sizes = overlays.levels ? [...new Set(cellLists.map((list) => list.size))].sort((a, b) => a - b) : [];
    this.shapes(frame, scale, left, top, sizes, overlays.events);
    if (overlays.boxes) this.boxes(frame, scale, left, top);
    if (extras.probed)
      drawProbe(
        context,
        extras.probed,
        { left, top, scale },
        { soft: this.colours.soft, hit: this.colours.new, line: this.colours.ink, found: this.colours.found },
      );
    if (extras.duel) {
      const { found: entered, new: bullet, soft, ink, floor, seen, decided } = this.colours;
      const colours = { seen, decided, soft, ink, floor, entered, left: bullet, bullet };
      const { report, overlays: chosen } = extras.duel;
      drawDuel(context, report, chosen, { left, top, scale }, colours);
    }
    if (frame.followed) this.ring(frame.followed, scale, left, top, extras.player);
  }

  private shapes(frame: Frame, scale: number, left: number, top: number, sizes: number[], events: boolean): void {
    const [toX, toY] = [left + frame.middle[0] * scale, top - frame.middle[1] * scale];
    const small = frame.unit * scale;
    const colours = this.classes(frame, sizes, events);
    if (this.specks(frame, colours, small, toX, toY)) this.context.drawImage(this.dots, 0, 0);
    const outlines: number[][] = Array.from({ length: this.words.length }, () => []);
    const { halfWidth, halfHeight } = frame;
    for (let i = 0; i < frame.shown; i++) {
      if (halfWidth[i]! * small >= PIXELS || halfHeight[i]! * small >= PIXELS) outlines[colours[i]!]!.push(i);
    }
    const starts = cornerStarts(frame);
    for (const colour of ORDER) {
      const style = STYLES.get(colour - LOOKS_FROM) ?? PLAIN;
      this.outlines(frame, starts, outlines[colour]!, this.palette[colour]!, style, small, toX, toY);
    }
  }

  /** The colour index of each entity. */
  private classes({ flags, halfWidth, halfHeight, unit, shown }: Frame, sizes: number[], events: boolean): Uint8Array {
    const colours = new Uint8Array(shown);
    [this.flashing, this.found] = [0, 0];
    this.kinds = [0, 0, 0, 0, 0];
    this.looks = [0, 0, 0, 0, 0, 0, 0];
    for (let i = 0; i < shown; i++) {
      this.kinds[flags[i]! & KIND]!++;
      const look = flags[i]! >> LOOK_SHIFT;
      this.looks[look]!++;
      const steps = (flags[i]! >> FLASH_SHIFT) & FLASH;
      if (steps > 0) this.flashing++;
      if (flags[i]! & FOUND) {
        this.found++;
        colours[i] = FOUND_COLOUR;
      } else if (sizes.length > 0) colours[i] = LEVELS_FROM + level(sizes, 2 * unit * Math.max(halfWidth[i]!, halfHeight[i]!));
      else if (look > 0) colours[i] = LOOKS_FROM + look;
      else if (events && steps > 0) colours[i] = Math.max(2, FADED - steps);
      else colours[i] = flags[i]! & PAIRED ? 1 : 0;
    }
    return colours;
  }

  /** Draws small shapes as squares of pixels. Returns whether there are any. The inner loop runs for each pixel. */
  private specks(frame: Frame, colours: Uint8Array, small: number, toX: number, toY: number): boolean {
    const { x, y, halfWidth, halfHeight, shown } = frame;
    const pixels = this.pixels!;
    const { width, height } = pixels;
    const words = new Uint32Array(pixels.data.buffer);
    words.fill(0);
    let count = 0;
    for (let i = 0; i < shown; i++) {
      const reach = Math.max(halfWidth[i]!, halfHeight[i]!) * small;
      if (reach >= PIXELS) continue;
      count++;
      const size = Math.max(1, (2 * reach + 0.5) | 0);
      const px = Math.floor(toX + x[i]! * small - reach + 0.5);
      const py = Math.floor(toY - y[i]! * small - reach + 0.5);
      if (px < 0 || py < 0 || px + size > width || py + size > height) continue;
      const word = this.words[colours[i]!]!;
      for (let row = py * width + px; row < (py + size) * width + px; row += width) {
        for (let at = row; at < row + size; at++) words[at] = word;
      }
    }
    if (count > 0) this.dotContext.putImageData(pixels, 0, 0);
    return count > 0;
  }

  private outlines(
    frame: Frame,
    starts: Uint32Array,
    list: number[],
    colour: string,
    { fill, line, dash, edge, stands }: Style,
    small: number,
    toX: number,
    toY: number,
  ): void {
    const { context } = this;
    [context.fillStyle, context.strokeStyle, context.lineWidth] = [colour, edge ? (this.colours[edge]) : colour, line];
    context.setLineDash(dash ?? []);
    for (let from = 0; from < list.length; from += AT_ONCE) {
      context.beginPath();
      let largest = 0;
      for (const i of list.slice(from, from + AT_ONCE)) {
        outline(context, frame, i, starts[i]!, small, toX, toY);
        largest = Math.max(largest, frame.halfWidth[i]! * small);
      }
      if (stands && largest > 5) this.shadow();
      context.globalAlpha = largest > 5 ? fill : 0.8;
      context.fill();
      context.shadowColor = "transparent";
      context.globalAlpha = 1;
      if (largest > 5) context.stroke();
    }
    context.setLineDash([]);
  }

  /** Sets the shadow of the next fill. Without blur: that would take the processor a second picture. */
  private shadow(): void {
    const { context } = this;
    [context.shadowColor, context.shadowOffsetX, context.shadowOffsetY] = ["#0b12203a", 2, 3];
  }

  /** Draws the lines between cells, if the cells are large enough. */
  private cells(cell: number, scale: number, left: number, top: number): void {
    const { context, canvas } = this;
    const step = cell * scale;
    if (step < LEAST_CELL) return;
    context.strokeStyle = this.colours.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = ((left % step) + step) % step; x < canvas.width; x += step) {
      context.moveTo(Math.round(x) + 0.5, 0);
      context.lineTo(Math.round(x) + 0.5, canvas.height);
    }
    for (let y = ((top % step) + step) % step; y < canvas.height; y += step) {
      context.moveTo(0, Math.round(y) + 0.5);
      context.lineTo(canvas.width, Math.round(y) + 0.5);
    }
    context.stroke();
  }

  /** Draws the number of entities with their center in each cell. Cells that are too small to see are merged. */
  private heat({ x, y, unit, middle, shown }: Frame, cell: number, scale: number, left: number, top: number): void {
    const { context, canvas } = this;
    let size = cell;
    while (size * scale < LEAST_CELL) size *= 2;
    const step = size * scale;
    const [columns, rows] = [Math.ceil(canvas.width / step) + 2, Math.ceil(canvas.height / step) + 2];
    const [firstX, lastY] = [Math.floor(-left / step), Math.floor(top / step)];
    const counts = new Uint32Array(columns * rows);
    let max = 1;
    for (let i = 0; i < shown; i++) {
      const column = Math.floor((middle[0] + x[i]! * unit) / size) - firstX;
      const row = lastY - Math.floor((middle[1] + y[i]! * unit) / size);
      if (column < 0 || column >= columns || row < 0 || row >= rows) continue;
      max = Math.max(max, ++counts[row * columns + column]!);
    }
    context.fillStyle = this.colours.new;
    for (let at = 0; at < counts.length; at++) {
      if (counts[at] === 0) continue;
      context.globalAlpha = 0.06 + 0.6 * (counts[at]! / max);
      const [px, py] = [left + ((at % columns) + firstX) * step, top - (lastY - Math.floor(at / columns) + 1) * step];
      context.fillRect(px, py, step, step);
    }
    context.globalAlpha = 1;
  }

  private floor([minX, minY, maxX, maxY]: readonly number[], scale: number, left: number, top: number): void {
    const area = [left + minX! * scale, top - maxY! * scale, (maxX! - minX!) * scale, (maxY! - minY!) * scale] as const;
    [this.context.fillStyle, this.context.strokeStyle, this.context.lineWidth] = [this.colours.floor, this.colours.rest, 1.5];
    this.context.fillRect(...area);
    this.context.strokeRect(...area);
  }

  /** Draws the boxes of the R-tree, outer ones thicker. */
  private boxes({ boxes, depths, middle, unit }: Frame, scale: number, left: number, top: number): void {
    const { context } = this;
    const [toX, toY, small] = [left + middle[0] * scale, top - middle[1] * scale, unit * scale];
    depths.forEach((depth, i) => {
      const [minX, minY, maxX, maxY] = boxes.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
      context.strokeStyle = this.colours.levels[depth % this.colours.levels.length]!;
      context.lineWidth = Math.max(1, 4 - depth);
      context.strokeRect(toX + minX * small, toY - maxY * small, (maxX - minX) * small, (maxY - minY) * small);
    });
  }

  private ring(
    { x, y, reach }: NonNullable<Frame["followed"]>,
    scale: number,
    left: number,
    top: number,
    player: boolean,
  ): void {
    const { context } = this;
    const [px, py, r] = [left + x * scale, top - y * scale, Math.max(reach * scale + 5, 9)];
    context.strokeStyle = player ? this.colours.player : this.colours.new;
    context.lineWidth = 3;
    context.beginPath();
    context.arc(px, py, r, 0, 7);
    context.stroke();
    if (!player) return;
    context.fillStyle = this.colours.player;
    context.font = `bold ${14 * Math.min(devicePixelRatio, 2)}px system-ui, sans-serif`;
    context.textAlign = "center";
    [context.strokeStyle, context.lineWidth] = [this.colours.page, 4];
    context.strokeText("you", px, py - r - 6);
    context.fillText("you", px, py - r - 6);
  }

  /** The colour as the four bytes of a pixel. */
  private word(colour: string): number {
    const probe = document.createElement("canvas").getContext("2d")!;
    probe.fillStyle = colour;
    probe.fillRect(0, 0, 1, 1);
    return new Uint32Array(probe.getImageData(0, 0, 1, 1).data.buffer)[0]!;
  }
}

/** A colour with a share of another one. */
function mixed(colour: string, share: number, other: string): string {
  return share === 1 ? colour : `color-mix(in srgb, ${colour} ${100 * share}%, ${other})`;
}

/** The index of the smallest cell size that is large enough. */
function level(sizes: number[], size: number): number {
  const found = sizes.findIndex((max) => size <= max * 1.001);
  return Math.min(found < 0 ? sizes.length - 1 : found, 7);
}
