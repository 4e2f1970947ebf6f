# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds the recorder in the library fc_signature, as one C source: cache.[ch] and recorder.[ch] without their mutual includes.
# Included by CMakeLists.txt this file defines the build rule; run as a script (cmake -P) with OUTPUT and FILES it generates
# the source.
if(CMAKE_SCRIPT_MODE_FILE)
  include(${CMAKE_CURRENT_LIST_DIR}/../../support/embed.cmake)
  set(text "")
  foreach(path ${FILES})
    file(READ ${path} more)
    string(REGEX REPLACE "#include \"(cache_policy|cache|recorder)\\.h\"\n" "" more "${more}")
    string(APPEND text "${more}")
  endforeach()
  file(WRITE ${OUTPUT}.text "${text}")
  forecost_embed(bytes fc_recorder_source ${OUTPUT}.text)
  file(WRITE ${OUTPUT} "#include \"runtime/cache_signature/access_record.h\"\n\n${bytes}")
  return()
endif()

set(recorder ${CMAKE_SOURCE_DIR}/machine_properties/cache_policy.h ${CMAKE_CURRENT_LIST_DIR}/cache.h ${CMAKE_CURRENT_LIST_DIR}/recorder.h ${CMAKE_CURRENT_LIST_DIR}/cache.c
             ${CMAKE_CURRENT_LIST_DIR}/recorder.c)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/recorder_source.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/recorder_source.c "-DFILES=${recorder}" -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${recorder} ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_SOURCE_DIR}/support/embed.cmake
  VERBATIM)
target_sources(fc_signature PRIVATE ${CMAKE_BINARY_DIR}/recorder_source.c)
