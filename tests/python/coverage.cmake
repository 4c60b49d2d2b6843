# cmake -D PYTHON=interpreter -D FOLDER=folder -P coverage.cmake: fails if the tests that left their data in the folder
# have run less than 95 % of the branches of the Python package.
set(ENV{COVERAGE_FILE} ${FOLDER}/.coverage)
execute_process(COMMAND ${PYTHON} -m coverage combine --keep --quiet WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${PYTHON} -m coverage report --show-missing --skip-covered --fail-under=95
                WORKING_DIRECTORY ${FOLDER} COMMAND_ERROR_IS_FATAL ANY)
