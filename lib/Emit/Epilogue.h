//===- Epilogue.h - From sums to the replayed kernel ------------*- C++ -*-===//
#ifndef PHOBOS_EMIT_EPILOGUE_H
#define PHOBOS_EMIT_EPILOGUE_H

#include "Emit/MmaSync.h"
#include "Emit/RowTable.h"

namespace phobos {

/// Replays the original kernel once for each virtual thread of the tile, with its sum. Shared memory must be free; it
/// is when this returns.
void emitEpilogue(TileBuilder &B, const TilePlace &Tile, const Values &Sums);

} // namespace phobos

#endif
