# cmake -D CHECK=check_layers.cmake -D SCRATCH=folder -P check_layers_test.cmake: the check of the layers accepts a
# clean tree and finds each planted violation.
cmake_minimum_required(VERSION 3.25)

# low <- middle <- high, and aside next to them.
function(write_clean_tree)
  file(REMOVE_RECURSE "${SCRATCH}")
  file(WRITE "${SCRATCH}/src/low/CMakeLists.txt" "craggy_layer(low SOURCES low.cpp PRIVATE fmt::fmt)\n")
  file(WRITE "${SCRATCH}/src/low/low.cpp" "#include <vector>\n\n#include <craggy/low/low.hpp>\n")
  file(WRITE "${SCRATCH}/include/craggy/low/low.hpp" "#pragma once\n")
  file(WRITE "${SCRATCH}/src/middle/CMakeLists.txt"
       "craggy_layer(middle\n  SOURCES middle.cpp\n  USES low)  # not high\n")
  file(WRITE "${SCRATCH}/src/middle/middle.cpp" "#include \"details.hpp\"\n#include <craggy/low/low.hpp>\n")
  file(WRITE "${SCRATCH}/src/middle/details.hpp" "#pragma once\n")
  file(WRITE "${SCRATCH}/include/craggy/middle/middle.hpp" "#include <craggy/low/low.hpp>\n")
  file(WRITE "${SCRATCH}/src/high/CMakeLists.txt" "craggy_layer(high SOURCES high.cpp USES middle PRIVATE fmt::fmt)\n")
  file(WRITE "${SCRATCH}/src/high/high.cpp" "#include <craggy/low/low.hpp>\n#include <craggy/middle/middle.hpp>\n")
  file(WRITE "${SCRATCH}/src/aside/CMakeLists.txt" "craggy_layer(aside SOURCES aside.cpp USES low)\n")
  file(WRITE "${SCRATCH}/src/aside/aside.cpp" "// nothing\n")
  file(WRITE "${SCRATCH}/include/craggy/craggy.hpp" "#include <craggy/middle/middle.hpp>\n")
endfunction()

function(run_check)
  execute_process(COMMAND "${CMAKE_COMMAND}" -D "ROOT=${SCRATCH}" -P "${CHECK}"
                  RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  set(result "${result}" PARENT_SCOPE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Plants `text` in `file` of a clean tree and expects the check to fail with a complaint that matches `complaint`.
function(expect_violation file text complaint)
  write_clean_tree()
  file(WRITE "${SCRATCH}/${file}" "${text}")
  run_check()
  if(result EQUAL 0)
    message(SEND_ERROR "not found: ${text} in ${file}")
  elseif(NOT output MATCHES "${complaint}")
    message(SEND_ERROR "${text} in ${file} has to give '${complaint}', but gave:\n${output}")
  endif()
endfunction()

write_clean_tree()
run_check()
if(NOT result EQUAL 0)
  message(SEND_ERROR "a clean tree has to pass, but gave:\n${output}")
endif()

expect_violation(src/low/low.cpp "#include <craggy/middle/middle.hpp>\n" "src/low/low.cpp: .*layer low may use only:")
expect_violation(include/craggy/low/low.hpp "#include <craggy/high/x.hpp>\n" "include/craggy/low/low.hpp: .*layer low")
expect_violation(src/middle/deeper/x.cpp "  #  include <craggy/high/x.hpp>\n" "src/middle/deeper/x.cpp: .*only: low")
expect_violation(src/middle/middle.cpp "#include <craggy/aside/x.hpp>\n" "layer middle may use only: low")
expect_violation(src/high/high.cpp "#include <craggy/aside/x.hpp>\n" "layer high may use only: middle, low")
expect_violation(src/high/high.cpp "#include <craggy/nowhere/x.hpp>\n" "layer high may use only: middle, low")
expect_violation(src/high/high.cpp "#include <craggy/craggy.hpp>\n" "umbrella")
expect_violation(src/high/high.cpp "#include \"../middle/details.hpp\"\n" "header in quotes")
expect_violation(src/stray/stray.cpp "// nothing\n" "src/stray/stray.cpp: belongs to no layer")
expect_violation(src/low/CMakeLists.txt "craggy_layer(low SOURCES low.cpp USES high)\n" "circle")
expect_violation(src/low/CMakeLists.txt "craggy_layer(low SOURCES low.cpp USES lowest)\n" "'lowest', which is not")
