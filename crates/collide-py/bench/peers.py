"""Compares collide2d with scipy's cKDTree and shapely's STRtree, on the same points in the same run.

python bench/peers.py [count] [rounds]

Each task starts and ends with numpy arrays. All libraries must find the same pairs and neighbours. They take turns in
each round. Prints the median time of each, and its ratio to collide2d on one thread.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import collide2d
import numpy as np
import scipy
import shapely
from numpy.typing import NDArray
from scipy.spatial import cKDTree

Task = Callable[[], Any]


def in_order(pairs: NDArray[Any]) -> NDArray[Any]:
    """Sorted pairs of indices, the smaller index first."""
    pairs = np.sort(pairs.astype(np.int64), axis=1)
    pairs = pairs[pairs[:, 0] < pairs[:, 1]]
    return np.unique(pairs, axis=0)


def tasks(count: int) -> dict[str, dict[str, Task]]:
    rng = np.random.default_rng(7)
    side = np.sqrt(count)
    # About one pair for each circle, as in the other benchmarks; float32, so that all libraries get the same numbers.
    x, y = rng.uniform(0, side, (2, count)).astype(np.float32)
    radius = np.float32(0.4)
    low_x, low_y, high_x, high_y = x - radius, y - radius, x + radius, y + radius
    asked_x, asked_y = rng.uniform(0, side, (2, count)).astype(np.float32)

    def points() -> NDArray[Any]:
        return np.column_stack([x, y])

    def asked() -> NDArray[Any]:
        return np.column_stack([asked_x, asked_y])

    def tree_of_boxes() -> Any:
        boxes = shapely.box(low_x, low_y, high_x, high_y)
        return shapely.STRtree(boxes).query(boxes, predicate="intersects").T

    boxes = shapely.box(low_x, low_y, high_x, high_y)
    rects = collide2d.rects(low_x, low_y, high_x, high_y)

    def within() -> Any:
        places = shapely.points(x, y)
        return shapely.STRtree(places).query(places, predicate="dwithin", distance=2 * float(radius)).T

    def nearest(neighbours: int, **settings: Any) -> Any:
        queries = collide2d.query(collide2d.points(x, y), **settings)
        hits = queries.nearest(collide2d.points(asked_x, asked_y), count=neighbours)
        return hits.distance.reshape(count, neighbours)

    def nearest_of_shapely() -> Any:
        tree = shapely.STRtree(shapely.points(x, y))
        found, far = tree.query_nearest(shapely.points(asked_x, asked_y), return_distance=True, all_matches=False)
        return far[np.argsort(found[0])][:, None]

    return {
        "pairs of circles": {
            "collide2d": lambda: collide2d.pairs(collide2d.circles(x, y, radius), threads=1),
            "collide2d, all threads": lambda: collide2d.pairs(collide2d.circles(x, y, radius)),
            "cKDTree": lambda: cKDTree(points()).query_pairs(2 * float(radius), output_type="ndarray"),
            "STRtree": within,
        },
        "pairs of boxes": {
            "collide2d": lambda: collide2d.pairs(collide2d.rects(low_x, low_y, high_x, high_y), threads=1),
            "collide2d, all threads": lambda: collide2d.pairs(collide2d.rects(low_x, low_y, high_x, high_y)),
            "STRtree": tree_of_boxes,
        },
        "pairs of boxes, made before": {
            "collide2d": lambda: collide2d.pairs(rects, threads=1),
            "STRtree": lambda: shapely.STRtree(boxes).query(boxes, predicate="intersects").T,
        },
        "nearest one": {
            "collide2d": lambda: nearest(1, threads=1),
            "collide2d, all threads": lambda: nearest(1),
            "cKDTree": lambda: cKDTree(points()).query(asked(), k=[1])[0],
            "cKDTree, all threads": lambda: cKDTree(points()).query(asked(), k=[1], workers=-1)[0],
            "STRtree": nearest_of_shapely,
        },
        "nearest eight": {
            "collide2d": lambda: nearest(8, threads=1),
            "collide2d, all threads": lambda: nearest(8),
            "cKDTree": lambda: cKDTree(points()).query(asked(), k=8)[0],
            "cKDTree, all threads": lambda: cKDTree(points()).query(asked(), k=8, workers=-1)[0],
        },
    }


def check(name: str, answers: dict[str, Any]) -> None:
    """Exits with an error if the libraries found different answers."""
    first = answers.pop("collide2d")
    for peer, answer in answers.items():
        if name.startswith("pairs"):
            same = np.array_equal(in_order(first), in_order(answer))
        else:
            same = np.allclose(first, answer, rtol=1e-5, atol=1e-6)
        if not same:
            sys.exit(f"{name}: the answer of {peer} differs from that of collide2d")


def main(count: int, rounds: int) -> None:
    versions = f"numpy {np.__version__}, scipy {scipy.__version__}, shapely {shapely.__version__}"
    print(f"{count} points, {rounds} rounds, {os.cpu_count()} processors, Python {sys.version.split()[0]}, {versions}")
    for name, own in tasks(count).items():
        check(name, {peer: task() for peer, task in own.items()})
        times: dict[str, list[float]] = {peer: [] for peer in own}
        for _ in range(rounds):
            for peer, task in own.items():
                start = time.perf_counter()
                task()
                times[peer].append(time.perf_counter() - start)
        medians = {peer: statistics.median(taken) for peer, taken in times.items()}
        for peer, median in medians.items():
            print(f"{name:28} {peer:22} {median * 1e3:9.2f} ms {median / medians['collide2d']:7.2f}")


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], *["100000", "15"][len(sys.argv) - 1 :]]))
