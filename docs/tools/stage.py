"""stage.py FOLDER: lays out the pages of the site in FOLDER, as they are in the checkout, with both references.

A link to a folder leads to a page that lists it; files that pages link to are copied beside them.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import cpp_reference
import python_reference

root = Path(__file__).resolve().parents[2]
_link = re.compile(r"(!?\[[^\]]*\]\()([^)\s#]+)(#[^)]*)?\)")


def pages() -> list[Path]:
    """All Markdown pages that are for readers."""
    found = [root / name for name in ("README.md", "CONTRIBUTING.md", "NOTATION.md", "CHANGELOG.md", "python/README.md")]
    for folder, pattern in (("docs", "**/*.md"), ("research/notebook", "*.md"), ("experiments", "*/README.md")):
        found += sorted((root / folder).glob(pattern))
    return found


def without_code(line: str) -> bool:
    """Whether a line may have links."""
    return "](" in line


def staged(page: Path, folder: Path) -> str:
    """The text of a page, its links to folders made into links to pages; copies the files it links to."""
    lines = []
    in_code = False
    for line in page.read_text().splitlines():
        if line.lstrip().startswith("```"):
            in_code = not in_code
        elif not in_code and without_code(line):
            line = _link.sub(lambda found: _resolved(found, page, folder), line)
        lines.append(line)
    return "\n".join(lines) + "\n"


def _resolved(found: re.Match[str], page: Path, folder: Path) -> str:
    before, target, anchor = found[1], found[2], found[3] or ""
    if re.match(r"[a-z]+:", target):
        return found[0]
    there = (page.parent / target).resolve()
    place = folder / there.relative_to(root)
    if there.is_dir():
        if not (there / "README.md").exists():
            _list_folder(there, place)
        return f"{before}{target.rstrip('/')}/README.md{anchor})"
    if there.suffix != ".md" and there.is_file():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(there, place)
    return found[0]


def _list_folder(there: Path, place: Path) -> None:
    """A page with the files of a folder, those that are programs in full."""
    place.mkdir(parents=True, exist_ok=True)
    parts = [f"# {there.relative_to(root).as_posix()}"]
    for file in sorted(there.iterdir()):
        if file.is_file() and file.suffix in (".cpp", ".hpp", ".py", ".sh", ".toml", ".txt", ".in"):
            language = {".cpp": "cpp", ".hpp": "cpp", ".py": "python", ".sh": "sh", ".toml": "toml"}.get(file.suffix, "text")
            parts.append(f"## {file.name}\n\n````{language}\n{file.read_text().rstrip()}\n````")
    (place / "README.md").write_text("\n\n".join(parts) + "\n")


def main(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    for page in pages():
        place = folder / page.relative_to(root)
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(staged(page, folder))
    shutil.copyfile(root / "docs" / "site.css", folder / "docs" / "site.css")
    cpp_reference.write_pages(root / "include", folder / "reference" / "cpp")
    python_reference.write_pages(root / "python" / "craggy", folder / "reference" / "python")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
