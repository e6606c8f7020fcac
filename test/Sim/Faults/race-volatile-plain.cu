// A volatile read and a plain write of a flag, and a plain read and a volatile write: one strong access of two is not enough.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: %t write 2>&1 | FileCheck --check-prefix=WRITE %s
// RUN: %t read 2>&1 | FileCheck --check-prefix=READ %s
#include "../Inputs/Device.h"
#include <cstring>

extern __shared__ int Flags[];
__global__ void writePlain(int *Out) {
  volatile int *Flag = Flags;
  if (threadIdx.x == 0)
    Flags[0] = 1;
  if (threadIdx.x == 32)
    Out[0] = *Flag;
}
// WRITE: error: race: shared load of 4 bytes at 0x0 and a write of the same bytes by thread (0,0,0) at {{.*}}race-volatile-plain.cu:[[@LINE-4]]:

__global__ void readPlain(int *Out) {
  volatile int *Flag = Flags;
  if (threadIdx.x == 0)
    *Flag = 1;
  if (threadIdx.x == 32)
    Out[0] = Flags[0];
}
// READ: error: race: shared load of 4 bytes at 0x0 and a write of the same bytes by thread (0,0,0) at {{.*}}race-volatile-plain.cu:[[@LINE-4]]:

int main(int, char **Argv) {
  int *Out = toDevice(std::vector<int>(1));
  if (!strcmp(Argv[1], "write"))
    writePlain<<<1, 64, 4>>>(Out);
  else
    readPlain<<<1, 64, 4>>>(Out);
  return finish();
}
