/* SPDX-License-Identifier: Apache-2.0 */
/** @file finding.h  Defects of the program that a run finds: the result of `forecost verify`.
 *
 * Without fc_setting.findings, as under `predict`, an error ends the run with an fc_ending, and other defects pass.
 * With it, both are added here, and a run goes on after each defect that leaves the other calls meaningful. */
#ifndef FC_FINDING_H
#define FC_FINDING_H

#include <stdbool.h>
#include <stdint.h>

/* clang-format off */
/** Kinds: name, printed word. */
#define FC_FINDING_LIST(X)                                                                                             \
    X(NONE, "")                                                                                                        \
    X(DEADLOCK, "deadlock")                                                                                            \
    X(BUFFERING, "reliance on buffering")      /* a deadlock where sends wait for their receives */                    \
    X(COLLECTIVE, "collective mismatch")       /* operations, roots, counts, operators, order */                       \
    X(TYPE, "type mismatch")                   /* of type signatures */                                                \
    X(TRUNCATION, "truncation")                /* a message is longer than its receive buffer */                       \
    X(LOST, "unreceived message")                                                                                      \
    X(ARGUMENT, "invalid argument")                                                                                    \
    X(BUFFER_RACE, "buffer race")              /* a pending operation's buffer is accessed */                          \
    X(WINDOW_RACE, "window race")              /* conflicting accesses to a window in one epoch */                     \
    X(MESSAGE_RACE, "message race")            /* a wildcard receive may take the message of another receive */        \
    X(EPOCH, "epoch")                          /* of one-sided communication: missing, or opened twice */              \
    X(REQUEST, "request")                      /* missing start or completion */                                       \
    X(LEAK, "leak")                                                                                                    \
    X(ORDER, "order")                          /* of MPI_Init, MPI_Finalize and other calls */
/* clang-format on */
typedef enum fc_finding_kind {
#define FC_FINDING_ENUM(name, word) FC_FINDING_##name,
    FC_FINDING_LIST(FC_FINDING_ENUM)
#undef FC_FINDING_ENUM
    FC_N_FINDING_KINDS
} fc_finding_kind;

enum {
    FC_FINDINGS_MAX = 200,
    FC_FINDING_GAPS = 64,
    FC_FINDING_RANKS = 1024 /* ranks below are counted */
};

/** Texts, as the parent of the process that runs the program reads them. */
typedef struct fc_finding_place {
    char file[256]; /* "": no place */
    int line;
    char operation[40]; /* "": no call */
} fc_finding_place;

/** A defect; equal ones on other ranks, and in other runs, are counted in it. */
typedef struct fc_finding {
    fc_finding_kind kind;
    fc_finding_place place, other; /* other: the second call that takes part */
    int rank;                      /* the first rank that found it */
    int ranks, most_ranks;         /* the least and the greatest number of ranks of a run that found it */
    int n_runs;
    uint64_t found_on[FC_FINDING_RANKS / 64]; /* ranks of the first run that found it */
    char what[800];
} fc_finding;

/** Lies in memory that survives a crash of the evaluation. */
typedef struct fc_findings {
    int n, n_lost; /* n_lost: beyond FC_FINDINGS_MAX */
    fc_finding finding[FC_FINDINGS_MAX];
    int n_gaps;
    fc_finding_place gap[FC_FINDING_GAPS]; /* counters without a value: the branch is not taken, the loop has one
                                              iteration */
} fc_findings;

/** file, operation NULL: none. */
fc_finding_place fc_finding_place_of(const char *file, int line, const char *operation);
/** Adds a finding of one rank of a run with `made->ranks` ranks, or counts it in an equal one. */
void fc_finding_add(fc_findings *all, const fc_finding *made);
/** Notes a counter without a value, once. */
void fc_finding_add_gap(fc_findings *all, fc_finding_place place);
/** The number of ranks on which the first run found it. */
int fc_finding_n_ranks(const fc_finding *of);
/** Makes what another process wrote valid, whatever it wrote. */
void fc_finding_check(fc_findings *all);
/** The printed word, "deadlock". */
const char *fc_finding_word(fc_finding_kind kind);

#endif
