/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program.h  The program model: all source files of an MPI program as one tree.
 *
 * The front end builds it, the passes read it, the emitters print from it. No libclang object outlives the front end. A
 * program owns everything below it; fc_program_free() frees all of it. Each live range of a local variable has a symbol
 * of its own (live_ranges.h). Nodes are final after the front end, the annotations (annotation_file.h) and the removal
 * of never-executed branches (tools/counts/never_executed.h). A pass keeps its results in its own tables, indexed by
 * node->id or symbol->id. */
#ifndef FC_PROGRAM_H
#define FC_PROGRAM_H

#include "support/status.h"
#include "support/text.h"
#include "support/words.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct fc_node fc_node;
typedef struct fc_type fc_type;
typedef struct fc_symbol fc_symbol;

typedef enum fc_type_kind {
    FC_TYPE_VOID,
    FC_TYPE_BOOL,
    FC_TYPE_INTEGER,  /* char to long long and enumerations: bits, is_unsigned */
    FC_TYPE_REAL,     /* float, double, long double: bits 32, 64, 128 */
    FC_TYPE_COMPLEX,  /* bits of one part */
    FC_TYPE_POINTER,  /* of */
    FC_TYPE_ARRAY,    /* of, length (-1: variable; then `extent` is the expression, or NULL if unknown) */
    FC_TYPE_RECORD,   /* struct or union: field[], is_union */
    FC_TYPE_FUNCTION, /* of = result */
    FC_TYPE_HANDLE /* an MPI object: name is "MPI_Comm", "MPI_Datatype", "MPI_Request", "MPI_Status", "MPI_Op", ... */
} fc_type_kind;

/** A canonical type: typedefs are resolved, except that MPI handle types stay FC_TYPE_HANDLE. Equal types are one
 * object. */
struct fc_type {
    int id; /* index in program->type */
    fc_type_kind kind;
    int bits; /* width of a number; 0 otherwise */
    bool is_unsigned;
    bool is_union;
    long size;  /* bytes on the host; -1 if unknown (variable-length, incomplete, void, function) */
    char *name; /* C spelling of a number ("unsigned long"), tag of a record ("" if anonymous), name of a handle */
    const fc_type *of;     /* pointee, element or result */
    long length;           /* array elements; -1 if variable or unknown */
    const fc_node *extent; /* expression of a variable length; NULL if fixed or unknown */
    fc_symbol **field;     /* of a record, in order; owned by the program */
    int n_fields;
};

typedef enum fc_symbol_kind {
    FC_SYMBOL_LOCAL, /* automatic variable; its owner is the procedure */
    FC_SYMBOL_PARAMETER,
    FC_SYMBOL_STATIC,    /* static variable inside a procedure */
    FC_SYMBOL_GLOBAL,    /* file-scope variable, linked across files: one symbol for the program (for a static, one per
                            file) */
    FC_SYMBOL_PROCEDURE, /* a function; definition != NULL if the program defines it */
    FC_SYMBOL_FIELD,
    FC_SYMBOL_LABEL
} fc_symbol_kind;

typedef struct fc_span {
    int file;         /* index in program->file; -1: none */
    int line, column; /* presumed line and column of the expansion location, from 1 */
    int end_line;
    long begin, end; /* byte offsets [begin, end) in the parsed text; -1 inside a macro body */
} fc_span;

struct fc_symbol {
    int id; /* index in program->symbol */
    fc_symbol_kind kind;
    char *name;
    const fc_type *type;
    fc_span span;                    /* of the declaration */
    bool is_static;                  /* internal linkage */
    struct fc_procedure *owner;      /* of a local, parameter, static or label; NULL otherwise */
    long field_offset;               /* of a field: byte offset; -1: unknown; less: -1 minus a bit field's width */
    const fc_node *initializer;      /* of a global or static; NULL: none */
    struct fc_procedure *definition; /* of a procedure; NULL: external */
    char *cost_line;  /* of an external procedure: its cost annotation (library_annotated.h); NULL: none */
    char *parameters; /* of a procedure: its parameters in the form of a cost annotation, "(., n, *m)"; NULL: unknown.
                         Not in the file */
};

/** The width of a bit field; 0: not a bit field. */
static inline int fc_field_bits(const fc_symbol *field)
{
    return field->field_offset < -1 ? (int)(-1 - field->field_offset) : 0;
}

/** The C spelling of the scalar type of an integer or real type, or of a vector's lanes ("unsigned long"), from a
 * closed list; NULL: the type's name is not on it. */
const char *fc_type_scalar_name(const fc_type *type);
/** A vector type (vector_size): `bits` is the width of a lane, `size` the bytes of all lanes. */
bool fc_type_is_vector(const fc_type *type);
/** A pointer, or an array that is used as one; false for NULL. */
bool fc_type_is_address(const fc_type *type);
/** The first member of the record if it has the other type, or holds it as its own first member, and so on; NULL: it
 * does not. */
const fc_symbol *fc_type_first_member(const fc_type *record, const fc_type *member);

/** Node kinds: statements, then expressions. A missing optional child is NULL, except in lists. */
typedef enum fc_node_kind {
    /* statements: type NULL */
    FC_BLOCK,    /* child[0..] statements */
    FC_DECLARE,  /* symbol; child[0] initializer or NULL. One node per variable, static variables included */
    FC_EVALUATE, /* child[0] expression */
    FC_IF,       /* child[0] condition, [1] then, [2] else or NULL */
    FC_FOR, /* child[0] init statement (BLOCK of DECLAREs, DECLARE or EVALUATE), [1] condition, [2] increment, [3] body
             */
    FC_WHILE,   /* child[0] condition, [1] body */
    FC_DO,      /* child[0] body, [1] condition */
    FC_SWITCH,  /* child[0] value, [1] body */
    FC_CASE,    /* child[0] value (constant), [1] the labeled statement; [2] end of a GNU case range or NULL */
    FC_DEFAULT, /* child[0] the labeled statement */
    FC_BREAK,
    FC_CONTINUE,
    FC_RETURN, /* child[0] value or NULL */
    FC_GOTO,   /* symbol: the label; computed: NULL, and child[0] the address */
    FC_LABEL,  /* symbol; child[0] a BLOCK of the labeled statement and the statements that a goto back to it repeats
                  (goto_loops.h) */
    FC_PRAGMA, /* text: what follows "#pragma forecost ", trimmed */
    FC_OPENMP, /* text: what follows "#pragma omp ", trimmed (openmp.h); child[0..] the expressions of its clauses, last
                  the structured block or NULL */
    FC_EMPTY,
    FC_IRREGULAR_REGION, /* begins a straight-line region of irregular control flow (irregular_flow.h); text: the
                 reason, for the first region of a block; NULL otherwise */
    /* expressions: type is the type of the value */
    FC_INTEGER,     /* value */
    FC_REAL,        /* real; text: its spelling */
    FC_STRING,      /* text: the bytes */
    FC_NAME,        /* symbol: variable or procedure */
    FC_HANDLE,      /* text: the name of a predefined MPI object or constant: "MPI_COMM_WORLD", "MPI_DOUBLE", "MPI_SUM",
                       "MPI_STATUS_IGNORE", "MPI_IN_PLACE", "MPI_PROC_NULL", "MPI_ANY_SOURCE", ...; value: its number if an
                       integer */
    FC_UNARY,       /* op: NEGATE, PLUS, NOT, COMPLEMENT, DEREFERENCE, ADDRESS; child[0] */
    FC_STEP,        /* op: PRE_INCREMENT, PRE_DECREMENT, POST_INCREMENT, POST_DECREMENT; child[0] */
    FC_BINARY,      /* op; child[0], child[1] */
    FC_ASSIGN,      /* op: FC_OP_NONE for "=", else the operator of "op="; child[0] = child[1]; compute_type: of the
                       operation */
    FC_CONDITIONAL, /* child[0] ? child[1] : child[2]; op FC_OP_OR: written a ?: b, child[0] is then (v = a), child[1] v
                     */
    FC_COMMA,       /* child[0], child[1]; op FC_OP_LITERAL: a decided check of output, fc_node_is_output_check() */
    FC_INDEX,       /* child[0] base (pointer or array), child[1] index */
    FC_MEMBER,      /* symbol: the field; child[0] base; op: FC_OP_ARROW or FC_OP_DOT */
    FC_CALL,        /* child[0] callee (FC_NAME of a procedure if direct), child[1..] arguments */
    FC_CAST,        /* explicit or implicit conversion that changes the number's kind or width; child[0] */
    FC_SIZEOF,      /* value if constant (then n_children 0); otherwise child[0] is the expression of the bytes */
    FC_LIST /* an initializer list or a compound literal (op FC_OP_LITERAL): child[i] or NULL for zero, in order of the
               elements or fields */
} fc_node_kind;

typedef enum fc_operator {
    FC_OP_NONE,
    FC_OP_ADD,
    FC_OP_SUBTRACT,
    FC_OP_MULTIPLY,
    FC_OP_DIVIDE,
    FC_OP_REMAINDER,
    FC_OP_SHIFT_LEFT,
    FC_OP_SHIFT_RIGHT,
    FC_OP_BIT_AND,
    FC_OP_BIT_OR,
    FC_OP_BIT_XOR,
    FC_OP_LESS,
    FC_OP_LESS_EQUAL,
    FC_OP_GREATER,
    FC_OP_GREATER_EQUAL,
    FC_OP_EQUAL,
    FC_OP_NOT_EQUAL,
    FC_OP_AND,
    FC_OP_OR, /* short circuit */
    FC_OP_NEGATE,
    FC_OP_PLUS,
    FC_OP_NOT,
    FC_OP_COMPLEMENT,
    FC_OP_DEREFERENCE,
    FC_OP_ADDRESS,
    FC_OP_PRE_INCREMENT,
    FC_OP_PRE_DECREMENT,
    FC_OP_POST_INCREMENT,
    FC_OP_POST_DECREMENT,
    FC_OP_DOT,
    FC_OP_ARROW,
    FC_OP_LITERAL
} fc_operator;

/** __real__ z and __imag__ z in the model: *FC_COMPLEX_PART(&z). No source defines this function. */
#define FC_COMPLEX_PART "__complex_part"

struct fc_node {
    int id; /* index in program->node, in preorder: a parent's id is lower than its children's */
    fc_node_kind kind;
    fc_operator op;
    const fc_type *type;         /* of an expression; NULL for statements */
    const fc_type *compute_type; /* of a compound FC_ASSIGN: the type in which the operation is done; NULL otherwise */
    fc_symbol *symbol;
    long value;         /* FC_INTEGER, FC_SIZEOF, integer FC_HANDLE */
    double real;        /* FC_REAL */
    char *text;         /* FC_STRING, FC_REAL, FC_PRAGMA, FC_OPENMP, FC_HANDLE */
    size_t text_length; /* of an FC_STRING, which may hold NUL bytes */
    fc_span span;
    fc_node **child;
    int n_children;
    const fc_node *parent; /* NULL at a procedure's body and at a global's initializer */
};

typedef struct fc_procedure {
    int id; /* index in program->procedure */
    fc_symbol *symbol;
    fc_symbol **parameter;
    int n_parameters;
    fc_node *body;           /* an FC_BLOCK */
    const fc_node *init_end; /* the FC_PRAGMA "init_end" or FC_LABEL forecost_init_end that ends the initialization
                                block; NULL: the whole body is the computational block (analyzer, section 3.2.1) */
    bool is_variadic;
} fc_procedure;

typedef struct fc_finite_source {
    char *path;      /* as on the command line or as #include found it; relative to the current directory */
    char key[33];    /* fc_content_key of the main file; "" for headers */
    bool is_main;    /* named by the user */
    char *directory; /* main file: working directory of its compile command */
    char **argument; /* main file: compiler flags (without compiler and file name) */
    int n_arguments;
} fc_finite_source;

/** One innermost loop of machine code; all counts are per iteration of it. A source loop may have several: loop
 * versions, a vector loop and its remainder, or one per inlined copy. */
typedef struct fc_code_loop {
    int file, line;      /* index in program->file; the source line of most of its instructions */
    int lines;           /* cache lines of 64 bytes that its code occupies */
    int vector_bytes;    /* widest operand of its vector instructions; 0: none */
    int real_operations; /* additions, multiplications, divisions, per lane; a fused multiply-add is two */
    int load_bytes, store_bytes;
    int n_real, n_loads, n_stores; /* instructions: with real operations (a fused multiply-add is two), loads, stores */
    int n_moves;                   /* conditional moves, which do not branch */
    int n_jumps;                   /* conditional jumps other than the one that closes the loop */
    int n_instructions;            /* all instructions */
    int n_calls;                   /* other than of libraries; -1: not known, in the file of an earlier version */
    double cycles; /* throughput bound by the execution units of `code_cpu`, in cycles, without latencies; 0: unknown */
} fc_code_loop;

typedef struct fc_program {
    char *name;     /* base name of the file with main, without ".c"; the directory's name for a file main.c */
    char *compiler; /* the command that compiles and links it, for example "mpicc" */
    char *folder;   /* the relative paths of files begin here, absolute; NULL: unknown, or no path is relative. In the
                       model file it is relative to that file's folder */
    bool is_linked; /* `link` is known: all link inputs other than its own sources, as absolute paths. If not, the
                       linker flags among the main files' arguments are used */
    fc_words link;
    fc_finite_source *file;
    int n_files;
    fc_type **type;
    int n_types;
    fc_symbol **symbol;
    int n_symbols;
    fc_procedure **procedure; /* in order of the files; fc_program_find finds "main" */
    int n_procedures;
    fc_node **node;
    int n_nodes;
    fc_code_loop *code; /* machine code of its loops, if it was read; not in the key */
    int n_code;
    char *code_cpu;      /* processor model of the loops' cycles, as llvm-mca names it; NULL: llvm-mca was not run */
    bool counts_extents; /* pointers of gathers get counters of their objects' sizes; not in the file */
    bool is_verified;    /* objects of MPI are made even where they are not used; not in the file */
    bool times_calls;    /* calls of functions of unknown cost get counters of their time; not in the file */
    int *measured;       /* ids of loops, procedure bodies and allocations whose results are dynamic by request, as the
                            program slice exceeds its budget there (tools/prediction/prediction_open.c), and of
                            conditions of for loops whose counts are; not in the file */
    int n_measured;
    fc_node **as_read; /* the nodes by their numbers in the file, once fc_program_keep_numbers() was called */
    int n_as_read;
    double *mispredicted; /* by node id: of the branches that a profile counted, the share of executions that its branch
                             predictor missed; NULL: unknown; not in the file */
    char key[33];         /* identity of the program: content key over the main files' keys and flags */
} fc_program;

/** Profiles name nodes by their numbers in the file: keeps these, before nodes are inserted. */
void fc_program_keep_numbers(fc_program *program);
/** The id of the node with that number in the file; -1: none. */
int fc_program_id_of_number(const fc_program *program, long number);
/** NULL if the program does not define such a procedure. */
const fc_procedure *fc_program_find(const fc_program *program, const char *name);
void fc_program_free(FC_TAKE fc_program *program);
/** The file is compiled with -O1 or more; a header as the first file that the user named. */
bool fc_program_is_optimized(const fc_program *program, int file);
/** The source position of a node or symbol, for a report. */
fc_place fc_program_place(const fc_program *program, fc_span span);
/** Checks every invariant of this header: indices, parents, child counts by kind, types of expressions. False with a
 * report. */
bool fc_program_is_valid(const fc_program *program, fc_report *report);

/** The model file (.fc): JSON, "forecost": version, "kind": "program". Input is untrusted: FC_E_INPUT with the position
 * for anything but a valid program. */
fc_status fc_program_write(const fc_program *program, const char *path, fc_report *report);
fc_status fc_program_read(FC_GIVE fc_program **out, const char *path, fc_report *report);

/** The C text of an operator, "+", "<=", ..., and of a type applied to a declarator: fc_type_print(t, "a") gives
 * "double *a". A record without tag prints as "struct fc_record_<id>", a function without its parameters' types: "int
 * (*f)()". */
const char *fc_operator_text(fc_operator op);
/** The comparison that holds with its sides exchanged (< for >), and the one that holds where this one does not (>= for
 * <). Other operators stay as they are. */
fc_operator fc_operator_mirrored(fc_operator op);
fc_operator fc_operator_negated(fc_operator op);
void fc_type_print(fc_text *out, const fc_type *type, const char *declarator);
/** The name of a node kind for diagnostics: "for loop", "call", ... */
const char *fc_node_kind_text(fc_node_kind kind);
/** The node as C text for people: "n / p", "residual > eps". */
void fc_node_print(fc_text *out, const fc_node *node);

/** The operand of the casts and implicit conversions around a node; the node itself without any. NULL: NULL. */
const fc_node *fc_node_without_casts(const fc_node *node);
/** The constant 0 below its casts: as an address, the null pointer. */
bool fc_node_is_null(const fc_node *node);
/** "fprintf(...), 0": the check of an output function, decided as in a run that ends well (reader/expressions.c). The
 * slice has the value, not the call. */
bool fc_node_is_output_check(const fc_node *node);
/** `node` is `ancestor` or lies below it. */
bool fc_node_is_within(const fc_node *node, const fc_node *ancestor);
bool fc_node_is_loop(const fc_node *node);

/** The procedure that a call names directly, external or not; NULL for a call through a pointer. */
const fc_symbol *fc_call_target(const fc_node *call);
/** The callee of a call without conversions and (*...): the procedure's name, or an expression with its address. */
const fc_node *fc_call_pointer(const fc_node *call);

/** Construction, for the front end and the reader. The program owns what these functions return. */
FC_GIVE fc_program *fc_program_create(void);
fc_node *fc_program_add_node(fc_program *program, fc_node_kind kind, fc_span span);
/** Gives the nodes from id `first` on, each with a parent before them, the ids after their parents'; the ids of other
 * nodes grow. So the ids of a procedure stay a short range, by which analyses have tables. */
void fc_program_move_nodes(fc_program *program, int first);
/** Inserts a statement directly before the statement `before`. If `before` is a body by itself, both become a block.
 * The span is empty, at the start of `before`. Ids from there on change. */
fc_node *fc_program_insert(fc_program *program, fc_node_kind kind, fc_node *before);
/** Inserts a statement directly after the statement `after` of a block. The span is empty, at the start of `after`.
 * Later ids change. */
fc_node *fc_program_insert_after(fc_program *program, fc_node_kind kind, fc_node *after);
/** Appends a child to an inserted node, with that node's span. Later ids change. */
fc_node *fc_program_insert_below(fc_program *program, fc_node_kind kind, fc_node *parent);
fc_symbol *fc_program_add_symbol(fc_program *program, fc_symbol_kind kind, const char *name);
/** The one object equal to *type, which stays the caller's. Records are never merged: their field array and name are
 * moved in. */
const fc_type *fc_program_add_type(fc_program *program, const fc_type *type);
/** A procedure that the program defines; sets symbol->definition. The caller sets the parameters (a heap array) and the
 * body. */
fc_procedure *fc_program_add_procedure(fc_program *program, fc_symbol *symbol);
/** A source or header; valid until the next file is added. The caller sets the other fields, with heap strings. */
fc_finite_source *fc_program_add_file(fc_program *program, const char *path);
/** Adds a copy of the loop. */
void fc_program_add_code(fc_program *program, const fc_code_loop *loop);
void fc_node_add_child(fc_node *node, fc_node *child); /* child may be NULL; sets child->parent */
/** Copies everything but id, kind, span and children. */
void fc_node_copy_content(fc_node *to, const fc_node *from);

#endif
