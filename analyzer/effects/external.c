/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/effects/external.h"

#include "analyzer/effects/library.h"
#include "analyzer/model/annotations/parameter_annotation.h"
#include "analyzer/model/properties/irregular_flow.h"
#include "comm_interface/operations.h"

#include <math.h>
#include <string.h>

static bool one_of(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(name, list[i]) == 0)
            return true;
    return false;
}

#define ONE_OF(name, ...)                                                                                              \
    one_of(name, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

/* A function of <math.h> for double, float or long double, or the builtin that INFINITY, HUGE_VAL and the like expand
 * to. */
static bool is_mathematical(const char *name)
{
    static const char *const function[] = {
        "fabs",   "sqrt",  "cbrt", "pow",  "exp",  "exp2", "log",   "log2", "log10", "floor", "ceil", "round", "trunc",
        "lround", "lrint", "rint", "fmin", "fmax", "fmod", "hypot", "sin",  "cos",   "tan",   "atan", "atan2"};
    static const char *const constant[] = {"inf", "huge_val"};
    static const char prefix[] = "__builtin_";
    bool is_builtin = strncmp(name, prefix, sizeof prefix - 1) == 0;
    char plain[16] = "";
    size_t length = strlen(name) - (is_builtin ? sizeof prefix - 1 : 0);
    if (length == 0 || length >= sizeof plain)
        return false;
    strcpy(plain, name + (is_builtin ? sizeof prefix - 1 : 0));
    bool found = false;
    for (int cut = 0; cut < 2 && !found && (cut == 0 || strchr("fl", plain[length - 1])); cut++) {
        plain[length - (size_t)cut] = '\0';
        found = one_of(plain, function, sizeof function / sizeof *function) ||
                (is_builtin && one_of(plain, constant, sizeof constant / sizeof *constant));
    }
    return found;
}

bool fc_external_is_pure(const char *name)
{
    return ONE_OF(name, "atoi", "atol", "atoll", "atof", "strtol", "strtoll", "strtoul", "strtoull", "strtod", "strtof",
                  "strtold", "strtoimax", "strtoumax", "abs", "labs", "llabs", "strcmp", "strncmp", "strcasecmp",
                  "strlen", "strchr", "strrchr", "strstr", "isdigit", "isspace", "isalpha", "isalnum", "isblank",
                  "iscntrl", "isgraph", "islower", "isprint", "ispunct", "isupper", "isxdigit", "toupper", "tolower",
                  "__errno_location", "getenv") ||
           is_mathematical(name) || fc_external_is_thread_query(name);
}

bool fc_external_is_thread_query(const char *name)
{
    return ONE_OF(name, "omp_get_thread_num", "omp_get_num_threads", "omp_get_max_threads", "omp_get_num_procs",
                  "omp_in_parallel", "omp_get_level", "omp_get_dynamic");
}

bool fc_external_is_allocation(const char *name)
{
    return ONE_OF(name, "malloc", "calloc", "realloc", "aligned_alloc", "alloca", "valloc", "memalign", "_mm_malloc");
}

bool fc_external_frees(const fc_symbol *function)
{
    return !function->definition && ONE_OF(function->name, "free", "_mm_free");
}

bool fc_external_keeps_nothing(const fc_symbol *function)
{
    return ONE_OF(function->name, "memset", "bzero", "fread", "fwrite", "fopen", "fdopen", "freopen", "fclose",
                  "fflush", "printf", "fprintf", "sprintf", "snprintf", "vprintf", "vfprintf", "vsprintf", "vsnprintf",
                  "scanf", "fscanf", "sscanf", "vscanf", "vfscanf", "vsscanf", "perror", "remove", "rename", "unlink",
                  "mkdir", "rmdir", "stat", "lstat", "fstat", "access", "open", "close", "read", "write", "lseek",
                  "opendir", "readdir", "closedir", "getcwd", "chdir", "gethostname", "uname", "sysinfo", "getrusage",
                  "gettimeofday", "clock_gettime", "time", "ctime", "localtime", "gmtime", "strftime", "ffs", "system");
}

bool fc_external_is_reduction(const fc_procedure *procedure)
{
    bool fits = procedure->n_parameters == 4;
    for (int i = 0; i < procedure->n_parameters && fits; i++)
        fits = procedure->parameter[i]->type->kind == FC_TYPE_POINTER;
    return fits && procedure->parameter[2]->type->of->kind == FC_TYPE_INTEGER &&
           procedure->parameter[3]->type->of->kind == FC_TYPE_HANDLE;
}

bool fc_external_is_stop(const fc_symbol *function)
{
    return !function->definition && ONE_OF(function->name, "exit", "_exit", "_Exit", "quick_exit", "abort", "MPI_Abort",
                                           "PMPI_Abort", "__assert_fail", "err", "errx", "verr", "verrx", "errc");
}

/* One letter per argument: v value, r reads, w writes, c changes; the last one also applies to all further arguments.
 */
typedef struct external {
    const char *name, *roles;
} external;

static const external table[] = {
    {"strtol", "rwv"},         {"strtoll", "rwv"}, {"strtoul", "rwv"},   {"strtoull", "rwv"},    {"strtod", "rw"},
    {"strtof", "rw"},          {"strtold", "rw"},  {"strtoimax", "rwv"}, {"strtoumax", "rwv"},   {"sscanf", "rrw"},
    {"fscanf", "crw"},         {"fgets", "wvc"},   {"fgetc", "c"},       {"getc", "c"},          {"feof", "r"},
    {"rewind", "c"},           {"fclose", "c"},    {"fopen", "rr"},      {"strcpy", "wr"},       {"strcat", "cr"},
    {"strncpy", "wrv"},        {"strncat", "crv"}, {"memset", "wvv"},    {"memcpy", "wrv"},      {"memmove", "wrv"},
    {"posix_memalign", "wvv"}, {"atoi", "r"},      {"atol", "r"},        {"atoll", "r"},         {"atof", "r"},
    {"strcmp", "rr"},          {"strncmp", "rrv"}, {"strcasecmp", "rr"}, {"strlen", "r"},        {"strchr", "rv"},
    {"strrchr", "rv"},         {"strstr", "rr"},   {"getenv", "r"},      {"strncasecmp", "rrv"}, {"getopt", "vrr"},
    {"getopt_long", "vrrrw"},  {"strtok", "cr"},   {"strtok_r", "crc"},  {"strpbrk", "rr"},      {"strspn", "rr"},
    {"strcspn", "rr"},         {"sprintf", "wrr"}, {"snprintf", "wvrr"}, {"qsort", "cvvv"},      {"fread", "wvvc"},
    {"getline", "ccc"},        {"ungetc", "vc"},   {"fseek", "cvv"},     {"fseeko", "cvv"},      {"ftell", "r"},
    {"ftello", "r"},           {"ferror", "r"},    {"clearerr", "c"},    {"freopen", "rrc"}};

/* Functions that return their first argument, or an address in its target. */
static const char *const into_first[] = {"strchr",  "strrchr", "strstr",  "strpbrk", "strcpy", "strcat", "strncpy",
                                         "strncat", "memcpy",  "memmove", "memset",  "fgets",  "realloc"};

bool fc_external_returns_first(const fc_symbol *function)
{
    for (size_t i = 0; i < sizeof into_first / sizeof *into_first; i++)
        if (strcmp(into_first[i], function->name) == 0)
            return true;
    return false;
}

bool fc_external_keeps_content(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    return target && !target->definition && call->n_children > 2 && strcmp(target->name, "realloc") == 0;
}

bool fc_external_is_getopt(const fc_symbol *function)
{
    return strcmp(function->name, "getopt") == 0 || strcmp(function->name, "getopt_long") == 0;
}

bool fc_external_is_getopt_global(const fc_symbol *symbol)
{
    static const char *const name[] = {"optarg", "optind", "optopt"};
    bool found = false;
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        found |= strcmp(symbol->name, name[i]) == 0;
    return found && symbol->kind == FC_SYMBOL_GLOBAL && !symbol->is_static && !symbol->initializer;
}

bool fc_external_is_input(const fc_node *call)
{
    static const char *const name[] = {"fgets", "fscanf", "fgetc", "getc", "fread", "getline"};
    const fc_symbol *target = fc_call_target(call);
    bool reads = false;
    for (size_t i = 0; i < sizeof name / sizeof *name && target; i++)
        reads |= strcmp(name[i], target->name) == 0;
    return reads && fc_external_is_repeatable(call);
}

bool fc_external_is_tokenizer(const fc_symbol *function)
{
    return strcmp(function->name, "strtok") == 0 || strcmp(function->name, "strtok_r") == 0;
}

/* Functions that are not repeated: d makes the target dynamic, r only reads it. Unlisted functions may write through
 * every argument. */
static const external writers[] = {
    {"stat", "rd"},          {"lstat", "rd"},      {"access", "rv"},  {"open", "rv"},   {"sprintf", "dr"},
    {"strdup", "r"},         {"snprintf", "dvr"},  {"mkdir", "rv"},   {"remove", "r"},  {"unlink", "r"},
    {"clock_gettime", "vd"}, {"strftime", "dvrr"}, {"setenv", "rrv"}, {"strspn", "rr"}, {"fscanf", "ddd"},
    {"sscanf", "rrd"},       {"vsnprintf", "dvr"}, {"fopen", "rr"}};

bool fc_external_only_reads(const fc_symbol *function, int argument)
{
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++) {
        size_t n = strlen(writers[i].roles), at = (size_t)argument - 1;
        if (strcmp(writers[i].name, function->name) == 0)
            return writers[i].roles[at < n ? at : n - 1] != 'd';
    }
    return false;
}

static const char *roles_of(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    for (size_t i = 0; target && !target->definition && i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, target->name) == 0)
            return table[i].roles;
    return NULL;
}

static const fc_node *argument_of(const fc_node *call, int argument)
{
    return fc_node_without_casts(argument < call->n_children ? call->child[argument] : NULL);
}

const fc_type *fc_external_option_type(const fc_node *call)
{
    const fc_node *options = call->n_children > 4 ? argument_of(call, 4) : NULL;
    const fc_type *type = options && options->type ? options->type->of : NULL;
    return type && type->kind == FC_TYPE_RECORD && type->n_fields == 4 ? type : NULL;
}

static bool is_string(const fc_node *node)
{
    return node && node->kind == FC_STRING;
}

/* Bytes of records are not copied: the cost program's records have only the fields that the slice needs. */
static bool points_to_plain(const fc_node *node)
{
    const fc_type *of = node && node->type ? node->type->of : NULL;
    while (of && of->kind == FC_TYPE_ARRAY)
        of = of->of;
    return of && (of->kind == FC_TYPE_INTEGER || of->kind == FC_TYPE_REAL);
}

static bool is_number(const fc_type *type)
{
    return type->kind == FC_TYPE_INTEGER || type->kind == FC_TYPE_REAL || type->kind == FC_TYPE_BOOL ||
           type->kind == FC_TYPE_COMPLEX;
}

/* The record's numbers have known offsets. Pointers are allowed, since those read from a file point nowhere. */
static bool holds_numbers(const fc_type *type)
{
    bool holds = type->kind == FC_TYPE_RECORD && !type->is_union && type->size > 0;
    for (int i = 0; i < type->n_fields && holds; i++) {
        const fc_type *of = type->field[i]->type;
        while (of->kind == FC_TYPE_ARRAY && of->length >= 0)
            of = of->of;
        bool is_record_alone = of->kind == FC_TYPE_RECORD && of == type->field[i]->type;
        holds = type->field[i]->field_offset >= 0 &&
                (is_number(of) || of->kind == FC_TYPE_POINTER || (is_record_alone && holds_numbers(of)));
    }
    return holds;
}

/* What the first argument of a call of that external function points to, an element for an array; NULL: another
 * function. */
static const fc_type *target_of(const fc_node *call, const char *name, int n_arguments)
{
    const fc_symbol *target = fc_call_target(call);
    bool is_it = target && !target->definition && strcmp(target->name, name) == 0 && call->n_children > n_arguments;
    const fc_type *type = is_it ? argument_of(call, 1)->type : NULL, *of = type ? type->of : NULL;
    while (of && of->kind == FC_TYPE_ARRAY)
        of = of->of;
    return of;
}

const fc_type *fc_external_read_record(const fc_node *call)
{
    const fc_type *of = target_of(call, "fread", 4);
    return of && holds_numbers(of) ? of : NULL;
}

static double constant_of(const fc_node *node)
{
    bool is_known = node->kind == FC_INTEGER || (node->kind == FC_SIZEOF && node->n_children == 0);
    return is_known ? (double)node->value : INFINITY;
}

/* Neither the record nor a record in it is a union, whose fields share bytes. */
static bool holds_no_union(const fc_type *type)
{
    bool holds = !type->is_union;
    for (int i = 0; i < type->n_fields && holds; i++) {
        const fc_type *of = type->field[i]->type;
        while (of->kind == FC_TYPE_ARRAY)
            of = of->of;
        holds = of->kind != FC_TYPE_RECORD || holds_no_union(of);
    }
    return holds;
}

/* The number of bytes is a multiple of the size: a constant, or a product with such a factor. */
static bool is_multiple(const fc_node *bytes, long size)
{
    bytes = fc_node_without_casts(bytes);
    if (bytes->kind == FC_BINARY && bytes->op == FC_OP_MULTIPLY)
        return is_multiple(bytes->child[0], size) || is_multiple(bytes->child[1], size);
    return isfinite(constant_of(bytes)) && bytes->value % size == 0;
}

/* The place is a field, beyond which such a call writes other fields. */
static bool is_beyond_field(const fc_node *address, const fc_node *bytes)
{
    bool is_address = address->kind == FC_UNARY && address->op == FC_OP_ADDRESS;
    const fc_node *place = is_address ? address->child[0] : address;
    bool is_field = place->kind == FC_MEMBER && (is_address || place->type->kind == FC_TYPE_ARRAY);
    return is_field && constant_of(bytes) > (double)place->type->size;
}

const fc_type *fc_external_cleared_record(const fc_node *call)
{
    const fc_type *of = target_of(call, "memset", 3);
    bool is_record = of && of->kind == FC_TYPE_RECORD && of->size > 0 && holds_no_union(of);
    return is_record && constant_of(argument_of(call, 2)) == 0 && is_multiple(call->child[3], of->size) &&
                   !is_beyond_field(argument_of(call, 1), argument_of(call, 3))
               ? of
               : NULL;
}

/* The bytes that the call's size arguments allow it to write; 0: other functions. */
static double bytes_written(const fc_node *call)
{
    const char *name = fc_call_target(call)->name;
    if (strcmp(name, "fread") == 0)
        return constant_of(argument_of(call, 2)) * constant_of(argument_of(call, 3));
    bool is_of_bytes = strcmp(name, "memset") == 0 || strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0;
    return is_of_bytes && call->n_children == 4 ? constant_of(argument_of(call, 3)) : 0;
}

const fc_type *fc_external_overruns_field(const fc_node *call)
{
    const fc_node *address = fc_external_is_repeatable(call) ? argument_of(call, 1) : NULL;
    const fc_node *field =
        address && address->kind == FC_UNARY && address->op == FC_OP_ADDRESS ? address->child[0] : NULL;
    if (!field || field->kind != FC_MEMBER || field->type->kind == FC_TYPE_RECORD ||
        field->type->kind == FC_TYPE_ARRAY || bytes_written(call) <= (double)field->type->size)
        return NULL;
    const fc_type *of = field->child[0]->type;
    return of->kind == FC_TYPE_POINTER ? of->of : of;
}

const fc_procedure *fc_external_comparator(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const fc_node *address = target && call->n_children == 5 ? argument_of(call, 4) : NULL;
    if (!address || target->definition || strcmp(target->name, "qsort") != 0)
        return NULL;
    if (address->kind == FC_UNARY && address->op == FC_OP_ADDRESS)
        address = address->child[0];
    bool is_named = address->kind == FC_NAME && address->symbol->kind == FC_SYMBOL_PROCEDURE;
    const fc_procedure *procedure = is_named ? address->symbol->definition : NULL;
    return procedure && procedure->n_parameters == 2 ? procedure : NULL;
}

/* The elements are integers, reals or records, of the size given in the call. */
static bool sorts_elements(const fc_node *call)
{
    const fc_node *base = argument_of(call, 1), *size = argument_of(call, 3);
    const fc_type *of = base->type ? base->type->of : NULL;
    bool is_known =
        of && (of->kind == FC_TYPE_INTEGER || of->kind == FC_TYPE_REAL || of->kind == FC_TYPE_RECORD) && of->size > 0;
    bool is_number = size->kind == FC_INTEGER || (size->kind == FC_SIZEOF && size->n_children == 0);
    return is_known && is_number && size->value == of->size && fc_external_comparator(call);
}

bool fc_external_is_standard_input(const fc_symbol *symbol)
{
    return strcmp(symbol->name, "stdin") == 0 && symbol->kind == FC_SYMBOL_GLOBAL && !symbol->initializer;
}

static bool is_mode_to_write(const char *mode)
{
    return mode[0] != 'r' || strchr(mode, '+');
}

bool fc_external_reopens_to_read(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    bool reopens = target && !target->definition && strcmp(target->name, "freopen") == 0 && call->n_children == 4;
    const fc_node *stream = reopens ? argument_of(call, 3) : NULL;
    return reopens && is_string(argument_of(call, 2)) && !is_mode_to_write(argument_of(call, 2)->text) &&
           stream->kind == FC_NAME && fc_external_is_standard_input(stream->symbol);
}

bool fc_external_is_repeatable(const fc_node *call)
{
    const char *roles = roles_of(call), *name = roles ? fc_call_target(call)->name : NULL;
    if (!roles)
        return false;
    if (strcmp(name, "getopt_long") == 0)
        return fc_external_option_type(call) != NULL;
    if (strncmp(name, "strto", 5) == 0 && !fc_external_is_tokenizer(fc_call_target(call)))
        return call->n_children > 2 && call->n_children <= 4;
    if (strcmp(name, "sscanf") == 0 || strcmp(name, "fscanf") == 0)
        return call->n_children > 2 && is_string(argument_of(call, 2));
    if (strcmp(name, "sprintf") == 0 || strcmp(name, "snprintf") == 0) {
        /* The format is a literal and does not write through an argument. */
        int format = name[1] == 'n' ? 3 : 2;
        const fc_node *text = format < call->n_children ? argument_of(call, format) : NULL;
        return is_string(text) && !strstr(text->text, "%n");
    }
    if (strcmp(name, "fopen") == 0)
        return is_string(argument_of(call, 2));
    if (strcmp(name, "freopen") == 0)
        return fc_external_reopens_to_read(call);
    if (strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0)
        return points_to_plain(argument_of(call, 1)) && points_to_plain(argument_of(call, 2));
    if (strcmp(name, "qsort") == 0)
        return call->n_children == 5 && sorts_elements(call);
    if (strcmp(name, "memset") == 0)
        return points_to_plain(argument_of(call, 1)) || fc_external_cleared_record(call);
    if (strcmp(name, "fread") == 0)
        return call->n_children == 5 && (points_to_plain(argument_of(call, 1)) || fc_external_read_record(call));
    return (size_t)call->n_children == strlen(roles) + 1;
}

fc_external_role fc_external_role_of(const fc_node *call, int argument)
{
    const char *roles = roles_of(call);
    size_t n = roles ? strlen(roles) : 0, at = (size_t)argument - 1;
    char role = n == 0 ? 'v' : roles[at < n ? at : n - 1];
    return role == 'r'   ? FC_EXTERNAL_READS
           : role == 'w' ? FC_EXTERNAL_WRITES
           : role == 'c' ? FC_EXTERNAL_CHANGES
                         : FC_EXTERNAL_VALUE;
}

bool fc_external_fills_first(const fc_node *call)
{
    const char *name = roles_of(call) && call->n_children == 4 ? fc_call_target(call)->name : "";
    const fc_node *address = *name ? fc_node_without_casts(call->child[1]) : NULL;
    bool is_field =
        address && address->kind == FC_UNARY && address->op == FC_OP_ADDRESS && address->child[0]->kind == FC_MEMBER;
    return !is_field && (strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0 || strcmp(name, "memset") == 0);
}

bool fc_external_copies_bytes(const fc_node *call)
{
    const char *name = fc_external_is_repeatable(call) ? fc_call_target(call)->name : "";
    return strcmp(name, "memcpy") == 0 || strcmp(name, "memmove") == 0;
}

bool fc_external_writes(const fc_node *call)
{
    bool repeatable = fc_external_is_repeatable(call);
    for (int i = 1; repeatable && i < call->n_children; i++)
        if (fc_external_role_of(call, i) >= FC_EXTERNAL_WRITES)
            return true;
    return false;
}

static bool opens(const fc_node *call)
{
    return fc_external_is_repeatable(call) && strcmp(fc_call_target(call)->name, "fopen") == 0;
}

bool fc_external_opens_to_write(const fc_node *call)
{
    return opens(call) && is_mode_to_write(argument_of(call, 2)->text);
}

bool fc_external_opens_to_read(const fc_node *call)
{
    return opens(call) && !is_mode_to_write(argument_of(call, 2)->text);
}

bool fc_external_is_output(const fc_symbol *symbol)
{
    bool is_stream = strcmp(symbol->name, "stdout") == 0 || strcmp(symbol->name, "stderr") == 0;
    return is_stream && symbol->kind == FC_SYMBOL_GLOBAL && !symbol->initializer;
}

bool fc_external_allocates_by_argument(const fc_node *call)
{
    return fc_external_is_repeatable(call) && strcmp(fc_call_target(call)->name, "posix_memalign") == 0;
}

bool fc_external_stores_line(const fc_node *call)
{
    return fc_external_is_repeatable(call) && strcmp(fc_call_target(call)->name, "getline") == 0;
}

bool fc_external_is_unknown(const fc_node *call)
{
    const fc_symbol *target = fc_call_target(call);
    const char *name = target ? target->name : "";
    if (!target || target->definition || fc_parameter_annotation_is_call(call) || fc_external_writes(call))
        return false;
    bool is_known = fc_library_operation_find(name) || fc_library_allocated_argument(name) ||
                    fc_mpi_operation_find(name) || fc_external_is_pure(name) || fc_external_is_stop(target);
    return !is_known && !fc_external_frees(target) && strcmp(name, FC_COMPLEX_PART) != 0 &&
           strcmp(name, FC_LABEL_ADDRESS) != 0 && strncmp(name, "omp_", 4) != 0;
}

bool fc_external_is_timed(const fc_node *call)
{
    static const char *const apart[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp", "longjmp", "vfork", "fork"};
    const char *name = fc_call_target(call)->name;
    const fc_symbol *around = call->parent->kind == FC_CALL ? fc_call_target(call->parent) : NULL;
    if (around && fc_mpi_operation_find(around->name))
        return false;
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (strcmp(name, apart[i]) == 0)
            return false;
    return strncmp(name, "__builtin_", 10) != 0;
}

static fc_cfg_call classify(void *data, const fc_node *call)
{
    (void)data;
    const fc_symbol *target = fc_call_target(call);
    if (!target || target->definition)
        return FC_CFG_RETURNS;
    if (fc_external_is_stop(target))
        return FC_CFG_STOPS;
    return strstr(target->name, "setjmp") ? FC_CFG_RETURNS_TWICE : FC_CFG_RETURNS;
}

const fc_cfg_calls fc_external_calls = {classify, NULL};
