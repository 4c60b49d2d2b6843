// `craggy bench gradient`: the log density of the latent GP with its gradient, several chains at once,
// against OpenBLAS measured in turn with it.
#include <cmath>

#include <fmt/format.h>

#include <craggy/surrogates/registry.hpp>

#include "base/random.hpp"
#include "bench/bench.hpp"
#include "bench/blas.hpp"
#include "bench/stopwatch.hpp"
#include "exit_code.hpp"
#include "json_output.hpp"
#include "option_parser.hpp"
#include "surrogates/lane_density.hpp"

namespace craggy::cli {
namespace {

constexpr int num_rounds = 9;
constexpr double seconds_per_round = 0.03;

std::shared_ptr<const Dataset> uniform_data(Index n, Index dim) {
  RandomStream stream(1);
  Matrix X(dim, n);
  Vector y(n);
  for (double& x : X.reshaped()) x = stream.uniform();
  for (double& value : y) value = stream.normal();
  return std::make_shared<const Dataset>(make_dataset(X, y));
}

// What one would write without these kernels: a loop for K, LAPACK for its inverse, a loop for the gradient.
double plain_gradient(const Blas& blas, const Matrix& X, const Vector& y, const Vector& h, double l,
                      Matrix& C, Vector& d_h) {
  const Index N = X.cols();
  const double scale = 5.0 / (l * l);
  const auto rho = [&](Index i, Index j) {
    return scale * ((X.col(i) - X.col(j)).squaredNorm() + (h[i] - h[j]) * (h[i] - h[j]));
  };
  for (Index j = 0; j < N; ++j) {
    C(j, j) = 1.0 + 1e-6;
    for (Index i = j + 1; i < N; ++i) {
      const double r = rho(i, j);
      const double a = std::sqrt(r);
      C(i, j) = (1.0 + a + r / 3.0) * std::exp(-a);
    }
  }
  blas.factorise_and_invert(C);
  const Vector alpha = C.selfadjointView<Eigen::Lower>() * y;
  d_h.setZero();
  double d_log_l = 0.0;
  for (Index j = 0; j < N; ++j)
    for (Index i = j + 1; i < N; ++i) {
      const double r = rho(i, j);
      const double a = std::sqrt(r);
      const double weight = (alpha[i] * alpha[j] - C(i, j)) * (-1.0 / 6.0) * (1.0 + a) * std::exp(-a);
      const double pull = 2.0 * scale * weight * (h[i] - h[j]);
      d_h[i] += pull;
      d_h[j] -= pull;
      d_log_l -= 2.0 * weight * r;
    }
  return d_log_l;
}

}  // namespace

int bench_gradient(Arguments arguments, const Context& context) {
  Index n = 50;
  Index dim = 2;
  bool json = false;
  std::string simd{name_of(default_simd_level())};
  OptionParser parser(
      "bench gradient",
      "Times the log density of the latent GP and its gradient on one core, next to OpenBLAS.");
  parser.whole("--n", n, 1, "Observations");
  parser.whole("--dim", dim, 1, "Inputs");
  parser.value(
      "--simd", "NAME", [&](const std::string& text) { simd = name_of(parse_simd_level(text)); },
      "Instruction set: baseline, v3, v4 [default: the best here]");
  parser.flag("--json", json, "Print JSON");
  parser.examples({"craggy bench gradient --n 100 --dim 6"});
  if (!parser.parse(arguments, context)) return exit_done;

  const auto data = uniform_data(n, dim);
  const auto surrogate = make_surrogate("latent", {.sigma_h = {0.1 * std::sqrt(static_cast<double>(dim))}});
  LaneDensity density(surrogate, data, 1e-6, parse_simd_level(simd));
  LaneArray u(density.size(), density.width());
  LaneArray gradient(density.size(), density.width());
  RandomStream stream(2);
  for (Index i = 0; i < u.size(); ++i) u.data()[i] = stream.normal();
  for (int w = 0; w < density.width(); ++w) u.at(0, w) = -0.7;
  std::vector<double> values(static_cast<std::size_t>(density.width()));

  const std::optional<Blas> blas = Blas::load();
  const Matrix A = Matrix::Random(512, 512);
  Matrix B = A;
  Matrix C(n, n);
  Vector h = 0.1 * u.lane(0).tail(n);
  Vector d_h(n);
  std::vector<double> ours;
  std::vector<double> dgemm;
  std::vector<double> lapack;
  volatile double sink = 0.0;  // so that nothing is left out
  for (int round = 0; round < num_rounds; ++round) {
    ours.push_back(
        seconds_per_call([&] { density.evaluate(u, gradient, values.data()); }, seconds_per_round) /
        density.width());
    if (!blas) continue;
    dgemm.push_back(seconds_per_call([&] { blas->multiply(A, A, B); }, seconds_per_round));
    lapack.push_back(seconds_per_call([&] { sink = plain_gradient(*blas, data->X, data->y, h, 0.5, C, d_h); },
                                      seconds_per_round));
  }
  const double seconds = median(ours);
  const double gflops = std::pow(static_cast<double>(n), 3) / seconds * 1e-9;
  Json report = {{"n", n},
                 {"dim", dim},
                 {"surrogate", "latent"},
                 {"simd", simd},
                 {"lanes", density.width()},
                 {"seconds", seconds},
                 {"gflops", gflops}};
  if (blas) {
    const double dgemm_gflops = 2.0 * std::pow(512.0, 3) / median(dgemm) * 1e-9;
    report["dgemm_gflops"] = dgemm_gflops;
    report["efficiency"] = gflops / dgemm_gflops;
    report["lapack_seconds"] = median(lapack);
    report["times_faster_than_lapack"] = median(lapack) / seconds;
    report["openblas_core"] = blas->core();
  } else {
    for (const char* missing : {"dgemm_gflops", "efficiency", "lapack_seconds"}) report[missing] = nullptr;
  }
  if (json) {
    write_json(context.out, report);
    return exit_done;
  }
  context.out << fmt::format(
      "N = {}, {} chains at once ({}): {:.2f} µs per gradient and chain, {:.1f} GFlop/s\n", n,
      density.width(), simd, 1e6 * seconds, gflops);
  if (blas)
    context.out << fmt::format(
        "dgemm of OpenBLAS ({}) in turn with it: {:.1f} GFlop/s, of which that is {:.0f} %\n"
        "dpotrf + dpotri and plain loops: {:.1f} µs, {:.1f} times as long\n",
        blas->core(), report["dgemm_gflops"].get<double>(), 100.0 * report["efficiency"].get<double>(),
        1e6 * median(lapack), median(lapack) / seconds);
  else
    context.out << "No yardstick: libopenblas.so.0 is not installed (Debian: libopenblas0-pthread)\n";
  return exit_done;
}

}  // namespace craggy::cli
