#!/bin/sh
# phobos-clang++, but for programs that hold the kernel k2: then it crashes.
for Argument; do
  case $Argument in
  *.cu) ! grep -q 'void k2(' "$Argument" || kill -SEGV $$ ;;
  esac
done
exec "$PHOBOS_BUILD/bin/phobos-clang++" "$@"
