// What most programs need: studies to ask and tell, and single fits with what they believe.
#pragma once

#include <craggy/acquisition/acquisition.hpp>
#include <craggy/base/error.hpp>
#include <craggy/engine/suggest.hpp>
#include <craggy/inference/fit.hpp>
#include <craggy/runs/runner.hpp>
#include <craggy/space/grammar.hpp>
#include <craggy/space/space.hpp>
#include <craggy/stores/store.hpp>
#include <craggy/study/study.hpp>
#include <craggy/surrogates/dataset.hpp>
#include <craggy/surrogates/registry.hpp>
