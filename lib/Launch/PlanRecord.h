/*===- PlanRecord.h - What the runtime reads from the device image -----------===*\
|*
|* NAME__phobos_plan, a constant in global memory, written by the device pass and read once per device by the runtime.
|* Plain C with fixed-width fields: the runtime is compiled to bitcode and linked into the user's object.
|* Every companion of NAME takes the original's parameters, then six i32: grid x, y, z and block x, y, z of the original.
|* Companion number v is the kernel NAME__phobos (v = 0), NAME__phobos_1, _2, _3.
|*
|* A packed variant reads its operands from a workspace and takes three i64 more: the addresses of A's and of B's part,
|* and the bytes from row to row. Before it, NAME__phobos_pack_a and _pack_b are launched, which take, after the six i32,
|* the address of their part and the same pitch. The workspace is
|*
|*     for A: Extent[batch] * round up (Extent[m], TileM) rows of round up (Trips, PHOBOS_PACK_TILE) 16-bit elements
|*
|* followed by the same for B with n. Pack kernels have a CTA for each PHOBOS_PACK_TILE x PHOBOS_PACK_TILE elements.
|*
\*===----------------------------------------------------------------------===*/
#ifndef PHOBOS_LAUNCH_PLANRECORD_H
#define PHOBOS_LAUNCH_PLANRECORD_H

#include <stdint.h>

#define PHOBOS_RECORD_MAGIC 0x50484f42u /* "PHOB" */
#define PHOBOS_RECORD_VERSION 2u
#define PHOBOS_MAX_VARIANTS 4
#define PHOBOS_MAX_PROGRAM_WORDS 64
#define PHOBOS_MAX_PARAMETERS 64
#define PHOBOS_PACK_TILE 64

/* Launch expressions: postfix programs over 64-bit values. One word is opcode | operand << 8; CONST is followed by a
   word. Operations work in 64 bits; TRUNC, SEXT and ZEXT bring a value to the exact width of the IR. A division by
   zero, or a stack fault, makes the result unknown. */
enum PhobosOp {
  PHOBOS_OP_END = 0,
  PHOBOS_OP_CONST = 1, /* next word */
  PHOBOS_OP_PARAM = 2, /* operand: byte offset in the parameter list << 8 | bytes (1, 2, 4, 8); zero-extended */
  PHOBOS_OP_SHAPE = 3, /* operand: 0..2 grid x, y, z; 3..5 block x, y, z */
  PHOBOS_OP_ADD = 4,
  PHOBOS_OP_SUB = 5,
  PHOBOS_OP_MUL = 6,
  PHOBOS_OP_UDIV = 7,
  PHOBOS_OP_SDIV = 8,
  PHOBOS_OP_UREM = 9,
  PHOBOS_OP_SREM = 10,
  PHOBOS_OP_SEXT = 11, /* operand: bits to sign-extend from */
  PHOBOS_OP_ZEXT = 12, /* operand: bits to zero-extend from */
  PHOBOS_OP_UMIN = 13,
  PHOBOS_OP_UMAX = 14,
  PHOBOS_OP_SHL = 15,
  PHOBOS_OP_LSHR = 16,
  PHOBOS_OP_ASHR = 17,
  PHOBOS_OP_AND = 18,
  PHOBOS_OP_OR = 19,
  PHOBOS_OP_XOR = 20
};

enum PhobosPacking {
  PHOBOS_PACK_NEVER = 0,
  PHOBOS_PACK_ALWAYS = 1,       /* where the problem is large enough */
  PHOBOS_PACK_IF_MISALIGNED = 2 /* and the addresses do not allow 16-byte accesses */
};

typedef struct PhobosVariant {
  uint32_t Threads;      /* of one CTA, one-dimensional */
  uint32_t SharedBytes;  /* dynamic shared memory of one CTA */
  uint32_t TileM, TileN; /* of the CTA's tile of virtual threads */
  uint32_t CtasPerSM;    /* resident CTAs an SM that the plan counts on, at least 1 */
  /* The first variant is taken whose number of tiles is at least MinTilesPercent/100 of the device's SMs. */
  uint32_t MinTilesPercent;
  uint32_t Packing; /* PhobosPacking; of one variant at most, never of the last */
} PhobosVariant;

/* One operand, for packed variants. */
typedef struct PhobosOperand {
  /* Addresses in batch 0 at (m or n, t) = (0, 0), (1, 0) and (0, 1). */
  uint64_t Address[3][PHOBOS_MAX_PROGRAM_WORDS];
  uint32_t ElementBytes;
  /* 16-byte accesses need neighbours along t (1) or along m or n (0). */
  uint32_t AlongK;
} PhobosOperand;

typedef struct PhobosPlanRecord {
  uint32_t Magic, Version;
  uint64_t Hash; /* of the plan; for logs */
  uint32_t NumVariants;
  /* Bit d (0..2): the companion counts threads of dimension d across blocks; grid*block must be below 2^31 there. */
  uint32_t FlatDims;
  PhobosVariant Variants[PHOBOS_MAX_VARIANTS];
  /* Extents m, n and batch of the virtual thread space. All three known: the grid is one CTA a tile. Otherwise: enough
     CTAs to fill the device; every companion loops over tiles with a stride of its grid, so any grid is right. */
  uint64_t Extent[3][PHOBOS_MAX_PROGRAM_WORDS];
  /* What a packed variant needs to know: the trip count of every batch; and a value that is 0 where every m meets every
     n. Unknown, or not 0: the packed variant is not taken. */
  uint64_t Trips[PHOBOS_MAX_PROGRAM_WORDS], AbsentPairs[PHOBOS_MAX_PROGRAM_WORDS];
  PhobosOperand Operand[2];
  /* Of the pack kernels. */
  uint32_t PackThreads, PackSharedBytes;
  /* Packing pays from this many m, and n, and from this trip count on. */
  uint32_t MinPackExtent, MinPackTrips;
  uint32_t NumParameters;
  /* Offset and size of each of the original's parameters in its parameter list, in order. */
  uint32_t ParameterOffset[PHOBOS_MAX_PARAMETERS], ParameterSize[PHOBOS_MAX_PARAMETERS];
  /* The loop's place in the source, for PHOBOS_LOG. */
  char Text[256];
} PhobosPlanRecord;

#endif
