/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What takes the time of calls of functions whose cost nobody knows.
 *
 * Two readings of the clock around each of the first 1,024 calls of a place, then around one in 64, which stands for
 * the others. What the readings themselves take is measured at the start and taken off, and so is what calls among the
 * arguments take. It is the time that passes, whatever the function waits for. */
#include "analyzer/emit/instrument.h"

static const char declarations[] =
    "struct forecost_call { unsigned long *slot, began, inner, weight; struct forecost_call *outer; };\n"
    "struct forecost_call forecost_call_enter(unsigned long *slot, struct forecost_call *outer);\n"
    "void forecost_call_leave(struct forecost_call *call);\n";

static const char body[] =
    "enum { CALLS_IN_FULL = 1024, CALLS_BETWEEN = 64, CALLS_TRIED = 64 };\n"
    "static unsigned long call_cost;\n"
    "\n"
    "static unsigned long call_now(void)\n"
    "{\n"
    "    struct timespec time;\n"
    "    clock_gettime(CLOCK_MONOTONIC, &time);\n"
    "    return 1000000000ul * (unsigned long)time.tv_sec + (unsigned long)time.tv_nsec;\n"
    "}\n"
    "\n"
    "/* slot: executions, nanoseconds; NULL: of a call among the arguments of outer. */\n"
    "struct forecost_call forecost_call_enter(unsigned long *slot, struct forecost_call *outer)\n"
    "{\n"
    "    struct forecost_call call = {slot, 0, 0, 1, outer};\n"
    "    unsigned long executions = slot ? slot[0]++ : 0;\n"
    "    if (executions >= CALLS_IN_FULL)\n"
    "        call.weight = executions % CALLS_BETWEEN == 0 ? CALLS_BETWEEN : 0;\n"
    "    if (slot ? call.weight : outer->weight)\n"
    "        call.began = call_now();\n"
    "    return call;\n"
    "}\n"
    "\n"
    "void forecost_call_leave(struct forecost_call *call)\n"
    "{\n"
    "    if (!call->began)\n"
    "        return;\n"
    "    unsigned long passed = call_now() - call->began, other = call->inner + call_cost;\n"
    "    if (call->outer)\n"
    "        call->outer->inner += passed + call_cost;\n"
    "    if (call->slot && passed > other)\n"
    "        call->slot[1] += call->weight * (passed - other);\n"
    "}\n"
    "\n"
    "static __attribute__((noinline)) void call_nothing(void)\n"
    "{\n"
    "    __asm__ volatile(\"\");\n"
    "}\n"
    "\n"
    "/* The least that a call of nothing seems to take. */\n"
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

void fc_call_timer_print(fc_text *out)
{
    fc_text_append(out, declarations, sizeof declarations - 1);
    fc_text_append(out, body, sizeof body - 1);
}
