# What a wheel is built of, and from where: the system's headers, else those of the packages that pyproject.toml names.
set(CRAGGY_BUILD_PYTHON ON)
set(CRAGGY_BUILD_TESTS OFF)
set(CRAGGY_BUILD_APPS OFF)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/cmake)

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)

# Packages of the kind "cmeel" keep what they have for CMake in a folder of their own beside the modules.
execute_process(
  COMMAND ${Python_EXECUTABLE} -c "import sys; print(*(p + '/cmeel.prefix' for p in sys.path if p), sep=';')"
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE cmeel_prefixes)
foreach(package Eigen3 fmt)
  find_package(${package} QUIET CONFIG)
  if(NOT ${package}_FOUND)
    list(APPEND CMAKE_PREFIX_PATH ${cmeel_prefixes})
  endif()
endforeach()

# fmt as headers alone: the wheel is not to need a library that only the machine that built it has.
add_compile_definitions(FMT_HEADER_ONLY=1)
