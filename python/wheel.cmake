# What a wheel is built of, and from where: the system's headers, else those of the packages that pyproject.toml names.
set(CRAGGY_BUILD_PYTHON ON)
set(CRAGGY_BUILD_TESTS OFF)
set(CRAGGY_BUILD_RESEARCH OFF)
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

# SQLite goes into the wheel where there is a library of it that can be linked, as from Debian's libsqlite3-dev.
find_library(CRAGGY_SQLITE_INSIDE libsqlite3.a)
if(NOT CRAGGY_SQLITE_INSIDE)
  message(STATUS "No libsqlite3.a: SQLite is not inside, but loaded where a study in a file is opened")
  set(CRAGGY_SQLITE_INSIDE "")
endif()

# The command line is in the wheel where its libraries are there; RE2 as a static one, if possible.
find_package(CLI11 QUIET)
find_package(ZLIB QUIET)
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h)
find_path(RE2_INCLUDE_DIR re2/re2.h)
find_library(RE2_LIBRARY NAMES libre2.a re2)
if(CLI11_FOUND AND ZLIB_FOUND AND TOMLPLUSPLUS_INCLUDE_DIR AND RE2_INCLUDE_DIR AND RE2_LIBRARY)
  set(CRAGGY_BUILD_APPS ON)
else()
  message(STATUS "No CLI11, zlib, toml++ or RE2: the wheel is made without the command line")
  set(CRAGGY_BUILD_APPS OFF)
endif()
