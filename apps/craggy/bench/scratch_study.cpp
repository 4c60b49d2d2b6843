#include "bench/scratch_study.hpp"

#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include <craggy/base/error.hpp>
#include <craggy/stores/store.hpp>

namespace craggy::cli {

ScratchStudy::ScratchStudy(std::string url, StudyOptions options)
    : url_(std::move(url)), name_(fmt::format("craggy bench {}", getpid())) {
  options.name = name_;
  options.worker.num_threads = 1;
  Study::create(open_store(url_), std::move(options));
}

ScratchStudy::~ScratchStudy() {
  try {
    open_store(url_)->delete_study(name_);
  } catch (const Error&) {
    return;  // the store is out of reach, which has been said already
  }
}

Study ScratchStudy::open() const { return Study::open(open_store(url_), name_, {.num_threads = 1}); }

}  // namespace craggy::cli
