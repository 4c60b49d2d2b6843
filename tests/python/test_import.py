"""What importing craggy costs, where it can be imported, and how it becomes the command line."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import craggy
from craggy import __main__ as command_line


def run(program: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)


def test_importing_loads_little_beyond_numpy() -> None:
    """Modules, not seconds: python -X importtime -c 'import craggy' has those."""
    done = run("import sys, numpy; before = set(sys.modules); import craggy; print(*sorted({*sys.modules} - before))")
    loaded = done.stdout.split()
    assert done.returncode == 0 and "craggy" in loaded
    own = {name for name in loaded if name.partition(".")[0] == "craggy"}
    assert len(own) <= 20, own
    assert len({*loaded} - own) <= 25, {*loaded} - own
    tops = {name.partition(".")[0] for name in loaded}
    assert tops.isdisjoint({
        "torch", "scipy", "pandas", "tqdm", "matplotlib", "optuna", "sklearn", "ray", "dask", "distributed", "mlflow",
        "loky", "submitit", "IPython", "multiprocessing", "asyncio", "sqlite3", "http", "importlib_metadata",
    })  # fmt: skip


def test_a_subinterpreter_is_refused() -> None:
    """Instead of a crash later on."""
    done = run(
        "try: import _interpreters as subinterpreters\n"
        "except ImportError: import _xxsubinterpreters as subinterpreters\n"
        "id = subinterpreters.create()\n"
        "error = subinterpreters.run_string(id, 'import craggy')\n"  # from 3.13 on it is returned
        "if error is not None: raise SystemExit(str(error))\n"
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "subinterpreter" in done.stderr, done.stderr


# --- python -m craggy -------------------------------------------------------------------------------------------------


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """The folders for scripts: of the environment, of the user, and beside the package."""
    places = {name: tmp_path / name / "bin" for name in ("environment", "user", "target")}
    for place in places.values():
        place.mkdir(parents=True)

    def get_path(name: str, scheme: str = "") -> str:
        assert name == "scripts"
        return str(places["user" if scheme.endswith("_user") else "environment"])

    monkeypatch.setattr(sysconfig, "get_path", get_path)
    monkeypatch.setattr(command_line, "__file__", str(tmp_path / "target" / "craggy" / "__main__.py"))
    return places


@pytest.mark.parametrize("place", ["environment", "user", "target"])
def test_the_command_line_is_found_where_pip_puts_it(folders: dict[str, Path], place: str) -> None:
    assert command_line.find_command() is None
    (folders[place] / "craggy").touch()
    assert command_line.find_command() == folders[place] / "craggy"


def test_the_module_becomes_the_command_line(folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    (folders["environment"] / "craggy").touch()
    called: list[object] = []
    monkeypatch.setattr(os, "execv", lambda *arguments: called.extend(arguments))
    monkeypatch.setattr(sys, "argv", ["-m", "show", "tune"])
    runpy.run_path(str(Path(craggy.__file__).parent / "__main__.py"), run_name="__main__")
    program = folders["environment"] / "craggy"
    assert called == [program, [str(program), "show", "tune"]]


def test_an_install_without_the_command_line_says_so(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(SystemExit, match="not part of this install"):
        command_line.main()
