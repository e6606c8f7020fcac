//===- epilogue.cu - A linear layer: bias, ReLU, half output --------------===//
//
// Y = relu(X * W^T + bias), everything in half, the sum in float. W is stored as [outputs][inputs], so both operands run
// along k. What comes before the loop (the bias as initial value) and after it (the ReLU, the conversion, the store, a
// second output) stays as written: whatever the kernel does with 'sum', the moved kernel does too.
//
//     phobos-clang++ -O3 --cuda-gpu-arch=sm_90 epilogue.cu -o epilogue -Rpass=phobos && ./epilogue [rows outputs inputs]
//
// What to expect: one remark at the loop; the largest error below 1e-3 of the sum of |x * w| + |bias|, which is the
// rounding of a half; the same count of active outputs from the kernel's counter as from Y itself.
//
//===----------------------------------------------------------------------===//
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_fp16.h>
#include <random>
#include <vector>

__global__ void linearRelu(const __half *X, const __half *W, const __half *bias, __half *Y, unsigned *active, int rows,
                           int outputs, int inputs) {
  int output = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || output >= outputs)
    return;
  float sum = bias ? __half2float(bias[output]) : 0.0f;
  [[phobos::tensorcore]]
  for (int k = 0; k < inputs; ++k)
    sum += __half2float(X[row * inputs + k]) * __half2float(W[output * inputs + k]);
  __half y = __float2half(sum > 0.0f ? sum : 0.0f);
  Y[row * outputs + output] = y;
  if (__half2float(y) > 0.0f)
    atomicAdd(active, 1u);
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

static bool run(bool withBias, int rows, int outputs, int inputs) {
  std::mt19937 random(std::random_device{}());
  std::uniform_real_distribution<float> uniform(-1.0f, 1.0f);
  auto fill = [&](size_t count) {
    std::vector<__half> values(count);
    for (__half &value : values)
      value = __float2half(uniform(random));
    return values;
  };
  std::vector<__half> X = fill(size_t(rows) * inputs), W = fill(size_t(outputs) * inputs), bias = fill(outputs);
  std::vector<__half> Y(size_t(rows) * outputs, __float2half(NAN));
  std::vector<unsigned> active(1, 0);
  __half *deviceX = upload(X), *deviceW = upload(W), *deviceBias = upload(bias), *deviceY = upload(Y);
  unsigned *deviceActive = upload(active);

  dim3 block(32, 8), grid((outputs + 31) / 32, (rows + 7) / 8);
  linearRelu<<<grid, block>>>(deviceX, deviceW, withBias ? deviceBias : nullptr, deviceY, deviceActive, rows, outputs,
                              inputs);
  check(cudaGetLastError());
  check(cudaMemcpy(Y.data(), deviceY, Y.size() * sizeof(__half), cudaMemcpyDeviceToHost));
  check(cudaMemcpy(active.data(), deviceActive, sizeof(unsigned), cudaMemcpyDeviceToHost));

  double worst = 0;
  unsigned positive = 0;
  for (int row = 0; row < rows; ++row) {
    for (int output = 0; output < outputs; ++output) {
      double sum = withBias ? double(__half2float(bias[output])) : 0.0, magnitude = std::fabs(sum);
      for (int k = 0; k < inputs; ++k) {
        double product =
            double(__half2float(X[size_t(row) * inputs + k])) * double(__half2float(W[size_t(output) * inputs + k]));
        sum += product;
        magnitude += std::fabs(product);
      }
      float y = __half2float(Y[size_t(row) * outputs + output]);
      double error = std::fabs(y - std::fmax(sum, 0.0)) / (magnitude > 0 ? magnitude : 1);
      worst = error <= worst ? worst : error; // a NaN becomes the worst
      positive += y > 0;
    }
  }
  for (void *pointer : {(void *)deviceX, (void *)deviceW, (void *)deviceBias, (void *)deviceY, (void *)deviceActive})
    check(cudaFree(pointer));
  bool good = worst <= 1e-3 && positive == active[0];
  std::printf("%-12s largest error %.2e, active outputs %u of %zu (counted by the kernel: %u)  %s\n",
              withBias ? "with bias" : "without bias", worst, positive, Y.size(), active[0], good ? "ok" : "WRONG");
  return good;
}

int main(int argc, char **argv) {
  int rows = argc > 3 ? std::atoi(argv[1]) : 300, outputs = argc > 3 ? std::atoi(argv[2]) : 200;
  int inputs = argc > 3 ? std::atoi(argv[3]) : 500;
  if (rows < 1 || outputs < 1 || inputs < 0 || double(rows) * outputs * (inputs + 1) > 1e10) {
    std::printf("usage: %s [rows outputs inputs], at most 1e10 products\n", argv[0]);
    return 2;
  }
  bool good = run(true, rows, outputs, inputs);
  good &= run(false, rows, outputs, inputs);
  return good ? 0 : 1;
}
