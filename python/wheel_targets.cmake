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

foreach(program IN LISTS programs)
  target_link_options(${program} PRIVATE LINKER:--gc-sections)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_sources(${program} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/src/older_glibc.cpp)
    target_link_options(${program} PRIVATE LINKER:--wrap=hypot)
  endif()
endforeach()
