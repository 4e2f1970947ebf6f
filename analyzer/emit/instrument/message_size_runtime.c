/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runtime that records message sizes: bytes of datatypes, elements of variable blocks. slot: number of calls, sum. */
#include "analyzer/emit/instrument/instrument.h"

static const char declarations[] =
    "void forecost_datatype(unsigned long *slot, const void *type);\n"
    "void forecost_blocks(unsigned long *slot, const int *count, const void *communicator, int root);\n";

static const char body[] =
    "void forecost_datatype(unsigned long *slot, const void *type)\n"
    "{\n"
    "    MPI_Datatype of;\n"
    "    int bytes = 0;\n"
    "    memcpy(&of, type, sizeof of);\n"
    "    slot[0]++;\n"
    "    if (of != MPI_DATATYPE_NULL && PMPI_Type_size(of, &bytes) == MPI_SUCCESS && bytes > 0)\n"
    "        slot[1] += (unsigned long)bytes;\n"
    "}\n"
    "\n"
    "/* root: the only rank whose counts are significant; -1: all ranks'. */\n"
    "void forecost_blocks(unsigned long *slot, const int *count, const void *communicator, int root)\n"
    "{\n"
    "    MPI_Comm of;\n"
    "    int size = 0, rank = 0;\n"
    "    memcpy(&of, communicator, sizeof of);\n"
    "    if (of == MPI_COMM_NULL || PMPI_Comm_rank(of, &rank) != MPI_SUCCESS || (root >= 0 && rank != root) || "
    "!count)\n"
    "        return;\n"
    "    PMPI_Comm_size(of, &size);\n"
    "    slot[0]++;\n"
    "    for (int i = 0; i < size; i++)\n"
    "        slot[1] += count[i] > 0 ? (unsigned long)count[i] : 0;\n"
    "}\n"
    "\n";

void fc_message_size_declarations_print(fc_text *out)
{
    fc_text_append(out, declarations, sizeof declarations - 1);
}

void fc_message_size_runtime_print(fc_text *out)
{
    fc_text_append(out, body, sizeof body - 1);
}
