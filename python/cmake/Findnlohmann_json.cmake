# nlohmann-json: the system's, else the headers in the Python package of that name.
find_package(nlohmann_json ${nlohmann_json_FIND_VERSION} CONFIG QUIET)
if(NOT nlohmann_json_FOUND)
  execute_process(
    COMMAND ${Python_EXECUTABLE} -c "import nlohmann_json; print(list(nlohmann_json.__path__)[0] + '/include')"
    OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nlohmann_json_headers ERROR_QUIET)
  find_path(nlohmann_json_INCLUDE_DIR nlohmann/json.hpp HINTS ${nlohmann_json_headers})
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(nlohmann_json REQUIRED_VARS nlohmann_json_INCLUDE_DIR)
  if(nlohmann_json_FOUND AND NOT TARGET nlohmann_json::nlohmann_json)
    add_library(nlohmann_json::nlohmann_json INTERFACE IMPORTED)
    target_include_directories(nlohmann_json::nlohmann_json INTERFACE ${nlohmann_json_INCLUDE_DIR})
  endif()
endif()
