/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls without cost and without effect on the control slice: attributes, info objects, error handlers, names,
 * statuses. `run` checks that these programs call every function of kind dropped. A window cannot be made, nor
 * a name published: these functions are called under a condition.
 *
 * Each rank but the last sends one double and 3 ints; all take part in one broadcast of 4 bytes: per rank the send and
 * the broadcast count.
 *
 * expect ranks 2: 4 messages, 28 bytes
 * expect ranks 4: 10 messages, 76 bytes */
#include <mpi.h>
#include <stdio.h>

static int delete_nothing(MPI_Comm comm, int key, void *value, void *state)
{
    (void)comm, (void)key, (void)value, (void)state;
    return MPI_SUCCESS;
}

/* Numbers that differ between MPI libraries. */
static int room_for(const int *three)
{
    int is_known = MPI_VERSION > 1 && MPI_SUBVERSION >= 0 && MPI_ERR_LASTCODE > MPI_ERR_BUFFER;
    return is_known ? (int)(3 * sizeof *three) + MPI_BSEND_OVERHEAD + MPI_MAX_OBJECT_NAME : 0;
}

static void use_attributes(void)
{
    int key, found, *bound, value = 5;
    void *got;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &bound, &found);
    printf("tags up to %d\n", found ? *bound : 0);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_nothing, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, key, &value);
    MPI_Comm_get_attr(MPI_COMM_WORLD, key, &got, &found);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
    MPI_Comm_free_keyval(&key);
    MPI_Keyval_create(MPI_NULL_COPY_FN, delete_nothing, &key, NULL);
    MPI_Attr_put(MPI_COMM_WORLD, key, &value);
    MPI_Attr_get(MPI_COMM_WORLD, key, &got, &found);
    MPI_Attr_delete(MPI_COMM_WORLD, key);
    MPI_Keyval_free(&key);
}

static void use_type(void)
{
    int key, found, length, value = 5;
    void *got;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Datatype pair;
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_set_name(pair, "pair");
    MPI_Type_get_name(pair, name, &length);
    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Type_set_attr(pair, key, &value);
    MPI_Type_get_attr(pair, key, &got, &found);
    MPI_Type_delete_attr(pair, key);
    MPI_Type_free_keyval(&key);
    int n_ints, n_addresses, n_types, combiner, ints[1];
    MPI_Aint addresses[1];
    MPI_Datatype types[1];
    MPI_Type_get_envelope(pair, &n_ints, &n_addresses, &n_types, &combiner);
    MPI_Type_get_contents(pair, 1, 0, 1, ints, addresses, types);
    MPI_Type_free(&pair);
}

static void on_window_error(MPI_Win *window, int *error, ...)
{
    (void)window;
    printf("error %d\n", *error);
}

static void use_window(MPI_Win window)
{
    int key, found, length, value = 5;
    void *got;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Info info;
    MPI_Errhandler handler;
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
    MPI_Win_create_errhandler(on_window_error, &handler);
    if (window != MPI_WIN_NULL) {
        MPI_Win_set_attr(window, key, &value);
        MPI_Win_get_attr(window, key, &got, &found);
        MPI_Win_delete_attr(window, key);
        MPI_Win_set_errhandler(window, handler);
        MPI_Win_get_errhandler(window, &handler);
        MPI_Win_set_name(window, "window");
        MPI_Win_get_name(window, name, &length);
        MPI_Win_get_info(window, &info);
        MPI_Win_set_info(window, info);
        MPI_Win_call_errhandler(window, 1);
        MPI_Status status;
        MPI_Status_set_cancelled(&status, 1);
        MPI_Status_set_elements(&status, MPI_INT, 1);
        MPI_Status_set_elements_x(&status, MPI_INT, 1);
        MPI_File_call_errhandler(MPI_FILE_NULL, 1);
        MPI_Register_datarep("mine", NULL, NULL, NULL, NULL);
    }
    MPI_Errhandler_free(&handler);
    MPI_Win_free_keyval(&key);
}

static void on_error(MPI_Comm *comm, int *error, ...)
{
    (void)comm;
    printf("error %d\n", *error);
}

static void use_errors(void)
{
    int class, code;
    MPI_Errhandler handler, before;
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_OTHER);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, before);
    MPI_Errhandler_free(&handler);
    MPI_Add_error_class(&class);
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "too hot");
    MPI_Error_class(code, &class);
    printf("class %d\n", class);
}

static void add_up(void *in, void *to, int *n, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *n; i++)
        ((int *)to)[i] += ((int *)in)[i];
}

static void use_memory(void)
{
    int commutes, *number;
    void *buffer;
    MPI_Aint address;
    MPI_Op add;
    MPI_Op_create(add_up, 1, &add);
    MPI_Op_commutative(add, &commutes);
    int part = 1, whole = 2;
    MPI_Reduce_local(&part, &whole, 1, MPI_INT, add);
    MPI_Op_free(&add);
    MPI_Alloc_mem(1000, MPI_INFO_NULL, &number);
    MPI_Get_address(number, &address);
    MPI_Buffer_attach(number, 1000);
    MPI_Buffer_detach(&buffer, &commutes);
    MPI_Free_mem(number);
    MPI_Pcontrol(1);
}

static void use_info(void)
{
    char value[20];
    int found, n;
    char key[MPI_MAX_INFO_KEY];
    MPI_Info info, other;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_nodes", "2");
    MPI_Info_get(info, "cb_nodes", sizeof value - 1, value, &found);
    MPI_Info_get_nkeys(info, &n);
    printf("%s, %d of %d\n", value, found, n);
    MPI_Info_get_nthkey(info, 0, key);
    MPI_Info_get_valuelen(info, key, &n, &found);
    MPI_Info_dup(info, &other);
    MPI_Info_delete(other, key);
    MPI_Info_free(&other);
    MPI_Comm_set_info(MPI_COMM_WORLD, info);
    MPI_Comm_get_info(MPI_COMM_WORLD, &other);
    MPI_Info_free(&other);
    MPI_Info_free(&info);
}

static int report(int error)
{
    char text[MPI_MAX_ERROR_STRING];
    int length;
    if (error == MPI_SUCCESS)
        return 0;
    MPI_Error_string(error, text, &length);
    fprintf(stderr, "%.*s\n", length, text);
    return 1;
}

/* Names are published by a server, which these tests do not start. */
static void use_ports(int has_server)
{
    char port[MPI_MAX_PORT_NAME];
    if (has_server) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Publish_name("ocean", MPI_INFO_NULL, port);
        MPI_Lookup_name("ocean", MPI_INFO_NULL, port);
        MPI_Unpublish_name("ocean", MPI_INFO_NULL, port);
        MPI_Close_port(port);
    }
}

int main(int argc, char **argv)
{
    int rank, ranks, n, failed = 0, length, three[3] = {1, 2, 3};
    double x = 1;
    char name[MPI_MAX_OBJECT_NAME], library[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Status status;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    failed += report(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    MPI_Comm_set_name(MPI_COMM_WORLD, "everyone");
    MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
    MPI_Get_library_version(library, &length);
    use_attributes();
    use_type();
    use_window(MPI_WIN_NULL);
    use_errors();
    use_memory();
    use_info();
    use_ports(argc > 1);
    if (rank > 0) {
        failed += report(MPI_Recv(&x, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        MPI_Get_count(&status, MPI_DOUBLE, &n);
        printf("%d of %d: %d from %d\n", rank, ranks, n, status.MPI_SOURCE);
        MPI_Recv(three, 3, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank < ranks - 1) {
        failed += report(MPI_Send(&x, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD));
        MPI_Send(three, room_for(three) > 0 ? 3 : 0, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
    }
    MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return failed;
}
