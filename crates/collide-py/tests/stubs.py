"""Writes the stub file of the module from its template, `stubs/_native.pyi`, and from the module.

The template has the types. Each keyword gets its type from the template and its default from the signature in the
module. Documentation is that of the module.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import types
from pathlib import Path
from typing import Any

from collide2d import _native

PACKAGE = Path(__file__).parents[1]
TEMPLATE, STUB = PACKAGE / "stubs/_native.pyi", PACKAGE / "python/collide2d/_native.pyi"

HEADER = "# Written by tests/stubs.py from stubs/_native.pyi and the documentation in Rust: see tests/test_stubs.py."

# The names and annotations of parameters.
Types = dict[str, str]


def documentation(item: Any) -> str | None:
    """The documentation of a class, function, method or property of the module; `None` for what Python documents."""
    is_python = isinstance(item, types.WrapperDescriptorType) or getattr(item, "__name__", "") == "__new__"
    return None if is_python or item.__doc__ is None else inspect.cleandoc(item.__doc__)


def signature_of(owner: Any, name: str) -> inspect.Signature:
    """The signature of a function or method in the module. The constructor has that of its class."""
    return inspect.signature(owner if name == "__new__" else getattr(owner, name))


def is_type_only(node: ast.stmt) -> bool:
    """Whether a definition of the template is a `TypedDict` of keywords, which the module does not have."""
    return isinstance(node, ast.ClassDef) and "type_check_only" in map(ast.unparse, node.decorator_list)


def types_of_keywords(tree: ast.Module) -> dict[str, Types]:
    """The keywords of each `TypedDict`, with those of its bases."""
    found: dict[str, Types] = {}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and is_type_only(node):
            bases = [found.get(ast.unparse(base), {}) for base in node.bases]
            lines = [item for item in node.body if isinstance(item, ast.AnnAssign)]
            own = {ast.unparse(item.target): ast.unparse(item.annotation) for item in lines}
            found[node.name] = {name: annotation for part in [*bases, own] for name, annotation in part.items()}
    return found


def shown(default: Any) -> str:
    return "..." if default is ... else json.dumps(default) if isinstance(default, str) else repr(default)


def parameters(node: ast.FunctionDef, keywords: dict[str, Types], signature: inspect.Signature) -> list[str]:
    """The parameters of a function of the template that takes a `TypedDict`: one line for each."""
    assert node.args.kwarg is not None and node.args.kwarg.annotation is not None
    given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    known = {item.arg: ast.unparse(item.annotation) for item in given if item.annotation is not None}
    known |= keywords[ast.unparse(node.args.kwarg.annotation).removeprefix("Unpack[").removesuffix("]")]
    lines = ["cls"] if node.name == "__new__" else []
    has_star = False
    for name, parameter in signature.parameters.items():
        if parameter.kind == parameter.KEYWORD_ONLY and not has_star:
            has_star = True
            lines.append("*")
        if name == "self":
            lines.append("self")
            continue
        if name not in known:
            raise ValueError(f"{node.name}: {name} is in the signature of the module, and has no type in the template")
        annotation, default = known.pop(name), parameter.default
        if default is None and not annotation.endswith("None"):
            annotation += " | None"
        lines.append(f"{name}: {annotation}" + ("" if default is parameter.empty else f" = {shown(default)}"))
    if known:
        raise ValueError(f"{node.name}: {', '.join(known)}: in the template, and not in the signature of the module")
    return lines


class Writer:
    """Collects the replacements of lines of the template."""

    def __init__(self, template: str) -> None:
        self.lines, self.tree = template.splitlines(), ast.parse(template)
        self.keywords = types_of_keywords(self.tree)
        # The first and the last line, counted from 1, and what replaces them.
        self.edits: list[tuple[int, int, list[str]]] = []

    def docstring(self, indent: int, text: str) -> list[str]:
        quotes = 'r"""' if "\\" in text else '"""'
        lines = (quotes + text + ('\n"""' if "\n" in text else '"""')).split("\n")
        return [" " * indent + line if line else "" for line in lines]

    def function(self, owner: Any, node: ast.FunctionDef) -> None:
        first, last, indent = node.lineno, node.end_lineno or node.lineno, " " * node.col_offset
        lines = self.lines[first - 1 : last]
        if node.args.kwarg is not None:
            assert node.returns is not None
            names = parameters(node, self.keywords, signature_of(owner, node.name))
            inside = [f"{indent}    {name}," for name in names]
            lines = [f"{indent}def {node.name}(", *inside, f"{indent}) -> {ast.unparse(node.returns)}: ..."]
        text = documentation(getattr(owner, node.name))
        if text is not None:
            lines = [*lines[:-1], lines[-1].removesuffix(" ..."), *self.docstring(node.col_offset + 4, text)]
        self.edits.append((first, last, lines))

    def after(self, line: int, indent: int, item: Any) -> None:
        text = documentation(item)
        if text is not None:
            self.edits.append((line + 1, line, self.docstring(indent, text)))

    def members(self, node: ast.ClassDef) -> None:
        owner = getattr(_native, node.name)
        self.after(node.lineno, 4, owner)
        for item in node.body:
            if isinstance(item, ast.FunctionDef):
                self.function(owner, item)
            elif isinstance(item, ast.AnnAssign):
                attribute = getattr(owner, ast.unparse(item.target))
                if inspect.isdatadescriptor(attribute):
                    self.after(item.end_lineno or item.lineno, 4, attribute)

    def write(self) -> str:
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef):
                self.function(_native, node)
            elif isinstance(node, ast.ClassDef) and not is_type_only(node):
                self.members(node)
        for first, last, lines in sorted(self.edits, reverse=True):
            self.lines[first - 1 : last] = lines
        text = "\n".join([HEADER, *self.lines[1:], ""]).replace("Self, Unpack, ", "Self, ")
        for name in reversed(self.keywords):
            if len(re.findall(rf"\b{name}\b", text)) == 1:
                text = re.sub(rf"@type_check_only\nclass {name}\(.*\n(?:    .*\n)*\n", "", text)
        return text


def written() -> str:
    """The text of the stub file."""
    return Writer(TEMPLATE.read_text()).write()
