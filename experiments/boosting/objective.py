"""Cross-validated error of gradient boosting on scikit-learn's diabetes data, as an objective for `craggy run`.

Prints the root mean squared error of a five-fold cross-validation. Everything random is fixed, so that the same
parameters give the same value; what is left is the jaggedness of trees on 442 patients.
"""
import argparse

import numpy as np
from sklearn.compose import TransformedTargetRegressor
from sklearn.datasets import load_diabetes
from sklearn.ensemble import GradientBoostingRegressor
from sklearn.model_selection import KFold, cross_val_score


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rate", type=float, required=True)
    parser.add_argument("--trees", type=int, required=True)
    parser.add_argument("--depth", type=int, required=True)
    parser.add_argument("--subsample", type=float, required=True)
    parser.add_argument("--loss", required=True)
    parser.add_argument("--alpha", type=float, default=0.9)  # of the Huber loss alone
    parser.add_argument("--log-target", choices=["true", "false"], required=True)
    asked = parser.parse_args()

    model = GradientBoostingRegressor(
        learning_rate=asked.rate,
        n_estimators=asked.trees,
        max_depth=asked.depth,
        subsample=asked.subsample,
        loss=asked.loss,
        alpha=asked.alpha,
        random_state=0,
    )
    if asked.log_target == "true":
        model = TransformedTargetRegressor(model, func=np.log, inverse_func=np.exp)
    inputs, target = load_diabetes(return_X_y=True)
    folds = KFold(5, shuffle=True, random_state=0)
    errors = cross_val_score(model, inputs, target, cv=folds, scoring="neg_root_mean_squared_error")
    print(-errors.mean())


if __name__ == "__main__":
    main()
