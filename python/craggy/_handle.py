"""The compiled study behind a `Study`: in this process, after a fork, and in another process."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from . import _craggy
from ._options import native_options
from ._space import Space
from .errors import CraggyError, InvalidArgument

memory = "memory:"

Worker: TypeAlias = tuple[str, float | None, int]  # name, grace and threads
directions = {"minimize": False, "minimise": False, "maximize": True, "maximise": True}


def maximises(direction: str) -> bool:
    """Whether a direction is upwards."""
    if direction not in directions:
        raise InvalidArgument(f"the direction is {direction!r}, but it has to be 'minimize' or 'maximize'")
    return directions[direction]


def word_for(upwards: bool) -> str:
    """The direction as it is written."""
    return "maximize" if upwards else "minimize"


@dataclass(frozen=True)
class _Asked:
    """A trial that was handed out and has not ended: by which thread, and whether anybody still has it."""

    native: _craggy.Trial
    holder: weakref.ref[object]
    thread: int

    def is_dropped(self) -> bool:
        return self.holder() is None

    def is_nobodys_else(self) -> bool:
        return self.is_dropped() or self.thread == threading.get_ident()


class Handle:
    """A study of a store as this process holds it; `use` opens it anew where that is needed."""

    def __init__(self, store: str, worker: Worker, native: _craggy.Study) -> None:
        self.store = store
        self.worker = worker
        self._adopt(native)
        self.name = native.name

    @classmethod
    def make(
        cls, store: str, worker: Worker, name: str, space: Space, upwards: bool, seed: int, options: Mapping[str, Any]
    ) -> Handle:
        """A new study, or one that is there already and the same."""
        native = _craggy.Study.make(store, name, space._native, upwards, seed, native_options(options), *worker)
        return cls(store, worker, native)

    @classmethod
    def open(
        cls,
        store: str,
        worker: Worker,
        name: str,
        upwards: bool | None = None,
        seed: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> Handle:
        """A study that is there already; what is said of it has to be so."""
        if store == memory:
            raise InvalidArgument("the study has no space; give its parameters, as in {'lr': 'log(1e-5, 1e-1)'}")
        handle = cls(store, worker, _craggy.Study.open(store, name, *worker))
        stored = handle.use()
        if upwards is not None and upwards != stored.maximises:
            _refuse("direction", word_for(upwards), word_for(stored.maximises))
        if seed is not None and seed != stored.seed:
            _refuse("seed", seed, stored.seed)
        if options:  # which the core compares
            space = Space._of(stored.space)
            return cls.make(store, worker, name, space, stored.maximises, stored.seed, options)
        return handle

    @property
    def in_memory(self) -> bool:
        """Whether it is in the memory of one process only."""
        return self.store == memory

    def _adopt(self, native: _craggy.Study) -> None:
        self._native = native
        self._process = os.getpid()
        self._asked: dict[int, _Asked] = {}
        _alive.add(self)

    def use(self) -> _craggy.Study:
        """The study in this process: after a fork one of its own."""
        if self._process != os.getpid():
            if self.in_memory:
                raise CraggyError(
                    f"the study {self.name!r} is in the memory of process {self._process}, so that this one, "
                    f"{os.getpid()}, has no part in it; give it a store, as in store='sqlite:///tune.db'"
                )
            self._adopt(_craggy.Study.open(self.store, self.name, *self.worker))
        return self._native

    def note_asked(self, native: _craggy.Trial, holder: object) -> None:
        """Remember that a trial was handed out; `holder` is what its caller has of it."""
        self._asked[native.number] = _Asked(native, weakref.ref(holder), threading.get_ident())

    def note_ended(self, number: int) -> None:
        """Forget a trial that was told, failed or given back."""
        self._asked.pop(number, None)

    def release_dropped(self) -> None:
        """Give back what was asked for and is held by nobody, by whichever handle of the study it was asked."""
        for handle in self._of_the_study():
            handle._release(_Asked.is_dropped)

    def release_forgotten(self) -> None:
        """Give back what a run in this thread would wait for in vain, by whichever handle of the study it was asked.

        That is what this thread itself has asked for, since it cannot tell while it runs, and what nobody holds.
        """
        for handle in self._of_the_study():
            handle._release(_Asked.is_nobodys_else)

    def _of_the_study(self) -> list[Handle]:
        same = (self.store, self.name)
        return [
            each for each in list(_alive) if each is self or (not self.in_memory and (each.store, each.name) == same)
        ]

    def _release(self, is_given_back: Callable[[_Asked], bool]) -> None:
        if self._process != os.getpid():
            return
        for number, asked in list(self._asked.items()):
            if is_given_back(asked):
                self.note_ended(number)
                self._native.release(asked.native)  # which does nothing if another worker has it by now

    def __reduce__(self) -> tuple[Any, ...]:
        if self.in_memory:
            raise TypeError(
                f"the study {self.name!r} is in memory, so that no other process can use it; "
                "give it a store, as in store='sqlite:///tune.db'"
            )
        return Handle.open, (self.store, self.worker, self.name)

    def abandon(self) -> None:
        """Let go of it without ending its threads, which are not there after a fork."""
        self._native.abandon()


def _refuse(what: str, given: object, stored: object) -> None:
    raise InvalidArgument(f"the {what} is {given!r}, but that of the study is {stored!r}")


_alive: weakref.WeakSet[Handle] = weakref.WeakSet()


def _after_fork() -> None:
    for handle in list(_alive):
        handle.abandon()


os.register_at_fork(after_in_child=_after_fork)
