"""craggy inside Ray Tune.

>>> from ray import tune                                                                    # doctest: +SKIP
>>> from craggy.ray import CraggySearch                                                     # doctest: +SKIP
>>> tuner = tune.Tuner(                                                                     # doctest: +SKIP
...     trainable,
...     param_space={"lr": tune.loguniform(1e-5, 1e-1), "layers": tune.randint(1, 9)},
...     tune_config=tune.TuneConfig(metric="loss", mode="min", num_samples=50, search_alg=CraggySearch(seed=0)),
... )
>>> tuner.fit()                                                                             # doctest: +SKIP

Where evaluations of craggy's own studies run on Ray is `craggy.executors.Ray`.
"""

from __future__ import annotations

import base64
import json
import math
import secrets
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ray.tune.result import DEFAULT_METRIC
from ray.tune.search import Searcher

from . import _craggy
from ._options import native_options
from ._trial import _number
from ._tune_space import CraggySpace, TuneSpace, has_domains, space_of
from .errors import CraggyError, InvalidArgument

if TYPE_CHECKING:
    from typing import Unpack

    from ._options import Options

__all__ = ["CraggySearch"]

_format = 1


@dataclass
class _Trial:
    """What is known of a trial; `value` is that of the metric, of one that has finished."""

    name: str
    codes: list[float]
    state: Literal["running", "finished", "failed"] = "running"
    value: float | None = None


class CraggySearch(Searcher):
    """Suggests configs to Ray Tune by craggy's surrogates.

    Any number of trials may run at the same time: fantasies of their values are taken into account. A trial with an
    error, or without a finite value of the metric, teaches where evaluations fail. A trial that a scheduler stops early
    counts with the last value that it reported. Suggestions depend on the seed and the trials so far alone, so that a
    search that is restored goes on as if it had never stopped.

    Parameters
    ----------
    space
        The search space: a mapping with domains of Tune, such as ``tune.uniform``, or anything that `craggy.Space`
        takes, conditions included. Left out, it is the ``param_space`` of the Tuner.
    metric, mode
        Which result is optimised, and whether ``"min"`` or ``"max"`` is good; left out, as in ``TuneConfig``.
    points_to_evaluate
        Configs to begin with.
    evaluated_rewards
        Their values, if these are known: then they are not evaluated again.
    seed
        Of all random numbers; left out, one is drawn and saved with the search.
    threads
        Of one suggestion; 0: as many as the machine has.
    **options
        As in `Study`: ``surrogate="latent"``, ``noisy=True``.

    Examples
    --------
    >>> search = CraggySearch({"lr": "log(1e-5, 1e-1)"}, metric="loss", mode="min", seed=1)
    >>> search.add_evaluated_point({"lr": 1e-3}, 0.5)
    >>> config = search.suggest("a")
    >>> search.on_trial_complete("a", {"loss": config["lr"]})
    >>> 1e-5 <= search.suggest("b")["lr"] <= 1e-1
    True
    """

    def __init__(
        self,
        space: Any = None,
        metric: str | None = None,
        mode: Literal["min", "max"] | None = None,
        points_to_evaluate: Sequence[Mapping[str, Any]] | None = None,
        evaluated_rewards: Sequence[float] | None = None,
        *,
        seed: int | None = None,
        threads: int = 0,
        **options: Unpack[Options],
    ) -> None:
        _check(metric, mode)
        super().__init__(metric=metric, mode=mode)
        points = [dict(point) for point in points_to_evaluate or ()]
        if evaluated_rewards is not None and len(evaluated_rewards) != len(points):
            raise InvalidArgument(
                f"evaluated_rewards has {len(evaluated_rewards)} values, but it has to be {len(points)}: one for each "
                "of points_to_evaluate"
            )
        self._given = points
        self._rewards = None if evaluated_rewards is None else list(evaluated_rewards)
        self._seed = secrets.randbits(48) if seed is None else seed
        self._threads = threads
        self._options = native_options(options)
        self._lock = threading.Lock()
        self._trials: dict[str, _Trial] = {}
        self._queue: list[list[float]] = []
        self._warm: bytes | None = None
        self._texts: list[str] | None = None
        self._space: TuneSpace | CraggySpace | None = None
        if space is not None:
            self._use(space_of(space))

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._lock = threading.Lock()

    # --- what is searched ---------------------------------------------------------------------------------------------

    def set_search_properties(
        self, metric: str | None, mode: str | None, config: Mapping[str, Any], **spec: Any
    ) -> bool:
        """Take metric, mode and space of the Tuner; False if there is a space already and another one comes."""
        _check(metric, mode)
        if self._space is None:
            self._use(TuneSpace(config))
        elif has_domains(config) and TuneSpace(config).texts != self._texts:
            return False
        self._metric = metric or self._metric
        self._mode = mode or self._mode
        return True

    def _use(self, space: TuneSpace | CraggySpace) -> None:
        if self._texts is not None and self._texts != space.texts:
            raise CraggyError(f"the search was saved with the space {self._texts}, but now it is {space.texts}")
        self._space = space
        if self._texts is not None:
            return
        self._texts = space.texts
        points, self._given = self._given, []
        if self._rewards is None:
            self._queue.extend(space.codes(point) for point in points)
        else:
            for point, reward in zip(points, self._rewards, strict=True):
                self.add_evaluated_point(point, reward)

    def _known_space(self) -> TuneSpace | CraggySpace:
        if self._space is None:
            raise CraggyError("the search has no space yet; give it one, or a param_space to the Tuner")
        return self._space

    # --- what it is asked and told ------------------------------------------------------------------------------------

    def suggest(self, trial_id: str) -> Any:
        """The config of the next trial; ``"FINISHED"`` if a finite space is exhausted."""
        space = self._known_space()
        with self._lock:
            if trial_id not in self._trials:
                codes = self._queue.pop(0) if self._queue else self._next(space)
                if codes is None:
                    return Searcher.FINISHED
                self._trials[trial_id] = _Trial(trial_id, codes)
            return space.config(self._trials[trial_id].codes)

    def _next(self, space: TuneSpace | CraggySpace) -> list[float] | None:
        if self._mode is None:
            raise CraggyError("the search has no mode; give it 'min' or 'max', or one to TuneConfig")
        sign = -1.0 if self._mode == "max" else 1.0
        trials = self._trials.values()
        finished = [trial for trial in trials if trial.value is not None]
        made = _craggy.suggest(
            space.space._native,
            self._options,
            [trial.codes for trial in finished],
            [sign * trial.value for trial in finished if trial.value is not None],
            [[] for _ in finished],
            [None] * len(finished),
            [trial.codes for trial in trials if trial.state == "failed"],
            [trial.codes for trial in trials if trial.state == "running"],
            self._seed,
            len(trials),
            self._warm,
            self._threads,
        )
        if made["exhausted"]:
            return None
        self._warm = made["warm"]
        codes: list[float] = made["values"]
        return codes

    def on_trial_complete(self, trial_id: str, result: Mapping[str, Any] | None = None, error: bool = False) -> None:
        """Learn what came of a trial; of one that is not known, only if its result says what its config was."""
        space = self._known_space()
        with self._lock:
            trial = self._trials.get(trial_id)
            if trial is None:  # it was begun after the search had been saved
                if result is None or "config" not in result:
                    return
                trial = self._trials[trial_id] = _Trial(trial_id, space.codes(result["config"]))
            value = None if error or result is None else result.get(self._metric or DEFAULT_METRIC)
            _end(trial, value)

    def add_evaluated_point(
        self,
        parameters: Mapping[str, Any],
        value: float | None,
        error: bool = False,
        pruned: bool = False,
        intermediate_values: Sequence[float] | None = None,
    ) -> None:
        """Learn from an evaluation that was made elsewhere; a pruned one counts with its last value."""
        codes = self._known_space().codes(parameters)
        if value is None and pruned and intermediate_values:
            value = intermediate_values[-1]
        with self._lock:
            name = f"added {len(self._trials)}"
            trial = _Trial(name, codes)
            _end(trial, None if error else value)
            self._trials[name] = trial

    # --- saved and restored -------------------------------------------------------------------------------------------

    def save(self, checkpoint_path: str) -> None:
        """Write what the search knows to a file, as JSON."""
        with self._lock:
            state = {
                "format": _format,
                "space": self._texts,
                "seed": self._seed,
                "trials": [asdict(trial) for trial in self._trials.values()],
                "queue": self._queue,
                "warm": None if self._warm is None else base64.b64encode(self._warm).decode(),
            }
        Path(checkpoint_path).write_text(json.dumps(state), encoding="utf-8")

    def restore(self, checkpoint_path: str) -> None:
        """Go on from such a file, as if the search had never stopped."""
        try:
            state = json.loads(Path(checkpoint_path).read_text(encoding="utf-8"))
            if state["format"] != _format:
                raise ValueError(f"its format is {state['format']!r}, but this version reads {_format}")
            trials = [_Trial(**trial) for trial in state["trials"]]
            texts, seed, queue, warm = state["space"], int(state["seed"]), list(state["queue"]), state["warm"]
        except (ValueError, KeyError, TypeError) as error:
            raise CraggyError(f"{checkpoint_path} is not a saved search of craggy: {error}") from error
        if texts is not None and self._texts is not None and texts != self._texts:
            raise CraggyError(f"the search was saved with the space {texts}, but now it is {self._texts}")
        with self._lock:
            self._texts = texts or self._texts
            self._seed = seed
            self._trials = {trial.name: trial for trial in trials}
            self._queue = queue
            self._warm = None if warm is None else base64.b64decode(warm)


def _end(trial: _Trial, value: Any) -> None:
    number = None if value is None else _number("the value of the metric", value)
    if number is not None and math.isfinite(number):
        trial.state, trial.value = "finished", number
    else:
        trial.state = "failed"


def _check(metric: Any, mode: Any) -> None:
    if metric is not None and not isinstance(metric, str):
        raise InvalidArgument(f"the metric is {metric!r}, but it has to be one name: craggy optimises one objective")
    if mode not in (None, "min", "max"):
        raise InvalidArgument(f"the mode is {mode!r}, but it has to be 'min' or 'max'")

