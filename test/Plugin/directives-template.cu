// Arguments may depend on template parameters; each instantiation has its own value.
// REQUIRES: cuda, plugin
// RUN: %device %s -w -fplugin-arg-phobos-print=directives 2>&1 >/dev/null | FileCheck %s
// At -O0 too the argument is a constant, not a call of 'twice'.
// RUN: %device %s -w -O0 -fplugin-arg-phobos-print=directives | FileCheck --check-prefix=PTX %s
// PTX-NOT: twice

constexpr int twice(int x) { return 2 * x; }
template <int N> struct Depth { enum { stages = N }; };

template <int Stages, class T> __global__ void loops(const T *a, const T *b, T *c, int n) {
  T s = 0;
  [[phobos::tensorcore, phobos::pipeline(Stages)]] for (int k = 0; k < n; ++k) s += a[k] * b[k];
  [[phobos::tensorcore, phobos::pipeline(twice(Stages))]] for (int k = 0; k < n; ++k) s += a[k] * b[k];
  [[phobos::tensorcore, phobos::pipeline(Depth<Stages + 1>::stages)]] for (int k = 0; k < n; ++k) s += a[k] * b[k];
  auto lambda = [&](int m) {
    __attribute__((phobos_tensorcore, phobos_pipeline(sizeof(T)))) for (int k = 0; k < m; ++k) s += a[k] * b[k];
  };
  lambda(n);
  c[0] = s;
}
// CHECK:      directive in '_Z5loopsILi2EfE{{.*}}': pipeline = 2, on loop at {{.*}}:13:52
// CHECK-NEXT: directive in '_Z5loopsILi2EfE{{.*}}': tensorcore = 0, on loop at {{.*}}:13:52
// CHECK-NEXT: directive in '_Z5loopsILi2EfE{{.*}}': pipeline = 4, on loop at {{.*}}:14:59
// CHECK-NEXT: tensorcore
// CHECK-NEXT: directive in '_Z5loopsILi2EfE{{.*}}': pipeline = 3, on loop at {{.*}}:15:71
// CHECK-NEXT: tensorcore
// CHECK-NEXT: directive in '_ZZ5loopsILi2EfE{{.*}}': pipeline = 4, on loop at {{.*}}:17:68
template __global__ void loops<2, float>(const float *, const float *, float *, int);
// CHECK:      directive in '_Z5loopsILi4EdE{{.*}}': pipeline = 4, on loop at {{.*}}:13:52
// CHECK-NEXT: tensorcore
// CHECK-NEXT: directive in '_Z5loopsILi4EdE{{.*}}': pipeline = 8, on loop at {{.*}}:14:59
// CHECK-NEXT: tensorcore
// CHECK-NEXT: directive in '_Z5loopsILi4EdE{{.*}}': pipeline = 5, on loop at {{.*}}:15:71
// CHECK-NEXT: tensorcore
// CHECK-NEXT: directive in '_ZZ5loopsILi4EdE{{.*}}': pipeline = 8, on loop at {{.*}}:17:68
template __global__ void loops<4, double>(const double *, const double *, double *, int);
