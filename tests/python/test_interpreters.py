"""How the CPythons of a machine are found that wheels are made and tried with."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "python" / "tools"))

import interpreters  # noqa: E402


def program(folder: Path, name: str, *lines: object) -> Path:
    """A program that answers with these lines whatever it is asked."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text("#!/bin/sh\ncat <<'END'\n" + "".join(f"{line}\n" for line in lines) + "END\n")
    path.chmod(0o755)
    return path


def test_this_one_is_known() -> None:
    found = interpreters.ask(Path(sys.executable))
    assert found is not None and found.version == sys.version_info[:2]


@pytest.mark.parametrize("says", [("pypy", 3, 12, 0, 1, "p"), ("cpython", 3, 13, 1, 1, "p")])
def test_others_and_free_threaded_ones_are_not_taken(tmp_path: Path, says: tuple[object, ...]) -> None:
    assert interpreters.ask(program(tmp_path, "python3.12", *says)) is None


def test_what_does_not_run_is_not_taken(tmp_path: Path) -> None:
    broken = program(tmp_path, "python3.12")
    broken.write_text("#!/bin/sh\nexit 127\n")
    assert interpreters.ask(broken) is None
    assert interpreters.ask(tmp_path / "missing") is None


def test_one_of_each_version_and_rather_with_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setenv("UV_PYTHON_INSTALL_DIR", str(tmp_path / "uv"))
    monkeypatch.setattr(interpreters, "system_folder", tmp_path / "usr")
    environment = f"{Path(sys.executable).parent}:/usr/bin:/bin"
    for folder, minor, has_headers in [("path", 12, 0), ("pyenv/versions/a/bin", 12, 1), ("uv/b/bin", 13, 0), ("usr", 10, 1)]:
        written = program(tmp_path / folder, f"python3.{minor}", "cpython", 3, minor, 0, has_headers, folder)
        written.write_text(written.read_text().replace("#!/bin/sh", f"#!/bin/sh\nPATH={environment}"))
    found = interpreters.find_interpreters()
    assert list(found) == [(3, 12), (3, 13)]
    assert found[3, 12].path == Path("pyenv/versions/a/bin") and found[3, 12].has_headers
    assert not found[3, 13].has_headers
