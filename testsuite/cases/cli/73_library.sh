# SPDX-License-Identifier: GPL-3.0-or-later
# Library calls: their costs are functions of their arguments; unknown ones are named, and so are costs nobody measured.
cat >library.c <<'EOF'
#include <math.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
void dgemm_(char *, char *, int *, int *, int *, double *, double *, int *, double *, int *, double *, double *, int *);
int mystery(int);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int n = atoi(argv[1]);
    double *a = malloc(n * n * sizeof *a), one = 1;
    for (int i = 0; i < n; i++)
        a[i] = exp(a[i]);
    memset(a, 0, n * sizeof *a);
    dgemm_("N", "N", &n, &n, &n, &one, a, &n, a, &n, &one, a, &n);
    mystery(n);
    MPI_Finalize();
    return 0;
}
EOF
expect 0 "all supported" analyze library.c -o library.fc -- -O2
check grep -q "library.c:16:5: mystery: a library function of unknown cost" err
check test "$(grep -c "unknown cost" err)" = 1
expect 0 "n^3 * t_product_f64" formula library.fc -n 1 -- 100
check grep -q "n \* (t_exp_f64 + t_read_f64 + t_write_f64)" out
check grep -q "n \* t_write_u64 .*library.c:14" out
check grep -q "what calls of these cost: product f64; each" err
# What the machine file tells of a function is what a call costs; without it a call is so many divisions, and told of.
sed '/operation: exp, type/,/}/d' "$root/machine_properties/machines/default.yaml" >bare.yaml
expect 0 "" predict library.fc -m bare.yaml -n 1 -- 100
check grep -q "what calls of these cost: exp f64, product f64; each" err
