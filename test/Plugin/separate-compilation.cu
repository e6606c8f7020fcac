// With -fgpu-rdc nothing is moved: launches stay as they are, and no directive is left over.
// REQUIRES: cuda, plugin
// RUN: %phobos --cuda-gpu-arch=sm_90 -fgpu-rdc --cuda-device-only -S -w %s -o - | FileCheck %s --implicit-check-not=__phobos
// RUN: %phobos --cuda-gpu-arch=sm_90 -fgpu-rdc --cuda-host-only -S -w %s -o - | FileCheck %s --implicit-check-not=__phobos --implicit-check-not=Phobos
// CHECK: kernel
__global__ void kernel(float *c, int n) {
  [[phobos::tensorcore]]
  for (int k = 0; k < n; ++k)
    *c += k;
}
void launch(float *c) { kernel<<<1, 1>>>(c, 1); }
