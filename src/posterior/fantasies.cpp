#include "posterior/fantasies.hpp"

#include "base/check.hpp"
#include "base/random.hpp"
#include "posterior/draw_group.hpp"

namespace craggy {

Fantasies fantasise(const Posterior& posterior, const ConstMatrixRef& X, RandomStream& stream,
                    ThreadPool* pool) {
  check_at_least("the number of pending points", X.cols(), 1);
  check_size("the rows of X", static_cast<std::size_t>(X.rows()),
             static_cast<std::size_t>(posterior.num_inputs()));
  Matrix normals(posterior.num_draws(), X.cols());
  for (Index s = 0; s < normals.rows(); ++s)
    for (Index p = 0; p < normals.cols(); ++p) normals(s, p) = stream.normal();

  const std::vector<DrawGroupPtr>& groups = posterior.groups();
  const Matrix& known = groups.front()->inputs();
  auto inputs = std::make_shared<Matrix>(known.rows(), known.cols() + X.cols());
  *inputs << known, X;
  std::vector<Index> first_draw(groups.size(), 0);
  for (std::size_t g = 1; g < groups.size(); ++g)
    first_draw[g] = first_draw[g - 1] + groups[g - 1]->num_draws();

  std::vector<DrawGroupPtr> grown(groups.size());
  Matrix values(normals.rows(), normals.cols());
  parallel_for(pool, groups.size(), [&](std::size_t g) {
    const Index num_draws = groups[g]->num_draws();
    grown[g] = groups[g]->with_fantasies(inputs, normals.middleRows(first_draw[g], num_draws),
                                         values.middleRows(first_draw[g], num_draws));
  });
  return {Posterior(std::move(grown), posterior.standardisation(), posterior.new_latent()),
          std::move(values)};
}

}  // namespace craggy
