/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine.h  A machine: its coefficients, where they come from, and the YAML file that keeps both.
 *
 * The file is read and written with libcyaml against one schema (machine_schema.c). Reading treats it as untrusted. A
 * file may hold only some costs (old machines): what is absent counts as not measured, as coefficients.h says. */
#ifndef FC_MACHINE_H
#define FC_MACHINE_H

#include "machine_properties/cache_policy.h"
#include "machine_properties/coefficients.h"
#include "machine_properties/support/status.h"
#include "machine_properties/support/text.h"

/** Raw samples of one benchmark, kept as they were measured. */
typedef struct fc_samples {
    char *of;   /* "core add f64 latency", "curve 1 unit read", "communication bcast 2" */
    double *at; /* what was varied, ascending: iterations a row, bytes of a working set or of a message; n_at values */
    double *seconds; /* n_seconds values [s]: n_seconds / n_at samples of the first, then of the second, ... */
    unsigned n_at, n_seconds;
} fc_samples;

enum {
    FC_MAX_CACHES = 5
};

typedef struct fc_machine {
    fc_coefficients coefficients; /* its name is the machine's */
    /* the terms in p of this operation were chosen, not found: one rank count was measured */
    bool is_assumed[FC_N_VARIANTS][FC_N_FITS];
    char *network_file; /* where the section `network` was read; NULL: there is none */
    int network_line, network_column;
    char *note; /* free text: provenance; NULL: none. So are the next ones */
    char *date; /* of the calibration, YYYY-MM-DD */
    char *cpu, *os;
    char *compiler, *compiler_version; /* the command with its flags, "gcc -O2"; its first line of --version */
    char *mpi_compiler, *mpi_version, *launcher;
    char *blas;                        /* the library whose costs core.operations holds */
    double cache_bytes[FC_MAX_CACHES]; /* level 1 data cache first; n_caches of them */
    unsigned n_caches;
    unsigned cache_ways[FC_MAX_CACHES]; /* lines a set of each level; the first is 0: not known */
    fc_cache_policy cache_policy;       /* of all levels */
    fc_samples *samples;
    unsigned n_samples;
} fc_machine;

/** A machine of which nothing is known: every cost not measured. */
FC_GIVE fc_machine *fc_machine_create(void);
/** A machine that computes and does nothing else: every addition, multiplication and division of floating-point numbers
 * takes 1 / flops seconds, whatever it waits for; all else, memory too, takes none. flops > 0: per second and core. */
FC_GIVE fc_machine *fc_machine_of_flops(double flops);
void fc_machine_free(FC_TAKE fc_machine *machine); /* NULL allowed */

enum {
    FC_MACHINE_TEXTS = 11
};
/** The i-th of its texts, network_file among them. */
char **fc_machine_text(fc_machine *machine, int i);
/** Adds a series of samples; the arrays are copied. */
void fc_machine_add_samples(fc_machine *machine, const char *of, const fc_samples *series);
void fc_machine_drop_samples(fc_machine *machine);

enum {
    FC_MACHINE_MOST_BYTES = 64 << 20 /* of a machine file */
};

/** Reads a machine file. FC_E_INPUT with file:line:column for what is no machine file: broken YAML,
 * unknown, doubled or missing keys, numbers that are none, negative or infinite times, axes that do not ascend. */
fc_status fc_machine_read(FC_GIVE fc_machine **out, const char *path, fc_report *report);
/** The same from text; `path` is the name in reports. */
fc_status fc_machine_parse(FC_GIVE fc_machine **out, const char *text, size_t length, const char *path,
                           fc_report *report);
/** How much of a file's text tells costs: what comes before its samples, which are most of it, where they are its last
 * section. */
size_t fc_machine_costs_length(const char *text, size_t length);
/** A machine that is bundled with Forecost, by the name of its file in machines/ without ".yaml": "default",
 *  "parsytec-gc-powerplus". FC_E_USAGE if there is none of that name, listing those there are. */
fc_status fc_machine_bundled(FC_GIVE fc_machine **out, const char *name, fc_report *report);

/** Writes the file whole or not at all; six significant digits. */
fc_status fc_machine_write(const fc_machine *machine, const char *path, fc_report *report);
/** The file's text. FC_E_BUG if the schema refuses it. */
fc_status fc_machine_format(fc_text *out, const fc_machine *machine, fc_report *report);
/** For people: what it is, costs by operation and type, memory by level, communication by message size. */
void fc_machine_print(fc_text *out, const fc_machine *machine);

/** Whether the collective can be carried out by the algorithm; CHOSEN: by whatever a library's rules say. */
bool fc_machine_knows_algorithm(fc_fit fit, fc_algorithm algorithm);

#endif
