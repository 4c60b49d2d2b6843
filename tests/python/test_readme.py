"""The programs of the page that PyPI shows run, one after the other, as they stand there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

page = Path(__file__).resolve().parents[2] / "python" / "README.md"


def test_the_programs_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    programs = re.findall(r"^```python\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)
    assert len(programs) == 3
    for program in programs:
        exec(compile(program, str(page), "exec"), names)
    assert names["best"].params["mode"] == "fast" and names["best"].value < 0.05
    assert len(names["study"]) == 15
