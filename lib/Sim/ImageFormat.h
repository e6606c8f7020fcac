//===- ImageFormat.h - The file that stands for a fat binary ----*- C++ -*-===//
//
// phobos-clang++ --sim writes it, clang embeds it as the host object's fat binary, and the simulator's cudart reads it
// at registration. clang passes on only an address, so headers carry every length. Depends on nothing.
//
//===----------------------------------------------------------------------===//
#ifndef PHOBOS_SIM_IMAGEFORMAT_H
#define PHOBOS_SIM_IMAGEFORMAT_H

#include <cstdint>

namespace phobos::sim {

inline constexpr char ImageMagic[8] = {'P', 'H', 'O', 'B', 'O', 'S', 'I', 'M'};
inline constexpr uint32_t ImageVersion = 1;
/// Bitcode is read in words.
inline constexpr uint64_t ImageAlign = 16;

/// Count entry headers follow.
struct ImageHeader {
  char Magic[8];
  uint32_t Version;
  uint32_t Count;
};

struct ImageEntryHeader {
  /// "sm_90a", ends with a zero.
  char Arch[16];
  /// Of the bitcode, in bytes from the image's start.
  uint64_t Offset;
  uint64_t Size;
};

} // namespace phobos::sim

#endif
