# Files of the repository inside of a program, packed with gzip.
#
#   craggy_embed(TARGET HEADER NAME FILE [NAME FILE ...])
#
# makes HEADER and its source in the build tree: `std::string_view NAME()` for each, the bytes of FILE with gzip.
function(craggy_embed target header)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embedded)
  set(source ${folder}/${header}.cpp)
  set(files)
  set(pairs ${ARGN})
  while(pairs)
    list(POP_FRONT pairs name file)
    list(APPEND files ${file})
  endwhile()
  string(REPLACE ";" "|" entries "${ARGN}")
  add_custom_command(
    OUTPUT ${source} ${folder}/${header}.hpp
    COMMAND ${CMAKE_COMMAND} -D HEADER=${header} -D FOLDER=${folder} "-D ENTRIES=${entries}"
            -P ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/cmake/embed_files.cmake
    VERBATIM)
  target_sources(${target} PRIVATE ${source} ${folder}/${header}.hpp)
  target_include_directories(${target} PRIVATE ${folder})
endfunction()
