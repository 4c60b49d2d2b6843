"""craggy inside Optuna.

>>> import optuna                                                        # doctest: +SKIP
>>> from craggy.optuna import CraggySampler                              # doctest: +SKIP
>>> study = optuna.create_study(sampler=CraggySampler(seed=0))           # doctest: +SKIP
>>> study.optimize(objective, n_trials=50)                               # doctest: +SKIP
"""

from __future__ import annotations

import base64
import hashlib
import math
import random
import secrets
import threading
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import optuna
from optuna.distributions import BaseDistribution, CategoricalDistribution, FloatDistribution, IntDistribution
from optuna.samplers import BaseSampler
from optuna.search_space import IntersectionSearchSpace
from optuna.study import Study, StudyDirection
from optuna.trial import FrozenTrial, TrialState

from . import _craggy
from ._options import native_options
from ._space import Categorical, Float, Int, Space

if TYPE_CHECKING:
    from typing import Unpack

    from ._options import Options

__all__ = ["CraggySampler"]

_seed_key = "craggy:seed"
_point_key = "craggy:point"
_warm_key = "craggy:warm"
_chunk = 50_000  # characters: a text column of MySQL holds 65,535 bytes


class CraggySampler(BaseSampler):
    """Suggests points by craggy's surrogates.

    A parameter that all completed trials have, with the same range, is part of the space that is searched as a whole.
    Any other one, such as those of the first trial and conditional ones, is uniform. With `search_space` even the first
    trial is craggy's own, and conditional parameters are searched with all others: a trial that does not ask for one
    counts with the value that was suggested for it. Suggestions depend on the seed, the number of the trial and the trials so far alone, so that
    a study that is loaded again from its storage goes on as if it had never stopped.

    - Failed trials, and values that are not finite, teach where evaluations fail.
    - Running trials are taken into account by fantasies of their values, for any number of jobs and processes.
    - Constraints are those of ``Trial.set_constraint``.
    - A pruned trial counts with its last intermediate value, but as no better than the best completed one: it can keep
      the search away from a point, but not draw it there. Without an intermediate value it counts as failed.

    Parameters
    ----------
    seed
        Of all random numbers; left out, one is drawn and kept with the study.
    search_space
        The distributions of all parameters, if they are known before the first trial.
    threads
        Of one suggestion; 0: as many as the machine has.
    **options
        As in `Study`: ``surrogate="latent"``, ``noisy=True``.
    """

    def __init__(
        self,
        *,
        seed: int | None = None,
        search_space: Mapping[str, BaseDistribution] | None = None,
        threads: int = 0,
        **options: Unpack[Options],
    ) -> None:
        self._seed = seed
        self._known = None if search_space is None else dict(search_space)
        self._threads = threads
        self._options = native_options(options)
        self._intersection = IntersectionSearchSpace()
        self._state = _State()

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_state": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._state = _State()

    def reseed_rng(self) -> None:
        """Nothing to do: random numbers belong to the number of the trial, which no two jobs share."""

    def infer_relative_search_space(self, study: Study, trial: FrozenTrial) -> dict[str, BaseDistribution]:
        """The parameters that are searched as a whole."""
        self._raise_error_if_multi_objective(study)
        space = self._known if self._known is not None else self._intersection.calculate(study)
        return {name: distribution for name, distribution in space.items() if not distribution.single()}

    def sample_relative(
        self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]
    ) -> dict[str, Any]:
        """The next point of that space."""
        self._raise_error_if_multi_objective(study)
        if not search_space:
            return {}
        with self._state.lock:  # so that the next one sees this point
            return self._suggest(study, trial, search_space)

    def sample_independent(
        self, study: Study, trial: FrozenTrial, param_name: str, param_distribution: BaseDistribution
    ) -> Any:
        """A uniform value of one parameter."""
        self._raise_error_if_multi_objective(study)
        if param_distribution.single():
            return param_distribution.to_external_repr(_only_value(param_distribution))
        share = random.Random(f"{self._seed_of(study)} {trial.number} {param_name}").random()
        space = _Space.of({param_name: param_distribution})
        return space.values(space.native.pick([share]))[param_name]

    def _suggest(self, study: Study, trial: FrozenTrial, search_space: dict[str, BaseDistribution]) -> dict[str, Any]:
        space = self._state.space_of(search_space)
        history = _history(study, trial, space)
        seed = self._seed_of(study)
        made = _craggy.suggest(
            space.native, self._options, history.points, history.objectives, history.constraints,
            [None] * len(history.points), history.failed, history.pending, seed, trial.number,
            self._state.warm_of(study), self._threads,
        )  # fmt: skip
        self._state.keep_warm(study, made["warm"])
        values = space.values(made["values"])
        storage = study._storage
        point = {name: search_space[name].to_internal_repr(value) for name, value in values.items()}
        storage.set_trial_system_attr(trial._trial_id, _point_key, point)
        return values

    def _seed_of(self, study: Study) -> int:
        if self._seed is None:
            attributes = study._storage.get_study_system_attrs(study._study_id)
            if _seed_key not in attributes:
                study._storage.set_study_system_attr(study._study_id, _seed_key, secrets.randbits(48))
                attributes = study._storage.get_study_system_attrs(study._study_id)
            self._seed = int(attributes[_seed_key])
        return self._seed


def _only_value(distribution: BaseDistribution) -> float:
    return 0.0 if isinstance(distribution, CategoricalDistribution) else float(distribution.low)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class _Space:
    """A search space of Optuna as one of craggy, whose parameters are called p0, p1, …: names of Optuna may be anything."""

    distributions: dict[str, BaseDistribution]
    space: Space
    native: _craggy.Space

    @staticmethod
    def of(distributions: Mapping[str, BaseDistribution]) -> _Space:
        space = Space({f"p{i}": _domain(each) for i, each in enumerate(distributions.values())})
        return _Space(dict(distributions), space, space._native)

    def values(self, codes: Sequence[float]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for (name, distribution), value in zip(
            self.distributions.items(), self.space._params(codes).values(), strict=True
        ):
            if isinstance(distribution, CategoricalDistribution):
                result[name] = distribution.choices[value]
            else:
                result[name] = int(value) if isinstance(distribution, IntDistribution) else float(value)
        return result

    def codes(self, internal: Mapping[str, float]) -> list[float] | None:
        """A point in Optuna's numbers; nothing if it is not in this space."""
        codes: list[float] = []
        for i, (name, distribution) in enumerate(self.distributions.items()):
            if name not in internal or not distribution._contains(internal[name]):
                return None
            number = internal[name]
            if isinstance(distribution, CategoricalDistribution):
                number = float(int(number))
            codes.append(self.space._code(i, number))
        return self.native.checked(codes)


def _domain(distribution: BaseDistribution) -> Float | Int | Categorical:
    if isinstance(distribution, FloatDistribution):
        return Float(distribution.low, distribution.high, log=distribution.log, step=distribution.step)
    if isinstance(distribution, IntDistribution):
        if distribution.step == 1:
            return Int(distribution.low, distribution.high, log=distribution.log)
        return Float(distribution.low, distribution.high, step=distribution.step)
    assert isinstance(distribution, CategoricalDistribution)
    return Categorical(range(len(distribution.choices)))


@dataclass
class _History:
    """What a suggestion learns from; smaller objectives are better."""

    points: list[list[float]] = field(default_factory=list)
    objectives: list[float] = field(default_factory=list)
    constraints: list[list[float]] = field(default_factory=list)
    failed: list[list[float]] = field(default_factory=list)
    pending: list[list[float]] = field(default_factory=list)


def _history(study: Study, current: FrozenTrial, space: _Space) -> _History:
    history = _History()
    sign = -1.0 if study.direction == StudyDirection.MAXIMIZE else 1.0
    trials = study.get_trials(deepcopy=False)
    completed = [trial for trial in trials if trial.state == TrialState.COMPLETE]
    finite = [sign * value for trial in completed if (value := trial.value) is not None and math.isfinite(value)]
    best = min(finite, default=-math.inf)
    keys = sorted({key for trial in completed for key in trial.constraints})
    for trial in trials:
        if trial.number == current.number:
            continue
        codes = _codes_of(trial, space)
        if codes is None:
            continue
        if trial.state in (TrialState.RUNNING, TrialState.WAITING):
            history.pending.append(codes)
            continue
        value = _value_of(trial, sign, best)
        if value is None or sorted(trial.constraints) != keys:
            history.failed.append(codes)
            continue
        history.points.append(codes)
        history.objectives.append(value)
        history.constraints.append([trial.constraints[key] for key in keys])
    return history


def _codes_of(trial: FrozenTrial, space: _Space) -> list[float] | None:
    """The point of a trial: of a running one that which was suggested, though it has not asked for all of it yet."""
    internal: dict[str, float] = dict(trial.system_attrs.get(_point_key, {}))
    for name, value in trial.params.items():
        internal[name] = trial.distributions[name].to_internal_repr(value)
        wanted = space.distributions.get(name)
        if isinstance(wanted, CategoricalDistribution) and wanted != trial.distributions[name]:
            return None  # its numbers mean something else
    return space.codes(internal)


def _value_of(trial: FrozenTrial, sign: float, best: float) -> float | None:
    if trial.state == TrialState.COMPLETE and trial.value is not None and math.isfinite(trial.value):
        return sign * trial.value
    if trial.state == TrialState.PRUNED and trial.intermediate_values:
        last = trial.intermediate_values[max(trial.intermediate_values)]
        return max(sign * last, best) if math.isfinite(last) else None
    return None


class _State:
    """What a sampler keeps in this process; a copy of the sampler begins with none of it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self._space: _Space | None = None

    def space_of(self, search_space: Mapping[str, BaseDistribution]) -> _Space:
        known = self._space
        if known is None or known.distributions != search_space or list(known.distributions) != list(search_space):
            known = self._space = _Space.of(search_space)
        return known

    def warm_of(self, study: Study) -> bytes | None:
        """Where the last suggestion's chains ended; nothing if it is not there, or half of it is another job's."""
        attributes = study._storage.get_study_system_attrs(study._study_id)
        count, digest = attributes.get(_warm_key, (0, ""))
        text = "".join(attributes.get(f"{_warm_key}:{i}", "") for i in range(count))
        if not text or hashlib.sha256(text.encode()).hexdigest() != digest:
            return None
        return zlib.decompress(base64.b85decode(text))

    def keep_warm(self, study: Study, warm: bytes) -> None:
        text = base64.b85encode(zlib.compress(warm, 1)).decode()
        chunks = [text[begin : begin + _chunk] for begin in range(0, len(text), _chunk)]
        store, number = study._storage.set_study_system_attr, study._study_id
        for i, chunk in enumerate(chunks):
            store(number, f"{_warm_key}:{i}", chunk)
        store(number, _warm_key, [len(chunks), hashlib.sha256(text.encode()).hexdigest()])
