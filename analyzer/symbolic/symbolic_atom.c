/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of atoms: atoms of equal shape are one object, which knows the variables it depends on. */
#include "analyzer/symbolic/symbolic_store.h"

#include "support/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool has_shape(const fc_atom *atom, const fc_atom_shape *shape)
{
    if (atom->kind != shape->kind || atom->n_arguments != shape->n_arguments)
        return false;
    if (shape->key && strcmp(atom->key, shape->key) != 0)
        return false;
    for (int i = 0; i < shape->n_arguments; i++)
        if (atom->argument[i] != shape->argument[i])
            return false;
    return true;
}

static int by_id(const void *a, const void *b)
{
    const fc_atom *const *x = a, *const *y = b;
    return ((*x)->id > (*y)->id) - ((*x)->id < (*y)->id);
}

/* Computes `free` and `level` from the arguments; a sum hides its bound variable. */
static void find_free(fc_atom *atom)
{
    size_t capacity = 0, n = 0;
    const fc_atom *bound = atom->kind == FC_ATOM_SUM ? fc_atom_of_variable(atom->argument[0]) : NULL;
    for (int i = 0; i < atom->n_arguments; i++) {
        const fc_sym *argument = atom->argument[i];
        for (int j = 0; j < argument->n_atoms; j++) {
            const fc_atom *inner = argument->atom[j];
            atom->level = inner->level > atom->level ? inner->level : atom->level;
            for (int k = 0; k < inner->n_free; k++) {
                atom->free = fc_grow(atom->free, &capacity, n + 1, sizeof *atom->free);
                if (inner->free[k] != bound)
                    atom->free[n++] = inner->free[k];
            }
        }
    }
    if (n > 1)
        qsort(atom->free, n, sizeof *atom->free, by_id);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || atom->free[i] != atom->free[i - 1])
            atom->free[atom->n_free++] = atom->free[i];
    atom->level += bound != NULL;
}

static bool is_integer(const fc_atom *atom)
{
    switch (atom->kind) {
    case FC_ATOM_FLOOR:
    case FC_ATOM_C_DIVIDE:
    case FC_ATOM_NONNEGATIVE:
    case FC_ATOM_ZERO:
    case FC_ATOM_ROOT:
    case FC_ATOM_DIGITS:
    case FC_ATOM_POWER:
    case FC_ATOM_XOR:
        return true;
    case FC_ATOM_VARIABLE:
    case FC_ATOM_CALL:
        return !(atom->facts & FC_FACT_REAL);
    case FC_ATOM_LOG2:
    case FC_ATOM_RATIO:
        return false;
    case FC_ATOM_MINIMUM:
    case FC_ATOM_MAXIMUM:
    case FC_ATOM_SUM:
    case FC_ATOM_PRODUCT: {
        for (int i = 0; i < atom->n_arguments; i++)
            if (!fc_sym_is_integer(atom->argument[i]))
                return false;
        return true;
    }
    }
    return false;
}

static void grow_buckets(fc_algebra *algebra)
{
    if (algebra->n_atoms < algebra->n_atom_buckets)
        return;
    free(algebra->atom_bucket);
    algebra->n_atom_buckets *= 4;
    algebra->atom_bucket = fc_allocate(algebra->n_atom_buckets, sizeof *algebra->atom_bucket);
    for (size_t i = 0; i < algebra->n_atoms; i++) {
        fc_atom **bucket = &algebra->atom_bucket[algebra->atom[i]->hash % algebra->n_atom_buckets];
        algebra->atom[i]->next = *bucket;
        *bucket = algebra->atom[i];
    }
}

/* The expression that consists of this atom. */
static const fc_sym *wrap(fc_algebra *algebra, const fc_atom *atom)
{
    fc_loop_frame frame = {.algebra = algebra, .n_atoms = 1};
    frame.atom = fc_allocate(1, sizeof *frame.atom);
    frame.atom[0] = atom;
    fmpq_mpoly_t polynomial;
    fc_store_frame_zero(polynomial, &frame);
    fmpq_mpoly_gen(polynomial, 0, frame.ring);
    const fc_sym *result = fc_store_frame_store(&frame, polynomial);
    fc_store_frame_close(&frame);
    return result;
}

static fc_atom *add_atom(fc_algebra *algebra, const fc_atom_shape *shape, size_t hash)
{
    fc_atom *atom = fc_allocate(1, sizeof *atom);
    grow_buckets(algebra);
    atom->id = (int)algebra->n_atoms;
    atom->kind = shape->kind;
    atom->hash = hash;
    atom->key = shape->key ? fc_copy_string(shape->key) : NULL;
    atom->facts = shape->facts;
    atom->n_arguments = shape->n_arguments;
    atom->argument = fc_allocate((size_t)shape->n_arguments + 1, sizeof *atom->argument);
    for (int i = 0; i < shape->n_arguments; i++)
        atom->argument[i] = shape->argument[i];
    if (atom->kind == FC_ATOM_VARIABLE) {
        atom->free = fc_allocate(1, sizeof *atom->free);
        atom->free[atom->n_free++] = atom;
    } else {
        find_free(atom);
    }
    atom->is_integer = is_integer(atom);
    fc_atom **bucket = &algebra->atom_bucket[hash % algebra->n_atom_buckets];
    atom->next = *bucket;
    *bucket = atom;
    algebra->atom = fc_grow(algebra->atom, &algebra->atom_capacity, algebra->n_atoms + 1, sizeof *algebra->atom);
    algebra->atom[algebra->n_atoms++] = atom;
    atom->sym = wrap(algebra, atom);
    return atom;
}

static fc_atom *find_or_add(fc_algebra *algebra, const fc_atom_shape *shape)
{
    size_t hash = fc_hash_bytes(FC_HASH_EMPTY + (size_t)shape->kind, shape->key, shape->key ? strlen(shape->key) : 0);
    for (int i = 0; i < shape->n_arguments; i++)
        hash = fc_hash_mix(hash, (size_t)shape->argument[i]->id);
    fc_atom *atom = algebra->atom_bucket[hash % algebra->n_atom_buckets];
    while (atom && !(atom->hash == hash && has_shape(atom, shape)))
        atom = atom->next;
    return atom ? atom : add_atom(algebra, shape, hash);
}

static void join_facts(fc_algebra *algebra, fc_atom *atom, int facts)
{
    if ((atom->facts | facts) == atom->facts)
        return;
    atom->facts |= facts;
    atom->is_integer = is_integer(atom);
    algebra->generation++;
}

const fc_sym *fc_atom_intern(fc_algebra *algebra, const fc_atom_shape *shape)
{
    fc_atom *atom = find_or_add(algebra, shape);
    join_facts(algebra, atom, shape->facts);
    return atom->sym;
}

void fc_atom_free(fc_atom *atom)
{
    free(atom->key);
    free(atom->label);
    free(atom->label_c);
    free(atom->argument);
    free(atom->free);
    free(atom);
}

const fc_sym *fc_sym_variable(fc_algebra *algebra, const char *key, const char *label, const char *label_c, int facts)
{
    fc_atom *atom = find_or_add(algebra, &(fc_atom_shape){.kind = FC_ATOM_VARIABLE, .key = key});
    if (!atom->label) {
        atom->label = fc_copy_string(label ? label : key);
        atom->label_c = fc_copy_string(label_c ? label_c : atom->label);
    }
    join_facts(algebra, atom, facts);
    return atom->sym;
}

const fc_sym *fc_atom_fresh(fc_algebra *algebra)
{
    char key[32];
    snprintf(key, sizeof key, "\002%d", ++algebra->fresh);
    return fc_sym_variable(algebra, key, key + 1, NULL, FC_FACT_BOUND);
}

const fc_sym *fc_atom_bound(fc_algebra *algebra, int level)
{
    char key[32], label[32];
    snprintf(key, sizeof key, "\001%d", level);
    snprintf(label, sizeof label, "fc_k%d", level);
    return fc_sym_variable(algebra, key, label + 3, label, FC_FACT_BOUND);
}

const fc_atom *fc_atom_of_variable(const fc_sym *expression)
{
    if (expression->n_atoms != 1)
        return NULL;
    const fc_atom *atom = expression->atom[0];
    return atom->kind == FC_ATOM_VARIABLE && atom->sym == expression ? atom : NULL;
}

bool fc_atom_depends(const fc_atom *atom, const fc_atom *variable)
{
    return bsearch(&variable, atom->free, (size_t)atom->n_free, sizeof *atom->free, by_id) != NULL;
}

bool fc_atom_is_indicator(const fc_atom *atom)
{
    return atom->kind == FC_ATOM_NONNEGATIVE || atom->kind == FC_ATOM_ZERO;
}

void fc_sym_attach(fc_algebra *algebra, const fc_sym *variable, const void *origin)
{
    algebra->atom[variable->atom[0]->id]->origin = origin;
}

const void *fc_sym_origin(const fc_sym *variable)
{
    return variable->atom[0]->origin;
}

const char *fc_sym_key(const fc_sym *variable)
{
    const fc_atom *atom = fc_atom_of_variable(variable);
    return atom ? atom->key : NULL;
}

const char *fc_sym_label(const fc_sym *variable)
{
    const fc_atom *atom = fc_atom_of_variable(variable);
    return atom ? atom->label : NULL;
}

bool fc_sym_depends(const fc_sym *expression, const fc_sym *variable)
{
    const fc_atom *target = fc_atom_of_variable(variable);
    for (int i = 0; target && i < expression->n_atoms; i++)
        if (fc_atom_depends(expression->atom[i], target))
            return true;
    return false;
}

/* Counts up to one more than `most`. */
static int length_of(const fc_sym *expression, int most)
{
    int n = (int)fc_sym_n_terms(expression);
    for (int i = 0; i < expression->n_atoms && n <= most; i++)
        for (int k = 0; k < expression->atom[i]->n_arguments && n <= most; k++)
            n += length_of(expression->atom[i]->argument[k], most - n);
    return n;
}

bool fc_sym_is_longer(const fc_sym *expression, int most)
{
    return length_of(expression, most) > most;
}

/* The variable occurs outside of tests that no other variable decides. */
static bool is_beyond_tests(const fc_sym *expression, const fc_atom *variable)
{
    bool found = false;
    for (int i = 0; i < expression->n_atoms && !found; i++) {
        const fc_atom *atom = expression->atom[i];
        bool is_own_test = fc_atom_is_indicator(atom) && atom->n_free == 1;
        found = atom == variable;
        for (int k = 0; k < atom->n_arguments && !found && !is_own_test; k++)
            found = is_beyond_tests(atom->argument[k], variable);
    }
    return found;
}

bool fc_sym_is_option(const fc_sym *expression, const fc_sym *variable)
{
    const fc_atom *target = fc_atom_of_variable(variable);
    return target && !is_beyond_tests(expression, target);
}

bool fc_sym_tests(const fc_sym *expression, const fc_sym *a, const fc_sym *b)
{
    bool found = false;
    for (int i = 0; i < expression->n_atoms && !found; i++) {
        const fc_atom *atom = expression->atom[i];
        found = fc_atom_is_indicator(atom) && fc_sym_depends(atom->sym, a) && fc_sym_depends(atom->sym, b);
        for (int k = 0; k < atom->n_arguments && !found; k++)
            found = fc_sym_tests(atom->argument[k], a, b);
    }
    return found;
}

void fc_sym_divisors(const fc_sym *expression, const fc_sym *numerator, bool truncated,
                     void (*visit)(void *data, const fc_sym *divisor), void *data)
{
    for (int i = 0; i < expression->n_atoms; i++) {
        const fc_atom *atom = expression->atom[i];
        if (atom->kind == (truncated ? FC_ATOM_C_DIVIDE : FC_ATOM_FLOOR) && atom->argument[0] == numerator)
            visit(data, atom->argument[1]);
        for (int k = 0; k < atom->n_arguments; k++)
            fc_sym_divisors(atom->argument[k], numerator, truncated, visit, data);
    }
}

void fc_sym_variables(const fc_sym *expression, void (*visit)(void *data, const fc_sym *variable), void *data)
{
    size_t n = 0, capacity = 0;
    const fc_atom **all = NULL;
    for (int i = 0; i < expression->n_atoms; i++)
        for (int k = 0; k < expression->atom[i]->n_free; k++) {
            all = fc_grow(all, &capacity, n + 1, sizeof *all);
            all[n++] = expression->atom[i]->free[k];
        }
    if (n > 1)
        qsort(all, n, sizeof *all, by_id);
    for (size_t i = 0; i < n; i++)
        if (i == 0 || all[i] != all[i - 1])
            visit(data, all[i]->sym);
    free(all);
}
