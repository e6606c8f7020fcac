//===- Array.cpp - Device arrays with guards ------------------------------===//
#include "Array.h"
#include <algorithm>
#include <cuda_runtime_api.h>

using namespace e2e;

static void check(cudaError_t Error, const std::string &What) {
  if (Error != cudaSuccess)
    throw DeviceError(What + ": " + cudaGetErrorString(Error));
}

Array::Array(std::string Name, size_t Count, size_t ElementBytes, size_t OffsetBytes, bool Guarded)
    : Name(std::move(Name)), Count(Count), ElementBytes(ElementBytes),
      Front(OffsetBytes + (Guarded ? GuardBytes : 0)) {
  Total = Front + Count * ElementBytes + (Guarded ? GuardBytes : 0);
  Initial.assign(Count * ElementBytes, GuardByte);
  // An allocation of 0 bytes gives a null pointer, which some kernels take as a meaning of its own.
  check(cudaMalloc(reinterpret_cast<void **>(&Allocation), Total ? Total : 1), "allocation of " + this->Name);
  Device = Allocation + Front;
}

Array::~Array() { cudaFree(Allocation); }

void Array::upload() {
  std::vector<unsigned char> Image(Total, GuardByte);
  std::copy(Initial.begin(), Initial.end(), Image.begin() + Front);
  check(cudaMemcpy(Allocation, Image.data(), Total, cudaMemcpyHostToDevice), "upload of " + Name);
  // From pageable memory the copy may still be under way, and streams that do not block would not wait for it.
  check(cudaDeviceSynchronize(), "upload of " + Name);
}

void Array::download(Copy Which) {
  std::vector<unsigned char> Image(Total);
  check(cudaMemcpy(Image.data(), Allocation, Total, cudaMemcpyDeviceToHost), "download of " + Name);
  auto Begin = Image.begin() + Front, End = Begin + Initial.size();
  auto Changed = [](unsigned char Byte) { return Byte != GuardByte; };
  auto Before = std::find_if(Image.begin(), Begin, Changed), After = std::find_if(End, Image.end(), Changed);
  std::string &Fault = GuardFault[int(Which)];
  Fault.clear();
  if (Before != Begin)
    Fault = "written " + std::to_string(Begin - Before) + " bytes before its first element";
  else if (After != Image.end())
    Fault = "written " + std::to_string(After - End) + " bytes after its last element";
  this->After[int(Which)].assign(Begin, End);
}

std::string Array::checkUntouched(Copy Which) const {
  if (!GuardFault[int(Which)].empty())
    return GuardFault[int(Which)];
  const std::vector<unsigned char> &Now = After[int(Which)];
  for (size_t I = 0; I < Count; ++I) {
    bool MayChange = isOutput() && IsExpected[I];
    if (!MayChange && std::memcmp(&Now[I * ElementBytes], &Initial[I * ElementBytes], ElementBytes) != 0)
      return "element " + std::to_string(I) + " of " + std::to_string(Count) + " was written, and must not be";
  }
  return "";
}
