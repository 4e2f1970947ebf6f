/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/launch/timing_library.h"

/* The sticky flag of subnormal operands, which costs nothing to keep, and the mode that takes them for zero. A thread
 * has both from the thread that starts it. */
#define SUBNORMALS                                                                                                     \
    "#include <stdlib.h>\n"                                                                                            \
    "#if defined(__x86_64__)\n"                                                                                        \
    "#include <xmmintrin.h>\n"                                                                                         \
    "static void watch_subnormals(void)\n"                                                                             \
    "{\n"                                                                                                              \
    "    unsigned flush = getenv(\"FORECOST_FLUSH_SUBNORMALS\") ? 0x8040 : 0;\n"                                       \
    "    _mm_setcsr((_mm_getcsr() & ~2u) | flush);\n"                                                                  \
    "}\n"                                                                                                              \
    "static int saw_subnormals(void)\n"                                                                                \
    "{\n"                                                                                                              \
    "    return (_mm_getcsr() & 2) != 0;\n"                                                                            \
    "}\n"                                                                                                              \
    "#elif defined(__aarch64__)\n"                                                                                     \
    "static void watch_subnormals(void)\n"                                                                             \
    "{\n"                                                                                                              \
    "    unsigned long control, state;\n"                                                                              \
    "    __asm__ volatile(\"mrs %0, fpcr\" : \"=r\"(control));\n"                                                      \
    "    control |= getenv(\"FORECOST_FLUSH_SUBNORMALS\") ? 1ul << 24 : 0;\n"                                          \
    "    __asm__ volatile(\"msr fpcr, %0\" : : \"r\"(control));\n"                                                     \
    "    __asm__ volatile(\"mrs %0, fpsr\" : \"=r\"(state));\n"                                                        \
    "    __asm__ volatile(\"msr fpsr, %0\" : : \"r\"(state & ~0x80ul));\n"                                             \
    "}\n"                                                                                                              \
    "static int saw_subnormals(void)\n"                                                                                \
    "{\n"                                                                                                              \
    "    unsigned long state;\n"                                                                                       \
    "    __asm__ volatile(\"mrs %0, fpsr\" : \"=r\"(state));\n"                                                        \
    "    return (state & 0x80) != 0;\n"                                                                                \
    "}\n"                                                                                                              \
    "#else\n"                                                                                                          \
    "static void watch_subnormals(void)\n"                                                                             \
    "{\n"                                                                                                              \
    "}\n"                                                                                                              \
    "static int saw_subnormals(void)\n"                                                                                \
    "{\n"                                                                                                              \
    "    return 0;\n"                                                                                                  \
    "}\n"                                                                                                              \
    "#endif\n"

/* Nanoseconds so far in which the main thread could run and had no core (Linux: Documentation/scheduler/sched-stats);
 * 0 where the kernel does not count them. */
#define DELAYS                                                                                                         \
    "static long long delays(void)\n"                                                                                  \
    "{\n"                                                                                                              \
    "    long long ran, waited = 0;\n"                                                                                 \
    "    FILE *file = fopen(\"/proc/thread-self/schedstat\", \"r\");\n"                                                \
    "    if (file && fscanf(file, \"%lld %lld\", &ran, &waited) != 2)\n"                                               \
    "        waited = 0;\n"                                                                                            \
    "    if (file)\n"                                                                                                  \
    "        fclose(file);\n"                                                                                          \
    "    return waited;\n"                                                                                             \
    "}\n"

/* Intercepts MPI_Init and MPI_Finalize through the profiling interface. A barrier aligns the ranks' start. Times are
 * written as whole nanoseconds, which do not depend on the locale. */
const char fc_timing_library_mpi[] =
    "#include <mpi.h>\n"
    "#include <stdio.h>\n" SUBNORMALS DELAYS "static double started, block = -1;\n"
    "static long long before;\n"
    "static void start(void)\n"
    "{\n"
    "    watch_subnormals();\n"
    "    PMPI_Barrier(MPI_COMM_WORLD);\n"
    "    before = delays();\n"
    "    started = PMPI_Wtime();\n"
    "    block = block < 0 ? block : started;\n"
    "}\n"
    "void forecost_block_begin(void)\n"
    "{\n"
    "    int initialized = 0;\n"
    "    PMPI_Initialized(&initialized);\n"
    "    block = initialized ? PMPI_Wtime() : 0;\n"
    "}\n"
    "int MPI_Init(int *argc, char ***argv)\n"
    "{\n"
    "    int status = PMPI_Init(argc, argv);\n"
    "    start();\n"
    "    return status;\n"
    "}\n"
    "int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)\n"
    "{\n"
    "    int status = PMPI_Init_thread(argc, argv, required, provided);\n"
    "    start();\n"
    "    return status;\n"
    "}\n"
    "int MPI_Finalize(void)\n"
    "{\n"
    "    double now = PMPI_Wtime(), slowest[4] = {0, 0, 0, 0};\n"
    "    double mine[4] = {now - started, block < 0 ? -1 : now - block, saw_subnormals(),\n"
    "                      now - started - (double)(delays() - before) * 1e-9};\n"
    "    int rank;\n"
    "    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);\n"
    "    PMPI_Reduce(mine, slowest, 4, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);\n"
    "    const char *name = getenv(\"FORECOST_TIME_FILE\");\n"
    "    FILE *file = rank == 0 && name ? fopen(name, \"w\") : NULL;\n"
    "    if (file) {\n"
    "        fprintf(file, \"%lld %lld %d %lld\\n\", (long long)(slowest[0] * 1e9),\n"
    "                (long long)(slowest[1] * 1e9), (int)slowest[2], (long long)(slowest[3] * 1e9));\n"
    "        fclose(file);\n"
    "    }\n"
    "    return PMPI_Finalize();\n"
    "}\n";

/* From the library's constructor, just before main begins, to its destructor, after main returns or the program calls
 * exit. */
const char fc_timing_library_whole[] =
    "#include <stdio.h>\n" SUBNORMALS DELAYS "#include <time.h>\n"
    "static long long started, before, block = -1;\n"
    "static long long now(void)\n"
    "{\n"
    "    struct timespec time;\n"
    "    clock_gettime(CLOCK_MONOTONIC, &time);\n"
    "    return time.tv_sec * 1000000000LL + time.tv_nsec;\n"
    "}\n"
    "void forecost_block_begin(void)\n"
    "{\n"
    "    block = now();\n"
    "}\n"
    "__attribute__((constructor)) static void start(void)\n"
    "{\n"
    "    watch_subnormals();\n"
    "    before = delays();\n"
    "    started = now();\n"
    "}\n"
    "__attribute__((destructor)) static void stop(void)\n"
    "{\n"
    "    long long end = now(), delayed = delays() - before;\n"
    "    const char *name = getenv(\"FORECOST_TIME_FILE\");\n"
    "    FILE *file = name ? fopen(name, \"w\") : NULL;\n"
    "    if (file) {\n"
    "        fprintf(file, \"%lld %lld %d %lld\\n\", end - started, block < 0 ? -1 : end - block, saw_subnormals(),\n"
    "                end - started - delayed);\n"
    "        fclose(file);\n"
    "    }\n"
    "}\n";
