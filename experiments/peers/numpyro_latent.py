"""The latent GP's posterior by NumPyro's NUTS, all chains one after the other on one core. Prints JSON.

The density is craggy's, `--surrogate latent --amplitude unit`: log l ~ N(0, 1), z_n ~ N(0, 1), h = sigma_h z beside x,
Matérn 5/2 of unit variance, jitter 1e-6 on the diagonal, standardised y.
"""

import one_core  # before the libraries that start threads

import argparse
import json
import time

import jax
import jax.numpy as jnp
import numpy as np
import numpyro
import numpyro.distributions as dist

import data
import ess

numpyro.enable_x64()

JITTER = 1e-6


def squared_distances(X):
    return ((X[:, None, :] - X[None, :, :]) ** 2).sum(2)


def latent_gp(squared_x, y, sigma_h):
    N = y.size
    log_l = numpyro.sample("log_l", dist.Normal(0, 1))
    z = numpyro.sample("z", dist.Normal(0, 1).expand([N]).to_event(1))
    squared = squared_x + squared_distances(sigma_h * z[:, None])
    ar = jnp.sqrt(5 * squared + 1e-36) * jnp.exp(-log_l)  # off zero: the root has no gradient there
    K = (1 + ar + ar**2 / 3) * jnp.exp(-ar) + JITTER * jnp.eye(N)
    numpyro.sample("y", dist.MultivariateNormal(jnp.zeros(N), covariance_matrix=K), obs=y)


def sample(X, y, sigma_h, warmup, draws, chains, seed):
    """Draws of log l (chains x draws) and z (chains x draws x N), leapfrog steps, and the CPU seconds of the chains.

    Compiled ahead, and one compiled program for all chains: numpyro.infer.MCMC would compile again for each of them.
    Finding the initial points is not timed either.
    """
    kernel = numpyro.infer.NUTS(latent_gp)
    arguments = (squared_distances(X), y, sigma_h)

    def step(state):
        return kernel.sample(state, arguments, {})

    def chain(state):
        state = jax.lax.fori_loop(0, warmup, lambda _, s: step(s), state)

        def draw(s, _):
            s = step(s)
            return s, (s.z["log_l"], s.z["z"], s.num_steps)

        return jax.lax.scan(draw, state, length=draws)[1]

    keys = jax.random.split(jax.random.PRNGKey(seed), chains)
    starts = [kernel.init(key, warmup, None, arguments, {}) for key in keys]
    compiled = jax.jit(chain).lower(starts[0]).compile()
    jax.block_until_ready(starts)

    begin = time.process_time()
    results = jax.block_until_ready([compiled(start) for start in starts])
    seconds = time.process_time() - begin
    log_l, z, leapfrogs = (np.stack(parts) for parts in zip(*results))
    return log_l, z, leapfrogs, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True, help="CSV file with the columns x1,...,xQ,y")
    parser.add_argument("--sigma-h", required=True, help="a distance (0.1414), or with d in diagonals (0.1d)")
    parser.add_argument("--warmup", type=int, default=300)
    parser.add_argument("--draws", type=int, default=500, help="per chain")
    parser.add_argument("--chains", type=int, default=4)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()

    X, y = data.read(options.data)
    log_l, z, leapfrogs, seconds = sample(
        X,
        data.standardised(y),
        data.sigma_h(options.sigma_h, X.shape[1]),
        options.warmup,
        options.draws,
        options.chains,
        options.seed,
    )
    report = {
        "log_lengthscale": log_l.tolist(),
        "cpu_seconds": seconds,
        "draws": log_l.size,
        "leapfrog_steps_per_draw": float(leapfrogs.mean()),
        # h -> -h is a symmetry of the posterior, so only absolute values can agree between chains.
        "rhat_abs_latents_max": max(ess.rhat(np.abs(z[:, :, n])) for n in range(y.size)),
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
