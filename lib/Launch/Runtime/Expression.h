//===- Expression.h - Evaluates launch expressions --------------------------===//
//
// The postfix programs of a plan record (PlanRecord.h), over the arguments and the shape of one launch. RecordBuilder.h
// compiles them. Nothing in a program can make evaluation read outside the arguments, or fail to end.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_LAUNCH_RUNTIME_EXPRESSION_H
#define PHOBOS_LAUNCH_RUNTIME_EXPRESSION_H

#include "Launch/PlanRecord.h"
#include <string.h>

namespace phobos_v1 {

/// One launch of the original.
struct LaunchShape {
  /// Grid x, y, z, block x, y, z.
  uint32_t Dim[6];
  /// The address of each argument.
  void *const *Arguments;
};

inline constexpr unsigned MaxStack = 16;

/// Reads Bytes bytes at Offset of the parameter list. Returns false where no parameter of Record holds all of them.
inline bool readParameter(const PhobosPlanRecord &Record, void *const *Arguments, uint64_t Offset, unsigned Bytes,
                          uint64_t &Value) {
  for (unsigned I = 0; I != Record.NumParameters; ++I) {
    uint64_t Begin = Record.ParameterOffset[I], End = Begin + Record.ParameterSize[I];
    if (Offset < Begin || Offset >= End)
      continue;
    if (Bytes > 8 || Offset + Bytes > End)
      return false;
    Value = 0;
    memcpy(&Value, static_cast<const char *>(Arguments[I]) + (Offset - Begin), Bytes);
    return true;
  }
  return false;
}

inline int64_t signExtend(uint64_t Value, unsigned Bits) {
  return Bits >= 64 || Bits == 0 ? int64_t(Value) : int64_t(Value << (64 - Bits)) >> (64 - Bits);
}

/// One operation on two operands. Returns false where the result is unknown.
inline bool applyBinary(unsigned Op, uint64_t L, uint64_t R, uint64_t &Value) {
  bool SignedOverflow = int64_t(L) == INT64_MIN && int64_t(R) == -1;
  switch (Op) {
  case PHOBOS_OP_ADD:
    Value = L + R;
    return true;
  case PHOBOS_OP_SUB:
    Value = L - R;
    return true;
  case PHOBOS_OP_MUL:
    Value = L * R;
    return true;
  case PHOBOS_OP_AND:
    Value = L & R;
    return true;
  case PHOBOS_OP_OR:
    Value = L | R;
    return true;
  case PHOBOS_OP_XOR:
    Value = L ^ R;
    return true;
  case PHOBOS_OP_UMIN:
    Value = L < R ? L : R;
    return true;
  case PHOBOS_OP_UMAX:
    Value = L > R ? L : R;
    return true;
  case PHOBOS_OP_UDIV:
    return R != 0 && (Value = L / R, true);
  case PHOBOS_OP_UREM:
    return R != 0 && (Value = L % R, true);
  case PHOBOS_OP_SDIV:
    return R != 0 && !SignedOverflow && (Value = uint64_t(int64_t(L) / int64_t(R)), true);
  case PHOBOS_OP_SREM:
    return R != 0 && !SignedOverflow && (Value = uint64_t(int64_t(L) % int64_t(R)), true);
  case PHOBOS_OP_SHL:
    return R < 64 && (Value = L << R, true);
  case PHOBOS_OP_LSHR:
    return R < 64 && (Value = L >> R, true);
  case PHOBOS_OP_ASHR:
    return R < 64 && (Value = uint64_t(int64_t(L) >> R), true);
  default:
    return false;
  }
}

/// The value of Program for one launch. Returns false where it is unknown.
inline bool evaluate(const uint64_t (&Program)[PHOBOS_MAX_PROGRAM_WORDS], const PhobosPlanRecord &Record,
                     const LaunchShape &Launch, uint64_t &Result) {
  uint64_t Stack[MaxStack];
  unsigned Depth = 0;
  for (unsigned I = 0; I != PHOBOS_MAX_PROGRAM_WORDS; ++I) {
    unsigned Op = Program[I] & 0xff;
    uint64_t Operand = Program[I] >> 8;
    switch (Op) {
    case PHOBOS_OP_END:
      Result = Stack[0];
      return Depth == 1;
    case PHOBOS_OP_CONST:
      if (Depth == MaxStack || I + 1 == PHOBOS_MAX_PROGRAM_WORDS)
        return false;
      Stack[Depth++] = Program[++I];
      break;
    case PHOBOS_OP_PARAM:
      if (Depth == MaxStack || !readParameter(Record, Launch.Arguments, Operand >> 8, Operand & 0xff, Stack[Depth]))
        return false;
      ++Depth;
      break;
    case PHOBOS_OP_SHAPE:
      if (Depth == MaxStack || Operand >= 6)
        return false;
      Stack[Depth++] = Launch.Dim[Operand];
      break;
    case PHOBOS_OP_SEXT:
    case PHOBOS_OP_ZEXT:
      if (Depth < 1 || Operand < 1 || Operand > 64)
        return false;
      if (Op == PHOBOS_OP_SEXT)
        Stack[Depth - 1] = uint64_t(signExtend(Stack[Depth - 1], Operand));
      else
        Stack[Depth - 1] &= ~uint64_t(0) >> (64 - Operand);
      break;
    default:
      if (Depth < 2 || !applyBinary(Op, Stack[Depth - 2], Stack[Depth - 1], Stack[Depth - 2]))
        return false;
      --Depth;
    }
  }
  return false;
}

} // namespace phobos_v1

#endif
