# cmake -D ROOT=checkout -P mirror.cmake: fails if a source of the library or of research has no test that is known.
#
# src/LAYER/x.cpp and research/LAYER/x.cpp are tested by tests/LAYER/x_test.cpp, or by the test that tests/mirror.txt
# names for them. A row of a source or test that is gone, or of a source that has a test of its own, is stale and fails
# as well, and so does a test of a layer that no CMakeLists.txt builds.
cmake_minimum_required(VERSION 3.25)

if(NOT EXISTS "${ROOT}/tests/mirror.txt")
  message(FATAL_ERROR "ROOT is '${ROOT}', but it has to be a checkout with a file tests/mirror.txt")
endif()

set(num_complaints 0)
macro(complain text)
  math(EXPR num_complaints "${num_complaints} + 1")
  message(NOTICE "${text}")
endmacro()

# The test that goes with a source by its name: src/LAYER/x.cpp -> LAYER/x_test.cpp.
function(own_test_of source result)
  string(REGEX REPLACE "^(src|research)/(.*)\\.cpp$" "\\2_test.cpp" test "${source}")
  set(${result} "${test}" PARENT_SCOPE)
endfunction()

# --- The table --------------------------------------------------------------------------------------------------------
set(listed)
file(STRINGS "${ROOT}/tests/mirror.txt" rows REGEX "^[^#]")
foreach(row IN LISTS rows)
  if(NOT row MATCHES "^([^ ]+) +([^ ]+)$")
    complain("tests/mirror.txt: '${row}' is not SOURCE TEST")
    continue()
  endif()
  set(source ${CMAKE_MATCH_1})
  set(test ${CMAKE_MATCH_2})
  own_test_of(${source} own)
  if(source IN_LIST listed)
    complain("tests/mirror.txt: ${source} is there twice")
  elseif(NOT EXISTS "${ROOT}/${source}")
    complain("tests/mirror.txt: there is no ${source}")
  elseif(NOT EXISTS "${ROOT}/tests/${test}")
    complain("tests/mirror.txt: there is no tests/${test}, which is to test ${source}")
  elseif(EXISTS "${ROOT}/tests/${own}")
    complain("tests/mirror.txt: ${source} has a test of its own, tests/${own}: drop the row")
  endif()
  list(APPEND listed ${source})
endforeach()

# --- The sources ------------------------------------------------------------------------------------------------------
file(GLOB_RECURSE sources RELATIVE "${ROOT}" "${ROOT}/src/*.cpp" "${ROOT}/research/*.cpp")
foreach(source IN LISTS sources)
  own_test_of(${source} own)
  if(NOT EXISTS "${ROOT}/tests/${own}" AND NOT source IN_LIST listed)
    complain("${source}: has neither a test tests/${own} nor a row in tests/mirror.txt")
  endif()
endforeach()

# --- The tests --------------------------------------------------------------------------------------------------------
file(GLOB_RECURSE tests RELATIVE "${ROOT}" "${ROOT}/tests/*_test.cpp")
foreach(test IN LISTS tests)
  cmake_path(GET test PARENT_PATH folder)
  cmake_path(GET test FILENAME name)
  file(READ "${ROOT}/${folder}/CMakeLists.txt" list)
  string(FIND "${list}" "${name}" place)
  if(place EQUAL -1)
    complain("${test}: is in no list of ${folder}/CMakeLists.txt, so it never runs")
  endif()
endforeach()

if(num_complaints)
  message(FATAL_ERROR "${num_complaints} complaints about which test tests what")
endif()
list(LENGTH sources num_sources)
list(LENGTH listed num_listed)
message(STATUS "${num_sources} sources have a test, ${num_listed} of them by tests/mirror.txt")
