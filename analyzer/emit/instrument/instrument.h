/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file instrument.h  Inserts counters into loops and branches of the program's source ([analyzer] section 3.3,
 * AddCounter).
 *
 * Counters are inserted into preprocessed text, in which each token has one offset, also if it came from a macro. The
 * caller preprocesses each main file with the program's compiler (-E) and parses the text with the front end. The
 * parsed trees are matched with those of the analyzed program, procedure by procedure and loop by loop. */
#ifndef FC_INSTRUMENT_H
#define FC_INSTRUMENT_H

#include "analyzer/emit/instrument/execution_counts.h"
#include "analyzer/model/profile/profile.h"
#include "analyzer/model/program.h"

/** One main file, preprocessed. */
typedef struct fc_instrument_unit {
    const fc_program *parsed; /* this unit alone, read from `text` (is_preprocessed) */
    const char *text;         /* the compiler's output */
    size_t length;
} fc_instrument_unit;

typedef struct fc_instrument_request {
    const fc_program *program;      /* the analyzed one, whose nodes identify sites */
    const fc_instrument_unit *unit; /* one for each main file, in their order */
    int n_units;
    const int *node_id; /* the loops, branches, cases, procedures' bodies, numbers of elements and pointers' names to
                           count, and the calls to time */
    int n_nodes;
    const int *equal_loop; /* by node id: the first loop with equal counts, whose counters are the loop's too; -1: no
                              class (equal_loops.h). NULL: each loop has its own counters */
    bool counts_all;       /* also count all other loops, branches and cases */
    const int *timer_id;   /* the bodies and loops (timers.h), and the calls of MPI to time */
    int n_timers;
    const int *input_id; /* calls of fopen whose files are copied: input_calls.h */
    int n_inputs;
    bool marks_block; /* call forecost_block_begin(), linked by the caller, at the end of each initialization block */
} fc_instrument_request;

/** A counted node. `entries` and `count` are indices in a rank's vector of all counters, followed by the derived ones:
 * - loop: entries, body executions; its bound: entries, how often the bound ended it;
 * - branch: evaluations, executions of the first arm; && and ||: executions of the right side;
 * - case: executions of the switch, of the labeled statement; procedure's body: executions, twice;
 * - number, datatype, array of blocks: evaluations, sum of the values, bytes, elements;
 * - call: executions, nanoseconds.
 * simulated: of a branch, the first of two counters of the branch predictor: executions, mispredictions; -1: none.
 * A node of an inline procedure may have several sites, whose counts are added. */
typedef struct fc_counter_site {
    const fc_node *node; /* of the analyzed program */
    fc_counter_kind kind;
    int entries, count, simulated;
    int group; /* body: fc_indirect_calls_group(), whose executions add up to the entries; -1: other nodes */
} fc_counter_site;

/** A timed body, loop or call. Its numbers are in the vector from `first` on: fc_timer_slot. */
typedef struct fc_timer_site {
    const fc_node *node;
    int first;
} fc_timer_site;
typedef enum fc_timer_slot {
    FC_TIMER_EXECUTIONS,
    FC_TIMER_OWN,     /* exclusive nanoseconds, without nested timers */
    FC_TIMER_WHOLE,   /* inclusive nanoseconds */
    FC_TIMER_SKIPPED, /* executions not timed, because earlier ones were too short */
    FC_TIMER_TOUCHED, /* bytes of pages touched for the first time */
    FC_TIMER_SLICED,  /* FC_TIMER_OWN and FC_TIMER_TOUCHED of all slices together */
    FC_TIMER_SLICED_TOUCHED,
    FC_TIMER_DOUBLINGS, /* log2 of the executions per slice; then by slice: nanoseconds, bytes touched */
    FC_TIMER_SLICE_OWN,
    FC_TIMER_SLICE_TOUCHED = FC_TIMER_SLICE_OWN + FC_TIMER_SLICES,
    FC_N_TIMER_SLOTS = FC_TIMER_SLICE_TOUCHED + FC_TIMER_SLICES
} fc_timer_slot;

typedef struct fc_instrumented {
    char **text; /* by unit: preprocessed C */
    int n_units;
    char *runtime; /* a C source to compile with the program: fc_profile_runtime_print() */
    fc_counter_site *site;
    size_t n_sites, capacity;
    fc_timer_site *timer;
    size_t n_timers, timer_capacity;
    int n_counters;            /* counters of a rank */
    fc_derived_count *derived; /* in order; their indices follow the counters' */
    size_t n_derived;
} fc_instrumented;

/** FC_E_INPUT with the place if a requested node cannot be counted, or text and program do not match. */
fc_status fc_instrument(FC_GIVE fc_instrumented **out, const fc_instrument_request *request, fc_report *report);
void fc_instrumented_free(FC_TAKE fc_instrumented *instrumented);

/** The analyzed program's procedure that matches `twin`, a procedure read from preprocessed text; NULL: none. It is the
 * first unpaired one with the same name and line: a static procedure of a header exists once in each unit. A
 * non-static procedure exists once in the program and matches in all units. paired: by procedure id. */
const fc_procedure *fc_instrument_match_procedure(const fc_program *program, const bool *paired,
                                                  const fc_procedure *twin);

/** Prints the profile runtime. It maps each rank's counters to a file in the folder of the environment variable
 * FORECOST_PROFILE, so that they survive any end of the process (abort, a signal, _exit). In MPI_Finalize (by PMPI) it
 * also gathers all counters, for ranks without access to the same folder. It has no effect without the variable.
 * - "rank.<number>": "forecost-kept 2 <ranks> <rank>", then for each unit with counters a line "<offset> <n>": its n
 *   counters are at that offset of the file, 8 bytes each in the host's byte order.
 * - "all": "forecost-counters 2 <ranks> <n>", then a line of n counters for each rank.
 * With timers it includes timer_runtime.c, which measures from MPI_Init's return to MPI_Finalize's entry. */
void fc_profile_runtime_print(fc_text *out, const int *counters, int n_units, const fc_instrument_request *request);
/** Its timers, and the declarations for units with timers. */
void fc_timer_runtime_print(fc_text *out);
void fc_timer_declarations_print(fc_text *out);
/** Its copies of input files: "input.<hash>" for each, with "<name>\0<size>\0" and the first FC_INPUT_FILE_MOST bytes.
 */
void fc_input_file_runtime_print(fc_text *out);
void fc_input_file_declarations_print(fc_text *out);
/** Its counters of message sizes. */
void fc_message_size_runtime_print(fc_text *out);
void fc_message_size_declarations_print(fc_text *out);
/** Its counters of object sizes: objects from malloc, calloc and realloc, identified by their first byte's address. */
void fc_object_size_runtime_print(fc_text *out);
void fc_object_size_declarations_print(fc_text *out);
/** The branch predictor of a unit with n simulated branches. Two-level adaptive prediction with one history for each
 * branch (Yeh and Patt, Two-level adaptive training branch prediction, MICRO 1991; scheme PAp): the last 12 outcomes
 * select a saturating counter of 3 bits. The first 65,536 executions are simulated, then 4,096 of every 65,536. */
void fc_branch_predictor_print(fc_text *out, int n);
/** Its timers of calls. */
void fc_call_timer_runtime_print(fc_text *out);
void fc_call_timer_declarations_print(fc_text *out);
/** The name of a unit's array of counters, and the section of all such arrays. */
#define FC_COUNTER_ARRAY "forecost_counter_%d"
#define FC_COUNTER_SECTION "__attribute__((section(\"forecost_counters\")))"

#endif
