# What a wheel is built of, and from where: the system's headers, else those of the packages that pyproject.toml names.
set(CRAGGY_BUILD_PYTHON ON)
set(CRAGGY_BUILD_TESTS OFF)
set(CRAGGY_BUILD_EXPERIMENTS OFF)
list(APPEND CMAKE_MODULE_PATH ${CMAKE_CURRENT_LIST_DIR}/cmake)

find_package(Python 3.11 REQUIRED COMPONENTS Interpreter)

# Packages of the kind "cmeel" keep what they have for CMake in a folder of their own beside the modules.
execute_process(
  COMMAND ${Python_EXECUTABLE} -c "import sys; print(*(p + '/cmeel.prefix' for p in sys.path if p), sep=';')"
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE cmeel_prefixes)
find_package(Eigen3 3.4 QUIET CONFIG)
find_package(fmt 9 QUIET CONFIG)
if(NOT Eigen3_FOUND OR NOT fmt_FOUND)
  list(APPEND CMAKE_PREFIX_PATH ${cmeel_prefixes})
endif()

# fmt as headers alone: the wheel is not to need a library that only the machine that built it has.
add_compile_definitions(FMT_HEADER_ONLY=1)
add_link_options(LINKER:--as-needed)

# craggy_links(RESULT PROGRAM|MODULE CODE LIBRARY …): whether such a thing can be linked of the code and the libraries. The
# symbols of static libraries are hidden in a module, as in ours: without that it would take libraries made for it.
include(CheckCXXSourceCompiles)
function(craggy_links result kind code)
  set(CMAKE_REQUIRED_QUIET ON)
  set(CMAKE_REQUIRED_LIBRARIES ${ARGN} Threads::Threads ${CMAKE_DL_LIBS} m)
  if(kind STREQUAL "MODULE")
    set(CMAKE_REQUIRED_FLAGS -fPIC)
    set(CMAKE_REQUIRED_LINK_OPTIONS -shared LINKER:--exclude-libs,ALL)
  endif()
  check_cxx_source_compiles("${code}" ${result})
endfunction()
find_package(Threads REQUIRED)

# SQLite goes into the wheel where there is a library of it that can be linked, as from Debian's libsqlite3-dev.
find_library(CRAGGY_SQLITE_INSIDE libsqlite3.a)
if(CRAGGY_SQLITE_INSIDE)
  craggy_links(CRAGGY_SQLITE_LINKS MODULE
    "extern \"C\" int sqlite3_open_v2(...); int opened() { return sqlite3_open_v2(); }" ${CRAGGY_SQLITE_INSIDE})
endif()
if(NOT CRAGGY_SQLITE_LINKS)
  message(STATUS "No libsqlite3.a: SQLite is not inside, but loaded where a study in a file is opened")
  set(CRAGGY_SQLITE_INSIDE "")
endif()

# The command line is in the wheel where its libraries are there; zlib and RE2 as static ones, if possible.
set(ZLIB_USE_STATIC_LIBS ON)
find_package(ZLIB QUIET)
if(NOT ZLIB_FOUND)
  set(ZLIB_USE_STATIC_LIBS OFF)
  find_package(ZLIB QUIET)
endif()
find_package(CLI11 2.1 QUIET)
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h)
find_path(RE2_INCLUDE_DIR re2/re2.h)
set(code "#include <re2/re2.h>\nint main() { return RE2::PartialMatch(\"a\", \"(a)\"); }")
foreach(name libre2.a re2)
  if(NOT RE2_LIBRARY AND RE2_INCLUDE_DIR)
    find_library(CRAGGY_${name} ${name})
    if(CRAGGY_${name})
      craggy_links(CRAGGY_LINKS_${name} PROGRAM "${code}" ${CRAGGY_${name}})
    endif()
    if(CRAGGY_LINKS_${name})
      set(RE2_LIBRARY ${CRAGGY_${name}})
    endif()
  endif()
endforeach()
if(CLI11_FOUND AND ZLIB_FOUND AND TOMLPLUSPLUS_INCLUDE_DIR AND RE2_LIBRARY)
  set(CRAGGY_BUILD_APPS ON)
else()
  message(STATUS "No CLI11, zlib, toml++ or RE2: the wheel is made without the command line")
  set(CRAGGY_BUILD_APPS OFF)
endif()
