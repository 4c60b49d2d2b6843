"""Trials: those to be evaluated, and those that a study has."""

from __future__ import annotations

import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from . import _craggy
from ._arguments import text
from ._space import Params
from .errors import CraggyError, EvaluationFailed

if TYPE_CHECKING:
    from ._study import Study


@dataclass(frozen=True)
class Result:
    """What an objective returns that has more to say than a number.

    Parameters
    ----------
    value
        The value of the objective.
    constraints
        The point is feasible if none of them is above 0.
    noise
        The standard deviation of the value, where it is known.

    Examples
    --------
    >>> craggy.Result(0.3, constraints=[-1.0], noise=0.05)
    Result(value=0.3, constraints=(-1.0,), noise=0.05)
    """

    value: float
    constraints: Sequence[float] = ()
    noise: float | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", _number("the value", self.value))
        if not isinstance(self.constraints, Iterable):
            raise TypeError(f"the constraints are {self.constraints!r}, but they have to be a list of numbers")
        object.__setattr__(self, "constraints", tuple(_number("a constraint", each) for each in self.constraints))
        if self.noise is not None:
            object.__setattr__(self, "noise", _number("the noise", self.noise))


def _number(what: str, value: Any) -> float:
    if hasattr(value, "item") and getattr(value, "size", 1) == 1:
        value = value.item()  # an array or tensor of one number
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise TypeError(f"{what} is {value!r}, but it has to be a number")
    return float(value)


Returned: TypeAlias = float | Result


def result_of(returned: Any, constraints: Sequence[float] | None = None, noise: float | None = None) -> Result:
    """What an objective has returned, as a result; a number may come with constraints and noise."""
    if constraints is not None or noise is not None:
        return Result(_number("the value", returned), constraints or (), noise)
    if isinstance(returned, Result):
        return returned
    if returned is None:
        raise TypeError("the objective returned nothing, but it has to return a number or a craggy.Result")
    return Result(returned)


class Trial:
    """A point to be evaluated, as `Study.ask` hands it out.

    It ends by `tell`, `fail` or `release`. As a context manager it fails by itself if an exception comes out of the
    block, which goes on to the caller.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (-1.0, 1.0)})
    >>> with study.ask() as trial:
    ...     trial.tell(trial["x"] ** 2)
    >>> study.counts["finished"]
    1
    """

    def __init__(self, study: Study, native: _craggy.Trial) -> None:
        self._study = study
        self._native = native
        self._owner = study._use()
        self._ended = False
        self.number: int = native.number
        self.params: Params = study.space._params(native.values)

    def __getitem__(self, name: str) -> Any:
        return self.params[name]

    def __repr__(self) -> str:
        return f"Trial(number={self.number}, params={self.params!r})"

    def tell(self, value: Returned, constraints: Sequence[float] | None = None, noise: float | None = None) -> None:
        """Say what came of it: a number with its constraints and noise, or a `Result`."""
        result = result_of(value, constraints, noise)
        study, constraints = self._study._use(), list(result.constraints)
        if study is self._owner:
            study.tell(self._native, result.value, constraints, result.noise)
        else:  # in another process than that which asked
            study.tell_number(self.number, result.value, constraints, result.noise)
        self._end()

    def fail(self, message: str | BaseException = "") -> None:
        """Say that there is no value at this point, and why: in words, or by the exception that came."""
        message = reason_text(message)
        study = self._study._use()
        if study is self._owner:
            study.fail(self._native, message)
        else:
            study.fail_number(self.number, message)
        self._end()

    def release(self) -> None:
        """Give it back unevaluated: the next ask hands it out again."""
        study = self._study._use()
        if study is self._owner:
            study.release(self._native)
        else:
            study.release_number(self.number)
        self._end()

    def _end(self) -> None:
        self._ended = True
        self._study._handle.note_ended(self.number)

    def __enter__(self) -> Trial:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> Literal[False]:
        if self._ended:
            return False
        if error is None:
            self.release()
            raise CraggyError(f"trial {self.number} was neither told nor failed, so it waits to be evaluated again")
        if isinstance(error, Exception):
            self.fail(message_of(error))
        else:
            self.release()  # Ctrl-C and the like say nothing of the point
        return False


def reason_text(reason: str | BaseException) -> str:
    """Why a trial failed, from what its caller gives."""
    return message_of(reason) if isinstance(reason, BaseException) else text("the message", reason)


def message_of(error: BaseException) -> str:
    """An exception as the reason of a failed trial."""
    words = str(error)
    if isinstance(error, EvaluationFailed):
        return words
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


State: TypeAlias = Literal["waiting", "running", "finished", "failed"]


@dataclass(frozen=True)
class TrialRecord:
    """A trial as a study has it in store.

    Attributes
    ----------
    number, state, params
        Which trial it is, how far it is, and its point.
    value, constraints, noise
        What was told, of a finished trial.
    feasible
        Whether all constraints are met; None before there is a value.
    message
        Why it failed.
    attempts
        How often it was handed out.
    created, started, ended, seconds
        When, and how long the attempt took that decided it.
    worker, host, model
        Who evaluated it, and which model chose its point.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (0.0, 1.0)})
    >>> _ = study.add({"x": 0.5}, 1.0)
    >>> record = study.trials[0]
    >>> record.state, record.params, record.value
    ('finished', {'x': 0.5}, 1.0)
    """

    number: int
    state: State
    params: Params
    value: float | None = None
    constraints: tuple[float, ...] = ()
    noise: float | None = None
    feasible: bool | None = None
    message: str = ""
    attempts: int = 0
    created: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
    seconds: float | None = None
    worker: str = ""
    host: str = ""
    model: str = ""
    _codes: tuple[float, ...] = field(default=(), repr=False, compare=False)


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def record_of(json: Mapping[str, Any], params: Params, codes: Sequence[float]) -> TrialRecord:
    """A trial from its JSON, with the parameters as Python has them."""
    return TrialRecord(
        number=json["trial"],
        state=json["state"],
        params=params,
        value=json.get("value"),
        constraints=tuple(json.get("constraints", ())),
        noise=json.get("noise"),
        feasible=json.get("feasible"),
        message=json.get("message", ""),
        attempts=json["attempts"],
        created=_time(json.get("created")),
        started=_time(json.get("started")),
        ended=_time(json.get("ended")),
        seconds=json.get("seconds"),
        worker=json.get("worker", ""),
        host=json.get("host", ""),
        model=json.get("model", ""),
        _codes=tuple(codes),
    )
