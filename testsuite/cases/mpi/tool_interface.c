/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls without a model that cost nothing: the tool interface, Fortran handles of hints, error handlers and statuses;
 * and datatypes by precision and range.
 *
 * All take part in broadcasts of an MPI_REAL of 15 digits (8 bytes), of a complex number of these (16 bytes), and of an
 * integer of 9 digits (4 bytes): per rank three messages, 28 bytes.
 *
 * expect ranks 2: 6 messages, 56 bytes
 * expect ranks 4: 12 messages, 112 bytes */
#include <mpi.h>

static void read_categories(void)
{
    char name[100], text[100];
    int n = 100, length = 100, stamp, found[9];
    MPI_T_category_changed(&stamp);
    MPI_T_category_get_num(&n);
    MPI_T_category_get_index("all", &n);
    MPI_T_category_get_info(0, name, &length, text, &length, &n, &n, &n);
    MPI_T_category_get_categories(0, 9, found);
    MPI_T_category_get_cvars(0, 9, found);
    MPI_T_category_get_pvars(0, 9, found);
}

static void read_controls(void)
{
    char name[100], text[100];
    int n, length = 100, value, bind, scope;
    MPI_Datatype type;
    MPI_T_enum kinds;
    MPI_T_cvar_handle handle;
    MPI_T_cvar_get_num(&n);
    MPI_T_cvar_get_index("eager", &n);
    MPI_T_cvar_get_info(0, name, &length, &value, &type, &kinds, text, &length, &bind, &scope);
    MPI_T_enum_get_info(kinds, &n, name, &length);
    MPI_T_enum_get_item(kinds, 0, &value, name, &length);
    MPI_T_cvar_handle_alloc(0, NULL, &handle, &n);
    MPI_T_cvar_read(handle, &value);
    MPI_T_cvar_write(handle, &value);
    MPI_T_cvar_handle_free(&handle);
}

static void read_counters(void)
{
    char name[100], text[100];
    int n, length = 100, value, class, bind, is_fixed, is_continuous, is_atomic;
    MPI_Datatype type;
    MPI_T_enum kinds;
    MPI_T_pvar_session session;
    MPI_T_pvar_handle handle;
    MPI_T_pvar_get_num(&n);
    MPI_T_pvar_get_index("queue", 0, &n);
    MPI_T_pvar_get_info(0, name, &length, &value, &class, &type, &kinds, text, &length, &bind, &is_fixed,
                        &is_continuous, &is_atomic);
    MPI_T_pvar_session_create(&session);
    MPI_T_pvar_handle_alloc(session, 0, NULL, &handle, &n);
    MPI_T_pvar_start(session, handle);
    MPI_T_pvar_read(session, handle, &value);
    MPI_T_pvar_readreset(session, handle, &value);
    MPI_T_pvar_write(session, handle, &value);
    MPI_T_pvar_reset(session, handle);
    MPI_T_pvar_stop(session, handle);
    MPI_T_pvar_handle_free(session, &handle);
    MPI_T_pvar_session_free(&session);
}

static void use_fortran_handles(void)
{
    MPI_Status status = {0};
    MPI_Fint numbers[sizeof status / sizeof(MPI_Fint) + 1];
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Comm_set_info(MPI_COMM_WORLD, MPI_Info_f2c(MPI_Info_c2f(info)));
    MPI_Info_free(&info);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_Errhandler_f2c(MPI_Errhandler_c2f(MPI_ERRORS_ARE_FATAL)));
    MPI_Status_c2f(&status, numbers);
    MPI_Status_f2c(numbers, &status);
}

int main(int argc, char **argv)
{
    int level, n = 1;
    double x[2] = {1, 2};
    MPI_Datatype real, pair, number;
    MPI_Init(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &level);
    if (argc > 1) {
        read_categories();
        read_controls();
        read_counters();
    }
    MPI_T_finalize();
    use_fortran_handles();
    MPI_Type_create_f90_real(15, 300, &real);
    MPI_Type_create_f90_complex(15, 300, &pair);
    MPI_Type_create_f90_integer(9, &number);
    MPI_Bcast(x, 1, real, 0, MPI_COMM_WORLD);
    MPI_Bcast(x, 1, pair, 0, MPI_COMM_WORLD);
    MPI_Bcast(&n, 1, number, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
