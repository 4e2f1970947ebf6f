/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positive form of a variable: kept with it, as working sets ask for it again and again. */
#include "analyzer/symbolic/symbolic_store.h"

#include "support/text.h"

#include <stdlib.h>

const fc_sym *fc_sym_at_least_one(fc_algebra *algebra, const fc_sym *variable)
{
    fc_atom *atom = algebra->atom[fc_atom_of_variable(variable)->id];
    if (!atom->positive) {
        fc_text in_c = {0}, label = {0};
        fc_sym_print(&in_c, variable, FC_NOTATION_C);
        fc_sym_print(&label, variable, FC_NOTATION_TEXT);
        char *key = fc_format("%s+", atom->key), *label_c = fc_format("fc_max(%s, 1.0)", in_c.bytes);
        atom->positive = fc_sym_variable(algebra, key, label.bytes, label_c, FC_FACT_POSITIVE);
        free(key);
        free(label_c);
        fc_text_free(&label);
        fc_text_free(&in_c);
    }
    return atom->positive;
}
