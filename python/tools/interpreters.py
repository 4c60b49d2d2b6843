"""The CPythons of this machine: those on the PATH, and those that pyenv and uv keep."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

oldest = (3, 11)
system_folder = Path("/usr/bin")
_question = (
    "import os, sys, sysconfig; print(sys.implementation.name, *sys.version_info[:2], "
    "int(bool(sysconfig.get_config_var('Py_GIL_DISABLED'))), "
    "int(os.path.exists(sysconfig.get_path('include') + '/Python.h')), sys.executable, sep='\\n')"
)


@dataclass(frozen=True)
class Interpreter:
    """A CPython with the ordinary, locked interpreter."""

    path: Path
    version: tuple[int, int]
    has_headers: bool


def ask(path: Path) -> Interpreter | None:
    """What an interpreter says of itself; None of one that does not run, or is not such a CPython."""
    try:
        done = subprocess.run([path, "-I", "-c", _question], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    name, major, minor, is_free_threaded, has_headers, program = done.stdout.splitlines()
    if name != "cpython" or int(is_free_threaded):
        return None
    return Interpreter(Path(program), (int(major), int(minor)), bool(int(has_headers)))


def _places() -> Iterator[Path]:
    for minor in range(11, 20):
        found = shutil.which(f"python3.{minor}")
        if found:
            yield Path(found)
        yield system_folder / f"python3.{minor}"
    for folder in (
        Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions",
        Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local/share/uv/python")),
    ):
        yield from sorted(folder.glob("*/bin/python3.[0-9][0-9]"))


def find_interpreters() -> dict[tuple[int, int], Interpreter]:
    """One of each version from the oldest that craggy takes on, in their order; rather one with the headers of C than without."""
    found: dict[tuple[int, int], Interpreter] = {}
    for path in _places():
        interpreter = ask(path) if path.exists() else None
        if interpreter is None or interpreter.version < oldest:
            continue
        known = found.get(interpreter.version)
        if known is None or (interpreter.has_headers and not known.has_headers):
            found[interpreter.version] = interpreter
    return dict(sorted(found.items()))
