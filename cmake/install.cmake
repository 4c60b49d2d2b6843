# Installs the library so that find_package(craggy) gives craggy::craggy, which is all layers so far, and craggy::LAYER.
include(CMakePackageConfigHelpers)

get_property(layers GLOBAL PROPERTY CRAGGY_LAYERS)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/craggy)

add_library(craggy_library INTERFACE)
add_library(craggy::craggy ALIAS craggy_library)
set_target_properties(craggy_library PROPERTIES EXPORT_NAME craggy)
target_link_libraries(craggy_library INTERFACE ${layers})

# What ./run install builds first.
add_custom_target(craggy_installable DEPENDS ${layers})

# All or nothing: the first rule refuses where something is not built, before any file is copied.
set(needed)
foreach(layer IN LISTS layers)
  string(APPEND needed " \"$<TARGET_FILE:${layer}>\"")
endforeach()
if(CRAGGY_BUILD_APPS)
  string(APPEND needed " \"$<TARGET_FILE:craggy>\"")
endif()
install(CODE "
  set(missing)
  foreach(file IN ITEMS${needed})
    if(NOT EXISTS \"\${file}\")
      list(APPEND missing \"\${file}\")
    endif()
  endforeach()
  if(missing)
    list(JOIN missing \"\\n  \" missing)
    message(FATAL_ERROR \"Nothing was installed, since craggy is not built yet. \"
                        \"First: cmake --build ${PROJECT_BINARY_DIR} --target craggy_installable\\n\"
                        \"Missing:\\n  \${missing}\")
  endif()")

install(TARGETS craggy_library ${layers} EXPORT craggy ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT craggy FILE craggyTargets.cmake NAMESPACE craggy:: DESTINATION ${package_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/craggy DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN *.hpp)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/craggyConfig.cmake.in ${PROJECT_BINARY_DIR}/craggyConfig.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break what the one before promised.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/craggyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/craggyConfig.cmake ${PROJECT_BINARY_DIR}/craggyConfigVersion.cmake
        DESTINATION ${package_dir})
