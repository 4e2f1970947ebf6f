/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file infix.h  Reads infix expressions by recursive descent, in linear time; the caller makes the values.
 *
 *     expression = sum [ ("<=" | ">=" | "==" | "<" | ">") sum ]
 *     sum        = product { ("+" | "-") product }
 *     product    = factor { ("*" | "/") factor }
 *     factor     = "-" factor | atom [ "^" factor ]
 *     atom       = NUMBER | NAME | NAME "(" expression { "," expression } ")" | "(" expression ")" */
#ifndef FC_INFIX_H
#define FC_INFIX_H

#include <stdbool.h>
#include <stddef.h>

enum {
    FC_INFIX_ARGUMENTS = 3 /* most arguments of a function */
};

typedef enum fc_infix_operator {
    FC_INFIX_ADD,
    FC_INFIX_SUBTRACT,
    FC_INFIX_MULTIPLY,
    FC_INFIX_DIVIDE,
    FC_INFIX_POWER,
    FC_INFIX_AT_MOST,
    FC_INFIX_AT_LEAST,
    FC_INFIX_EQUAL,
    FC_INFIX_LESS,
    FC_INFIX_GREATER,
    FC_INFIX_NEGATE
} fc_infix_operator;

typedef struct fc_infix fc_infix;

/** What the values of expressions are. NULL is the value after a fault, and may be that of a name; `combine` and `call`
 * take it among their operands and arguments. */
typedef struct fc_infix_values {
    void *(*number)(fc_infix *in); /* reads the number that begins at in->at, and goes past it */
    void *(*name)(fc_infix *in, const char *name, size_t length);
    void *(*combine)(fc_infix *in, fc_infix_operator sign, void *a, void *b); /* b: NULL for FC_INFIX_NEGATE */
    /* The function's number and how many arguments it takes; -1: there is none. */
    int (*function)(const char *name, size_t length, int *n_arguments);
    void *(*call)(fc_infix *in, int function, void **argument);
    const char *functions;                   /* the fault of an unknown function */
    size_t (*name_length)(const char *name); /* 0: no name begins here */
    bool is_arithmetic;                      /* without comparisons and powers */
    int most_depth;
} fc_infix_values;

struct fc_infix {
    const char *text, *at;
    const fc_infix_values *values;
    void *data; /* of the values' functions */
    const char *fault;
    size_t fault_at; /* offset in the text */
    int depth;
};

/** Reads the whole text of {.text, .values, .data}. The fault, if there is one, is in `in`. */
void *fc_infix_read(fc_infix *in);
/** Notes the first fault. Returns NULL. */
void *fc_infix_refuse(fc_infix *in, const char *at, const char *what);

#endif
