// Acquisitions that need nothing but the Gaussian components of the posterior at x. A new one has to write
// `combine`; batching and the chain rule to x are done here.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include <craggy/acquisition/acquisition.hpp>

#include "posterior/components_record.hpp"

namespace craggy {

class MixtureAcquisition : public Acquisition {
 public:
  explicit MixtureAcquisition(const Posterior& posterior) : posterior_(posterior) {}

  Index num_inputs() const final { return posterior_.num_inputs(); }
  Vector evaluate(const ConstMatrixRef& X, ThreadPool* pool) const final;
  double evaluate_with_gradient(const ConstVectorRef& x, Vector& gradient) const final;
  Vector evaluate_with_gradients(const ConstMatrixRef& X, Matrix& gradients, ThreadPool* pool) const final;

 protected:
  /// Derivatives of the acquisition in the mean and the variance of every component, 0 at first.
  struct Slopes {
    VectorRef mean;
    VectorRef variance;
  };

  /// The acquisition at one point from the moments of its components; fills the slopes if given.
  virtual double combine(const ConstVectorRef& means, const ConstVectorRef& variances,
                         const ConstVectorRef& weights, Slopes* slopes) const = 0;

 private:
  // Records keep large pieces of memory; one that is not in use is lent to whoever asks for gradients next.
  std::unique_ptr<ComponentsRecord> borrow_record() const;
  void return_record(std::unique_ptr<ComponentsRecord> record) const;

  const Posterior& posterior_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<ComponentsRecord>> idle_records_;
};

}  // namespace craggy
