# craggy_lane_kernels(LAYER SOURCE): compiles SOURCE into the layer once per instruction set, each time into a namespace
# of its own (CRAGGY_SIMD). Which of them runs is chosen at run time: src/linalg/simd_level.cpp.
#
# -O3 and contraction to fused multiply-adds are what the kernels live on; -fno-math-errno lets square roots be
# instructions. NaN and infinity keep their meaning: no -ffast-math.

function(craggy_lane_kernels layer source)
  set(levels baseline)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND levels v3 v4)
  endif()
  foreach(level IN LISTS levels)
    set(objects craggy_${layer}_${level})
    add_library(${objects} OBJECT ${source})
    set_target_properties(${objects} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_features(${objects} PRIVATE cxx_std_20)
    target_include_directories(${objects} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_compile_definitions(${objects} PRIVATE CRAGGY_SIMD=${level})
    # The vector type of a wider machine changes the calling convention of inline functions; none is ever called.
    target_compile_options(${objects} PRIVATE -Wall -Wextra -Wno-psabi -O3 -ffp-contract=fast -fno-math-errno)
    if(NOT level STREQUAL baseline)
      target_compile_options(${objects} PRIVATE -march=x86-64-${level})
    endif()
    target_sources(craggy_${layer} PRIVATE $<TARGET_OBJECTS:${objects}>)
  endforeach()
endfunction()
