//===- LaunchTimePlain.cu - Host time of launches, without the plugin -----===//
//
// Compiled without -fplugin: what the others are compared with.
//
//===----------------------------------------------------------------------===//
#include "LaunchTime.inc"

#define LOOP [[phobos::tensorcore]]
namespace launched::plain {
#include "Kernels.inc"
}

double bench::launchTimePlain() { return launchTime(launched::plain::gemm<__half, float, false, false>); }
