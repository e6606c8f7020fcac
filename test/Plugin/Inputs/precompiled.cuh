template <int Stages> __global__ void loop(float *c, int n) {
  [[phobos::tensorcore, phobos::pipeline(Stages)]]   for (int k = 0; k < n; ++k)
    *c += k;
}
[[phobos::tensorcore]] __global__ void whole(float *c, int n) {
  for (int k = 0; k < n; ++k)
    *c += k;
}
[[phobos::tensorcore]] __global__ void declared(float *c, int n);
inline __device__ float function(int n) {
  float s = 0;
  [[phobos::tensorcore]] for (int k = 0; k < n; ++k) s += k;
  return s;
}
template <class T> __global__ void caller(T *c, int n) { *c = function(n); }
