"""The public C++ headers as pages: what their comments say as prose, and their declarations as code."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Declaration:
    """Something that a header declares, or several things that stand together, with the comment above."""

    names: list[str]
    comment: list[str]
    code: list[str]


@dataclass
class Header:
    """`path` is as it is included."""

    path: str
    purpose: list[str]
    declarations: list[Declaration]


_names = [
    re.compile(r"^(?:template\b.*>\s*)?(?:class|struct|enum class|concept)\s+(\w+)"),
    re.compile(r"^concept\s+(\w+)"),
    re.compile(r"^using\s+(\w+)\s*="),
    re.compile(r"^inline constexpr\s[^=(]*?\b(\w+)\s*="),
    re.compile(r"^(?!\s)[^=(]*?\b(operator\S+|\w+)\("),
]


def read_header(file: Path, path: str) -> Header:
    """A header whose declarations are in the namespace craggy, blank lines between them."""
    lines = file.read_text().splitlines()
    purpose = []
    for line in lines:
        if not line.startswith("//"):
            break
        purpose.append(_uncommented(line))
    begin = next(i for i, line in enumerate(lines) if line.startswith("namespace craggy {")) + 1
    end = next(i for i, line in enumerate(lines) if line.startswith("}  // namespace craggy"))
    chunks = [_declaration(chunk) for chunk in _chunks(lines[begin:end])]
    return Header(path, purpose, [each for each in chunks if each is not None])


def _chunks(lines: list[str]) -> list[list[str]]:
    """What stands between blank lines, but for those inside of braces."""
    chunks: list[list[str]] = [[]]
    depth = 0
    for line in lines:
        if not line and depth == 0:
            chunks.append([])
            continue
        chunks[-1].append(line)
        code = re.sub(r'"[^"]*"', "", line.split("//")[0])
        depth += code.count("{") - code.count("}")
    return [chunk for chunk in chunks if chunk]


def _declaration(lines: list[str]) -> Declaration | None:
    """None for what is declared elsewhere, and for comments that stand alone."""
    count = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    comment = [_uncommented(line) for line in lines[:count]]
    code = _public(lines[count:])
    names = [name for line in code if (name := _name_in(line)) is not None]
    if not names or all(re.fullmatch(r"(?:class|struct) \w+;", line) for line in code):
        return None
    return Declaration(list(dict.fromkeys(names)), comment, code)


def _name_in(line: str) -> str | None:
    for pattern in _names:
        if found := pattern.match(line):
            return found[1]
    return None


def _uncommented(line: str) -> str:
    return re.sub(r"^///? ?", "", line)


def _public(lines: list[str]) -> list[str]:
    """A class without its private part."""
    kept: list[str] = []
    private = False
    for line in lines:
        if re.fullmatch(r" (private|protected):", line):
            private = True
        elif re.fullmatch(r" public:", line) or line.startswith("}"):
            private = False
        if not private:
            kept.append(line)
    while len(kept) > 1 and not kept[-2].strip():
        del kept[-2]
    return kept


def _prose(lines: list[str]) -> str:
    """A comment as Markdown: names like `Study` are texts of code, what is indented is code as it is."""
    result = []
    for line in lines:
        if not line.startswith("    "):
            parts = re.split(r"(`[^`]*`)", line)
            line = "".join(part if part.startswith("`") else re.sub(r"([<*_\[\]])", r"\\\1", part) for part in parts)
            line = line.replace("\\<", "&lt;")
        result.append(line)
    return "\n".join(result)


def page_of(layer: str, headers: list[Header]) -> str:
    """The headers of one layer."""
    parts = [f"# {layer}"]
    for header in headers:
        parts.append(f"## {header.path.removeprefix('craggy/')}")
        parts.append(f"```cpp\n#include <{header.path}>\n```")
        parts.append(_prose(header.purpose))
        for each in header.declarations:
            parts.append("### " + ", ".join(f"`{name}`" for name in each.names[:4]))
            if each.comment:
                parts.append(_prose(each.comment))
            parts.append("```cpp\n" + "\n".join(each.code) + "\n```")
    return "\n\n".join(parts) + "\n"


def write_pages(include: Path, folder: Path) -> list[str]:
    """One page for each layer, and one that lists them; gives the layers."""
    folder.mkdir(parents=True, exist_ok=True)
    layers: dict[str, list[Header]] = {}
    for file in sorted(include.glob("craggy/*/*.hpp")):
        path = file.relative_to(include).as_posix()
        layers.setdefault(path.split("/")[1], []).append(read_header(file, path))
    rows = []
    for layer, headers in layers.items():
        (folder / f"{layer}.md").write_text(page_of(layer, headers))
        for header in headers:
            names = [name for each in header.declarations for name in each.names if name[0].isupper()]
            rows.append(f"| [{header.path}]({layer}.md) | {', '.join(f'`{name}`' for name in names)} |")
    index = (
        "# C++ reference\n\nThe public headers by layer, with what their comments say. "
        "[The C++ interface](../../docs/cpp.md) shows them at work; `#include <craggy/craggy.hpp>` has what most "
        "programs need.\n\n| header | declares |\n|---|---|\n" + "\n".join(rows) + "\n"
    )
    (folder / "README.md").write_text(index)
    return list(layers)
