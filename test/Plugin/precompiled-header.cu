// Directives in a precompiled header work as in a header that is read, with the same places.
// REQUIRES: cuda, plugin
// DEFINE: %{device} = %phobos --cuda-gpu-arch=sm_90 --cuda-device-only -w -S
// DEFINE: %{host} = %phobos --cuda-gpu-arch=sm_90 --cuda-host-only -w -S
// DEFINE: %{print} = -fplugin-arg-phobos-print=directives %s -o /dev/null
// RUN: %{device} -Xclang -emit-pch -x cuda %S/Inputs/precompiled.cuh -o %t.device
// RUN: %{device} -Xclang -include-pch -Xclang %t.device %{print} 2> %t.device.pch
// RUN: %{device} -include %S/Inputs/precompiled.cuh %{print} 2> %t.device.text
// RUN: cmp %t.device.pch %t.device.text
// RUN: FileCheck --input-file=%t.device.pch --check-prefix=DEVICE %s
// RUN: %{host} -Xclang -emit-pch -x cuda %S/Inputs/precompiled.cuh -o %t.host
// RUN: %{host} -Xclang -include-pch -Xclang %t.host %{print} 2> %t.host.pch
// RUN: %{host} -include %S/Inputs/precompiled.cuh %{print} 2> %t.host.text
// RUN: cmp %t.host.pch %t.host.text
// RUN: FileCheck --input-file=%t.host.pch --check-prefix=HOST %s --implicit-check-not=unmarked

// DEVICE-DAG: directive in '_Z5wholePfi': tensorcore = 0, on kernel at precompiled.cuh:5:3
// DEVICE-DAG: directive in '_Z8functioni': tensorcore = 0, on loop at precompiled.cuh:12:26
// DEVICE-DAG: directive in '_Z8declaredPfi': tensorcore = 0, on loop of kernel at precompiled-header.cu:[[@LINE+2]]:46
// DEVICE-DAG: directive in '_Z4loopILi3EEvPfi': pipeline = 3, on loop at precompiled.cuh:2:54
__global__ void declared(float *c, int n) {  for (int k = 0; k < n; ++k) *c += k; }
__global__ void unmarked(float *c, int n) { *c = n; }
// HOST-DAG: redirected: {{.*}}whole
// HOST-DAG: redirected: {{.*}}declared
// HOST-DAG: redirected: {{.*}}loop
// HOST-DAG: redirected: {{.*}}caller
void launch(float *c) {
  loop<3><<<1, 1>>>(c, 1);
  caller<<<1, 1>>>(c, 1);
  unmarked<<<1, 1>>>(c, 1);
}
