/* SPDX-License-Identifier: Apache-2.0 */
/** @file type_signature.h  Type signatures (MPI 3.1, section 4.1): the sequence of basic types of a datatype.
 *
 * Equal sequences have equal hashes, whichever way they were composed: the polynomial hash of t_1 ... t_n is the sum of
 * h(t_i) B^(n - i) mod 2^64. Equal C types are the same basic type, as fc_datatype_basic() names it. */
#ifndef FC_TYPE_SIGNATURE_H
#define FC_TYPE_SIGNATURE_H

#include "datatype.h"

#include <stdint.h>

/** n >= 0 basic types. The empty signature is all 0 except `power`. */
typedef struct fc_type_signature {
    double n;
    fc_datatype basic; /* the common type; 0: several types, or none */
    bool is_loose;     /* contains MPI_BYTE or MPI_PACKED, which match every type */
    uint64_t hash, power;
} fc_type_signature;

extern const fc_type_signature fc_type_signature_none;

/** The signature of a predefined datatype; other handles have an empty one. */
fc_type_signature fc_type_signature_of(fc_datatype type);
/** Concatenation. */
fc_type_signature fc_type_signature_join(fc_type_signature a, fc_type_signature b);
/** n repetitions, n >= 0 and integral; n >= 2^64 gives the empty signature. */
fc_type_signature fc_type_signature_repeat(fc_type_signature of, double n);
/** The signature of a message of n >= 0 elements. Empty where n is a fractional mean and the element has several types.
 */
fc_type_signature fc_type_signature_message(fc_type_signature element, double n);
/** Whether elements of this signature may receive the message (MPI 3.1, section 3.3.1). Also true where the message
 * ends within an element, which hashes cannot decide. */
bool fc_type_signature_fits(fc_type_signature message, fc_type_signature element);
/** One is of long, the other of long long, or of their unsigned forms: they fit, though MPI requires the same type. */
bool fc_type_signature_mixes_longs(fc_type_signature a, fc_type_signature b);
/** The elements of a predefined datatype are real or complex numbers, by its name ("MPI_DOUBLE"; NULL: false). */
bool fc_type_signature_is_real(const char *name);
/** The elements are characters, which must be received as characters (MPI 3.1, section 3.3.1). */
bool fc_type_signature_is_character(const char *name);
/** "MPI_DOUBLE"; "several types". */
const char *fc_type_signature_name(fc_type_signature of);

#endif
