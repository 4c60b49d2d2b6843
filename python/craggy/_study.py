"""Studies: ask and tell, in memory or in a store that many processes share."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from . import _craggy
from ._advice import Reason, Verdict, reason_of, verdict_of
from ._arguments import finite_duration, text, whole
from ._columns import columns_of
from ._handle import Handle, maximises, memory
from ._import import Imported, Source, WithoutValue, import_rows
from ._model import Model
from ._options import Options
from ._space import Params, Space, SpaceLike
from ._trial import Returned, Trial, TrialRecord, reason_text, record_of, result_of
from .errors import CraggyError, InvalidArgument

if TYPE_CHECKING:
    from typing import Unpack

    from ._optimize import Callback, StopRule
    from .executors import ExecutorLike

Direction: TypeAlias = Literal["minimize", "maximize", "minimise", "maximise"]


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
        Whether small or large values are good: ``"minimize"`` where nothing is said.
    seed
        The same seed gives the same suggestions; 0 where nothing is said.
    threads
        Of one suggestion; 0: as many as the machine has. The result does not depend on it.
    worker
        What this process is called in the store; left out, its host and number.
    grace
        After how many seconds without a sign of life its trials are taken for lost; left out, 60.
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
        direction: Direction | None = None,
        seed: int | None = None,
        threads: int = 0,
        worker: str = "",
        grace: float | None = None,
        **options: Unpack[Options],
    ) -> None:
        name = text("the name of the study", name)
        url = memory if store is None else text("the store", os.fspath(store))
        grace = None if grace is None else finite_duration("the grace of a worker", grace)
        seed = None if seed is None else whole("the seed", seed, 0, bits=64)
        of_worker = (text("the worker", worker), grace, whole("the number of threads", threads, 0))
        if space is None:
            upwards = None if direction is None else maximises(direction)
            self._handle = Handle.open(url, of_worker, name, upwards, seed, options)
            self.space = Space._of(self._use().space)
        else:
            self.space = Space._make(space)
            upwards = maximises(direction or "minimize")
            self._handle = Handle.make(url, of_worker, name, self.space, upwards, seed or 0, options)

    def _use(self) -> _craggy.Study:
        return self._handle.use()

    def __reduce__(self) -> tuple[Any, ...]:
        return _reopened, (self._handle, self.space)

    # --- what it is ---------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """The name in the store."""
        return self._handle.name

    @property
    def direction(self) -> Literal["minimize", "maximize"]:
        """Whether small or large values are good."""
        return "maximize" if self._use().maximises else "minimize"

    @property
    def seed(self) -> int:
        """The seed of all random numbers."""
        return self._use().seed

    def __repr__(self) -> str:
        place = "in memory" if self._handle.in_memory else "in a store"
        return f"Study({self.name!r}, {place}, {len(self)} finished)"

    def __len__(self) -> int:
        """The number of finished trials."""
        return self._use().size()

    # --- ask and tell -------------------------------------------------------------------------------------------------

    def ask(self) -> Trial:
        """The next point to evaluate.

        Several may be asked for before the first is told. Ctrl-C is answered within a second. `optimize` evaluates
        what its own thread has asked for and not told, also in a callback: at once if it was dropped, and otherwise
        when nothing else is left to do.

        Raises
        ------
        SpaceExhausted
            If all points of a finite space are trials already.
        """
        native = self._use().ask()
        trial = Trial(self, native)
        self._handle.note_asked(native, trial)
        return trial

    def tell(
        self, trial: Trial | int, value: Returned, constraints: Sequence[float] | None = None, noise: float | None = None
    ) -> None:
        """Say what came of a trial, or of the trial with a number; telling the same again is harmless."""
        if isinstance(trial, Trial):
            trial.tell(value, constraints, noise)
            return
        trial = _trial_number(trial)
        result = result_of(value, constraints, noise)
        self._use().tell_number(trial, result.value, list(result.constraints), result.noise)
        self._handle.note_ended(trial)

    def fail(self, trial: Trial | int, message: str | BaseException = "") -> None:
        """Say that a trial, or the one with a number, has no value."""
        if isinstance(trial, Trial):
            trial.fail(message)
        else:
            trial = _trial_number(trial)
            self._use().fail_number(trial, reason_text(message))
            self._handle.note_ended(trial)

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
        result = result_of(value, constraints, noise)
        return self._use().add(self.space._codes(params), result.value, list(result.constraints), result.noise)

    def import_csv(
        self,
        source: Source,
        *,
        value: str | None = None,
        columns: Mapping[str, str] | None = None,
        ignore: Iterable[str] = (),
        without_value: WithoutValue | None = None,
        again: bool = False,
        dry_run: bool = False,
    ) -> Imported:
        """Add evaluations that were made before, all of them or none.

        Parameters
        ----------
        source
            A file: its path, or open for reading text. CSV, a JSON array of objects, one object per line, or a study
            as ``craggy export --format json`` writes it.
        value
            The column with the values, if it is not called ``value``.
        columns
            What other columns are, where their names do not say so: ``{"learning_rate": "lr"}``. A column is a
            parameter, ``noise`` (a standard deviation), ``variance``, ``constraint_1``, ``constraint_2``, …, ``state``,
            ``message``, ``created`` or ``ended``.
        ignore
            Columns to pass over; ``"*"`` for all that mean nothing here.
        without_value
            What a row is that has neither a value nor a state: ``"failed"``, or ``"waiting"`` to be evaluated.
        again
            Add also what the study has already: those are other evaluations of the same points.
        dry_run
            Say what would be added, and change nothing.

        Raises
        ------
        InvalidArgument
            If columns or rows are not understood; it names them.

        Examples
        --------
        >>> import io
        >>> study = craggy.Study("example", {"lr": "log(1e-5, 1e-1)", "depth": (1, 8)})
        >>> study.import_csv(io.StringIO("lr,depth,loss\\n1e-3,4,0.25\\n1e-2,2,0.5\\n"), value="loss")
        Imported(rows=2, known=0, numbers=(0, 1))
        """
        return import_rows(self, source, value, columns or {}, ignore, without_value, again, dry_run)

    def optimize(
        self,
        objective: Callable[..., Returned],
        trials: int | None = None,
        *,
        jobs: int | None = None,
        executor: ExecutorLike | None = None,
        callbacks: Callback | Iterable[Callback] = (),
        stop: StopRule | Iterable[StopRule] = (),
        catch: type[Exception] | Iterable[type[Exception]] = (),
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
            One or several, called as ``callback(study, trial)`` in this thread once a trial has ended.
        stop
            What ends it before: `Patience`, `Target`, `Converged`, `MaxFailures`, or functions of the study that say
            so.
        catch
            Exceptions that fail a trial and let the others go on. Any other one fails it as well, ends the run and is
            raised here.
        retries
            How often a trial that failed is tried again.
        seconds
            After which no trial is begun.
        progress
            Whether to show it; left out, on a terminal and in a notebook.

        Returns
        -------
        str
            Why it ended: ``"done"``, ``"target_reached"``, ``"no_improvement"``, ``"converged"``, ``"out_of_time"``,
            ``"exhausted"``, ``"too_many_failures"`` or ``"interrupted"``.

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
        records, points = self._use().trials()
        return [
            record_of(each, self.space._params(codes), codes)
            for each, codes in zip(json.loads(records), points, strict=True)
        ]

    def trial(self, number: int) -> TrialRecord:
        """The trial with a number."""
        number = _trial_number(number)
        found = self._use().trial(number)
        if found is None:
            raise InvalidArgument(self._no_trial(number))
        record, codes = found
        return record_of(json.loads(record), self.space._params(codes), codes)

    def _no_trial(self, number: int) -> str:
        return f"the trial is {number}, but the study {self.name!r} has no such trial"

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

    def preview(self) -> tuple[Params, Reason] | None:
        """The point that `ask` would suggest now, and why, without asking; None if a finite space has no other.

        It takes as long as a suggestion. Nothing is stored; points that wait to be evaluated are handed out before it.

        Examples
        --------
        >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
        >>> params, reason = study.preview()
        >>> params == study.ask().params
        True
        """
        found = self._use().preview()
        if found is None:
            return None
        values, reason = found
        return self.space._params(values), reason_of(json.loads(reason))

    def replay(self, number: int) -> bool:
        """Whether the suggestion of a trial, computed again, is the same bit by bit.

        Raises
        ------
        CraggyError
            If it cannot be computed again, with the reason.
        """
        same, why_not, _, _ = self._use().replay(_trial_number(number))
        if why_not:
            raise CraggyError(why_not)
        return same

    def why(self, trial: Trial | TrialRecord | int) -> Reason:
        """Why the point of a trial was chosen.

        Examples
        --------
        >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
        >>> print(study.why(study.ask()))
        It belongs to the initial design: no model was asked.
        """
        number = trial.number if isinstance(trial, (Trial, TrialRecord)) else _trial_number(trial)
        reason = self._use().why(number)
        if reason is None:
            raise InvalidArgument(self._no_trial(number))
        return reason_of(json.loads(reason))

    def verdicts(self) -> list[Verdict]:
        """What is worth knowing about the study, the severest first; costs next to nothing.

        Examples
        --------
        >>> study = craggy.Study("example", {"x": (-5.0, 5.0)})
        >>> for _ in range(12):
        ...     study.fail(study.ask(), "no mesh")
        >>> [verdict.id for verdict in study.verdicts()]
        ['nothing_feasible']
        """
        return [verdict_of(each) for each in json.loads(self._use().verdicts())]

    def model(self, name: str = "") -> Model:
        """Fit what the surrogate believes of the objective now.

        Parameters
        ----------
        name
            One of `models`; left out, the one whose turn is next.
        """
        return Model(self, text("the model", name))

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
        return columns_of(self.trials, self.space.names)

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


def _trial_number(number: int) -> int:
    return whole("the number of the trial", number, 0)


def _reopened(handle: Handle, space: Space) -> Study:
    study = Study.__new__(Study)
    study._handle, study.space = handle, space
    return study
