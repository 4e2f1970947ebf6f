/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "machine_properties/yaml_file.h"
#include "runtime/cache_signature/signature.h"
#include "support/json_writer.h"
#include "support/messages/signature.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the schema ---- */

#define LIST_OF(T, key, flags, member, count, entry)                                                                   \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | (flags), T, member, count, &(entry), 0, 10000000)
#define LIST(T, member, count, entry) LIST_OF(T, #member, 0, member, count, entry)
#define TEXT(T, member) CYAML_FIELD_STRING_PTR(#member, CYAML_FLAG_POINTER, T, member, 0, 1 << 20)
#define WHOLE(T, member) CYAML_FIELD_INT(#member, CYAML_FLAG_DEFAULT, T, member)
#define NUMBER(T, member) CYAML_FIELD_FLOAT(#member, CYAML_FLAG_DEFAULT, T, member)
#define WORD(T, member, words) CYAML_FIELD_ENUM(#member, CYAML_FLAG_STRICT, T, member, words, N_WORDS(words))
#define N_WORDS(words) (sizeof(words) / sizeof *(words))

#define NUMERIC_NAME(name, text) {text, FC_##name},
#define OPERATION_NAME(name, text) {text, FC_OP_CLASS_##name},
#define POLICY_NAME(name, text) {text, FC_CACHE_##name},
static const cyaml_strval_t numerics[] = {FC_NUMERIC_LIST(NUMERIC_NAME)};
static const cyaml_strval_t operations[] = {FC_OPERATION_LIST(OPERATION_NAME)};
static const cyaml_strval_t policies[] = {FC_CACHE_POLICY_LIST(POLICY_NAME)};
static const cyaml_strval_t accesses[] = {{"read", FC_READ}, {"write", FC_WRITE}, {"update", FC_UPDATE}};

static const cyaml_schema_value_t number = {CYAML_VALUE_FLOAT(CYAML_FLAG_DEFAULT, double)};
static const cyaml_schema_value_t text = {CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, 1 << 20)};

static const cyaml_schema_field_t operation_fields[] = {WORD(fc_signature_operation, operation, operations),
                                                        WORD(fc_signature_operation, type, numerics),
                                                        NUMBER(fc_signature_operation, count), CYAML_FIELD_END};
static const cyaml_schema_value_t operation_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, fc_signature_operation, operation_fields)};

static const cyaml_schema_field_t access_fields[] = {WHOLE(fc_signature_access, line),
                                                     WHOLE(fc_signature_access, column),
                                                     TEXT(fc_signature_access, text),
                                                     WORD(fc_signature_access, access, accesses),
                                                     WHOLE(fc_signature_access, bytes),
                                                     NUMBER(fc_signature_access, count),
                                                     NUMBER(fc_signature_access, recorded),
                                                     LIST(fc_signature_access, strides, n_strides, number),
                                                     LIST(fc_signature_access, served, n_served, number),
                                                     CYAML_FIELD_END};
static const cyaml_schema_value_t access_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, fc_signature_access, access_fields)};

static const cyaml_schema_field_t region_fields[] = {
    TEXT(fc_signature_region, file),
    TEXT(fc_signature_region, function),
    WHOLE(fc_signature_region, line),
    WHOLE(fc_signature_region, end_line),
    CYAML_FIELD_BOOL("loop", CYAML_FLAG_DEFAULT, fc_signature_region, loop),
    NUMBER(fc_signature_region, iterations),
    LIST(fc_signature_region, operations, n_operations, operation_value),
    LIST(fc_signature_region, accesses, n_accesses, access_value),
    CYAML_FIELD_END};
static const cyaml_schema_value_t region_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, fc_signature_region, region_fields)};

static const cyaml_schema_field_t machine_fields[] = {TEXT(fc_signature_machine, name),
                                                      LIST(fc_signature_machine, bytes, n_bytes, number),
                                                      LIST(fc_signature_machine, ways, n_ways, number),
                                                      NUMBER(fc_signature_machine, line_bytes),
                                                      WORD(fc_signature_machine, policy, policies),
                                                      CYAML_FIELD_END};
static const cyaml_schema_value_t machine_value = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, fc_signature_machine, machine_fields)};

static const cyaml_schema_field_t signature_fields[] = {TEXT(fc_signature, forecost),
                                                        WHOLE(fc_signature, signature),
                                                        TEXT(fc_signature, program),
                                                        TEXT(fc_signature, key),
                                                        TEXT(fc_signature, command),
                                                        WHOLE(fc_signature, ranks),
                                                        LIST(fc_signature, arguments, n_arguments, text),
                                                        WHOLE(fc_signature, sample),
                                                        LIST(fc_signature, machines, n_machines, machine_value),
                                                        LIST(fc_signature, regions, n_regions, region_value),
                                                        CYAML_FIELD_END};
static const cyaml_schema_value_t schema = {CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, fc_signature, signature_fields)};

void fc_signature_free(FC_TAKE fc_signature *signature)
{
    fc_yaml_free(signature, &schema);
}

/* ---- reading ---- */

/* The state of the checks: only the first error is reported. */
typedef struct reading {
    const fc_yaml *yaml;
    fc_report *report;
    fc_status status;
} reading;

static void reject(reading *r, const char *expected, FC_TAKE char *path)
{
    if (!r->status)
        r->status = fc_yaml_fault(r->yaml, path, expected, r->report);
    free(path);
}

static bool are_counts(const double *values, unsigned n)
{
    static const double greatest = 9007199254740992.0; /* 2^53 */
    for (unsigned i = 0; i < n; i++)
        if (!(values[i] >= 0 && values[i] <= greatest))
            return false;
    return true;
}

static void check_machine(reading *r, const fc_signature_machine *machine, unsigned m)
{
    fc_cache_shape shape = {.n_levels = (int)machine->n_bytes};
    int level = 0;
    if (machine->n_bytes < 1 || machine->n_bytes > FC_CACHE_MAX_LEVELS || machine->n_ways != machine->n_bytes) {
        reject(r, "1 to 5 levels, and ways for each", fc_format("machines[%u].bytes", m));
        return;
    }
    bool good = machine->line_bytes >= 8 && machine->line_bytes <= 65536;
    for (unsigned l = 0; l < machine->n_bytes; l++) {
        good = good && machine->bytes[l] >= 1 && machine->bytes[l] <= 1e12 && machine->ways[l] >= 1 &&
               machine->ways[l] <= FC_CACHE_MAX_WAYS;
        if (good)
            shape.level[l] = (fc_cache_level){(unsigned long)machine->bytes[l], (unsigned)machine->line_bytes,
                                              (unsigned)machine->ways[l], machine->policy};
    }
    if (!good || fc_cache_fault(&level, &shape))
        reject(r, "a valid cache size", fc_format("machines[%u].bytes[%d]", m, level));
}

static void check_access(reading *r, const fc_signature_access *access, unsigned n_machines, const char *where)
{
    const double counts[] = {access->count, access->recorded};
    if (access->bytes < 1)
        reject(r, "a number of bytes from 1 on", fc_format("%s.bytes", where));
    else if (!are_counts(counts, 2))
        reject(r, "a number of 0 to 2^53", fc_format("%s.count", where));
    else if (access->n_strides != FC_N_STRIDES || !are_counts(access->strides, access->n_strides))
        reject(r, "8 numbers of 0 to 2^53", fc_format("%s.strides", where));
    else if (access->n_served != n_machines * FC_RECORD_LEVELS || !are_counts(access->served, access->n_served))
        reject(r, "6 numbers of 0 to 2^53 for each machine", fc_format("%s.served", where));
}

static void check(reading *r, const fc_signature *signature)
{
    char where[80];
    if (signature->signature != FC_SIGNATURE_FORMAT)
        reject(r, "format 1", fc_copy_string("signature"));
    if (signature->ranks < 1)
        reject(r, "a number of ranks from 1 on", fc_copy_string("ranks"));
    if (signature->n_machines < 1 || signature->n_machines > FC_RECORD_MACHINES)
        reject(r, "1 to 8 machines", fc_copy_string("machines"));
    for (unsigned m = 0; m < signature->n_machines && !r->status; m++)
        check_machine(r, &signature->machines[m], m);
    for (unsigned i = 0; i < signature->n_regions && !r->status; i++) {
        const fc_signature_region *region = &signature->regions[i];
        if (!are_counts(&region->iterations, 1))
            reject(r, "a number of 0 to 2^53", fc_format("regions[%u].iterations", i));
        for (unsigned k = 0; k < region->n_operations; k++)
            if (!are_counts(&region->operations[k].count, 1))
                reject(r, "a number of 0 to 2^53", fc_format("regions[%u].operations[%u].count", i, k));
        for (unsigned k = 0; k < region->n_accesses && !r->status; k++) {
            snprintf(where, sizeof where, "regions[%u].accesses[%u]", i, k);
            check_access(r, &region->accesses[k], signature->n_machines, where);
        }
    }
}

/* Checks that the signature belongs to this program. */
static fc_status check_key(const fc_yaml *yaml, const fc_signature *signature, const char *key, fc_report *report)
{
    if (!key || strcmp(signature->key, key) == 0)
        return FC_OK;
    return fc_fail(report, FC_E_INPUT, fc_yaml_place(yaml, "key", NULL),
                   "Record it again: forecost signature MODEL.fc -o FILE -- ARGUMENTS",
                   FC_MSG_SIGNATURE_BELONGS_ANOTHER_VERSION_PROGRAM, signature->command);
}

fc_status fc_signature_read(FC_GIVE fc_signature **out, const char *path, const char *key, fc_report *report)
{
    char *bytes = NULL;
    void *loaded = NULL;
    size_t length = 0;
    fc_status status = fc_file_read(&bytes, &length, path, 0, report);
    fc_yaml yaml = {path, bytes, length, "signature",
                    "Record it again: forecost signature MODEL.fc -o FILE -- ARGUMENTS"};
    if (!status)
        status = fc_yaml_load(&loaded, &yaml, &schema, report);
    if (!status) {
        reading r = {&yaml, report, FC_OK};
        check(&r, loaded);
        status = r.status ? r.status : check_key(&yaml, loaded, key, report);
    }
    if (status)
        fc_yaml_free(loaded, &schema);
    else
        *out = loaded;
    free(bytes);
    return status;
}

/* ---- writing ---- */

static void put_numbers(fc_json_writer *json, const char *key, const double *values, unsigned n)
{
    fc_json_writer_array(json, key, FC_JSON_ONE_LINE);
    for (unsigned i = 0; i < n; i++)
        fc_json_writer_number(json, NULL, values[i]);
    fc_json_writer_end(json);
}

static void put_access(fc_json_writer *json, const fc_signature_access *access)
{
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_whole(json, "line", access->line);
    fc_json_writer_whole(json, "column", access->column);
    fc_json_writer_string(json, "text", access->text);
    fc_json_writer_string(json, "access", accesses[access->access].str);
    fc_json_writer_whole(json, "bytes", access->bytes);
    fc_json_writer_number(json, "count", access->count);
    fc_json_writer_number(json, "recorded", access->recorded);
    fc_json_writer_break(json, 9);
    put_numbers(json, "strides", access->strides, access->n_strides);
    put_numbers(json, "served", access->served, access->n_served);
    fc_json_writer_end(json);
}

static void put_region(fc_json_writer *json, const fc_signature_region *region)
{
    fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_string(json, "file", region->file);
    fc_json_writer_string(json, "function", region->function);
    fc_json_writer_whole(json, "line", region->line);
    fc_json_writer_whole(json, "end_line", region->end_line);
    fc_json_writer_bool(json, "loop", region->loop);
    fc_json_writer_number(json, "iterations", region->iterations);
    fc_json_writer_break(json, 6);
    fc_json_writer_array(json, "operations", FC_JSON_ONE_LINE);
    for (unsigned i = 0; i < region->n_operations; i++) {
        fc_json_writer_object(json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(json, "operation", operations[region->operations[i].operation].str);
        fc_json_writer_string(json, "type", numerics[region->operations[i].type].str);
        fc_json_writer_number(json, "count", region->operations[i].count);
        fc_json_writer_end(json);
    }
    fc_json_writer_end(json);
    fc_json_writer_break(json, 6);
    fc_json_writer_array(json, "accesses", FC_JSON_ONE_LINE);
    for (unsigned i = 0; i < region->n_accesses; i++) {
        fc_json_writer_break(json, 8);
        put_access(json, &region->accesses[i]);
    }
    fc_json_writer_end(json);
    fc_json_writer_end(json);
}

fc_status fc_signature_write(const fc_signature *signature, const char *path, fc_report *report)
{
    fc_text out = {0};
    fc_json_writer json = {.out = &out};
    fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
    fc_json_writer_break(&json, 2);
    fc_json_writer_string(&json, "forecost", signature->forecost);
    fc_json_writer_whole(&json, "signature", signature->signature);
    fc_json_writer_string(&json, "program", signature->program);
    fc_json_writer_string(&json, "key", signature->key);
    fc_json_writer_break(&json, 2);
    fc_json_writer_string(&json, "command", signature->command);
    fc_json_writer_whole(&json, "ranks", signature->ranks);
    fc_json_writer_array(&json, "arguments", FC_JSON_ONE_LINE);
    for (unsigned i = 0; i < signature->n_arguments; i++)
        fc_json_writer_string(&json, NULL, signature->arguments[i]);
    fc_json_writer_end(&json);
    fc_json_writer_whole(&json, "sample", signature->sample);
    fc_json_writer_break(&json, 2);
    fc_json_writer_array(&json, "machines", FC_JSON_ONE_LINE);
    for (unsigned i = 0; i < signature->n_machines; i++) {
        const fc_signature_machine *machine = &signature->machines[i];
        fc_json_writer_break(&json, 4);
        fc_json_writer_object(&json, NULL, FC_JSON_ONE_LINE);
        fc_json_writer_string(&json, "name", machine->name);
        put_numbers(&json, "bytes", machine->bytes, machine->n_bytes);
        put_numbers(&json, "ways", machine->ways, machine->n_ways);
        fc_json_writer_number(&json, "line_bytes", machine->line_bytes);
        fc_json_writer_string(&json, "policy", policies[machine->policy].str);
        fc_json_writer_end(&json);
    }
    fc_json_writer_end(&json);
    fc_json_writer_break(&json, 2);
    fc_json_writer_array(&json, "regions", FC_JSON_ONE_LINE);
    for (unsigned i = 0; i < signature->n_regions; i++) {
        fc_json_writer_break(&json, 4);
        put_region(&json, &signature->regions[i]);
    }
    fc_json_writer_end(&json);
    fc_json_writer_break(&json, 0);
    fc_json_writer_end(&json);
    fc_status status = fc_file_write(path, out.bytes, out.length, report);
    fc_text_free(&out);
    return status;
}
