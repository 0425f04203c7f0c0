"""Finds the control zones of airports that overlap and the nearest other airport of each, and draws them.

python examples/airports.py airports.png
"""

from __future__ import annotations

import sys
from pathlib import Path

import collide2d
import matplotlib as mpl
import numpy as np

mpl.use("Agg")

from matplotlib import pyplot as plt
from matplotlib.collections import EllipseCollection, LineCollection

DATA = Path(__file__).parents[3] / "examples/data/airports.csv"


def main(picture: Path) -> None:
    names = np.loadtxt(DATA, delimiter=",", skiprows=1, usecols=0, dtype=str)
    x, y, radius = np.loadtxt(DATA, delimiter=",", skiprows=1, usecols=(1, 2, 3), unpack=True)
    zones, places = collide2d.circles(x, y, radius), collide2d.points(x, y)

    pairs = collide2d.pairs(zones)
    crowds = np.bincount(pairs.ravel(), minlength=len(zones))
    print(f"{len(zones)} control zones, {len(pairs)} pairs overlap; most at {names[crowds.argmax()]}: {crowds.max()}")

    near = collide2d.query(places).nearest(places, ignore=np.arange(len(places)))
    far = near.distance.argmax()
    print(f"the most isolated is {names[far]}, {near.distance[far]:.0f} km from {names[near.handles[far]]}")

    figure, (left, right) = plt.subplots(1, 2, figsize=(13, 5), width_ratios=(3, 2), layout="constrained")
    colors = np.where(crowds > 0, "tab:orange", "tab:blue")
    size = 2 * radius
    circles = EllipseCollection(
        size, size, np.zeros(len(x)), units="xy", offsets=np.c_[x, y], transOffset=left.transData, facecolors=colors
    )
    left.add_collection(circles)
    lines = np.stack([np.c_[x, y][pairs[:, 0]], np.c_[x, y][pairs[:, 1]]], axis=1)
    left.add_collection(LineCollection(list(lines), colors="black", linewidths=1))
    left.set(
        title=f"{len(pairs)} pairs of control zones overlap; those around New York",
        xlabel="km east of 96° W",
        ylabel="km north of 39° N",
        xlim=(1450, 2250),
        ylim=(-60, 560),
        aspect="equal",
    )
    right.hist(near.distance, bins=np.linspace(0, 120, 61), color="tab:blue")
    right.axvline(2 * radius[0], color="tab:orange", label="zones touch")
    right.set(title="Distance to the nearest other airport", xlabel="km", ylabel="airports")
    right.legend()
    figure.savefig(picture, dpi=90)
    print(f"drawn to {picture}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "airports.png"))
