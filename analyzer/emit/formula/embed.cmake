# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles the models to WebAssembly (module/) and embeds the runtimes of printed formulas (JavaScript, Python) and the C
# text of MPI_Dims_create in the library fc_emit. Included by CMakeLists.txt, it adds the build rules. Run as
# a script (cmake -P) with CLANGS, INCLUDES, SOURCES, RUNTIME and OUTPUT, it writes the JavaScript runtime with the module in
# it. Without a clang that links for wasm32-wasi, the module is empty, a warning is printed, and the next build retries. Run
# with JAVASCRIPT, PYTHON, DIMS and OUTPUT, it writes the C file.
if(CMAKE_SCRIPT_MODE_FILE AND CLANGS)
  set(module ${OUTPUT}.wasm)
  set(code 1)
  foreach(clang ${CLANGS})
    if(NOT code EQUAL 0)
      execute_process(COMMAND ${clang} --target=wasm32-wasi -std=gnu17 -Os -Wno-shift-count-overflow -Wno-integer-overflow
                              -nostartfiles -nodefaultlibs -lc -Wl,--no-entry,--strip-all ${INCLUDES} ${SOURCES} -o ${module}
                      RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
    endif()
  endforeach()
  set(base64 "")
  if(code EQUAL 0)
    execute_process(COMMAND base64 -w 0 ${module} OUTPUT_VARIABLE base64 COMMAND_ERROR_IS_FATAL ANY)
  else()
    message(WARNING "The models were not compiled to WebAssembly; reports and formulas as JavaScript are not available. "
                    "Debian's packages clang, lld and wasi-libc are needed:\n${text}")
  endif()
  file(READ ${RUNTIME} runtime)
  string(REPLACE "FORECOST_MODULE" "${base64}" runtime "${runtime}")
  file(WRITE ${OUTPUT} "${runtime}")
  if(NOT code EQUAL 0)
    execute_process(COMMAND touch -t 200001010000 ${OUTPUT})
  endif()
  return()
endif()

if(CMAKE_SCRIPT_MODE_FILE)
  include(${CMAKE_CURRENT_LIST_DIR}/../../../support/embed.cmake)
  set(text "#include \"analyzer/emit/formula/formula_view.h\"\n\n")
  foreach(name JAVASCRIPT PYTHON DIMS)
    file(READ ${${name}} whole)
    string(REGEX REPLACE "export {[^}]*}[^\n]*\n\n?" "" whole "${whole}")
    string(TOLOWER ${name} lower)
    file(WRITE ${OUTPUT}.${lower} "${whole}")
    forecost_embed(text fc_formula_${lower} ${OUTPUT}.${lower})
  endforeach()
  file(WRITE ${OUTPUT} "${text}")
  return()
endif()

set(wasm_clangs "")
foreach(name clang-19 clang-14 clang)
  find_program(FORECOST_WASM_${name} ${name})
  if(FORECOST_WASM_${name})
    list(APPEND wasm_clangs ${FORECOST_WASM_${name}})
  endif()
endforeach()
if(NOT wasm_clangs)
  set(wasm_clangs clang) # its absence is the warning
endif()
file(GLOB wasm_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/module/*.c ${CMAKE_SOURCE_DIR}/runtime/models/compute_*.c
     ${CMAKE_SOURCE_DIR}/runtime/models/queueing.c ${CMAKE_SOURCE_DIR}/runtime/models/uncertainty.c
     ${CMAKE_SOURCE_DIR}/comm_interface/runtime_function.c)
file(GLOB_RECURSE wasm_headers CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/runtime/*.h ${CMAKE_SOURCE_DIR}/machine_properties/*.h
     ${CMAKE_SOURCE_DIR}/comm_interface/*.h)
set(wasm_includes -I${CMAKE_SOURCE_DIR})
foreach(header ${wasm_headers})
  get_filename_component(folder ${header} DIRECTORY)
  list(APPEND wasm_includes -I${folder})
endforeach()
list(REMOVE_DUPLICATES wasm_includes)
# Also the input of the report page (tools/report/embed.cmake).
set(formula_javascript ${CMAKE_BINARY_DIR}/formula_runtime.mjs)
set(formula_runtime ${CMAKE_CURRENT_LIST_DIR}/formula_runtime.mjs)
set(formula_python ${CMAKE_CURRENT_LIST_DIR}/formula_runtime.py)
set(formula_dims ${CMAKE_CURRENT_LIST_DIR}/formula_dims.h)
add_custom_command(
  OUTPUT ${formula_javascript}
  COMMAND ${CMAKE_COMMAND} "-DCLANGS=${wasm_clangs}" "-DINCLUDES=${wasm_includes}" "-DSOURCES=${wasm_sources}"
          -DRUNTIME=${formula_runtime} -DOUTPUT=${formula_javascript} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${wasm_sources} ${wasm_headers} ${formula_runtime} ${CMAKE_CURRENT_LIST_FILE}
  VERBATIM)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/formula_files.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/formula_files.c -DJAVASCRIPT=${formula_javascript}
          -DPYTHON=${formula_python} -DDIMS=${formula_dims} -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${formula_javascript} ${formula_python} ${formula_dims} ${CMAKE_CURRENT_LIST_FILE}
          ${CMAKE_SOURCE_DIR}/support/embed.cmake
  VERBATIM)
target_sources(fc_emit PRIVATE ${CMAKE_BINARY_DIR}/formula_files.c)
