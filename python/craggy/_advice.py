"""What can be said of a study in words: why a point was chosen, and how the study fares."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

Severity: TypeAlias = Literal["note", "warning", "severe"]


@dataclass(frozen=True)
class Reason:
    """Why the point of a trial was chosen; `Study.why` gives it.

    Attributes
    ----------
    sentence
        In words; `str` gives it as well.
    model
        The model that chose the point; empty for points of the initial design and those that were given.
    mean, sd
        What it expected there.
    acquisition
        What the point was chosen by: a logarithm for expected improvement.
    improvement
        By how much the best value was expected to improve.
    success, feasible
        How likely the evaluation was to give a value, and to meet the constraints; None where nothing could go wrong.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)})
    >>> _ = study.add({"x": 0.5}, 1.0)
    >>> study.why(0).sentence
    'It was given from outside, not suggested.'
    """

    sentence: str
    model: str = ""
    mean: float | None = None
    sd: float | None = None
    acquisition: float | None = None
    improvement: float | None = None
    success: float | None = None
    feasible: float | None = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Verdict:
    """Something about a study that is worth knowing; `Study.verdicts` gives them.

    Attributes
    ----------
    id
        What it is about: ``"at_bound"``, ``"nothing_feasible"``, ``"failing_region"``, ``"noisy"``,
        ``"not_predictive"``, ``"chains_disagree"``, ``"converged"`` or ``"optimiser_is_the_cost"``.
    severity
        ``"note"``: worth knowing; ``"warning"``: the study gives less than it could; ``"severe"``: it gives nothing as
        it is.
    sentence, advice
        What was found, and what to do about it; `str` gives both.
    evidence
        The figures behind it.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)})
    >>> for _ in range(12):
    ...     study.fail(study.ask(), "no mesh")
    >>> [verdict.severity for verdict in study.verdicts()]
    ['severe']
    """

    id: str
    severity: Severity
    sentence: str
    advice: str
    evidence: dict[str, Any] = field(compare=False)

    def __str__(self) -> str:
        return f"{self.sentence} {self.advice}"


def reason_of(json: Mapping[str, Any]) -> Reason:
    """A reason from its JSON."""
    return Reason(**{name: json[name] for name in Reason.__dataclass_fields__ if name in json})


def verdict_of(json: Mapping[str, Any]) -> Verdict:
    """A verdict from its JSON."""
    fields = {name: json[name] for name in Verdict.__dataclass_fields__}
    return Verdict(**{**fields, "advice": _in_python(fields["advice"])})


def _in_python(advice: str) -> str:
    """Advice that names options of the command line, with their names as keywords: max_iterations."""
    return re.sub(r"--([a-z][a-z-]*)", lambda option: option[1].replace("-", "_"), advice)
