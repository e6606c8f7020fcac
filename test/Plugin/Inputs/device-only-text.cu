#include <phobos/phobos.h>
// The second time its guard skips the header.
#include <phobos/phobos.h>

__global__ void kernel(float *c, int n) {
#ifdef __CUDA_ARCH__
  for (int k = 0; k < n; ++k) *c += k;
#endif
}
