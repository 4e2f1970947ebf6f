/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counted_sites.h  What a counted place gets in the preprocessed text; for instrument.c alone. */
#ifndef FC_COUNTED_SITES_H
#define FC_COUNTED_SITES_H

#include "analyzer/emit/edits.h"
#include "analyzer/emit/instrument.h"
#include "analyzer/model/pointer_calls.h"
#include "machine_properties/support/words.h"

/* Names in the instrumented text: of the variable a counted number goes through, of a procedure's depth of recursion.
 */
#define FC_COUNTED_NUMBER "forecost_number"
#define FC_COUNTED_DEPTH "forecost_depth"
#define FC_COUNTED_INPUT "forecost_input"
#define FC_COUNTED_READ_AGAIN "Analyze the program again: its sources may have changed since the model was written."

/** One unit being instrumented. Nodes come in pairs: `node` of the analysed program, `twin` of the parsed text. */
typedef struct fc_instrumenting {
    const fc_instrument_request *request;
    fc_instrumented *out;
    fc_report *report;
    fc_status status;
    const bool *wanted; /* by node id of the analysed program */
    bool *timed;        /* likewise */
    bool *opens;        /* likewise: a call whose file is kept */
    bool *done;         /* likewise: has a site */
    bool *paired;       /* by procedure id of the analysed program */
    fc_pointer_calls *calls;
    fc_executions *executions; /* places in the vector of all counters of a rank */
    const fc_instrument_unit *unit;
    int index;    /* of the unit */
    int counters; /* of this unit so far */
    int marks;    /* likewise */
    int numbers;  /* likewise: arguments counted */
    int recursions;
    int timers;
    int n_timed_calls;       /* likewise */
    int n_opened;            /* likewise */
    int n_sizes;             /* likewise: datatypes and blocks */
    int n_extents;           /* of this unit so far: pointers, and calls that make or free memory */
    bool *allocates;         /* by node id: a call that makes or frees memory whose extent somebody asks for */
    fc_words called;         /* functions whose calls are listed, by name */
    const fc_node *block_of; /* first piece of the cut block whose executions block_counter counts; NULL: none yet */
    int block_counter;
    fc_edits edits;
} fc_instrumenting;

typedef struct fc_node_pair {
    const fc_node *node, *twin;
} fc_node_pair;

/** The pair cannot be counted, and why; the first such one is reported. */
void fc_counted_site_fail(fc_instrumenting *at, const fc_node *node, const char *what);
/** The twin has its place in the text; one without is refused. */
bool fc_counted_site_has_place(fc_instrumenting *at, const fc_node *twin);
/** Evaluates an expression before a statement. */
void fc_counted_site_precede(fc_instrumenting *at, const fc_node *twin, const char *expression);
/** Counts the statement's executions. */
void fc_counted_site_count(fc_instrumenting *at, const fc_node *twin, int counter);
/** The place, in the vector of all counters of a rank, that tells how often a statement is executed: where none does,
 * of a counter in front of it. */
int fc_counted_site_executions(fc_instrumenting *at, fc_node_pair pair);
/** What the pair needs of counters; switch_entries: that place for the switch around a case, -1 elsewhere. */
void fc_counted_site_add(fc_instrumenting *at, fc_node_pair pair, int switch_entries);
/** Keeps the file that a call of fopen opens. */
void fc_counted_site_keep_input(fc_instrumenting *at, fc_node_pair pair);
/** Tells the memory that a call makes or frees. */
void fc_counted_site_keep_memory(fc_instrumenting *at, fc_node_pair pair);
/** Of a procedure's body. */
void fc_counted_site_add_body(fc_instrumenting *at, fc_node_pair pair, const fc_procedure *procedure);

#endif
