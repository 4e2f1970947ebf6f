/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that the runtime's headers declare all MPI constants that a cost program uses, by searching the embedded
 * header texts. */
#include "analyzer/emit/cost_program/emitter.h"
#include "comm_interface/datatype.h"
#include "runtime/host/embedded.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);
    const char *at = strstr(text, word);
    while (at && (isalnum((unsigned char)at[length]) || at[length] == '_'))
        at = strstr(at + 1, word);
    return at != NULL;
}

bool fc_residual_is_declared(const char *name)
{
    static const char *const datatype[] = {
#define FC_DATATYPE_NAME(name, number, bytes) "FC_MPI_" #name,
        FC_MPI_DATATYPE_LIST(FC_DATATYPE_NAME)
#undef FC_DATATYPE_NAME
    };
    for (size_t i = 0; i < sizeof datatype / sizeof *datatype; i++)
        if (strcmp(datatype[i], name) == 0)
            return true;
    for (int i = 0; i < fc_embedded_n_files; i++) {
        const char *path = fc_embedded_files[i].path, *last = strrchr(path, '/') + 1;
        bool declares = strncmp(last, "mpi_", 4) == 0 || strcmp(last, "datatype.h") == 0;
        if (declares && path[strlen(path) - 1] == 'h' && has_word(fc_embedded_files[i].bytes, name))
            return true;
    }
    return false;
}

const fc_node *fc_emitter_undeclared_constant(const fc_program *program, const char *text)
{
    const fc_node *found = NULL;
    for (int i = 0; i < program->n_nodes && !found; i++) {
        const fc_node *node = program->node[i];
        if (node->kind != FC_HANDLE)
            continue;
        char *name = fc_format("FC_%s", node->text);
        if (!fc_residual_is_declared(name) && has_word(text, name))
            found = node;
        free(name);
    }
    return found;
}
