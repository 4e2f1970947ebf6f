/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file counted_sites.h  Inserts the counters of one node into the preprocessed text; used by instrument.c only. */
#ifndef FC_COUNTED_SITES_H
#define FC_COUNTED_SITES_H

#include "analyzer/emit/instrument/edits.h"
#include "analyzer/emit/instrument/instrument.h"
#include "analyzer/model/properties/indirect_calls.h"
#include "support/words.h"

/* Names in the instrumented text: a variable for a counted argument, a procedure's recursion depth, the file copier. */
#define FC_COUNTED_NUMBER "forecost_number"
#define FC_COUNTED_DEPTH "forecost_depth"
#define FC_COUNTED_INPUT "forecost_input"
#define FC_COUNTED_ANALYZE_AGAIN "Analyze the program again: its sources may have changed since the model was written."

/** One unit being instrumented. Nodes come in pairs: `node` of the analyzed program, `twin` of the parsed text. */
typedef struct fc_instrumenter {
    const fc_instrument_request *request;
    fc_instrumented *out;
    fc_report *report;
    fc_status status;
    const bool *wanted; /* by node id of the analyzed program */
    bool *timed;        /* likewise */
    bool *opens;        /* likewise: a call of fopen whose file is copied */
    bool *done;         /* likewise: has a site */
    bool *paired;       /* by procedure id of the analyzed program */
    fc_indirect_calls *calls;
    fc_execution_counts *executions; /* indices in the vector of all counters of a rank */
    const fc_instrument_unit *unit;
    int index;    /* of the unit */
    int counters; /* of this unit so far */
    int marks;    /* likewise */
    int numbers;  /* likewise: counted arguments */
    int recursions;
    int timers;
    int n_timed_calls;       /* likewise */
    int n_opened;            /* likewise */
    int n_sizes;             /* likewise: datatypes and blocks */
    int n_extents;           /* likewise: pointers, and calls that allocate or free memory */
    int n_predictors;        /* likewise: simulated branches */
    bool *allocates;         /* by node id: a call that allocates or frees memory, if object sizes are recorded */
    fc_words called;         /* names of the functions whose calls are listed */
    int *equal_site;         /* by node id of the first loop of a class: the site of its counters; -1: none yet */
    const fc_node *block_of; /* first piece of the block whose executions block_counter counts; NULL: none yet */
    int block_counter;
    fc_edits edits;
} fc_instrumenter;

typedef struct fc_node_pair {
    const fc_node *node, *twin;
} fc_node_pair;

/** Reports, unless an error was reported before, that the node cannot be counted and why. */
void fc_counted_site_fail(fc_instrumenter *at, const fc_node *node, const char *what);
/** True if the twin has a place in the text; otherwise an error is reported. */
bool fc_counted_site_has_place(fc_instrumenter *at, const fc_node *twin);
/** Inserts an expression to be evaluated before a statement. */
void fc_counted_site_precede(fc_instrumenter *at, const fc_node *twin, const char *expression);
/** Counts the statement's executions. */
void fc_counted_site_count(fc_instrumenter *at, const fc_node *twin, int counter);
/** The index of a statement's execution count in the vector of all counters. If it cannot be derived, a counter is
 * inserted before the statement. */
int fc_counted_site_executions(fc_instrumenter *at, fc_node_pair pair);
/** Inserts the counters of a pair. switch_entries: for a case, the index of its switch's execution count; else -1. */
void fc_counted_site_add(fc_instrumenter *at, fc_node_pair pair, int switch_entries);
/** Copies the file that a call of fopen opens. */
void fc_counted_site_copy_input(fc_instrumenter *at, fc_node_pair pair);
/** Records the memory that a call allocates or frees. */
void fc_counted_site_record_memory(fc_instrumenter *at, fc_node_pair pair);
/** Inserts the counters of a procedure's body. */
void fc_counted_site_add_body(fc_instrumenter *at, fc_node_pair pair, const fc_procedure *procedure);

#endif
