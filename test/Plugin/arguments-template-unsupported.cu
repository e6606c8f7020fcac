// A template argument that an attribute does not take is an error in each instantiation, and no other.
// REQUIRES: cuda, plugin
// RUN: %verify --cuda-device-only %s

template <int Stages> __global__ void loop(float *c, int n) {
  // expected-error@+2 {{the argument of 'pipeline' is 9, which is out of range; accepted: an integer constant from 1 to 8, or no argument}}
  // expected-error@+1 {{the argument of 'pipeline' is 0, which is out of range; accepted: an integer constant from 1 to 8, or no argument}}
  [[phobos::tensorcore, phobos::pipeline(Stages)]]
  for (int k = 0; k < n; ++k)
    *c += k;
}
template __global__ void loop<0>(float *, int); // expected-note {{in the instantiation of 'loop<0>'}}
template __global__ void loop<8>(float *, int);
template __global__ void loop<9>(float *, int); // expected-note {{in the instantiation of 'loop<9>'}}

template <int Stages>
[[phobos::tensorcore, phobos::pipeline(Stages)]] // expected-error {{the argument of 'pipeline' is 9, which is out of range; accepted: an integer constant from 1 to 8, or no argument}}
__global__ void kernel(float *c) {}
template __global__ void kernel<1>(float *);
template __global__ void kernel<9>(float *); // expected-note {{in the instantiation of 'kernel<9>'}}

template <class T> __device__ void function(int n) {
  // expected-error@+1 {{the argument of 'pipeline' is not an integer constant; accepted: an integer constant from 1 to 8, or no argument}}
  [[phobos::tensorcore, phobos::pipeline(T::stages)]]
  for (int k = 0; k < n; ++k)
    n -= k;
}
struct Integer { static constexpr long stages = 2; };
struct Floating { static constexpr double stages = 2; };
template __device__ void function<Integer>(int);
template __device__ void function<Floating>(int); // expected-note {{in the instantiation of 'function<Floating>'}}
