#!/bin/sh
# run_test.sh CHECKOUT SCRATCH: what ./run promises, tried on a small project in SCRATCH whose command line and tests
# are shell scripts, so that nothing has to be compiled.
set -eu
checkout=$1
scratch=$2
project="$scratch/a project"
num_failures=0

check() { # check WHAT ACTUAL EXPECTED
  [ "$2" = "$3" ] && return
  printf '%s: got "%s", expected "%s"\n' "$1" "$2" "$3"
  num_failures=$((num_failures + 1))
}

check_contains() { # check_contains WHAT TEXT PART
  case $2 in
    *"$3"*) ;;
    *) check "$1" "$2" "...$3..." ;;
  esac
}

status_of() { # the exit code of a command
  if "$@" >/dev/null 2>&1; then echo 0; else echo $?; fi
}

unset CRAGGY_TEST_EFFORT
rm -rf "$scratch"
mkdir -p "$project/apps/craggy" "$project/experiments"
cp "$checkout/run" "$checkout/CMakePresets.json" "$project"
run="$project/run"
cat >"$project/apps/craggy/craggy.sh" <<'END'
#!/bin/sh
[ "$1" != cat ] || exec cat "$2"
echo "{\"arguments\": $#, \"last\": \"$2\"}"
exit 3
END
cat >"$project/experiments/environment" <<'END'
#!/bin/sh
echo "$*" >>"$PACKAGES/environments"
[ "$1" = nn ] || exit 2
END
chmod +x "$project/experiments/environment"
cat >"$project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
option(CRAGGY_BUILD_TESTS "" ON)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/apps/craggy)
add_custom_command(OUTPUT apps/craggy/craggy DEPENDS apps/craggy/craggy.sh
                   COMMAND sh -n ${CMAKE_SOURCE_DIR}/apps/craggy/craggy.sh
                   COMMAND ${CMAKE_COMMAND} -E echo built >> ${CMAKE_BINARY_DIR}/built
                   COMMAND ${CMAKE_COMMAND} -E sleep 0.2
                   COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/apps/craggy/craggy.sh apps/craggy/craggy
                   COMMAND chmod +x apps/craggy/craggy)
set(pieces)
foreach(i RANGE 1 25)
  add_custom_command(OUTPUT piece${i} COMMAND ${CMAKE_COMMAND} -E touch piece${i})
  list(APPEND pieces piece${i})
endforeach()
add_custom_target(app ALL DEPENDS apps/craggy/craggy)
add_custom_target(craggy_installable ALL DEPENDS ${pieces})
add_dependencies(craggy_installable app)
install(PROGRAMS ${CMAKE_BINARY_DIR}/apps/craggy/craggy DESTINATION bin)
install(FILES tests.cmake DESTINATION share/small/inner)
if(CRAGGY_BUILD_TESTS)
  enable_testing()
  include(tests.cmake)
endif()
END
touch "$project/tests.cmake"

# A package manager that installs nothing but keeps a list. The user is who UID_FOR_RUN says.
mkdir "$scratch/bin"
cat >"$scratch/bin/dpkg-query" <<'END'
#!/bin/sh
shift 3
for package; do
  state=installed
  ! grep -qxF "$package" "$PACKAGES/absent" || state=config-files
  printf '%s=%s ' "$package" "$state"
done
END
cat >"$scratch/bin/apt-get" <<'END'
#!/bin/sh
echo "apt-get $*" >>"$PACKAGES/log"
[ "$1" = update ] || : >"$PACKAGES/absent"
END
cat >"$scratch/bin/id" <<'END'
#!/bin/sh
echo "${UID_FOR_RUN:-0}"
END
cat >"$scratch/bin/sudo" <<'END'
#!/bin/sh
echo sudo >>"$PACKAGES/log"
exec "$@"
END
chmod +x "$scratch"/bin/*
PATH="$scratch/bin:$PATH"
export PACKAGES="$scratch"
: >"$scratch/absent"

# --- misuse and help --------------------------------------------------------------------------------------------------
check 'help' "$(status_of "$run" help)" 0
check 'no argument' "$("$run")" "$("$run" --help)"
for command in build demo test craggy install uninstall python wheel format lint bench sanitize; do
  check_contains "help on $command" "$("$run" -h)" "  $command"
done
check 'an unknown command' "$(status_of "$run" fly)" 2
check_contains 'an unknown command' "$("$run" fly 2>&1 || :)" "fly"
check 'an unknown selection of tests' "$(status_of "$run" test some)" 2

# --- packages ---------------------------------------------------------------------------------------------------------
printf '%s\n' cmake libfmt-dev >"$scratch/absent"
check_contains 'what is being installed' "$("$run" build 2>&1)" 'Installing with apt-get: cmake libfmt-dev'
check 'what is installed' "$(cat "$scratch/log")" 'apt-get update
apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends cmake libfmt-dev'
: >"$scratch/log"
echo libgtest-dev >"$scratch/absent"
check 'building does not need GoogleTest' "$("$run" build >/dev/null 2>&1 && cat "$scratch/log")" ''
UID_FOR_RUN=1000 "$run" test >/dev/null 2>&1 || :
check 'what is installed through sudo' "$(cat "$scratch/log")" 'sudo
apt-get update
sudo
apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends libgtest-dev'
: >"$scratch/log"
"$run" test >/dev/null 2>&1 || :
check 'what is installed twice' "$(cat "$scratch/log")" ''
rm -r "$project/build"

# --- progress where nobody has a terminal -----------------------------------------------------------------------------
tenths=$(for tenth in 1 2 3 4 5 6 7 8 9 10; do echo "Building: ${tenth}0 %"; done)
check 'a line per tenth' "$("$run" build 2>&1 | grep '^Building: ')" "$tenths"
check 'nothing but those lines' "$("$run" build 2>&1)" 'Building build/release'
rm -r "$project/build"

# --- the command line -------------------------------------------------------------------------------------------------
# Two at once, while nothing is built: one of them builds, both answer.
"$run" craggy first 'a b' >"$scratch/first" 2>/dev/null &
"$run" craggy second 'c d' >"$scratch/second" 2>/dev/null || :
wait $! || :
check 'output' "$(cat "$scratch/first")" '{"arguments": 2, "last": "a b"}'
check 'output' "$(cat "$scratch/second")" '{"arguments": 2, "last": "c d"}'
check 'number of builds' "$(grep -c built "$project/build/release/built")" 1
check 'exit code' "$(status_of "$run" craggy x y)" 3
check 'silence when nothing is to be done' "$("$run" craggy x y 2>&1 || :)" '{"arguments": 2, "last": "y"}'

mkdir "$scratch/elsewhere"
echo 'found' >"$scratch/elsewhere/file"
ln -s "$run" "$scratch/elsewhere/link"
check 'a relative path' "$(cd "$scratch/elsewhere" && '../a project/run' craggy cat file)" found
check 'through a link' "$(cd "$scratch/elsewhere" && ./link craggy cat file)" found

# --- environments for Python ------------------------------------------------------------------------------------------
environments_after() { # the environments that a call of ./run asked for
  : >"$scratch/environments"
  "$run" "$@" >/dev/null 2>&1 || :
  tr '\n' ' ' <"$scratch/environments"
}
check 'an environment by name' "$(environments_after python nn)" 'nn '
check 'exit code of an environment' "$(status_of "$run" python nn)" 0
check 'exit code of an unknown environment' "$(status_of "$run" python snakes)" 2
check 'exit code of no environment' "$(status_of "$run" python)" 2
check 'no environment without need' "$(environments_after craggy evaluate branin01)" ''
check 'the environment of a problem' "$(environments_after craggy evaluate nn_boston)" 'nn '
check 'the environments of the tests' "$(environments_after test)" 'python nn '
check 'the environment of the wheels' "$(environments_after wheel)" 'python '
check 'exit code of wheels without their environment' "$(status_of "$run" wheel)" 1

check_contains 'demo' "$("$run" demo --seed 2>/dev/null || :)" '{"arguments": 2, "last": "--seed"}'

echo 'if' >>"$project/apps/craggy/craggy.sh"
check 'standard output of a failed build' "$("$run" craggy x y 2>/dev/null || :)" ''
check_contains 'standard error of a failed build' "$("$run" craggy x y 2>&1 || :)" 'Syntax error'
check 'exit code of a failed build' "$(status_of "$run" craggy x y)" 1
check_contains 'what a compiler says' "$("$run" build 2>/dev/null || :)" 'Syntax error'
check 'exit code of a failed build with progress' "$(status_of "$run" build)" 1
check 'exit code of an install that cannot be built' "$(status_of "$run" install --prefix "$scratch/none")" 1
check 'what an install that cannot be built leaves' "$(status_of test -e "$scratch/none")" 1
check 'exit code of tests that cannot be built' "$(status_of "$run" test)" 1
sed -i '$d' "$project/apps/craggy/craggy.sh"

# --- installing -------------------------------------------------------------------------------------------------------
prefix="$scratch/a prefix/50%"
in_prefix() { (cd "$prefix" && find . -type f | LC_ALL=C sort | tr '\n' ' '); }

rm -r "$project/build"
"$run" demo >/dev/null 2>&1 || :
check_contains 'installing after the demo' "$("$run" install --prefix "$prefix" 2>&1)" "Installed 2 files in $prefix"
check 'what is installed' "$(in_prefix)" './bin/craggy ./share/small/inner/tests.cmake '
check 'an installed program' "$("$prefix/bin/craggy" cat "$scratch/elsewhere/file")" found
check 'installing again' "$(status_of "$run" install "--prefix=$prefix")" 0
touch "$prefix/share/mine"
check_contains 'another prefix' "$("$run" uninstall --prefix "$scratch/none" 2>&1 || :)" "There is an install in $prefix"
check 'exit code of uninstalling nothing' "$(status_of "$run" uninstall --prefix "$scratch/none")" 1
check_contains 'uninstalling' "$("$run" uninstall --prefix "$prefix" 2>&1)" 'Removed 2 files'
check 'what is not ours stays' "$(in_prefix)" './share/mine '
check 'empty folders go' "$(cd "$prefix" && find . -type d | tr '\n' ' ')" '. ./share '
rm -r "$scratch/a prefix"
mkdir "$scratch/a prefix"
(cd "$scratch/a prefix" && "$run" install --prefix relative >/dev/null 2>&1)
check 'a relative prefix' "$("$scratch/a prefix/relative/bin/craggy" cat "$scratch/elsewhere/file")" found
"$run" uninstall --prefix "$scratch/a prefix/relative" >/dev/null 2>&1
check 'a folder that was there stays' "$(find "$scratch/a prefix")" "$scratch/a prefix"
check 'exit code of uninstalling twice' "$(status_of "$run" uninstall --prefix "$scratch/a prefix/relative")" 1
check_contains 'a prefix below a file' "$("$run" install --prefix "$scratch/log/x" 2>&1 || :)" "$scratch/log is not a folder"
for arguments in '--prefix' '--prefix=' '--to x' '--prefix a b'; do
  # shellcheck disable=SC2086  # a list of words
  check "install $arguments" "$(status_of "$run" install $arguments)" 2
done

# --- the tests --------------------------------------------------------------------------------------------------------
last_line() { "$run" "$@" 2>/dev/null | tail -n 1; }

check 'without tests' "$(last_line test)" '0 passed, 0 failed'
check 'exit code without tests' "$(status_of "$run" test)" 1

cat >"$project/tests.cmake" <<'END'
add_test(NAME a.Good.one COMMAND true)
add_test(NAME a.Good.two COMMAND true)
add_test(NAME a.LongSlow.three COMMAND true)
add_test(NAME labelled COMMAND true)
set_property(TEST labelled PROPERTY LABELS slow)
END
check 'all good' "$(last_line test)" '4 passed, 0 failed'
check 'exit code of all good' "$(status_of "$run" test)" 0
check 'quick' "$(last_line test quick)" '2 passed, 0 failed'
check 'arguments for ctest' "$(last_line test quick -R two)" '1 passed, 0 failed'
case $("$run" test 2>&1) in
  *a.Good.one*) check 'output about a good test' some none ;;
esac

cat >>"$project/tests.cmake" <<'END'
add_test(NAME effort COMMAND sh -c "echo effort $CRAGGY_TEST_EFFORT \\<testcase; test \"$CRAGGY_TEST_EFFORT\" = full")
add_test(NAME crash COMMAND sh -c "kill -s SEGV $$")
add_test(NAME missing COMMAND ${CMAKE_BINARY_DIR}/missing)
add_test(NAME skipped COMMAND echo skip)
set_property(TEST skipped PROPERTY SKIP_REGULAR_EXPRESSION skip)
add_test(NAME disabled COMMAND true)
set_property(TEST disabled PROPERTY DISABLED ON)
END
check 'failures and skips' "$(last_line test)" '4 passed, 3 failed, 2 skipped'
check 'exit code of failures' "$(status_of "$run" test)" 1
check_contains 'output of a failed test' "$("$run" test 2>&1 || :)" 'effort <testcase'
check 'full' "$(last_line test full)" '5 passed, 2 failed, 2 skipped'
check 'only the last line counts' "$("$run" test 2>&1 | grep -c ' passed, ')" 1
check 'both sanitizers' "$(last_line sanitize quick)" '4 passed, 6 failed, 4 skipped'
check 'one sanitizer' "$(last_line sanitize asan full -R effort)" '1 passed, 0 failed'

# --- a checkout that was moved ----------------------------------------------------------------------------------------
mv "$project" "$scratch/moved"
check 'after a move' "$("$scratch/moved/run" craggy cat "$scratch/elsewhere/file")" found

[ "$num_failures" -eq 0 ]
