#include <mpi.h>
#include <unistd.h>
static double a[1000];
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    usleep(600000);
    for (int i = 0; i < 1000; i++)
        a[i] = i;
MARK
    usleep(30000);
    for (int i = 0; i < 1000; i++)
        a[i] += 0.5;
    MPI_Finalize();
    return a[7] != 7.5;
}
