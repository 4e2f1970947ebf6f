/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file external.h  External functions that the cost program can repeat: what they read and write through pointers.
 *
 * Nothing outside of the cost program changes by them: files are only read. */
#ifndef FC_EXTERNAL_H
#define FC_EXTERNAL_H

#include "analyzer/model/program.h"

typedef enum fc_external_role {
    FC_EXTERNAL_VALUE,  /* only the value counts */
    FC_EXTERNAL_READS,  /* what the argument points to is read */
    FC_EXTERNAL_WRITES, /* ... is written */
    FC_EXTERNAL_CHANGES /* ... is read and written: a file's position */
} fc_external_role;

/** The call is of such a function, in a form that can be repeated: a format that is known, no bytes of records.
 */
bool fc_external_is_repeatable(const fc_node *call);
/** What a repeatable call does to what its argument (counted from 1) points to. */
fc_external_role fc_external_role_of(const fc_node *call, int argument);
/** A repeatable call that moves bytes, whatever they are of. */
bool fc_external_moves_bytes(const fc_node *call);
/** The function, which need not be repeatable, writes nothing through that argument (counted from 1). */
bool fc_external_only_reads(const fc_symbol *function, int argument);
/** The call is of a function that neither the program nor any table of ours tells about. */
bool fc_external_is_unknown(const fc_node *call);
/** A profiling run can take the time of an unknown one: it returns once, is no part of the language, and no
 * argument of an MPI call, whose number may be counted. */
bool fc_external_is_timed(const fc_node *call);
/** A repeatable call that writes through some argument. */
bool fc_external_writes(const fc_node *call);
/** fopen to write: the cost program opens nothing, and goes on as if it had worked. */
bool fc_external_opens_to_write(const fc_node *call);
/** fopen to read alone. */
bool fc_external_opens_to_read(const fc_node *call);
/** A repeatable call that reads what stands in a file: fgets, fread and their like. */
bool fc_external_is_input(const fc_node *call);
/** fread: the record that it fills, whose numbers have known places; NULL: another function, or it fills none. */
const fc_type *fc_external_read_record(const fc_node *call);
/** fread, memcpy and their like that begin at a single field of this record and are told of more bytes than it has, or
 * of nobody knows how many: they may reach its other fields too. NULL: it is no such one. */
const fc_type *fc_external_run_of_fields(const fc_node *call);
/** stdin: known as one of the files a variable may hold, but the cost program has none to read. */
bool fc_external_is_standard_input(const fc_symbol *symbol);
/** stdout, stderr: known to be there. */
bool fc_external_is_output(const fc_symbol *symbol);
/** posix_memalign: the call leaves the address of fresh memory where its first argument points to. */
bool fc_external_stores_allocation(const fc_node *call);
/** getline: the call leaves the address of a line, in memory of its own, where its first argument points to. */
bool fc_external_stores_line(const fc_node *call);

/** qsort: the procedure of the program that compares; NULL: another function, or who compares is not named. */
const fc_procedure *fc_external_comparator(const fc_node *call);
/** realloc: the memory that the call gives begins with what is in that of its first argument. */
bool fc_external_goes_on_from(const fc_node *call);
/** strchr, strcpy and their like: the value points to where the first argument does. */
bool fc_external_returns_first(const fc_symbol *function);
/** strtok, strtok_r: the value points into the text that was begun with. */
bool fc_external_is_tokeniser(const fc_symbol *function);
/** getopt, getopt_long: they set the globals that fc_external_is_of_getopt() tells, and what long options' flags point
 * to. */
bool fc_external_is_getopt(const fc_symbol *function);
bool fc_external_is_of_getopt(const fc_symbol *symbol);
/** struct option, of a call of getopt_long; NULL: another one. */
const fc_type *fc_external_option_type(const fc_node *call);

#endif
