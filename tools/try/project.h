/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file project.h  Finds how a folder's program is built: a compilation database, CMake, make, configure, or C files
 * alone. */
#ifndef FC_TRY_PROJECT_H
#define FC_TRY_PROJECT_H

#include "support/words.h"

/** The kinds of a project; in a folder with several, the first of this list counts. */
typedef enum fc_project_kind {
    FC_PROJECT_DATABASE,  /* compile_commands.json */
    FC_PROJECT_CMAKE,     /* CMakeLists.txt */
    FC_PROJECT_MAKE,      /* GNUmakefile, makefile, Makefile, or one file Makefile.NAME */
    FC_PROJECT_CONFIGURE, /* configure */
    FC_PROJECT_FILES,     /* C files */
    FC_PROJECT_EXECUTABLE /* an executable of `forecost cc` */
} fc_project_kind;

typedef struct fc_project {
    fc_project_kind kind;
    char *folder;   /* as the user names it */
    char *makefile; /* the name of the only makefile, which make does not find itself; NULL: it finds one */
    fc_words files; /* of FC_PROJECT_FILES: the C files; of FC_PROJECT_EXECUTABLE: its path */
} fc_project;

/** From a folder, an executable, or C files. A folder without any of the kinds is searched down to three levels for
 * the only folder below it that has one. FC_E_INPUT: nothing is found, or several folders (the hint lists them). */
fc_status fc_project_find(FC_GIVE fc_project *out, const char *const *operand, int n, fc_report *report);
void fc_project_free(fc_project *project);

#endif
