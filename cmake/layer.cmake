# craggy_layer(NAME SOURCES a.cpp … USES layer … PRIVATE library …): one static library per layer of the design.

add_library(craggy_options INTERFACE)
target_compile_features(craggy_options INTERFACE cxx_std_20)
target_compile_options(craggy_options INTERFACE -Wall -Wextra -Wconversion -Wno-sign-conversion -Wshadow)
if(CRAGGY_WARNINGS_AS_ERRORS)
  target_compile_options(craggy_options INTERFACE -Werror)
endif()

function(craggy_layer name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES;PRIVATE" ${ARGN})
  set(target craggy_${name})
  add_library(${target} STATIC ${ARG_SOURCES})
  add_library(craggy::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                                              $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  list(TRANSFORM ARG_USES PREPEND craggy::)
  target_link_libraries(${target} PUBLIC ${ARG_USES} PRIVATE $<BUILD_INTERFACE:craggy_options> ${ARG_PRIVATE})
  set_property(GLOBAL APPEND PROPERTY CRAGGY_LAYERS ${target})
endfunction()
