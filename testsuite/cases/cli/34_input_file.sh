# SPDX-License-Identifier: GPL-3.0-or-later
# A size read from an input file: the cost program reads it too, where it stands at prediction.
mkdir -p input
cat >input/size.c <<'C'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    char line[100];
    FILE *in = fopen("input/size.txt", "r");
    fgets(line, sizeof line, in);
    int n = atoi(line), m;
    if (fscanf(in, "%d", &m) != 1)
        return 1;
    fclose(in);
    double s = 0, a[1000] = {0};
    for (int i = 0; i < n; i++)
        s += a[i % 1000];
    for (int i = 0; i < m; i++)
        s -= a[i % 1000];
    MPI_Finalize();
    return s > 1;
}
C
expect 0 "2 of 2 loops closed, 0 executed; none needs a profile" analyze input/size.c -o input/size.fc -- -O2
iterations() { # of the loops, by the C that emit prints and a run of the points at two sizes
    printf '%d\n%d\n' "$1" "$2" >input/size.txt
    expect 0 "" predict input/size.fc -n 1 --format json
    cp out "input/$1.json"
}
iterations 2000000 1000000
iterations 4000000 2000000
check python3 - <<'PY'
import json
small, large = (json.load(open("input/%d.json" % n))["points"][0]["time_s"] for n in (2000000, 4000000))
assert 1.99 < large / small < 2.01, (small, large)
PY
# An array of data is read with every answer looked at, and errno too: the memory is not there, and what is not called does not fail.
cat >input/array.c <<'C'
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int read_array(const char *path, double **values)
{
    int n;
    FILE *in = fopen(path, "r");
    if (fscanf(in, "%d", &n) != 1)
        return -1;
    if (!(*values = malloc(n * sizeof(double))))
        return -1;
    for (int i = 0; i < n; i++)
        if (fscanf(in, "%lf", &(*values)[i]) == EOF)
            return -1;
    return fclose(in) != 0 ? -1 : n;
}
int main(int argc, char **argv)
{
    double *a, s = 0;
    MPI_Init(&argc, &argv);
    errno = 0;
    int out = open("input/out", O_WRONLY | O_CREAT, 0600);
    if (errno) {
        perror("input/out");
        exit(1);
    }
    int n = read_array("input/array.txt", &a);
    for (int i = 0; i < n; i++)
        s += a[i];
    for (int i = 0; i < n; i++)
        MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return out < 0 && s > 0;
}
C
echo "5 1.5 2 3e300 4 5" >input/array.txt
expect 0 "none needs a profile" analyze input/array.c -o input/array.fc -- -O2
expect 0 "" predict input/array.fc -n 2 --format json
check grep -q '"messages": 10,' out # in each of 5 barriers each of 2 ranks sends once
rm input/size.txt
expect 3 "size.c:10: the program ends here by fgets, of a file that cannot be opened here" predict input/size.fc -n 1
printf '5\nnone\n' >input/size.txt
expect 3 "size.c:13: the program ends here by main returns 1" predict input/size.fc -n 1
# A file that was changed after the profile was made: what the profile tells is of another one, by whichever way the name comes.
sed 's|"input/size.txt"|argc > 1 ? argv[1] : "none"|' input/size.c >input/named.c
printf '2000\n1000\n' >input/size.txt
expect 0 "" analyze input/named.c -o input/named.fc -- -O2
for model in size named; do
    expect 0 "" profile "input/$model.fc" -n 1 -- input/size.txt
    touch -d 2001-01-01 input/size.txt
    expect 0 "" predict "input/$model.fc" -n 1 --compute-model fitted -- input/size.txt
    check test "$(grep -c 'changed after' err)" = 0
    touch -d "+1 hour" input/size.txt
    expect 0 "note: input/size.txt changed after input/$model.fc.profile was made" predict "input/$model.fc" -n 1 --compute-model fitted -- input/size.txt
done
