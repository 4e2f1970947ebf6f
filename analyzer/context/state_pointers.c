/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pointers of a symbolic run's state. Where two targets meet, at a join or in the iterations of a loop, the pointer
 * leads to a joined object: what both have is known of it, and a write to one of the three is one to the others. */
#include "analyzer/context/state_tables.h"

#include "support/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_REPLACEMENTS = 32,
    MAX_JOINED = 64, /* more are unknown */
    MAX_TARGETS = 4, /* of a pointer that moves in a loop */
    MAX_DEPTH = 4    /* of pointers in joined objects */
};

/* ---- keys ---- */

/* What the text at `at`, a ")" or "[", follows: the place in "(*place)", or the one before the subscript. *begin: of
 * the text that a target replaces. */
static FC_GIVE char *followed_at(size_t *begin, const char *key, size_t at)
{
    size_t start = at, open = 0;
    while (start > 0 && (open > 0 || key[start - 1] != '(')) {
        start--;
        open += key[start] == ')';
        open -= key[start] == '(';
    }
    bool is_starred = start > 0; /* after "(" */
    *begin = is_starred && key[at] == ')' ? start - 1 : start + is_starred;
    start += is_starred;
    fc_text text = {0};
    fc_text_append(&text, key + start, at - start);
    return fc_text_take(&text);
}

static bool replace_one(const fc_state *state, fc_text *key)
{
    for (size_t at = 0; at < key->length; at++) {
        size_t begin, end = at;
        const bool is_starred = key->bytes[at] == ')';
        if (!is_starred && key->bytes[at] != '[')
            continue;
        char *place = followed_at(&begin, key->bytes, at);
        const fc_state_pointer *found = fc_state_find_pointer(state, place);
        free(place);
        if (!found)
            continue;
        fc_text replaced = {0};
        fc_text_append(&replaced, key->bytes, begin);
        fc_text_add(&replaced, "%s%s", found->target, is_starred && found->is_array ? "[0]" : "");
        if (is_starred)
            end++;
        else if (!found->is_array && strncmp(key->bytes + at, "[0]", 3) == 0)
            end += 3;
        fc_text_add(&replaced, "%s", key->bytes + end);
        fc_text_free(key);
        *key = replaced;
        return true;
    }
    return false;
}

char *fc_state_resolve(const fc_state *state, const char *key)
{
    fc_text text = {0};
    fc_text_add(&text, "%s", key);
    for (int i = 0; i < MAX_REPLACEMENTS && state->n_pointers > 0 && replace_one(state, &text); i++)
        continue;
    return fc_text_take(&text);
}

/* ---- names of objects ---- */

static bool is_named(const fc_state *state, const char *object)
{
    for (size_t i = 0; i < state->n_pointers; i++)
        if (strcmp(state->pointer[i].target, object) == 0)
            return true;
    const size_t at = fc_state_position(state, object);
    return fc_state_is_joined(state, object) || (at < state->n && fc_state_is_part(state->binding[at].key, object));
}

static FC_GIVE char *new_name(const fc_state *state, char kind)
{
    for (int i = 0;; i++) {
        char *name = fc_format("(*%c%ld_%d)", kind, state->time, i);
        if (!is_named(state, name))
            return name;
        free(name);
    }
}

/* One of several objects that are known (fc_state_joined) is no place that may be any. */
bool fc_state_is_open(const char *resolved)
{
    for (const char *at = strstr(resolved, "(*"); at; at = strstr(at + 2, "(*"))
        if (at[2] != 'm' || !isdigit((unsigned char)at[3]))
            return true;
    return false;
}

/* Everything behind "(*place)", known before the pointer has a target, becomes that of the target. */
static void rename_parts(fc_state *state, const char *starred, const char *target)
{
    const size_t n = strlen(starred);
    fc_state_copy_values(state, target, starred);
    fc_state_copy_pointers_of(state, target, starred);
    fc_state_forget_parts(state, starred);
    for (size_t i = 0; i < state->n_pointers; i++)
        if (strncmp(state->pointer[i].target, starred, n) == 0) {
            char *moved = fc_format("%s%s", target, state->pointer[i].target + n);
            free(state->pointer[i].target);
            state->pointer[i].target = moved;
        }
}

/* The target, with a name for each object on the way that has none. */
static FC_GIVE char *with_names(fc_state *state, const char *target)
{
    char *resolved = fc_state_resolve(state, target);
    for (size_t at = 0; resolved[at]; at++) {
        size_t begin;
        char *place = resolved[at] == ')' ? followed_at(&begin, resolved, at) : NULL;
        if (!place || ((place[0] == 'u' || place[0] == 'm') && isdigit((unsigned char)place[1]))) {
            free(place);
            continue;
        }
        char *name = new_name(state, 'u'), *starred = fc_format("(*%s)", place);
        rename_parts(state, starred, name);
        fc_state_set_pointer(state, place, name, false);
        char *named = fc_state_resolve(state, resolved);
        free(starred);
        free(name);
        free(place);
        free(resolved);
        resolved = named;
        at = 0;
    }
    return resolved;
}

/* ---- pointers ---- */

/* What was known behind a pointer that is no longer there, or of the elements that it leads to. */
static void lose_targets(fc_state *state, const char *place)
{
    char *starred = fc_format("(*%s)", place), *element = fc_format("%s[", place);
    fc_state_forget_parts(state, starred);
    const fc_state_pointer *held = fc_state_find_pointer(state, place);
    if (held)
        fc_state_drop_pointer(state, (size_t)(held - state->pointer));
    for (size_t i = state->n_pointers; i-- > 0;)
        if (strncmp(state->pointer[i].target, element, strlen(element)) == 0)
            fc_state_drop_pointer(state, i);
    free(starred);
    free(element);
}

void fc_state_point(fc_state *state, const char *place, const char *target, bool is_array)
{
    char *resolved = fc_state_resolve(state, place), *named = target ? with_names(state, target) : NULL;
    fc_state_lose_joined(state, resolved);
    lose_targets(state, resolved);
    if (named && strcmp(named, resolved) != 0)
        fc_state_set_pointer(state, resolved, named, is_array);
    free(named);
    free(resolved);
}

void fc_state_point_into(fc_state *state, const char *place, const char *object)
{
    char *named = with_names(state, object), *name = new_name(state, 'm');
    const bool fits = state->n_joined < MAX_JOINED;
    if (fits)
        fc_state_add_joined(state, name, named, named);
    fc_state_point(state, place, fits ? name : NULL, false);
    free(name);
    free(named);
}

void fc_state_copy_pointers_of(fc_state *state, const char *to, const char *from)
{
    fc_words place = {0}, target = {0};
    bool *is_array = fc_allocate(state->n_pointers + 1, sizeof *is_array);
    for (size_t i = 0; i < state->n_pointers; i++)
        if (fc_state_is_part(state->pointer[i].place, from)) {
            is_array[place.n] = state->pointer[i].is_array;
            fc_words_add(&place, state->pointer[i].place + strlen(from));
            fc_words_add(&target, state->pointer[i].target);
        }
    for (size_t i = 0; i < place.n; i++) {
        char *part = fc_format("%s%s", to, place.item[i]);
        fc_state_point(state, part, target.item[i], is_array[i]);
        free(part);
    }
    free(is_array);
    fc_words_free(&place);
    fc_words_free(&target);
}

bool fc_state_pointee(char **target, bool *is_array, const fc_state *state, const char *place)
{
    char *resolved = fc_state_resolve(state, place);
    const fc_state_pointer *found = fc_state_find_pointer(state, resolved);
    free(resolved);
    if (found) {
        *target = fc_copy_string(found->target);
        *is_array = found->is_array;
    }
    return found != NULL;
}

void fc_state_lose_targets(fc_state *state, const char *object)
{
    for (size_t i = state->n_pointers; i-- > 0;)
        if (fc_state_is_part(state->pointer[i].target, object))
            fc_state_drop_pointer(state, i);
}

void fc_state_lose_pointers(fc_state *state, const char *resolved)
{
    for (size_t i = state->n_pointers; i-- > 0;)
        if (i < state->n_pointers && fc_state_is_part(state->pointer[i].place, resolved)) {
            char *place = fc_copy_string(state->pointer[i].place);
            lose_targets(state, place);
            free(place);
        }
    lose_targets(state, resolved);
}

void fc_state_lose_pointers_in(fc_state *state, const char *member, fc_state_may_alias *may, const void *data)
{
    const size_t length = strlen(member);
    for (size_t i = state->n_pointers; i-- > 0;) {
        const char *place = state->pointer[i].place;
        const size_t n = strlen(place);
        if (n >= length && strcmp(place + n - length, member) == 0 &&
            (fc_state_variable(place) < 0 || may(data, fc_state_variable(place))))
            fc_state_drop_pointer(state, i);
    }
}

/* ---- joined objects ---- */

/* A write to `key` is one to the same part of `other`, if `key` lies in `object`; to all of it, if it is around, or if
 * the parts are unknown. */
static void touch(fc_words *touched, const char *key, const char *object, const char *other, bool is_inside)
{
    const char *rest = fc_state_is_part(key, object) ? key + strlen(object) : "";
    bool is_touched = fc_state_is_part(key, object) || fc_state_is_part(object, key);
    char *part = is_touched ? fc_format("%s%s", other, is_inside ? "" : rest) : NULL;
    if (part)
        fc_words_index(touched, part);
    free(part);
}

void fc_state_lose_joined(fc_state *state, const char *resolved)
{
    fc_words touched = {0};
    if (state->n_joined == 0)
        return;
    fc_words_add(&touched, resolved);
    for (size_t k = 0; k < touched.n; k++)
        for (size_t i = 0; i < state->n_joined; i++)
            for (int of = 0; of < 2; of++) {
                const fc_state_joined *joined = &state->joined[i];
                const bool is_inside = strcmp(joined->of[0], joined->of[1]) == 0;
                touch(&touched, touched.item[k], joined->object, joined->of[of], is_inside);
                touch(&touched, touched.item[k], joined->of[of], joined->object, is_inside);
            }
    for (size_t k = 1; k < touched.n; k++) {
        fc_state_forget_parts(state, touched.item[k]);
        fc_state_lose_pointers(state, touched.item[k]);
    }
    fc_words_free(&touched);
}

/* Two states that meet: a joined object's parts are those of an object in `yes` and of another one in `no`. */
typedef struct join {
    fc_state *state;
    fc_algebra *algebra;
    const fc_sym *chosen;
    const fc_state *yes, *no;
    int depth;
} join;

static void join_targets(join *of, const char *place, const fc_state_pointer *a, const fc_state_pointer *b);

static void join_values(const join *of, const char *object, const char *a, const char *b)
{
    for (size_t i = 0; i < of->yes->n; i++) {
        const fc_state_value_of *x = &of->yes->binding[i];
        if (!fc_state_is_part(x->key, a))
            continue;
        char *other = fc_format("%s%s", b, x->key + strlen(a)), *key = fc_format("%s%s", object, x->key + strlen(a));
        const fc_state_value_of *y = fc_state_find(of->no, other);
        const fc_sym *value = y && x->value && x->value == y->value ? x->value : NULL;
        if (!value && of->chosen && x->value && y && y->value)
            value = fc_sym_choose(of->algebra, of->chosen, x->value, y->value);
        if (value)
            fc_state_set(of->state, key, value);
        free(other);
        free(key);
    }
}

static void join_parts(join *of, const char *object, const char *a, const char *b)
{
    join_values(of, object, a, b);
    for (size_t i = 0; i < of->yes->n_pointers; i++) {
        const fc_state_pointer *x = &of->yes->pointer[i];
        if (!fc_state_is_part(x->place, a))
            continue;
        char *other = fc_format("%s%s", b, x->place + strlen(a));
        char *place = fc_format("%s%s", object, x->place + strlen(a));
        const fc_state_pointer *y = fc_state_find_pointer(of->no, other);
        if (y)
            join_targets(of, place, x, y);
        free(other);
        free(place);
    }
}

/* The pointer has the target that both have, or leads to an object that is the one or the other. */
static void join_targets(join *of, const char *place, const fc_state_pointer *a, const fc_state_pointer *b)
{
    bool is_array = a->is_array && b->is_array;
    if (a->is_array == b->is_array && strcmp(a->target, b->target) == 0) {
        fc_state_set_pointer(of->state, place, a->target, is_array);
        return;
    }
    if (of->depth >= MAX_DEPTH || of->state->n_joined >= MAX_JOINED)
        return;
    char *first = fc_format("%s%s", a->target, a->is_array && !is_array ? "[0]" : "");
    char *second = fc_format("%s%s", b->target, b->is_array && !is_array ? "[0]" : "");
    char *object = new_name(of->state, 'm');
    fc_state_add_joined(of->state, object, first, second);
    fc_state_set_pointer(of->state, place, object, is_array);
    of->depth++;
    join_parts(of, object, first, second);
    of->depth--;
    free(object);
    free(first);
    free(second);
}

/* What one arm alone has returned is used after that arm alone. */
static void keep_results(fc_state *state, const fc_state *arm, const fc_state *other)
{
    static const char result[] = "call";
    for (size_t i = 0; i < arm->n_pointers; i++) {
        const fc_state_pointer *one = &arm->pointer[i];
        if (strncmp(one->place, result, strlen(result)) == 0 && !fc_state_find_pointer(other, one->place))
            fc_state_set_pointer(state, one->place, one->target, one->is_array);
    }
}

void fc_state_join_pointers(fc_state *state, fc_algebra *algebra, const fc_sym *chosen, const fc_state *yes,
                            const fc_state *no)
{
    join of = {state, algebra, chosen, yes, no, 0};
    fc_state_clear_pointers(state);
    fc_state_copy_joined(state, yes);
    fc_state_copy_joined(state, no);
    for (size_t i = 0; i < yes->n_pointers; i++) {
        const fc_state_pointer *other = fc_state_find_pointer(no, yes->pointer[i].place);
        if (other)
            join_targets(&of, yes->pointer[i].place, &yes->pointer[i], other);
    }
    keep_results(state, yes, no);
    keep_results(state, no, yes);
}

/* ---- pointers that move in a loop ---- */

/* The targets of one of them; n > MAX_TARGETS: any. */
typedef struct targets {
    const char *place;
    fc_state_pointer of[MAX_TARGETS + 1]; /* borrowed */
    int n;
} targets;

/* target NULL: any. Whether there are more than before. */
static bool add_target(targets *to, const fc_state_pointer *target)
{
    if (to->n > MAX_TARGETS)
        return false;
    for (int i = 0; i < to->n && target; i++)
        if (strcmp(to->of[i].target, target->target) == 0 && to->of[i].is_array == target->is_array)
            return false;
    if (target)
        to->of[to->n++] = *target;
    else
        to->n = MAX_TARGETS + 1;
    return true;
}

static targets *targets_of(targets *all, size_t n, const char *place)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(all[i].place, place) == 0)
            return &all[i];
    return NULL;
}

/* One flow: whether it adds a target. */
static bool take_flow(targets *all, size_t n, const fc_state_flow *flow)
{
    targets *to = targets_of(all, n, flow->place), *from = flow->source ? targets_of(all, n, flow->source) : NULL;
    bool grows = false;
    if (flow->target)
        return add_target(to, &(fc_state_pointer){NULL, flow->target, flow->is_array});
    if (!from || from->n > MAX_TARGETS)
        return add_target(to, NULL);
    for (int i = 0; i < from->n; i++)
        grows |= add_target(to, &from->of[i]);
    return grows;
}

/* An object that is any of them, made of two at a time. */
static void point_to_any(fc_state *state, fc_algebra *algebra, const targets *to)
{
    fc_state_pointer whole = to->of[0];
    char *held = NULL;
    for (int i = 1; i < to->n; i++) {
        fc_state *before = fc_state_copy(state);
        join of = {state, algebra, NULL, before, before, 0};
        join_targets(&of, to->place, &whole, &to->of[i]);
        fc_state_free(before);
        free(held);
        held = NULL;
        if (!fc_state_pointee(&held, &whole.is_array, state, to->place))
            return;
        whole.target = held;
    }
    fc_state_set_pointer(state, to->place, whole.target, whole.is_array);
    free(held);
}

void fc_state_follow_flows(fc_state *state, fc_algebra *algebra, const fc_state_flow *flow, size_t n)
{
    fc_state *before = fc_state_copy(state);
    targets *all = fc_allocate(n, sizeof *all);
    size_t n_all = 0;
    for (size_t i = 0; i < n; i++)
        if (!targets_of(all, n_all, flow[i].place)) {
            all[n_all] = (targets){.place = flow[i].place};
            if (!flow[i].is_first)
                add_target(&all[n_all], fc_state_find_pointer(before, flow[i].place));
            n_all++;
        }
    for (bool grows = true; grows;) {
        grows = false;
        for (size_t i = 0; i < n; i++)
            grows |= take_flow(all, n_all, &flow[i]);
    }
    for (size_t i = 0; i < n_all; i++)
        fc_state_point(state, all[i].place, NULL, false);
    for (size_t i = 0; i < n_all; i++)
        if (all[i].n > 0 && all[i].n <= MAX_TARGETS)
            point_to_any(state, algebra, &all[i]);
    free(all);
    fc_state_free(before);
}
