/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens the BLAS of `calibrate --blas LIB` as core.c does: a missing library is reported before the kernels, which take
 * seconds to compile. */
#include "team.h"

#include <stddef.h>

typedef float f32;
typedef double f64;
typedef struct arrays arrays;

#include "blas.h"

int main(int argc, char **argv)
{
    return argc < 2 || !blas_open(argv[1]);
}
