//===- LaunchTime.cu - Host time of launches, with the plugin -------------===//
#include "LaunchTime.inc"

#define LOOP [[phobos::tensorcore]]
namespace launched::annotated {
#include "Kernels.inc"
}
#undef LOOP
#define LOOP
namespace launched::original {
#include "Kernels.inc"
}

double bench::launchTimeAnnotated() { return launchTime(launched::annotated::gemm<__half, float, false, false>); }
double bench::launchTimeOriginal() { return launchTime(launched::original::gemm<__half, float, false, false>); }
