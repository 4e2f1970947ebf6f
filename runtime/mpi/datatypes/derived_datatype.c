/* SPDX-License-Identifier: Apache-2.0 */
/* Derived datatypes of a virtual rank: the handle holds the size, a table of the rank the extent (MPI 3.1,
 * section 4.1). The extent of a type map is computed from those of its blocks, in O(1) for a vector, O(blocks) for an
 * indexed type. */
#include "call.h"
#include "leaks.h"

#include <float.h>
#include <limits.h>

/* Writes a result unless the program passes NULL; for any type of result. */
#define GIVE(out, value)                                                                                               \
    do {                                                                                                               \
        if (out)                                                                                                       \
            *(out) = (value);                                                                                          \
    } while (0)

static const fc_bounds nothing = {.placed = true, .align = 1, .signature = {.power = 1}};

/* ---- bounds ---- */

/* Pairs are laid out as C structs; the other predefined types have no gaps. */
static fc_bounds bounds_of_predefined(fc_datatype type)
{
    long size = fc_datatype_bytes(type), extent = size, align = size;
    if (type == FC_MPI_DOUBLE_INT || type == FC_MPI_LONG_INT)
        extent = 16, align = 8;
    else if (type == FC_MPI_LONG_DOUBLE_INT)
        extent = 32, align = 16;
    else if (type == FC_MPI_SHORT_INT)
        extent = 8, align = 4;
    else if (type == FC_MPI_FLOAT_INT || type == FC_MPI_2INT || type == FC_MPI_C_COMPLEX ||
             type == FC_MPI_C_FLOAT_COMPLEX || type == FC_MPI_COMPLEX || type == FC_MPI_2INTEGER ||
             type == FC_MPI_2REAL)
        align = 4;
    else if (type == FC_MPI_C_DOUBLE_COMPLEX || type == FC_MPI_DOUBLE_COMPLEX || type == FC_MPI_2DOUBLE_PRECISION)
        align = 8;
    else if (type == FC_MPI_C_LONG_DOUBLE_COMPLEX)
        align = 16;
    long true_high = type == FC_MPI_SHORT_INT ? extent : size;
    return (fc_bounds){
        true, false, fc_type_signature_of(type), align, size, 0, extent, 0, true_high, 0, extent == size, false, 0};
}

static fc_bounds bounds_of(fc_rank *r, int site, fc_datatype type)
{
    long number = fc_datatype_number(type);
    fc_call_check_count(r, site, 1, type);
    return number >= 0 ? r->bounds[number] : bounds_of_predefined(type);
}

bool fc_call_span(fc_rank *r, int site, double n, fc_datatype type, double *low, double *high)
{
    fc_bounds bounds = bounds_of(r, site, type);
    double last = n > 0 ? (n - 1) * (double)(bounds.high - bounds.low) : 0;
    *low = fmin(0, last) + (double)bounds.true_low;
    *high = fmax(0, last) + (double)bounds.true_high;
    return bounds.placed && n > 0;
}

/* The union of two type maps, the second displaced by `by` bytes. Bounds set by MPI_Type_create_resized take
 * precedence.
 */
static fc_bounds join(fc_bounds a, fc_bounds b, long by)
{
    fc_bounds joined = a;
    if (b.size == 0 && !b.resized)
        return a;
    bool first = a.size == 0 && !a.resized;
    b.low += by, b.high += by, b.true_low += by, b.true_high += by;
    joined.placed &= b.placed;
    joined.signature = fc_type_signature_join(a.signature, b.signature);
    joined.size += b.size;
    joined.align = a.align > b.align ? a.align : b.align;
    joined.resized |= b.resized;
    if (first || (b.resized && !a.resized)) {
        joined.low = b.low;
        joined.high = b.high;
    } else if (b.resized == a.resized) {
        joined.low = a.low < b.low ? a.low : b.low;
        joined.high = a.high > b.high ? a.high : b.high;
    }
    joined.true_low = first || b.true_low < a.true_low ? b.true_low : a.true_low;
    joined.true_high = first || b.true_high > a.true_high ? b.true_high : a.true_high;
    return joined;
}

/* `length` consecutive elements, `by` bytes from the origin. */
static fc_bounds repeat(fc_bounds element, long length, long by)
{
    if (length == 0)
        return nothing;
    fc_bounds last = join(nothing, element, by + (length - 1) * (element.high - element.low));
    fc_bounds block = join(join(nothing, element, by), last, 0);
    block.size = length * element.size;
    block.signature = fc_type_signature_repeat(element.signature, (double)length);
    return block;
}

/* ---- constructors ---- */

static void check_length(fc_rank *r, int site, long length)
{
    if (length < 0)
        fc_call_refuse(r, site, "a count or length is %ld", length);
}

/* The extent is a multiple of the alignment unless it was set (MPI 3.1, section 4.1.6). */
static int make(fc_rank *r, int site, fc_bounds made, fc_datatype *type)
{
    long gap = made.resized || made.align < 1 ? 0 : (made.high - made.low) % made.align;
    if (made.size >= 1L << FC_DATATYPE_SIZE_BITS)
        fc_call_refuse(r, site, "a datatype of %ld bytes exceeds the limit of 2^%d", made.size, FC_DATATYPE_SIZE_BITS);
    made.high += gap ? made.align - gap : 0;
    int slot = r->free_bounds;
    if (slot >= 0) {
        r->free_bounds = r->bounds[slot].next_free;
    } else {
        r->bounds = fc_rank_grow(r, r->bounds, &r->bounds_capacity, r->n_bounds, sizeof *r->bounds);
        slot = r->n_bounds++;
    }
    r->bounds[slot] = made;
    r->bounds[slot].made_at = 1 + site;
    GIVE(type, fc_datatype_derived(slot, made.size));
    return FC_MPI_SUCCESS;
}

/* n blocks of one length, `stride` bytes apart. */
static int make_vector(fc_rank *r, int site, long n, long length, long stride, const fc_bounds *old, fc_datatype *made)
{
    check_length(r, site, n);
    check_length(r, site, length);
    fc_bounds block = repeat(*old, length, 0);
    if (n == 0)
        return make(r, site, nothing, made);
    fc_bounds whole = join(block, block, (n - 1) * stride);
    whole.size = n * block.size;
    whole.signature = fc_type_signature_repeat(block.signature, (double)n);
    return make(r, site, whole, made);
}

int fc_MPI_Type_contiguous(fc_rank *r, int site, int n, fc_datatype old, fc_datatype *made)
{
    fc_bounds element = bounds_of(r, site, old);
    check_length(r, site, n);
    fc_bounds whole = repeat(element, n, 0);
    whole.dense = element.dense;
    return make(r, site, whole, made);
}

int fc_MPI_Type_vector(fc_rank *r, int site, int n, int length, int stride, fc_datatype old, fc_datatype *made)
{
    fc_bounds element = bounds_of(r, site, old);
    return make_vector(r, site, n, length, stride * (element.high - element.low), &element, made);
}

int fc_MPI_Type_create_hvector(fc_rank *r, int site, int n, int length, long stride, fc_datatype old, fc_datatype *made)
{
    fc_bounds element = bounds_of(r, site, old);
    return make_vector(r, site, n, length, stride, &element, made);
}

/* Displacements of the blocks of an indexed type, in elements or in bytes; both NULL: unknown. lengths NULL: all blocks
 * have `length` elements. */
typedef struct blocks {
    const int *lengths;
    int length;
    const int *elements;
    const long *bytes;
} blocks;

static int make_indexed(fc_rank *r, int site, int n, const blocks *at, fc_datatype old, fc_datatype *made)
{
    fc_bounds element = bounds_of(r, site, old), whole = nothing;
    check_length(r, site, n);
    for (int i = 0; i < n; i++) {
        int length = at->lengths ? at->lengths[i] : at->length;
        long by = at->bytes ? at->bytes[i] : at->elements ? at->elements[i] * (element.high - element.low) : 0;
        check_length(r, site, length);
        whole = join(whole, repeat(element, length, by), 0);
    }
    whole.placed &= at->bytes || at->elements || n == 0;
    return make(r, site, whole, made);
}

int fc_MPI_Type_indexed(fc_rank *r, int site, int n, const int *lengths, const int *displacements, fc_datatype old,
                        fc_datatype *made)
{
    fc_call_check_array(r, site, lengths);
    return make_indexed(r, site, n, &(blocks){lengths, 0, displacements, NULL}, old, made);
}

int fc_MPI_Type_create_hindexed(fc_rank *r, int site, int n, const int *lengths, const long *displacements,
                                fc_datatype old, fc_datatype *made)
{
    fc_call_check_array(r, site, lengths);
    return make_indexed(r, site, n, &(blocks){lengths, 0, NULL, displacements}, old, made);
}

int fc_MPI_Type_create_indexed_block(fc_rank *r, int site, int n, int length, const int *displacements, fc_datatype old,
                                     fc_datatype *made)
{
    return make_indexed(r, site, n, &(blocks){NULL, length, displacements, NULL}, old, made);
}

int fc_MPI_Type_create_hindexed_block(fc_rank *r, int site, int n, int length, const long *displacements,
                                      fc_datatype old, fc_datatype *made)
{
    return make_indexed(r, site, n, &(blocks){NULL, length, NULL, displacements}, old, made);
}

int fc_MPI_Type_create_struct(fc_rank *r, int site, int n, const int *lengths, const long *displacements,
                              const fc_datatype *types, fc_datatype *made)
{
    fc_bounds whole = nothing;
    check_length(r, site, n);
    fc_call_check_array(r, site, lengths);
    fc_call_check_array(r, site, types);
    const long *low = NULL, *high = NULL; /* displacements of the deprecated MPI_LB and MPI_UB */
    for (int i = 0; i < n; i++) {
        check_length(r, site, lengths[i]);
        if (types[i] == FC_MPI_LB || types[i] == FC_MPI_UB) {
            *(types[i] == FC_MPI_LB ? &low : &high) = displacements ? &displacements[i] : NULL;
            continue;
        }
        fc_bounds element = bounds_of(r, site, types[i]);
        whole = join(whole, repeat(element, lengths[i], displacements ? displacements[i] : 0), 0);
    }
    whole.placed &= displacements || n == 0;
    whole.resized |= low || high;
    whole.low = low ? *low : whole.low;
    whole.high = high ? *high : whole.high;
    return make(r, site, whole, made);
}

/* Each dimension of the subarray is a vector of the inner ones; its extent is that of the whole dimension. */
int fc_MPI_Type_create_subarray(fc_rank *r, int site, int n, const int *sizes, const int *subsizes, const int *starts,
                                int order, fc_datatype old, fc_datatype *made)
{
    fc_bounds part = bounds_of(r, site, old);
    fc_call_check_array(r, site, sizes);
    fc_call_check_array(r, site, subsizes);
    if (n < 1 || (order != FC_MPI_ORDER_C && order != FC_MPI_ORDER_FORTRAN))
        fc_call_refuse(r, site, "%d dimensions in order %d are not a subarray", n, order);
    for (int i = 0; i < n; i++) {
        int d = order == FC_MPI_ORDER_C ? n - 1 - i : i;
        long extent = part.high - part.low, start = starts ? starts[d] : 0;
        if (subsizes[d] < 1 || start < 0 || start + subsizes[d] > sizes[d])
            fc_call_refuse(r, site, "dimension %d: %d elements from %ld on exceed its size of %d", d, subsizes[d],
                           start, sizes[d]);
        part = repeat(part, subsizes[d], start * extent);
        part.resized = true;
        part.placed &= starts != NULL;
        part.low = 0;
        part.high = sizes[d] * extent;
    }
    return make(r, site, part, made);
}

/* Elements of one dimension of n elements at coordinate c of p ranks (MPI 3.1, section 4.1.4). */
static long distributed(int n, int distribution, int argument, int p, int c)
{
    bool by_default = argument == FC_MPI_DISTRIBUTE_DFLT_DARG;
    long block = !by_default ? argument : distribution == FC_MPI_DISTRIBUTE_BLOCK ? (n + p - 1) / p : 1;
    if (distribution == FC_MPI_DISTRIBUTE_NONE)
        return n;
    long round = block * p, rest = n % round - c * block;
    return n / round * block + (rest < 0 ? 0 : rest < block ? rest : block);
}

int fc_MPI_Type_create_darray(fc_rank *r, int site, int ranks, int rank, int n, const int *sizes,
                              const int *distributions, const int *arguments, const int *grid, int order,
                              fc_datatype old, fc_datatype *made)
{
    fc_bounds part = bounds_of(r, site, old);
    const long extent = part.high - part.low;
    long whole = 1;
    fc_call_check_array(r, site, sizes);
    fc_call_check_array(r, site, distributions);
    fc_call_check_array(r, site, arguments);
    fc_call_check_array(r, site, grid);
    (void)order; /* of the elements, whose places are not known */
    for (int d = n - 1; d >= 0; d--) {
        if (grid[d] < 1 || sizes[d] < 1 || (arguments[d] < 1 && arguments[d] != FC_MPI_DISTRIBUTE_DFLT_DARG))
            fc_call_refuse(r, site, "dimension %d has %d elements on %d ranks", d, sizes[d], grid[d]);
        part = repeat(part, (int)distributed(sizes[d], distributions[d], arguments[d], grid[d], rank % grid[d]), 0);
        rank /= grid[d];
        ranks /= grid[d];
        whole *= sizes[d];
    }
    if (ranks != 1 || rank != 0)
        fc_call_refuse(r, site, "the grid does not have its ranks");
    part.placed = part.dense = false;
    part.resized = true;
    part.low = 0;
    part.high = whole * extent;
    return make(r, site, part, made);
}

int fc_MPI_Type_create_resized(fc_rank *r, int site, fc_datatype old, long low, long extent, fc_datatype *made)
{
    fc_bounds resized = bounds_of(r, site, old);
    resized.resized = true;
    resized.dense = false;
    resized.low = low;
    resized.high = low + extent;
    return make(r, site, resized, made);
}

int fc_MPI_Type_dup(fc_rank *r, int site, fc_datatype old, fc_datatype *made)
{
    return make(r, site, bounds_of(r, site, old), made);
}

int fc_MPI_Type_free(fc_rank *r, int site, fc_datatype *type)
{
    if (!type) {
        fc_leaks_note_unknown(r, FC_OBJECT_DATATYPE);
        return FC_MPI_SUCCESS;
    }
    int slot = (int)fc_datatype_number(*type);
    if (slot < 0 || slot >= r->n_bounds)
        fc_call_refuse(r, site, "a predefined datatype, or none, cannot be freed");
    fc_leaks_note_free(r, r->bounds[slot].made_at, site);
    r->bounds[slot].made_at = 0;
    r->bounds[slot].next_free = r->free_bounds;
    r->free_bounds = slot;
    *type = FC_MPI_DATATYPE_NULL;
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_match_size(fc_rank *r, int site, int class, int bytes, fc_datatype *type)
{
    static const fc_datatype known[][6] = {
        [FC_MPI_TYPECLASS_INTEGER] = {FC_MPI_INT8_T, FC_MPI_SHORT, FC_MPI_INT, FC_MPI_LONG},
        [FC_MPI_TYPECLASS_REAL] = {FC_MPI_FLOAT, FC_MPI_DOUBLE, FC_MPI_LONG_DOUBLE},
        [FC_MPI_TYPECLASS_COMPLEX] = {FC_MPI_C_COMPLEX, FC_MPI_C_DOUBLE_COMPLEX, FC_MPI_C_LONG_DOUBLE_COMPLEX}};
    fc_rank_site(r, site);
    bool is_class = class >= FC_MPI_TYPECLASS_INTEGER && class <= FC_MPI_TYPECLASS_COMPLEX;
    for (int i = 0; is_class && known[class][i]; i++)
        if (fc_datatype_bytes(known[class][i]) == bytes) {
            GIVE(type, known[class][i]);
            return FC_MPI_SUCCESS;
        }
    fc_call_refuse(r, site, "no predefined datatype of this class has %d bytes", bytes);
}

/* The least of the predefined reals that has so many decimal digits and such exponents; FC_MPI_UNDEFINED asks for none.
 */
static int f90_real(fc_rank *r, int site, int digits, int range)
{
    static const int most_digits[] = {FLT_DIG, DBL_DIG, LDBL_DIG};
    static const int most_range[] = {FLT_MAX_10_EXP - 1, DBL_MAX_10_EXP - 1, LDBL_MAX_10_EXP - 1};
    fc_rank_site(r, site);
    for (int i = 0; i < 3; i++)
        if (digits <= most_digits[i] && range <= most_range[i])
            return i;
    fc_call_refuse(r, site, "no predefined datatype has %d digits and exponents of 10 up to %d", digits, range);
}

int fc_MPI_Type_create_f90_real(fc_rank *r, int site, int digits, int range, fc_datatype *type)
{
    static const fc_datatype known[] = {FC_MPI_FLOAT, FC_MPI_DOUBLE, FC_MPI_LONG_DOUBLE};
    GIVE(type, known[f90_real(r, site, digits, range)]);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_create_f90_complex(fc_rank *r, int site, int digits, int range, fc_datatype *type)
{
    static const fc_datatype known[] = {FC_MPI_C_COMPLEX, FC_MPI_C_DOUBLE_COMPLEX, FC_MPI_C_LONG_DOUBLE_COMPLEX};
    GIVE(type, known[f90_real(r, site, digits, range)]);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_create_f90_integer(fc_rank *r, int site, int digits, fc_datatype *type)
{
    static const struct {
        int most;
        fc_datatype type;
    } known[] = {{2, FC_MPI_INT8_T}, {4, FC_MPI_SHORT}, {9, FC_MPI_INT}, {18, FC_MPI_LONG}};
    fc_rank_site(r, site);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (digits <= known[i].most) {
            GIVE(type, known[i].type);
            return FC_MPI_SUCCESS;
        }
    fc_call_refuse(r, site, "no predefined integer has %d decimal digits", digits);
}

/* ---- queries ---- */

static fc_bounds placed_bounds(fc_rank *r, int site, fc_datatype type)
{
    fc_bounds bounds = bounds_of(r, site, type);
    if (!bounds.placed && !bounds.resized)
        fc_call_lack(r, site, "the extent depends on displacements that are data or addresses");
    return bounds;
}

int fc_MPI_Type_size(fc_rank *r, int site, fc_datatype type, int *bytes)
{
    long size = bounds_of(r, site, type).size;
    GIVE(bytes, size <= INT_MAX ? (int)size : FC_MPI_UNDEFINED);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_size_x(fc_rank *r, int site, fc_datatype type, long long *bytes)
{
    GIVE(bytes, bounds_of(r, site, type).size);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_get_extent(fc_rank *r, int site, fc_datatype type, long *low, long *extent)
{
    fc_bounds bounds = placed_bounds(r, site, type);
    GIVE(low, bounds.low);
    GIVE(extent, bounds.high - bounds.low);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_get_extent_x(fc_rank *r, int site, fc_datatype type, long long *low, long long *extent)
{
    fc_bounds bounds = placed_bounds(r, site, type);
    GIVE(low, bounds.low);
    GIVE(extent, bounds.high - bounds.low);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_extent(fc_rank *r, int site, fc_datatype type, long *extent)
{
    return fc_MPI_Type_get_extent(r, site, type, NULL, extent);
}

int fc_MPI_Type_lb(fc_rank *r, int site, fc_datatype type, long *low)
{
    return fc_MPI_Type_get_extent(r, site, type, low, NULL);
}

int fc_MPI_Type_ub(fc_rank *r, int site, fc_datatype type, long *high)
{
    fc_bounds bounds = placed_bounds(r, site, type);
    GIVE(high, bounds.high);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_get_true_extent(fc_rank *r, int site, fc_datatype type, long *low, long *extent)
{
    fc_bounds bounds = placed_bounds(r, site, type);
    GIVE(low, bounds.true_low);
    GIVE(extent, bounds.true_high - bounds.true_low);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Type_get_true_extent_x(fc_rank *r, int site, fc_datatype type, long long *low, long long *extent)
{
    fc_bounds bounds = placed_bounds(r, site, type);
    GIVE(low, bounds.true_low);
    GIVE(extent, bounds.true_high - bounds.true_low);
    return FC_MPI_SUCCESS;
}

/* ---- packing ---- */

static double packed_bytes(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm)
{
    double bytes = n * (double)fc_datatype_bytes(type);
    fc_call_comm(r, site, comm);
    fc_call_check_count(r, site, n, type);
    if (bytes > INT_MAX)
        fc_call_refuse(r, site, "%.17g bytes exceed the range of an int", bytes);
    return bytes;
}

int fc_MPI_Pack_size(fc_rank *r, int site, double n, fc_datatype type, fc_comm comm, int *bytes)
{
    GIVE(bytes, (int)packed_bytes(r, site, n, type, comm));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Pack(fc_rank *r, int site, double n, fc_datatype type, int *position, fc_comm comm)
{
    int bytes = (int)packed_bytes(r, site, n, type, comm);
    GIVE(position, *position + bytes);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Unpack(fc_rank *r, int site, int *position, double n, fc_datatype type, fc_comm comm)
{
    return fc_MPI_Pack(r, site, n, type, position, comm);
}

/* The representation external32 has the bytes of the message here; its type `long` of 4 bytes is ignored. */
int fc_MPI_Pack_external_size(fc_rank *r, int site, double n, fc_datatype type, long *bytes)
{
    GIVE(bytes, (long)packed_bytes(r, site, n, type, FC_MPI_COMM_SELF));
    return FC_MPI_SUCCESS;
}

int fc_MPI_Pack_external(fc_rank *r, int site, double n, fc_datatype type, long *position)
{
    long bytes = (long)packed_bytes(r, site, n, type, FC_MPI_COMM_SELF);
    GIVE(position, *position + bytes);
    return FC_MPI_SUCCESS;
}

int fc_MPI_Unpack_external(fc_rank *r, int site, long *position, double n, fc_datatype type)
{
    return fc_MPI_Pack_external(r, site, n, type, position);
}
