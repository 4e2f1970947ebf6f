/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file number.h  Fast printing of the shortest decimal number that reads back as the same double. */
#ifndef FC_NUMBER_H
#define FC_NUMBER_H

#include "support/text.h"

enum {
    FC_NUMBER_LENGTH = 40
};

/** Writes the number with the fewest of 15, 16 or 17 significant digits that read back as the same number, without
 * trailing zeros, as "%.15g" does. Whole numbers below 1e15 have no exponent; "null" stands for NaN and infinity. out:
 * [FC_NUMBER_LENGTH], terminated. Returns the length. */
int fc_number_write(char *out, double number);
/** Appends it. */
void fc_number_add(fc_text *out, double number);

#endif
