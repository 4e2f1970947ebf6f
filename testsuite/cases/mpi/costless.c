/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What costs nothing and tells the control slice nothing: attributes, info objects, error handlers, names, statuses.
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
}

static void use_info(void)
{
    char value[20];
    int found, n;
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "cb_nodes", "2");
    MPI_Info_get(info, "cb_nodes", sizeof value - 1, value, &found);
    MPI_Info_get_nkeys(info, &n);
    printf("%s, %d of %d\n", value, found, n);
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
    use_info();
    if (rank > 0) {
        failed += report(MPI_Recv(&x, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
        MPI_Get_count(&status, MPI_DOUBLE, &n);
        printf("%d of %d: %d from %d\n", rank, ranks, n, status.MPI_SOURCE);
        MPI_Recv(three, 3, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank < ranks - 1) {
        failed += report(MPI_Send(&x, 1, MPI_DOUBLE, rank + 1, 0, MPI_COMM_WORLD));
        MPI_Send(three, 3, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
    }
    MPI_Bcast(&failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return failed;
}
