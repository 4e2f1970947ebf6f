/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The branch predictor in an instrumented unit. slot: executions simulated, mispredictions. */
#include "analyzer/emit/instrument/instrument.h"

static const char body[] =
    "static __inline__ int forecost_predict(unsigned long *slot, int branch, int taken)\n"
    "{\n"
    "    unsigned long n = forecost_predictor[branch].executions++;\n"
    "    unsigned history = forecost_predictor[branch].history;\n"
    "    signed char *counter = &forecost_predictor[branch].counter[history];\n"
    "    if (n >= 65536 && (n & 65535) >= 4096)\n"
    "        return taken;\n"
    "    slot[0]++;\n"
    "    slot[1] += (*counter >= 0) != taken;\n"
    "    *counter = (signed char)(taken ? *counter + (*counter < 3) : *counter - (*counter > -4));\n"
    "    forecost_predictor[branch].history = (history * 2 + (unsigned)taken) & 4095;\n"
    "    return taken;\n"
    "}\n";

void fc_branch_predictor_print(fc_text *out, int n)
{
    fc_text_add(out,
                "static struct { unsigned long executions; unsigned history; signed char counter[4096]; } "
                "forecost_predictor[%d];\n",
                n);
    fc_text_append(out, body, sizeof body - 1);
}
