"""The limits of calls."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import collide2d
import numpy as np
import pytest
from collide2d import Budget

PILE = collide2d.circles(np.zeros(100), 0, 0.5)
MOTION = np.ones((100, 2))
LITTLE, NO_RESULTS, NO_CANDIDATES = Budget(max_work=1_000), Budget(max_results=9), Budget(max_candidates_each=0)


def test_a_budget_is_a_value() -> None:
    assert repr(Budget()) == "Budget(max_results=None, max_work=None, max_candidates_each=None)"
    budget = Budget(max_results=5, max_work=2**64 - 1, max_candidates_each=0)
    assert repr(budget) == "Budget(max_results=5, max_work=18446744073709551615, max_candidates_each=0)"
    assert (budget.max_results, budget.max_work, budget.max_candidates_each) == (5, 2**64 - 1, 0)
    five: Any = np.int64(5)
    same = Budget(max_results=five, max_work=2**64 - 1, max_candidates_each=0)
    assert same == budget != Budget(max_results=5)
    assert hash(same) == hash(budget)
    assert pickle.loads(pickle.dumps(budget)) == budget
    with pytest.raises(AttributeError):
        budget.max_results = 6  # type: ignore[misc]


@pytest.mark.parametrize("limit", ["max_results", "max_work", "max_candidates_each"])
@pytest.mark.parametrize("value", [-1, 2**64, 0.5, "9", [9]])
def test_a_wrong_limit_is_named(limit: str, value: Any) -> None:
    with pytest.raises(TypeError, match=f"^{limit}: "):
        Budget(**{limit: value})


def test_there_are_no_other_limits() -> None:
    with pytest.raises(TypeError, match="unexpected keyword argument max_pairs"):
        Budget(max_pairs=9)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Budget(9)  # type: ignore[call-arg]


class Calls:
    """Every call with a budget, on a world with a pile."""

    def __init__(self) -> None:
        self.world, self.interest = collide2d.World(history=2), collide2d.Interest()
        self.handles = self.world.insert(PILE)
        self.world.step()
        self.interest.insert(5, 6, at=np.zeros((100, 2)))
        self.interest.update(self.world)

    def queries(self, queries: collide2d.Queries) -> dict[str, Callable[[Any], Any]]:
        """The batches with hits."""
        apexes, ends = np.zeros((100, 2)), MOTION
        return {
            "overlap": lambda budget: queries.overlap(PILE, budget=budget),
            "sectors": lambda budget: queries.sectors(apexes, 3, directions=[1, 0], openings=90, budget=budget),
            "nearest": lambda budget: queries.nearest(PILE, count=3, budget=budget),
            "rays": lambda budget: queries.rays(apexes, [1, 0], budget=budget),
            "segments": lambda budget: queries.segments(apexes, ends, budget=budget),
            "sweep": lambda budget: queries.sweep(PILE, MOTION, budget=budget),
        }

    def outcomes(self, queries: collide2d.Queries) -> dict[str, Callable[[Any], Any]]:
        """The batches with one result for each query."""
        doors = collide2d.oriented_rects(np.zeros(100), 0, 1, 1, angle=0)
        return {
            "blocked": lambda budget: queries.blocked(np.zeros((100, 2)), MOTION, budget=budget),
            "slide": lambda budget: queries.slide(PILE, MOTION, budget=budget),
            "free": lambda budget: queries.free(PILE, 3.0, budget=budget),
            "turn": lambda budget: queries.turn(doors, [3, 0], 1, budget=budget),
        }

    def others(self) -> dict[str, Callable[[Any], Any]]:
        return {
            "step": lambda budget: self.world.step(budget=budget),
            "move": lambda budget: self.world.move(self.handles, MOTION, budget=budget),
            "move in order": lambda budget: self.world.move(self.handles, MOTION, in_order=True, budget=budget),
            "separate": lambda budget: self.world.separate(self.handles, budget=budget),
            "swept_pairs": lambda budget: self.world.swept_pairs(self.handles, MOTION, budget=budget),
            "update": lambda budget: self.interest.update(self.world, budget=budget),
            "pairs": lambda budget: collide2d.pairs(PILE, budget=budget),
            "pairs_between": lambda budget: collide2d.pairs_between(PILE, PILE, budget=budget),
            "count_pairs": lambda budget: collide2d.count_pairs(PILE, budget=budget),
            "count_pairs_between": lambda budget: collide2d.count_pairs_between(PILE, PILE, budget=budget),
        }

    def all_of(self) -> dict[str, Callable[[Any], Any]]:
        now = self.world.queries()
        return {**self.queries(now), **self.outcomes(now), **self.others()}

    def state(self) -> tuple[bytes, Any, Any]:
        views = self.interest.views()
        return self.world.save(), self.world.tick, views.visible.handles.tolist()


FIND_PAIRS = ("step", "pairs", "pairs_between", "count_pairs", "count_pairs_between")


@pytest.mark.parametrize("name", Calls().all_of())
def test_a_call_that_exceeds_its_work_changes_nothing(name: str) -> None:
    calls = Calls()
    call, before = calls.all_of()[name], calls.state()
    with pytest.raises(collide2d.OverBudgetError, match="work: more than the budget of 1000"):
        call(LITTLE)
    assert calls.state() == before
    with pytest.raises(TypeError, match="budget"):
        call(1_000)
    # Enough, no limit, and no budget.
    for budget in (Budget(max_work=10**9), Budget(), None):
        Calls().all_of()[name](budget)


@pytest.mark.parametrize("name", Calls().all_of())
def test_only_calls_with_pairs_or_hits_have_a_limit_of_results(name: str) -> None:
    calls = Calls()
    call, before = calls.all_of()[name], calls.state()
    hits = name in calls.queries(calls.world.queries())
    if hits or name in FIND_PAIRS:
        with pytest.raises(collide2d.OverBudgetError, match=f"{'hits' if hits else 'pairs'}: more than the budget of 9"):
            call(NO_RESULTS)
        assert calls.state() == before
    else:
        call(NO_RESULTS)


def test_a_call_within_its_limit_has_the_whole_answer() -> None:
    assert len(collide2d.pairs(PILE, budget=Budget(max_results=4950))) == 4950
    assert collide2d.count_pairs(PILE, budget=Budget(max_results=4950, max_work=10**7)) == 4950
    hits = collide2d.query(PILE).overlap(PILE, budget=Budget(max_results=10_000, max_work=10**7))
    assert (hits.counts.sum(), hits.stopped.tolist()) == (10_000, [])


@pytest.mark.parametrize("name", Calls().queries(collide2d.query(PILE)))
def test_a_query_with_too_many_candidates_is_stopped(name: str) -> None:
    calls = Calls()
    for queries in (calls.world.queries(), calls.world.at(1)):
        hits = calls.queries(queries)[name](NO_CANDIDATES)
        assert hits.stopped.dtype == np.uint32
        assert hits.stopped.tolist() == list(range(100))
        assert (hits.counts.sum(), len(hits.handles)) == (0, 0)
        assert calls.queries(queries)[name](None).stopped.tolist() == []


@pytest.mark.parametrize("count_only", [False, True])
def test_only_the_dear_query_is_stopped(count_only: bool) -> None:
    world = collide2d.World()
    world.insert(PILE)
    [target] = world.insert(collide2d.circles(90, 0, 1))
    world.step()
    budget = Budget(max_candidates_each=10)
    shots: dict[str, Any] = {"count_only": True} if count_only else {"first": 1}
    hits = world.queries().rays([[80, 0], [-9, 0], [80, 50]], [1, 0], 50, budget=budget, **shots)
    assert hits.stopped.tolist() == [1]
    assert hits.counts.tolist() == [1, 0, 0]
    assert hits.handles.tolist() == ([] if count_only else [target])
    copy = pickle.loads(pickle.dumps(hits))
    assert (copy.stopped.tolist(), copy.counts.tolist()) == ([1], [1, 0, 0])
    areas = collide2d.circles([90, 0], 0, 2)
    found = world.queries().overlap(areas, budget=budget, count_only=count_only)
    assert (found.stopped.tolist(), found.counts.tolist()) == ([1], [1, 0])


@pytest.mark.parametrize("name", Calls().all_of())
def test_calls_without_hits_ignore_the_limit_of_candidates(name: str) -> None:
    calls = Calls()
    if name in calls.outcomes(calls.world.queries()) or name in calls.others():
        calls.all_of()[name](NO_CANDIDATES)


def test_a_failed_update_keeps_the_views() -> None:
    calls = Calls()
    calls.world.remove(calls.handles[:50])
    calls.world.step()
    with pytest.raises(collide2d.OverBudgetError):
        calls.interest.update(calls.world, budget=LITTLE)
    views = calls.interest.views()
    assert views.visible.counts.tolist() == [100] * 100
    assert (views.entered.counts.sum(), views.left.counts.sum()) == (0, 0)
    assert calls.interest.update(calls.world).left_count == 5_000


def test_the_work_of_a_call_is_the_least_limit_that_it_needs() -> None:
    calls = Calls()
    queries = calls.world.queries()
    # These change nothing when they are asked again.
    slide, swept = calls.outcomes(queries)["slide"], calls.others()["swept_pairs"]
    for name, call in {**calls.queries(queries), "slide": slide, "swept_pairs": swept}.items():
        work = call(None).work
        assert work > 100, name
        assert call(Budget(max_work=work)).work == work, name
        with pytest.raises(collide2d.OverBudgetError):
            call(Budget(max_work=work - 1))
