/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "analyzer/symbolic/symbolic_store.h"

#include "support/hash.h"

#include <flint/fmpz.h>
#include <stdlib.h>
#include <string.h>

/* Constants live in a ring of one unused generator. */
fmpq_mpoly_ctx_struct *fc_store_ring(fc_algebra *algebra, int n_generators)
{
    size_t n = n_generators < 1 ? 1 : (size_t)n_generators;
    algebra->ring = fc_grow(algebra->ring, &algebra->ring_capacity, n + 1, sizeof *algebra->ring);
    if (!algebra->ring[n]) {
        algebra->ring[n] = fc_allocate(1, sizeof *algebra->ring[n]);
        fmpq_mpoly_ctx_init(algebra->ring[n], (slong)n, ORD_DEGLEX);
    }
    return algebra->ring[n];
}

void fc_store_frame_include(fc_loop_frame *frame, const fc_sym *expression)
{
    const fc_atom **merged = fc_allocate((size_t)(frame->n_atoms + expression->n_atoms) + 1, sizeof *merged);
    int n = 0, i = 0, j = 0;
    while (i < frame->n_atoms || j < expression->n_atoms) {
        bool left = j == expression->n_atoms || (i < frame->n_atoms && frame->atom[i]->id <= expression->atom[j]->id);
        bool both = left && j < expression->n_atoms && frame->atom[i] == expression->atom[j];
        merged[n++] = left ? frame->atom[i] : expression->atom[j];
        i += left;
        j += !left || both;
    }
    free(frame->atom);
    frame->atom = merged;
    frame->n_atoms = n;
    frame->ring = NULL;
}

fc_loop_frame fc_store_frame_open(const fc_sym *a, const fc_sym *b)
{
    fc_loop_frame frame = {.algebra = a->algebra};
    fc_store_frame_include(&frame, a);
    if (b && b != a)
        fc_store_frame_include(&frame, b);
    return frame;
}

void fc_store_frame_close(fc_loop_frame *frame)
{
    free(frame->atom);
    frame->atom = NULL;
}

void fc_store_frame_zero(fmpq_mpoly_t out, fc_loop_frame *frame)
{
    if (!frame->ring)
        frame->ring = fc_store_ring(frame->algebra, frame->n_atoms);
    fmpq_mpoly_init(out, frame->ring);
}

/* Copies a polynomial in n generators; generator i becomes place[i] of another ring (-1: it does not occur). The order
 * of the generators is kept, and so is that of the terms. */
static void move(fmpq_mpoly_t out, const fmpq_mpoly_t in, const slong *place, int n,
                 fmpq_mpoly_ctx_struct *const ring[2])
{
    ulong *from = fc_allocate((size_t)n + 1, sizeof *from);
    ulong *to = fc_allocate((size_t)fmpq_mpoly_ctx_nvars(ring[1]), sizeof *to);
    fmpq_set(out->content, in->content);
    for (slong t = 0; t < fmpq_mpoly_length(in, ring[0]); t++) {
        fmpq_mpoly_get_term_exp_ui(from, in, t, ring[0]);
        for (int i = 0; i < n; i++)
            if (place[i] >= 0)
                to[place[i]] = from[i];
        fmpz_mpoly_push_term_fmpz_ui(out->zpoly, in->zpoly->coeffs + t, to, ring[1]->zctx);
    }
    free(from);
    free(to);
}

void fc_store_frame_lift(fmpq_mpoly_t out, fc_loop_frame *frame, const fc_sym *expression)
{
    fc_store_frame_zero(out, frame);
    if (expression->n_atoms == frame->n_atoms) {
        fmpq_mpoly_set(out, expression->polynomial, frame->ring);
        return;
    }
    slong *place = fc_allocate((size_t)expression->n_atoms + 1, sizeof *place);
    for (int i = 0, j = 0; i < expression->n_atoms; i++) {
        while (frame->atom[j] != expression->atom[i])
            j++;
        place[i] = j;
    }
    fmpq_mpoly_ctx_struct *const ring[2] = {fc_store_ring(frame->algebra, expression->n_atoms), frame->ring};
    move(out, expression->polynomial, place, expression->n_atoms, ring);
    free(place);
}

/* An indicator is 0 or 1, so its powers are itself. */
static void flatten_indicators(fmpq_mpoly_t polynomial, const fc_loop_frame *frame)
{
    bool found = false;
    for (int i = 0; i < frame->n_atoms && !found; i++)
        found = fc_atom_is_indicator(frame->atom[i]) && fmpq_mpoly_degree_si(polynomial, i, frame->ring) > 1;
    if (!found)
        return;
    fmpq_mpoly_t flat;
    fmpq_t coefficient;
    fmpq_init(coefficient);
    fmpq_mpoly_init(flat, frame->ring);
    ulong *exponent = fc_allocate((size_t)frame->n_atoms, sizeof *exponent);
    for (slong t = 0; t < fmpq_mpoly_length(polynomial, frame->ring); t++) {
        fmpq_mpoly_get_term_coeff_fmpq(coefficient, polynomial, t, frame->ring);
        fmpq_mpoly_get_term_exp_ui(exponent, polynomial, t, frame->ring);
        for (int i = 0; i < frame->n_atoms; i++)
            if (exponent[i] > 1 && fc_atom_is_indicator(frame->atom[i]))
                exponent[i] = 1;
        fmpq_mpoly_push_term_fmpq_ui(flat, coefficient, exponent, frame->ring);
    }
    fmpq_mpoly_sort_terms(flat, frame->ring);
    fmpq_mpoly_combine_like_terms(flat, frame->ring);
    fmpq_mpoly_swap(flat, polynomial, frame->ring);
    fmpq_mpoly_clear(flat, frame->ring);
    fmpq_clear(coefficient);
    free(exponent);
}

static size_t mix_integer(size_t hash, const fmpz_t value)
{
    return fc_hash_mix(hash, (size_t)fmpz_fdiv_ui(value, 0xfffffffbu) + (fmpz_sgn(value) < 0));
}

static size_t hash_of(const fc_sym *expression, fmpq_mpoly_ctx_struct *ring)
{
    size_t hash = mix_integer(17, fmpq_numref(expression->polynomial->content));
    hash = mix_integer(hash, fmpq_denref(expression->polynomial->content));
    for (int i = 0; i < expression->n_atoms; i++)
        hash = fc_hash_mix(hash, (size_t)expression->atom[i]->id);
    ulong *exponent = fc_allocate((size_t)expression->n_atoms + 1, sizeof *exponent);
    for (slong t = 0; t < fmpq_mpoly_length(expression->polynomial, ring); t++) {
        fmpq_mpoly_get_term_exp_ui(exponent, expression->polynomial, t, ring);
        for (int i = 0; i < expression->n_atoms; i++)
            hash = fc_hash_mix(hash, exponent[i]);
        hash = mix_integer(hash, expression->polynomial->zpoly->coeffs + t);
    }
    free(exponent);
    return hash;
}

static bool same(const fc_sym *a, const fc_sym *b, fmpq_mpoly_ctx_struct *ring)
{
    if (a->hash != b->hash || a->n_atoms != b->n_atoms)
        return false;
    for (int i = 0; i < a->n_atoms; i++)
        if (a->atom[i] != b->atom[i])
            return false;
    return fmpq_mpoly_equal(a->polynomial, b->polynomial, ring);
}

static void grow_buckets(fc_algebra *algebra)
{
    if (algebra->n_expressions < algebra->n_expression_buckets)
        return;
    free(algebra->expression_bucket);
    algebra->n_expression_buckets *= 4;
    algebra->expression_bucket = fc_allocate(algebra->n_expression_buckets, sizeof *algebra->expression_bucket);
    for (size_t i = 0; i < algebra->n_expressions; i++) {
        fc_sym *expression = algebra->expression[i];
        fc_sym **bucket = &algebra->expression_bucket[expression->hash % algebra->n_expression_buckets];
        expression->next = *bucket;
        *bucket = expression;
    }
}

static const fc_sym *intern(fc_algebra *algebra, FC_TAKE fc_sym *candidate)
{
    fmpq_mpoly_ctx_struct *ring = fc_store_ring(algebra, candidate->n_atoms);
    candidate->hash = hash_of(candidate, ring);
    fc_sym *found = algebra->expression_bucket[candidate->hash % algebra->n_expression_buckets];
    while (found && !same(found, candidate, ring))
        found = found->next;
    if (found) {
        fmpq_mpoly_clear(candidate->polynomial, ring);
        free(candidate->atom);
        free(candidate);
        return found;
    }
    grow_buckets(algebra);
    fc_sym **bucket = &algebra->expression_bucket[candidate->hash % algebra->n_expression_buckets];
    candidate->next = *bucket;
    *bucket = candidate;
    candidate->id = (int)algebra->n_expressions;
    algebra->expression = fc_grow(algebra->expression, &algebra->expression_capacity, algebra->n_expressions + 1,
                                  sizeof *algebra->expression);
    algebra->expression[algebra->n_expressions++] = candidate;
    return candidate;
}

const fc_sym *fc_store_frame_store(fc_loop_frame *frame, fmpq_mpoly_t polynomial)
{
    fc_sym *candidate = fc_allocate(1, sizeof *candidate);
    size_t room = (size_t)frame->n_atoms + 1;
    int *used = fc_allocate(room, sizeof *used);
    slong *place = fc_allocate(room, sizeof *place);
    candidate->algebra = frame->algebra;
    candidate->integer = -1;
    candidate->atom = fc_allocate(room, sizeof *candidate->atom);
    flatten_indicators(polynomial, frame);
    if (frame->n_atoms > 0)
        fmpq_mpoly_used_vars(used, polynomial, frame->ring);
    for (int i = 0; i < frame->n_atoms; i++) {
        place[i] = candidate->n_atoms;
        if (used[i])
            candidate->atom[candidate->n_atoms++] = frame->atom[i];
        else
            place[i] = -1;
    }
    fmpq_mpoly_ctx_struct *ring = fc_store_ring(frame->algebra, candidate->n_atoms);
    fmpq_mpoly_init(candidate->polynomial, ring);
    if (ring == frame->ring)
        fmpq_mpoly_swap(candidate->polynomial, polynomial, ring);
    else
        move(candidate->polynomial, polynomial, place, frame->n_atoms,
             (fmpq_mpoly_ctx_struct *const[2]){frame->ring, ring});
    fmpq_mpoly_clear(polynomial, frame->ring);
    free(used);
    free(place);
    return fc_select_flatten(intern(frame->algebra, candidate));
}
