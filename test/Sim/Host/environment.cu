// What the environment asks for and there is not ends the program before anything runs; files that cannot be written count as
// errors. Without a mistake, checks are on whatever else is asked for.
// RUN: %phobos --sim -O1 %s -o %t
// RUN: not env PHOBOS_SIM=chekc %t 2>&1 | FileCheck --check-prefixes=ENDS,WORD %s
// RUN: not env PHOBOS_SIM=strict,none %t 2>&1 | FileCheck --check-prefixes=ENDS,NONE %s
// RUN: not env PHOBOS_SIM=json= %t 2>&1 | FileCheck --check-prefixes=ENDS,EMPTY %s
// RUN: env PHOBOS_SIM= PHOBOS_SIM_SMS= PHOBOS_SIM_CHIP= PHOBOS_SIM_MUTATE= PHOBOS_SIM_DUMP= %t
// RUN: not env PHOBOS_SIM_SMS=0 %t 2>&1 | FileCheck --check-prefixes=ENDS,SMS %s
// RUN: not env PHOBOS_SIM_SMS=4x %t 2>&1 | FileCheck --check-prefixes=ENDS,SMS %s
// RUN: not env PHOBOS_SIM_CHIP=foo %t 2>&1 | FileCheck --check-prefixes=ENDS,CHIP %s
// RUN: not env PHOBOS_SIM_MUTATE=barrier %t 2>&1 | FileCheck --check-prefixes=ENDS,MUTATE %s
// RUN: not env PHOBOS_SIM_MUTATE=barrier:x %t 2>&1 | FileCheck --check-prefixes=ENDS,MUTATE %s
// RUN: env PHOBOS_SIM=json=%t.none/x %t 2>&1 | FileCheck --check-prefix=JSON %s
// RUN: not env PHOBOS_SIM=strict,json=%t.none/x %t 2>&1 | FileCheck --check-prefix=STRICT %s
// RUN: env PHOBOS_SIM_DUMP=%t.none/x %t 2>&1 | FileCheck --check-prefix=DUMP %s
// RUN: env PHOBOS_SIM_DUMP=/dev/full PHOBOS_SIM=json=/dev/full %t 2>&1 | FileCheck --check-prefix=FULL %s
// RUN: env PHOBOS_SIM=count %t 2>&1 | FileCheck --check-prefix=COUNT %s
// RUN: env PHOBOS_SIM=none %t 2>&1 | FileCheck --check-prefix=OFF %s
// RUN: %python -c "import os, subprocess, sys; sys.exit(subprocess.run(sys.argv[1], env=dict(os.environ, PHOBOS_SIM='chekc')).returncode != 2)" %t
#include "../Inputs/Device.h"

__global__ void add(int *Data) { ++Data[threadIdx.x]; }
// ENDS-NOT: before
// ENDS: phobos-sim: error: PHOBOS_SIM
// WORD-SAME: has check, count, json=FILE, strict, trace and none, not 'chekc'
// NONE-SAME: has 'none', which turns checks off, and other words; leave one of them out
// EMPTY-SAME: has 'json=' without a file; write json=FILE
// SMS-SAME: _SMS is a number of SMs from 1 to 65536, not '{{0|4x}}'
// CHIP-SAME: _CHIP has no chip 'foo', only sm_70, {{.*}}sm_90, sm_90a, {{.*}}sm_121a
// MUTATE-SAME: _MUTATE is barrier:N, {{.*}}, not 'barrier{{.*}}'
// ENDS-NOT: before
// JSON: error: cannot write '{{.*}}.none/x', which PHOBOS_SIM=json= names: {{.}}
// JSON: launch: cudaSuccess, run: cudaSuccess
// JSON: phobos-sim: 2 errors
// STRICT: error: cannot write '{{.*}}.none/x'
// STRICT-NOT: launch:
// DUMP-COUNT-1: error: cannot write '{{.*}}.none/x', which PHOBOS_SIM_DUMP names: {{.}}
// DUMP: launch: cudaSuccess, run: cudaSuccess
// FULL: error: cannot write '/dev/full', which PHOBOS_SIM_DUMP names: {{.}}
// FULL: error: cannot write '/dev/full', which PHOBOS_SIM=json= names: {{.}}
// FULL: phobos-sim: 3 errors
// COUNT: error: uninitialized read:
// COUNT: counters of 'add(int*)'
// OFF-NOT: error:
// OFF: launch: cudaSuccess, run: cudaSuccess
// OFF-NOT: error

int main() {
  printf("before\n");
  int *Data;
  cudaMalloc(&Data, 64 * sizeof(int));
  add<<<1, 64>>>(Data);
  return finish();
}
