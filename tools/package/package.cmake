# SPDX-License-Identifier: GPL-3.0-or-later
# `make deb` in the build folder: a Debian package of the installation. The same sources give the same bytes: all files get the
# time of the last commit (SOURCE_DATE_EPOCH, if it is set).
if(DEFINED ENV{SOURCE_DATE_EPOCH})
  set(package_time $ENV{SOURCE_DATE_EPOCH})
else()
  execute_process(COMMAND git -C ${CMAKE_SOURCE_DIR} log -1 --format=%ct OUTPUT_VARIABLE package_time
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT package_time)
    set(package_time 0)
  endif()
endif()
set(package_maintainer "Forecost developers <developers@forecost.example>")
execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C TZ=UTC date -u -R -d @${package_time} OUTPUT_VARIABLE package_date
                OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
configure_file(${CMAKE_CURRENT_LIST_DIR}/changelog.in package/changelog @ONLY)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME forecost)
set(CPACK_PACKAGE_CONTACT ${package_maintainer})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "predicts the run time of MPI C programs from their sources")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Forecost reads an MPI C program and predicts without a cluster how long it
runs on p ranks, where the time goes, and which variant scales better. The
answer is a formula in closed form and a table over ranks and problem sizes.

The package contains the command, its manual pages and completions, bundled
machines, and the runtime library that emitted cost programs link, with a
pkg-config file and a CMake package.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang1-19, gcc, libc6-dev") # loaded when first used; compiles cost programs
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "openmpi-bin, libopenmpi-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gnuplot-nox, llvm-19")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/stage.cmake)
set(CPACK_FORECOST_TIME ${package_time})
set(CPACK_FORECOST_FILES ${CMAKE_CURRENT_LIST_DIR}/copyright ${CMAKE_BINARY_DIR}/package/changelog)
include(CPack)
# With generator Ninja, cpack does not make target preinstall, which would build the tests too.
add_custom_target(deb COMMAND ${CMAKE_COMMAND} -E env SOURCE_DATE_EPOCH=${package_time} ${CMAKE_CPACK_COMMAND} -G DEB
  -D CPACK_CMAKE_GENERATOR=Ninja
  DEPENDS forecost forecost-cc runtime_archive manual WORKING_DIRECTORY ${CMAKE_BINARY_DIR} VERBATIM)
