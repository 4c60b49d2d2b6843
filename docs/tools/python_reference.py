"""The pages of the Python reference: which names are on which page. mkdocstrings fills them from the docstrings."""

from __future__ import annotations

import ast
from pathlib import Path

# By page: title, names of the package, whole modules.
pages: dict[str, tuple[str, list[str], list[str]]] = {
    "searches": ("Searches", ["minimize", "maximize", "Optimum", "Patience", "Target", "Converged", "MaxFailures"], []),
    "studies": (
        "Studies",
        ["Study", "Trial", "Result", "TrialRecord", "Reason", "Verdict", "Imported", "list_studies", "delete_study"],
        [],
    ),
    "spaces": ("Search spaces", ["Space", "Float", "Int", "Categorical", "Bool"], []),
    "models": (
        "Models",
        ["Model", "Forecast", "Slice", "Grid", "Interval", "Importance", "IgnoredDetail", "LeftOut", "Worth"],
        [],
    ),
    "fits": ("Fits", ["fit", "Posterior", "describe_options"], []),
    "pictures": ("Pictures", [], ["plot", "plot.data"]),
    "executors": ("Executors", [], ["executors"]),
    "other_tools": ("Inside other tools", [], ["optuna", "sklearn", "ray", "mlflow"]),
    "errors": ("Errors", [], ["errors"]),
}
_of_modules = {"errors", "executors", "plot"}
_not_shown = {"__version__"}


def public_names(package: Path) -> set[str]:
    """What `__all__` of a package says, read and not run."""
    for node in ast.parse((package / "__init__.py").read_text()).body:
        if isinstance(node, ast.Assign) and any(getattr(target, "id", "") == "__all__" for target in node.targets):
            return set(ast.literal_eval(node.value))
    raise ValueError(f"{package} has no __all__")


def missing_names(package: Path) -> set[str]:
    """Public names that are on no page."""
    shown = {name for _, names, _ in pages.values() for name in names}
    errors = public_names_of_errors(package)
    return public_names(package) - shown - _of_modules - _not_shown - errors


def public_names_of_errors(package: Path) -> set[str]:
    """The classes of the module of errors, which has a page of its own."""
    tree = ast.parse((package / "errors.py").read_text())
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


def write_pages(package: Path, folder: Path) -> list[tuple[str, str]]:
    """One file per page; gives their titles and names."""
    if missing := missing_names(package):
        raise ValueError(f"on no page of the Python reference: {', '.join(sorted(missing))}")
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, (title, names, modules) in pages.items():
        blocks = [f"# {title}"]
        blocks += [f"::: craggy.{each}" for each in names]
        for module in modules:
            is_there = (package / f"{module.replace('.', '/')}.py").exists() or (package / module).is_dir()
            if is_there:
                blocks.append(f"::: craggy.{module}")
        (folder / f"{name}.md").write_text("\n\n".join(blocks) + "\n")
        written.append((title, name))
    lines = [f"- [{title}]({name}.md)" for title, name in written]
    (folder / "README.md").write_text("# Python reference\n\n" + "\n".join(lines) + "\n")
    return written
