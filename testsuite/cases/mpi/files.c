/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MPI-IO with positions, counts and sizes as control data: each is checked, so that the real run and the virtual ranks
 * agree on it. At the end each rank sends to the next as many bytes as its position has elements: rank * 100 after a
 * seek, 30 written and 10 read from there on, and twice 5 of split calls.
 *   rank * 100 + 50 bytes in one message a rank
 *
 * expect ranks 2: 2 messages, 200 bytes
 * expect ranks 4: 4 messages, 800 bytes */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int is_right, int place)
{
    if (!is_right)
        MPI_Abort(MPI_COMM_WORLD, place);
}

static void on_error(MPI_File *file, int *error, ...)
{
    (void)file, (void)error;
}

/* Calls without cost or result. */
static void dropped(MPI_File file)
{
    MPI_Errhandler handler;
    MPI_Info info;
    MPI_Offset from;
    MPI_Datatype element, type;
    MPI_Aint extent;
    int flag;
    char representation[MPI_MAX_DATAREP_STRING];
    MPI_File_create_errhandler(on_error, &handler);
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    MPI_File_get_errhandler(file, &handler);
    MPI_File_get_info(file, &info);
    MPI_File_set_info(file, info);
    MPI_Info_free(&info);
    MPI_File_get_amode(file, &flag);
    MPI_File_set_atomicity(file, 0);
    MPI_File_get_atomicity(file, &flag);
    MPI_File_get_view(file, &from, &element, &type, representation);
    MPI_File_get_type_extent(file, MPI_INT, &extent);
}

static int moved(MPI_File file, int rank)
{
    double a[100] = {0};
    MPI_Offset at, bytes;
    MPI_Status status;
    MPI_Request request;
    int n;
    MPI_File_set_view(file, 8, MPI_DOUBLE, MPI_DOUBLE, "native", MPI_INFO_NULL);
    MPI_File_get_byte_offset(file, 2, &bytes);
    check(bytes == 8 + 2 * 8, 1);
    MPI_File_write_at_all(file, 100 * rank, a, 100, MPI_DOUBLE, &status);
    MPI_Get_count(&status, MPI_DOUBLE, &n);
    check(n == 100, 2);
    MPI_File_seek(file, 100 * rank, MPI_SEEK_SET);
    MPI_File_write(file, a, 30, MPI_DOUBLE, &status);
    MPI_File_read(file, a, 10, MPI_DOUBLE, &status);
    MPI_File_get_position(file, &at);
    check(at == 100 * rank + 40, 3);
    MPI_File_write_all_begin(file, a, 5, MPI_DOUBLE);
    MPI_File_write_all_end(file, a, &status);
    MPI_File_iread(file, a, 5, MPI_DOUBLE, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 0, a, 7, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_seek(file, 0, MPI_SEEK_CUR);
    MPI_File_get_position(file, &at);
    return (int)at;
}

/* The size of a file of its own that a rank deletes, writes, and writes again through a view with holes: 16 bytes, then
 * elements at bytes 0, 12 and 24. */
static int rewritten(int rank)
{
    char name[32];
    int numbers[4] = {0};
    MPI_Datatype spaced;
    MPI_File file;
    MPI_Offset size;
    snprintf(name, sizeof name, "files.%d.bin", rank);
    MPI_File_delete(name, MPI_INFO_NULL);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &spaced);
    MPI_Type_commit(&spaced);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_get_size(file, &size);
    check(size == 16, 7);
    MPI_File_set_view(file, 0, MPI_INT, spaced, "native", MPI_INFO_NULL);
    MPI_Type_free(&spaced);
    MPI_File_write(file, numbers, 3, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_size(file, &size);
    check(size == 28, 8);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 100, numbers, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_get_size(file, &size);
    MPI_File_close(&file);
    return (int)size;
}

int main(int argc, char **argv)
{
    int rank, ranks;
    static char data[1000];
    MPI_File file;
    MPI_Offset size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_File_open(MPI_COMM_WORLD, "files.bin", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    dropped(file);
    int bytes = moved(file, rank);
    check(bytes == 100 * rank + 50, 4);
    MPI_File_write_ordered(file, data, 8, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_File_set_size(file, 4096);
    MPI_File_get_size(file, &size);
    check(size == 4096, 5);
    MPI_File_close(&file);
    check(file == MPI_FILE_NULL, 6);
    check(rewritten(rank) == 108, 9);
    MPI_Sendrecv(data, bytes, MPI_CHAR, (rank + 1) % ranks, 0, data + 500, 400, MPI_CHAR, (rank + ranks - 1) % ranks, 0,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
