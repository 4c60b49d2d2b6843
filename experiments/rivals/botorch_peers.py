"""BoTorch: a Gaussian process fitted by maximum a posteriori, logarithmic expected improvement.

Inputs go to the unit cube and outputs are standardised by the model, as its documentation asks for.
"""

import torch
from botorch import fit_gpytorch_mll
from botorch.acquisition import LogExpectedImprovement
from botorch.models import SingleTaskGP
from botorch.models.robust_relevance_pursuit_model import RobustRelevancePursuitSingleTaskGP
from botorch.optim import optimize_acqf
from gpytorch.mlls import ExactMarginalLogLikelihood

torch.set_num_threads(1)


class SingleTask:
    def __init__(self, bounds, seed):
        torch.manual_seed(seed)
        box = torch.tensor(bounds, dtype=torch.double)
        self.low, self.width = box[:, 0], box[:, 1] - box[:, 0]
        self.points = []
        self.values = []

    def tell(self, x, y):
        self.points.append(((torch.tensor(x, dtype=torch.double) - self.low) / self.width).clamp(0.0, 1.0))
        self.values.append(-y)  # BoTorch maximises

    def ask(self):
        X = torch.stack(self.points)
        Y = torch.tensor(self.values, dtype=torch.double).unsqueeze(-1)
        model = self.model(X, Y)
        fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
        cube = torch.stack([torch.zeros_like(self.low), torch.ones_like(self.low)])
        candidates, _ = optimize_acqf(
            LogExpectedImprovement(model, best_f=Y.max()), bounds=cube, q=1, num_restarts=10, raw_samples=512
        )
        return (self.low + self.width * candidates[0]).tolist()

    def model(self, X, Y):
        return SingleTaskGP(X, Y)


class RobustRelevancePursuit(SingleTask):
    """Observations may have noise of their own; which ones do is a search with a fit for each number of them."""

    def model(self, X, Y):
        # BoTorch's own default, a fifth of the observations, rounds to 0 for fewer than five, of which it takes the log.
        return RobustRelevancePursuitSingleTaskGP(X, Y, prior_mean_of_support=max(1, int(0.2 * len(X))))
