/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file instrument.h  AddCounter (analyzer, section 3.3): the program's own source with counters in loops and
 * branches.
 *
 * Counters are put into preprocessed text, where each token has one offset, whatever macro it came from. The caller
 * runs the program's compiler with -E on each main file, has the front end read the text, and hands both in; the trees
 * pair with the analysed program's procedure by procedure, loop by loop. */
#ifndef FC_INSTRUMENT_H
#define FC_INSTRUMENT_H

#include "analyzer/emit/executions.h"
#include "analyzer/model/profile.h"
#include "analyzer/model/program.h"

/** One main file, preprocessed. */
typedef struct fc_instrument_unit {
    const fc_program *parsed; /* this unit alone, read from `text` (is_preprocessed) */
    const char *text;         /* the compiler's output */
    size_t length;
} fc_instrument_unit;

typedef struct fc_instrument_request {
    const fc_program *program;      /* the analysed one; sites are told by its nodes */
    const fc_instrument_unit *unit; /* one a main file, in their order */
    int n_units;
    const int *node_id; /* the loops, branches, cases, procedures' bodies, numbers of elements and pointers' names to
                           count, and the calls to time */
    int n_nodes;
    bool counts_all;     /* and all other loops, branches and cases */
    const int *timer_id; /* the bodies and loops to time: timers.h */
    int n_timers;
    const int *input_id; /* calls of fopen whose files are kept: input_calls.h */
    int n_inputs;
    bool marks_block; /* each end of an initialization block calls forecost_block_begin(), which the caller links in */
} fc_instrument_request;

/** A counted loop, branch or case. `entries` and `count` are places in the vector of all counters of a rank, behind
 * which stands what is derived from them: entries and body executions of a loop; evaluations and takings of a branch
 * (&&, ||: executions of the right side); executions of a switch and of what its label marks; of a procedure's body
 * both times; evaluations of a number, datatype or array of blocks and the sum of its values, bytes or elements;
 * executions of a call and their nanoseconds; entries of a loop and how often its bound ended it. A node of an inline
 * procedure may have several sites: they add up. */
typedef struct fc_counter_site {
    const fc_node *node; /* of the analysed program */
    fc_counter_kind kind;
    int entries, count;
    int group; /* of a body: fc_pointer_calls_group(), whose executions together are its entries; -1: of all else */
} fc_counter_site;

/** A timed piece. Its numbers in the vector from `first` on: fc_timer_slot. */
typedef struct fc_timer_site {
    const fc_node *node;
    int first;
} fc_timer_site;
typedef enum fc_timer_slot {
    FC_TIMER_EXECUTIONS,
    FC_TIMER_OWN,     /* nanoseconds, without those of timed pieces within */
    FC_TIMER_WHOLE,   /* nanoseconds, with them */
    FC_TIMER_SKIPPED, /* executions not timed, since the ones before were too short to be worth it */
    FC_TIMER_TOUCHED, /* bytes of pages touched for the first time */
    FC_TIMER_SLICED,  /* FC_TIMER_OWN and FC_TIMER_TOUCHED of all slices together */
    FC_TIMER_SLICED_TOUCHED,
    FC_TIMER_DOUBLINGS, /* fc_timer_slices: of them, nanoseconds, bytes touched */
    FC_TIMER_SLICE_OWN,
    FC_TIMER_SLICE_TOUCHED = FC_TIMER_SLICE_OWN + FC_TIMER_SLICES,
    FC_N_TIMER_SLOTS = FC_TIMER_SLICE_TOUCHED + FC_TIMER_SLICES
} fc_timer_slot;

typedef struct fc_instrumented {
    char **text; /* by unit: still preprocessed C */
    int n_units;
    char *runtime; /* a C source to compile with the program: fc_profile_runtime_print() */
    fc_counter_site *site;
    size_t n_sites, capacity;
    fc_timer_site *timer;
    size_t n_timers, timer_capacity;
    int n_counters;            /* length of the vector that a rank counts */
    fc_derived_count *derived; /* behind them, in order */
    size_t n_derived;
} fc_instrumented;

/** FC_E_INPUT with the place if a wanted node is no countable one, or text and program do not pair. */
fc_status fc_instrument(FC_GIVE fc_instrumented **out, const fc_instrument_request *request, fc_report *report);
void fc_instrumented_free(FC_TAKE fc_instrumented *instrumented);

/** The analysed program's procedure that a procedure read from preprocessed text is; NULL: none. It is the first one of
 * that name and place that has no twin yet (paired, by procedure id): static procedures of a header come once a unit.
 * Others come once in the program, in whichever units they are written. */
const fc_procedure *fc_instrument_twin(const fc_program *program, const bool *paired, const fc_procedure *twin);

/** The profile runtime: keeps each rank's counters in a file of the folder that the environment variable
 * FORECOST_PROFILE names, mapped into its memory, so that they outlive the process whatever ends it (abort, a signal,
 * _exit), and gathers them all in MPI_Finalize (through PMPI), for ranks that do not see the same folder. Prints
 * nothing; without the variable it does nothing.
 *  "rank.<number>": "forecost-kept 2 <ranks> <rank>", then for each unit with counters a line "<offset> <n>": its n
 * counters lie there in the file, 8 bytes each as the host has them.
 *  "all": "forecost-counters 2 <ranks> <n>", then a line of n counters for each rank.
 *  With timers it has timer_runtime.c, which takes the time between MPI_Init's return and MPI_Finalize's entry. */
void fc_profile_runtime_print(fc_text *out, const int *counters, int n_units, const fc_instrument_request *request);
/** The part of it that takes the time, and what a unit with timers declares. */
void fc_timer_runtime_print(fc_text *out);
void fc_timer_declarations_print(fc_text *out);
/** Likewise the part that keeps input files: beside the counters, "input.<a number>" each, "<name>\0<bytes>\0" and the
 * first FC_INPUT_FILE_MOST of them. */
void fc_input_runtime_print(fc_text *out);
void fc_input_declarations_print(fc_text *out);
/** Likewise the part that counts how large messages are. */
void fc_size_runtime_print(fc_text *out);
void fc_size_declarations_print(fc_text *out);
/** Likewise the part that counts how much lies where pointers lead: of what the program's own calls of malloc, calloc
 * and realloc make, told by its first byte. */
void fc_extent_runtime_print(fc_text *out);
void fc_extent_declarations_print(fc_text *out);
/** Likewise the part that takes the time of calls. */
void fc_call_timer_print(fc_text *out);
void fc_call_timer_declarations_print(fc_text *out);
/** The name of a unit's array of counters, and the section that holds them all. */
#define FC_COUNTER_ARRAY "forecost_counter_%d"
#define FC_COUNTER_SECTION "__attribute__((section(\"forecost_counters\")))"

#endif
