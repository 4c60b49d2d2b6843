"""Studies: ask and tell, in memory or in a store that many processes share."""

from __future__ import annotations

import json
import math
import os
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from . import _craggy
from ._model import Model
from ._options import Options, native_options
from ._space import Params, Space, SpaceLike
from ._trial import Result, Returned, Trial, TrialRecord, record_of, result_of
from .errors import CraggyError, InvalidArgument

if TYPE_CHECKING:
    from typing import Unpack

    from ._optimize import Callback, StopRule
    from .executors import ExecutorLike

Direction: TypeAlias = Literal["minimize", "maximize", "minimise", "maximise"]
_memory = "memory:"


class Study:
    """A search: its space, what was evaluated, and what to evaluate next.

    Parameters
    ----------
    name
        The name in the store.
    space
        The parameters, as `Space` takes them. May be left out for a study that the store has already.
    store
        Where it is kept: ``"sqlite:///tune.db"`` or a path that ends in ``.db``, ``"postgresql://me@host/database"``;
        left out, in the memory of this process. A study that is there already is taken up again, if all else is the
        same.
    direction
        Whether small or large values are good.
    seed
        The same seed gives the same suggestions.
    threads
        Of one suggestion; 0: as many as the machine has. The result does not depend on it.
    worker, grace
        What this process is called in the store, and after how many seconds without a sign of life its trials are
        taken for lost.
    **options
        The model and how it is searched, as `describe_options` lists them: ``surrogate="latent"``, ``noisy=True``.

    Examples
    --------
    >>> study = craggy.Study("example", {"x": (-5.0, 5.0)}, seed=1)
    >>> for _ in range(3):
    ...     trial = study.ask()
    ...     trial.tell((trial["x"] - 1) ** 2)
    >>> len(study)
    3
    """

    def __init__(
        self,
        name: str,
        space: SpaceLike | None = None,
        *,
        store: str | os.PathLike[str] | None = None,
        direction: Direction = "minimize",
        seed: int = 0,
        threads: int = 0,
        worker: str = "",
        grace: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        self._store = _memory if store is None else os.fspath(store)
        self._worker: tuple[str, float | None, int] = (worker, grace, threads)
        if space is None:
            if store is None:
                raise InvalidArgument("the study has no space; give its parameters, as in {'lr': 'log(1e-5, 1e-1)'}")
            native = _craggy.Study.open(self._store, name, *self._worker)
            self.space = Space._of(native.space)
        else:
            self.space = Space._make(space)
            native = _craggy.Study.make(
                self._store, name, self.space._native, _maximises(direction), seed, native_options(options),
                *self._worker,
            )
        self._adopt(native)

    def _adopt(self, native: _craggy.Study) -> None:
        self._native = native
        self._name = native.name
        self._process = os.getpid()
        _alive.add(self)

    def _use(self) -> _craggy.Study:
        """The study in this process: after a fork one of its own."""
        if self._process != os.getpid():
            if self._store == _memory:
                raise CraggyError(
                    f"the study {self.name!r} is in the memory of process {self._process}, so that this one, "
                    f"{os.getpid()}, has no part in it; give it a store, as in store='sqlite:///tune.db'"
                )
            self._adopt(_craggy.Study.open(self._store, self._name, *self._worker))
        return self._native

    def __reduce__(self) -> tuple[Any, ...]:
        if self._store == _memory:
            raise TypeError(
                f"the study {self.name!r} is in memory, so that no other process can use it; "
                "give it a store, as in store='sqlite:///tune.db'"
            )
        return _reopened, (self.name, self.space, self._store, self._worker)

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name in the store."""
        return self._name

    @property
    def direction(self) -> Literal["minimize", "maximize"]:
        """Whether small or large values are good."""
        return "maximize" if self._use().maximises else "minimize"

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""
        return self._use().seed

    def __repr__(self) -> str:
        place = "in memory" if self._store == _memory else "in a store"
        return f"Study({self.name!r}, {place}, {len(self)} finished)"

    def __len__(self) -> int:
        """The number of finished trials."""
        return self._use().size()

    # --- ask and tell -------------------------------------------------------------------------------------------------

    def ask(self) -> Trial:
        """The next point to evaluate.

        Several may be asked for before the first is told. Ctrl-C is answered within a second.

        Raises
        ------
        SpaceExhausted
            If all points of a finite space are trials already.
        """
        return Trial(self, self._use().ask())

    def tell(
        self, trial: Trial | int, value: Returned, constraints: Sequence[float] | None = None, noise: float | None = None
    ) -> None:
        """Say what came of a trial, or of the trial with a number; telling the same again is harmless."""
        if isinstance(trial, Trial):
            trial.tell(value, constraints, noise)
            return
        result = result_of(value) if constraints is None and noise is None else Result(value, constraints or (), noise)  # type: ignore[arg-type]
        self._use().tell_number(trial, result.value, list(result.constraints), result.noise)

    def fail(self, trial: Trial | int, message: str = "") -> None:
        """Say that a trial, or the one with a number, has no value."""
        if isinstance(trial, Trial):
            trial.fail(message)
        else:
            self._use().fail_number(trial, message)

    def enqueue(self, params: Mapping[str, Any]) -> int:
        """Have a point evaluated before anything is suggested; gives the number of its trial."""
        return self._use().enqueue(self.space._codes(params))

    def add(
        self,
        params: Mapping[str, Any],
        value: Returned,
        constraints: Sequence[float] | None = None,
        noise: float | None = None,
    ) -> int:
        """Add an evaluation that was made elsewhere; gives the number of its trial.

        Examples
        --------
        >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
        >>> study.add({"x": 1.5}, 0.25)
        0
        """
        if constraints is None and noise is None:
            result = result_of(value)
        else:
            result = Result(value, constraints or (), noise)  # type: ignore[arg-type]
        return self._use().add(self.space._codes(params), result.value, list(result.constraints), result.noise)

    def optimize(
        self,
        objective: Callable[..., Returned],
        trials: int | None = None,
        *,
        jobs: int | None = None,
        executor: ExecutorLike | None = None,
        callbacks: Iterable[Callback] = (),
        stop: StopRule | Iterable[StopRule] = (),
        catch: type[Exception] | tuple[type[Exception], ...] = (),
        retries: int = 0,
        seconds: float | None = None,
        progress: bool | None = None,
    ) -> str:
        """Evaluate an objective at one suggested point after the other.

        Parameters
        ----------
        objective
            Gets the parameters by keyword, or as one dict, as its signature says; returns a number or a `Result`. An
            inactive parameter is left out. `EvaluationFailed` says that there is no value at this point.
        trials
            Of the study in total, those before and those that fail included.
        jobs
            Evaluations at the same time; left out, one, or as many as the executor has workers.
        executor
            Anything with a `submit` that gives futures: pools of threads or processes, Dask, loky, mpi4py. Left out,
            one job runs in this thread, several in threads.
        callbacks
            Called as ``callback(study, trial)`` in this thread once a trial has ended.
        stop
            What ends it before: `Patience`, `Target`, `MaxFailures`, or functions of the study that say so.
        catch
            Exceptions that fail a trial and let the others go on. Any other one fails it as well, ends the run and is
            raised here.
        retries
            How often a trial that failed is tried again.
        seconds
            After which no trial is begun.
        progress
            Whether to show it; left out, on a terminal.

        Returns
        -------
        str
            Why it ended: ``"done"``, ``"target_reached"``, ``"no_improvement"``, ``"out_of_time"``, ``"exhausted"``,
            ``"too_many_failures"`` or ``"interrupted"``.

        Examples
        --------
        >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
        >>> study.optimize(lambda x: (x - 1) ** 2, trials=5)
        'done'
        """
        from ._optimize import optimize

        return optimize(
            self, objective, trials, jobs=jobs, executor=executor, callbacks=callbacks, stop=stop, catch=catch,
            retries=retries, seconds=seconds, progress=progress,
        )

    # --- what came of it ----------------------------------------------------------------------------------------------

    @property
    def counts(self) -> dict[str, int]:
        """How many trials are finished, failed, running or waiting; of the finished ones, how many are infeasible."""
        return self._use().counts()

    @property
    def trials(self) -> list[TrialRecord]:
        """All trials by number."""
        text, points = self._use().trials()
        return [
            record_of(each, self.space._params(codes), codes)
            for each, codes in zip(json.loads(text), points, strict=True)
        ]

    def trial(self, number: int) -> TrialRecord:
        """The trial with a number."""
        found = self._use().trial(number)
        if found is None:
            raise InvalidArgument(f"the trial is {number}, but the study {self.name!r} has no such trial")
        text, codes = found
        return record_of(json.loads(text), self.space._params(codes), codes)

    @property
    def best(self) -> TrialRecord | None:
        """The finished feasible trial with the best value; None before there is one."""
        best = self._use().best()
        return None if best is None else self.trial(best[0])

    @property
    def best_value(self) -> float | None:
        """Its value."""
        best = self._use().best()
        return None if best is None else best[2]

    @property
    def best_params(self) -> Params | None:
        """Its parameters."""
        best = self._use().best()
        return None if best is None else self.space._params(best[1])

    def recommended(self) -> tuple[TrialRecord, float] | None:
        """Where values are noisy, the trial with the best posterior mean, and that mean; None without noise."""
        found = self._use().recommended()
        if found is None:
            return None
        best, mean = found
        return self.trial(best[0]), mean

    def replay(self, number: int) -> bool:
        """Whether the suggestion of a trial, computed again, is the same bit by bit.

        Raises
        ------
        CraggyError
            If it cannot be computed again, with the reason.
        """
        same, why_not, _, _ = self._use().replay(number)
        if why_not:
            raise CraggyError(why_not)
        return same

    def model(self, name: str = "") -> Model:
        """Fit what the surrogate believes of the objective now.

        Parameters
        ----------
        name
            One of `models`; left out, the one whose turn is next.
        """
        return Model(self, name)

    @property
    def models(self) -> dict[str, str]:
        """The models that suggestions take in turn, with a sentence about each."""
        return dict(_craggy.models(self._use()))

    def to_dict(self) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
        """The trials as one array per column; parameters are called ``params_NAME``.

        Examples
        --------
        >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
        >>> _ = study.add({"x": 1.5}, 0.25)
        >>> study.to_dict()["value"]
        array([0.25])
        """
        trials = self.trials
        columns: dict[str, np.ndarray[Any, np.dtype[Any]]] = {
            "number": np.array([trial.number for trial in trials], dtype=np.int64),
            "state": np.array([trial.state for trial in trials], dtype=np.str_),
            "value": np.array([math.nan if trial.value is None else trial.value for trial in trials]),
        }
        for name in self.space.names:
            columns[f"params_{name}"] = _column([trial.params.get(name) for trial in trials])
        for i in range(max((len(trial.constraints) for trial in trials), default=0)):
            columns[f"constraint_{i}"] = np.array(
                [trial.constraints[i] if i < len(trial.constraints) else math.nan for trial in trials]
            )
        if any(trial.noise is not None for trial in trials):
            columns["noise"] = np.array([math.nan if trial.noise is None else trial.noise for trial in trials])
        columns["seconds"] = np.array([math.nan if trial.seconds is None else trial.seconds for trial in trials])
        columns["model"] = np.array([trial.model for trial in trials], dtype=np.str_)
        columns["message"] = np.array([trial.message for trial in trials], dtype=np.str_)
        return columns

    def to_frame(self) -> Any:
        """The columns of `to_dict` as a pandas DataFrame; needs pandas."""
        try:
            import pandas
        except ImportError as missing:
            raise ImportError("to_frame needs pandas: pip install pandas; to_dict gives the same as arrays") from missing
        return pandas.DataFrame(self.to_dict()).set_index("number")

    def to_json(self) -> dict[str, Any]:
        """The study with all its trials, in the schema of ``craggy show --json``."""
        result: dict[str, Any] = json.loads(self._use().study_json())
        return result

    def _repr_html_(self) -> str:
        from ._html import study_html

        return study_html(self)


def _maximises(direction: str) -> bool:
    words = {"minimize": False, "minimise": False, "maximize": True, "maximise": True}
    if direction not in words:
        raise InvalidArgument(f"the direction is {direction!r}, but it has to be 'minimize' or 'maximize'")
    return words[direction]


def _column(values: list[Any]) -> np.ndarray[Any, np.dtype[Any]]:
    """Numbers as numbers, where that loses nothing; inactive ones among floats are NaN."""
    given = [value for value in values if value is not None]
    types = {type(value) for value in given}
    if types <= {float} or (types <= {int, float} and len(given) < len(values)):
        return np.array([math.nan if value is None else float(value) for value in values], dtype=np.float64)
    if types in ({int}, {bool}, {str}) and len(given) == len(values):
        return np.array(values)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column


def _reopened(name: str, space: Space, store: str, worker: tuple[str, float | None, int]) -> Study:
    study = Study.__new__(Study)
    study._store, study._worker, study.space = store, worker, space
    study._adopt(_craggy.Study.open(store, name, *worker))
    return study


def list_studies(store: str | os.PathLike[str]) -> list[str]:
    """The names of the studies in a store."""
    return _craggy.list_studies(os.fspath(store))


def delete_study(store: str | os.PathLike[str], name: str) -> bool:
    """Delete a study with all its trials; False if there is none of that name."""
    return _craggy.delete_study(os.fspath(store), name)


# The threads of a study are not there after a fork: the child lets go of it without ending them.
_alive: weakref.WeakSet[Study] = weakref.WeakSet()


def _after_fork() -> None:
    for study in list(_alive):
        study._native.abandon()


os.register_at_fork(after_in_child=_after_fork)
