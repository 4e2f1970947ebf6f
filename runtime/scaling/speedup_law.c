/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runtime/scaling/speedup_law.h"

#include "runtime/scaling/downey.h"

#include <stddef.h>

static double downey(const double *parameter, double n, double *gradient)
{
    return fc_downey_speedup(&(fc_downey){parameter[0], parameter[1]}, n, gradient);
}

static double amdahl(const double *parameter, double n, double *gradient)
{
    double u = 1 + parameter[0] * (n - 1);
    if (gradient)
        gradient[0] = -n * (n - 1) / (u * u);
    return n / u;
}

static double gustafson(const double *parameter, double n, double *gradient)
{
    if (gradient)
        gradient[0] = 1 - n;
    return n - parameter[0] * (n - 1);
}

static double dowdy(const double *parameter, double n, double *gradient)
{
    double u = parameter[0] * n + parameter[1];
    if (gradient) {
        gradient[0] = -n * n / (u * u);
        gradient[1] = -n / (u * u);
    }
    return n / u;
}

static double usl(const double *parameter, double n, double *gradient)
{
    double u = 1 + parameter[0] * (n - 1) + parameter[1] * n * (n - 1);
    if (gradient) {
        gradient[0] = -n * (n - 1) / (u * u);
        gradient[1] = n * gradient[0];
    }
    return n / u;
}

#define SHARES {0, 1e-4, 1e-3, 3e-3, 0.01, 0.03, 0.1, 0.3, 0.6, 1}, 10

const fc_speedup_law *fc_speedup_law_of(fc_speedup_which which)
{
    static const fc_speedup_law laws[FC_N_LAWS] = {
        [FC_LAW_DOWNEY] = {"Downey",
                           "by A and sigma (Downey 1997, eq. 2 and 4)",
                           downey,
                           {{"A", 1, 1e12, {0.6, 0.8, 0.9, 0.96, 1, 1.04, 1.1, 1.3, 2, 4}, 10, true},
                            {"sigma", -1.9, 1e6, {-0.3, 0.02, 0.2, 0.45, 0.7, 0.9, 1.1, 1.6, 4, 30}, 10, false}},
                           2},
        [FC_LAW_AMDAHL] = {"Amdahl", "p / (1 + f (p - 1))", amdahl, {{"f", 0, 1, SHARES, false}}, 1},
        [FC_LAW_GUSTAFSON] = {"Gustafson", "p - f (p - 1)", gustafson, {{"f", 0, 1, SHARES, false}}, 1},
        [FC_LAW_DOWDY] = {"Dowdy",
                          "p / (c1 p + c2)",
                          dowdy,
                          {{"c1", 0, 10, SHARES, false}, {"c2", 0, 10, {0.5, 0.8, 0.9, 1, 1.1, 1.3, 2}, 7, false}},
                          2},
        [FC_LAW_USL] = {"USL",
                        "p / (1 + alpha (p - 1) + beta p (p - 1))",
                        usl,
                        {{"alpha", 0, 1, SHARES, false},
                         {"beta", 0, 1, {0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 0.01, 0.1}, 8, false}},
                        2},
    };
    return &laws[which];
}
