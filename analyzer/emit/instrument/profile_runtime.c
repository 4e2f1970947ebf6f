/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints the profile runtime, the C source linked with an instrumented program (instrument.h). */
#include "analyzer/emit/instrument/instrument.h"

#include <string.h>

static const char head[] = "/* Written by forecost: gathers the counters of an instrumented program. */\n"
                           "#define _GNU_SOURCE\n"
                           "#include <fcntl.h>\n"
                           "#include <mpi.h>\n"
                           "#include <stdio.h>\n"
                           "#include <stdlib.h>\n"
                           "#include <string.h>\n"
                           "#include <sys/mman.h>\n"
                           "#include <sys/resource.h>\n"
                           "#include <time.h>\n"
                           "#include <unistd.h>\n"
                           "\n"
                           "static unsigned long read_clock(clockid_t clock)\n"
                           "{\n"
                           "    struct timespec time;\n"
                           "    clock_gettime(clock, &time);\n"
                           "    return 1000000000ul * (unsigned long)time.tv_sec + (unsigned long)time.tv_nsec;\n"
                           "}\n"
                           "\n";

static const char gathering[] =
    "static int own_rank, all_ranks = 1;\n"
    "static char kept_path[4096];\n"
    "\n"
    "static void write_all(const unsigned long *counters)\n"
    "{\n"
    "    char path[4096], temporary[4200];\n"
    "    if (snprintf(path, sizeof path, \"%s/all\", getenv(\"FORECOST_PROFILE\")) >= (int)sizeof path)\n"
    "        return;\n"
    "    snprintf(temporary, sizeof temporary, \"%s.part\", path);\n"
    "    FILE *file = fopen(temporary, \"w\");\n"
    "    if (!file)\n"
    "        return;\n"
    "    int bad = fprintf(file, \"forecost-counters 2 %d %d\\n\", all_ranks, TOTAL) < 0;\n"
    "    for (int row = 0; row < all_ranks; row++, counters += TOTAL) {\n"
    "        for (int i = 0; i < TOTAL; i++)\n"
    "            bad |= fprintf(file, \"%lu \", counters[i]) < 0;\n"
    "        bad |= fputc('\\n', file) < 0;\n"
    "    }\n"
    "    bad |= fclose(file) != 0;\n"
    "    if (!bad)\n"
    "        rename(temporary, path);\n"
    "}\n"
    "\n"
    "/* If the launcher gave another rank number or none, the file is removed: it may belong to another rank. */\n"
    "int MPI_Finalize(void)\n"
    "{\n"
    "    static unsigned long gathered[TOTAL + 1];\n"
    "    int launched = own_rank;\n"
    "    stop_timers();\n"
    "    PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);\n"
    "    PMPI_Comm_size(MPI_COMM_WORLD, &all_ranks);\n"
    "    if (launched != own_rank && kept_path[0])\n"
    "        unlink(kept_path);\n"
    "    size_t length = (size_t)TOTAL + 1;\n"
    "    unsigned long *all = own_rank == 0 ? calloc((size_t)all_ranks * length, sizeof *all) : NULL;\n"
    "    collect(gathered);\n"
    "    int good = own_rank != 0 || all;\n"
    "    PMPI_Bcast(&good, 1, MPI_INT, 0, MPI_COMM_WORLD);\n"
    "    if (good && getenv(\"FORECOST_PROFILE\")) {\n"
    "        PMPI_Gather(gathered, TOTAL, MPI_UNSIGNED_LONG, all, TOTAL, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);\n"
    "        if (own_rank == 0)\n"
    "            write_all(all);\n"
    "    }\n"
    "    free(all);\n"
    "    return PMPI_Finalize();\n"
    "}\n"
    "\n";

static const char keeping[] =
    "extern char __start_forecost_counters[], __stop_forecost_counters[];\n"
    "\n"
    "static int launcher_number(const char *const *variable, int otherwise)\n"
    "{\n"
    "    for (; *variable; variable++)\n"
    "        if (getenv(*variable))\n"
    "            return atoi(getenv(*variable));\n"
    "    return otherwise;\n"
    "}\n"
    "\n"
    "static unsigned long in_pages(unsigned long bytes)\n"
    "{\n"
    "    unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE);\n"
    "    return (bytes + page - 1) / page * page;\n"
    "}\n"
    "\n"
    "/* Writes the offset and number of each unit's counters. */\n"
    "static int write_head(int file, const char *begin, unsigned long room)\n"
    "{\n"
    "    char *text = calloc(1, room);\n"
    "    if (!text)\n"
    "        return 0;\n"
    "    int n = snprintf(text, room, \"forecost-kept 2 %d %d\\n\", all_ranks, own_rank);\n"
    "    for (int i = 0; i < UNITS; i++) {\n"
    "        unsigned long place = room + (unsigned long)((const char *)unit[i].counter - begin);\n"
    "        n += snprintf(text + n, room - (unsigned long)n, \"%lu %d\\n\", place, unit[i].n);\n"
    "    }\n"
    "    int good = write(file, text, room) == (ssize_t)room;\n"
    "    free(text);\n"
    "    return good;\n"
    "}\n"
    "\n"
    "/* Maps the pages of the counters to a file, so that the counts survive any end of the process. A child process\n"
    " * has no file: the file of its rank already exists. */\n"
    "__attribute__((constructor)) static void keep_counters(void)\n"
    "{\n"
    "    static const char *const rank[] = {\"OMPI_COMM_WORLD_RANK\", \"PMI_RANK\", \"PMIX_RANK\", NULL};\n"
    "    static const char *const ranks[] = {\"OMPI_COMM_WORLD_SIZE\", \"PMI_SIZE\", NULL};\n"
    "    const char *folder = getenv(\"FORECOST_PROFILE\");\n"
    "    unsigned long page = (unsigned long)sysconf(_SC_PAGESIZE), room = in_pages(64 + 48 * UNITS);\n"
    "    char *begin = __start_forecost_counters - (unsigned long)__start_forecost_counters % page;\n"
    "    unsigned long bytes = in_pages((unsigned long)(__stop_forecost_counters - begin));\n"
    "    own_rank = launcher_number(rank, 0);\n"
    "    all_ranks = launcher_number(ranks, 1);\n"
    "    if (!folder || snprintf(kept_path, sizeof kept_path, \"%s/rank.%d\", folder, own_rank) >= (int)sizeof "
    "kept_path)\n"
    "        return;\n"
    "    int file = open(kept_path, O_RDWR | O_CREAT | O_EXCL, 0600);\n"
    "    if (file < 0) {\n"
    "        kept_path[0] = 0;\n"
    "        return;\n"
    "    }\n"
    "    if (!write_head(file, begin, room) || write(file, begin, bytes) != (ssize_t)bytes ||\n"
    "        mmap(begin, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, (off_t)room) == MAP_FAILED)\n"
    "        unlink(kept_path);\n"
    "    close(file);\n"
    "}\n";

/* Prints the declarations of the units' arrays, and a function that concatenates them. */
static void print_units(fc_text *out, const int *counters, int n_units)
{
    int total = 0, n = 0;
    for (int i = 0; i < n_units; i++) {
        if (counters[i])
            fc_text_add(out, "extern unsigned long " FC_COUNTER_ARRAY "[%d];\n", i, counters[i]);
        total += counters[i];
        n += counters[i] > 0;
    }
    fc_text_add(out, "__attribute__((used)) static unsigned long own_counter[1] " FC_COUNTER_SECTION ";\n");
    fc_text_add(out, "enum { TOTAL = %d, UNITS = %d };\n", total, n);
    fc_text_add(out, "static const struct { unsigned long *counter; int n; } unit[] = {");
    for (int i = 0; i < n_units; i++)
        if (counters[i])
            fc_text_add(out, "{" FC_COUNTER_ARRAY ", %d}, ", i, counters[i]);
    fc_text_add(out, "{own_counter, 0}};\n\n"
                     "static void collect(unsigned long *out)\n{\n"
                     "    for (int i = 0; i < UNITS; out += unit[i++].n)\n"
                     "        memcpy(out, unit[i].counter, (size_t)unit[i].n * sizeof *out);\n}\n\n");
}

void fc_profile_runtime_print(fc_text *out, const int *counters, int n_units, const fc_instrument_request *request)
{
    fc_text_append(out, head, sizeof head - 1);
    print_units(out, counters, n_units);
    fc_call_timer_runtime_print(out);
    fc_message_size_runtime_print(out);
    fc_object_size_runtime_print(out);
    if (request->n_inputs > 0)
        fc_input_file_runtime_print(out);
    if (request->n_timers > 0)
        fc_timer_runtime_print(out);
    else
        fc_text_add(out, "static void stop_timers(void)\n{\n}\n\n");
    fc_text_append(out, gathering, sizeof gathering - 1);
    fc_text_append(out, keeping, sizeof keeping - 1);
}
