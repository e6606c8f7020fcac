# Compiles through ccache where there is one. A precompiled header is cached, and what includes it too, only if it carries no
# time stamps and ccache may overlook that its content depends on macros: hence the two settings.
find_program(PHOBOS_CCACHE ccache)
set(PhobosLauncher "${CMAKE_CXX_COMPILER_LAUNCHER}")
if(PHOBOS_CCACHE AND (NOT PhobosLauncher OR PhobosLauncher MATCHES "ccache$"))
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${PHOBOS_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  endif()
endif()
