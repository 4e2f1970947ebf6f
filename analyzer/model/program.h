/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file program.h  The program model: every source file of an MPI program as one tree of ours.
 *
 * The front end builds it, the passes read it, the emitters print from it. After the front end no libclang object
 * lives. A program owns everything below it; fc_program_free() gives it all back. What a local of the source holds in
 * different live ranges are different symbols here (live_ranges.h). Nodes are never changed after the front end, the
 * person's notes (notes.h) and what a profile leaves out (tools/prediction/idle_arms.h), so a pass keeps what it finds
 * in tables of its own, indexed by node->id or symbol->id. */
#ifndef FC_PROGRAM_H
#define FC_PROGRAM_H

#include "machine_properties/support/status.h"
#include "machine_properties/support/text.h"
#include "machine_properties/support/words.h"

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
    FC_TYPE_ARRAY,    /* of, length (-1: variable, then `extent` is the expression or NULL if unknown) */
    FC_TYPE_RECORD,   /* struct or union: field[], is_union */
    FC_TYPE_FUNCTION, /* of = result */
    FC_TYPE_HANDLE /* an MPI object: name is "MPI_Comm", "MPI_Datatype", "MPI_Request", "MPI_Status", "MPI_Op", ... */
} fc_type_kind;

/** A type, canonical (typedefs resolved, except that MPI handle types stay FC_TYPE_HANDLE), one object a distinct type.
 */
struct fc_type {
    int id; /* index in program->type */
    fc_type_kind kind;
    int bits; /* width of a number; 0 otherwise */
    bool is_unsigned;
    bool is_union;
    long size;         /* bytes as on the host; -1 if not known (VLA, incomplete, void, function) */
    char *name;        /* C spelling for numbers ("unsigned long"), tag for records ("" if anonymous), handle's name */
    const fc_type *of; /* pointee, element or result */
    long length;       /* array elements; -1 if variable or unknown */
    const fc_node *extent; /* expression of a variable length; NULL if fixed or unknown */
    fc_symbol **field;     /* of a record, in order; owned by the program */
    int n_fields;
};

typedef enum fc_symbol_kind {
    FC_SYMBOL_LOCAL, /* automatic variable; its owner is the procedure */
    FC_SYMBOL_PARAMETER,
    FC_SYMBOL_STATIC, /* static variable inside a procedure */
    FC_SYMBOL_GLOBAL, /* file-scope variable, linked over the files: one symbol for the program (statics: one a file) */
    FC_SYMBOL_PROCEDURE, /* a function; definition != NULL if the program defines it */
    FC_SYMBOL_FIELD,
    FC_SYMBOL_LABEL
} fc_symbol_kind;

typedef struct fc_span {
    int file;         /* index in program->file; -1: none */
    int line, column; /* as the person sees it (expansion location, presumed line), from 1 */
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
    long field_offset;               /* of a field: bytes from the record's beginning on; -1: unknown; less: -1 less its
                                        bits, of a bit field */
    const fc_node *initialiser;      /* of a global or static; NULL: none */
    struct fc_procedure *definition; /* of a procedure; NULL: external */
    char *told;                      /* of an external one: the line that tells its cost (library_told.h); NULL: none */
    char *parameters; /* of a procedure, as such a line has them: "(., n, *m)"; NULL: not known. Not in the file */
};

/** The width of a bit field; 0: it is none. */
static inline int fc_field_bits(const fc_symbol *field)
{
    return field->field_offset < -1 ? (int)(-1 - field->field_offset) : 0;
}

/** The C spelling of a whole or real number's scalar type ("unsigned long"), one of a closed list; NULL: the name is
 * not on it. The type of a vector's lanes. */
const char *fc_type_scalar_name(const fc_type *type);
/** A number of several lanes (vector_size): its bits are those of a lane, its bytes those of all. */
bool fc_type_is_vector(const fc_type *type);

/** Nodes: statements, then expressions. child[] as told; an absent part is NULL, except in lists. */
typedef enum fc_node_kind {
    /* statements: type NULL */
    FC_BLOCK,    /* child[0..] statements */
    FC_DECLARE,  /* symbol; child[0] initialiser or NULL. One node a variable; static variables too */
    FC_EVALUATE, /* child[0] expression */
    FC_IF,       /* child[0] condition, [1] then, [2] else or NULL */
    FC_FOR, /* child[0] init statement (BLOCK of DECLAREs, DECLARE or EVALUATE), [1] condition, [2] increment, [3] body
             */
    FC_WHILE,   /* child[0] condition, [1] body */
    FC_DO,      /* child[0] body, [1] condition */
    FC_SWITCH,  /* child[0] value, [1] body */
    FC_CASE,    /* child[0] value (constant), [1] the statement it labels; value of a GNU range's end in [2] or NULL */
    FC_DEFAULT, /* child[0] the statement it labels */
    FC_BREAK,
    FC_CONTINUE,
    FC_RETURN, /* child[0] value or NULL */
    FC_GOTO,   /* symbol: the label; computed: NULL, and child[0] the address */
    FC_LABEL,  /* symbol; child[0] a BLOCK of the statement it labels, and of what a goto back to it repeats (repeats.h)
                */
    FC_PRAGMA, /* text: what stands behind "#pragma forecost ", trimmed */
    FC_OPENMP, /* text: what stands behind "#pragma omp ", trimmed (openmp.h); child[0..] the expressions of its
                  clauses, last the structured block or NULL */
    FC_EMPTY,
    FC_PIECE, /* begins a piece of a block whose control flow no nesting tells (pieces.h); text: of its first, why; NULL
                 otherwise */
    /* expressions: type is the type of the value */
    FC_INTEGER,     /* value */
    FC_REAL,        /* real; text: its spelling */
    FC_STRING,      /* text: the bytes */
    FC_NAME,        /* symbol: variable or procedure */
    FC_HANDLE,      /* text: a predefined MPI object or constant by its name: "MPI_COMM_WORLD", "MPI_DOUBLE", "MPI_SUM",
                       "MPI_STATUS_IGNORE", "MPI_IN_PLACE", "MPI_PROC_NULL", "MPI_ANY_SOURCE", ...; value: its number if an
                       integer */
    FC_UNARY,       /* op: NEGATE, PLUS, NOT, COMPLEMENT, DEREFERENCE, ADDRESS; child[0] */
    FC_STEP,        /* op: PRE_INCREMENT, PRE_DECREMENT, POST_INCREMENT, POST_DECREMENT; child[0] */
    FC_BINARY,      /* op; child[0], child[1] */
    FC_ASSIGN,      /* op: FC_OP_NONE for "=", else the operator of "op="; child[0] = child[1]; compute_type: of the
                       operation */
    FC_CONDITIONAL, /* child[0] ? child[1] : child[2]; op FC_OP_OR: written a ?: b, child[0] is then (v = a), child[1] v
                     */
    FC_COMMA,       /* child[0], child[1] */
    FC_INDEX,       /* child[0] base (pointer or array), child[1] index */
    FC_MEMBER,      /* symbol: the field; child[0] base; op: FC_OP_ARROW or FC_OP_DOT */
    FC_CALL,        /* child[0] callee (FC_NAME of a procedure when direct), child[1..] arguments */
    FC_CAST,        /* explicit or implicit conversion that changes the number's kind or width; child[0] */
    FC_SIZEOF,      /* value if constant (then n_children 0); otherwise child[0] is the expression of the bytes */
    FC_LIST /* an initialiser list or a compound literal (op FC_OP_LITERAL): child[i] or NULL for zero, in order of the
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

/** What __real__ z and __imag__ z are in the model: *FC_COMPLEX_PART(&z), a function that nobody defines. */
#define FC_COMPLEX_PART "__complex_part"

struct fc_node {
    int id; /* index in program->node, in order of the walk: a parent's id is lower than its children's */
    fc_node_kind kind;
    fc_operator op;
    const fc_type *type;         /* of an expression; NULL for statements */
    const fc_type *compute_type; /* of a compound FC_ASSIGN: the type the operation is done in; NULL otherwise */
    fc_symbol *symbol;
    long value;         /* FC_INTEGER, FC_SIZEOF, integer FC_HANDLE */
    double real;        /* FC_REAL */
    char *text;         /* FC_STRING, FC_REAL, FC_PRAGMA, FC_OPENMP, FC_HANDLE */
    size_t text_length; /* of an FC_STRING, which may hold NUL bytes */
    fc_span span;
    fc_node **child;
    int n_children;
    const fc_node *parent; /* NULL at a procedure's body and at a global's initialiser */
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

typedef struct fc_source {
    char *path;      /* as given on the command line, or as the #include found it; relative to the current folder */
    char key[33];    /* fc_content_key of the main file; "" for headers */
    bool is_main;    /* named by the user */
    char *directory; /* main file: working folder its flags refer to */
    char **argument; /* main file: compiler flags (no compiler, no file name) */
    int n_arguments;
} fc_source;

/** One loop of machine code without a loop inside; all counts a turn. A loop of the source may have several: versions,
 * a vector loop and its rest, one for each place a procedure was inlined at. */
typedef struct fc_code_loop {
    int file, line;      /* index in program->file; the source line most of its instructions come from */
    int lines;           /* lines of 64 bytes its code lies on */
    int vector_bytes;    /* widest operand of its vector instructions; 0: none */
    int real_operations; /* additions, multiplications, divisions: of each lane; a fused one is two */
    int load_bytes, store_bytes;
    int n_real, n_loads, n_stores; /* instructions: of real operations (a fused one is two), that load, that store */
    int n_moves;                   /* instructions that move a value where a condition holds, which branch nowhere */
    double cycles; /* of the processor `code_cpu`, by its units alone: nothing waits for a result; 0: not told */
} fc_code_loop;

typedef struct fc_program {
    char *name;     /* of the file with main without folder and ".c"; the folder's where that is main.c */
    char *compiler; /* the command that compiles and links it, for example "mpicc" */
    bool is_linked; /* `link` is known: all that it is linked with but its own sources, files by absolute path. If not,
                       the linker flags among the main files' arguments serve */
    fc_words link;
    fc_source *file;
    int n_files;
    fc_type **type;
    int n_types;
    fc_symbol **symbol;
    int n_symbols;
    fc_procedure **procedure; /* in order of the files; "main" is found by fc_program_find */
    int n_procedures;
    fc_node **node;
    int n_nodes;
    fc_code_loop *code; /* what the compiler made of its loops, where that was read; not in the key */
    int n_code;
    char *code_cpu;      /* whose model told the loops' cycles, in llvm-mca's words; NULL: none was asked */
    bool counts_extents; /* pointers that data picks through have counters of how much lies there; not in the file */
    bool times_calls;    /* calls of functions whose cost nobody knows have counters of their time; not in the file */
    char key[33];        /* identity of the program: content key over the main files' keys and flags */
} fc_program;

/** NULL if the program does not define such a procedure. */
const fc_procedure *fc_program_find(const fc_program *program, const char *name);
void fc_program_free(FC_TAKE fc_program *program);
/** The place of a node or symbol for a report. */
fc_place fc_program_place(const fc_program *program, fc_span span);
/** Every invariant of this header holds: indices, parents, child counts by kind, types of expressions. False with a
 * report. */
bool fc_program_is_valid(const fc_program *program, fc_report *report);

/** The model file (.fc): JSON, "forecost": version, "kind": "program". Reading treats it as untrusted input: FC_E_INPUT
 *  with the place for anything that is not a valid program. */
fc_status fc_program_write(const fc_program *program, const char *path, fc_report *report);
fc_status fc_program_read(FC_GIVE fc_program **out, const char *path, fc_report *report);

/** The C text of an operator, "+", "<=", ...; and of a type applied to a declarator: fc_type_print(t, "a") gives
 * "double *a". A record without tag prints as "struct fc_record_<id>", a function without parameters' types: "int
 * (*f)()". */
const char *fc_operator_text(fc_operator op);
void fc_type_print(fc_text *out, const fc_type *type, const char *declarator);
/** The word of a node kind for diagnostics: "for loop", "call", ... */
const char *fc_node_kind_text(fc_node_kind kind);
/** The node as C text, for people (origins, formulas): "n / p", "residual > eps". */
void fc_node_print(fc_text *out, const fc_node *node);

/** The procedure a call names directly, external or not; NULL for a call through a pointer. */
const fc_symbol *fc_call_target(const fc_node *call);
/** What a call goes through, without conversions and (*...): the procedure's name, or an expression that is its
 * address.
 */
const fc_node *fc_call_pointer(const fc_node *call);

/** Building, used by the front end and the reader. The program owns what they return. */
FC_GIVE fc_program *fc_program_create(void);
fc_node *fc_program_add_node(fc_program *program, fc_node_kind kind, fc_span span);
/** A statement right before the statement `before`, which becomes a block with it where it is a body by itself. Its
 * span is the empty one at the start of `before`. Ids from there on change. */
fc_node *fc_program_insert(fc_program *program, fc_node_kind kind, fc_node *before);
/** A statement right behind the statement `after` of a block. Ids behind change; its span is the empty one at the start
 * of `after`. */
fc_node *fc_program_insert_behind(fc_program *program, fc_node_kind kind, fc_node *after);
/** A last child of an inserted node, with its span. Ids behind change. */
fc_node *fc_program_insert_below(fc_program *program, fc_node_kind kind, fc_node *parent);
fc_symbol *fc_program_add_symbol(fc_program *program, fc_symbol_kind kind, const char *name);
/** Takes over nothing; returns the one object equal to *type. Records are never merged: field and name are then moved
 * in. */
const fc_type *fc_program_add_type(fc_program *program, const fc_type *type);
/** A procedure the program defines; sets symbol->definition. The caller fills in parameters (a heap array) and body. */
fc_procedure *fc_program_add_procedure(fc_program *program, fc_symbol *symbol);
/** A source or header; valid until the next file is added. The caller fills in the rest with heap strings. */
fc_source *fc_program_add_file(fc_program *program, const char *path);
/** Takes over a copy of the loop. */
void fc_program_add_code(fc_program *program, const fc_code_loop *loop);
void fc_node_add_child(fc_node *node, fc_node *child); /* child may be NULL; sets child->parent */
/** Everything but its number, its kind, its place and its children. */
void fc_node_copy_content(fc_node *to, const fc_node *from);

#endif
