// Outside CUDA the plugin does nothing: the attributes are ignored, with clang's own warning, and so is '__PHOBOS__'.
// REQUIRES: plugin
// RUN: %clang %plugin -O2 -S %s -o %t.plugin.s 2>&1 | FileCheck %s
// RUN: %clang -O2 -S %s -o %t.plain.s -w
// RUN: cmp %t.plugin.s %t.plain.s
#ifdef __PHOBOS__
#error "__PHOBOS__ is defined"
#endif
int sum(int n) {
  int s = 0;
  // CHECK: warning: {{.*}} attribute ignored
  [[phobos::tensorcore, phobos::pipeline(n)]]
  for (int k = 0; k < n; ++k)
    s += k;
  return s;
}
