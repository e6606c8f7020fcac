// The JSON file is whole after each launch: with a finding under strict, which ends the process, and where the program aborts.
// Counters are not printed unless asked for. A failed assertion is a finding that strict ends for.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not env PHOBOS_SIM=strict,json=%t.1 %t 2>&1 | FileCheck --check-prefix=STRICT %s
// RUN: %python -m json.tool %t.1 | FileCheck %s
// RUN: not --crash env PHOBOS_SIM=json=%t.2 %t 2>&1 | FileCheck --check-prefix=ABORTS %s
// RUN: %python -m json.tool %t.2 | FileCheck %s
// RUN: %python -c "import os, subprocess, sys; sys.exit(subprocess.run(sys.argv[1], env=dict(os.environ, PHOBOS_SIM='strict')).returncode != 86)" %t
#include "../Inputs/Device.h"
#include <cassert>

__global__ void first(int *Data) { Data[threadIdx.x] = 1; }
__global__ void second(int N) { assert(int(threadIdx.x) < N); }
// STRICT-NOT: counters of
// STRICT: Assertion `int(threadIdx.x) < N` failed.
// STRICT: error: trap: the assertion 'int(threadIdx.x) < N' fails, at {{.*}}json.cu:[[@LINE-3]]
// STRICT-NEXT: in kernel 'second(int)', block (0,0,0), thread (7,0,0)
// STRICT-NOT: aborting
// STRICT: phobos-sim: 1 error
// ABORTS: aborting
// CHECK: "version": 1
// CHECK: "launches": [
// CHECK: "kernel": "_Z5firstPi"
// CHECK: "kernel": "_Z6secondi"

int main() {
  first<<<1, 32>>>(toDevice(std::vector<int>(32)));
  second<<<1, 32>>>(7);
  printf("aborting\n");
  fflush(stdout);
  abort();
}
