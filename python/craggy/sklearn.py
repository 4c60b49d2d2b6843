"""craggy inside scikit-learn: hyper-parameters by cross-validation, and a regressor.

>>> from sklearn.svm import SVC                                                          # doctest: +SKIP
>>> from craggy.sklearn import CraggySearchCV, Real                                      # doctest: +SKIP
>>> search = CraggySearchCV(SVC(), {"C": Real(1e-6, 1e6, "log-uniform")}, n_iter=30)     # doctest: +SKIP
>>> search.fit(X, y).best_params_                                                        # doctest: +SKIP
"""

from __future__ import annotations

from ._sklearn_regressor import LatentGPRegressor
from ._sklearn_result import SearchResult
from ._sklearn_search import CraggySearchCV
from ._sklearn_spaces import Integer, Real
from ._space import Categorical

__all__ = ["Categorical", "CraggySearchCV", "Integer", "LatentGPRegressor", "Real", "SearchResult"]
