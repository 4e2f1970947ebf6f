/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file settings.h  forecost.yaml: the programs, points and tolerances of `forecost check`. */
#ifndef FC_SETTINGS_H
#define FC_SETTINGS_H

#include "machine_properties/yaml_file.h"
#include "runtime/scaling/regression.h"

/** In percent; NULL: the value for all programs, else the default. */
typedef struct fc_settings_tolerance {
    double *time_percent, *messages_percent, *bytes_percent;
} fc_settings_tolerance;

/** The product of ranks and parameters. */
typedef struct fc_settings_points {
    char *ranks;       /* a range; NULL: "1" */
    char *arguments;   /* the application's own, separated by blanks; NULL: none */
    char **parameters; /* "n=500:8000:x2", as after -D */
    unsigned n_parameters;
} fc_settings_points;

/** Texts are NULL if the file lacks them. */
typedef struct fc_settings_program {
    char *name; /* unique */
    char **sources;
    unsigned n_sources;
    char *build, *main; /* a folder with compile_commands.json; the source with the function main */
    char *flags;        /* of the compiler, separated by blanks */
    char *compiler;
    char *machine, *method, *compute_model;
    char **assume; /* "cg.c:75=20" */
    unsigned n_assume;
    fc_settings_tolerance *tolerance;
    fc_settings_points *points;
    unsigned n_points;
} fc_settings_program;

typedef struct fc_settings_file {
    char *baseline, *machine, *method, *compute_model;
    fc_settings_tolerance *tolerance;
    fc_settings_program *programs;
    unsigned n_programs;
} fc_settings_file;

typedef struct fc_settings {
    fc_yaml yaml; /* for reports with places */
    char *text;
    fc_settings_file *file; /* with defaults filled in: only build, main, flags and compiler may be NULL */
} fc_settings;

/** Reads and checks the file; the programs' sources are not read. FC_E_INPUT with file:line:column. */
fc_status fc_settings_read(FC_GIVE fc_settings *out, const char *path, fc_report *report);
void fc_settings_free(fc_settings *settings);
/** The tolerance of a program; default: 5 % more time, no additional message or byte. */
fc_regression_tolerance fc_settings_tolerance_of(const fc_settings *settings, unsigned program);

#endif
