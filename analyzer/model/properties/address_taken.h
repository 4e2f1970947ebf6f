/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file address_taken.h  Address-taken procedures, the conservative targets of indirect calls. */
#ifndef FC_ADDRESS_TAKEN_H
#define FC_ADDRESS_TAKEN_H

#include "analyzer/model/properties/reachable.h"

typedef struct fc_address_taken {
    const fc_procedure **procedure; /* address taken in reachable code; in the program's order */
    size_t n, capacity;
} fc_address_taken;

void fc_address_taken_find(FC_GIVE fc_address_taken *out, const fc_program *program, const fc_reachable *reached);
void fc_address_taken_free(fc_address_taken *targets);

/** The call is indirect and its types fit the procedure: number and kinds of arguments, kind of the result. */
bool fc_address_taken_fits(const fc_procedure *procedure, const fc_node *call);

#endif
