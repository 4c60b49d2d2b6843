// Where the Python programs under experiments/ are, and the interpreters that have what they import.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace craggy::testbeds {

/// The command that starts experiments/NAME/SCRIPT with the virtual environment build/ENVIRONMENT-venv
/// (empty: of the same name), both in the checkout: the folder CRAGGY_CHECKOUT or else the one that this
/// program was built in. CRAGGY_ENVIRONMENT_PYTHON (in capitals, - as _) is another interpreter. Throws Error
/// if one of them is missing; the message says how to make it.
std::vector<std::string> python_command(std::string_view name, std::string_view script,
                                        std::string_view environment = {});

}  // namespace craggy::testbeds
