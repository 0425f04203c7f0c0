"""The stub file is up to date, and agrees with the module. To write it: COLLIDE_WRITE_STUBS=1 cargo xtask python-test"""

from __future__ import annotations

import ast
import inspect
import os
from collections.abc import Callable, Iterator
from typing import Any

import collide2d
import pytest
from collide2d import _native

from stubs import STUB, TEMPLATE, documentation, is_type_only, signature_of, written

Definition = ast.ClassDef | ast.FunctionDef


def definitions(text: str) -> Iterator[tuple[str, Any, Definition]]:
    """The classes, functions and methods of a stub file: their names, their owners in the module, and their nodes."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, _native, node
        elif isinstance(node, ast.ClassDef) and not is_type_only(node):
            yield node.name, _native, node
            for item in node.body:
                if isinstance(item, ast.FunctionDef):
                    yield f"{node.name}.{item.name}", getattr(_native, node.name), item


def test_the_stub_file_is_up_to_date() -> None:
    if "COLLIDE_WRITE_STUBS" in os.environ:
        STUB.write_text(written())
    assert STUB.read_text() == written(), "write it with COLLIDE_WRITE_STUBS=1 cargo xtask python-test"


def of_stub(node: ast.FunctionDef) -> dict[str, tuple[str, Any]]:
    """The kind and the default of each parameter."""
    given, empty = node.args, inspect.Parameter.empty
    positional = [*given.posonlyargs, *given.args]
    unset = [empty] * (len(positional) - len(given.defaults))
    defaults = [*unset, *map(ast.literal_eval, given.defaults)]
    named = [None if default is None else ast.literal_eval(default) for default in given.kw_defaults]
    found = {item.arg: ("positional", default) for item, default in zip(positional, defaults, strict=True)}
    found |= {item.arg: ("keyword", default) for item, default in zip(given.kwonlyargs, named, strict=True)}
    found |= {item.arg: ("rest", empty) for item in (given.vararg, given.kwarg) if item is not None}
    return {name: found[name] for name in found if name not in ("self", "cls")}


def of_module(signature: inspect.Signature) -> dict[str, tuple[str, Any]]:
    kinds = {"POSITIONAL_ONLY": "positional", "POSITIONAL_OR_KEYWORD": "positional", "KEYWORD_ONLY": "keyword"}
    found = {name: (kinds.get(it.kind.name, "rest"), it.default) for name, it in signature.parameters.items()}
    return {name: found[name] for name in found if name != "self"}


def test_stub_and_module_have_the_same_parameters_and_documentation() -> None:
    names = set()
    for name, owner, node in definitions(STUB.read_text()):
        names.add(name)
        item = getattr(owner, node.name)
        text = documentation(item)
        is_public = not node.name.startswith("_")
        assert ast.get_docstring(node) == text and (text or not is_public), name
        if isinstance(node, ast.FunctionDef) and (is_public or node.name == "__new__"):
            # A property has no signature.
            if not inspect.isdatadescriptor(item):
                assert of_stub(node) == of_module(signature_of(owner, node.name)), name
            assert node.args.kwarg is None, name
    public = {name for name in dir(_native) if not name.startswith("_")}
    classes = {name: getattr(_native, name) for name in public if inspect.isclass(getattr(_native, name))}
    methods = {(name, item) for name, owner in classes.items() for item in vars(owner) if not item.startswith("_")}
    called = {f"{name}.{item}" for name, item in methods if callable(getattr(classes[name], item))}
    assert public | called <= names


WORLD = collide2d.World()
ALL = WORLD.insert(collide2d.circles([0, 9], 0, 1))
BALL, ORIENTED = collide2d.circles(5, 5, 1), collide2d.oriented_rects(5, 5, 1, 1, degrees=0)
INTEREST, NOW = collide2d.Interest(), WORLD.queries()
[OBSERVER] = INTEREST.insert(1, 2, at=[0, 0])

# How to call each function of the template that takes a `TypedDict`, and the keywords that it needs.
CALLS: dict[str, tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = {
    "pairs": (collide2d.pairs, (BALL,), {}),
    "pairs_between": (collide2d.pairs_between, (BALL, BALL), {}),
    "count_pairs": (collide2d.count_pairs, (BALL,), {}),
    "count_pairs_between": (collide2d.count_pairs_between, (BALL, BALL), {}),
    "query": (collide2d.query, (BALL,), {}),
    "Queries.overlap": (NOW.overlap, (BALL,), {}),
    "Queries.sectors": (NOW.sectors, ([0, 0], 1), {"directions": [1, 0], "openings": 90}),
    "Queries.nearest": (NOW.nearest, (BALL,), {}),
    "Queries.rays": (NOW.rays, ([5, 5], [1, 0]), {}),
    "Queries.segments": (NOW.segments, ([5, 5], [6, 5]), {}),
    "Queries.blocked": (NOW.blocked, ([5, 5], [6, 5]), {}),
    "Queries.sweep": (NOW.sweep, (BALL, [1, 0]), {}),
    "Queries.slide": (NOW.slide, (BALL, [1, 0]), {}),
    "Queries.free": (NOW.free, (BALL, 1), {}),
    "Queries.turn": (NOW.turn, (ORIENTED, [5, 5], 1), {}),
    "World.__new__": (collide2d.World, (), {}),
    "World.set_settings": (WORLD.set_settings, (), {}),
    "World.insert": (collide2d.World().insert, (BALL,), {}),
    "World.set_entities": (WORLD.set_entities, (ALL,), {}),
    "World.move": (WORLD.move, (ALL, [1, 0]), {}),
    "World.separate": (WORLD.separate, (ALL,), {}),
    "World.sweep_through": (WORLD.sweep_through, (collide2d.circles([], [], []), [], 0, 0), {}),
    "Interest.insert": (INTEREST.insert, (1, 2), {"at": [0, 0]}),
    "Interest.set": (INTEREST.set, (OBSERVER, 1, 2), {"at": [0, 0]}),
}  # fmt: skip


def parameters_of(name: str) -> dict[str, inspect.Parameter]:
    owner, _, function = name.rpartition(".")
    return dict(signature_of(getattr(_native, owner) if owner else _native, function).parameters)


def keywords_of(name: str) -> dict[str, Any]:
    return {name: it.default for name, it in parameters_of(name).items() if it.kind == it.KEYWORD_ONLY}


def test_every_function_that_takes_keywords_is_called() -> None:
    all_of = definitions(TEMPLATE.read_text())
    assert {name for name, _, node in all_of if isinstance(node, ast.FunctionDef) and node.args.kwarg} == set(CALLS)


@pytest.mark.parametrize("name", CALLS)
def test_a_function_takes_the_keywords_of_its_signature_and_no_others(name: str) -> None:
    call, arguments, needed = CALLS[name]
    for keyword, default in keywords_of(name).items():
        # The default of a keyword that stays unchanged cannot be given.
        call(*arguments, **{keyword: None if default is ... else default, **needed})
    for keyword in {keyword for other in CALLS for keyword in keywords_of(other)} - set(parameters_of(name)):
        with pytest.raises(TypeError, match=f"unexpected keyword argument '?{keyword}"):
            call(*arguments, **{keyword: None, **needed})


def test_a_type_checker_refuses_other_keywords() -> None:
    """Mypy reports a comment that ignores no error."""
    with pytest.raises(TypeError):
        collide2d.World(colour=1)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        collide2d.pairs(BALL, events=True)  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        NOW.blocked([5, 5], [6, 5], first=1)  # type: ignore[call-arg]


def test_the_settings_in_the_signature_are_the_defaults() -> None:
    assert collide2d.World().settings == keywords_of("World.__new__")
    world = collide2d.World()
    [handle] = world.insert(BALL)
    columns = world.entities([handle])
    defaults = keywords_of("World.insert")
    assert (defaults.pop("mobility"), columns.mobility.tolist()) == ("dynamic", [0])
    assert {name: getattr(columns, name)[0] for name in defaults} == defaults
