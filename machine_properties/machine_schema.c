/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The libcyaml schema of the machine file: keys, types, enumerations and list lengths. */
#include "machine_properties/machine_file.h"

#define OPTIONAL (CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL)
#define NUMBER(T, member) CYAML_FIELD_FLOAT_PTR(#member, OPTIONAL, T, member)
#define TEXT(T, member) CYAML_FIELD_STRING_PTR(#member, OPTIONAL, T, member, 0, 4096)
#define LIST(T, key, flags, member, count, entry, most)                                                                \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | (flags), T, member, count, &(entry), 0, most)
#define COUNT_OF(array) (unsigned)(sizeof(array) / sizeof *(array))

#define NUMERIC_NAME(name, text) {text, FC_##name},
#define OPERATION_NAME(name, text) {text, FC_OP_CLASS_##name},
#define WALK_NAME(name, text, bytes) {text, FC_WALK_##name},
#define FIT_NAME(name, text) {text, FC_FIT_##name},
static const cyaml_strval_t numerics[] = {FC_NUMERIC_LIST(NUMERIC_NAME)};
static const cyaml_strval_t operations[] = {FC_OPERATION_LIST(OPERATION_NAME)};
static const cyaml_strval_t patterns[] = {FC_WALK_LIST(WALK_NAME)};
static const cyaml_strval_t fits[] = {FC_FIT_LIST(FIT_NAME)};
#define VARIANT_NAME(name, text) {text, FC_VARIANT_##name},
static const cyaml_strval_t variants[] = {FC_VARIANT_LIST(VARIANT_NAME)};
#define COLLECTIVES_NAME(name, text) {text, FC_COLLECTIVES_##name},
static const cyaml_strval_t collectives[] = {FC_COLLECTIVES_LIST(COLLECTIVES_NAME)};
#define ALGORITHM_NAME(name, text) {text, FC_ALGORITHM_##name},
static const cyaml_strval_t algorithms[] = {FC_ALGORITHM_LIST(ALGORITHM_NAME)};
#define TOPOLOGY_NAME(name, text) {text, FC_TOPOLOGY_##name},
#define DEALING_NAME(name, text) {text, FC_DISTRIBUTION_##name},
static const cyaml_strval_t topologies[] = {FC_TOPOLOGY_LIST(TOPOLOGY_NAME)};
#define ROUTING_NAME(name, text) {text, FC_ROUTING_##name},
#define CONTENTION_NAME(name, text) {text, FC_CONTENTION_##name},
#define POLICY_NAME(name, text) {text, FC_CACHE_##name},
static const cyaml_strval_t policies[] = {FC_CACHE_POLICY_LIST(POLICY_NAME)};
static const cyaml_strval_t dealings[] = {FC_DISTRIBUTION_LIST(DEALING_NAME)};
static const cyaml_strval_t routings[] = {FC_ROUTING_LIST(ROUTING_NAME)};
static const cyaml_strval_t contentions[] = {FC_CONTENTION_LIST(CONTENTION_NAME)};
#define DISCREPANCY_NAME(name, text) {text, FC_DISCREPANCY_##name},
static const cyaml_strval_t discrepancies[] = {FC_DISCREPANCY_LIST(DISCREPANCY_NAME)};
static const cyaml_strval_t accesses[] = {{"read", FC_READ}, {"write", FC_WRITE}, {"update", FC_UPDATE}};

static const cyaml_schema_value_t number = {CYAML_VALUE_FLOAT(CYAML_FLAG_DEFAULT, double)};

static const cyaml_schema_field_t operation_fields[] = {
    CYAML_FIELD_ENUM("operation", CYAML_FLAG_STRICT, file_operation, operation, operations, COUNT_OF(operations)),
    CYAML_FIELD_ENUM("type", CYAML_FLAG_STRICT, file_operation, type, numerics, COUNT_OF(numerics)),
    NUMBER(file_operation, throughput_s),
    NUMBER(file_operation, scalar_s),
    NUMBER(file_operation, latency_s),
    NUMBER(file_operation, window_s),
    NUMBER(file_operation, error),
    CYAML_FIELD_END};
static const cyaml_schema_value_t operation_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_operation, operation_fields)};

static const cyaml_schema_field_t access_fields[] = {
    CYAML_FIELD_ENUM("type", CYAML_FLAG_STRICT, file_access, type, numerics, COUNT_OF(numerics)),
    NUMBER(file_access, read_s),
    NUMBER(file_access, write_s),
    NUMBER(file_access, scalar_read_s),
    NUMBER(file_access, scalar_write_s),
    NUMBER(file_access, least_s),
    CYAML_FIELD_END};
static const cyaml_schema_value_t access_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_access, access_fields)};

static const cyaml_schema_field_t core_fields[] = {
    NUMBER(file_core, loop_s),
    NUMBER(file_core, line_s),
    NUMBER(file_core, loop_entry_s),
    NUMBER(file_core, short_entry_s),
    NUMBER(file_core, forward_s),
    NUMBER(file_core, mispredict_s),
    NUMBER(file_core, call_s),
    NUMBER(file_core, issue_s),
    NUMBER(file_core, instruction_s),
    NUMBER(file_core, model_error),
    LIST(file_core, "operations", 0, operations, n_operations, operation_value, FC_N_OPERATIONS *FC_N_NUMERICS),
    LIST(file_core, "accesses", 0, accesses, n_accesses, access_value, FC_N_NUMERICS),
    CYAML_FIELD_END};

static const cyaml_schema_field_t curve_fields[] = {
    CYAML_FIELD_INT("active", CYAML_FLAG_DEFAULT, file_curve, active),
    CYAML_FIELD_ENUM("pattern", CYAML_FLAG_STRICT, file_curve, pattern, patterns, COUNT_OF(patterns)),
    CYAML_FIELD_ENUM("access", CYAML_FLAG_STRICT, file_curve, access, accesses, COUNT_OF(accesses)),
    LIST(file_curve, "bytes", CYAML_FLAG_FLOW, bytes, n_bytes, number, FC_MAX_CURVE),
    LIST(file_curve, "seconds", CYAML_FLAG_FLOW, seconds, n_seconds, number, FC_MAX_CURVE),
    LIST(file_curve, "error", CYAML_FLAG_FLOW | CYAML_FLAG_OPTIONAL, error, n_error, number, FC_MAX_CURVE),
    CYAML_FIELD_END};
static const cyaml_schema_value_t curve_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_curve, curve_fields)};

static const cyaml_schema_field_t beside_fields[] = {
    CYAML_FIELD_INT("active", CYAML_FLAG_DEFAULT, file_interference, active),
    CYAML_FIELD_ENUM("access", CYAML_FLAG_STRICT, file_interference, access, accesses, COUNT_OF(accesses)),
    LIST(file_interference, "near_bytes", CYAML_FLAG_FLOW, near_bytes, n_near, number, FC_MAX_NEAR),
    LIST(file_interference, "far_bytes", CYAML_FLAG_FLOW, far_bytes, n_far, number, FC_MAX_FAR),
    LIST(file_interference, "pace_s", CYAML_FLAG_FLOW, pace_s, n_pace, number, FC_N_CORE_TIMES),
    LIST(file_interference, "extra_s", CYAML_FLAG_FLOW, extra_s, n_extra, number,
         FC_MAX_NEAR *FC_MAX_FAR *FC_N_CORE_TIMES),
    CYAML_FIELD_END};
static const cyaml_schema_value_t beside_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_interference, beside_fields)};

static const cyaml_schema_field_t overlaps_fields[] = {
    CYAML_FIELD_INT("active", CYAML_FLAG_DEFAULT, file_overlaps, active),
    LIST(file_overlaps, "bytes", CYAML_FLAG_FLOW, bytes, n_bytes, number, FC_MAX_FAR),
    LIST(file_overlaps, "core", CYAML_FLAG_FLOW, core, n_core, number, FC_MAX_FAR),
    LIST(file_overlaps, "streams", CYAML_FLAG_FLOW, streams, n_streams, number, FC_MAX_FAR), CYAML_FIELD_END};
static const cyaml_schema_value_t overlaps_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_overlaps, overlaps_fields)};

static const cyaml_schema_field_t memory_fields[] = {
    NUMBER(file_memory, overlap),
    NUMBER(file_memory, stream_overlap),
    NUMBER(file_memory, first_touch_s),
    NUMBER(file_memory, allocate_s),
    NUMBER(file_memory, window),
    NUMBER(file_memory, model_error),
    NUMBER(file_memory, scattered_error),
    LIST(file_memory, "curves", CYAML_FLAG_OPTIONAL, curves, n_curves, curve_value,
         FC_MAX_ACTIVE *FC_N_WALKS *FC_N_ACCESSES),
    LIST(file_memory, "overlaps", CYAML_FLAG_OPTIONAL, overlaps, n_overlaps, overlaps_value, FC_MAX_ACTIVE),
    LIST(file_memory, "beside", CYAML_FLAG_OPTIONAL, beside, n_beside, beside_value, FC_MAX_ACTIVE *FC_N_ACCESSES),
    CYAML_FIELD_END};

static const cyaml_schema_field_t overhead_fields[] = {
    CYAML_FIELD_FLOAT("alone_s", CYAML_FLAG_DEFAULT, fc_overhead, alone_s),
    CYAML_FIELD_FLOAT("all_s", CYAML_FLAG_DEFAULT, fc_overhead, all_s), CYAML_FIELD_END};
#define OVERHEAD_FIELD(name, text)                                                                                     \
    CYAML_FIELD_MAPPING(text, CYAML_FLAG_FLOW, fc_openmp_costs, overhead[FC_OVERHEAD_##name], overhead_fields),
static const cyaml_schema_field_t openmp_fields[] = {
    CYAML_FIELD_INT("threads", CYAML_FLAG_DEFAULT, fc_openmp_costs, threads),
    FC_OVERHEAD_LIST(OVERHEAD_FIELD) CYAML_FIELD_END};

static const cyaml_schema_field_t segment_fields[] = {
    CYAML_FIELD_FLOAT("low_bytes", CYAML_FLAG_DEFAULT, file_segment, low_bytes),
    CYAML_FIELD_FLOAT("high_bytes", CYAML_FLAG_DEFAULT, file_segment, high_bytes),
    CYAML_FIELD_SEQUENCE_COUNT("coefficients", CYAML_FLAG_POINTER | CYAML_FLAG_FLOW, file_segment, coefficients,
                               n_coefficients, &number, FC_TERM_BYTES_LOG_LOG, FC_N_TERMS),
    NUMBER(file_segment, error), CYAML_FIELD_END};
static const cyaml_schema_value_t segment_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_segment, segment_fields)};

static const cyaml_schema_field_t function_fields[] = {
    CYAML_FIELD_ENUM("operation", CYAML_FLAG_STRICT, file_function, operation, fits, COUNT_OF(fits)),
    CYAML_FIELD_ENUM_PTR("variant", OPTIONAL | CYAML_FLAG_STRICT, file_function, variant, variants, COUNT_OF(variants)),
    CYAML_FIELD_FLOAT("low_ranks", CYAML_FLAG_DEFAULT, file_function, low_ranks),
    CYAML_FIELD_FLOAT("high_ranks", CYAML_FLAG_DEFAULT, file_function, high_ranks),
    CYAML_FIELD_BOOL_PTR("assumed", OPTIONAL, file_function, assumed),
    CYAML_FIELD_BOOL_PTR("uneven", OPTIONAL, file_function, non_power_of_two),
    CYAML_FIELD_BOOL_PTR("few", OPTIONAL, file_function, few),
    CYAML_FIELD_BOOL_PTR("by_total", OPTIONAL, file_function, by_total),
    CYAML_FIELD_BOOL_PTR("falls", OPTIONAL, file_function, falls),
    LIST(file_function, "segments", 0, segments, n_segments, segment_value, FC_MAX_SEGMENTS),
    CYAML_FIELD_END};
static const cyaml_schema_value_t function_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, file_function, function_fields)};

static const cyaml_schema_value_t integer = {CYAML_VALUE_INT(CYAML_FLAG_DEFAULT, int)};
static const cyaml_schema_field_t link_fields[] = {NUMBER(file_link, latency_s), NUMBER(file_link, bandwidth),
                                                   CYAML_FIELD_END};
static const cyaml_schema_value_t link_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_link, link_fields)};
static const cyaml_schema_field_t factor_fields[] = {
    CYAML_FIELD_FLOAT("from_bytes", CYAML_FLAG_DEFAULT, file_factor, from_bytes),
    CYAML_FIELD_FLOAT("factor", CYAML_FLAG_DEFAULT, file_factor, factor), CYAML_FIELD_END};
static const cyaml_schema_value_t factor_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_factor, factor_fields)};
static const cyaml_schema_value_t row_value = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, FC_MAX_ABSTRACT_NODES)};
static const cyaml_schema_field_t group_fields[] = {
    LIST(file_group, "nodes", CYAML_FLAG_FLOW, nodes, n_nodes, integer, FC_MAX_ABSTRACT_NODES),
    CYAML_FIELD_FLOAT("bandwidth", CYAML_FLAG_DEFAULT, file_group, bandwidth), CYAML_FIELD_END};
static const cyaml_schema_value_t group_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_group, group_fields)};
static const cyaml_schema_field_t network_fields[] = {
    CYAML_FIELD_ENUM("model", CYAML_FLAG_STRICT, file_network, model, topologies, COUNT_OF(topologies)),
    CYAML_FIELD_ENUM_PTR("contention", OPTIONAL | CYAML_FLAG_STRICT, file_network, contention, contentions,
                         COUNT_OF(contentions)),
    CYAML_FIELD_ENUM_PTR("routing", OPTIONAL | CYAML_FLAG_STRICT, file_network, routing, routings, COUNT_OF(routings)),
    NUMBER(file_network, acknowledgements),
    NUMBER(file_network, model_error),
    CYAML_FIELD_ENUM_PTR("placement", OPTIONAL | CYAML_FLAG_STRICT, file_network, placement, dealings,
                         COUNT_OF(dealings)),
    LIST(file_network, "shape", CYAML_FLAG_FLOW | CYAML_FLAG_OPTIONAL, shape, n_shape, integer, FC_MAX_LEVELS),
    LIST(file_network, "up", CYAML_FLAG_FLOW | CYAML_FLAG_OPTIONAL, up, n_up, integer, FC_MAX_LEVELS),
    LIST(file_network, "links", CYAML_FLAG_OPTIONAL, links, n_links, link_value, FC_MAX_LEVELS),
    CYAML_FIELD_MAPPING_PTR("inside", OPTIONAL | CYAML_FLAG_FLOW, file_network, inside, link_fields),
    LIST(file_network, "latency_factors", CYAML_FLAG_OPTIONAL, latency_factors, n_factors, factor_value,
         FC_MAX_LATENCY_STEPS),
    LIST(file_network, "distances", CYAML_FLAG_OPTIONAL, distances, n_distances, link_value, FC_MAX_DISTANCES),
    LIST(file_network, "pairs", CYAML_FLAG_OPTIONAL, pairs, n_pairs, row_value, FC_MAX_ABSTRACT_NODES),
    LIST(file_network, "groups", CYAML_FLAG_OPTIONAL, groups, n_groups, group_value, FC_MAX_ABSTRACT_NODES),
    LIST(file_network, "measured", CYAML_FLAG_FLOW | CYAML_FLAG_OPTIONAL, measured, n_measured, integer, 2),
    CYAML_FIELD_END};

static const cyaml_schema_field_t algorithm_fields[] = {
    CYAML_FIELD_ENUM("operation", CYAML_FLAG_STRICT, file_algorithm, operation, fits, COUNT_OF(fits)),
    CYAML_FIELD_ENUM("algorithm", CYAML_FLAG_STRICT, file_algorithm, algorithm, algorithms, COUNT_OF(algorithms)),
    CYAML_FIELD_END};
static const cyaml_schema_value_t algorithm_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_algorithm, algorithm_fields)};

static const cyaml_schema_field_t discrepancy_fields[] = {
    CYAML_FIELD_ENUM("class", CYAML_FLAG_STRICT, file_discrepancy, class, discrepancies, COUNT_OF(discrepancies)),
    CYAML_FIELD_FLOAT("error", CYAML_FLAG_DEFAULT, file_discrepancy, error),
    CYAML_FIELD_INT("points", CYAML_FLAG_DEFAULT, file_discrepancy, points), CYAML_FIELD_END};
static const cyaml_schema_value_t discrepancy_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_discrepancy, discrepancy_fields)};

#define CONSTANT_NAME(name, text, assumed, least, most) {text, FC_CONSTANT_##name},
static const cyaml_strval_t constants[] = {FC_CONSTANT_LIST(CONSTANT_NAME)};
static const cyaml_strval_t origins[] = {{"measured", FILE_MEASURED}, {"assumed", FILE_ASSUMED}};
static const cyaml_schema_field_t constant_fields[] = {
    CYAML_FIELD_ENUM("name", CYAML_FLAG_STRICT, file_constant, name, constants, COUNT_OF(constants)),
    CYAML_FIELD_FLOAT("value", CYAML_FLAG_DEFAULT, file_constant, value),
    CYAML_FIELD_ENUM("origin", CYAML_FLAG_STRICT, file_constant, origin, origins, COUNT_OF(origins)), CYAML_FIELD_END};
static const cyaml_schema_value_t constant_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_FLOW, file_constant, constant_fields)};

static const cyaml_schema_field_t samples_fields[] = {
    CYAML_FIELD_STRING_PTR("of", CYAML_FLAG_POINTER, fc_samples, of, 1, 200),
    LIST(fc_samples, "at", CYAML_FLAG_FLOW, at, n_at, number, 200),
    LIST(fc_samples, "seconds", CYAML_FLAG_FLOW, seconds, n_seconds, number, 20000), CYAML_FIELD_END};
static const cyaml_schema_value_t samples_value = {CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, fc_samples, samples_fields)};

static const cyaml_schema_field_t machine_fields[] = {
    CYAML_FIELD_INT("forecost", CYAML_FLAG_DEFAULT, file_machine, forecost),
    CYAML_FIELD_STRING_PTR("name", CYAML_FLAG_POINTER, file_machine, name, 1, 63),
    TEXT(file_machine, note),
    TEXT(file_machine, date),
    TEXT(file_machine, cpu),
    TEXT(file_machine, os),
    TEXT(file_machine, compiler),
    TEXT(file_machine, compiler_version),
    TEXT(file_machine, mpi_compiler),
    TEXT(file_machine, mpi_version),
    TEXT(file_machine, launcher),
    TEXT(file_machine, blas),
    TEXT(file_machine, samples_file),
    CYAML_FIELD_INT("cores", CYAML_FLAG_DEFAULT, file_machine, cores),
    NUMBER(file_machine, line_bytes),
    LIST(file_machine, "cache_bytes", CYAML_FLAG_FLOW | CYAML_FLAG_OPTIONAL, cache_bytes, n_caches, number,
         FC_MAX_CACHES),
    LIST(file_machine, "cache_ways", CYAML_FLAG_FLOW | CYAML_FLAG_OPTIONAL, cache_ways, n_ways, number, FC_MAX_CACHES),
    CYAML_FIELD_ENUM_PTR("cache_policy", OPTIONAL | CYAML_FLAG_STRICT, file_machine, cache_policy, policies,
                         COUNT_OF(policies)),
    CYAML_FIELD_MAPPING("core", CYAML_FLAG_DEFAULT, file_machine, core, core_fields),
    CYAML_FIELD_INT("busy_cores", CYAML_FLAG_OPTIONAL, file_machine, busy_cores),
    CYAML_FIELD_MAPPING_PTR("busy", OPTIONAL, file_machine, busy, core_fields),
    CYAML_FIELD_MAPPING_PTR("memory", OPTIONAL, file_machine, memory, memory_fields),
    LIST(file_machine, "constants", CYAML_FLAG_OPTIONAL, constants, n_constants, constant_value, FC_N_CONSTANTS),
    CYAML_FIELD_MAPPING_PTR("openmp", OPTIONAL, file_machine, openmp, openmp_fields),
    NUMBER(file_machine, eager_limit),
    LIST(file_machine, "communication", CYAML_FLAG_OPTIONAL, communication, n_communication, function_value,
         3 * FC_N_VARIANTS * FC_N_FITS),
    CYAML_FIELD_ENUM_PTR("collectives", OPTIONAL | CYAML_FLAG_STRICT, file_machine, collectives, collectives,
                         COUNT_OF(collectives)),
    LIST(file_machine, "algorithms", CYAML_FLAG_OPTIONAL, algorithms, n_algorithms, algorithm_value, FC_N_FITS),
    CYAML_FIELD_MAPPING_PTR("network", OPTIONAL, file_machine, network, network_fields),
    LIST(file_machine, "discrepancies", CYAML_FLAG_OPTIONAL, discrepancies, n_discrepancies, discrepancy_value,
         FC_N_DISCREPANCIES),
    LIST(file_machine, "samples", CYAML_FLAG_OPTIONAL, samples, n_samples, samples_value, 5000),
    CYAML_FIELD_END};
const cyaml_schema_value_t fc_machine_schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, file_machine, machine_fields)};

static const cyaml_schema_field_t samples_file_fields[] = {
    CYAML_FIELD_INT("forecost_samples", CYAML_FLAG_DEFAULT, file_samples, forecost_samples),
    TEXT(file_samples, machine), TEXT(file_samples, date),
    LIST(file_samples, "samples", CYAML_FLAG_DEFAULT, samples, n_samples, samples_value, 5000), CYAML_FIELD_END};
const cyaml_schema_value_t fc_machine_samples_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, file_samples, samples_file_fields)};
