#include "testbeds/python_helper.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <craggy/base/error.hpp>

namespace craggy::testbeds {
namespace {

namespace fs = std::filesystem;

// A folder with experiments/toy/serve.py that CRAGGY_CHECKOUT names.
class PythonHelper : public ::testing::Test {
 public:
  PythonHelper() {
    std::string name = (fs::temp_directory_path() / "craggy_test_XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw Error("no temporary folder");
    checkout_ = name;
    touch("experiments/toy/serve.py");
    setenv("CRAGGY_CHECKOUT", checkout_.c_str(), 1);
    unsetenv("CRAGGY_TOY_PYTHON");
  }
  ~PythonHelper() override { fs::remove_all(checkout_); }
  PythonHelper(const PythonHelper&) = delete;
  PythonHelper& operator=(const PythonHelper&) = delete;

 protected:
  void touch(const fs::path& part) const {
    fs::create_directories((checkout_ / part).parent_path());
    std::ofstream(checkout_ / part).flush();
  }
  static std::string error_of_asking(std::string_view script) {
    try {
      python_command("toy", script);
    } catch (const Error& error) {
      return error.what();
    }
    return "(no error)";
  }

  fs::path checkout_;
};

TEST_F(PythonHelper, IsTheEnvironmentOfTheCheckout) {
  touch("build/toy-venv/bin/python");
  const std::vector<std::string> expected = {(checkout_ / "build/toy-venv/bin/python").string(), "-I",
                                             (checkout_ / "experiments/toy/serve.py").string()};
  EXPECT_EQ(python_command("toy", "serve.py"), expected);
}

TEST_F(PythonHelper, TheEnvironmentMayHaveAnotherName) {
  touch("build/toy-old-venv/bin/python");
  EXPECT_EQ(python_command("toy", "serve.py", "toy-old"),
            (std::vector<std::string>{(checkout_ / "build/toy-old-venv/bin/python").string(), "-I",
                                      (checkout_ / "experiments/toy/serve.py").string()}));
  setenv("CRAGGY_TOY_OLD_PYTHON", "python3", 1);
  EXPECT_EQ(python_command("toy", "serve.py", "toy-old").front(), "python3");
}

TEST_F(PythonHelper, AVariableNamesAnotherInterpreter) {
  setenv("CRAGGY_TOY_PYTHON", "python3", 1);
  EXPECT_EQ(python_command("toy", "serve.py").front(), "python3");
}

TEST_F(PythonHelper, SaysWhatIsMissingAndWhatMakesIt) {
  EXPECT_EQ(error_of_asking("serve.py"),
            "there is no " + (checkout_ / "build/toy-venv/bin/python").string() +
                ", which experiments/toy/serve.py needs; './run python toy' makes it, "
                "or set CRAGGY_TOY_PYTHON");
  EXPECT_EQ(error_of_asking("other.py"), "experiments/toy/other.py is not in the checkout '" +
                                             checkout_.string() +
                                             "'; set CRAGGY_CHECKOUT to a checkout of craggy");
}

TEST_F(PythonHelper, LooksAboveTheProgramWithoutAVariable) {
  unsetenv("CRAGGY_CHECKOUT");
  const std::string message = error_of_asking("no_such_script.py");
  EXPECT_EQ(message,
            "experiments/toy/no_such_script.py is not in the checkout ''; set CRAGGY_CHECKOUT to a checkout "
            "of craggy");
}

}  // namespace
}  // namespace craggy::testbeds
