/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of printf, scanf and the like by their formats. The units are what a calibration measures: the line "%d %g\n"
 * of 0.25, the line "%f\n" of arbitrary reals, and an fscanf of one integer or real.
 *
 * The parts were measured with glibc 2.36; minimum of 7 times 20,000 calls, in ns:
 *
 *                                       Xeon, 2.1 GHz   EPYC (Zen 5)
 *   line "%d %g\n" of 0.25                         111             98
 *   printf without numbers                          20             21
 *   each integer of 1, of 9 digits              18, --         14, 21
 *   "%.4f", "%f", "%.12e" of 10 to 100     --, 95, 130  137, 162, 229
 *   fscanf of one integer of 1, of 9 digits     40, --         39, 82
 *   of three integers of 1 digit                   101             77
 *   of one real of 6 to 8, of 15 digits         96, --       111, 144
 *   of a word                                       30             56
 */
#include "analyzer/effects/library.h"

#include <stdlib.h>
#include <string.h>

typedef struct conversion {
    char kind;     /* d, g, s ...; 0: none */
    int precision; /* of a printed number; 6 by default */
} conversion;

/* The next conversion in the format; *at then points after it. */
static conversion next_conversion(const char **at)
{
    conversion next = {0, 6};
    const char *begin = strchr(*at, '%');
    if (!begin)
        return next;
    const char *end = begin + 1 + strspn(begin + 1, "-+ #0'*123456789");
    if (*end == '.') {
        next.precision = end[1] == '*' ? next.precision : atoi(end + 1);
        end += 1 + strspn(end + 1, "*0123456789");
    }
    end += strspn(end, "hlLqjzt");
    next.kind = *end;
    *at = *end ? end + 1 : end;
    return next;
}

static bool is_real(conversion c)
{
    return strchr("eEfFgGaA", c.kind);
}

int fc_library_costs(fc_library_cost out[FC_LIBRARY_COSTS], const fc_library_operation *operation, const fc_node *call)
{
    static const struct {
        const char *name;
        int format; /* index in the call's child[] */
    } list[] = {{"printf", 1}, {"fprintf", 2}, {"sprintf", 2}, {"snprintf", 3}, {"warn", 1},
                {"warnx", 1},  {"scanf", 1},   {"fscanf", 2},  {"sscanf", 2}};
    size_t i = 0, n = sizeof list / sizeof *list;
    while (i < n && strcmp(operation->name, list[i].name) != 0)
        i++;
    const fc_node *format =
        fc_node_without_casts(i < n && list[i].format < call->n_children ? call->child[list[i].format] : NULL);
    out[0] = (fc_library_cost){operation->operation, operation->numeric, operation->times};
    if (!format || format->kind != FC_STRING)
        return 1;
    bool scans = operation->operation == FC_OP_CLASS_SCAN;
    out[0].times = 0.2;
    out[1] = (fc_library_cost){operation->operation, FC_F64, 0};
    const char *at = format->text;
    for (conversion c = next_conversion(&at); c.kind; c = next_conversion(&at))
        if (scans) {
            /* The same of a scan, in scans of one integer, or of one real. */
            fc_library_cost *whole = &out[0];
            fc_library_cost *real = &out[1];
            if (is_real(c))
                real->times += 0.85;
            else
                whole->times += strchr("diuxXop", c.kind) ? 0.8 : strchr("sc[", c.kind) ? 0.5 : 0;
        } else {
            /* Parts of a print, in lines: the call, an integer, a word; and a real of 6 digits, in lines of one. */
            fc_library_cost *line = &out[0];
            fc_library_cost *real = &out[1];
            if (is_real(c))
                real->times += 0.6 + 0.05 * c.precision;
            else
                line->times += strchr("diuxXop", c.kind) ? 0.18 : strchr("sc", c.kind) ? 0.1 : 0;
        }
    return out[1].times > 0 ? 2 : 1;
}
