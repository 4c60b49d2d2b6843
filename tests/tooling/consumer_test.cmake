# cmake -D BUILD=… -D SOURCE=… -D SCRATCH=… -D CXX=… -D CXX_FLAGS=… -P consumer_test.cmake: installs the build into
# a scratch prefix, looks at what is there, builds tests/consumer against it with find_package(craggy), and runs that and
# the installed binary. A build in which nothing is built yet installs nothing.
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

# The public headers are few, and none of them needs one that stays at home.
file(GLOB_RECURSE headers RELATIVE "${prefix}/include" "${prefix}/include/*")
list(LENGTH headers num_headers)
if(num_headers EQUAL 0 OR num_headers GREATER 30)
  message(FATAL_ERROR "${num_headers} headers are installed, but it has to be 1 to 30")
endif()
foreach(header IN LISTS headers)
  file(STRINGS "${prefix}/include/${header}" includes REGEX "^ *# *include")
  foreach(include IN LISTS includes)
    if(include MATCHES "\"")
      message(FATAL_ERROR "${header} includes a private header: ${include}")
    elseif(include MATCHES "<(craggy/[^>]*)>" AND NOT EXISTS "${prefix}/include/${CMAKE_MATCH_1}")
      message(FATAL_ERROR "${header} includes ${CMAKE_MATCH_1}, which is not installed")
    endif()
  endforeach()
endforeach()

foreach(file IN ITEMS bin/craggy share/man/man1/craggy.1 share/bash-completion/completions/craggy
                      share/zsh/site-functions/_craggy share/fish/vendor_completions.d/craggy.fish)
  if(NOT EXISTS "${prefix}/${file}")
    message(FATAL_ERROR "${file} is not installed")
  endif()
endforeach()

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

# Nothing is built here: all or nothing means nothing, and the message says what to do.
run("${CMAKE_COMMAND}" -G Ninja -S "${SOURCE}" -B "${SCRATCH}/empty" -D CRAGGY_BUILD_TESTS=OFF
    -D "CMAKE_CXX_COMPILER=${CXX}" -D "CMAKE_CXX_FLAGS=${CXX_FLAGS}")
# Who builds the program alone, as ./run demo does, has all that is installed.
execute_process(COMMAND ninja -C "${SCRATCH}/empty" -t commands apps/craggy/craggy OUTPUT_VARIABLE output)
foreach(file IN ITEMS craggy.1 craggy.bash _craggy craggy.fish)
  if(NOT output MATCHES "share/${file}")
    message(FATAL_ERROR "${file} is not made when the program is built")
  endif()
endforeach()

execute_process(COMMAND "${CMAKE_COMMAND}" --install "${SCRATCH}/empty" --prefix "${SCRATCH}/nothing"
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0 OR NOT output MATCHES "Nothing was installed.*craggy_installable.*libcraggy_base")
  message(FATAL_ERROR "installing what is not built ended with ${result} and said:\n${output}")
endif()
if(EXISTS "${SCRATCH}/nothing")
  message(FATAL_ERROR "installing what is not built left something in ${SCRATCH}/nothing")
endif()
