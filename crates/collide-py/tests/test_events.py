"""Events between categories."""

from __future__ import annotations

import collide2d
import numpy as np
import pytest


def test_events_between_categories_have_the_data_of_both_entities_also_of_a_removed_one() -> None:
    world = collide2d.World(events=True)
    every, coins, players = 2**64 - 1, 2, 4
    coin, player = world.insert(collide2d.circles([0, 0], 0, 1), category=[coins, players], data=[50, 2**63])
    world.step()
    events, data = world.events_between(players, coins)
    assert (events.began.tolist(), data.tolist()) == ([[player, coin]], [[2**63, 50]])
    events, data = world.events_between(coins, every)
    assert (events.began.tolist(), data.tolist()) == ([[coin, player]], [[50, 2**63]])
    events, data = world.events_between(coins, coins)
    assert (len(events), data.shape) == (0, (0, 2))
    assert data.dtype == np.uint64
    world.remove(coin)
    world.insert(collide2d.circles(0, 0, 1), category=players)
    world.step()
    events, data = world.events_between(players, coins)
    assert (events.kind.tolist(), events.pairs.tolist(), data.tolist()) == ([2], [[player, coin]], [[2**63, 50]])
    with pytest.raises(OverflowError):
        world.events_between(-1, 0)
