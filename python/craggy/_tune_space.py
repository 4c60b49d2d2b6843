"""The search space of a Ray Tune experiment as one of craggy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ray.tune.search import sample
from ray.tune.search.variant_generator import parse_spec_vars
from ray.tune.utils.util import flatten_dict, unflatten_dict  # type: ignore[attr-defined, unused-ignore]

from ._space import Categorical, Float, Int, Space, _same
from .errors import InvalidArgument

Config: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class _Parameter:
    """One domain of Tune: that of craggy, and how a value goes from one to the other."""

    domain: Float | Int | Categorical
    to_tune: Callable[[Any], Any]
    to_craggy: Callable[[Any], Any]


class TuneSpace:
    """What of a config is searched, and what is the same in every trial.

    Parameters of craggy are called p0, p1, …, since the keys of a config may be any text. A domain with one value only
    is no parameter: it is in `fixed`.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        grids = parse_spec_vars(dict(config))[2]
        _, domains, _ = parse_spec_vars(flatten_dict(dict(config), prevent_delimiter=True))
        if grids:
            raise InvalidArgument(
                f"the parameter {_path(grids[0][0])!r} is a grid, but a search cannot be one as well; use tune.choice"
            )
        found = {_path(path): _converted(_path(path), domain) for path, domain in domains}
        self.fixed: Config = {name: each for name, each in found.items() if not isinstance(each, _Parameter)}
        self._parameters = {name: each for name, each in found.items() if isinstance(each, _Parameter)}
        if not self._parameters:
            raise InvalidArgument("the space has nothing to search; give it a domain, as in {'x': tune.uniform(0, 1)}")
        self.space = Space({f"p{i}": each.domain for i, each in enumerate(self._parameters.values())})

    @property
    def texts(self) -> list[str]:
        """What it has to be the same in for a saved search to be resumed."""
        kinds = [text.partition("=")[2] for text in self.space.texts]
        return [f"{name}={kind}" for name, kind in zip(self._parameters, kinds, strict=True)]

    def config(self, codes: Sequence[float]) -> Config:
        """A point as Tune gets it."""
        values = self.space._params(codes).values()
        flat = {name: each.to_tune(value) for (name, each), value in zip(self._parameters.items(), values, strict=True)}
        nested: Config = unflatten_dict({**self.fixed, **flat})
        return nested

    def codes(self, config: Mapping[str, Any]) -> list[float]:
        """The point of a config, which may have constants beside."""
        flat = flatten_dict(dict(config))
        params: Config = {}
        for i, (name, parameter) in enumerate(self._parameters.items()):
            if name not in flat:
                raise InvalidArgument(f"the parameter {name!r} is missing in {dict(config)!r}")
            try:
                params[f"p{i}"] = parameter.to_craggy(flat[name])
            except (TypeError, InvalidArgument) as error:
                raise type(error)(f"the parameter {name!r} of a config: {error}") from None
        return self.space._codes(params)


class CraggySpace:
    """The same for a space in craggy's own words, which may have conditions."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.texts = space.texts

    def config(self, codes: Sequence[float]) -> Config:
        return self.space._params(codes)

    def codes(self, config: Mapping[str, Any]) -> list[float]:
        return self.space._codes({name: value for name, value in config.items() if name in self.space.names})


def space_of(given: Any) -> TuneSpace | CraggySpace:
    """A space by domains of Tune, or by anything that `craggy.Space` takes."""
    if isinstance(given, Mapping) and has_domains(given):
        return TuneSpace(given)
    return CraggySpace(Space._make(given))


def has_domains(config: Mapping[str, Any]) -> bool:
    """Whether anything of a config is a domain or a grid of Tune."""
    return any(parse_spec_vars(dict(config))[1:])


def _path(path: Sequence[Any]) -> str:
    return "/".join(map(str, path))


def _converted(name: str, domain: Any) -> _Parameter | Any:
    """A parameter, or the only value that it can have."""
    sampler = domain.get_sampler()
    quantum = sampler.q if isinstance(sampler, sample.Quantized) else None
    inner = sampler.sampler if quantum is not None else sampler
    log = isinstance(inner, sample.LogUniform)
    if isinstance(domain, sample.Categorical) and isinstance(inner, sample.Uniform):
        return _choice(list(domain.categories))
    if isinstance(domain, (sample.Float, sample.Integer)) and (log or isinstance(inner, sample.Uniform)):
        if quantum is not None:
            return _quantized(name, domain, quantum, log)
        if isinstance(domain, sample.Float):
            return _Parameter(Float(float(domain.lower), float(domain.upper), log=log), float, float)
        return _whole(domain.lower, domain.upper - 1, log)  # Tune leaves the upper limit out
    raise InvalidArgument(
        f"the parameter {name!r} is {type(domain).__name__} with {type(inner).__name__.strip('_')} sampling, but it has "
        "to be tune.uniform, loguniform, randint, lograndint, choice, or one of these with a quantum"
    )


def _choice(categories: list[Any]) -> _Parameter | Any:
    if len(categories) == 1:
        return categories[0]

    def index(value: Any) -> int:
        for i, category in enumerate(categories):
            if category is value or (type(category) is type(value) and _same(category, value)):
                return i
        raise InvalidArgument(f"{value!r} is not one of {categories!r}")

    return _Parameter(Categorical(range(len(categories))), categories.__getitem__, index)


def _whole(low: int, high: int, log: bool) -> _Parameter | int:
    return int(low) if low == high else _Parameter(Int(int(low), int(high), log=log), int, lambda value: value)


def _quantized(name: str, domain: Any, quantum: float, log: bool) -> _Parameter | Any:
    """A multiple of the quantum: craggy sees which multiple it is."""
    low, high = _nearest(domain.lower / quantum, math.ceil), _nearest(domain.upper / quantum, math.floor)
    if isinstance(domain, sample.Integer) and quantum == 1:
        high -= 1  # then alone Tune leaves the upper limit out
    if high < low:
        raise InvalidArgument(
            f"the parameter {name!r} is from {domain.lower} to {domain.upper}, where there is no multiple of {quantum}"
        )

    def to_tune(multiple: int) -> Any:
        return domain.cast(multiple * quantum)

    def to_craggy(value: float) -> int:
        return round(value / quantum)

    return to_tune(low) if low == high else _Parameter(Int(low, high, log=log), to_tune, to_craggy)


def _nearest(ratio: float, rounded: Callable[[float], int]) -> int:
    whole = round(ratio)
    return whole if math.isclose(ratio, whole) else rounded(ratio)
