/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine.h  A machine: its coefficients, their provenance, and the YAML file that stores both.
 *
 * The file is read and written with libcyaml against one schema (machine_schema.c); its content is not trusted. A
 * file may hold only some costs; an absent cost counts as not measured (coefficients.h). */
#ifndef FC_MACHINE_H
#define FC_MACHINE_H

#include "machine_properties/cache_policy.h"
#include "machine_properties/coefficients.h"
#include "support/status.h"
#include "support/text.h"

/** Raw samples of one benchmark. */
typedef struct fc_samples {
    char *of;   /* "core add f64 latency", "curve 1 unit read", "communication bcast 2" */
    double *at; /* the varied size, ascending: iterations of a row, bytes of a working set or message; n_at values */
    double *seconds; /* [s]; n_seconds values: n_seconds / n_at samples at the first size, then at the second, ... */
    unsigned n_at, n_seconds;
} fc_samples;

enum {
    FC_MAX_CACHES = 5
};

typedef struct fc_machine {
    fc_coefficients coefficients; /* its name is the machine's name */
    /* only one rank count was measured: the operation's terms in p are assumed, not fitted */
    bool is_assumed[FC_N_VARIANTS][FC_N_FITS];
    char *network_file; /* file with the section `network`; NULL: no such section */
    int network_line, network_column;
    char *note; /* free text: provenance; NULL: none. The same holds for the next texts */
    char *date; /* of the calibration, YYYY-MM-DD */
    char *cpu, *os;
    char *compiler, *compiler_version; /* the command with its flags, "gcc -O2"; the first line of its --version */
    char *mpi_compiler, *mpi_version, *launcher;
    char *blas;                        /* path of the library that core.operations was measured with */
    double cache_bytes[FC_MAX_CACHES]; /* n_caches sizes; the level-1 data cache comes first */
    unsigned n_caches;
    unsigned cache_ways[FC_MAX_CACHES];         /* associativity of each level; the first is 0 if they are not known */
    fc_cache_policy cache_policy;               /* of all levels */
    int discrepancy_points[FC_N_DISCREPANCIES]; /* measured times of each of the compute model's discrepancies */
    bool is_constant_measured[FC_N_CONSTANTS];  /* false: assumed */
    fc_samples *samples;                        /* of the calibration; n_samples series */
    unsigned n_samples;
    char *samples_file; /* name of the file beside the machine file that holds the samples; NULL: none */
} fc_machine;

/** A machine without any measured cost. */
FC_GIVE fc_machine *fc_machine_create(void);
/** A machine defined by its peak rate: every floating-point addition, multiplication and division takes 1 / flops
 * seconds, dependent or not. Everything else, memory included, is free. flops > 0: per second and core. */
FC_GIVE fc_machine *fc_machine_of_flops(double flops);
void fc_machine_free(FC_TAKE fc_machine *machine); /* NULL allowed */

enum {
    FC_MACHINE_TEXTS = 12
};
/** Pointer to the i-th text field, network_file and samples_file included. */
char **fc_machine_text(fc_machine *machine, int i);
/** Adds a series of samples; the arrays are copied. */
void fc_machine_add_samples(fc_machine *machine, const char *of, const fc_samples *series);
/** Removes the samples and the name of their file. */
void fc_machine_drop_samples(fc_machine *machine);

enum {
    FC_MACHINE_MAX_BYTES = 64 << 20 /* of a machine file */
};

/** Reads a machine file and the file beside it that holds its samples; without that file the machine has no samples.
 * FC_E_INPUT with file:line:column for broken YAML, unknown, duplicate or missing keys, invalid
 * numbers, negative or infinite times, and axes that do not ascend. */
fc_status fc_machine_read(FC_GIVE fc_machine **out, const char *path, fc_report *report);
/** Parses a machine file's text; `path` is its name in reports. Samples are read only if they are in the text. */
fc_status fc_machine_parse(FC_GIVE fc_machine **out, const char *text, size_t length, const char *path,
                           fc_report *report);
/** Length of the text before the section `samples`, which is most of a file, if that section is the last; otherwise
 * `length`. */
size_t fc_machine_costs_length(const char *text, size_t length);
/** A bundled machine by the name of its file in machines/ without ".yaml": "default", "parsytec-gc-powerplus".
 * With its samples. FC_E_USAGE for an unknown name; the report lists the known names. */
fc_status fc_bundled_machine(FC_GIVE fc_machine **out, const char *name, fc_report *report);

/** Writes the file atomically, with six significant digits, grouped and commented. Samples go to the file
 * `fc_machine_samples_name(path)` beside it; if `path` is no regular file ("-", a device), they stay inside. */
fc_status fc_machine_write(const fc_machine *machine, const char *path, fc_report *report);
/** "machines/here.yaml" -> "here.samples.yaml.gz" */
FC_GIVE char *fc_machine_samples_name(const char *path);
/** The machine as plain YAML, with its samples: equal machines have equal texts. FC_E_BUG if the data does not fit the
 * schema. */
fc_status fc_machine_format(fc_text *out, const fc_machine *machine, fc_report *report);
/** Appends the YAML text of a machine or of its samples as a person reads it: a comment above each group, and one
 * operation a line. */
void fc_machine_layout(fc_text *out, const char *text, size_t length);
/** A report for people: description, costs by operation and type, memory by level, communication by message size. */
void fc_machine_print(fc_text *out, const fc_machine *machine);

/** Whether the collective can use the algorithm; CHOSEN (the library's selection rules) is always valid. */
bool fc_machine_has_algorithm(fc_fit fit, fc_algorithm algorithm);

#endif
