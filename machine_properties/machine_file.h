/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file machine_file.h  The machine file as libcyaml sees it: one struct per YAML mapping. Only machine_*.c include
 * it.
 *
 * A pointer to a number means that the number may be absent (NULL: not measured). A sequence is a pointer and a count.
 */
#ifndef FC_MACHINE_FILE_H
#define FC_MACHINE_FILE_H

#include "machine_properties/machine.h"
#include "machine_properties/yaml_file.h"

#include <cyaml/cyaml.h>

typedef struct file_operation {
    fc_operation operation;
    fc_numeric type;
    double *throughput_s, *scalar_s, *latency_s, *window_s, *error;
} file_operation;

typedef struct file_access {
    fc_numeric type;
    double *read_s, *write_s, *scalar_read_s, *scalar_write_s, *least_s;
} file_access;

typedef struct file_core {
    double *loop_s, *line_s, *loop_entry_s, *short_entry_s, *forward_s, *mispredict_s, *call_s, *issue_s,
        *instruction_s, *model_error;
    file_operation *operations;
    unsigned n_operations;
    file_access *accesses;
    unsigned n_accesses;
} file_core;

typedef struct file_curve {
    int active;
    fc_walk pattern;
    fc_access access;
    double *bytes, *seconds, *error;
    unsigned n_bytes, n_seconds, n_error;
} file_curve;

typedef struct file_interference {
    int active;
    fc_access access;
    double *near_bytes, *far_bytes, *pace_s, *extra_s; /* extra_s: n_far x n_near x n_pace values */
    unsigned n_near, n_far, n_pace, n_extra;
} file_interference;

typedef struct file_overlaps {
    int active;
    double *bytes, *core, *streams;
    unsigned n_bytes, n_core, n_streams;
} file_overlaps;

typedef struct file_memory {
    double *overlap, *stream_overlap, *first_touch_s, *allocate_s, *window, *model_error, *scattered_error;
    file_curve *curves;
    unsigned n_curves;
    file_overlaps *overlaps;
    unsigned n_overlaps;
    file_interference *beside;
    unsigned n_beside;
} file_memory;

typedef struct file_segment {
    double low_bytes, high_bytes;
    double *coefficients;
    unsigned n_coefficients;
    double *error;
} file_segment;

typedef struct file_function {
    fc_fit operation;
    fc_variant *variant;
    double low_ranks, high_ranks;
    bool *assumed, *non_power_of_two, *few, *by_total, *falls;
    file_segment *segments;
    unsigned n_segments;
} file_function;

typedef struct file_link {
    double *latency_s, *bandwidth;
} file_link;

typedef struct file_factor {
    double from_bytes, factor;
} file_factor;

/* A group of nodes of an abstract network. */
typedef struct file_group {
    int *nodes;
    unsigned n_nodes;
    double bandwidth;
} file_group;

typedef struct file_network {
    fc_topology model;
    fc_contention *contention;
    fc_routing *routing;
    double *acknowledgements, *model_error;
    fc_distribution *placement;
    int *shape, *up, *measured;
    unsigned n_shape, n_up, n_measured;
    file_link *links;
    unsigned n_links;
    file_link *inside;
    file_factor *latency_factors;
    unsigned n_factors;
    file_link *distances; /* these and the next two: of an abstract network */
    unsigned n_distances;
    char **pairs;
    unsigned n_pairs;
    file_group *groups;
    unsigned n_groups;
} file_network;

/* A constant of the models, and where it comes from. */
typedef enum file_origin {
    FILE_MEASURED,
    FILE_ASSUMED
} file_origin;
typedef struct file_constant {
    fc_constant name;
    double value;
    file_origin origin;
} file_constant;

/* An algorithm of a collective that overrides the library's rules. */
typedef struct file_algorithm {
    fc_fit operation;
    fc_algorithm algorithm;
} file_algorithm;

typedef struct file_discrepancy {
    fc_discrepancy class;
    double error;
    int points;
} file_discrepancy;

typedef struct file_machine {
    int forecost;
    char *name, *note, *date, *cpu, *os, *compiler, *compiler_version, *mpi_compiler, *mpi_version, *launcher, *blas,
        *samples_file;
    int cores;
    double *line_bytes;
    double *cache_bytes;
    unsigned n_caches;
    double *cache_ways;
    unsigned n_ways;
    fc_cache_policy *cache_policy;
    file_core core;
    int busy_cores;
    file_core *busy;
    file_memory *memory;
    fc_openmp_costs *openmp;
    file_constant *constants;
    unsigned n_constants;
    file_function *communication;
    unsigned n_communication;
    double *eager_limit;
    file_network *network;
    fc_collectives *collectives;
    file_algorithm *algorithms;
    unsigned n_algorithms;
    file_discrepancy *discrepancies;
    unsigned n_discrepancies;
    fc_samples *samples;
    unsigned n_samples;
} file_machine;

/* The file of a machine's samples. */
typedef struct file_samples {
    int forecost_samples; /* FC_MACHINE_FILE_VERSION */
    char *machine, *date; /* the calibration that they belong to */
    fc_samples *samples;
    unsigned n_samples;
} file_samples;

enum {
    FC_MACHINE_FILE_VERSION = 1
};
extern const cyaml_schema_value_t fc_machine_schema, fc_machine_samples_schema;

/** State of reading a file; it stops at the first fault. */
typedef struct fc_machine_reader {
    const fc_yaml *yaml;
    fc_report *report;
    fc_status status;
} fc_machine_reader;

/** Ends the reading with a report: what was expected at the path ("memory.curves[3]") and what the file has there. */
void fc_machine_reject(fc_machine_reader *r, const char *expected, const char *path_format, ...)
    __attribute__((format(printf, 3, 4)));

/** Checks a list of numbers that are not negative, and ascend if asked to. */
void fc_machine_check_list(fc_machine_reader *r, const double *values, unsigned n, bool ascends, const char *where);

/** machine_samples.c: checks series of samples and adds them to the machine. */
void fc_machine_read_samples(fc_machine_reader *r, fc_machine *machine, const fc_samples *series, unsigned n);
/** Reads a samples file, compressed by gzip or not. Samples of another calibration are left out. */
fc_status fc_machine_parse_samples(fc_machine *machine, const char *bytes, size_t length, const char *path,
                                   fc_report *report);
/** Appends the bytes of the samples file, compressed. */
fc_status fc_machine_format_samples(fc_text *out, const fc_machine *machine, fc_report *report);

/** machine_network.c: reads and writes the section `network`. *out points into the machine, except for the lists that
 * fc_machine_free_network() frees. */
void fc_machine_read_network(fc_machine_reader *r, fc_machine *machine, const file_network *file);
file_network *fc_machine_write_network(file_network *out, const fc_machine *machine);
void fc_machine_free_network(file_network *network);
/** machine_reader.c: network.<list>[index], checked; and a link for the file, which points into *link. */
fc_link fc_machine_read_link(fc_machine_reader *r, const file_link *file, const char *list, unsigned index);
file_link fc_machine_write_link(const fc_link *link);

/** machine_models.c: reads the section `constants`; writes it into `room`. */
void fc_machine_read_constants(fc_machine_reader *r, fc_machine *machine, const file_machine *file);
void fc_machine_write_constants(file_machine *out, file_constant room[FC_N_CONSTANTS], const fc_machine *machine);

/** machine_algorithms.c: reads the section `algorithms`; writes it into `room`. */
void fc_machine_read_algorithms(fc_machine_reader *r, fc_machine *machine, const file_machine *file);
void fc_machine_write_algorithms(file_machine *out, file_algorithm room[FC_N_FITS], const fc_machine *machine);

/** machine_models.c: reads the section `discrepancies`; writes it into `room`. */
void fc_machine_read_discrepancies(fc_machine_reader *r, fc_machine *machine, const file_machine *file);
void fc_machine_write_discrepancies(file_machine *out, file_discrepancy room[FC_N_DISCREPANCIES],
                                    const fc_machine *machine);

#endif
