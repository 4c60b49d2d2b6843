"""What is published: the source distribution, and the wheels, which ./run wheel leaves in dist/.

CRAGGY_WHEELS says where the wheels are. `./run test full` has them made; otherwise ./run wheel runs what needs them.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

root = Path(__file__).resolve().parents[2]
sys.path.append(str(root / "python" / "tools"))

from interpreters import Interpreter, find_interpreters  # noqa: E402

largest_wheel = 8_000_000
newest_glibc = (2, 34)  # as python/README.md says


def run(*command: str | Path, timeout: float = 600, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, timeout=timeout, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return str(done.stdout)


def tool(name: str, *arguments: str | Path) -> str:
    """A program of the environment in which the tests run."""
    here = Path(sys.executable).parent
    return run(sys.executable, "-m", name, *arguments, env={**os.environ, "PATH": f"{here}:{os.environ['PATH']}"})


# --- the source distribution ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked source distribution."""
    pytest.importorskip("scikit_build_core")
    folder = tmp_path_factory.mktemp("sdist")
    make = "import sys; from scikit_build_core.build import build_sdist; print(build_sdist(sys.argv[1]))"
    name = run(sys.executable, "-c", make, folder, cwd=root).split()[-1]
    with tarfile.open(folder / name) as files:
        files.extractall(folder, filter="data")
    return folder / name.removesuffix(".tar.gz")


def test_the_sources_are_those_of_the_library_and_the_package(source: Path) -> None:
    names = {each.name for each in source.iterdir()}
    assert names >= {"CMakeLists.txt", "LICENSE", "PKG-INFO", "apps", "include", "pyproject.toml", "python", "research", "src"}
    assert names.isdisjoint({"benchmarks", "build", "dist", "docs", "examples", "experiments", "tests"})
    assert {each.name for each in (source / "research").iterdir()} == {"problems", "testbeds"}
    assert not [each for each in source.rglob("*") if each.suffix in (".so", ".pyc", ".pyi") or "build" in each.parts]


def test_what_pypi_shows(source: Path) -> None:
    headers, _, page = (source / "PKG-INFO").read_text().partition("\n\n")
    version = re.search(r"project\(craggy VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text())
    assert version is not None and f"\nVersion: {version[1]}\n" in headers
    needed = [line for line in headers.splitlines() if line.startswith("Requires-Dist") and "extra" not in line]
    assert len(needed) == 1 and needed[0].startswith("Requires-Dist: numpy")
    assert page.strip() == (root / "python" / "README.md").read_text().strip()
    assert not re.search(r"\]\((?!https://)", page), "a link of the page leads nowhere on PyPI"


@pytest.mark.parametrize("with_command_line", [True, False])
def test_the_sources_are_complete(source: Path, tmp_path: Path, with_command_line: bool) -> None:
    """CMake finds every file that it is told to compile."""
    pytest.importorskip("nanobind")
    less = [] if with_command_line else ["-D", "CMAKE_DISABLE_FIND_PACKAGE_CLI11=ON"]
    said = run(
        "cmake", "-S", source, "-B", tmp_path, "-G", "Ninja", "-D", "SKBUILD=2", "-D", f"Python_EXECUTABLE={sys.executable}",
        "-D", f"SKBUILD_SCRIPTS_DIR={tmp_path}/scripts", "-D", f"SKBUILD_METADATA_DIR={tmp_path}/metadata", *less,
    )  # fmt: skip
    assert ("without the command line" in said) != with_command_line
    steps = run("ninja", "-C", tmp_path, "-n", "craggy_wheel")  # fails if a file is missing
    assert ("Linking CXX executable apps/craggy/craggy" in steps) == with_command_line


# --- the wheels -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def wheels() -> list[Path]:
    given = os.environ.get("CRAGGY_WHEELS")
    folder = Path(given) if given else root / "dist"
    if given is None:
        if os.environ.get("CRAGGY_TEST_EFFORT") != "full":
            pytest.skip("./run wheel and ./run test full make wheels and try them")
        run(sys.executable, root / "python" / "tools" / "make_wheels.py", timeout=3600)
    found = sorted(folder.glob("craggy-*.whl"))
    assert found, f"there are no wheels in {folder}"
    return found


def with_stable_abi(wheels: list[Path]) -> Path:
    (found,) = (wheel for wheel in wheels if "-cp312-abi3-" in wheel.name)
    return found


def test_there_is_a_wheel_for_every_version(wheels: list[Path]) -> None:
    kinds = {re.sub(r"^craggy-[0-9.]+-|-(many|musl)?linux.*$", "", wheel.name) for wheel in wheels}
    assert kinds == {"cp311-cp311", "cp312-abi3"}


def test_wheels_are_small(wheels: list[Path]) -> None:
    assert {wheel.name: size for wheel in wheels if (size := wheel.stat().st_size) > largest_wheel} == {}


def test_what_is_in_a_wheel(wheels: list[Path]) -> None:
    for wheel in wheels:
        names = [name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")]
        (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
        (script,) = (name for name in names if ".data/" in name)
        assert script.endswith(".data/scripts/craggy")
        package = {name for name in names if not name.startswith(info) and name != script}
        files = (path for path in (root / "python").glob("craggy/**/*") if path.is_file() and path.suffix != ".pyc")
        modules = {str(path.relative_to(root / "python")) for path in files}
        assert modules | {"craggy/_craggy.pyi"} == {name for name in package if not name.endswith(".so")}
        assert len(package) == len(modules) + 2
        assert f"{info}/licenses/LICENSE" in names
        assert len([name for name in names if name.startswith(f"{info}/licenses/included/")]) >= 8


def test_sqlite_is_inside(wheels: list[Path]) -> None:
    """The text with which each of its files begins is a constant of the library."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as files:
            programs = [name for name in files.namelist() if name.endswith((".so", "/scripts/craggy"))]
            assert len(programs) == 2 and all(b"SQLite format 3\0" in files.read(name) for name in programs)


def test_auditwheel_finds_nothing_but_the_c_library(wheels: list[Path]) -> None:
    """Nor instructions that a plain x86-64 does not have: those of lanes are chosen at run time."""
    pytest.importorskip("auditwheel")
    for wheel in wheels:
        found = json.loads(tool("auditwheel", "show", "--json", wheel))
        tag = re.match(r"manylinux_(\d+)_(\d+)_", found["overall_tag"])
        assert tag is not None and found["overall_tag"] in wheel.name
        assert (int(tag[1]), int(tag[2])) <= newest_glibc
        assert not found["unsupported_isa"]
        libraries = {re.sub(r"[-.].*", "", name) for name in found["external_libs"]}
        assert libraries <= {"libc", "libm", "libgcc_s", "libstdc++", "ld"}, libraries


def test_a_processor_without_avx_runs_it(wheels: list[Path], tmp_path: Path) -> None:
    """One that is emulated, and that refuses instructions which a plain x86-64 does not have."""
    emulator = shutil.which("qemu-x86_64")
    if emulator is None:
        pytest.skip("qemu-x86_64 is not installed")
    with zipfile.ZipFile(wheels[0]) as files:
        (script,) = (name for name in files.namelist() if name.endswith(".data/scripts/craggy"))
        program = Path(files.extract(script, tmp_path))
    program.chmod(0o755)
    arguments = ["minimize", "branin01", "--trials", "5", "--seed", "1", "--json"]
    said = json.loads(run(emulator, "-cpu", "qemu64", program, *arguments))
    assert said["counts"]["finished"] == 5
    forced = subprocess.run([emulator, "-cpu", "qemu64", program, *arguments, "--simd", "v3"], capture_output=True, text=True)
    assert forced.returncode == 2 and "v3" in forced.stderr


def test_the_stable_abi_is_kept(wheels: list[Path]) -> None:
    pytest.importorskip("abi3audit")
    tool("abi3audit", "--strict", "--verbose", with_stable_abi(wheels))


# --- as a new user ----------------------------------------------------------------------------------------------------

# By file, so that worker processes can import it.
program = """
import sys
import numpy as np
import craggy

def objective(lr, depth, opt):
    return (np.log10(lr) + 3) ** 2 + abs(depth - 4) + (opt == "sgd")

best = craggy.minimize(
    objective,
    {"lr": "log(1e-5, 1e-1)", "depth": craggy.Int(1, 8), "opt": ["adam", "sgd"]},
    trials=25,
    seed=0,
    name="first",
    store="sqlite:///first.db",
)
assert best.params["opt"] == "adam" and best.params["depth"] == 4, best.params
assert craggy.Study("first", store="sqlite:///first.db").best_value == best.value
print(best.value)
"""


@pytest.fixture(params=list(find_interpreters().values()), ids=lambda each: "python{}.{}".format(*each.version))
def installed(request: pytest.FixtureRequest, wheels: list[Path], tmp_path: Path) -> Callable[..., str]:
    """A clean environment with a wheel and what it needs; runs a program of its own."""
    interpreter: Interpreter = request.param
    run(interpreter.path, "-m", "venv", tmp_path / "venv")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CRAGGY", "COVERAGE"))}

    def use(name: str, *arguments: str | Path) -> str:
        return run(tmp_path / "venv" / "bin" / name, *arguments, cwd=tmp_path, env=clean)

    # By name, so that pip takes the wheel that fits.
    use("pip", "install", "--quiet", "--only-binary", ":all:", "--find-links", wheels[0].parent, "craggy")
    return use


def test_a_clean_environment_runs_a_study(installed: Callable[..., str], tmp_path: Path) -> None:
    packages = {each["name"] for each in json.loads(installed("pip", "list", "--format", "json"))}
    assert packages - {"pip", "setuptools"} == {"craggy", "numpy"}
    (tmp_path / "first.py").write_text(program)
    value = float(installed("python", "first.py"))
    shown = json.loads(installed("craggy", "show", "first", "--store", "sqlite:///first.db", "--json"))
    assert shown["best"]["value"] == value
    assert installed("python", "-m", "craggy", "--version") == installed("craggy", "--version")


def test_the_command_line_is_all_but_the_experiments(installed: Callable[..., str]) -> None:
    said = installed("craggy", "--help")
    for command in ("run", "worker", "plot", "minimize", "problems", "evaluate", "demo", "posterior", "bench"):
        assert re.search(rf"^  {command} ", said, re.MULTILINE), command
    assert "experiment" not in said
    installed("craggy", "run", "--trials", "6", "--param", "x=float(0,1)", "--", "sh", "-c", "echo {x}")
    assert json.loads(installed("craggy", "minimize", "branin01", "--trials", "6", "--json"))["counts"]["finished"] == 6


def test_uvx_runs_the_command_line(wheels: list[Path], tmp_path: Path) -> None:
    uvx = Path(sys.executable).parent / "uvx"
    if not uvx.exists():
        pytest.skip("uv is not installed")
    environment = {**os.environ, "UV_CACHE_DIR": str(tmp_path / "cache"), "UV_PYTHON_DOWNLOADS": "never"}
    said = run(
        uvx, "--find-links", wheels[0].parent, "craggy", "run", "--trials", "5", "--param", "x=float(0,1)", "--json", "--",
        "sh", "-c", "echo {x}", cwd=tmp_path, env=environment,
    )  # fmt: skip
    assert json.loads(said)["counts"]["finished"] == 5
    shutil.rmtree(tmp_path / "cache", ignore_errors=True)
