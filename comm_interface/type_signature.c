/* SPDX-License-Identifier: Apache-2.0 */
#include "comm_interface/type_signature.h"

#include "support/hash.h"

#include <math.h>
#include <string.h>

static const uint64_t base = FC_HASH_GOLDEN;

const fc_type_signature fc_type_signature_none = {.power = 1};

/* long and long long have the same representation: a mixture of them transfers the right values on this ABI. */
static fc_datatype represented(fc_datatype basic)
{
    return basic == FC_MPI_LONG_LONG ? FC_MPI_LONG : basic == FC_MPI_UNSIGNED_LONG_LONG ? FC_MPI_UNSIGNED_LONG : basic;
}

static fc_type_signature single(fc_datatype basic)
{
    return (fc_type_signature){1, basic, basic == FC_MPI_BYTE || basic == FC_MPI_PACKED,
                               fc_hash_scramble((uint64_t)represented(basic)), base};
}

fc_type_signature fc_type_signature_of(fc_datatype type)
{
    fc_datatype basic = fc_datatype_basic(type);
    switch (type) {
    case FC_MPI_2INT:
    case FC_MPI_2INTEGER:
    case FC_MPI_2REAL:
    case FC_MPI_2DOUBLE_PRECISION:
    case FC_MPI_2COMPLEX:
    case FC_MPI_2DOUBLE_COMPLEX:
        return fc_type_signature_repeat(single(basic), 2);
    case FC_MPI_FLOAT_INT:
        return fc_type_signature_join(single(FC_MPI_FLOAT), single(FC_MPI_INT));
    case FC_MPI_DOUBLE_INT:
        return fc_type_signature_join(single(FC_MPI_DOUBLE), single(FC_MPI_INT));
    case FC_MPI_LONG_INT:
        return fc_type_signature_join(single(FC_MPI_LONG), single(FC_MPI_INT));
    case FC_MPI_SHORT_INT:
        return fc_type_signature_join(single(FC_MPI_SHORT), single(FC_MPI_INT));
    case FC_MPI_LONG_DOUBLE_INT:
        return fc_type_signature_join(single(FC_MPI_LONG_DOUBLE), single(FC_MPI_INT));
    default:
        return basic ? single(basic) : fc_type_signature_none;
    }
}

fc_type_signature fc_type_signature_join(fc_type_signature a, fc_type_signature b)
{
    if (a.n == 0 || b.n == 0)
        return a.n == 0 ? b : a;
    return (fc_type_signature){a.n + b.n, a.basic == b.basic ? a.basic : 0, a.is_loose || b.is_loose,
                               a.hash * b.power + b.hash, a.power * b.power};
}

fc_type_signature fc_type_signature_repeat(fc_type_signature of, double n)
{
    fc_type_signature all = of;
    if (n >= 0x1p64 || of.n == 0 || n < 1)
        return fc_type_signature_none;
    all.n = of.n * floor(n);
    all.hash = 0;
    all.power = 1;
    for (uint64_t left = (uint64_t)n; left; left /= 2) { /* as fc_type_signature_join() */
        if (left % 2) {
            all.hash = all.hash * of.power + of.hash;
            all.power *= of.power;
        }
        of.hash = of.hash * of.power + of.hash;
        of.power *= of.power;
    }
    return all;
}

fc_type_signature fc_type_signature_message(fc_type_signature element, double n)
{
    if (n == 0 || (!element.basic && n != floor(n)))
        return fc_type_signature_none;
    if (!element.basic)
        return fc_type_signature_repeat(element, n);
    element.n *= n; /* all types are equal: the hash is not compared */
    return element;
}

bool fc_type_signature_fits(fc_type_signature message, fc_type_signature element)
{
    if (message.n == 0 || element.n == 0 || message.is_loose || element.is_loose)
        return true;
    if (message.basic && element.basic)
        return represented(message.basic) == represented(element.basic);
    double times = message.n / element.n;
    if (times != floor(times))
        return true;
    return fc_type_signature_repeat(element, times).hash == message.hash;
}

bool fc_type_signature_mixes_longs(fc_type_signature a, fc_type_signature b)
{
    return a.basic != b.basic && a.basic && b.basic && represented(a.basic) == represented(b.basic);
}

const char *fc_type_signature_name(fc_type_signature of)
{
    return of.basic ? fc_datatype_name(of.basic) : "several types";
}

bool fc_type_signature_is_real(const char *name)
{
    static const char *const real[] = {
        "MPI_FLOAT",           "MPI_DOUBLE",           "MPI_LONG_DOUBLE",           "MPI_C_COMPLEX",
        "MPI_C_FLOAT_COMPLEX", "MPI_C_DOUBLE_COMPLEX", "MPI_C_LONG_DOUBLE_COMPLEX", "MPI_REAL",
        "MPI_COMPLEX",         "MPI_DOUBLE_PRECISION", "MPI_DOUBLE_COMPLEX"};
    bool found = false;
    for (size_t i = 0; name && i < sizeof real / sizeof *real && !found; i++)
        found = strcmp(name, real[i]) == 0;
    return found;
}

bool fc_type_signature_is_character(const char *name)
{
    static const char *const character[] = {"MPI_CHAR", "MPI_SIGNED_CHAR", "MPI_UNSIGNED_CHAR", "MPI_CHARACTER"};
    bool found = false;
    for (size_t i = 0; name && i < sizeof character / sizeof *character && !found; i++)
        found = strcmp(name, character[i]) == 0;
    return found;
}
