/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/prediction/formula_nodes.h"

fc_formula_nodes fc_formula_nodes_of(const fc_prediction_context *subject)
{
    fc_mapping layout;
    fc_mapping_init(&layout, &subject->machine->coefficients,
                    subject->placement.is_given ? &subject->placement.placement : NULL, 1);
    bool is_closed = layout.has_variants && !layout.placement.place;
    return is_closed ? (fc_formula_nodes){layout.cores, layout.placement.dealing} : (fc_formula_nodes){0};
}
