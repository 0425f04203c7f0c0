"""Compares nearest neighbours of points with scipy's cKDTree, on the same points in the same run.

python bench/nearest.py [count] [rounds]

Each task starts and ends with numpy arrays, and builds its index. One thread is measured by processor time, which other
work on the machine changes little; all threads by the clock. Prints the least time of each, and the median ratio.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import collide2d
import numpy as np
from numpy.typing import NDArray
from scipy.spatial import cKDTree

Task = Callable[[], NDArray[Any]]


def compare(name: str, clock: Callable[[], float], rounds: int, own: Task, peer: Task) -> None:
    times = []
    for _ in range(rounds):
        start = clock()
        found = own()
        middle = clock()
        expected = peer()
        times.append((middle - start, clock() - middle))
        if not np.allclose(found, expected, rtol=1e-5, atol=1e-6):
            sys.exit(f"{name}: the answers differ")
    least = [min(column) * 1e3 for column in zip(*times, strict=True)]
    ratio = statistics.median(peer / own for own, peer in times)
    print(f"{name:28} collide2d {least[0]:8.1f} ms, cKDTree {least[1]:8.1f} ms, ratio {ratio:.2f}")


def main(count: int, rounds: int) -> None:
    rng = np.random.default_rng(7)
    # float32, so that both get the same numbers.
    points, asked = rng.uniform(0, np.sqrt(count), (2, count, 2)).astype(np.float32)

    def own(k: int, threads: int | None) -> NDArray[Any]:
        queries = collide2d.query(collide2d.points(points[:, 0], points[:, 1]), threads=threads)
        hits = queries.nearest(collide2d.points(asked[:, 0], asked[:, 1]), count=k)
        return hits.distance.reshape(count, k)

    def tree(k: int, workers: int) -> NDArray[Any]:
        found: NDArray[Any] = cKDTree(points).query(asked, k=range(1, k + 1), workers=workers)[0]
        return found

    for k in (1, 8):
        compare(f"nearest {k}, one thread", time.process_time, rounds, lambda: own(k, 1), lambda: tree(k, 1))
        compare(f"nearest {k}, all threads", time.perf_counter, rounds, lambda: own(k, None), lambda: tree(k, -1))


if __name__ == "__main__":
    main(*(int(word) for word in [*sys.argv[1:], *["100000", "9"][len(sys.argv) - 1 :]]))
