/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/emit/instrument.h"

#include <string.h>

static const char head[] = "/* Written by forecost: gathers the counters of an instrumented program. */\n"
                           "#define _GNU_SOURCE\n"
                           "#include <mpi.h>\n"
                           "#include <stdio.h>\n"
                           "#include <stdlib.h>\n"
                           "#include <string.h>\n"
                           "#include <sys/resource.h>\n"
                           "#include <time.h>\n"
                           "#include <unistd.h>\n"
                           "\n";

static const char body[] =
    "static unsigned long gathered[TOTAL + 1];\n"
    "static int was_gathered, own_rank = -1, all_ranks = 1;\n"
    "\n"
    "static void write_counters(const char *name, int first, int rows, const unsigned long *counters)\n"
    "{\n"
    "    const char *folder = getenv(\"FORECOST_PROFILE\");\n"
    "    char path[4096], temporary[4200];\n"
    "    if (!folder || snprintf(path, sizeof path, \"%s/%s\", folder, name) >= (int)sizeof path)\n"
    "        return;\n"
    "    snprintf(temporary, sizeof temporary, \"%s.part\", path);\n"
    "    FILE *file = fopen(temporary, \"w\");\n"
    "    if (!file)\n"
    "        return;\n"
    "    int bad = fprintf(file, \"forecost-counters 1 %d %d %d %d\\n\", all_ranks, first, rows, TOTAL) < 0;\n"
    "    for (int row = 0; row < rows; row++, counters += TOTAL) {\n"
    "        for (int i = 0; i < TOTAL; i++)\n"
    "            bad |= fprintf(file, \"%lu \", counters[i]) < 0;\n"
    "        bad |= fputc('\\n', file) < 0;\n"
    "    }\n"
    "    bad |= fclose(file) != 0;\n"
    "    if (!bad)\n"
    "        rename(temporary, path);\n"
    "}\n"
    "\n"
    "int MPI_Finalize(void)\n"
    "{\n"
    "    stop_timers();\n"
    "    PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);\n"
    "    PMPI_Comm_size(MPI_COMM_WORLD, &all_ranks);\n"
    "    size_t length = (size_t)TOTAL + 1;\n"
    "    unsigned long *all = own_rank == 0 ? calloc((size_t)all_ranks * length, sizeof *all) : NULL;\n"
    "    collect(gathered);\n"
    "    int good = own_rank != 0 || all;\n"
    "    PMPI_Bcast(&good, 1, MPI_INT, 0, MPI_COMM_WORLD);\n"
    "    if (good && getenv(\"FORECOST_PROFILE\")) {\n"
    "        PMPI_Gather(gathered, TOTAL, MPI_UNSIGNED_LONG, all, TOTAL, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);\n"
    "        if (own_rank == 0)\n"
    "            write_counters(\"all\", 0, all_ranks, all);\n"
    "        was_gathered = 1;\n"
    "    }\n"
    "    free(all);\n"
    "    return PMPI_Finalize();\n"
    "}\n"
    "\n"
    "/* The rank as MPI tells it, or as its launcher does. */\n"
    "static void find_rank(void)\n"
    "{\n"
    "    int initialized = 0, finalized = 0;\n"
    "    PMPI_Initialized(&initialized);\n"
    "    PMPI_Finalized(&finalized);\n"
    "    if (initialized && !finalized) {\n"
    "        PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);\n"
    "        PMPI_Comm_size(MPI_COMM_WORLD, &all_ranks);\n"
    "        return;\n"
    "    }\n"
    "    const char *rank = getenv(\"OMPI_COMM_WORLD_RANK\"), *ranks = getenv(\"OMPI_COMM_WORLD_SIZE\");\n"
    "    rank = rank ? rank : getenv(\"PMI_RANK\");\n"
    "    ranks = ranks ? ranks : getenv(\"PMI_SIZE\");\n"
    "    own_rank = rank ? atoi(rank) : 0;\n"
    "    all_ranks = ranks ? atoi(ranks) : 1;\n"
    "}\n"
    "\n"
    "__attribute__((destructor)) static void write_at_exit(void)\n"
    "{\n"
    "    static unsigned long last[TOTAL + 1];\n"
    "    char name[32];\n"
    "    collect(last);\n"
    "    if (was_gathered && memcmp(last, gathered, sizeof last) == 0)\n"
    "        return;\n"
    "    if (own_rank < 0)\n"
    "        find_rank();\n"
    "    snprintf(name, sizeof name, \"rank.%d\", own_rank);\n"
    "    write_counters(name, own_rank, 1, last);\n"
    "}\n";

void fc_profile_runtime_print(fc_text *out, const int *counters, int n_units, const fc_instrument_request *request)
{
    int total = 0;
    fc_text_append(out, head, sizeof head - 1);
    for (int i = 0; i < n_units; i++) {
        if (counters[i])
            fc_text_add(out, "extern unsigned long " FC_COUNTER_ARRAY "[%d];\n", i, counters[i]);
        total += counters[i];
    }
    fc_text_add(out, "enum { TOTAL = %d };\n\nstatic void collect(unsigned long *out)\n{\n    (void)out;\n", total);
    for (int i = 0, first = 0; i < n_units; first += counters[i++])
        if (counters[i])
            fc_text_add(out, "    memcpy(out + %d, " FC_COUNTER_ARRAY ", sizeof " FC_COUNTER_ARRAY ");\n", first, i, i);
    fc_text_add(out, "}\n\n");
    fc_call_timer_print(out);
    fc_size_runtime_print(out);
    if (request->n_inputs > 0)
        fc_input_runtime_print(out);
    if (request->n_timers > 0)
        fc_timer_runtime_print(out);
    else
        fc_text_add(out, "static void stop_timers(void)\n{\n}\n\n");
    fc_text_append(out, body, sizeof body - 1);
}
