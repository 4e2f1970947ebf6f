# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds the runtime's sources in the library fc_scaling, as the table of embedded.h. Included by CMakeLists.txt this file
# defines the build rule of the table; run as a script (cmake -P) with OUTPUT, FOLDER and FILES it generates the table.
if(CMAKE_SCRIPT_MODE_FILE)
  include(${CMAKE_CURRENT_LIST_DIR}/../../support/embed.cmake)
  list(LENGTH FILES number)
  forecost_embed_table(bytes table key ${FOLDER} ${FILES})
  file(WRITE ${OUTPUT} "#include \"runtime/host/embedded.h\"\n\n${bytes}\n"
       "const fc_embedded_file fc_embedded_files[] = {\n${table}};\nconst int fc_embedded_n_files = ${number};\n"
       "const char fc_embedded_key[] = \"${key}\";\n")
  return()
endif()

file(GLOB embedded RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
     machine_properties/coefficients.h machine_properties/terms.h support/hash.h comm_interface/datatype.[ch] comm_interface/runtime_function.[ch]
     comm_interface/type_signature.[ch] comm_interface/operations.[ch]
     comm_interface/collective_*.[ch]
     runtime/models/*.[ch] runtime/host/standalone/*)
file(GLOB_RECURSE embedded_runtime RELATIVE ${CMAKE_SOURCE_DIR} CONFIGURE_DEPENDS
     runtime/core/*.[ch] runtime/mpi/*.[ch] runtime/equivalence/*.[ch] runtime/openmp/*.[ch] runtime/placement/*.[ch])
list(APPEND embedded ${embedded_runtime})
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/embedded_files.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/embedded_files.c -DFOLDER=${CMAKE_SOURCE_DIR} "-DFILES=${embedded}"
          -P ${CMAKE_CURRENT_LIST_FILE}
  WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
  DEPENDS ${embedded} ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_SOURCE_DIR}/support/embed.cmake
  VERBATIM)
target_sources(fc_scaling PRIVATE ${CMAKE_BINARY_DIR}/embedded_files.c)
# Exports all functions of the runtime: a loaded cost program resolves them in the executable.
target_link_libraries(fc_scaling PUBLIC "$<LINK_LIBRARY:WHOLE_ARCHIVE,forecost_runtime>")
target_link_options(fc_scaling INTERFACE -rdynamic)
