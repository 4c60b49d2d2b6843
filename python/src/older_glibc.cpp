// glibc 2.35 gave hypot a new version, so that what is linked with it would not run on 2.34. The function under its
// old name is in both. Calls come here by the linker's --wrap (python/CMakeLists.txt), in wheels alone.
extern "C" {
double hypot_of_old(double x, double y);
__asm__(".symver hypot_of_old, hypot@GLIBC_2.2.5");

double __wrap_hypot(double x, double y);  // NOLINT(bugprone-reserved-identifier): the linker's name for it
double __wrap_hypot(double x, double y) { return hypot_of_old(x, y); }
}
