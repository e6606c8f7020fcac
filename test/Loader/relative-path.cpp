// REQUIRES: plugin
// The module is found beside the loader, however the loader was named: absolute, relative, or through a symbolic link.
// RUN: cd %lib && %clang -fplugin=./libphobos.so -fsyntax-only -Xclang -verify %s
// RUN: cd %lib && cd .. && %clang -fplugin=lib/libphobos.so -fsyntax-only -Xclang -verify %s
// RUN: %clang %plugin -fsyntax-only -Xclang -verify %s
// expected-no-diagnostics

// With the attribute known, there is no warning of an unknown one.
void scale(float *A, int N) {
  [[phobos::tensorcore]] for (int I = 0; I < N; ++I)
    A[I] *= 2;
}
