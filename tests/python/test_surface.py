"""The calls that the README and the pages promise, as they are written there."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import craggy


def loss_of(lr: float, depth: int, opt: str) -> float:
    assert type(lr) is float and type(depth) is int and type(opt) is str
    return (math.log10(lr) + 3) ** 2 + abs(depth - 4) / 10 + (opt == "sgd") + int(20 * lr) % 2 / 4


def test_the_surface(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    monkeypatch.chdir(tmp_path)
    f = loss_of
    best = craggy.minimize(
        f, {"lr": "log(1e-5, 1e-1)", "depth": craggy.Int(1, 8), "opt": ["adam", "sgd"]}, trials=12, seed=0
    )
    assert best.value == f(**best.params) and best.params["opt"] == "adam"

    space = best.study.space
    study = craggy.Study("tune", space, store="sqlite:///tune.db", direction="maximize")
    with study.ask() as t:
        t.tell(-0.5, constraints=[-1.0])
    seen: list[int] = []
    ended = study.optimize(
        lambda params: craggy.Result(-f(**params), constraints=[-1.0]),
        trials=30,
        jobs=8,
        executor=None,
        callbacks=[lambda study, trial: seen.append(trial.number)],
        stop=[craggy.Patience(30), craggy.Target(0.1)],
    )
    assert ended == "done" and sorted(seen) == list(range(1, 30))
    study.add({"lr": 1e-3, "depth": 4, "opt": "sgd"}, -1.0, constraints=[-1.0])
    Path("earlier.csv").write_text("lr,depth,opt,loss,constraint_1\n1e-4,3,adam,-1.5,-1\n1e-2,5,sgd,-2.5,-1\n")
    study.import_csv("earlier.csv", value="loss")
    frame = study.to_frame()
    assert len(frame) == len(study) == 33 and frame["value"].tolist()[-2:] == [-1.5, -2.5]

    model = study.model()
    assert len(model.slice("lr").values) == 101
    assert set(model.importance()) == {"lr", "depth", "opt"}
    assert len(model.leave_one_out()) == 33


def test_the_surface_of_fits() -> None:
    X = np.linspace(-2, 2, 12)
    y = X**2 + np.floor(5 * X) % 2 / 5
    post = craggy.fit(X, y, surrogate="latent", sigma_h="0.1d", bounds=[(-2, 2)])
    mean, sd = post.predict(np.linspace(-2, 2, 40))
    assert mean.shape == sd.shape == (40,)
    assert post.draws["latent"].shape[1] == 12 and post.latent_magnitude().shape == (12,)


def test_whys() -> None:
    study = craggy.Study("s", {"x": (-5.0, 5.0), "y": (-5.0, 5.0)}, num_initial=2)
    study.add({"x": 1.0, "y": 1.0}, 2.0)
    for _ in range(4):
        trial = study.ask()
        trial.tell(trial["x"] ** 2 + trial["y"] ** 2)
    assert study.why(0) == craggy.Reason("It was given from outside, not suggested.")
    reason = study.why(study.trial(4))
    assert reason.model in study.models and reason.mean is not None and reason.sd is not None
    assert str(reason).startswith(f"The {reason.model} model expected ")
    assert reason.improvement is not None and reason.acquisition is not None and reason.success is None
    with pytest.raises(ValueError, match="no such trial"):
        study.why(9)


def test_verdicts() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0)})
    assert study.verdicts() == []
    for i in range(12):
        study.fail(study.ask(), f"no mesh {i}")
    (verdict,) = study.verdicts()
    assert (verdict.id, verdict.severity) == ("nothing_feasible", "severe")
    assert str(verdict) == f"{verdict.sentence} {verdict.advice}" and isinstance(verdict.evidence, dict)


def test_advice_names_keywords_and_not_options() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0)})
    for i in range(40):
        study.add({"x": i // 2 / 20}, float(i % 2) + i / 100)
    noisy = [verdict for verdict in study.verdicts() if verdict.id == "noisy"]
    assert noisy and "--" not in noisy[0].advice and "noisy" in noisy[0].advice


def shown(study: craggy.Study) -> str:
    html = study._repr_html_()
    assert "<script" not in html.lower()
    return html


def test_in_a_notebook() -> None:
    study = craggy.Study("a <study>", {"xy": ["<b>", "&"], "z": (0.0, 1.0)})
    assert "no trials yet" in shown(study)
    study.add({"xy": "<b>", "z": 0.5}, 1.0)
    assert "<svg" in shown(study)  # of one value alone
    for i, value in enumerate((3.0, 1e300, -1e300, 2.0)):
        study.add({"xy": "&", "z": i / 10}, value)
    html = shown(study)
    assert "a &lt;study&gt;, minimize" in html.replace("</b>", "") and "&lt;b&gt;" not in html and "&amp;" in html
    assert "best value <b>-1e+300</b>, trial 3" in html and "<polyline" in html and "nan" not in html
    largest = craggy.Study("s", {"x": (0.0, 1.0)}, direction="maximize")
    largest.tell(largest.ask(), 1.0)
    largest.tell(largest.ask(), 2.0)
    assert "best value <b>2</b>" in shown(largest)


def test_what_to_look_at_in_a_notebook() -> None:
    study = craggy.Study("s", {"x": (0.0, 1.0)})
    for _ in range(12):
        study.fail(study.ask(), "<script>alert(1)</script>")
    html = shown(study)
    assert "severe" in html and html.count("&lt;script&gt;") == 1
    best = craggy.minimize(lambda x: x, {"x": (0.0, 1.0)}, trials=3)
    assert best._repr_html_() == best.study._repr_html_()


def test_whole_numbers_in_steps() -> None:
    space = craggy.Space({"a": craggy.Int(0, 64, step=16), "b": craggy.Float(0, 4, step=2), "c": range(10, 0, -5)})
    assert space.texts == ["a=step(0,64,16)", "b=step(0,4,2)", "c=step(5,10,5)"]
    study = craggy.Study("s", space, surrogate="random")
    params: dict[str, Any] = study.ask().params
    assert [type(value) for value in params.values()] == [int, float, int]
    of_text = craggy.Study("s", ["a=step(0,64,16)", "b=step(0,1,0.5)"], surrogate="random").ask().params
    assert [type(value) for value in of_text.values()] == [int, float]
    with pytest.raises(ValueError, match="only one of them"):
        craggy.Space({"a": craggy.Int(1, 9, log=True, step=2)})
    with pytest.raises(ValueError, match="two values"):
        craggy.Space({"a": range(3, 4)})
    with pytest.raises(TypeError, match="the step of 'a'"):
        craggy.Space({"a": craggy.Int(1, 9, step=0.5)})  # type: ignore[arg-type]


def test_objectives_that_would_fail_later_are_refused() -> None:
    space = {"x": (0.0, 1.0), "c": ["a", "b"], "y": craggy.Float(0, 1, when="c == b")}
    study = craggy.Study("s", space, surrogate="random")
    with pytest.raises(TypeError, match="no default for y, but it is left out where it is inactive"):
        study.optimize(lambda x, c, y: x, trials=3)
    with pytest.raises(TypeError, match="by keyword"):
        study.optimize(lambda x, c, data, y=None: x, trials=3)
    assert len(study) == 0
    assert study.optimize(lambda x, c, y=None: x, trials=3) == "done"


def test_converged() -> None:
    study = craggy.Study("s", {"x": (-5.0, 5.0)})
    assert study.optimize(lambda x: x**2, trials=100, stop=craggy.Converged(0.01)) == "converged"
    assert 10 <= len(study) < 40
    with pytest.raises(ValueError, match="min_improvement|least"):
        study.optimize(lambda x: x**2, stop=craggy.Converged(-1.0))
