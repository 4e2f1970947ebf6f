# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds the definitions of library functions that call procedures of the program in the library fc_frontend. Included by
# CMakeLists.txt, it adds the build rule; run as a script (cmake -P) with OUTPUT and ARGP, it writes the C file.
if(CMAKE_SCRIPT_MODE_FILE)
  include(${CMAKE_CURRENT_LIST_DIR}/../../../support/embed.cmake)
  forecost_embed(text fc_library_source_argp ${ARGP})
  file(WRITE ${OUTPUT} "${text}")
  return()
endif()

set(library_argp ${CMAKE_CURRENT_LIST_DIR}/argp.c)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/library_sources.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/library_sources.c -DARGP=${library_argp} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${library_argp} ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_SOURCE_DIR}/support/embed.cmake
  VERBATIM)
target_sources(fc_frontend PRIVATE ${CMAKE_BINARY_DIR}/library_sources.c)
