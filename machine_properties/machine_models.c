/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The machine file's sections on the compute model: `constants`, and where each comes from; `discrepancies`, what the
 * model errs on this machine, by class. */
#include "machine_properties/machine_file.h"

#include <stdio.h>

static const struct {
    double least, most;
} known[] = {
#define CONSTANT(name, text, assumed, least, most) {least, most},
    FC_CONSTANT_LIST(CONSTANT)
#undef CONSTANT
};

void fc_machine_read_constants(fc_machine_reader *r, fc_machine *machine, const file_machine *file)
{
    bool is_given[FC_N_CONSTANTS] = {false};
    double *value = machine->coefficients.constants.value;
    for (unsigned i = 0; i < file->n_constants; i++) {
        const file_constant *from = &file->constants[i];
        char expected[80];
        snprintf(expected, sizeof expected, "a number from %g to %g", known[from->name].least, known[from->name].most);
        if (is_given[from->name])
            fc_machine_reject(r, "each constant only once", "constants[%u].name", i);
        if (!(from->value >= known[from->name].least && from->value <= known[from->name].most))
            fc_machine_reject(r, expected, "constants[%u].value", i);
        is_given[from->name] = true;
        value[from->name] = from->value;
        machine->is_constant_measured[from->name] = from->origin == FILE_MEASURED;
    }
    if (!(value[FC_CONSTANT_SHORT_TRIPS] < value[FC_CONSTANT_LONG_TRIPS]))
        fc_machine_reject(r, "long_trips greater than short_trips", "constants");
}

void fc_machine_write_constants(file_machine *out, file_constant room[FC_N_CONSTANTS], const fc_machine *machine)
{
    out->constants = room;
    out->n_constants = FC_N_CONSTANTS;
    for (int i = 0; i < FC_N_CONSTANTS; i++)
        room[i] = (file_constant){(fc_constant)i, machine->coefficients.constants.value[i],
                                  machine->is_constant_measured[i] ? FILE_MEASURED : FILE_ASSUMED};
}

void fc_machine_read_discrepancies(fc_machine_reader *r, fc_machine *machine, const file_machine *file)
{
    for (unsigned i = 0; i < file->n_discrepancies && !r->status; i++) {
        const file_discrepancy *from = &file->discrepancies[i];
        if (!(from->error > 0 && from->error < 100))
            fc_machine_reject(r, "a relative error above 0", "discrepancies[%u].error", i);
        if (from->points < 1)
            fc_machine_reject(r, "a number of points from 1 on", "discrepancies[%u].points", i);
        if (machine->discrepancy_points[from->class] > 0)
            fc_machine_reject(r, "each class only once", "discrepancies[%u].class", i);
        machine->coefficients.discrepancy[from->class] = from->error;
        machine->discrepancy_points[from->class] = from->points;
    }
}

void fc_machine_write_discrepancies(file_machine *out, file_discrepancy room[FC_N_DISCREPANCIES],
                                    const fc_machine *machine)
{
    out->discrepancies = room;
    for (int i = 0; i < FC_N_DISCREPANCIES; i++)
        if (machine->coefficients.discrepancy[i] > 0)
            room[out->n_discrepancies++] = (file_discrepancy){(fc_discrepancy)i, machine->coefficients.discrepancy[i],
                                                              machine->discrepancy_points[i]};
}
