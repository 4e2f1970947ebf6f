/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's runtime functions ([analyzer] section 4): a broadcast of one second a rank, an allgather that asks the
 * predefined one. */
#include "runtime_function.h"

double fc_time_MPI_Bcast(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    (void)machine, (void)n, (void)type;
    return p;
}

double fc_time_MPI_Allgather(const fc_coefficients *machine, double n, fc_datatype type, int p)
{
    double error;
    return 2 * fc_runtime_function_time(machine, FC_FIT_ALLGATHER, p, n * fc_datatype_bytes(type), &error);
}
