# SPDX-License-Identifier: GPL-3.0-or-later
# MPI-IO: assumed costs are reported and counted as such; the user may replace them; no file is touched.
cat >file.c <<'C'
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int n = atoi(argv[1]), fault = atoi(argv[2]);
    MPI_File file;
    MPI_Init(&argc, &argv);
    double *a = malloc(n * sizeof *a);
    MPI_File_open(MPI_COMM_WORLD, "written.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    if (fault == 1)
        MPI_File_write_all_end(file, a, MPI_STATUS_IGNORE);
    MPI_File_write_all(file, a, n, MPI_DOUBLE, MPI_STATUS_IGNORE);
    if (fault == 2)
        MPI_File_seek(file, -5, MPI_SEEK_SET);
    MPI_File_close(&file);
    if (fault == 3)
        MPI_File_sync(file);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze file.c -o file.fc -- -O2
expect 0 "MPI_File_write_all, MPI_File_close, MPI_File_sync; assumed: 0.1 ms a call and 500 MB/s a rank, +- 50 %" predict file.fc -n 2 -- 1000 0
expect 0 "T_run" formula file.fc -- 1000 0
check grep -q "file.c:10:5: note\[FC0335\]: no closed form: the formula does not cover file operations" err
absent written.bin
cat >disk.c <<'C'
#include "runtime_function.h"

double fc_time_MPI_File_open(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    return 0.25;
}
double fc_time_MPI_File_write(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    return p * n * fc_datatype_bytes(type) * 1e-6;
}
C
# 3 ranks write 8000 bytes each at 1 MB/s of all, between an open and a close of 0.25 s.
for method in sum ranks; do
    expect 0 "" predict file.fc -n 3 --method $method --comm-model disk.c --format json -- 1000 0
    check python3 -c 'import json
(point,) = json.load(open("out"))["points"]
assert abs(point["communication_s"] - 0.524) < 1e-9 and point["origin"]["assumed"] == 0, point'
done
expect 3 "file.c:12: error[FC0505]: MPI_File_write_all_end: no matching split collective of this file is open" predict file.fc -n 2 -- 1000 1
expect 3 "file.c:15: error[FC0505]: MPI_File_seek: the file pointer is negative: -5" predict file.fc -n 2 -- 1000 2
expect 3 "file.c:18: error[FC0505]: MPI_File_sync: the file is MPI_FILE_NULL" predict file.fc -n 2 -- 1000 3
# The size of a file that all ranks write is known by method ranks, from a deletion on; each rank sends so many bytes.
cat >sizes.c <<'C'
#include <mpi.h>

int main(int argc, char **argv)
{
    static char data[1000];
    int rank, ranks;
    MPI_File file;
    MPI_Offset size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc > 1) {
        if (rank == 0)
            MPI_File_delete(argv[1], MPI_INFO_NULL);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_File_open(MPI_COMM_WORLD, "sizes.bin", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, 40 * rank, data, 10, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, "sizes.bin", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_get_size(file, &size);
    MPI_File_close(&file);
    MPI_Sendrecv(data, (int)size, MPI_CHAR, (rank + 1) % ranks, 0, data + 500, 400, MPI_CHAR,
                 (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
C
expect 0 "all supported" analyze sizes.c -o sizes.fc -- -O2
expect 0 "\"bytes\": 640," predict sizes.fc -n 4 --method ranks --format json -- sizes.bin
unknown="sizes.c:21: error[FC0505]: MPI_File_get_size: the size of the file is unknown: it depends on data, or on the file before the run"
expect 3 "$unknown" predict sizes.fc -n 4 --method ranks
expect 3 "$unknown" predict sizes.fc -n 4 --method ranks -- another.bin
expect 3 "$unknown" predict sizes.fc -n 4 --method sum -- sizes.bin
absent sizes.bin
