// The outline of the convex hull of points, grown by a radius: capsules and polygons with round corners.

export type Point = [x: number, y: number];

/** The corners of the convex hull of points: counter-clockwise with y up. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (points: readonly Point[]): Point[] => {
    const chain: Point[] = [];
    for (const point of points) {
      while (chain.length > 1 && turn(chain.at(-2)!, chain.at(-1)!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  const corners = [...half(sorted), ...half(sorted.reverse())];
  return corners.length > 0 ? corners : sorted.slice(0, 1);
}

/** Positive if the way over three points turns left. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** An arc around a corner: from one angle to another, counter-clockwise on the screen. */
interface Arc {
  corner: Point;
  from: number;
  to: number;
}

/**
 * The arcs of the outline, which straight lines join. The corners are in pixels, where y points down, and in the order
 * of the world, where y points up: counter-clockwise on the screen.
 */
export function arcs(corners: readonly Point[]): Arc[] {
  const distinct = corners.filter(([x, y], i) => {
    const [otherX, otherY] = corners[(i + 1) % corners.length]!;
    return x !== otherX || y !== otherY;
  });
  if (distinct.length === 0) return corners.slice(0, 1).map((corner) => ({ corner, from: 0, to: -2 * Math.PI }));
  const normals = distinct.map(([x, y], i) => {
    const [nextX, nextY] = distinct[(i + 1) % distinct.length]!;
    return Math.atan2(nextX - x, y - nextY);
  });
  return distinct.map((corner, i) => {
    const from = normals.at(i - 1)!;
    const turn = (from - normals[i]! + 4 * Math.PI) % (2 * Math.PI);
    // Where rounding made a corner point inwards, the lines meet without an arc.
    return { corner, from, to: turn < 1.5 * Math.PI ? from - turn : from };
  });
}

/** Adds the outline to a path of a canvas. */
export function path(context: CanvasRenderingContext2D, corners: readonly Point[], radius: number): void {
  arcs(corners).forEach(({ corner: [x, y], from, to }, i) => {
    if (i === 0) context.moveTo(x + radius * Math.cos(from), y + radius * Math.sin(from));
    context.arc(x, y, radius, from, to, true);
  });
  context.closePath();
}

/** The outline as the commands of an SVG path. */
export function commands(corners: readonly Point[], radius: number): string {
  const parts = arcs(corners).map(({ corner: [x, y], from, to }, i) => {
    const on = (angle: number): string => `${x + radius * Math.cos(angle)} ${y + radius * Math.sin(angle)}`;
    // An arc of more than half a circle would be ambiguous.
    const middle = (from + to) / 2;
    const half = (angle: number): string => `A ${radius} ${radius} 0 0 0 ${on(angle)}`;
    return `${i === 0 ? "M" : "L"} ${on(from)} ${half(middle)} ${half(to)}`;
  });
  return `${parts.join(" ")} Z`;
}
