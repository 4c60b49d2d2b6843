// Everything that most programs need.
#pragma once

#include <craggy/base/error.hpp>
#include <craggy/engine/suggest.hpp>
#include <craggy/runs/runner.hpp>
#include <craggy/space/grammar.hpp>
#include <craggy/space/space.hpp>
#include <craggy/study/study.hpp>
