# Finds a CUDA toolkit's root: CUDA_PATH, the usual places, or what scripts/setup put into .deps/cuda.
# Sets PHOBOS_CUDA_PATH, empty where there is none. scripts/common.sh looks in the same places.
set(PHOBOS_CUDA_PATH "" CACHE PATH "root of the CUDA toolkit")

# The oldest toolkit whose ptxas knows every chip that tests assemble for (sm_120).
set(PHOBOS_MIN_CUDA 12080)

function(phobos_is_cuda Root Result)
  set(${Result} FALSE PARENT_SCOPE)
  if(EXISTS "${Root}/bin/ptxas" AND EXISTS "${Root}/include/cuda_runtime.h" AND EXISTS "${Root}/include/cuda.h")
    file(STRINGS "${Root}/include/cuda.h" Line REGEX "^#define CUDA_VERSION [0-9]+" LIMIT_COUNT 1)
    string(REGEX REPLACE ".* " "" Version "${Line}")
    if(Version GREATER_EQUAL PHOBOS_MIN_CUDA)
      set(${Result} TRUE PARENT_SCOPE)
    endif()
  endif()
endfunction()

if(NOT PHOBOS_CUDA_PATH)
  foreach(Candidate "$ENV{CUDA_PATH}" /usr/local/cuda /opt/cuda ${PROJECT_SOURCE_DIR}/.deps/cuda)
    phobos_is_cuda("${Candidate}" Found)
    if(Found)
      set(PHOBOS_CUDA_PATH "${Candidate}" CACHE PATH "root of the CUDA toolkit" FORCE)
      break()
    endif()
  endforeach()
endif()
message(STATUS "CUDA toolkit: ${PHOBOS_CUDA_PATH}")
