# Shared by the scripts here; sourced, never run. Sets Root, Deps, Build and Jobs. The environment's variables for all scripts:
#
#   PHOBOS_BUILD     the build folder (default: build in the tree)
#   PHOBOS_JOBS      how much runs at a time (default: as many as there are cores)
#   PHOBOS_DEPS      where wheels are unpacked (default: .deps in the tree)
#   PHOBOS_NO_CUDA   if set, an installed CUDA toolkit is ignored and the wheels are used
#   PHOBOS_GPU_ARCH  the chip that gpu-bundle compiles for (default: sm_90)
#   CUDA_PATH        the CUDA toolkit (default: /usr/local/cuda, /opt/cuda, then the wheels)

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
  [ -x "$1/bin/ptxas" ] && [ -f "$1/include/cuda.h" ] && [ -f "$1/include/cuda_runtime.h" ] && [ -f "$1/nvvm/libdevice/libdevice.10.bc" ] &&
    [ "$(sed -n 's/^#define CUDA_VERSION //p' "$1/include/cuda.h")" -ge $MinCuda ]
}

# Prints the toolkit's root; fails where there is none. cmake/PhobosCuda.cmake looks in the same places.
findCuda() {
  local Candidate
  if [ -z "${PHOBOS_NO_CUDA:-}" ]; then
    if [ -n "${CUDA_PATH:-}" ] && ! isCuda "$CUDA_PATH"; then
      say "CUDA_PATH is '$CUDA_PATH', which is no CUDA toolkit from $((MinCuda / 1000)).$((MinCuda % 1000 / 10)) on; looking elsewhere"
    fi
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
[[ $Jobs =~ ^[1-9][0-9]*$ ]] || die "PHOBOS_JOBS is '$Jobs'; it takes a number from 1 on"
