/*===- phobos.h - Phobos' attributes as macros ------------------------------===*\
|*
|* Each macro is an attribute where clang runs the Phobos plugin, and nothing anywhere else: other compilers, clang without
|* the plugin, files that are not CUDA. Put it where the attribute goes: before a 'for' loop, but behind its '#pragma
|* unroll', or first in a kernel's declaration.
|*
|*     #pragma unroll 4
|*     PHOBOS_TENSORCORE PHOBOS_PRECISION(bf16)
|*     for (int k = 0; k < K; ++k)
|*       sum += A[row * K + k] * B[k * N + column];
|*
|* docs/attributes.md explains the attributes. Needs C++11, or C.
|*
\*===------------------------------------------------------------------------===*/
#ifndef PHOBOS_PHOBOS_H
#define PHOBOS_PHOBOS_H

/* The plugin defines __PHOBOS__, but not where clang only preprocesses (-E, and the first step of -save-temps). */
#if defined(__clang__) && defined(__CUDA__) && !defined(__PHOBOS__)
#if __has_attribute(phobos_tensorcore)
#define __PHOBOS__ 1
#endif
#endif

/* Not '__attribute__': clang drops that between '#pragma unroll' and its loop. */
#ifdef __PHOBOS__
#define PHOBOS_ATTRIBUTE_(Attribute) [[phobos::Attribute]]
#else
#define PHOBOS_ATTRIBUTE_(Attribute)
#endif

/* Move the loop, or each contraction loop of the kernel, to tensor cores: by the best instructions of the chip, or by
   mma.sync. */
#define PHOBOS_TENSORCORE PHOBOS_ATTRIBUTE_(tensorcore)
#define PHOBOS_TENSORCORE_SYNC PHOBOS_ATTRIBUTE_(tensorcore(sync))

/* Stage the operands ahead of their use: in as many stages as the planner thinks best, or in 'Stages' (1 to 8). */
#define PHOBOS_PIPELINED PHOBOS_ATTRIBUTE_(pipeline)
#define PHOBOS_PIPELINE(Stages) PHOBOS_ATTRIBUTE_(pipeline(Stages))

/* What 32-bit operands are rounded to: f16 or bf16. */
#define PHOBOS_PRECISION(Format) PHOBOS_ATTRIBUTE_(precision(Format))

#endif
