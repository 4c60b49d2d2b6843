# cmake -D PYTHON=interpreter -D FOLDER=folder -P coverage.cmake: fails if the tests that left their data in the folder
# have run less than 95 % of the Python package, of its lines and branches together or of its branches alone.
set(least 95)
set(ENV{COVERAGE_FILE} ${FOLDER}/.coverage)

function(coverage)
  execute_process(COMMAND ${PYTHON} -m coverage ${ARGN} WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
coverage(combine --keep --quiet)
coverage(json --quiet -o coverage.json)
coverage(report --show-missing --skip-covered --fail-under=${least})

file(READ ${FOLDER}/coverage.json json)
string(JSON num_branches GET "${json}" totals num_branches)
string(JSON num_covered GET "${json}" totals covered_branches)
math(EXPR tenths "1000 * ${num_covered} / ${num_branches}")
message(STATUS "${num_covered} of ${num_branches} branches, ${tenths} per mille")
if(tenths LESS ${least}0)
  message(FATAL_ERROR "fewer than ${least} % of the branches have been run")
endif()
