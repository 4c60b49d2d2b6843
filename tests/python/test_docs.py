"""The pages: examples run and are on their pages, references name everything, links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

root = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(root / "docs" / "tools"))

import check_site  # noqa: E402
import cpp_reference  # noqa: E402
import percent  # noqa: E402
import python_reference  # noqa: E402
import render_examples  # noqa: E402
import stage  # noqa: E402

examples = sorted(path.stem for path in (root / "examples" / "python").glob("*.py"))
needed = {"scikit_learn": ["sklearn"], "optuna_in_five_lines": ["optuna"], "dask_and_ray": ["distributed", "ray", "submitit"]}


@pytest.mark.parametrize("name", examples)
def test_pages_have_the_text_and_the_code_of_their_examples(name: str) -> None:
    assert not render_examples.differs(name), f"./run docs examples {name} makes the page anew"
    page = (root / "docs" / "python" / f"{name}.md").read_text()
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page)
    assert all((root / "docs" / "python" / picture).exists() for picture in pictures)
    beside = {path.name for path in (root / "docs" / "python").glob(f"{name}-*.svg")}
    assert beside == set(pictures), "pictures that are on no page"


@pytest.mark.parametrize("name", examples)
def test_examples_run(name: str, tmp_path: Path) -> None:
    for module in ["matplotlib", *needed.get(name, [])]:
        pytest.importorskip(module)
    done = subprocess.run(
        [sys.executable, root / "examples" / "python" / f"{name}.py"],
        cwd=tmp_path,
        env={**os.environ, "MPLBACKEND": "Agg"},
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert done.returncode == 0, done.stderr


script = """# %% [markdown]
# # A title
#
# Some text.

# %% What the picture shows
x = 3
print("printed")
x + 1

# %%
x;
"""


def test_cells_and_pages() -> None:
    cells = percent.read_cells(script)
    assert [(cell.is_text, cell.title) for cell in cells] == [(True, ""), (False, "What the picture shows"), (False, "")]
    assert cells[0].body == "# A title\n\nSome text."
    main = sys.modules["__main__"]
    try:
        runner = percent.Runner("example.py")
        texts = [runner.run(cell.body) for cell in cells if not cell.is_text]
    finally:
        sys.modules["__main__"] = main
    assert texts == ["printed\n4", ""]
    page = percent.page_of(cells, [(texts[0], ["p-1.svg"]), (texts[1], [])])
    assert "```text\nprinted\n4\n```\n\n![What the picture shows](p-1.svg)" in page
    assert percent.without_outputs(page) == percent.without_outputs(percent.page_of(cells, None))
    assert percent.without_outputs(page.replace("x = 3", "x = 4")) != percent.without_outputs(page)
    long = percent.page_of(cells, [("word " * 50, []), ("", [])])
    assert max(map(len, long.splitlines())) <= 118


def test_every_public_header_is_in_the_reference(tmp_path: Path) -> None:
    layers = cpp_reference.write_pages(root / "include", tmp_path)
    nav = (root / "mkdocs.yml").read_text()
    assert all(f"reference/cpp/{layer}.md" in nav for layer in layers)
    for header in (root / "include" / "craggy").glob("*/*.hpp"):
        read = cpp_reference.read_header(header, f"craggy/{header.parent.name}/{header.name}")
        assert read.purpose and read.declarations, header
        declared = {name for each in read.declarations for name in each.names}
        for name in re.findall(r"^(?:class|struct|enum class) (\w+)[^;]*\{", header.read_text(), flags=re.MULTILINE):
            assert name in declared, f"{header}: {name}"
    page = (tmp_path / "study.md").read_text()
    assert "### `Study`" in page and "private:" not in page and "#include <craggy/study/study.hpp>" in page


def test_every_public_name_of_python_is_in_the_reference(tmp_path: Path) -> None:
    package = root / "python" / "craggy"
    assert python_reference.missing_names(package) == set()
    nav = (root / "mkdocs.yml").read_text()
    for _, name in python_reference.write_pages(package, tmp_path):
        assert f"reference/python/{name}.md" in nav and (tmp_path / f"{name}.md").exists()


def test_every_page_is_in_the_navigation() -> None:
    nav = (root / "mkdocs.yml").read_text()
    for folder in ("docs", "docs/python"):
        for page in (root / folder).glob("*.md"):
            assert f"{folder}/{page.name}" in nav, f"mkdocs.yml has no {folder}/{page.name}"


def test_links_of_the_staged_pages_lead_somewhere(tmp_path: Path) -> None:
    stage.main(tmp_path / "pages")
    pages = sorted((tmp_path / "pages").rglob("*.md"))
    assert len(pages) > 70 and (tmp_path / "pages" / "examples" / "README.md").exists()
    for page in pages:
        text = re.sub(r"(`{3,}).*?\1", "", page.read_text(), flags=re.DOTALL)
        for _, target, _ in stage._link.findall(re.sub(r"`[^`]*`", "", text)):
            if not re.match(r"[a-z]+:", target):
                assert (page.parent / target).is_file(), f"{page}: {target}"


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ('<script src="https://cdn.example/x.js">', True),
        ("<link rel=stylesheet href=//fonts.example/css>", True),
        ('<img alt="" src="http://example/x.png">', True),
        ("@import url('https://example/x.css')", True),
        ("a { background: url(https://example/x.png) }", True),
        ('<a href="https://example/">x</a> <img src="assets/x.png"> url(data:image/png)', False),
    ],
)
def test_what_would_ask_another_host(text: str, asks: bool) -> None:
    assert bool(check_site.requests_in(text)) == asks
