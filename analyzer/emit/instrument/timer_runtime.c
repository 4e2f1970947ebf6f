/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runtime that times bodies and loops ("pieces") of an instrumented program, on one thread.
 *
 * The clock is read once at each begin and end. The interval since the previous reading belongs to the innermost piece.
 * The cost of a reading is measured at the start and subtracted. Pieces shorter than a microsecond on average are no
 * longer timed: their time belongs to the enclosing piece. Without an enclosing piece the limit is a tenth of that.
 *
 * Time in which another process has the core is subtracted. It shows as a long interval between two readings. The
 * thread's processor clock, which is slower to read, then gives the time that the thread ran. It is also read regularly
 * after short intervals, so that their preemption is not attributed to the next long one. Page faults also cause long
 * intervals, so their number is read at the same time.
 *
 * The executions of a piece are divided into 33 to 64 slices with separate sums. From the slices of several runs, time
 * without interference by other guests of the host is estimated. */
#include "analyzer/emit/instrument/instrument.h"

static const char declarations[] =
    "struct forecost_frame { unsigned long *slot; struct forecost_frame *outer; unsigned long began; };\n"
    "struct forecost_frame *forecost_timer_enter(struct forecost_frame *frame, unsigned long *slot);\n"
    "void forecost_timer_leave(struct forecost_frame **frame);\n";

static const char constants[] =
    "enum { EXECUTIONS = %d, OWN = %d, WHOLE = %d, SKIPPED = %d, TOUCHED = %d, SLICED = %d, SLICED_TOUCHED = %d, "
    "DOUBLINGS = %d, SLICE_OWN = %d, SLICE_TOUCHED = %d, N_SLICES = %d, N_SLOTS = %d, "
    "TRIED = 256, LEAST_WITHIN = 1000, LEAST_ALONE = 100, LONG_NANOSECONDS = 20000 };\n";

static const char entering[] =
    "static struct forecost_frame *inmost;\n"
    "static unsigned long latest, lead, trail, asked_all, asked_own, asked_faults;\n"
    "static __thread int is_timed_thread;\n"
    "static int is_on;\n"
    "\n"
    "static unsigned long now(void)\n"
    "{\n"
    "    return read_clock(CLOCK_MONOTONIC);\n"
    "}\n"
    "\n"
    "/* How long the thread was preempted since the previous call, until `at`. Reading the thread's clock is a system\n"
    " * call, at which Linux may switch processes: the time up to the next reading is attributed to no piece. */\n"
    "static unsigned long time_away(unsigned long at)\n"
    "{\n"
    "    unsigned long own = read_clock(CLOCK_THREAD_CPUTIME_ID);\n"
    "    unsigned long passed = at - asked_all, ran = own - asked_own;\n"
    "    asked_all = latest = now();\n"
    "    asked_own = own;\n"
    "    return passed > ran ? passed - ran : 0;\n"
    "}\n"
    "\n"
    "/* Bytes of pages touched for the first time since the previous call. */\n"
    "static unsigned long touched(void)\n"
    "{\n"
    "    struct rusage usage;\n"
    "    getrusage(RUSAGE_THREAD, &usage);\n"
    "    unsigned long faults = (unsigned long)usage.ru_minflt, before = asked_faults;\n"
    "    asked_faults = faults;\n"
    "    return (faults - before) * (unsigned long)sysconf(_SC_PAGESIZE);\n"
    "}\n"
    "\n"
    "/* Adds the interval up to `at` to the frame's exclusive time, minus the cost of the reading. */\n"
    "static void add_own(struct forecost_frame *frame, unsigned long at, unsigned long cost)\n"
    "{\n"
    "    unsigned long passed = at - latest, fresh = 0;\n"
    "    latest = at;\n"
    "    if (at - asked_all > LONG_NANOSECONDS) {\n"
    "        fresh = touched();\n"
    "        unsigned long away = time_away(at);\n"
    "        cost += passed > LONG_NANOSECONDS ? away : 0;\n"
    "    }\n"
    "    if (frame)\n"
    "        frame->slot[TOUCHED] += fresh;\n"
    "    if (frame && passed > cost)\n"
    "        frame->slot[OWN] += passed - cost;\n"
    "}\n"
    "\n"
    "struct forecost_frame *forecost_timer_enter(struct forecost_frame *frame, unsigned long *slot)\n"
    "{\n"
    "    frame->slot = 0;\n"
    "    if (!is_on || !is_timed_thread)\n"
    "        return frame;\n"
    "    unsigned long least = inmost ? LEAST_WITHIN : LEAST_ALONE;\n"
    "    if (slot[EXECUTIONS] >= TRIED && slot[WHOLE] < least * slot[EXECUTIONS]) {\n"
    "        slot[SKIPPED]++;\n"
    "        return frame;\n"
    "    }\n"
    "    unsigned long at = now();\n"
    "    add_own(inmost, at, lead);\n"
    "    frame->slot = slot;\n"
    "    frame->outer = inmost;\n"
    "    frame->began = latest;\n"
    "    inmost = frame;\n"
    "    return frame;\n"
    "}\n"
    "\n";

static const char leaving[] = "/* Doubles the executions per slice by joining neighbouring slices. */\n"
                              "static void join_slices(unsigned long *slice)\n"
                              "{\n"
                              "    for (int i = 0; i < N_SLICES; i++) {\n"
                              "        unsigned long joined = 2 * i < N_SLICES ? slice[2 * i] + slice[2 * i + 1] : 0;\n"
                              "        slice[i] = joined;\n"
                              "    }\n"
                              "}\n"
                              "\n"
                              "/* Adds the ending execution's part of the sums to its slice. */\n"
                              "static void add_to_slice(unsigned long *slot)\n"
                              "{\n"
                              "    unsigned long number = slot[EXECUTIONS] >> slot[DOUBLINGS];\n"
                              "    if (number == N_SLICES) {\n"
                              "        join_slices(slot + SLICE_OWN);\n"
                              "        join_slices(slot + SLICE_TOUCHED);\n"
                              "        slot[DOUBLINGS]++;\n"
                              "        number /= 2;\n"
                              "    }\n"
                              "    slot[SLICE_OWN + number] += slot[OWN] - slot[SLICED];\n"
                              "    slot[SLICE_TOUCHED + number] += slot[TOUCHED] - slot[SLICED_TOUCHED];\n"
                              "    slot[SLICED] = slot[OWN];\n"
                              "    slot[SLICED_TOUCHED] = slot[TOUCHED];\n"
                              "}\n"
                              "\n"
                              "void forecost_timer_leave(struct forecost_frame **which)\n"
                              "{\n"
                              "    struct forecost_frame *frame = *which;\n"
                              "    if (!frame->slot)\n"
                              "        return;\n"
                              "    unsigned long at = now();\n"
                              "    add_own(frame, at, trail);\n"
                              "    add_to_slice(frame->slot);\n"
                              "    frame->slot[EXECUTIONS]++;\n"
                              "    frame->slot[WHOLE] += at - frame->began;\n"
                              "    inmost = frame->outer;\n"
                              "}\n"
                              "\n";

static const char starting[] =
    "static void run_empty(unsigned long *slot)\n"
    "{\n"
    "    struct forecost_frame frame;\n"
    "    __attribute__((cleanup(forecost_timer_leave))) struct forecost_frame *at = forecost_timer_enter(&frame, "
    "slot);\n"
    "}\n"
    "\n"
    "/* Measures what an empty piece adds to its own and to the enclosing piece's time: the minimum of many rounds. "
    "*/\n"
    "static void find_cost(void)\n"
    "{\n"
    "    enum { ROUNDS = 40, PIECES = 100 };\n"
    "    unsigned long least_own = ~0ul, least_outer = ~0ul;\n"
    "    lead = trail = 0;\n"
    "    for (int round = 0; round < ROUNDS; round++) {\n"
    "        unsigned long outer[N_SLOTS] = {0}, inner[N_SLOTS] = {0};\n"
    "        struct forecost_frame frame, *at = forecost_timer_enter(&frame, outer);\n"
    "        for (int i = 0; i < PIECES; i++)\n"
    "            run_empty(inner);\n"
    "        forecost_timer_leave(&at);\n"
    "        least_own = inner[OWN] < least_own ? inner[OWN] : least_own;\n"
    "        least_outer = outer[OWN] < least_outer ? outer[OWN] : least_outer;\n"
    "    }\n"
    "    trail = least_own / PIECES;\n"
    "    lead = least_outer / PIECES;\n"
    "}\n"
    "\n"
    "static void start_timers(void)\n"
    "{\n"
    "    is_on = is_timed_thread = 1;\n"
    "    time_away(now());\n"
    "    touched();\n"
    "    find_cost();\n"
    "}\n"
    "\n"
    "static void stop_timers(void)\n"
    "{\n"
    "    is_on = 0;\n"
    "}\n"
    "\n"
    "int MPI_Init(int *argc, char ***argv)\n"
    "{\n"
    "    int code = PMPI_Init(argc, argv);\n"
    "    start_timers();\n"
    "    return code;\n"
    "}\n"
    "\n"
    "int MPI_Init_thread(int *argc, char ***argv, int required, int *provided)\n"
    "{\n"
    "    int code = PMPI_Init_thread(argc, argv, required, provided);\n"
    "    start_timers();\n"
    "    return code;\n"
    "}\n"
    "\n";

void fc_timer_declarations_print(fc_text *out)
{
    fc_text_append(out, declarations, sizeof declarations - 1);
}

void fc_timer_runtime_print(fc_text *out)
{
    fc_text_append(out, declarations, sizeof declarations - 1);
    fc_text_add(out, constants, FC_TIMER_EXECUTIONS, FC_TIMER_OWN, FC_TIMER_WHOLE, FC_TIMER_SKIPPED, FC_TIMER_TOUCHED,
                FC_TIMER_SLICED, FC_TIMER_SLICED_TOUCHED, FC_TIMER_DOUBLINGS, FC_TIMER_SLICE_OWN,
                FC_TIMER_SLICE_TOUCHED, FC_TIMER_SLICES, FC_N_TIMER_SLOTS);
    fc_text_append(out, entering, sizeof entering - 1);
    fc_text_append(out, leaving, sizeof leaving - 1);
    fc_text_append(out, starting, sizeof starting - 1);
}
