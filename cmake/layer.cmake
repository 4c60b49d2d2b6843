# craggy_layer(NAME SOURCES a.cpp … USES layer … PRIVATE library …): one static library per layer of the design.

add_library(craggy_options INTERFACE)
target_compile_features(craggy_options INTERFACE cxx_std_20)
target_compile_options(craggy_options INTERFACE -Wall -Wextra -Wconversion -Wno-sign-conversion -Wshadow)
if(CRAGGY_WARNINGS_AS_ERRORS)
  target_compile_options(craggy_options INTERFACE -Werror)
endif()

function(craggy_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  foreach(used IN LISTS ARG_USES)
    if(NOT TARGET craggy_${used})
      message(FATAL_ERROR "layer ${name} uses '${used}', which is not among the layers added before it")
    endif()
  endforeach()
  set(target craggy_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(craggy::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  # Public headers are <craggy/LAYER/x.hpp>; private ones, beside their sources, are "LAYER/x.hpp".
  cmake_path(GET CMAKE_CURRENT_SOURCE_DIR PARENT_PATH wing)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<BUILD_INTERFACE:${wing}>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_USES PREPEND craggy::)
  target_link_libraries(${target} PUBLIC ${ARG_USES} PRIVATE $<BUILD_INTERFACE:craggy_options> ${ARG_PRIVATE})
  set_property(GLOBAL APPEND PROPERTY CRAGGY_LAYERS ${target})
endfunction()
