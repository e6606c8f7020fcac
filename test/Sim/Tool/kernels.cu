// phobos-sim lists what kernels hold: intrinsics and inline assembly count alike, each once where it stands, called functions
// included, and what the simulator has no meaning for is named with its place.
// RUN: %phobos --sim -O2 %s -o %t
// RUN: %sim-tool %t | FileCheck %s
// RUN: %sim-tool --json %t | FileCheck --check-prefix=JSON %s
// RUN: %phobos --sim -O2 -c %s -o %t.o
// RUN: %sim-tool %t.o | FileCheck %s
// RUN: %phobos -O2 -gline-tables-only --cuda-device-only --cuda-gpu-arch=sm_90 -emit-llvm -c %s -o %t.bc
// RUN: %sim-tool %t.bc | FileCheck %s
// RUN: %phobos -O2 -gline-tables-only --cuda-device-only --cuda-gpu-arch=sm_90 -emit-llvm -S %s -o %t.ll
// RUN: %sim-tool %t.ll | FileCheck %s

struct Problem {
  float *Out;
  int N;
};

__device__ unsigned address(const void *P) { return unsigned(__cvta_generic_to_shared(P)); }

__device__ __noinline__ float twice(float V) { return V + __shfl_xor_sync(~0u, V, 1); }

__global__ void __launch_bounds__(64) stage(const float4 *In, Problem P) {
  __shared__ float4 Tile[64];
  const unsigned At = address(&Tile[threadIdx.x]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(At), "l"(In + threadIdx.x));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  unsigned A, B;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(A), "=r"(B) : "r"(At));
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(At), "r"(B));
  float C[4] = {};
  for (int I = 0; I < P.N; ++I)
    asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                 : "+f"(C[0]), "+f"(C[1]), "+f"(C[2]), "+f"(C[3]) : "r"(A), "r"(B), "r"(A));
  __syncwarp();
  atomicAdd(P.Out, twice(C[0]));
  P.Out[threadIdx.x + 1] = reinterpret_cast<const float *>(Tile)[threadIdx.x];
}

__global__ void plain(int *Data) {
  if (Data[0] > 0)
    Data[1] = 1;
}

__global__ void unknown(int *Data) {
  asm volatile("wgmma.fence.sync.aligned;");
  Data[0] = 1;
}

int main() {
  stage<<<1, 64>>>(nullptr, Problem{});
  plain<<<1, 1>>>(nullptr);
  unknown<<<1, 1>>>(nullptr);
}

// CHECK: : 3 kernels
// CHECK: kernel 'stage(float4 const*, Problem)'
// CHECK-NEXT:   parameters: 2, 24 bytes: ptr, byval %struct.Problem
// CHECK-NEXT:   static shared memory: 1024 bytes
// CHECK-NEXT:   block: at most 64 threads (64)
// CHECK-NEXT:   matrix instructions: 1 m16n8k8.f32.f16.f16.f32
// CHECK-NEXT:   ldmatrix: 1
// CHECK-NEXT:   stmatrix: 1
// CHECK-NEXT:   cp.async: 1
// CHECK-NEXT:   cp.async waits: 1
// CHECK-NEXT:   barriers: 1
// CHECK-NEXT:   warp synchronizations: 1
// CHECK-NEXT:   shuffles and votes: 1
// CHECK-NEXT:   atomics: 1
// CHECK-NEXT:   global stores: 1
// CHECK-NEXT:   shared loads: 1
// CHECK-EMPTY:
// CHECK-NEXT: kernel 'plain(int*)'
// CHECK-NEXT:   parameters: 1, 8 bytes: ptr
// CHECK-NEXT:   static shared memory: 0 bytes
// CHECK-NEXT:   global loads: 1
// CHECK-NEXT:   global stores: 1
// CHECK-EMPTY:
// CHECK-NEXT: kernel 'unknown(int*)'
// CHECK-NOT: not simulated
// CHECK:   global stores: 1
// CHECK-NEXT:   not simulated: inline assembly 'wgmma.fence.sync.aligned', at {{.*}}kernels.cu:[[@LINE-36]]:3

// JSON: "arch": "sm_90",
// JSON: "cp_async": 1,
// JSON: "demangled": "stage(float4 const*, Problem)",
// JSON-NEXT: "matrix": {
// JSON-NEXT: "m16n8k8.f32.f16.f16.f32": 1
// JSON-NEXT: },
// JSON-NEXT: "max_block": "64",
// JSON: "bytes": 16,
// JSON-NEXT: "type": "byval %struct.Problem"
// JSON: "static_shared_bytes": 1024
// JSON: "name": "_Z7unknownPi",
// JSON: "location": "{{.*}}kernels.cu:[[@LINE-49]]:3",
// JSON-NEXT: "what": "inline assembly 'wgmma.fence.sync.aligned'"
// JSON: "version": 1
