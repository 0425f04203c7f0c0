"""Draws the three pictures of docs/python-gallery.md into a folder.

python examples/gallery.py ../../docs/img
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import airports
import collide2d
import matplotlib as mpl
import numpy as np

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.collections import EllipseCollection, LineCollection, PolyCollection
from PIL import Image

RADIUS = 0.45


def corners(shapes: collide2d.Shapes) -> np.ndarray[Any, Any]:
    """The corners of oriented rectangles, of shape ``(len, 4, 2)``."""
    x, y, half_width, half_height, cos, sin = shapes.numbers.T
    along, across = np.c_[cos, sin], np.c_[-sin, cos]
    ends = [along * half_width[:, None] * a + across * half_height[:, None] * b for a, b in ((1, 1), (-1, 1), (-1, -1), (1, -1))]
    found: np.ndarray[Any, Any] = np.c_[x, y][:, None] + np.stack(ends, axis=1)
    return found


def discs(axes: Any, centers: Any, radius: Any, **style: Any) -> None:
    size = np.broadcast_to(2 * np.asarray(radius), len(centers))
    axes.add_collection(EllipseCollection(size, size, np.zeros(len(centers)), units="xy", offsets=centers, transOffset=axes.transData, **style))


def sight(axes: Any) -> None:
    """Raycasts: what a lamp lights among rotated walls."""
    rng = np.random.default_rng(5)
    x, y = rng.uniform(-10, 10, (2, 45)).astype(np.float32)
    walls = collide2d.oriented_rects(x, y, rng.uniform(0.3, 1.6, 45), 0.12, angle=rng.uniform(0, np.pi, 45))
    lamp = np.zeros(2, np.float32)
    angle = np.linspace(0, 2 * np.pi, 4096)
    way = np.c_[np.cos(angle), np.sin(angle)]
    hits = collide2d.query(walls).rays(lamp, way, max_t=12, first=1)
    lit = way * 12
    lit[hits.questions] = hits.point
    axes.fill(*lit.T, color="gold", alpha=0.5, linewidth=0)
    axes.add_collection(PolyCollection(list(corners(walls)), facecolors="0.25"))
    axes.plot(*lamp, "o", color="tab:red")
    axes.set(title=f"{len(angle):,} raycasts from a lamp", xlim=(-10, 10), ylim=(-10, 10), aspect="equal")


def paths(axes: Any) -> None:
    """Movement: circles that walk east and slide along what is in their way."""
    rng = np.random.default_rng(11)
    world = collide2d.World()
    rocks, size = rng.uniform((2, 0), (28, 16), (45, 2)).astype(np.float32), rng.uniform(0.2, 0.7, 45).astype(np.float32)
    world.insert(collide2d.circles(rocks[:, 0], rocks[:, 1], size), mobility="static")
    walkers = world.insert(collide2d.circles(-1, np.linspace(0.5, 15.5, 24), RADIUS))
    trail = [world.shapes(walkers).centers]
    for _ in range(300):
        world.move(walkers, (0.1, 0))
        trail.append(world.shapes(walkers).centers)
    discs(axes, rocks, size, facecolors="0.75")
    axes.add_collection(LineCollection(list(np.stack(trail, axis=1)), colors="tab:blue", linewidths=0.9))
    discs(axes, trail[-1], RADIUS, facecolors="tab:orange")
    axes.set(title=f"{len(walkers)} walkers slide past {len(rocks)} rocks", xlim=(-2, 32), ylim=(-0.5, 16.5), aspect="equal")


def shrink(picture: Path) -> None:
    """Reduces a picture to 64 colors, which are enough for it, so that its file is small."""
    Image.open(picture).convert("RGB").quantize(64).save(picture, optimize=True)
    print(f"{picture}: {picture.stat().st_size / 1000:.0f} kB")


def main(folder: Path) -> None:
    picture = folder / "python-airports.png"
    airports.main(picture)
    shrink(picture)
    for draw, size in ((sight, (5, 5)), (paths, (8, 4.3))):
        figure, axes = plt.subplots(figsize=size, layout="constrained")
        draw(axes)
        picture = folder / f"python-{draw.__name__}.png"
        figure.savefig(picture, dpi=90)
        plt.close(figure)
        shrink(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "."))
