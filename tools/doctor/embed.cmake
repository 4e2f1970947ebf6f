# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds the demo program in the library fc_tools. When included by CMakeLists.txt, it adds the build rule; run as a script
# (cmake -P) with OUTPUT and DEMO, it writes the file.
if(CMAKE_SCRIPT_MODE_FILE)
  include(${CMAKE_CURRENT_LIST_DIR}/../../support/embed.cmake)
  forecost_embed(bytes fc_doctor_demo_source ${DEMO})
  file(WRITE ${OUTPUT} "#include \"tools/doctor/doctor.h\"\n\n${bytes}")
  return()
endif()

set(demo ${CMAKE_SOURCE_DIR}/examples/jacobi_row/jacobi_row.c)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/doctor_demo_source.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/doctor_demo_source.c -DDEMO=${demo} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${demo} ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_SOURCE_DIR}/support/embed.cmake
  VERBATIM)
target_sources(fc_tools PRIVATE ${CMAKE_BINARY_DIR}/doctor_demo_source.c)
