# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds benchmark sources and bundled machines in fc_machine as the table of bundled.h. When included by CMakeLists.txt,
# it adds the build rule; run as a script (cmake -P) with OUTPUT and FILES, it writes the table.
if(CMAKE_SCRIPT_MODE_FILE)
  include(${CMAKE_CURRENT_LIST_DIR}/../support/embed.cmake)
  list(LENGTH FILES number)
  forecost_embed_table(bytes table key ${CMAKE_CURRENT_LIST_DIR} ${FILES})
  file(WRITE ${OUTPUT} "#include \"machine_properties/bundled.h\"\n\n${bytes}\n"
       "const fc_bundled_file fc_bundled_files[] = {\n${table}};\nconst int fc_bundled_n_files = ${number};\n")
  return()
endif()

file(GLOB bundled RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/benchmarks/*.[ch]
     ${CMAKE_CURRENT_LIST_DIR}/machines/*.yaml
     ${CMAKE_CURRENT_LIST_DIR}/machines/*.yaml.gz)
set(bundled_paths ${bundled})
list(TRANSFORM bundled_paths PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/bundled_files.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/bundled_files.c "-DFILES=${bundled}" -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${bundled_paths} ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_SOURCE_DIR}/support/embed.cmake
  VERBATIM)
target_sources(fc_machine PRIVATE ${CMAKE_BINARY_DIR}/bundled_files.c)
