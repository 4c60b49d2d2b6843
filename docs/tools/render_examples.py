"""render_examples.py [--check] [NAME ...]: runs examples/python/NAME.py and writes docs/python/NAME.md with its pictures.

Without a name, all of them. With --check nothing is run or written: it says which pages have another text or other code
than their example.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from percent import Runner, page_of, read_cells, without_outputs

root = Path(__file__).resolve().parents[2]
examples = root / "examples" / "python"
pages = root / "docs" / "python"


def note(name: str) -> str:
    """What stands at the head of a page that is made from an example."""
    return f"<!-- Made from examples/python/{name}.py by ./run docs examples; change that. -->\n\n"


def tail(name: str) -> str:
    """The program itself, for whoever wants to run it."""
    return f"\nThe program: [{name}.py](../../examples/python/{name}.py)\n"


def render(name: str) -> None:
    """Run one example and write its page."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    plt.rcParams.update({"svg.hashsalt": name, "font.size": 9.5})
    cells = read_cells((examples / f"{name}.py").read_text())
    runner = Runner(f"{name}.py")
    outputs: list[tuple[str, list[str]]] = []
    drawn = 0
    for cell in cells:
        if cell.is_text:
            continue
        text = runner.run(cell.body)
        pictures = []
        for number in plt.get_fignums():
            drawn += 1
            pictures.append(f"{name}-{drawn}.svg")
            plt.figure(number).savefig(pages / pictures[-1], metadata={"Date": None})
        plt.close("all")
        outputs.append((text, pictures))
    (pages / f"{name}.md").write_text(note(name) + page_of(cells, outputs) + tail(name))


def differs(name: str) -> bool:
    """Whether the page has another text or other code than the example."""
    page = pages / f"{name}.md"
    wanted = note(name) + page_of(read_cells((examples / f"{name}.py").read_text()), None) + tail(name)
    return not page.exists() or without_outputs(page.read_text()) != without_outputs(wanted)


def main(arguments: list[str]) -> int:
    """Without --check, each example runs in a process and a folder of its own."""
    if arguments[:1] == ["--one"]:
        render(arguments[1])
        return 0
    check = "--check" in arguments
    names = [name for name in arguments if name != "--check"] or sorted(path.stem for path in examples.glob("*.py"))
    status = 0
    for name in names:
        if not check:
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([sys.executable, __file__, "--one", name], cwd=folder, check=True)
        elif differs(name):
            print(f"docs/python/{name}.md is not that of examples/python/{name}.py: ./run docs examples {name} makes it")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
