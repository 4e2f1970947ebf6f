/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reader.h  What the parts of the front end share while they read one program, and what each gives the others.
 *
 * A fault is reported once, by the first who finds it: fc_reader_fail() keeps it in `status`, the walk goes on over the
 * rest of the declaration with NULL nodes, and nobody looks at the model before `status` is asked. So the readers of
 * nodes return a node, NULL after a fault. */
#ifndef FC_READER_H
#define FC_READER_H

#include "analyzer/frontend/handles.h"
#include "analyzer/frontend/pragmas.h"
#include "analyzer/frontend/spans.h"
#include "analyzer/frontend/tree.h"
#include "machine_properties/support/map.h"

#include <locale.h>

typedef struct fc_reader {
    fc_program *program;
    fc_status status;
    fc_report *report;
    fc_text *warnings; /* NULL: nobody asks */
    locale_t c_locale; /* numbers are read as C writes them, whatever the locale */
    /* over all units */
    fc_map external; /* name -> fc_symbol with external linkage */
    fc_map records;  /* signature -> fc_type */
    fc_handles handles;
    /* of the unit being read */
    fc_spans spans;
    fc_map symbols; /* declaration -> fc_symbol */
    fc_map types;   /* QualType -> fc_type */
    fc_pragmas pragmas;
    fc_omp_lines openmp;
    CXCursor *waiting; /* definitions in headers that something referred to */
    int n_waiting;
    size_t waiting_capacity;
    /* of the declaration being read */
    fc_tree tree;
    fc_procedure *procedure; /* NULL outside of a procedure */
    fc_map labels;           /* name -> fc_symbol */
    const fc_node **hoisted; /* names of variables of statement expressions, to be declared at the procedure's top */
    size_t n_hoisted, hoisted_capacity;
    fc_node **before; /* statements of statement expressions, which run before the statement that is being read */
    size_t n_before, before_capacity;
    bool is_apart; /* there were such */
    int depth;
} fc_reader;

/* ---- reader.c ---- */
/** Keeps the first fault: the construct at `cursor` is wrong or not covered. */
void fc_reader_fail(fc_reader *reader, CXCursor cursor, const char *next, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
fc_node *fc_reader_add(fc_reader *reader, fc_node_kind kind, int entry);
const fc_entry *fc_reader_entry(const fc_reader *reader, int entry);
/** The entry's range and span; libclang is asked once. */
CXSourceRange fc_reader_range(fc_reader *reader, int entry);
fc_span fc_reader_span(fc_reader *reader, int entry);
/** Where the entry's first character is written, be it in a macro's definition. */
fc_point fc_reader_spelled(fc_reader *reader, int entry);
/** One level deeper; false, with a report, beyond the limit. fc_reader_leave() in any case. */
bool fc_reader_enter(fc_reader *reader, int entry);
void fc_reader_leave(fc_reader *reader);

/* ---- types.c ---- */
/** The program's type; NULL and a report at `where` if the model does not cover it. */
const fc_type *fc_types_read(fc_reader *reader, CXType type, CXCursor where);
/** The type of an expression's value: an array only where the expression designates one. */
const fc_type *fc_types_of_expression(fc_reader *reader, int entry);
/** Reads the sizes of variable-length arrays below the declaration or cast `entry`, all expressions but `last` (-1:
 * none), and ties them to its type. To be called before anything that uses the type. */
void fc_types_declare(fc_reader *reader, int entry, CXType type, int last);
/** The type a binary operator computes in (C17 6.3.1.8). */
const fc_type *fc_types_usual(fc_reader *reader, const fc_type *a, const fc_type *b);
const fc_type *fc_types_int(fc_reader *reader);
const fc_type *fc_types_long(fc_reader *reader);
const fc_type *fc_types_pointer(fc_reader *reader, const fc_type *of);
bool fc_types_is_number(const fc_type *type);
/** The model's record behind a record type or an MPI_Status. */
const fc_type *fc_types_record(fc_reader *reader, CXType type, CXCursor where);

/* ---- symbols.c ---- */
/** The symbol of a variable, parameter, function or field; NULL with a report at `where`. */
fc_symbol *fc_symbols_of(fc_reader *reader, CXCursor declaration, CXCursor where);
fc_symbol *fc_symbols_label(fc_reader *reader, CXCursor label);
/** The external symbol of a builtin that has no declaration. */
fc_symbol *fc_symbols_builtin(fc_reader *reader, const char *name, const fc_type *result);
/** Binds a definition to its symbol: an error if there is another one. */
void fc_symbols_define(fc_reader *reader, fc_symbol *symbol, CXCursor definition);

/* ---- declared.c ---- */
/** What a function's declaration tells of it: the symbol's parameters, and its cost if a pragma before it does. */
void fc_declared_take(fc_reader *reader, fc_symbol *symbol, CXCursor declaration);
/** Costs told at declarations of procedures that the program defines become pragmas of their bodies. */
void fc_declared_settle(fc_program *program);

/* ---- literals.c ---- */
fc_node *fc_literals_read(fc_reader *reader, int entry);
/** True if libclang can compute the expression as an integer. */
bool fc_literals_evaluate(CXCursor cursor, long *value);

/* ---- expressions.c ---- */
fc_node *fc_expressions_read(fc_reader *reader, int entry);
/** The expression, converted to `type` if that changes the number's kind or width. */
fc_node *fc_expressions_converted(fc_reader *reader, int entry, const fc_type *type);
/** The entry behind parentheses and conversions that make no node. */
int fc_expressions_bare(fc_reader *reader, int entry);

/* ---- references.c ---- */
fc_node *fc_references_name(fc_reader *reader, int entry);
fc_node *fc_references_member(fc_reader *reader, int entry);
/** An FC_HANDLE if the expression is a predefined MPI object; NULL (no fault) otherwise. */
fc_node *fc_references_handle(fc_reader *reader, int entry);

/* ---- sizes.c ---- */
fc_node *fc_sizes_read(fc_reader *reader, int entry);

/* ---- blocks.c ---- */
/** A statement expression's value. If it holds more than expressions, if statements and scalar variables, its
 * statements run before the one it stands in (fc_blocks_add); refused where they may run more often, or not at all.
 */
fc_node *fc_blocks_read(fc_reader *reader, int entry);
/** Below the entry is one that is taken apart. */
bool fc_blocks_are_in(fc_reader *reader, int entry);
void fc_blocks_put_before(fc_reader *reader, fc_node *statement);
/** Adds `statement` to the block, behind what runs before it: reader->before from `first` on, which is taken away. */
void fc_blocks_add(fc_reader *reader, fc_node *block, size_t first, fc_node *statement);
/** Numbers the body's nodes in the order of the walk (fc_node.id) where statement expressions were taken apart: their
 * statements were made within the one they run before. */
void fc_blocks_number(fc_reader *reader, fc_node *body);
/** Declares those variables at the top of their procedure's body. */
void fc_blocks_declare(fc_reader *reader, fc_node *body);

/** The variable that `name` names is declared there too. */
void fc_blocks_hoist(fc_reader *reader, const fc_node *name);

/* ---- selections.c ---- */
/** The association that a _Generic selects, by the types as they are written; -1: they are not written in one piece. */
int fc_selections_written(fc_reader *reader, int entry);

/* ---- extensions.c ---- */
/** The chosen expression of a _Generic. */
fc_node *fc_extensions_generic(fc_reader *reader, int entry);
/** a ?: b as an FC_CONDITIONAL of op FC_OP_OR. */
fc_node *fc_extensions_without_middle(fc_reader *reader, int entry);
/** __real__ z or __imag__ z: a place that is data. */
fc_node *fc_extensions_part(fc_reader *reader, int entry);
/** &&label, as FC_LABEL_ADDRESS tells (analyzer/model/pieces.h). */
fc_node *fc_extensions_label_address(fc_reader *reader, int entry);

/* ---- atomics.c ---- */
/** What an expression of <stdatomic.h> does; NULL without a fault: it is another expression. */
fc_node *fc_atomics_read(fc_reader *reader, int entry);

/* ---- vectors.c ---- */
/** (T){a, b, c} or another vector made of others: (T)(a, (b, c)), which costs what its parts cost. */
fc_node *fc_vectors_parts(fc_reader *reader, int entry, const fc_type *type);
/** v[i], of a vector v: ((T *)&v)[i]. */
fc_node *fc_vectors_element(fc_reader *reader, int entry, int vector, int index);
/** A load or store of <immintrin.h> and its like as what it does; NULL without a fault: it is another call. */
fc_node *fc_vectors_access(fc_reader *reader, int entry);

/* ---- initialisers.c ---- */
/** The initialiser of something of this type: an expression, or a list in the order of elements or fields. */
fc_node *fc_initialisers_read(fc_reader *reader, int entry, const fc_type *type);

/* ---- statements.c ---- */
fc_node *fc_statements_read(fc_reader *reader, int entry);
/** The statements below a compound one, up to the entry `end` (-1: all), run before the statement being read. */
void fc_statements_read_before(fc_reader *reader, int entry, int end);
/** The body of a loop, branch or label. Pragmas that stand before it, behind its parent's start, make it a block. */
fc_node *fc_statements_read_body(fc_reader *reader, int entry);

/* ---- directives.c ---- */
/** The OpenMP directive that a while statement stands for (openmp.h); NULL: it is a loop of the source. */
const fc_omp_line *fc_directives_find(fc_reader *reader, int entry);
fc_node *fc_directives_read(fc_reader *reader, int entry, const fc_omp_line *line);
/** A fault if a directive is wrong or not covered; warnings of those that are covered in part. */
void fc_directives_check(fc_reader *reader);

#endif
