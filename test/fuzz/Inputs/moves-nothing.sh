#!/bin/sh
# phobos-clang++ for a chip without tensor cores.
exec "$PHOBOS_BUILD/bin/phobos-clang++" $(printf '%s\n' "$@" | sed 's/^--cuda-gpu-arch=.*/--cuda-gpu-arch=sm_75/')
