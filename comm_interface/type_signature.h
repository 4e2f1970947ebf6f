/* SPDX-License-Identifier: Apache-2.0 */
/** @file type_signature.h  Type signatures (MPI 3.1, section 4.1): the basic types of a datatype's elements, in order.
 *
 * Sequences that are the same have equal hashes, however they were put together: that of t_1 ... t_n is the sum of
 * h(t_i) B^(n - i) mod 2^64. Equal C types are the same basic type, as fc_datatype_basic() names it. */
#ifndef FC_TYPE_SIGNATURE_H
#define FC_TYPE_SIGNATURE_H

#include "datatype.h"

#include <stdint.h>

/** n >= 0 basic types; all 0 but power: none. */
typedef struct fc_type_signature {
    double n;
    fc_datatype basic; /* the type that all of them are; 0: several, or none */
    bool is_loose;     /* MPI_BYTE or MPI_PACKED is among them: it fits anything */
    uint64_t hash, power;
} fc_type_signature;

extern const fc_type_signature fc_type_signature_none;

/** Of a predefined datatype; none of other handles. */
fc_type_signature fc_type_signature_of(fc_datatype type);
/** One behind the other. */
fc_type_signature fc_type_signature_join(fc_type_signature a, fc_type_signature b);
/** n times, n >= 0 and whole; of 2^64 and more, which no memory holds, none. */
fc_type_signature fc_type_signature_repeat(fc_type_signature of, double n);
/** Of a message of n >= 0 elements; a mean that is no whole number of mixed ones: none. */
fc_type_signature fc_type_signature_message(fc_type_signature element, double n);
/** A message may be received by elements of this signature, as many as it takes (MPI 3.1, section 3.3.1); true too
 * where its end lies within an element, which hashes do not tell. */
bool fc_type_signature_fits(fc_type_signature message, fc_type_signature element);
/** The elements of a predefined datatype, by its name ("MPI_DOUBLE"; NULL: none), are real or complex numbers. */
bool fc_type_signature_is_real(const char *name);
/** They are characters, which are received as such (MPI 3.1, section 3.3.1). */
bool fc_type_signature_is_character(const char *name);
/** "MPI_DOUBLE"; "several types". */
const char *fc_type_signature_name(fc_type_signature of);

#endif
