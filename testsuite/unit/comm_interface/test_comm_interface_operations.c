/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of MPI operations against the prototypes of the installed mpi.h, of MPI 4's that it lacks, and against the
 * headers mpi_*.h of runtime/mpi. */
#include "comm_interface/operations.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char *read_all(FILE *stream)
{
    size_t length = 0, capacity = 1 << 22;
    char *text = malloc(capacity);
    assert_non_null(text);
    length = fread(text, 1, capacity - 1, stream);
    assert_true(length < capacity - 1);
    text[length] = '\0';
    return text;
}

static int read_headers(void **state)
{
    FILE *compiler = popen(
        "echo '#include \"mpi4.h\"' | mpicc -E -P -I" FORECOST_SOURCE_DIR "/testsuite/cases/cli/given -x c -", "r");
    FILE *header = popen("find " FORECOST_SOURCE_DIR "/runtime/mpi -name 'mpi_*.h' -exec cat {} +", "r");
    static char *texts[2];
    if (!compiler || !header)
        return -1;
    texts[0] = read_all(compiler);
    texts[1] = read_all(header);
    *state = texts;
    return pclose(header) || pclose(compiler);
}

static int free_headers(void **state)
{
    char **texts = *state;
    free(texts[0]);
    free(texts[1]);
    return 0;
}

/* The parameters of `name` as declared, at "("; NULL: not declared. */
static const char *find_declaration(const char *text, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const char *after = at + length + strspn(at + length, " ");
        if ((at[-1] == ' ' || at[-1] == '\n') && *after == '(')
            return after;
    }
    return NULL;
}

static int count_parameters(const char *open)
{
    int depth = 0, n = 1;
    if (strncmp(open, "(void)", 6) == 0)
        return 0;
    for (; *open; open++) {
        depth += (*open == '(') - (*open == ')');
        n += *open == ',' && depth == 1;
        if (depth == 0)
            break;
    }
    return n;
}

/* Removed by MPI 3.0, or new in MPI 4, so only some headers declare it; or a macro in some headers; or inserted by
 * verify. */
static bool is_removed(const char *name)
{
    return strncmp(name, "MPI_Aint_", 9) == 0 || strncmp(name, "MPI_Check_", 10) == 0 ||
           strncmp(name, "MPI_Isendrecv", 13) == 0 || strcmp(name, "MPI_Large_count") == 0 ||
           strcmp(name, "MPI_Type_extent") == 0 || strcmp(name, "MPI_Type_lb") == 0 || strcmp(name, "MPI_Type_ub") == 0;
}

static void test_comm_interface_operations__argument_counts_are_those_of_mpi_h(void **state)
{
    const char *mpi_h = ((char **)*state)[0];
    for (int i = 0; i < fc_mpi_n_operations; i++) {
        const fc_mpi_operation *operation = &fc_mpi_operations[i];
        const char *declared = find_declaration(mpi_h, operation->name);
        if (!declared && is_removed(operation->name))
            continue;
        if (!declared)
            fail_msg("mpi.h does not declare %s", operation->name);
        if (count_parameters(declared) != (int)strlen(operation->arguments))
            fail_msg("%s: \"%s\", but mpi.h has %d", operation->name, operation->arguments, count_parameters(declared));
    }
}

/* The type of parameter `index` (from 0) starts as its role requires. */
static void check_role(const char *name, char role, const char *type, size_t length)
{
    static const struct {
        char role;
        const char *type;
    } expected[] = {{'t', "MPI_Datatype"},
                    {'c', "MPI_Comm"},
                    {'q', "MPI_Request *"},
                    {'Q', "MPI_Request"},
                    {'n', "int"},
                    {'r', "int"},
                    {'g', "int"},
                    {'i', "int"},
                    {'o', "MPI_Op"},
                    {'v', "const int"},
                    {'d', "const int"},
                    {'I', "const int"},
                    {'O', "int"},
                    {'C', "MPI_Comm *"},
                    {'s', "MPI_Status"},
                    {'Y', "const MPI_Datatype"},
                    {'T', "MPI_Datatype *"},
                    {'p', "MPI_Group"},
                    {'P', "MPI_Group *"},
                    {'x', "MPI_Win"},
                    {'X', "MPI_Win *"},
                    {'f', "MPI_File"},
                    {'F', "MPI_File *"},
                    {'z', "const char *"},
                    {'y', "int"},
                    {'a', "MPI_Aint"},
                    {'A', "const MPI_Aint"},
                    {'U', "MPI_Aint *"},
                    {'K', "MPI_Count *"},
                    {'k', "MPI_Message"},
                    {'R', "int"}};
    bool is_large = role == 'n' && strncmp(type, "MPI_Count", strlen("MPI_Count")) == 0; /* of partitions */
    for (size_t i = 0; i < sizeof expected / sizeof *expected && !is_large; i++)
        if (expected[i].role == role && strncmp(type, expected[i].type, strlen(expected[i].type)) != 0)
            fail_msg("%s: role '%c' for %.*s", name, role, (int)length, type);
    if ((role == 'b' || role == 'w') && !memchr(type, '*', length) && !memchr(type, '[', length))
        fail_msg("%s: a buffer that is no pointer: %.*s", name, (int)length, type);
    if (role == 'w' && strncmp(type, "const", 5) == 0)
        fail_msg("%s: writes to a constant: %.*s", name, (int)length, type);
    if (!fc_argument_word(role))
        fail_msg("%s: '%c' is no role", name, role);
}

static void test_comm_interface_operations__roles_fit_the_types_of_mpi_h(void **state)
{
    for (int i = 0; i < fc_mpi_n_operations; i++) {
        const fc_mpi_operation *operation = &fc_mpi_operations[i];
        const char *at = find_declaration(((char **)*state)[0], operation->name);
        if (!at && is_removed(operation->name))
            continue;
        assert_non_null(at);
        for (const char *role = operation->arguments; *role; role++) {
            at += 1 + strspn(at + 1, " \n");
            size_t length = strcspn(at, ",)");
            check_role(operation->name, *role, at, length);
            at += length;
        }
    }
}

static int count_control_arguments(const char *arguments)
{
    int n = 0;
    for (; *arguments; arguments++)
        n += fc_argument_is_passed(*arguments);
    return n;
}

static void test_comm_interface_operations__supported_ones_have_a_virtual_function(void **state)
{
    for (int i = 0; i < fc_mpi_n_operations; i++) {
        const fc_mpi_operation *operation = &fc_mpi_operations[i];
        char name[64];
        snprintf(name, sizeof name, "fc_%s", operation->name);
        const char *declared = find_declaration(((char **)*state)[1], name);
        if (operation->kind == FC_MPI_UNSUPPORTED || operation->kind == FC_MPI_DROPPED) {
            assert_null(declared);
            assert_int_equal(count_control_arguments(operation->arguments), 0);
            continue;
        }
        if (!declared)
            fail_msg("the headers mpi_*.h of runtime/mpi do not declare %s", name);
        assert_int_equal(count_parameters(declared), 2 + count_control_arguments(operation->arguments));
    }
}

/* "MPI_Name(" in prose, or NULL at the end. */
static const char *next_name(const char *text, char name[64])
{
    for (const char *at = strstr(text, "MPI_"); at; at = strstr(at + 4, "MPI_")) {
        size_t length = strcspn(at, " (,;*)\n[]");
        bool is_constant = strspn(at, "_ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == length; /* MPI_DUP_FN, a callback */
        if (at[-1] != ' ' || at[length + strspn(at + length, " ")] != '(' || length > 63 || is_constant)
            continue;
        memcpy(name, at, length);
        name[length] = '\0';
        return at + length;
    }
    return NULL;
}

static void test_comm_interface_operations__holds_every_function_of_mpi_h(void **state)
{
    char name[64];
    int n = 0;
    for (const char *at = next_name(((char **)*state)[0], name); at; at = next_name(at, name), n++)
        if (!fc_mpi_operation_find(name))
            fail_msg("%s of mpi.h is not in the table", name);
    assert_true(n > 350);
}

static void test_comm_interface_operations__every_name_stands_once(void **state)
{
    (void)state;
    for (int i = 0; i < fc_mpi_n_operations; i++)
        assert_ptr_equal(fc_mpi_operation_find(fc_mpi_operations[i].name), &fc_mpi_operations[i]);
    assert_null(fc_mpi_operation_find("MPI_Bcast2"));
    assert_ptr_equal(fc_mpi_operation_find("PMPI_Send"), fc_mpi_operation_find("MPI_Send"));
    assert_ptr_equal(fc_mpi_operation_find("MPI_Type_struct"), fc_mpi_operation_find("MPI_Type_create_struct"));
    assert_null(fc_mpi_operation_find(""));
}

static void test_comm_interface_operations__what_costs_has_a_fit_and_what_is_refused_a_reason(void **state)
{
    (void)state;
    for (int i = 0; i < fc_mpi_n_operations; i++) {
        const fc_mpi_operation *operation = &fc_mpi_operations[i];
        bool costs = operation->kind == FC_MPI_POINT_TO_POINT || operation->kind == FC_MPI_COLLECTIVE;
        if (costs)
            assert_in_range(operation->fit, 0, FC_N_FITS - 1);
        if (operation->kind == FC_MPI_UNSUPPORTED)
            assert_true(strlen(operation->note) > 10);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comm_interface_operations__argument_counts_are_those_of_mpi_h),
        cmocka_unit_test(test_comm_interface_operations__roles_fit_the_types_of_mpi_h),
        cmocka_unit_test(test_comm_interface_operations__supported_ones_have_a_virtual_function),
        cmocka_unit_test(test_comm_interface_operations__holds_every_function_of_mpi_h),
        cmocka_unit_test(test_comm_interface_operations__every_name_stands_once),
        cmocka_unit_test(test_comm_interface_operations__what_costs_has_a_fit_and_what_is_refused_a_reason),
    };
    return cmocka_run_group_tests(tests, read_headers, free_headers);
}
