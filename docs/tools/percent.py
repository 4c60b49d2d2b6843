"""Scripts in percent format, as editors and notebooks read them: cells that begin with # %%."""

from __future__ import annotations

import ast
import contextlib
import io
import re
import sys
import textwrap
import types
from collections.abc import Callable
from dataclasses import dataclass


@dataclass
class Cell:
    """`title` is what stands behind # %%: of a code cell what its picture shows."""

    is_text: bool
    title: str
    body: str


def read_cells(script: str) -> list[Cell]:
    """The cells of a script, text without the signs of comments."""
    cells = []
    for part in re.split(r"^# %%", script, flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        is_text = head.strip() == "[markdown]"
        if is_text:
            body = re.sub(r"^# ?", "", body, flags=re.MULTILINE)
        cells.append(Cell(is_text, "" if is_text else head.strip(), body.strip("\n")))
    return cells


class Runner:
    """Runs the code cells one after the other, as a notebook would; `__main__` is theirs meanwhile."""

    def __init__(self, name: str) -> None:
        self._module = types.ModuleType("__main__")
        self._file = name
        sys.modules["__main__"] = self._module

    def run(self, code: str) -> str:
        """What a cell prints, and the value of its last line if that is an expression without a semicolon."""
        tree = ast.parse(code, self._file)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, self._file, "exec"), vars(self._module))
            if last is not None:
                value = eval(compile(ast.Expression(last.value), self._file, "eval"), vars(self._module))
                shown = value is not None and not code.rstrip().endswith(";")
                if shown and not _is_drawing(value):
                    print(repr(value))
        return printed.getvalue().rstrip("\n")


def _is_drawing(value: object) -> bool:
    return type(value).__module__.startswith("matplotlib")


Draw = Callable[[], list[str]]  # saves the pictures of a cell, and gives their names


def page_of(cells: list[Cell], outputs: list[tuple[str, list[str]]] | None) -> str:
    """The cells as Markdown; `outputs` are the text and the pictures of each code cell, left out without them."""
    parts: list[str] = []
    results = iter(outputs or [])
    for cell in cells:
        if cell.is_text:
            parts.append(cell.body)
            continue
        parts.append(f"```python\n{cell.body}\n```")
        text, pictures = next(results, ("", []))
        if text:
            parts.append(f"```text\n{_wrapped(text)}\n```")
        parts.extend(f"![{cell.title}]({picture})" for picture in pictures)
    return "\n\n".join(parts) + "\n"


def _wrapped(text: str) -> str:
    lines = [textwrap.wrap(line, 118) if len(line) > 118 else [line] for line in text.splitlines()]
    return "\n".join(part for line in lines for part in line)


def without_outputs(page: str) -> str:
    """A page without what its code has printed and drawn."""
    page = re.sub(r"```text\n.*?\n```\n\n?", "", page, flags=re.DOTALL)
    page = re.sub(r"^!\[[^\]]*\]\([\w-]+\.svg\)\n\n?", "", page, flags=re.MULTILINE)
    return page.rstrip("\n") + "\n"
