import { RADIUS, SIZE, WALLS } from "../shared/game.js";

const context = document.querySelector("canvas").getContext("2d");

function fill(color, path) {
  context.fillStyle = color;
  context.beginPath();
  path();
  context.fill();
}

function disc(x, y, radius) {
  context.arc(x, y, radius, 0, 2 * Math.PI);
}

function wall({ kind, ...shape }) {
  if (kind === "circle") return disc(shape.x, shape.y, shape.radius);
  if (kind === "rect") return context.rect(shape.minX, shape.minY, shape.maxX - shape.minX, shape.maxY - shape.minY);
  const { x, y, halfWidth, halfHeight, cos, sin } = shape;
  for (const [a, b] of [[1, 1], [-1, 1], [-1, -1], [1, -1]]) {
    context.lineTo(x + a * halfWidth * cos - b * halfHeight * sin, y + a * halfWidth * sin + b * halfHeight * cos);
  }
}

/** Draws the walls and the players, with a ring around the own player, and the hunter red. */
export function draw(players, you, hunter) {
  const scale = context.canvas.width / (SIZE + 2);
  context.setTransform(scale, 0, 0, scale, scale, scale);
  fill("#f4f1ea", () => context.rect(-1, -1, SIZE + 2, SIZE + 2));
  for (const shape of WALLS) fill("#7a7468", () => wall(shape));
  for (const [id, { x, y }] of players) {
    if (id === you) fill("#222", () => disc(x, y, RADIUS + 0.08));
    fill(id === hunter ? "#d3382f" : "#3173b8", () => disc(x, y, RADIUS));
  }
}
