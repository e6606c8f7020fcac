# Writes OUTPUT, a source file that defines phobos::runtimeBitcode() with the bytes of INPUT.
file(READ ${INPUT} Bytes HEX)
string(REGEX REPLACE "(................................)" "\\1\n" Bytes "${Bytes}")
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," Bytes "${Bytes}")
file(WRITE ${OUTPUT}
"#include \"Launch/RuntimeLinker.h\"

// Bitcode is read in words.
alignas(16) static const unsigned char Bytes[] = {
${Bytes}};

llvm::StringRef phobos::runtimeBitcode() { return {reinterpret_cast<const char *>(Bytes), sizeof(Bytes)}; }
")
