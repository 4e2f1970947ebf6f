# SPDX-License-Identifier: GPL-3.0-or-later
# CPack runs this on the files of the package: what Debian's policy wants of them, and one time for all.
set(usr ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(folder ${usr}/share/doc/forecost)
file(MAKE_DIRECTORY ${folder})
file(COPY ${CPACK_FORECOST_FILES} DESTINATION ${folder})
file(GLOB pages ${usr}/share/man/man1/*.1)
execute_process(COMMAND gzip -9 -n -f ${pages} ${folder}/changelog COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${usr}/share/zsh/site-functions ${usr}/share/zsh/vendor-completions)
file(GLOB archives ${usr}/lib/*/*.a ${usr}/lib/*.a)
execute_process(COMMAND strip --strip-debug --remove-section=.comment ${archives} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND strip --remove-section=.comment ${usr}/bin/forecost ${usr}/bin/forecost-cc COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND chmod -R u=rwX,go=rX ${usr} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND find ${CPACK_TEMPORARY_DIRECTORY} -exec touch -h -d @${CPACK_FORECOST_TIME} {} + COMMAND_ERROR_IS_FATAL ANY)
