# cmake -D BUILD=… -D SOURCE=… -D SCRATCH=… -D CXX=… -D CXX_FLAGS=… -P consumer_test.cmake: installs the build into
# a scratch prefix, builds tests/consumer against it with find_package(craggy), and runs that and the installed binary.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${ARGN}\nended with ${result} and said:\n${output}")
  endif()
endfunction()

set(prefix "${SCRATCH}/prefix")
file(REMOVE_RECURSE "${SCRATCH}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${prefix}")

# What is installed has to work on another machine.
file(GLOB_RECURSE package_files "${prefix}/*.cmake")
foreach(file IN LISTS package_files)
  file(READ "${file}" text)
  foreach(folder IN ITEMS "${SOURCE}" "${BUILD}")
    string(FIND "${text}" "${folder}" position)
    if(NOT position EQUAL -1)
      message(FATAL_ERROR "${file} names the folder ${folder}")
    endif()
  endforeach()
endforeach()

run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}/tests/consumer" -B "${SCRATCH}/build" -D "CMAKE_PREFIX_PATH=${prefix}"
    -D "CMAKE_CXX_COMPILER=${CXX}" -D "CMAKE_CXX_FLAGS=${CXX_FLAGS}")
run("${CMAKE_COMMAND}" --build "${SCRATCH}/build")
run("${SCRATCH}/build/consumer")
run("${prefix}/bin/craggy" --help)
