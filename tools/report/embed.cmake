# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the page of reports from page/ and the npm packages that page/package-lock.json pins, and embeds it in the library
# fc_tools. When included by CMakeLists.txt, it adds the build rule; run as a script (cmake -P) with OUTPUT, PAGE, FORMULA and NPM, it
# builds the page. If npm or its registry is not available, the page is empty, a warning is printed, and the next build retries.
if(CMAKE_SCRIPT_MODE_FILE)
  # npm_run(RESULT COMMAND...): quiet unless it fails.
  function(npm_run result)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
    if(NOT code EQUAL 0)
      message(WARNING "The page of reports was not built; all other targets are not affected. ${ARGN}:\n${text}")
    endif()
    set(${result} ${code} PARENT_SCOPE)
  endfunction()

  get_filename_component(folder ${OUTPUT} DIRECTORY)
  set(modules ${folder}/report_page)
  set(template ${modules}/template.html)
  set(code 1)
  if(NPM)
    file(MAKE_DIRECTORY ${modules})
    file(COPY ${PAGE}/package.json ${PAGE}/package-lock.json DESTINATION ${modules})
    file(SHA256 ${PAGE}/package-lock.json wanted)
    if(EXISTS ${modules}/installed)
      file(READ ${modules}/installed installed)
    endif()
    set(code 0)
    if(NOT installed STREQUAL wanted)
      npm_run(code ${NPM} ci --prefix ${modules} --ignore-scripts --no-audit --no-fund --fetch-retries=1)
    endif()
    if(code EQUAL 0)
      file(WRITE ${modules}/installed ${wanted})
      npm_run(code node ${PAGE}/build.mjs ${modules} ${template} ${FORMULA})
    endif()
  else()
    message(WARNING "The page of reports was not built: npm is missing (Debian package npm). All other targets are not affected.")
  endif()
  if(NOT code EQUAL 0)
    file(WRITE ${template} "")
  endif()
  include(${CMAKE_CURRENT_LIST_DIR}/../../support/embed.cmake)
  forecost_embed(bytes fc_report_page_template ${template})
  file(WRITE ${OUTPUT} "#include \"tools/report/report_page.h\"\n\n${bytes}")
  if(NOT code EQUAL 0)
    execute_process(COMMAND touch -t 200001010000 ${OUTPUT})
  endif()
  return()
endif()

find_program(NPM npm)
file(GLOB page CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/page/*)
add_custom_command(
  OUTPUT ${CMAKE_BINARY_DIR}/report_page_template.c
  COMMAND ${CMAKE_COMMAND} -DOUTPUT=${CMAKE_BINARY_DIR}/report_page_template.c -DPAGE=${CMAKE_CURRENT_LIST_DIR}/page
          -DFORMULA=${formula_javascript} -DNPM=$<IF:$<BOOL:${NPM}>,${NPM},>
          -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${page} ${formula_javascript} ${CMAKE_CURRENT_LIST_FILE} ${CMAKE_SOURCE_DIR}/support/embed.cmake
  VERBATIM)
target_sources(fc_tools PRIVATE ${CMAKE_BINARY_DIR}/report_page_template.c)
