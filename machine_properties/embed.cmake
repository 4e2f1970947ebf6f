# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds benchmark sources and bundled machines in fc_machine as the table of bundled.h. When included by CMakeLists.txt,
# it adds the build rule; run as a script (cmake -P) with OUTPUT and FILES, it writes the table.
if(CMAKE_SCRIPT_MODE_FILE)
  set(table "")
  set(arrays "")
  set(number 0)
  foreach(path ${FILES})
    file(READ ${path} hex HEX)
    string(REGEX REPLACE "(..)" "\\\\x\\1" bytes "${hex}")
    string(REGEX REPLACE "(................................................................................)" "\\1\"\n\"" bytes "${bytes}")
    string(APPEND arrays "static const char file_${number}[] =\n\"${bytes}\";\n")
    string(APPEND table "    {\"${path}\", file_${number}, sizeof file_${number} - 1},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(WRITE ${OUTPUT} "#include \"machine_properties/bundled.h\"\n\n${arrays}\n"
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
  WORKING_DIRECTORY ${CMAKE_CURRENT_LIST_DIR}
  DEPENDS ${bundled_paths} ${CMAKE_CURRENT_LIST_FILE}
  VERBATIM)
target_sources(fc_machine PRIVATE ${CMAKE_BINARY_DIR}/bundled_files.c)
set_source_files_properties(${CMAKE_BINARY_DIR}/bundled_files.c PROPERTIES COMPILE_OPTIONS "-Wno-overlength-strings")
