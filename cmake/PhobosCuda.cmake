# Finds a CUDA toolkit's root: CUDA_PATH, the usual places, or what scripts/setup put into .deps/cuda.
# Sets PHOBOS_CUDA_PATH, empty where there is none.
set(PHOBOS_CUDA_PATH "" CACHE PATH "root of the CUDA toolkit")
if(NOT PHOBOS_CUDA_PATH)
  foreach(Candidate "$ENV{CUDA_PATH}" /usr/local/cuda /opt/cuda ${PROJECT_SOURCE_DIR}/.deps/cuda)
    if(Candidate AND EXISTS "${Candidate}/include/cuda_runtime.h" AND EXISTS "${Candidate}/bin/ptxas")
      set(PHOBOS_CUDA_PATH "${Candidate}" CACHE PATH "root of the CUDA toolkit" FORCE)
      break()
    endif()
  endforeach()
endif()
message(STATUS "CUDA toolkit: ${PHOBOS_CUDA_PATH}")
