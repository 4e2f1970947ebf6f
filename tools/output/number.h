/* SPDX-License-Identifier: GPL-3.0-or-later */
/** @file number.h  Numbers that read back as they were, for those who print millions of them. */
#ifndef FC_NUMBER_H
#define FC_NUMBER_H

enum {
    FC_NUMBER_LENGTH = 32
};

/** Writes the number with the fewest of 15, 16 or 17 digits that read back as the same number, zeros at the end left
 * out, as "%.15g" does, terminated; a whole number below 1e15 without exponent, "null" for what is not finite. out:
 * [FC_NUMBER_LENGTH]. Returns its length. */
int fc_number_write(char *out, double number);

#endif
