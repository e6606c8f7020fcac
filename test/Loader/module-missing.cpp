// Where the module beside the loader is missing, the message names the path that was tried.
// RUN: rm -rf %t && mkdir %t && cp %lib/libphobos.so %t
// RUN: not %clang -fplugin=%t/libphobos.so -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: phobos: error: cannot open the plugin: {{.*}}/phobos-plugin-22.so: cannot open shared object file
int main() {}
