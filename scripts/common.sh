# Shared by the scripts here; sourced, never run. Sets Root, Deps and Cuda.
#
#   PHOBOS_DEPS      where wheels are unpacked (default: .deps in the tree)
#   PHOBOS_NO_CUDA   if set, an installed CUDA toolkit is ignored and the wheels are used

Root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
Deps=${PHOBOS_DEPS:-$Root/.deps}
Build=${PHOBOS_BUILD:-$Root/build}
# The oldest toolkit whose ptxas knows every chip that tests assemble for (sm_120).
MinCuda=12080

say() { echo "phobos: $*" >&2; }
die() {
  say "$*"
  exit 1
}

# Whether the argument is the root of a CUDA toolkit that is complete and new enough.
isCuda() {
  [ -x "$1/bin/ptxas" ] && [ -f "$1/include/cuda_runtime.h" ] && [ -f "$1/nvvm/libdevice/libdevice.10.bc" ] &&
    [ "$(sed -n 's/^#define CUDA_VERSION //p' "$1/include/cuda.h")" -ge $MinCuda ]
}

# Prints the toolkit's root; fails where there is none. cmake/PhobosCuda.cmake looks in the same places.
findCuda() {
  local Candidate
  if [ -z "${PHOBOS_NO_CUDA:-}" ]; then
    for Candidate in "${CUDA_PATH:-}" /usr/local/cuda /opt/cuda; do
      if [ -n "$Candidate" ] && isCuda "$Candidate"; then
        echo "$Candidate"
        return
      fi
    done
  fi
  isCuda "$Deps/cuda" && echo "$Deps/cuda"
}

Jobs=${PHOBOS_JOBS:-$(nproc)}
