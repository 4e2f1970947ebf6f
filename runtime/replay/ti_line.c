/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/replay/ti_line.h"

#include "support/messages/evaluation.h"
#include "support/text.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The arguments of an action, after RANK ACTION:
 *
 *    NONE            IGNORED [anything]      AMOUNT amount
 *    MESSAGE         peer tag n [type]       SENDRECV n target n source [type type]
 *    REQUEST         source target tag
 *    BCAST           n [root [type]]         REDUCE n flops [root [type]]
 *    SCAN            n flops [type]          ALLTOALL n [n] [type type]
 *    GATHER          n [n] [root] [type type]
 *    GATHERV         n count... [root] [type type]
 *    SCATTERV        count... n [root] [type type]
 *    ALLGATHERV      n count... [type type]
 *    ALLTOALLV       n count... n count... [type type]
 *    REDUCE_SCATTER  count... flops [type] */
typedef enum form {
    FORM_NONE,
    FORM_IGNORED,
    FORM_AMOUNT,
    FORM_MESSAGE,
    FORM_SENDRECV,
    FORM_REQUEST,
    FORM_BCAST,
    FORM_REDUCE,
    FORM_SCAN,
    FORM_ALLTOALL,
    FORM_GATHER,
    FORM_GATHERV,
    FORM_SCATTERV,
    FORM_ALLGATHERV,
    FORM_ALLTOALLV,
    FORM_REDUCE_SCATTER
} form;

typedef struct action_row {
    const char *word;
    form form;
    const char *operation;
} action_row;

static const action_row actions[] = {
#define ROW(name, word, arguments, operation) [FC_TI_##name] = {word, FORM_##arguments, operation},
    FC_TI_ACTION_LIST(ROW)
#undef ROW
};

/* clang-format off */
/* SMPI's numbers of predefined datatypes (smpi_datatype.cpp), from 0 on. MPI_DATATYPE_NULL: an internal or invalid one.
 * Fortran's MPI_INTEGER1 has four bytes there. */
static const fc_datatype datatypes[] = {
    FC_MPI_DOUBLE, FC_MPI_INT, FC_MPI_CHAR, FC_MPI_SHORT, FC_MPI_LONG, FC_MPI_FLOAT, FC_MPI_BYTE, FC_MPI_LONG_LONG,
    FC_MPI_SIGNED_CHAR, FC_MPI_UNSIGNED_CHAR, FC_MPI_UNSIGNED_SHORT, FC_MPI_UNSIGNED, FC_MPI_UNSIGNED_LONG,
    FC_MPI_UNSIGNED_LONG_LONG, FC_MPI_LONG_DOUBLE, FC_MPI_WCHAR, FC_MPI_C_BOOL, FC_MPI_INT8_T, FC_MPI_INT16_T,
    FC_MPI_INT32_T, FC_MPI_INT64_T, FC_MPI_UINT8_T, FC_MPI_UINT16_T, FC_MPI_UINT32_T, FC_MPI_UINT64_T,
    FC_MPI_C_FLOAT_COMPLEX, FC_MPI_C_DOUBLE_COMPLEX, FC_MPI_C_LONG_DOUBLE_COMPLEX, FC_MPI_AINT, FC_MPI_OFFSET,
    FC_MPI_FLOAT_INT, FC_MPI_LONG_INT, FC_MPI_DOUBLE_INT, FC_MPI_SHORT_INT, FC_MPI_2INT, FC_MPI_2REAL,
    FC_MPI_2DOUBLE_PRECISION, FC_MPI_C_DOUBLE_COMPLEX, FC_MPI_REAL, FC_MPI_REAL4, FC_MPI_REAL8, FC_MPI_REAL16,
    FC_MPI_COMPLEX8, FC_MPI_COMPLEX16, FC_MPI_COMPLEX16, FC_MPI_INTEGER4, FC_MPI_INTEGER2, FC_MPI_INTEGER4,
    FC_MPI_INTEGER8, FC_MPI_INTEGER16, FC_MPI_LONG_DOUBLE_INT, FC_MPI_CXX_BOOL, FC_MPI_CXX_FLOAT_COMPLEX,
    FC_MPI_CXX_DOUBLE_COMPLEX, FC_MPI_CXX_LONG_DOUBLE_COMPLEX, FC_MPI_UB, FC_MPI_LB, FC_MPI_PACKED, FC_MPI_AINT,
    FC_MPI_COUNT};
/* clang-format on */

/* Words of SMPI's traces that lack the call's arguments. */
static const char *const incomplete[] = {
    "Start",     "Startall",  "waitAny",  "testany",   "testall",    "testsome",   "ibarrier",       "ibcast",
    "ireduce",   "iscan",     "iexscan",  "igather",   "iscatter",   "igatherv",   "iscatterv",      "iallreduce",
    "IO",        "ialltoall", "Get",      "Rget",      "Put",        "Rput",       "iallgather",     "iallgatherv",
    "Win_start", "Win_post",  "Win_lock", "Win_fence", "ialltoallv", "Accumulate", "Get_accumulate", "ireducescatter"};

const char *fc_ti_trace_operation(fc_ti_action action)
{
    return actions[action].operation;
}

bool fc_ti_trace_reduces(fc_ti_action action)
{
    const form form = actions[action].form;
    return form == FORM_REDUCE || form == FORM_SCAN || form == FORM_REDUCE_SCATTER;
}

static const char next_step[] = "The manual lists the actions and their arguments (formats, time-independent traces).";

fc_status fc_ti_line_refuse(const fc_ti_line *line, size_t word, const char *what, fc_report *report)
{
    enum {
        SHOWN = 40
    };
    const fc_ti_word *last = &line->word[line->n - 1], *at = word < line->n ? &line->word[word] : NULL;
    const char *begin = at ? at->bytes : last->bytes + last->length;
    fc_place place = {line->path, line->number, (int)(begin - line->start) + 1};
    if (!at)
        return fc_fail(report, FC_E_INPUT, place, next_step, FC_MSG_TRACE_WORD_MISSING, what);
    return fc_fail(report, FC_E_INPUT, place, next_step, FC_MSG_TRACE_WORD, what,
                   (int)(at->length < SHOWN ? at->length : SHOWN), at->bytes);
}

static bool is_word(const fc_ti_word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->bytes, text, word->length) == 0;
}

/* A finite decimal number; strtod alone would accept "nan", "inf" and "0x10". */
static bool read_number(double *out, const fc_ti_word *word)
{
    char copy[64], *end;
    if (word->length == 0 || word->length >= sizeof copy)
        return false;
    memcpy(copy, word->bytes, word->length);
    copy[word->length] = '\0';
    if (strspn(copy, "+-.0123456789eE") < word->length)
        return false;
    *out = strtod(copy, &end);
    return *end == '\0' && isfinite(*out);
}

fc_status fc_ti_line_whole(long *out, const fc_ti_line *line, size_t word, const long limits[2], fc_report *report)
{
    double value = 0;
    char what[96];
    if (word < line->n && read_number(&value, &line->word[word]) && value == floor(value) &&
        value >= (double)limits[0] && value <= (double)limits[1]) {
        *out = (long)value;
        return FC_OK;
    }
    snprintf(what, sizeof what, "expected a whole number of %ld to %ld", limits[0], limits[1]);
    return fc_ti_line_refuse(line, word, what, report);
}

fc_status fc_ti_line_action(fc_ti_action *out, const fc_ti_line *line, fc_report *report)
{
    const fc_ti_word *word = &line->word[1];
    for (int i = 0; i < FC_TI_N_ACTIONS && line->n > 1; i++)
        if (is_word(word, actions[i].word)) {
            *out = (fc_ti_action)i;
            return FC_OK;
        }
    for (size_t i = 0; i < sizeof incomplete / sizeof *incomplete && line->n > 1; i++)
        if (is_word(word, incomplete[i]))
            return fc_fail(report, FC_E_INPUT,
                           (fc_place){line->path, line->number, (int)(word->bytes - line->start) + 1},
                           "Predict from the source: forecost analyze, then forecost predict.", FC_MSG_TRACE_INCOMPLETE,
                           (int)word->length, word->bytes);
    return fc_ti_line_refuse(line, 1, "expected an action", report);
}

/* The reader of a line's arguments, one after another. */
typedef struct arguments {
    const fc_ti_line *line;
    size_t at;
    fc_ti_event *out;
    bool is_derived;
    fc_status status;
    fc_report *report;
} arguments;

static size_t left(const arguments *a)
{
    return a->line->n - a->at;
}

static long whole(arguments *a, long low, long high)
{
    long value = low;
    if (!a->status)
        a->status = fc_ti_line_whole(&value, a->line, a->at++, (const long[]){low, high}, a->report);
    return value;
}

static double size(arguments *a)
{
    return (double)whole(a, 0, 1L << 40);
}

static double amount(arguments *a)
{
    static const double most = 9007199254740992.0; /* 2^53 */
    double value = 0;
    if (a->status)
        return 0;
    if (a->at >= a->line->n || !read_number(&value, &a->line->word[a->at]) || value < 0 || value > most)
        a->status = fc_ti_line_refuse(a->line, a->at, "expected a number of 0 to 2^53", a->report);
    a->at++;
    return value;
}

/* A rank; negative numbers stand for MPI_ANY_SOURCE and MPI_PROC_NULL alike. */
static int partner(arguments *a, int null)
{
    long rank = whole(a, INT_MIN, a->line->n_ranks - 1);
    return rank < 0 ? null : (int)rank;
}

/* The type of *n elements; without a word, the trace's default. */
static fc_datatype datatype(arguments *a, double *n)
{
    enum {
        DERIVED = -1
    };
    if (a->at >= a->line->n)
        return a->line->has_doubles ? FC_MPI_DOUBLE : FC_MPI_BYTE;
    long number = whole(a, DERIVED, (long)(sizeof datatypes / sizeof *datatypes) - 1);
    if (number >= 0)
        return datatypes[number];
    a->is_derived |= *n > 0;
    *n = 0;
    return FC_MPI_BYTE;
}

static void both_datatypes(arguments *a)
{
    a->out->type = datatype(a, &a->out->n);
    a->out->type_2 = datatype(a, &a->out->n_2);
}

static int root(arguments *a)
{
    return left(a) > 0 ? (int)whole(a, 0, a->line->n_ranks - 1) : 0;
}

static void counts(arguments *a, int *count)
{
    for (int i = 0; i < a->line->n_ranks && !a->status; i++)
        count[i] = (int)whole(a, 0, INT_MAX);
}

static void read_message(arguments *a)
{
    bool receives = a->out->action == FC_TI_RECV || a->out->action == FC_TI_IRECV;
    a->out->peer = partner(a, receives ? FC_TI_ANY : FC_TI_PROC_NULL);
    long tag = whole(a, receives ? INT_MIN : 0, INT_MAX);
    a->out->tag = tag < 0 ? FC_TI_ANY : (int)tag;
    a->out->n = size(a);
    a->out->type = datatype(a, &a->out->n);
}

static void read_sendrecv(arguments *a)
{
    a->out->n = size(a);
    a->out->peer = partner(a, FC_TI_PROC_NULL);
    a->out->n_2 = size(a);
    a->out->peer_2 = partner(a, FC_TI_ANY);
    both_datatypes(a);
}

static void read_request(arguments *a)
{
    a->out->peer = partner(a, FC_TI_ANY);
    a->out->peer_2 = partner(a, FC_TI_ANY);
    long tag = whole(a, INT_MIN, INT_MAX);
    a->out->tag = tag < 0 ? FC_TI_ANY : (int)tag;
}

/* n [n] [root] [type type]: SMPI leaves out a received count of 0, but writes both types then. */
static void read_blocks(arguments *a, bool has_root)
{
    bool lacks_count = left(a) == (has_root ? 4 : 3);
    a->out->n = size(a);
    a->out->n_2 = lacks_count ? 0 : size(a);
    a->out->peer = has_root ? root(a) : 0;
    both_datatypes(a);
}

static size_t read_counts(arguments *a, form form, int *count)
{
    size_t n = (size_t)a->line->n_ranks;
    if (form == FORM_GATHERV || form == FORM_ALLGATHERV || form == FORM_ALLTOALLV)
        a->out->n = size(a);
    counts(a, count);
    if (form == FORM_SCATTERV || form == FORM_ALLTOALLV)
        a->out->n_2 = size(a);
    if (form == FORM_ALLTOALLV)
        counts(a, count + n);
    if (form == FORM_REDUCE_SCATTER)
        a->out->flops = amount(a);
    if (form == FORM_GATHERV || form == FORM_SCATTERV)
        a->out->peer = root(a);
    double sent = 1, received = 1;
    a->out->type = datatype(a, form == FORM_GATHERV || form == FORM_ALLGATHERV ? &a->out->n : &sent);
    if (form != FORM_REDUCE_SCATTER)
        a->out->type_2 = datatype(a, form == FORM_SCATTERV ? &a->out->n_2 : &received);
    if (sent == 0)
        memset(count, 0, n * sizeof *count);
    if (received == 0)
        memset(form == FORM_ALLTOALLV ? count + n : count, 0, n * sizeof *count);
    return form == FORM_ALLTOALLV ? 2 * n : n;
}

static void read_plain(arguments *a, form form)
{
    switch (form) {
    case FORM_IGNORED:
        a->at = a->line->n;
        break;
    case FORM_AMOUNT:
        a->out->n = amount(a);
        break;
    case FORM_MESSAGE:
        read_message(a);
        break;
    case FORM_SENDRECV:
        read_sendrecv(a);
        break;
    case FORM_REQUEST:
        read_request(a);
        break;
    case FORM_BCAST:
    case FORM_REDUCE:
    case FORM_SCAN:
        bool has_flops = form != FORM_BCAST;
        bool has_root = form != FORM_SCAN;
        a->out->n = size(a);
        a->out->flops = has_flops ? amount(a) : 0;
        a->out->peer = has_root ? root(a) : 0;
        a->out->type = datatype(a, &a->out->n);
        break;
    case FORM_ALLTOALL:
    case FORM_GATHER:
        read_blocks(a, form == FORM_GATHER);
        break;
    default:
        break;
    }
}

fc_status fc_ti_line_arguments(fc_ti_event *out, int *count, size_t *n_counts, bool *is_derived, const fc_ti_line *line,
                               fc_report *report)
{
    const form form = actions[out->action].form;
    arguments a = {.line = line, .at = 2, .out = out, .report = report};
    *n_counts = 0;
    if (form >= FORM_GATHERV)
        *n_counts = read_counts(&a, form, count);
    else
        read_plain(&a, form);
    if (!a.status && left(&a) > 0)
        a.status = fc_ti_line_refuse(line, a.at, "expected the end of the line", report);
    *is_derived = a.is_derived;
    return a.status;
}
