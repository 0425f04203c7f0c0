// Maps the plane (y up) to the picture (y down), and creates its elements.
import { svg } from "../dom";
import type { Point } from "./ask";

/** The part of the plane that is always visible, in world units. */
const SHOWN: Point = [11.6, 9.4];

/** The limit of numbers in the picture: SVG reads them as 32-bit floats. */
const LIMIT = 1e37;

const within = (value: number): number => Math.max(-LIMIT, Math.min(value, LIMIT));

export class Plane {
  width = 1;
  height = 1;
  scale = 1;
  /** Whether this is the main figure, whose elements have ids. */
  main = false;

  resize(width: number, height: number): void {
    [this.width, this.height] = [Math.max(width, 1), Math.max(height, 1)];
    this.scale = Math.min(this.width / SHOWN[0], this.height / SHOWN[1]);
  }

  /** Maps a point of the plane to the picture. */
  at([x, y]: Point): Point {
    return [within(this.width / 2 + x * this.scale), within(this.height / 2 - y * this.scale)];
  }

  /** A length of the plane in the picture. A negative one, of an invalid shape, is zero. */
  length(units: number): number {
    return within(Math.max(units, 0) * this.scale);
  }

  /** Maps a point of the picture to the plane. */
  from([left, top]: Point): Point {
    return [(left - this.width / 2) / this.scale, (this.height / 2 - top) / this.scale];
  }

  /** A list of points for the attribute `points`. */
  points(points: Iterable<Point>): string {
    return Array.from(points, (point) =>
      this.at(point)
        .map((v) => v.toFixed(2))
        .join(","),
    ).join(" ");
  }

  line(from: Point, to: Point, kind: string): SVGLineElement {
    const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
    return svg("line", { x1, y1, x2, y2, class: kind });
  }

  dot(point: Point, kind: string, radius = 5): SVGCircleElement {
    const [cx, cy] = this.at(point);
    return svg("circle", { cx, cy, r: radius, class: kind });
  }

  /** An arrow; its head has the same size for every length. */
  arrow(from: Point, to: Point, kind: string): SVGPathElement {
    const [[x1, y1], [x2, y2]] = [this.at(from), this.at(to)];
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const head = [2.6, -2.6].map((turn) => `${x2 + 11 * Math.cos(angle + turn)} ${y2 + 11 * Math.sin(angle + turn)}`);
    return svg("path", { d: `M${x1} ${y1}L${x2} ${y2}M${head[0]}L${x2} ${y2}L${head[1]}`, class: kind });
  }

  text(point: Point, words: string, kind: string, [dx, dy]: Point = [0, 0]): SVGTextElement {
    const [x, y] = this.at(point);
    return svg("text", { x: x + dx, y: y + dy, class: kind }, words);
  }

  /** Lines at the whole numbers, and some of the numbers if `numbered`. */
  grid(numbered: boolean): SVGGElement {
    const group = svg("g", { class: "grid" });
    const [right, top] = this.from([this.width, 0]);
    for (let x = Math.ceil(-right); x <= right; x++) {
      group.append(this.line([x, -top], [x, top], x === 0 ? "axis" : "unit"));
      if (numbered && x % 2 === 0 && x !== 0) group.append(this.text([x, -top], String(x), "tick middle", [0, -5]));
    }
    for (let y = Math.ceil(-top); y <= top; y++) {
      group.append(this.line([-right, y], [right, y], y === 0 ? "axis" : "unit"));
      if (numbered && y % 2 === 0 && y !== 0 && top + y > 0.5)
        group.append(this.text([-right, y], String(y), "tick", [5, 4]));
    }
    return group;
  }
}

/** The directions along the sides of an oriented rectangle. */
export function axes(degrees: number): [Point, Point] {
  const angle = (degrees * Math.PI) / 180;
  return [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ];
}

/** `from + a * u + b * v`. */
export function along([x, y]: Point, [u, v]: [Point, Point], a: number, b: number): Point {
  return [x + a * u[0] + b * v[0], y + a * u[1] + b * v[1]];
}
