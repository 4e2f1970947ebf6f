/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions and sums against plain integer arithmetic. Each random formula is built twice: as an fc_sym, and as a
 * tree of this file, which is evaluated by C's long arithmetic with its sums as loops. */
#include "analyzer/symbolic/symbolic.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum {
    N = 0,
    M,
    P,
    B,
    V0,
    V1,
    V2,
    V3,
    N_VARIABLES,
    N_PARAMETERS = V0,
    MOST_NODES = 4096
};
/* Sanitized arithmetic is some 20 times slower: fewer formulas there. */
#ifdef __SANITIZE_ADDRESS__
enum {
    PART = 5
};
#else
enum {
    PART = 1
};
#endif
enum {
    FREE = 0,
    POSITIVE = FC_FACT_POSITIVE
};

typedef enum op {
    CONSTANT,
    VARIABLE,
    ADD,
    SUBTRACT,
    MULTIPLY,
    FLOOR,
    MODULO,
    C_DIVIDE,
    C_REST,
    MIN,
    MAX,
    GE0,
    EQ0,
    SUM
} op;

typedef struct tree {
    op op;
    long value; /* CONSTANT: it; VARIABLE, SUM: which variable */
    const struct tree *a, *b, *c;
    const fc_sym *sym;
} tree;

typedef struct world {
    fc_algebra *algebra;
    const fc_sym *variable[N_VARIABLES];
    long value[N_VARIABLES];
    tree node[MOST_NODES];
    int n_nodes;
    uint64_t state;
    int n_closed, n_sums;
} world;

static const char *const NAME[N_VARIABLES] = {"n", "m", "p", "b", "i", "j", "k", "l"};

static long below(world *w, long n)
{
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (long)((w->state >> 33) % (uint64_t)n);
}

static long floor_divide(long a, long b)
{
    long q = a / b;
    return q - (a % b != 0 && (a < 0) != (b < 0));
}

static long run(world *w, const tree *t)
{
    if (t->op == CONSTANT)
        return t->value;
    if (t->op == VARIABLE)
        return w->value[t->value];
    long a = run(w, t->a), b = t->b ? run(w, t->b) : 0, total = 0;
    switch (t->op) {
    case ADD:
        return a + b;
    case SUBTRACT:
        return a - b;
    case MULTIPLY:
        return a * b;
    case FLOOR:
        return floor_divide(a, b);
    case MODULO:
        return a - b * floor_divide(a, b);
    case C_DIVIDE:
        return a / b;
    case C_REST:
        return a % b;
    case MIN:
        return a < b ? a : b;
    case MAX:
        return a > b ? a : b;
    case GE0:
        return a >= 0;
    case EQ0:
        return a == 0;
    default:
        for (long v = a; v <= b; v++) {
            w->value[t->value] = v;
            total += run(w, t->c);
        }
        return total;
    }
}

static tree *node(world *w, op op, const tree *a, const tree *b)
{
    assert_true(w->n_nodes < MOST_NODES);
    tree *t = &w->node[w->n_nodes++];
    *t = (tree){.op = op, .a = a, .b = b};
    return t;
}

static const tree *constant(world *w, long value)
{
    tree *t = node(w, CONSTANT, NULL, NULL);
    t->value = value;
    t->sym = fc_sym_integer(w->algebra, value);
    return t;
}

static const tree *variable(world *w, int which)
{
    tree *t = node(w, VARIABLE, NULL, NULL);
    t->value = which;
    t->sym = w->variable[which];
    return t;
}

static const tree *apply(world *w, op op, const tree *a, const tree *b)
{
    typedef const fc_sym *(*binary)(fc_algebra *, const fc_sym *, const fc_sym *);
    static const binary of[] = {[ADD] = fc_sym_add,
                                [SUBTRACT] = fc_sym_subtract,
                                [MULTIPLY] = fc_sym_multiply,
                                [FLOOR] = fc_sym_floor_divide,
                                [MODULO] = fc_sym_modulo,
                                [C_DIVIDE] = fc_sym_c_divide,
                                [C_REST] = fc_sym_c_remainder,
                                [MIN] = fc_sym_minimum,
                                [MAX] = fc_sym_maximum};
    tree *t = node(w, op, a, b);
    if (op == GE0)
        t->sym = fc_sym_is_nonnegative(w->algebra, a->sym);
    else if (op == EQ0)
        t->sym = fc_sym_is_zero(w->algebra, a->sym);
    else
        t->sym = of[op](w->algebra, a->sym, b->sym);
    return t;
}

static const tree *sum(world *w, int which, const tree *low, const tree *high, const tree *body)
{
    tree *t = node(w, SUM, low, high);
    t->c = body;
    t->value = which;
    const fc_sym *closed = fc_sym_sum(w->algebra, w->variable[which], low->sym, high->sym, body->sym);
    w->n_sums++;
    w->n_closed += closed != NULL;
    t->sym = closed ? closed : fc_sym_sum_or_loop(w->algebra, w->variable[which], low->sym, high->sym, body->sym);
    return t;
}

static const tree *less_one(world *w, const tree *a)
{
    return apply(w, SUBTRACT, a, constant(w, 1));
}

static bool look_up(void *data, const char *key, double *value)
{
    world *w = data;
    for (int i = 0; i <= N_PARAMETERS; i++)
        if (key[0] == NAME[i][0]) {
            *value = (double)w->value[i];
            return true;
        }
    return false;
}

static void set_values(world *w)
{
    for (int i = 0; i < N_PARAMETERS; i++)
        w->value[i] = i >= P ? 1 + below(w, 7) : below(w, 19) - 6;
}

static void check(world *w, const tree *t, int assignments)
{
    for (int round = 0; round < assignments; round++) {
        double found = -12345.5;
        set_values(w);
        long n = w->value[N], m = w->value[M], p = w->value[P], b = w->value[B];
        long expected = run(w, t);
        fc_values values = {look_up, NULL, w};
        bool known = fc_sym_evaluate(t->sym, &values, &found);
        if (!known || found != (double)expected) {
            fc_text text = {0};
            fc_sym_print(&text, t->sym, FC_NOTATION_TEXT);
            print_error("n=%ld m=%ld p=%ld b=%ld: expected %ld, found %g: %s\n", n, m, p, b, expected, found,
                        text.bytes);
            fc_text_free(&text);
        }
        assert_true(known);
        assert_true(found == (double)expected);
    }
}

static const tree *leaf(world *w, int n_loops)
{
    long kind = below(w, 6);
    if (kind < 2)
        return constant(w, below(w, 9) - 3);
    if (kind < 4 && n_loops > 0)
        return variable(w, V0 + (int)below(w, n_loops));
    return variable(w, (int)below(w, N_PARAMETERS));
}

static const tree *divisor(world *w)
{
    return below(w, 2) ? constant(w, 1 + below(w, 5)) : variable(w, below(w, 2) ? P : B);
}

static const tree *formula(world *w, int depth, int n_loops)
{
    if (depth == 0)
        return leaf(w, n_loops);
    op op = ADD + (int)below(w, SUM - ADD);
    const tree *a = formula(w, depth - 1, n_loops);
    if (op >= FLOOR && op <= C_REST)
        return apply(w, op, a, divisor(w));
    return apply(w, op, a, op >= GE0 ? NULL : formula(w, (int)below(w, depth), n_loops));
}

static const tree *linear(world *w, int n_loops)
{
    const tree *a = apply(w, MULTIPLY, constant(w, below(w, 5) - 2), leaf(w, n_loops));
    return apply(w, ADD, a, leaf(w, n_loops));
}

static int setup(void **state)
{
    world *w = calloc(1, sizeof *w);
    w->algebra = fc_algebra_create();
    w->state = 20261121;
    for (int i = 0; i < N_VARIABLES; i++) {
        int facts = i == P || i == B ? POSITIVE : FREE;
        w->variable[i] = fc_sym_variable(w->algebra, NAME[i], NAME[i], NULL, facts);
    }
    *state = w;
    return 0;
}

static int teardown(void **state)
{
    world *w = *state;
    fc_algebra_free(w->algebra);
    free(w);
    return 0;
}

static void test_symbolic_symbolic__random_formulas_keep_their_value(void **state)
{
    world *w = *state;
    for (int i = 0; i < 600 / PART; i++) {
        w->n_nodes = 0;
        check(w, formula(w, 1 + i % 4, 0), 12);
    }
}

/* On 0 <= i <= p - 1, and n >= p: a simplified formula has the same value, and its direction in i is right. */
static void test_symbolic_simplify__random_formulas_keep_their_value(void **state)
{
    world *w = *state;
    const fc_sym *more = fc_sym_subtract(w->algebra, w->variable[N], w->variable[P]);
    fc_sym_range range = {w->variable[V0], fc_sym_integer(w->algebra, 0),
                          fc_sym_subtract(w->algebra, w->variable[P], fc_sym_integer(w->algebra, 1))};
    fc_sym_domain domain = {&range, 1, &more, 1};
    for (int i = 0; i < 600 / PART; i++) {
        w->n_nodes = 0;
        const tree *t = formula(w, 1 + i % 4, 1);
        const fc_sym *simplified = fc_sym_simplify(w->algebra, t->sym, &domain);
        fc_values values = {look_up, NULL, w};
        int direction = fc_sym_direction(w->algebra, t->sym, w->variable[V0], &domain);
        for (int k = 0; k < 12; k++) {
            set_values(w);
            w->value[N] = w->value[P] + below(w, 9);
            long before = 0;
            for (w->value[V0] = 0; w->value[V0] < w->value[P]; w->value[V0]++) {
                long expected = run(w, t);
                double found = -12345.5;
                assert_true(fc_sym_evaluate(simplified, &values, &found));
                assert_true(found == (double)expected);
                if (w->value[V0] > 0 && direction & FC_GROWS)
                    assert_true(expected >= before);
                if (w->value[V0] > 0 && direction & FC_FALLS)
                    assert_true(expected <= before);
                before = expected;
            }
        }
    }
}

/* for i in linear .. linear, for j in linear(i) .. linear(i), ...: any bounds, often empty */
static void test_symbolic_sum__triangular_nests(void **state)
{
    world *w = *state;
    w->n_sums = w->n_closed = 0;
    for (int i = 0; i < 200 / PART; i++) {
        w->n_nodes = 0;
        int depth = 1 + (int)below(w, 3);
        const tree *body = linear(w, depth);
        for (int d = depth - 1; d >= 0; d--) {
            const tree *bound = d > 0 && below(w, 3) ? variable(w, V0 + (int)below(w, d)) : leaf(w, 0);
            const tree *other = below(w, 2) ? constant(w, below(w, 3)) : leaf(w, d);
            body = sum(w, V0 + d, other, less_one(w, bound), body);
        }
        check(w, body, 10);
    }
    assert_int_equal(w->n_closed, w->n_sums);
}

/* for (i = low; i < n; i += step): ceil((n - low)/step) times, the value being low + step * i */
static void test_symbolic_sum__strided_nests(void **state)
{
    world *w = *state;
    w->n_sums = w->n_closed = 0;
    for (int i = 0; i < 120 / PART; i++) {
        w->n_nodes = 0;
        const tree *step = below(w, 2) ? constant(w, 1 + below(w, 6)) : variable(w, P), *low = leaf(w, 0);
        const tree *span = apply(w, SUBTRACT, variable(w, N), low);
        const tree *times = apply(w, FLOOR, less_one(w, apply(w, ADD, span, step)), step);
        const tree *at = apply(w, ADD, low, apply(w, MULTIPLY, step, variable(w, V0)));
        const tree *inner = sum(w, V1, constant(w, below(w, 2)), less_one(w, at), linear(w, 2));
        check(w, sum(w, V0, constant(w, 0), less_one(w, times), inner), 10);
    }
    assert_int_equal(w->n_closed, w->n_sums);
}

/* for (ii = 0; ii < n; ii += b) for (i = ii; i < min(ii + b, n); i++) */
static void test_symbolic_sum__blocked_nests(void **state)
{
    world *w = *state;
    w->n_sums = w->n_closed = 0;
    for (int i = 0; i < 120 / PART; i++) {
        w->n_nodes = 0;
        const tree *block = below(w, 2) ? constant(w, 1 + below(w, 6)) : variable(w, B), *n = variable(w, N);
        const tree *times = apply(w, FLOOR, less_one(w, apply(w, ADD, n, block)), block);
        const tree *ii = apply(w, MULTIPLY, block, variable(w, V0));
        const tree *end = apply(w, MIN, apply(w, ADD, ii, block), n);
        const tree *inner = sum(w, V1, ii, less_one(w, end), linear(w, 2));
        check(w, sum(w, V0, constant(w, 0), less_one(w, times), inner), 10);
    }
    assert_int_equal(w->n_closed, w->n_sums);
}

/* floor((c0 +- i) / c), i mod c, powers of them, for c a number or a name */
static void test_symbolic_sum__floors_of_the_variable(void **state)
{
    world *w = *state;
    w->n_sums = w->n_closed = 0;
    for (int i = 0; i < 150 / PART; i++) {
        w->n_nodes = 0;
        const tree *at = apply(w, below(w, 2) ? ADD : SUBTRACT, leaf(w, 0), variable(w, V0));
        const tree *body = apply(w, below(w, 2) ? FLOOR : MODULO, at, divisor(w));
        if (below(w, 3) == 0)
            body = apply(w, MULTIPLY, body, below(w, 2) ? body : linear(w, 1));
        check(w, sum(w, V0, leaf(w, 0), leaf(w, 0), body), 10);
    }
    assert_int_equal(w->n_closed, w->n_sums);
}

/* floor((c1 i + c0) / c) with constant c1, c; truncating quotients of linear expressions */
static void test_symbolic_sum__residue_classes(void **state)
{
    world *w = *state;
    w->n_sums = w->n_closed = 0;
    for (int i = 0; i < 100 / PART; i++) {
        w->n_nodes = 0;
        const tree *at = apply(w, MULTIPLY, constant(w, below(w, 7) - 3), variable(w, V0));
        at = apply(w, ADD, at, leaf(w, 0));
        op op = (int[]){FLOOR, MODULO, C_DIVIDE, C_REST}[below(w, 4)];
        const tree *body = apply(w, op, at, constant(w, 2 + below(w, 5)));
        if (below(w, 2))
            body = apply(w, MULTIPLY, body, apply(w, FLOOR, variable(w, V0), constant(w, 2 + below(w, 3))));
        check(w, sum(w, V0, leaf(w, 0), leaf(w, 0), body), 10);
    }
    assert_int_equal(w->n_closed, w->n_sums);
}

/* min, max and indicators of linear expressions with a constant slope, multiplied */
static void test_symbolic_sum__selections_and_indicators(void **state)
{
    world *w = *state;
    w->n_sums = w->n_closed = 0;
    for (int i = 0; i < 200 / PART; i++) {
        w->n_nodes = 0;
        const tree *body = constant(w, 1);
        for (long k = 1 + below(w, 3); k > 0; k--) {
            op op = (int[]){MIN, MAX, GE0, EQ0}[below(w, 4)];
            const tree *slope = constant(w, below(w, 5) - 2);
            const tree *at = apply(w, ADD, apply(w, MULTIPLY, slope, variable(w, V0)), leaf(w, 0));
            body = apply(w, below(w, 3) ? MULTIPLY : ADD, body, apply(w, op, at, op < GE0 ? leaf(w, 1) : NULL));
        }
        check(w, sum(w, V0, leaf(w, 0), leaf(w, 0), body), 10);
    }
    assert_int_equal(w->n_closed, w->n_sums);
}

/* any form: closed or kept as a loop, the value is right */
static void test_symbolic_sum__any_body(void **state)
{
    world *w = *state;
    for (int i = 0; i < 150 / PART; i++) {
        w->n_nodes = 0;
        const tree *inner = sum(w, V1, leaf(w, 1), leaf(w, 1), formula(w, 2, 2));
        const tree *body = below(w, 2) ? inner : apply(w, ADD, inner, formula(w, 2, 1));
        check(w, sum(w, V0, leaf(w, 0), leaf(w, 0), body), 8);
    }
}

/* A program of one line for each formula and assignment, and the expected output lines. */
typedef struct script {
    fc_text text;
    double *expected;
    size_t n, capacity;
} script;

static const tree *any_tree(world *w, int round)
{
    const tree *body = formula(w, 1 + round % 3, round % 2);
    return round % 2 ? sum(w, V0, leaf(w, 0), leaf(w, 0), body) : body;
}

static void write_script(world *w, script *out, fc_notation notation)
{
    for (int round = 0; round < 240 / PART; round++) {
        fc_text formula_text = {0};
        w->n_nodes = 0;
        const tree *t = any_tree(w, round);
        fc_sym_print(&formula_text, t->sym, notation);
        for (int i = 0; i < N_PARAMETERS; i++)
            w->value[i] = i >= P ? 1 + below(w, 7) : below(w, 19) - 6;
        const char *line =
            notation == FC_NOTATION_JAVASCRIPT
                ? "{ const [n, m, p, b] = [%ld, %ld, %ld, %ld]; console.log(%s); }\n"
                : "{ long n = %ld, m = %ld, p = %ld, b = %ld; printf(\"%%.17g\\n\", %s); (void)(n + m + p + b); }\n";
        long n = w->value[N], m = w->value[M], p = w->value[P], b = w->value[B];
        fc_text_add(&out->text, line, n, m, p, b, formula_text.bytes);
        out->expected = fc_grow(out->expected, &out->capacity, out->n + 1, sizeof *out->expected);
        out->expected[out->n++] = (double)run(w, t);
        fc_text_free(&formula_text);
    }
}

/* Runs the command and compares its lines, which must be integers. */
static void compare_output(script *expected, const char *command)
{
    char line[256];
    FILE *output = popen(command, "r");
    assert_non_null(output);
    for (size_t i = 0; i < expected->n; i++) {
        assert_non_null(fgets(line, sizeof line, output));
        if (strtod(line, NULL) != expected->expected[i])
            print_error("line %zu: expected %g, found %s", i + 1, expected->expected[i], line);
        assert_true(strtod(line, NULL) == expected->expected[i]);
        assert_null(strpbrk(line, ".eE"));
    }
    assert_null(fgets(line, sizeof line, output));
    assert_int_equal(pclose(output), 0);
}

static void write_whole(const char *path, const char *before, const fc_text *text, const char *after)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s%s%s", before, text->bytes, after);
    assert_int_equal(fclose(file), 0);
}

static void test_symbolic_print__c_text_computes_the_value(void **state)
{
    char folder[] = "/tmp/forecost-symbolic-XXXXXX";
    script lines = {0};
    write_script(*state, &lines, FC_NOTATION_C);
    assert_non_null(mkdtemp(folder));
    char *source = fc_format("%s/formula.c", folder), *program = fc_format("%s/formula", folder);
    write_whole(source, "#include \"forecost.h\"\n#include <stdio.h>\nint main(void)\n{\n", &lines.text,
                "return 0;\n}\n");
    char *compile = fc_format("cc -std=c17 -Wall -Wpedantic -Werror -Wno-unused-variable "
                              "$(find %s/runtime -type d -printf '-I%%p ') "
                              "-I%s/machine_properties -I%s/comm_interface -o %s %s -lm",
                              FORECOST_SOURCE_DIR, FORECOST_SOURCE_DIR, FORECOST_SOURCE_DIR, program, source);
    assert_int_equal(system(compile), 0);
    compare_output(&lines, program);
    unlink(source);
    unlink(program);
    rmdir(folder);
    free(source);
    free(program);
    free(compile);
    free(lines.expected);
    fc_text_free(&lines.text);
}

static void test_symbolic_print__javascript_text_computes_the_value(void **state)
{
    char folder[] = "/tmp/forecost-symbolic-XXXXXX";
    script lines = {0};
    if (system("node -e 0 2>/dev/null") != 0)
        skip();
    write_script(*state, &lines, FC_NOTATION_JAVASCRIPT);
    assert_non_null(mkdtemp(folder));
    char *source = fc_format("%s/formula.mjs", folder), *command = fc_format("node %s", source);
    write_whole(source,
                "import { fc_helpers } from \"" FORECOST_SOURCE_DIR "/analyzer/emit/formula/formula_runtime.mjs\";\n"
                "const { fc_floor_div, fc_mod, fc_c_div, fc_c_rem, fc_ge0, fc_eq0, fc_isqrt, fc_ilog, fc_power, "
                "fc_sum } = "
                "fc_helpers;\n",
                &lines.text, "");
    compare_output(&lines, command);
    unlink(source);
    rmdir(folder);
    free(source);
    free(command);
    free(lines.expected);
    fc_text_free(&lines.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_symbolic_symbolic__random_formulas_keep_their_value, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_simplify__random_formulas_keep_their_value, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_sum__triangular_nests, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_sum__strided_nests, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_sum__blocked_nests, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_sum__floors_of_the_variable, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_sum__residue_classes, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_sum__selections_and_indicators, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_sum__any_body, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_print__c_text_computes_the_value, setup, teardown),
        cmocka_unit_test_setup_teardown(test_symbolic_print__javascript_text_computes_the_value, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
