"""Prints a CUDA file of about a thousand lines in which nothing is annotated; always the same one.

The kernels are of the kinds that programs have: element-wise, stencils, reductions in shared memory, products, histograms,
templates, device functions and lambdas, with the host code that launches them.
"""

TYPES = ["float", "double", "int", "__half"]
UNARY = ["x * x", "x + x", "x - scale", "x * scale + x"]

HEAD = """\
#include <cuda_fp16.h>
#include <cstdio>
#include <vector>

template <typename T> struct Matrix {
  T *Data;
  int Rows, Columns, Stride;
  __host__ __device__ T &at(int R, int C) const { return Data[R * Stride + C]; }
};
"""

ELEMENTWISE = """
__global__ void elementwise{n}(const {t} *in, {t} *out, {t} scale, int count) {{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  {t} x = in[i];
  out[i] = {e};
}}
"""

STENCIL = """
__global__ void stencil{n}(const float *in, float *out, int width, int height) {{
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < {r} || y < {r} || x >= width - {r} || y >= height - {r})
    return;
  float sum = 0.0f;
  for (int dy = -{r}; dy <= {r}; ++dy)
    for (int dx = -{r}; dx <= {r}; ++dx)
      sum += in[(y + dy) * width + x + dx];
  out[y * width + x] = sum / (({r} * 2 + 1) * ({r} * 2 + 1));
}}
"""

REDUCTION = """
__global__ void reduction{n}(const float *in, float *out, int count) {{
  __shared__ float part[{b}];
  float sum = 0.0f;
  for (int i = blockIdx.x * {b} + threadIdx.x; i < count; i += gridDim.x * {b})
    sum += in[i];
  part[threadIdx.x] = sum;
  __syncthreads();
  for (int step = {b} / 2; step > 0; step /= 2) {{
    if (threadIdx.x < step)
      part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }}
  if (threadIdx.x == 0)
    atomicAdd(out, part[0]);
}}
"""

PRODUCT = """
template <typename T> __global__ void product{n}(Matrix<T> a, Matrix<T> b, Matrix<float> c) {{
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= c.Rows || column >= c.Columns)
    return;
  float sum = {n}.0f;
#pragma unroll {u}
  for (int k = 0; k < a.Columns; ++k)
    sum += float(a.at(row, k)) * float(b.at(k, column));
  c.at(row, column) = sum;
}}
template __global__ void product{n}<float>(Matrix<float>, Matrix<float>, Matrix<float>);
template __global__ void product{n}<__half>(Matrix<__half>, Matrix<__half>, Matrix<float>);
"""

HISTOGRAM = """
static __device__ unsigned total{n};
__constant__ int edges{n}[{b} + 1];
__global__ void histogram{n}(const int *in, unsigned *bins, int count) {{
  auto bin = [](int value) {{
    int low = 0;
    while (low < {b} && edges{n}[low + 1] <= value)
      ++low;
    return low;
  }};
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {{
    atomicAdd(&bins[bin(in[i])], 1u);
    atomicAdd(&total{n}, 1u);
  }}
}}
"""

LAUNCH = """
static void run{n}(float *a, float *b, float *c, int size, cudaStream_t stream) {{
  dim3 block(16, 16), grid((size + 15) / 16, (size + 15) / 16);
  Matrix<float> ma{{a, size, size, size}}, mb{{b, size, size, size}}, mc{{c, size, size, size}};
  product{n}<float><<<grid, block, 0, stream>>>(ma, mb, mc);
  stencil{n}<<<grid, block, 0, stream>>>(a, c, size, size);
  reduction{n}<<<64, {b}>>>(a, c, size * size);
  elementwise{m}<<<(size * size + 255) / 256, 256>>>(a, c, 2.0f, size * size);
}}
"""


def main():
    print(HEAD)
    groups = 9
    for n in range(groups):
        for i, t in enumerate(TYPES):
            print(ELEMENTWISE.format(n=n * len(TYPES) + i, t=t, e=UNARY[(n + i) % len(UNARY)]))
        print(STENCIL.format(n=n, r=1 + n % 3))
        print(REDUCTION.format(n=n, b=64 << n % 4))
        print(PRODUCT.format(n=n, u=1 + n % 4))
        print(HISTOGRAM.format(n=n, b=8 + n))
        print(LAUNCH.format(n=n, m=n * len(TYPES), b=64 << n % 4))
    print("int main() {")
    print("  std::vector<float> host(128 * 128, 1.0f);")
    print("  float *a, *b, *c;")
    for name in "abc":
        print(f"  cudaMalloc(&{name}, host.size() * sizeof(float));")
        print(f"  cudaMemcpy({name}, host.data(), host.size() * sizeof(float), cudaMemcpyHostToDevice);")
    for n in range(groups):
        print(f"  run{n}(a, b, c, 128, nullptr);")
    print('  std::printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));')
    print("}")


main()
