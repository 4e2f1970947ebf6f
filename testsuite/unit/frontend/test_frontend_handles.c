/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frontend_sources.h"

/* The same names in the styles of three MPIs, a few lines each. */
static const char *const object_style = "typedef struct comm_t *MPI_Comm; typedef struct type_t *MPI_Datatype;\n"
                                        "typedef struct op_t *MPI_Op; typedef struct req_t *MPI_Request;\n"
                                        "typedef struct st_t { int MPI_SOURCE; int MPI_TAG; } MPI_Status;\n"
                                        "extern struct any_t { int x; } mpi_world, mpi_self, mpi_double, mpi_sum;\n"
                                        "#define GLOBAL(type, x) ((type) ((void *) &(x)))\n"
                                        "#define MPI_COMM_WORLD GLOBAL(MPI_Comm, mpi_world)\n"
                                        "#define MPI_DOUBLE GLOBAL(MPI_Datatype, mpi_double)\n"
                                        "#define MPI_SUM GLOBAL(MPI_Op, mpi_sum)\n"
                                        "#define MPI_STATUS_IGNORE ((MPI_Status *) 0)\n"
                                        "#define MPI_IN_PLACE ((void *) 1)\n"
                                        "#define MPI_PROC_NULL -2\n"
                                        "#define MPI_ANY_SOURCE -1\n";
static const char *const number_style = "typedef int MPI_Comm; typedef int MPI_Datatype; typedef int MPI_Op;\n"
                                        "typedef int MPI_Request; typedef struct MPI_Status "
                                        "{ int MPI_SOURCE; int MPI_TAG; } MPI_Status;\n"
                                        "#define MPI_COMM_WORLD ((MPI_Comm)0x44000000)\n"
                                        "#define MPI_DOUBLE ((MPI_Datatype)0x4c00080b)\n"
                                        "#define MPI_SUM (MPI_Op)(0x58000003)\n"
                                        "#define MPI_STATUS_IGNORE (MPI_Status *)1\n"
                                        "#define MPI_IN_PLACE (void *) -1\n"
                                        "#define MPI_PROC_NULL (-1)\n"
                                        "#define MPI_ANY_SOURCE (-2)\n";
static const char *const variable_style = "typedef struct c *MPI_Comm; typedef struct t *MPI_Datatype;\n"
                                          "typedef struct o *MPI_Op; typedef struct r *MPI_Request;\n"
                                          "typedef struct { int MPI_SOURCE; int MPI_TAG; } MPI_Status;\n"
                                          "extern MPI_Comm MPI_COMM_WORLD; extern const MPI_Op MPI_SUM;\n"
                                          "extern struct t smpi_double;\n"
                                          "#define MPI_DOUBLE ((MPI_Datatype)&smpi_double)\n"
                                          "#define MPI_STATUS_IGNORE ((MPI_Status *)0)\n"
                                          "#define MPI_IN_PLACE (void *)-222\n"
                                          "enum { MPI_PROC_NULL = -666, MPI_ANY_SOURCE = -555 };\n";

static const char *const user =
    "#include <mpi.h>\n"
    "#define WORLD MPI_COMM_WORLD\n"
    "#define SHARE(b) use(b, MPI_DOUBLE, MPI_SUM, WORLD, MPI_PROC_NULL, MPI_STATUS_IGNORE)\n"
    "void use(void *, MPI_Datatype, MPI_Op, MPI_Comm, int, MPI_Status *);\n"
    "int f(int n, MPI_Comm *other, MPI_Request r[3]) {\n"
    "  MPI_Status s;\n"
    "  use(MPI_IN_PLACE, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_PROC_NULL, &s);\n"
    "  SHARE(MPI_IN_PLACE);\n"
    "  return n == MPI_ANY_SOURCE ? MPI_PROC_NULL + n : s.MPI_SOURCE;\n"
    "}\n";

static const fc_program *read_with_header(sources *all, const char *header)
{
    sources_open(all);
    sources_write(all, "mpi.h", header);
    sources_write(all, "a.c", user);
    const char *const argument[] = {"-I", all->folder};
    fc_status status = sources_read(all, argument, 2, NULL);
    if (status)
        print_error("%s\n", all->report.text);
    assert_int_equal(status, FC_OK);
    if (!fc_program_is_valid(all->program, &all->report))
        fail_msg("%s", all->report.text);
    return all->program;
}

static void assert_handles(const fc_program *program, long proc_null)
{
    static const char *const wanted[] = {"MPI_IN_PLACE",   "MPI_DOUBLE",    "MPI_SUM",           "MPI_COMM_WORLD",
                                         "MPI_PROC_NULL",  "MPI_IN_PLACE",  "MPI_DOUBLE",        "MPI_SUM",
                                         "MPI_COMM_WORLD", "MPI_PROC_NULL", "MPI_STATUS_IGNORE", "MPI_ANY_SOURCE",
                                         "MPI_PROC_NULL"};
    for (int i = 0; i < 13; i++)
        assert_string_equal(nth_node(program, FC_HANDLE, i)->text, wanted[i]);
    assert_int_equal(nth_node(program, FC_HANDLE, 4)->value, proc_null);
    assert_type(nth_node(program, FC_HANDLE, 3)->type, "MPI_Comm");
    assert_type(nth_node(program, FC_HANDLE, 1)->type, "MPI_Datatype");
    const fc_procedure *f = fc_program_find(program, "f");
    assert_type(f->parameter[1]->type, "MPI_Comm *");
    assert_type(f->parameter[2]->type, "MPI_Request *");
    assert_type(symbol_named(program, "s")->type, "MPI_Status");
    const fc_node *source = nth_node(program, FC_MEMBER, 0);
    assert_string_equal(source->symbol->name, "MPI_SOURCE");
    assert_type(source->type, "int");
}

static void test_frontend_handles__are_named_where_mpi_uses_objects(void **state)
{
    (void)state;
    sources all;
    assert_handles(read_with_header(&all, object_style), -2);
    sources_close(&all);
}

static void test_frontend_handles__are_named_where_mpi_uses_numbers(void **state)
{
    (void)state;
    sources all;
    assert_handles(read_with_header(&all, number_style), -1);
    sources_close(&all);
}

static void test_frontend_handles__are_named_where_mpi_uses_variables(void **state)
{
    (void)state;
    sources all;
    assert_handles(read_with_header(&all, variable_style), -666);
    sources_close(&all);
}

static void test_frontend_handles__leave_the_users_own_names_alone(void **state)
{
    (void)state;
    sources all;
    const fc_program *program = sources_program(&all, "enum { MPI_MINE = 4 };\n"
                                                      "#define MPI_OURS 5\n"
                                                      "int MPI_THEIRS;\n"
                                                      "int f(void) { return MPI_MINE + MPI_OURS + MPI_THEIRS; }\n");
    for (int i = 0; i < program->n_nodes; i++)
        assert_int_not_equal(program->node[i]->kind, FC_HANDLE);
    sources_close(&all);
}

/* The installed MPI of any kind: through the wrapper, which gives the folder of mpi.h. */
static void test_frontend_handles__are_named_with_the_installed_mpi(void **state)
{
    (void)state;
    sources all;
    sources_open(&all);
    sources_write(&all, "a.c",
                  "#include <mpi.h>\n"
                  "int f(double *v, int n) {\n"
                  "  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};\n"
                  "  MPI_Allreduce(MPI_IN_PLACE, v, n, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);\n"
                  "  MPI_Allreduce(MPI_IN_PLACE, r, n, MPI_2INT, MPI_MAXLOC, MPI_COMM_SELF);\n"
                  "  return MPI_Waitall(2, r, MPI_STATUSES_IGNORE) == MPI_SUCCESS;\n}\n");
    fc_status status = sources_read(&all, NULL, 0, "mpicc");
    if (status == FC_E_ENVIRONMENT) {
        sources_close(&all);
        skip();
    }
    assert_int_equal(status, FC_OK);
    static const char *const wanted[] = {"MPI_REQUEST_NULL", "MPI_REQUEST_NULL", "MPI_IN_PLACE",        "MPI_DOUBLE",
                                         "MPI_SUM",          "MPI_COMM_WORLD",   "MPI_IN_PLACE",        "MPI_2INT",
                                         "MPI_MAXLOC",       "MPI_COMM_SELF",    "MPI_STATUSES_IGNORE", "MPI_SUCCESS"};
    for (int i = 0; i < 12; i++)
        assert_string_equal(nth_node(all.program, FC_HANDLE, i)->text, wanted[i]);
    assert_null(symbol_named(all.program, "MPI_Allreduce")->definition);
    sources_close(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frontend_handles__are_named_where_mpi_uses_objects),
        cmocka_unit_test(test_frontend_handles__are_named_where_mpi_uses_numbers),
        cmocka_unit_test(test_frontend_handles__are_named_where_mpi_uses_variables),
        cmocka_unit_test(test_frontend_handles__leave_the_users_own_names_alone),
        cmocka_unit_test(test_frontend_handles__are_named_with_the_installed_mpi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
