// What the host pass adds: companions and record are registered after their kernel with the same fat binary, launches call the
// runtime, and the runtime is in the module, shared symbols hidden and mergeable, everything else internal.
// RUN: %host -O0 -S -emit-llvm %s -o %t.ll
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=REGISTER
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=LAUNCH
// RUN: FileCheck %s --input-file=%t.ll --check-prefix=RUNTIME --implicit-check-not='define linkonce_odr{{.*}}phobos_v1'
// RUN: opt -passes=verify -disable-output %t.ll

__global__ void marked(float *a) {}
__global__ void other(float *a) {}

// REGISTER-DAG: [[HANDLES:@__phobos.companions._Z6markedPf]] = internal global [6 x i8] zeroinitializer
// REGISTER-DAG: [[RECORD:@__phobos.record._Z6markedPf]] = internal global [[[BYTES:[0-9]+]] x i8] zeroinitializer
// REGISTER-DAG: [[KERNEL:@__phobos.kernel._Z6markedPf]] = internal global {{.*}} { ptr @_Z21__device_stub__markedPf, ptr [[NAME:@[0-9]+]], ptr [[HANDLES]], ptr [[RECORD]], [{{[0-9]+}} x i8] zeroinitializer }, align 8
// REGISTER-DAG: [[C0:@[0-9]+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z6markedPf__phobos\00"
// REGISTER-DAG: [[C1:@[0-9]+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z6markedPf__phobos_1\00"
// REGISTER-DAG: [[C2:@[0-9]+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z6markedPf__phobos_2\00"
// REGISTER-DAG: [[C3:@[0-9]+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z6markedPf__phobos_3\00"
// REGISTER-DAG: [[A:@[0-9]+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z6markedPf__phobos_pack_a\00"
// REGISTER-DAG: [[B:@[0-9]+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z6markedPf__phobos_pack_b\00"
// REGISTER-DAG: [[PLAN:@[0-9]+]] = private unnamed_addr constant [{{[0-9]+}} x i8] c"_Z6markedPf__phobos_plan\00"
// REGISTER-LABEL: define internal void @__cuda_register_globals(ptr %0)
// REGISTER: call i32 @__cudaRegisterFunction(ptr %0, ptr @_Z21__device_stub__markedPf, ptr [[NAME]], ptr [[NAME]], i32 -1,
// REGISTER-NEXT: call i32 @__cudaRegisterFunction(ptr %0, ptr [[HANDLES]], ptr [[C0]], ptr [[C0]], i32 -1, ptr null, ptr null, ptr null, ptr null, ptr null)
// REGISTER-NEXT: call i32 @__cudaRegisterFunction(ptr %0, ptr getelementptr inbounds (i8, ptr [[HANDLES]], i64 1), ptr [[C1]], ptr [[C1]], i32 -1,
// REGISTER-NEXT: call i32 @__cudaRegisterFunction(ptr %0, ptr getelementptr inbounds (i8, ptr [[HANDLES]], i64 2), ptr [[C2]], ptr [[C2]], i32 -1,
// REGISTER-NEXT: call i32 @__cudaRegisterFunction(ptr %0, ptr getelementptr inbounds (i8, ptr [[HANDLES]], i64 3), ptr [[C3]], ptr [[C3]], i32 -1,
// REGISTER-NEXT: call i32 @__cudaRegisterFunction(ptr %0, ptr getelementptr inbounds (i8, ptr [[HANDLES]], i64 4), ptr [[A]], ptr [[A]], i32 -1,
// REGISTER-NEXT: call i32 @__cudaRegisterFunction(ptr %0, ptr getelementptr inbounds (i8, ptr [[HANDLES]], i64 5), ptr [[B]], ptr [[B]], i32 -1,
// REGISTER-NEXT: call void @__cudaRegisterVar(ptr %0, ptr [[RECORD]], ptr [[PLAN]], ptr [[PLAN]], i32 0, i64 [[BYTES]], i32 0, i32 0)
// REGISTER-NEXT: call void @__phobos_v1_register(ptr [[KERNEL]])
// REGISTER-NEXT: call i32 @__cudaRegisterFunction(ptr %0, ptr @_Z20__device_stub__otherPf,
// REGISTER-NEXT: ret void

// LAUNCH-LABEL: define dso_local void @_Z21__device_stub__markedPf(
// LAUNCH: call noundef i32 @__phobos_v1_launch(ptr noundef @_Z21__device_stub__markedPf,
// LAUNCH-LABEL: define dso_local void @_Z20__device_stub__otherPf(
// LAUNCH: call noundef i32 @__phobos_v1_launch(ptr noundef @_Z20__device_stub__otherPf,

// The per-thread entry is not needed here, so it is absent.
// RUNTIME-NOT: __phobos_v1_launch_ptsz
// RUNTIME: $__phobos_v1_register = comdat any
// RUNTIME: @__phobos_v1_registry = linkonce_odr hidden global {{.*}}, comdat
// RUNTIME-DAG: define linkonce_odr hidden void @__phobos_v1_register({{.*}} comdat
// RUNTIME-DAG: define linkonce_odr hidden noundef i32 @__phobos_v1_launch({{.*}} comdat
// RUNTIME-NOT: __phobos_v1_launch_ptsz
