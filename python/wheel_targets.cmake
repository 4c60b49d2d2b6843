# How the module and the command line of a wheel are made small, and so that they run on older systems.
set(programs _craggy)
if(TARGET craggy)
  list(APPEND programs craggy)
endif()

# What only reads, writes and prints takes a third less room this way, and no number becomes another.
foreach(target craggy_charts craggy_cli craggy_execution craggy_runs craggy_stores)
  if(TARGET ${target})
    target_compile_options(${target} PRIVATE -Os)
  endif()
endforeach()

# The two functions without which a wheel made on Debian 12 runs on glibc 2.34 and the libstdc++ of GCC 11, as in RHEL 9;
# where the names of their old versions cannot be had, the wheel is for systems like this one alone.
set(wraps LINKER:--wrap=hypot LINKER:--wrap=_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE)
try_compile(CRAGGY_HAS_OLD_VERSIONS
  ${CMAKE_CURRENT_BINARY_DIR}/old_versions
  SOURCES ${CMAKE_CURRENT_LIST_DIR}/src/older_libraries.cpp ${CMAKE_CURRENT_LIST_DIR}/src/older_libraries_test.cpp
  LINK_OPTIONS ${wraps}
  LINK_LIBRARIES Threads::Threads m)
foreach(program IN LISTS programs)
  target_link_options(${program} PRIVATE LINKER:--gc-sections)
  if(CRAGGY_HAS_OLD_VERSIONS)
    target_sources(${program} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/src/older_libraries.cpp)
    target_link_options(${program} PRIVATE ${wraps})
  endif()
endforeach()
