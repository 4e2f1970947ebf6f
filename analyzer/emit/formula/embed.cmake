# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds the runtimes of printed formulas (Python, JavaScript, C) in the library fc_emit as byte arrays. Included by
# CMakeLists.txt, it adds the build rule. Run as a script (cmake -P) with OUTPUT, RUNTIME, JAVASCRIPT and DIMS, it writes
# the C file. The modules of JAVASCRIPT are joined into one.
if(CMAKE_SCRIPT_MODE_FILE)
  set(text "#include \"analyzer/emit/formula/formula_view.h\"\n\n")
  foreach(name RUNTIME JAVASCRIPT DIMS)
    set(whole "")
    foreach(path ${${name}})
      file(READ ${path} part)
      string(APPEND whole "${part}")
    endforeach()
    string(REGEX REPLACE "(import|export) {[^}]*}[^\n]*\n\n?" "" whole "${whole}")
    string(HEX "${whole}" hex)
    string(REGEX REPLACE "(..)" "'\\\\x\\1', " bytes "${hex}")
    string(TOLOWER ${name} lower)
    string(APPEND text "const char fc_formula_${lower}[] = {${bytes}'\\0'};\n")
  endforeach()
  file(WRITE ${OUTPUT} "${text}")
  return()
endif()

set(formula_runtime ${CMAKE_CURRENT_LIST_DIR}/formula_runtime.py)
set(formula_javascript ${CMAKE_CURRENT_LIST_DIR}/formula_compute.mjs ${CMAKE_CURRENT_LIST_DIR}/formula_communication.mjs
    ${CMAKE_CURRENT_LIST_DIR}/formula_runtime.mjs)
set(formula_dims ${CMAKE_CURRENT_LIST_DIR}/formula_dims.h)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/formula_files.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/formula_files.c -DRUNTIME=${formula_runtime}
          "-DJAVASCRIPT=${formula_javascript}" -DDIMS=${formula_dims} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${formula_runtime} ${formula_javascript} ${formula_dims} ${CMAKE_CURRENT_LIST_FILE}
  VERBATIM)
target_sources(fc_emit PRIVATE ${CMAKE_BINARY_DIR}/formula_files.c)
