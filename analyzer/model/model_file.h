/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file model_file.h  The format of a model file (.fc), shared by its writer and its reader.
 *
 * One JSON object: "forecost" (version of the writer), "kind": "program", "format", "name", "compiler", "link" (words,
 * or null), "key", and six lists of rows. A row is a list. References are indices into the lists; -1 or null means
 * none. Kinds and operators are the numbers of program.h's enumerations: a change there requires a higher
 * FC_MODEL_FORMAT. Text that is not UTF-8 is written as {"hex": "6a6b"}, a real number that JSON lacks as "inf". */
#ifndef FC_MODEL_FILE_H
#define FC_MODEL_FILE_H

enum {
    FC_MODEL_FORMAT = 11,
    FC_MODEL_MAX_BYTES = 128 << 20
};

/* Columns of the rows. A span takes six columns: file, line, column, end_line, begin, end. */
enum {
    FC_SPAN_COLUMNS = 6
};
enum {
    FC_FILE_PATH,
    FC_FILE_KEY,
    FC_FILE_IS_MAIN,
    FC_FILE_DIRECTORY,
    FC_FILE_ARGUMENTS,
    FC_FILE_COLUMNS
};
enum {
    FC_TYPE_KIND,
    FC_TYPE_BITS,
    FC_TYPE_FLAGS, /* 1: unsigned, 2: union */
    FC_TYPE_SIZE,
    FC_TYPE_NAME,
    FC_TYPE_OF,
    FC_TYPE_LENGTH,
    FC_TYPE_EXTENT,
    FC_TYPE_FIELDS,
    FC_TYPE_COLUMNS
};
enum {
    FC_SYMBOL_KIND,
    FC_SYMBOL_NAME,
    FC_SYMBOL_TYPE,
    FC_SYMBOL_IS_STATIC_COLUMN,
    FC_SYMBOL_OWNER,
    FC_SYMBOL_FIELD_OFFSET,
    FC_SYMBOL_INITIALIZER,
    FC_SYMBOL_ANNOTATION,
    FC_SYMBOL_SPAN,
    FC_SYMBOL_COLUMNS = FC_SYMBOL_SPAN + FC_SPAN_COLUMNS
};
enum {
    FC_NODE_KIND,
    FC_NODE_OP,
    FC_NODE_TYPE,
    FC_NODE_COMPUTE_TYPE,
    FC_NODE_SYMBOL,
    FC_NODE_VALUE,
    FC_NODE_REAL,
    FC_NODE_TEXT,
    FC_NODE_SPAN,
    FC_NODE_CHILDREN = FC_NODE_SPAN + FC_SPAN_COLUMNS,
    FC_NODE_COLUMNS
};
enum {
    FC_PROCEDURE_SYMBOL,
    FC_PROCEDURE_PARAMETERS,
    FC_PROCEDURE_BODY,
    FC_PROCEDURE_INIT_END,
    FC_PROCEDURE_IS_VARIADIC,
    FC_PROCEDURE_COLUMNS
};
enum {
    FC_CODE_FILE,
    FC_CODE_LINE,
    FC_CODE_LINES,
    FC_CODE_VECTOR_BYTES,
    FC_CODE_REAL_OPERATIONS,
    FC_CODE_LOAD_BYTES,
    FC_CODE_STORE_BYTES,
    FC_CODE_N_REAL,
    FC_CODE_N_LOADS,
    FC_CODE_N_STORES,
    FC_CODE_N_MOVES,
    FC_CODE_N_JUMPS,
    FC_CODE_N_INSTRUCTIONS,
    FC_CODE_CYCLES,
    FC_CODE_N_CALLS,
    FC_CODE_COLUMNS
};

#endif
