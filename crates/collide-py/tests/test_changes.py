"""What changed since a tick."""

from __future__ import annotations

import collide2d


def test_what_changed_since_a_tick() -> None:
    world = collide2d.World(change_ticks=True)
    a, b = world.insert(collide2d.circles([0, 5], 0, 1)).tolist()
    assert world.changed_since(0).tolist() == [a, b]
    world.step()
    world.set_shapes([a, b], collide2d.circles([0, 6], 0, 1))
    assert (world.changed_since(world.tick).tolist(), world.changed_since(2).tolist()) == ([b], [])
    other = collide2d.World(change_ticks=True)
    other.restore(world.save())
    assert other.changed_since(1).tolist() == [b]
