# SPDX-License-Identifier: GPL-3.0-or-later
# Embeds files in a C source by the assembler (.incbin), each followed by a NUL. The scripts that write such sources include
# this file.

# forecost_embed(OUT SYMBOL PATH): appends the bytes of a file, under a global symbol, to the C text in OUT.
function(forecost_embed out symbol path)
  set(${out} "${${out}}__asm__(\".section .rodata\\n.global ${symbol}\\n${symbol}:\\n\"\n        \".incbin \\\"${path}\\\"\\n.byte 0\\n.previous\");\n"
      PARENT_SCOPE)
endfunction()

# forecost_embed_table(OUT ENTRIES KEY FOLDER FILE...): the C text of local symbols, the entries {path, bytes, length} of a
# table, and a content key. FILE is relative to FOLDER.
function(forecost_embed_table out entries key folder)
  set(text "")
  set(table "")
  set(contents "")
  set(number 0)
  foreach(path ${ARGN})
    file(SIZE ${folder}/${path} size)
    file(SHA256 ${folder}/${path} content)
    string(APPEND contents "${path} ${content}\n")
    string(APPEND text "extern const char file_${number}[];\n"
           "__asm__(\".section .rodata\\nfile_${number}:\\n.incbin \\\"${folder}/${path}\\\"\\n.byte 0\\n.previous\");\n")
    string(APPEND table "    {\"${path}\", file_${number}, ${size}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  string(SHA256 content "${contents}")
  set(${out} "${text}" PARENT_SCOPE)
  set(${entries} "${table}" PARENT_SCOPE)
  set(${key} ${content} PARENT_SCOPE)
endfunction()
