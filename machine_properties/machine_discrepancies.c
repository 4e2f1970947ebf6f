/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section `discrepancies` of a machine file: what the compute model errs on this machine, by class. */
#include "machine_properties/machine_file.h"

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
