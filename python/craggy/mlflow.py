"""craggy's trials in MLflow: a run per trial.

>>> from craggy.mlflow import MlflowCallback                                                     # doctest: +SKIP
>>> study.optimize(objective, 100, callbacks=[MlflowCallback("sqlite:///mlflow.db")])            # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING

import mlflow
from mlflow import MlflowClient
from mlflow.entities import Metric, Param
from mlflow.exceptions import MlflowException

if TYPE_CHECKING:
    from ._study import Study
    from ._trial import TrialRecord

__all__ = ["MlflowCallback"]

# What MLflow takes at most: parameters in one call, characters of a parameter's value.
_params_at_once = 100
_longest_param = 6000


class MlflowCallback:
    """Makes a run of MLflow for each trial that ends.

    A run has the parameters of its trial, and as metrics the value, constraints, noise and seconds. It begins
    and ends when the trial did, and has failed if the trial has. Within a run that is active (as by
    ``with mlflow.start_run():``) those of the trials are nested.

    Parameters
    ----------
    tracking_uri
        Where the runs go; left out, as ``mlflow.set_tracking_uri`` or the environment says.
    experiment
        Its name; left out, that of the active run or else of the study. It is made if it is not there.
    metric
        What the value is called.
    tags
        More tags of each run; ``craggy.study``, ``craggy.trial`` and ``craggy.model`` are there by themselves.

    Examples
    --------
    >>> import tempfile
    >>> from craggy.mlflow import MlflowCallback
    >>> with tempfile.TemporaryDirectory() as folder:                    # doctest: +SKIP
    ...     study = craggy.Study("example", {"x": (-5.0, 5.0)})
    ...     logged = MlflowCallback(f"sqlite:///{folder}/mlflow.db", metric="loss")
    ...     study.optimize(lambda x: (x - 1) ** 2, trials=5, callbacks=[logged])
    'done'
    """

    def __init__(
        self,
        tracking_uri: str | None = None,
        experiment: str | None = None,
        *,
        metric: str = "value",
        tags: Mapping[str, str] | None = None,
    ) -> None:
        self._client = MlflowClient(tracking_uri)
        self._parent = mlflow.active_run() if tracking_uri is None else None
        self._experiment = experiment
        self._metric = metric
        self._tags = dict(tags or {})
        self._places: dict[str, _Place] = {}

    def __call__(self, study: Study, trial: TrialRecord) -> None:
        """Log a trial, unless it has a run already."""
        place = self._place_of(study)
        if trial.number not in place.logged:
            self._log(place, study, trial)

    def log(self, study: Study) -> None:
        """Log all trials that have ended and have no run yet, such as those of other workers."""
        for trial in study.trials:
            if trial.state in ("finished", "failed"):
                self(study, trial)

    def _place_of(self, study: Study) -> _Place:
        if study.name not in self._places:
            experiment = self._experiment_of(study)
            self._places[study.name] = _Place(experiment, set(self._numbers_in(experiment, study.name)))
        return self._places[study.name]

    def _experiment_of(self, study: Study) -> str:
        if self._experiment is None and self._parent is not None:
            parents: str = self._parent.info.experiment_id
            return parents
        name = study.name if self._experiment is None else self._experiment
        found = self._client.get_experiment_by_name(name)
        if found is None:
            try:
                made: str = self._client.create_experiment(name)
                return made
            except MlflowException:  # another worker was faster
                found = self._client.get_experiment_by_name(name)
                if found is None:
                    raise
        there: str = found.experiment_id
        return there

    def _numbers_in(self, experiment: str, study: str) -> Iterator[int]:
        """The trials of a study that have a run."""
        token = None
        while True:
            page = self._client.search_runs([experiment], page_token=token)
            for run in page:
                if run.data.tags.get("craggy.study") == study:
                    yield int(run.data.tags["craggy.trial"])
            token = page.token
            if not token:
                return

    def _log(self, place: _Place, study: Study, trial: TrialRecord) -> None:
        run = self._client.create_run(
            place.experiment,
            start_time=_milliseconds(trial.started),
            run_name=f"{study.name} {trial.number}",
            tags=self._tags_of(study, trial),
        ).info.run_id
        params = [Param(name, str(value)[:_longest_param]) for name, value in trial.params.items()]
        for begin in range(0, len(params), _params_at_once):
            self._client.log_batch(run, params=params[begin : begin + _params_at_once])
        ended = _milliseconds(trial.ended) or 0
        metrics = [Metric(name, value, ended, trial.number) for name, value in self._metrics_of(trial).items()]
        self._client.log_batch(run, metrics=metrics)
        self._client.set_terminated(run, "FINISHED" if trial.state == "finished" else "FAILED", ended)
        place.logged.add(trial.number)

    def _tags_of(self, study: Study, trial: TrialRecord) -> dict[str, str]:
        tags = {
            "craggy.study": study.name,
            "craggy.trial": str(trial.number),
            "craggy.model": trial.model,
            "craggy.worker": trial.worker,
            "craggy.message": trial.message,
        }
        if self._parent is not None:
            tags["mlflow.parentRunId"] = self._parent.info.run_id
        return {**{name: text for name, text in tags.items() if text}, **self._tags}

    def _metrics_of(self, trial: TrialRecord) -> dict[str, float]:
        metrics: dict[str, float | None] = {self._metric: trial.value}
        metrics.update({f"constraint_{i}": each for i, each in enumerate(trial.constraints)})
        metrics.update(noise=trial.noise, seconds=trial.seconds)
        return {name: value for name, value in metrics.items() if value is not None}


class _Place:
    """An experiment, and which trials of a study are in it."""

    def __init__(self, experiment: str, logged: set[int]) -> None:
        self.experiment = experiment
        self.logged = logged


def _milliseconds(time: datetime | None) -> int | None:
    return None if time is None else round(time.timestamp() * 1000)
