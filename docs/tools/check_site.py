"""check_site.py FOLDER: fails if a page of a built site would ask another host for anything before a click."""

from __future__ import annotations

import re
import sys
from pathlib import Path

_asks = re.compile(
    r"""<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=["']?(?:https?:)?//[^"'\s>]+"""
    r"""|<link\b[^>]*\bhref=["']?(?:https?:)?//[^"'\s>]+"""
    r"""|@import\s+(?:url\()?["']?(?:https?:)?//[^"')]+"""
    r"""|url\(["']?(?:https?:)?//[^"')]+""",
    re.IGNORECASE,
)


def requests_in(text: str) -> list[str]:
    """What a page or a style sheet would ask other hosts for; links that somebody has to click are fine."""
    return _asks.findall(text)


def main(folder: Path) -> int:
    status = 0
    for file in sorted([*folder.rglob("*.html"), *folder.rglob("*.css")]):
        for request in requests_in(file.read_text(errors="replace")):
            print(f"{file.relative_to(folder)}: {request}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
