/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runtime that measures the time of calls of functions with unknown cost.
 *
 * The first 1,024 calls of a site are all timed, later ones by sampling one in 64. The cost of a clock reading is
 * measured at the start and subtracted. The clocks stop while calls among the arguments run. The result is the elapsed
 * time. If getrusage() reports no voluntary context switch, it is at most the thread's processor time, since other
 * processes may have had the core. */
#include "analyzer/emit/instrument/instrument.h"

static const char declarations[] =
    "struct forecost_usage { unsigned long passed, ran, waits; };\n"
    "struct forecost_call { unsigned long *slot, weight; struct forecost_usage began, used; struct forecost_call "
    "*outer; };\n"
    "struct forecost_call forecost_call_enter(unsigned long *slot, struct forecost_call *outer);\n"
    "void forecost_call_leave(struct forecost_call *call);\n";

static const char clocks[] = "enum { CALLS_IN_FULL = 1024, CALLS_BETWEEN = 64, CALLS_TRIED = 64 };\n"
                             "static unsigned long call_cost;\n"
                             "\n"
                             "/* A system call, after which the kernel may schedule another process. */\n"
                             "static void read_own_usage(struct forecost_usage *usage)\n"
                             "{\n"
                             "    struct rusage own;\n"
                             "    getrusage(RUSAGE_THREAD, &own);\n"
                             "    usage->waits = (unsigned long)own.ru_nvcsw;\n"
                             "    usage->ran = read_clock(CLOCK_THREAD_CPUTIME_ID);\n"
                             "}\n"
                             "\n"
                             "static void start_clocks(struct forecost_call *call)\n"
                             "{\n"
                             "    if (!call->weight)\n"
                             "        return;\n"
                             "    read_own_usage(&call->began);\n"
                             "    call->began.passed = read_clock(CLOCK_MONOTONIC);\n"
                             "}\n"
                             "\n"
                             "static void stop_clocks(struct forecost_call *call)\n"
                             "{\n"
                             "    if (!call->weight)\n"
                             "        return;\n"
                             "    struct forecost_usage at = {.passed = read_clock(CLOCK_MONOTONIC)};\n"
                             "    read_own_usage(&at);\n"
                             "    unsigned long passed = at.passed - call->began.passed;\n"
                             "    call->used.passed += passed > call_cost ? passed - call_cost : 0;\n"
                             "    call->used.ran += at.ran - call->began.ran;\n"
                             "    call->used.waits += at.waits - call->began.waits;\n"
                             "}\n"
                             "\n";

static const char calls[] =
    "/* slot: executions, nanoseconds; NULL: a call among the arguments of outer, not recorded. */\n"
    "struct forecost_call forecost_call_enter(unsigned long *slot, struct forecost_call *outer)\n"
    "{\n"
    "    struct forecost_call call = {.slot = slot, .weight = slot != 0, .outer = outer};\n"
    "    unsigned long executions = slot ? slot[0]++ : 0;\n"
    "    if (executions >= CALLS_IN_FULL)\n"
    "        call.weight = executions % CALLS_BETWEEN == 0 ? CALLS_BETWEEN : 0;\n"
    "    if (outer)\n"
    "        stop_clocks(outer);\n"
    "    start_clocks(&call);\n"
    "    return call;\n"
    "}\n"
    "\n"
    "void forecost_call_leave(struct forecost_call *call)\n"
    "{\n"
    "    stop_clocks(call);\n"
    "    const struct forecost_usage *used = &call->used;\n"
    "    if (call->slot)\n"
    "        call->slot[1] += call->weight * (used->waits || used->passed < used->ran ? used->passed : used->ran);\n"
    "    if (call->outer)\n"
    "        start_clocks(call->outer);\n"
    "}\n"
    "\n"
    "static __attribute__((noinline)) void call_nothing(void)\n"
    "{\n"
    "    __asm__ volatile(\"\");\n"
    "}\n"
    "\n"
    "/* The minimum measured time of an empty call. */\n"
    "__attribute__((constructor)) static void find_call_cost(void)\n"
    "{\n"
    "    unsigned long least = ~0ul;\n"
    "    for (int i = 0; i < CALLS_TRIED; i++) {\n"
    "        unsigned long slot[2] = {0};\n"
    "        struct forecost_call call = forecost_call_enter(slot, 0);\n"
    "        call_nothing();\n"
    "        forecost_call_leave(&call);\n"
    "        least = slot[1] < least ? slot[1] : least;\n"
    "    }\n"
    "    call_cost = least;\n"
    "}\n"
    "\n";

void fc_call_timer_declarations_print(fc_text *out)
{
    fc_text_append(out, declarations, sizeof declarations - 1);
}

void fc_call_timer_runtime_print(fc_text *out)
{
    fc_text_append(out, declarations, sizeof declarations - 1);
    fc_text_append(out, clocks, sizeof clocks - 1);
    fc_text_append(out, calls, sizeof calls - 1);
}
