"""How far a run is: by tqdm where that is installed, else a line of our own."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from ._study import Study


class Progress(Protocol):
    """Shown once after each trial."""

    def show(self, study: Study) -> None: ...

    def close(self) -> None: ...


class Silent:
    """Nothing is shown."""

    def show(self, study: Study) -> None:
        """Show nothing."""

    def close(self) -> None:
        """End nothing."""


def _best_text(study: Study) -> str:
    value = study.best_value
    return "no value yet" if value is None else f"best {value:.6g}"


class Line:
    """One line on standard error that is written over."""

    def __init__(self, trials: int | None) -> None:
        self._of = "" if trials is None else f"/{trials}"
        self._shown = False

    def show(self, study: Study) -> None:
        counts = study.counts
        sys.stderr.write(f"\r\033[K{counts['finished'] + counts['failed']}{self._of} trials, {_best_text(study)}")
        sys.stderr.flush()
        self._shown = True

    def close(self) -> None:
        if self._shown:
            sys.stderr.write("\n")


class Bar:
    """A bar of tqdm, in notebooks one of theirs."""

    def __init__(self, bar: Any, done: int) -> None:
        self._bar = bar
        self._done = done

    def show(self, study: Study) -> None:
        counts = study.counts
        done = counts["finished"] + counts["failed"]
        self._bar.update(done - self._done)
        self._bar.set_postfix_str(_best_text(study))
        self._done = done

    def close(self) -> None:
        self._bar.close()


def _in_notebook() -> bool:
    ipython: Any = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return hasattr(shell, "kernel")


def make_progress(wanted: bool | None, study: Study, trials: int | None) -> Progress:
    """Left open, progress is shown on a terminal and in a notebook."""
    if not (sys.stderr.isatty() or _in_notebook() if wanted is None else wanted):
        return Silent()
    try:
        from tqdm.auto import tqdm  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        return Line(trials)
    counts = study.counts
    done = counts["finished"] + counts["failed"]
    return Bar(tqdm(total=trials, initial=done, unit="trial"), done)
