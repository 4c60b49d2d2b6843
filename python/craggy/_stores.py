"""What can be asked of a store as a whole."""

from __future__ import annotations

import os

from . import _craggy


def list_studies(store: str | os.PathLike[str]) -> list[str]:
    """The names of the studies in a store.

    Examples
    --------
    >>> import tempfile
    >>> store = f"sqlite:///{tempfile.mkdtemp()}/studies.db"
    >>> study = craggy.Study("tune", {"x": (0.0, 1.0)}, store=store)
    >>> craggy.list_studies(store)
    ['tune']
    """
    return _craggy.list_studies(os.fspath(store))


def delete_study(store: str | os.PathLike[str], name: str) -> bool:
    """Delete a study with all its trials; False if there is none of that name.

    Examples
    --------
    >>> import tempfile
    >>> store = f"sqlite:///{tempfile.mkdtemp()}/studies.db"
    >>> study = craggy.Study("tune", {"x": (0.0, 1.0)}, store=store)
    >>> craggy.delete_study(store, "tune"), craggy.delete_study(store, "tune")
    (True, False)
    """
    return _craggy.delete_study(os.fspath(store), name)
