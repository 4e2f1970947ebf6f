# SPDX-License-Identifier: GPL-3.0-or-later
# Installation: the command with its manual and machines, and the runtime library that cost programs link.
include(CMakePackageConfigHelpers)

add_library(runtime_archive STATIC $<TARGET_OBJECTS:forecost_runtime> $<TARGET_OBJECTS:fc_models> $<TARGET_OBJECTS:fc_comm>)
set_target_properties(runtime_archive PROPERTIES OUTPUT_NAME forecost_runtime EXPORT_NAME runtime LINKER_LANGUAGE C
  ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package)
target_include_directories(runtime_archive INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/forecost>)
target_link_libraries(runtime_archive INTERFACE m)

# The command itself prints manual pages and completions; one page for each command and subcommand, whose descriptions
# in commands/cmd_<name>.c begin with their name.
file(GLOB command_sources CONFIGURE_DEPENDS tools/commands/cmd_*.c)
set(pages forecost.1)
set(print_pages COMMAND forecost help --man > forecost.1)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${command_sources})
foreach(source ${command_sources})
  file(STRINGS ${source} names REGEX "^    \\.name = \"[a-z ]+\",$")
  foreach(line ${names})
    string(REGEX REPLACE "^.*\"(.*)\".*$" "\\1" command ${line})
    string(REPLACE " " "-" page forecost-${command}.1)
    separate_arguments(words UNIX_COMMAND ${command})
    list(APPEND pages ${page})
    list(APPEND print_pages COMMAND forecost help --man ${words} > ${page})
  endforeach()
endforeach()
add_custom_command(OUTPUT ${pages} ${print_pages} DEPENDS forecost VERBATIM)
add_custom_command(OUTPUT completion.bash completion.zsh
  COMMAND forecost help --completion bash > completion.bash
  COMMAND forecost help --completion zsh > completion.zsh DEPENDS forecost VERBATIM)
add_custom_target(manual ALL DEPENDS ${pages} completion.bash completion.zsh)
list(TRANSFORM pages PREPEND ${CMAKE_BINARY_DIR}/)

# `make docs` renews the committed reference in docs/reference; the test cases/docs compares it with the command's output.
set(reference ${CMAKE_SOURCE_DIR}/docs/reference)
set(print_reference COMMAND forecost help --markdown > ${reference}/README.md
    COMMAND forecost explain --format markdown > ${reference}/messages.md)
foreach(source ${command_sources})
  string(REGEX REPLACE ".*/cmd_(.*)\\.c$" "\\1" command ${source})
  list(APPEND print_reference COMMAND forecost help --markdown ${command} > ${reference}/${command}.md)
endforeach()
add_custom_target(docs COMMAND ${CMAKE_COMMAND} -E make_directory ${reference} ${print_reference} VERBATIM)

install(TARGETS forecost forecost-cc DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS runtime_archive EXPORT forecost-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES runtime/core/forecost.h runtime/mpi/mpi_virtual.h runtime/mpi/datatypes/mpi_local.h runtime/mpi/one_sided/mpi_window.h
              runtime/mpi/requests/mpi_check.h runtime/core/finding.h runtime/mpi/io/mpi_file.h runtime/openmp/openmp.h runtime/core/cost_cache.h runtime/core/step_sample.h
              runtime/core/rank.h runtime/placement/mapping.h runtime/core/trace.h runtime/models/compute.h runtime/models/network.h
              runtime/models/region.h
              comm_interface/datatype.h comm_interface/runtime_function.h comm_interface/type_signature.h machine_properties/coefficients.h machine_properties/terms.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/forecost)
install(DIRECTORY machine_properties/machines/ DESTINATION ${CMAKE_INSTALL_DATADIR}/forecost/machines
        FILES_MATCHING PATTERN *.yaml)
install(FILES ${CMAKE_BINARY_DIR}/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME forecost)
install(FILES ${CMAKE_BINARY_DIR}/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _forecost)
install(FILES ${pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/forecost)
install(EXPORT forecost-targets NAMESPACE forecost:: DESTINATION ${package_folder})
configure_package_config_file(tools/package/forecost-config.cmake.in package/forecost-config.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(package/forecost-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/package/forecost-config.cmake ${CMAKE_BINARY_DIR}/package/forecost-config-version.cmake
        DESTINATION ${package_folder})
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(tools/package/forecost.pc.in package/forecost.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/package/forecost.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
include(${CMAKE_CURRENT_LIST_DIR}/package.cmake)
