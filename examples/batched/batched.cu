//===- batched.cu - One product per head, by blockIdx.z -------------------===//
//
// Attention scores: S[head] = scale * Q[head] * K[head]^T with bfloat16 operands, causal. blockIdx.z selects the head;
// its matrices are found by strides given at run time, as in a packed [token][head][feature] tensor. A column beyond the
// row is minus infinity: those threads leave before the loop, and still store.
//
//     phobos-clang++ -O3 --cuda-gpu-arch=sm_90 batched.cu -o batched -Rpass=phobos && ./batched [tokens heads features]
//
// What to expect: one remark at the loop; the largest error around 1e-7 of the sum of |q * k|, since products of bfloat16
// are exact in float; every element above the diagonal exactly minus infinity.
//
//===----------------------------------------------------------------------===//
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_bf16.h>
#include <random>
#include <vector>

__global__ void scores(const __nv_bfloat16 *Q, const __nv_bfloat16 *K, float *S, int tokens, int features, int tokenStride,
                       int headStride, float scale) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  int head = blockIdx.z;
  if (i >= tokens || j >= tokens)
    return;
  float *out = S + (size_t(head) * tokens + i) * tokens + j;
  if (j > i) {
    *out = -INFINITY;
    return;
  }
  const __nv_bfloat16 *q = Q + head * headStride + i * tokenStride;
  const __nv_bfloat16 *k = K + head * headStride + j * tokenStride;
  float sum = 0.0f;
  [[phobos::tensorcore]]
  for (int f = 0; f < features; ++f)
    sum += __bfloat162float(q[f]) * __bfloat162float(k[f]);
  *out = scale * sum;
}

static void check(cudaError_t error) {
  if (error == cudaSuccess)
    return;
  std::printf("CUDA error: %s\n", cudaGetErrorString(error));
  std::exit(2);
}

template <typename T> static T *upload(const std::vector<T> &host) {
  T *device = nullptr;
  check(cudaMalloc(&device, host.size() * sizeof(T)));
  check(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice));
  return device;
}

int main(int argc, char **argv) {
  int tokens = argc > 3 ? std::atoi(argv[1]) : 130, heads = argc > 3 ? std::atoi(argv[2]) : 3;
  int features = argc > 3 ? std::atoi(argv[3]) : 64;
  if (tokens < 1 || heads < 1 || heads > 65535 || features < 1 || double(tokens) * tokens * heads * features > 1e10) {
    std::printf("usage: %s [tokens heads features], at most 1e10 products\n", argv[0]);
    return 2;
  }
  int headStride = features, tokenStride = heads * features; // [token][head][feature]
  std::mt19937 random(std::random_device{}());
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  std::vector<__nv_bfloat16> Q(size_t(tokens) * tokenStride), K(Q.size());
  for (__nv_bfloat16 &q : Q)
    q = __float2bfloat16(uniform(random));
  for (__nv_bfloat16 &k : K)
    k = __float2bfloat16(uniform(random));
  std::vector<float> S(size_t(heads) * tokens * tokens, NAN);
  __nv_bfloat16 *deviceQ = upload(Q), *deviceK = upload(K);
  float *deviceS = upload(S);

  float scale = 1.0f / std::sqrt(float(features));
  dim3 block(16, 16), grid((tokens + 15) / 16, (tokens + 15) / 16, heads);
  scores<<<grid, block>>>(deviceQ, deviceK, deviceS, tokens, features, tokenStride, headStride, scale);
  check(cudaGetLastError());
  check(cudaMemcpy(S.data(), deviceS, S.size() * sizeof(float), cudaMemcpyDeviceToHost));

  double worst = 0;
  size_t wrongMask = 0;
  for (int head = 0; head < heads; ++head) {
    for (int i = 0; i < tokens; ++i) {
      for (int j = 0; j < tokens; ++j) {
        float value = S[(size_t(head) * tokens + i) * tokens + j];
        if (j > i) {
          wrongMask += value != -INFINITY;
          continue;
        }
        double sum = 0, magnitude = 0;
        for (int f = 0; f < features; ++f) {
          double product = double(__bfloat162float(Q[size_t(i) * tokenStride + head * headStride + f])) *
                           double(__bfloat162float(K[size_t(j) * tokenStride + head * headStride + f]));
          sum += product;
          magnitude += std::fabs(product);
        }
        double error = std::fabs(value - scale * sum) / (magnitude > 0 ? scale * magnitude : 1);
        worst = error <= worst ? worst : error; // a NaN becomes the worst
      }
    }
  }
  for (void *pointer : {(void *)deviceQ, (void *)deviceK, (void *)deviceS})
    check(cudaFree(pointer));
  double bound = 1e-6 + 1e-5 * std::sqrt(features / 64.0);
  bool good = worst <= bound && wrongMask == 0;
  std::printf("%d tokens, %d heads, %d features: largest error %.2e (at most %.0e), %zu wrong above the diagonal  %s\n",
              tokens, heads, features, worst, bound, wrongMask, good ? "ok" : "WRONG");
  return good ? 0 : 1;
}
