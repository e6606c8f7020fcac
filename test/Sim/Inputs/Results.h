// What calls return, as a table: each check is one line on stdout, the same in the simulator and on a GPU. A line that
// differs from what was expected says so, and the program ends with 1.
//
// Where a row's result is known from: Docs (CUDA's reference of the call or of the error), Gpu (not documented, or
// otherwise; seen on an H200 with CUDA 13.0 and driver 580). Everything here compiles with nvcc as well: nvcc
// -arch=sm_90 FILE.cu && ./a.out
#ifndef RESULTS_H
#define RESULTS_H

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <sys/wait.h>
#include <unistd.h>

enum From { Docs, Gpu };

inline int Wrong = 0;

inline void expect(const char *What, From, cudaError_t Want, cudaError_t Have) {
  printf("%s: %s%s%s\n", What, cudaGetErrorName(Have), Have == Want ? "" : " WRONG, expected ",
         Have == Want ? "" : cudaGetErrorName(Want));
  Wrong += Have != Want;
  cudaGetLastError();
}

inline void expectThat(const char *What, From, bool Holds) {
  printf("%s: %s\n", What, Holds ? "yes" : "no WRONG, expected yes");
  Wrong += !Holds;
}

/// Runs a part in a process of its own, so that it may lose the device. To be called before any CUDA call.
inline void part(const char *Name, void (*Run)()) {
  fflush(stdout);
  pid_t Child = fork();
  if (!Child) {
    Wrong = 0;
    printf("== %s\n", Name);
    Run();
    fflush(stdout);
    _exit(Wrong != 0);
  }
  int Status = 0;
  waitpid(Child, &Status, 0);
  if (!WIFEXITED(Status))
    printf("%s: ended by signal %d WRONG\n", Name, WTERMSIG(Status));
  Wrong += Status != 0;
}

#endif
