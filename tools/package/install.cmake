# SPDX-License-Identifier: GPL-3.0-or-later
# What `cmake --install` gives: the command with its manual and machines, and the runtime that cost programs link.
include(CMakePackageConfigHelpers)

add_library(runtime_archive STATIC $<TARGET_OBJECTS:forecost_runtime> $<TARGET_OBJECTS:fc_models> $<TARGET_OBJECTS:fc_comm>)
set_target_properties(runtime_archive PROPERTIES OUTPUT_NAME forecost_runtime EXPORT_NAME runtime LINKER_LANGUAGE C
  ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/package)
target_include_directories(runtime_archive INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/forecost>)
target_link_libraries(runtime_archive INTERFACE m)

add_custom_command(OUTPUT forecost.1 COMMAND forecost help --man > forecost.1 DEPENDS forecost VERBATIM)
add_custom_target(manual ALL DEPENDS forecost.1)

install(TARGETS forecost forecost-cc DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS runtime_archive EXPORT forecost-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES runtime/evaluate/forecost.h runtime/evaluate/mpi_virtual.h runtime/evaluate/mpi_local.h runtime/evaluate/prices.h
              runtime/evaluate/rank.h runtime/models/compute.h
              comm_interface/datatype.h comm_interface/runtime_function.h machine_properties/coefficients.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/forecost)
install(DIRECTORY machine_properties/machines/ DESTINATION ${CMAKE_INSTALL_DATADIR}/forecost/machines
        FILES_MATCHING PATTERN *.yaml)
install(FILES ${CMAKE_BINARY_DIR}/forecost.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)

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
