/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file reader.h  The state the front end's files share while they read one program, and their internal interfaces.
 *
 * Only the first error is reported: fc_reader_fail() keeps it in `status`, and the walk continues over the rest of the
 * declaration with NULL nodes. The functions that read nodes therefore return a node, or NULL after an error. The
 * caller checks `status` before it uses the model. */
#ifndef FC_READER_H
#define FC_READER_H

#include "analyzer/frontend/reader/cursor_tree.h"
#include "analyzer/frontend/reader/handles.h"
#include "analyzer/frontend/reader/pragmas.h"
#include "analyzer/frontend/reader/spans.h"
#include "support/map.h"

#include <locale.h>

typedef struct fc_reader {
    fc_program *program;
    fc_status status;
    fc_report *report;
    fc_text *warnings; /* NULL: warnings are not wanted */
    locale_t c_locale; /* for reading C's numbers under any locale */
    /* of all units */
    fc_map external; /* name -> fc_symbol with external linkage */
    fc_map records;  /* signature -> fc_type */
    fc_handles handles;
    /* of the unit being read */
    fc_spans spans;
    fc_map symbols; /* declaration -> fc_symbol */
    fc_map types;   /* QualType -> fc_type */
    fc_pragmas pragmas;
    fc_omp_lines openmp;
    CXCursor *waiting; /* referenced definitions of headers, not read yet */
    int n_waiting;
    size_t waiting_capacity;
    /* of the declaration being read */
    fc_tree tree;
    fc_procedure *procedure; /* NULL outside of a procedure */
    fc_map labels;           /* name -> fc_symbol */
    const fc_node **hoisted; /* names of variables of statement expressions, to be declared at the procedure's top */
    size_t n_hoisted, hoisted_capacity;
    fc_node **before; /* statements of split statement expressions, to run before the statement being read */
    size_t n_before, before_capacity;
    bool is_apart; /* the procedure has a split statement expression */
    int depth;
} fc_reader;

/* ---- reader.c ---- */
/** Reports an error at `cursor` with the hint `next` (may be NULL), unless one was reported before. */
void fc_reader_fail(fc_reader *reader, CXCursor cursor, const char *next, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
fc_node *fc_reader_add(fc_reader *reader, fc_node_kind kind, int entry);
const fc_cursor_entry *fc_reader_entry(const fc_reader *reader, int entry);
/** The entry's range and span, cached. */
CXSourceRange fc_reader_range(fc_reader *reader, int entry);
fc_span fc_reader_span(fc_reader *reader, int entry);
/** The place of the entry's first character in the text, which may be a macro's definition. */
fc_point fc_reader_spelled(fc_reader *reader, int entry);
/** Enters one level of nesting; false, with a report, beyond the limit. fc_reader_leave() must follow in any case. */
bool fc_reader_enter(fc_reader *reader, int entry);
void fc_reader_leave(fc_reader *reader);

/* ---- types.c ---- */
/** The program's type; NULL and a report at `where` if the type is not supported. */
const fc_type *fc_types_read(fc_reader *reader, CXType type, CXCursor where);
/** The type of an expression's value: an array only where the expression designates one. */
const fc_type *fc_types_of_expression(fc_reader *reader, int entry);
/** Reads the lengths of variable-length arrays from the children of the declaration or cast `entry`, except the child
 * `last` (-1: none), and attaches them to its type. Must precede any use of the type. */
void fc_types_declare(fc_reader *reader, int entry, CXType type, int last);
/** The common type of a binary operator's operands (usual arithmetic conversions, C17 6.3.1.8). */
const fc_type *fc_types_usual(fc_reader *reader, const fc_type *a, const fc_type *b);
const fc_type *fc_types_int(fc_reader *reader);
const fc_type *fc_types_long(fc_reader *reader);
const fc_type *fc_types_pointer(fc_reader *reader, const fc_type *of);
bool fc_types_is_number(const fc_type *type);
/** The model's record for a record type, also for that of a handle type such as MPI_Status. */
const fc_type *fc_types_record(fc_reader *reader, CXType type, CXCursor where);

/* ---- symbols.c ---- */
/** The symbol of a variable, parameter, function or field; NULL with a report at `where`. */
fc_symbol *fc_symbols_of(fc_reader *reader, CXCursor declaration, CXCursor where);
fc_symbol *fc_symbols_label(fc_reader *reader, CXCursor label);
/** The external symbol of a builtin that has no declaration. */
fc_symbol *fc_symbols_builtin(fc_reader *reader, const char *name, const fc_type *result);
/** A new variable of the procedure for the value of an expression, which fc_statement_expression_hoist_variable()
 * declares. */
fc_symbol *fc_symbols_middle(fc_reader *reader, int entry);
/** Binds a definition to its symbol; a second definition is an error. */
void fc_symbols_define(fc_reader *reader, fc_symbol *symbol, CXCursor definition);

/* ---- declaration.c ---- */
/** Sets the symbol's parameter names from a function's declaration, and its cost annotation if a pragma precedes the
 * declaration. */
void fc_declaration_read(fc_reader *reader, fc_symbol *symbol, CXCursor declaration);
/** Moves cost annotations from declarations into the bodies of the procedures that the program defines. */
void fc_declaration_move_annotations(fc_program *program);

/* ---- equivalent_calls.c ---- */
/** A call of scanf or getchar as one that names the stream, one of strdup or strndup as allocation and copy; NULL:
 * another call. */
fc_node *fc_equivalent_calls_read(fc_reader *reader, int entry);

/* ---- literals.c ---- */
fc_node *fc_literals_read(fc_reader *reader, int entry);
/** True if libclang can evaluate the expression as an integer constant. */
bool fc_literals_evaluate(CXCursor cursor, long *value);

/* ---- expressions.c ---- */
fc_node *fc_expressions_read(fc_reader *reader, int entry);
/** The expression, converted to `type` if that changes the number's kind or width. */
fc_node *fc_expressions_converted(fc_reader *reader, int entry, const fc_type *type);
/** The entry without its enclosing parentheses, `__extension__` and implicit conversions. */
int fc_expressions_strip(fc_reader *reader, int entry);

/* ---- references.c ---- */
fc_node *fc_references_name(fc_reader *reader, int entry);
fc_node *fc_references_member(fc_reader *reader, int entry);
/** An FC_HANDLE if the expression is a predefined MPI object; NULL (no error) otherwise. */
fc_node *fc_references_handle(fc_reader *reader, int entry);

/* ---- sizeof.c ---- */
fc_node *fc_sizeof_read(fc_reader *reader, int entry);

/* ---- statement_expression.c ---- */
/** A statement expression's value. If it contains more than expressions, if statements and scalar variables, it is
 * split: its statements run before the enclosing statement (fc_statement_expression_add_statements). It is rejected
 * where it may run several times or never. */
fc_node *fc_statement_expression_read(fc_reader *reader, int entry);
/** True if the entry contains a statement expression that must be split. */
bool fc_statement_expression_needs_split(fc_reader *reader, int entry);
void fc_statement_expression_prepend(fc_reader *reader, fc_node *statement);
/** Adds reader->before from `first` on to the block, then `statement`; truncates reader->before to `first`. */
void fc_statement_expression_add_statements(fc_reader *reader, fc_node *block, size_t first, fc_node *statement);
/** Renumbers the body's nodes (fc_node.id) in preorder if a statement expression was split: its statements were created
 * after the start of the statement they precede. O(n log n) in the nodes. */
void fc_statement_expression_renumber(fc_reader *reader, fc_node *body);
/** Declares the hoisted variables at the top of their procedure's body. */
void fc_statement_expression_declare_variables(fc_reader *reader, fc_node *body);

/** Marks the variable of `name` for fc_statement_expression_declare_variables(). */
void fc_statement_expression_hoist_variable(fc_reader *reader, const fc_node *name);

/* ---- generic_selection.c ---- */
/** The association that a _Generic selects, found from the text of its types; -1: the text is not conclusive. */
int fc_generic_selection_find(fc_reader *reader, int entry);

/* ---- extensions.c ---- */
/** The selected expression of a _Generic. */
fc_node *fc_extensions_generic(fc_reader *reader, int entry);
/** a ?: b as an FC_CONDITIONAL of op FC_OP_OR. */
fc_node *fc_extensions_omitted_operand(fc_reader *reader, int entry);
/** __real__ z or __imag__ z: a memory location whose value is dynamic. */
fc_node *fc_extensions_complex_part(fc_reader *reader, int entry);
/** &&label, in the form of FC_LABEL_ADDRESS (analyzer/model/properties/irregular_flow.h). */
fc_node *fc_extensions_label_address(fc_reader *reader, int entry);

/* ---- atomics.c ---- */
/** An operation of <stdatomic.h> as plain loads, stores and updates; NULL without an error: another expression. */
fc_node *fc_atomics_read(fc_reader *reader, int entry);

/* ---- vectors.c ---- */
/** (T){a, b, c} or a vector composed of others -> (T)(a, (b, c)), which costs as much as its parts. */
fc_node *fc_vectors_compose(fc_reader *reader, int entry, const fc_type *type);
/** v[i] of a vector v -> ((T *)&v)[i]. */
fc_node *fc_vectors_element(fc_reader *reader, int entry, int vector, int index);
/** A load or store function of <immintrin.h> as a plain access; NULL without an error: another call. */
fc_node *fc_vectors_access(fc_reader *reader, int entry);

/* ---- initializer.c ---- */
/** The initializer of an object of this type: an expression, or a list in the order of elements or fields. */
fc_node *fc_initializer_read(fc_reader *reader, int entry, const fc_type *type);

/* ---- statements.c ---- */
fc_node *fc_statements_read(fc_reader *reader, int entry);
/** Puts the statements of a compound statement, up to the entry `end` (-1: all), before the statement being read. */
void fc_statements_read_before(fc_reader *reader, int entry, int end);
/** The body of a loop, branch or label. Pragmas between its parent's start and the body make it a block. */
fc_node *fc_statements_read_body(fc_reader *reader, int entry);

/* ---- directives.c ---- */
/** The OpenMP directive that a while statement replaces (openmp.h); NULL: it is a loop of the source. */
const fc_omp_line *fc_omp_directives_find(fc_reader *reader, int entry);
fc_node *fc_omp_directives_read(fc_reader *reader, int entry, const fc_omp_line *line);
/** Reports an error if a directive is invalid or not supported; warns of directives supported in part. */
void fc_omp_directives_check(fc_reader *reader);

#endif
