"""Evaluations that were made before."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import craggy

space = {"lr": "log(1e-5, 1e-1)", "opt": ["adam", "sgd"], "momentum": craggy.Float(0, 1, when="opt == sgd")}


def make() -> craggy.Study:
    return craggy.Study("s", space, seed=1)


def test_columns_by_other_names(tmp_path: Path) -> None:
    study = make()
    file = tmp_path / "earlier.csv"
    file.write_text("rate,opt,momentum,loss,date\n1e-3,adam,,0.5,monday\n1e-2,sgd,0.9,0.25,tuesday\n", newline="\r\n")
    with pytest.raises(ValueError, match=r"columns=\{'COLUMN': 'lr'\}|columns=\{'rate': 'NAME'\}"):
        study.import_csv(file, value="loss", ignore="date")
    done = study.import_csv(file, value="loss", columns={"rate": "lr"}, ignore="date")
    assert done == craggy.Imported(rows=2, known=0, numbers=(0, 1))
    assert study.trials[1].params == {"lr": 1e-2, "opt": "sgd", "momentum": 0.9}
    assert study.import_csv(str(file), value="loss", columns={"rate": "lr"}, ignore=["*"]).known == 2
    again = study.import_csv(file, value="loss", columns={"rate": "lr"}, ignore="*", again=True, dry_run=True)
    assert len(again.numbers) == 2 and len(study) == 2


def test_what_is_refused_is_named_and_changes_nothing() -> None:
    study = make()
    with pytest.raises(ValueError, match="'date'.*ignore=\\['date'\\]"):
        study.import_csv(io.StringIO("lr,opt,value,date\n1e-3,adam,1,monday\n"))
    with pytest.raises(ValueError, match="1 of 2 rows of the file cannot be imported, so nothing was:\nline 3: lr"):
        study.import_csv(io.StringIO("lr,opt,value\n1e-3,adam,1\n5,adam,1\n"))
    many = "lr,opt,value\n" + "5,adam,1\n" * 12
    with pytest.raises(ValueError, match="… and 2 more"):
        study.import_csv(io.StringIO(many))
    with pytest.raises(ValueError, match="without_value='failed'"):
        study.import_csv(io.StringIO("lr,opt,value\n1e-3,adam,\n"))
    with pytest.raises(ValueError, match="without_value is 'lost'"):
        study.import_csv(io.StringIO("lr,opt,value\n1e-3,adam,\n"), without_value="lost")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="given as value and in columns as 'lr'"):
        study.import_csv(io.StringIO("a"), value="a", columns={"a": "lr"})
    assert study.trials == []


def test_rows_without_a_value() -> None:
    study = make()
    text = "lr,opt,value\n1e-3,adam,\n"
    study.import_csv(io.StringIO(text), without_value="failed")
    assert study.counts["failed"] == 1
    study.import_csv(io.StringIO(text.replace("1e-3", "1e-2")), without_value="waiting")
    assert study.ask()["lr"] == 1e-2


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        make().import_csv(tmp_path / "none.csv")
    (tmp_path / "latin.csv").write_bytes("lr,opt,value,größe\n".encode("latin-1"))
    with pytest.raises(ValueError, match="not in UTF-8"):
        make().import_csv(tmp_path / "latin.csv")
    with pytest.raises(TypeError, match="open it without 'b'"):
        make().import_csv(io.BytesIO(b"lr"))  # type: ignore[arg-type]


def test_rows_of_json() -> None:
    study = make()
    rows = [{"lr": 1e-3, "opt": "adam", "value": 1.0}, {"lr": 1e-2, "opt": "sgd", "momentum": 0.5, "value": 2.0}]
    assert study.import_csv(io.StringIO(json.dumps(rows))).rows == 2


def test_there_and_back_by_a_frame() -> None:
    pytest.importorskip("pandas")
    study = craggy.Study("s", space, surrogate="random", seed=1)
    for i in range(5):
        study.tell(study.ask(), float(i), constraints=[-1.0], noise=0.5)
    study.fail(study.ask(), "no")
    copy = make()
    copy.import_csv(io.StringIO(study.to_frame().to_csv()))
    for here, there in zip(study.trials, copy.trials, strict=True):
        assert (here.params, here.value, here.constraints, here.noise) == (
            there.params,
            there.value,
            there.constraints,
            there.noise,
        )
        assert (here.state, here.message) == (there.state, there.message)
