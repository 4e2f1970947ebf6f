/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function that a formula may call by name. */
#ifndef FC_FORMULA_DIMS_H
#define FC_FORMULA_DIMS_H

/* Entry i of MPI_Dims_create(ranks, n, {0, ...}): each prime factor, in descending order, multiplies the currently
 * smallest dimension; the result is in descending order. */
static inline double dims_create(double ranks, double n, double i)
{
    double dims[32];
    int last = n >= 1 && n <= 32 ? (int)n : 1;
    long rest = (long)ranks;
    for (int d = 0; d < last; d++)
        dims[d] = 1;
    while (rest > 1) {
        long largest = rest;
        for (long f = 2; f * f <= largest; f++)
            while (largest % f == 0 && largest > f)
                largest /= f;
        int least = 0;
        for (int d = 1; d < last; d++)
            least = dims[d] < dims[least] ? d : least;
        dims[least] *= (double)largest;
        rest /= largest;
    }
    for (int d = 1; d < last; d++)
        for (int e = d; e > 0 && dims[e] > dims[e - 1]; e--) {
            double larger = dims[e];
            dims[e] = dims[e - 1];
            dims[e - 1] = larger;
        }
    return i >= 0 && i < last ? dims[(int)i] : 1;
}

#endif
