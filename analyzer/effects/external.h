/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file external.h  External functions that the cost program can call itself: what they read and write through
 * pointers. They change nothing outside the cost program; files are only read. */
#ifndef FC_EXTERNAL_H
#define FC_EXTERNAL_H

#include "analyzer/ir/cfg.h"
#include "analyzer/model/program.h"

typedef enum fc_external_role {
    FC_EXTERNAL_VALUE,  /* only the value matters */
    FC_EXTERNAL_READS,  /* reads the argument's target */
    FC_EXTERNAL_WRITES, /* writes the target */
    FC_EXTERNAL_CHANGES /* reads and writes the target, such as a file position */
} fc_external_role;

/** The call is of such a function, in a repeatable form: with a known format, and not on the bytes of records. */
bool fc_external_is_repeatable(const fc_node *call);
/** The effect of a repeatable call on the target of its argument (counted from 1). */
fc_external_role fc_external_role_of(const fc_node *call, int argument);
/** memcpy, memmove or memset: whatever the types, only the memory behind its first argument changes, and no pointer is
 * followed. False if that is a single field, which the call may overrun. */
bool fc_external_fills_first(const fc_node *call);
/** A repeatable call that copies bytes of any type. */
bool fc_external_copies_bytes(const fc_node *call);
/** The function, repeatable or not, does not write through that argument (counted from 1). */
bool fc_external_only_reads(const fc_symbol *function, int argument);
/** The call is of a function that neither the program nor any table defines. */
bool fc_external_is_unknown(const fc_node *call);
/** A profiling run can time the external call. It returns once, is not a compiler builtin, and is not an argument of an
 * MPI call, whose value may be counted. */
bool fc_external_is_timed(const fc_node *call);
/** A repeatable call that writes through some argument. */
bool fc_external_writes(const fc_node *call);
/** fopen for writing: the cost program opens nothing and continues as after a success. */
bool fc_external_opens_to_write(const fc_node *call);
/** fopen for reading only. */
bool fc_external_opens_to_read(const fc_node *call);
/** freopen(name, "r", stdin): standard input is the file of that name from then on. */
bool fc_external_reopens_to_read(const fc_node *call);
/** A repeatable call that reads from a file: fgets, fread and the like. */
bool fc_external_is_input(const fc_node *call);
/** fread: the type of the record that it fills, whose numbers have known offsets; NULL: another function or target. */
const fc_type *fc_external_read_record(const fc_node *call);
/** memset that sets whole records to zero: their type; NULL: another function, other bytes, or records with unions. */
const fc_type *fc_external_cleared_record(const fc_node *call);
/** fread, memcpy and the like that begin at a single field of this record and write an unknown or larger number of
 * bytes. They may then write its other fields too. NULL: other calls. */
const fc_type *fc_external_overruns_field(const fc_node *call);
/** stdin: a possible value of a file variable, which the cost program cannot read. */
bool fc_external_is_standard_input(const fc_symbol *symbol);
/** stdout, stderr: never null. */
bool fc_external_is_output(const fc_symbol *symbol);
/** posix_memalign: the call stores the address of new memory through its first argument. */
bool fc_external_allocates_by_argument(const fc_node *call);
/** getline: the call stores the address of a line, in its own memory, through its first argument. */
bool fc_external_stores_line(const fc_node *call);

/** qsort: the comparison procedure; NULL: another function, or the argument does not name a procedure of the program.
 */
const fc_procedure *fc_external_comparator(const fc_node *call);
/** realloc: the result begins with the content of the first argument's memory. */
bool fc_external_keeps_content(const fc_node *call);
/** strchr, strcpy and the like: the result points into the target of the first argument. */
bool fc_external_returns_first(const fc_symbol *function);
/** strtok, strtok_r: the result points into the string of the first call. */
bool fc_external_is_tokenizer(const fc_symbol *function);
/** getopt, getopt_long: they set the globals of fc_external_is_getopt_global() and the targets of long options' flags.
 */
bool fc_external_is_getopt(const fc_symbol *function);
bool fc_external_is_getopt_global(const fc_symbol *symbol);
/** struct option, for a call of getopt_long; NULL: another call. */
const fc_type *fc_external_option_type(const fc_node *call);

/** External functions without side effects, whose calls the cost program repeats (atoi, strtol, sqrt, ...). */
bool fc_external_is_pure(const char *name);
/** A query of omp.h about the team of threads, which the cost program repeats. */
bool fc_external_is_thread_query(const char *name);
/** malloc, calloc, realloc and the like. */
bool fc_external_is_allocation(const char *name);
/** free and the like. False for a procedure of the program with such a name. */
bool fc_external_frees(const fc_symbol *function);
/** A function of the C library that neither keeps a pointer that it gets nor stores one, though none of the tables has
 * its cost. */
bool fc_external_keeps_nothing(const fc_symbol *function);
/** The procedure fits MPI_Op_create: void operation(void *in, void *inout, int *n, MPI_Datatype *type). */
bool fc_external_is_reduction(const fc_procedure *procedure);
/** exit, abort, MPI_Abort, err and the like: does not return. False for a procedure of the program with such a name. */
bool fc_external_is_stop(const fc_symbol *function);

/** How calls of external functions return: setjmp twice, exit and the like not at all. */
extern const fc_cfg_calls fc_external_calls;

#endif
