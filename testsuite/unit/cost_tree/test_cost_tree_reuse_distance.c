/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reuse distances of nests of three loops: the bytes between two uses, by hand. */
#include "testsuite/unit/analyzed_program.h"

#include "analyzer/cost_tree/collapse.h"
#include "analyzer/cost_tree/reuse_distance.h"

static double bytes_in(const analyzed *a, const fc_terms *terms, const char *base, const named_value *list)
{
    for (size_t t = 0; t < terms->n; t++)
        for (size_t i = 0; terms->term[t].region && i < terms->term[t].region->n_streams; i++)
            if (terms->term[t].region->stream[i].base == symbol_named(a->program, base))
                return evaluated(a, terms->term[t].working_set[i], list);
    return -1;
}

/* Of the array in the nest on line 6, within the loop on line 4. */
static double bytes_around(const analyzed *a, const char *base, bool is_alike, const named_value *list)
{
    fc_loop_frames around = {0};
    fc_terms terms = {0};
    const fc_cost *nest = cost_at(a, FC_COST_CANONICAL_LOOP, 6);
    fc_view view = {.control = a->analysis->control, .algebra = a->analysis->algebra, .root = nest->node};
    fc_loop_frames_enter(&around, a->analysis, cost_at(a, FC_COST_CANONICAL_LOOP, 4), is_alike);
    assert_true(fc_collapse_within(&terms, &around, nest, &view));
    double bytes = bytes_in(a, &terms, base, list);
    fc_loop_frames_leave(&around, 0);
    fc_terms_free(&terms);
    fc_loop_frames_free(&around);
    return bytes;
}

/* Of the array's stream that fetches new lines or not, and that opens a window or not; -1: there is none. */
static double bytes_of_part(const analyzed *a, const char *base, bool brings, bool opens, const named_value *list)
{
    fc_terms terms = {0};
    const fc_cost *loop = cost_at(a, FC_COST_CANONICAL_LOOP, 3);
    assert_non_null(loop);
    fc_view view = {.control = a->analysis->control, .algebra = a->analysis->algebra, .root = loop->node};
    assert_true(fc_collapse(&terms, a->analysis, loop, &view));
    double bytes = -1;
    for (size_t t = 0; t < terms.n; t++)
        for (size_t i = 0; terms.term[t].region && i < terms.term[t].region->n_streams; i++)
            if (terms.term[t].region->stream[i].base == symbol_named(a->program, base) &&
                terms.term[t].region->stream[i].brings == brings && terms.term[t].region->stream[i].opens == opens)
                bytes = evaluated(a, terms.term[t].working_set[i], list);
    fc_terms_free(&terms);
    return bytes;
}

static double bytes_of(const analyzed *a, const char *base, const named_value *list)
{
    return bytes_of_part(a, base, false, false, list);
}

/* C += A B in the order i, k, j (n rows, l inner, m columns): A[i][k] is constant over j. C's row is reused in the next
 * k: after one row of B, one of C and an element of A. B's row is reused in the next i: after all of B, a row of C and
 * a row of A. */
static void test_cost_tree_reuse_distance__matrix_product_in_the_order_i_k_j(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int l, int m, double *C, const double *A, const double *B)\n{\n"
                      "    for (int i = 0; i < n; i++)\n        for (int k = 0; k < l; k++)\n"
                      "            for (int j = 0; j < m; j++)\n"
                      "                C[i * m + j] += A[i * l + k] * B[k * m + j];\n}\n");
    const named_value *list = VALUES({"n", 300}, {"l", 200}, {"m", 100}, {"i", 150}, {"k", 100});
    assert_true(bytes_of(&a, "A", list) == 8);
    assert_true(bytes_of(&a, "C", list) == 8 * 100 + 8 * 100 + 8);
    assert_true(bytes_of(&a, "B", list) == 8 * 200 * 100 + 8 * 100 + 8 * 200);
    analyzed_close(&a);
}

/* Every second element, as of one color: the walk covers whole lines, 2 * 8 bytes for each access. Every 16th touches a
 * line each. So does a step that has a value at run time only, as along a diagonal. */
static void test_cost_tree_reuse_distance__steps_skip_elements(void **state)
{
    (void)state;
    static const struct {
        const char *step;
        double each;
    } walk[] = {{"2", 16}, {"16", 64}, {"s", 64}};
    for (size_t i = 0; i < sizeof walk / sizeof *walk; i++) {
        analyzed a;
        char *source = fc_format("void f(int n, int r, int s, double *x)\n{\n"
                                 "    for (int k = 0; k < r; k++)\n        for (int i = 0; i < n; i += %s)\n"
                                 "            x[i] = 0;\n}\n",
                                 walk[i].step);
        analyzed_open(&a, source);
        double bytes = bytes_of(&a, "x", VALUES({"n", 2880}, {"r", 9}, {"s", 20}));
        double step = i < 2 ? atof(walk[i].step) : 20;
        assert_true(bytes == 2880 / step * walk[i].each);
        analyzed_close(&a);
        free(source);
    }
}

/* The loop around is executed and changes the step, whose next values no formula has. During the inner loop it is a
 * number: the walk accesses n / s elements in as many lines. */
static void test_cost_tree_reuse_distance__steps_of_the_current_iteration(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  "void f(int n, int s, const int *next, char *x)\n{\n"
                  "\n    for (int k = 0; k < n; k++) {\n"
                  "        s = next[k];\n        for (int i = 0; i < n; i += s)\n            x[i] = 0;\n    }\n}\n");
    assert_true(bytes_around(&a, "x", false, VALUES({"n", 6400}, {"s", 100})) == 64 * 64);
    analyzed_close(&a);
}

/* Rows of unknown length, read two rows apart: until an element is read again, two iterations over j pass, each over
 * two rows of b and one of c. The leading stream is new in each. */
static void test_cost_tree_reuse_distance__rows_of_unknown_length_are_layers(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int m, double *c, const double *b, const double *w)\n{ int width = (int)w[0];\n"
                      "    for (int j = 1; j < n; j++)\n        for (int i = 0; i < m; i++)\n"
                      "            c[j * width + i] = b[(j - 1) * width + i] + b[(j + 1) * width + i];\n}\n");
    fc_terms terms = {0};
    const fc_cost *loop = cost_at(&a, FC_COST_CANONICAL_LOOP, 3);
    fc_view view = {.control = a.analysis->control, .algebra = a.analysis->algebra, .root = loop->node};
    assert_true(fc_collapse(&terms, a.analysis, loop, &view));
    const named_value *list = VALUES({"n", 300}, {"m", 100}, {"j", 20});
    int n_trailing = 0;
    for (size_t t = 0; t < terms.n; t++)
        for (size_t i = 0; terms.term[t].region && i < terms.term[t].region->n_streams; i++) {
            const fc_access_stream *stream = &terms.term[t].region->stream[i];
            double bytes = evaluated(&a, terms.term[t].working_set[i], list);
            if (stream->base != symbol_named(a.program, "b"))
                continue;
            n_trailing += stream->lag != NULL;
            assert_true(stream->lag ? bytes == 2 * 3 * 8 * 100 : bytes >= 299 * 100 * 16);
        }
    assert_int_equal(n_trailing, 1);
    fc_terms_free(&terms);
    analyzed_close(&a);
}

/* In the order i, j, k B is read down its columns: one element in a line of 64 bytes; the next column's elements lie in
 * the same lines, so they are reused in the next j, after l lines of B and a row of A. The one column in eight that
 * fetches new lines reuses them in the next i, after B, a row of A and one of C. */
static void test_cost_tree_reuse_distance__columns_come_back_line_by_line(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int l, int m, double *C, const double *A, const double *B)\n{\n"
                      "    for (int i = 0; i < n; i++)\n        for (int j = 0; j < m; j++)\n"
                      "            for (int k = 0; k < l; k++)\n"
                      "                C[i * m + j] += A[i * l + k] * B[k * m + j];\n}\n");
    const named_value *list = VALUES({"n", 300}, {"l", 200}, {"m", 100}, {"i", 150}, {"j", 50});
    double b = bytes_of(&a, "B", list);
    assert_true(b >= 64 * 200 && b <= 64 * 200 + 8 * 200 + 64);
    double row = bytes_of(&a, "A", list); /* a row of A is reused in the next j too */
    assert_true(row == b);
    assert_true(bytes_of_part(&a, "B", true, false, list) == 8 * 200 * 100 + 8 * 200 + 8 * 100);
    analyzed_close(&a);
}

/* Three arrays in one block are three: between two uses in the next round lie n elements of each, 24 n bytes. Two
 * streams of one array, one element apart, are one: the second reuses the line of the first one element later. */
static void test_cost_tree_reuse_distance__pieces_of_one_block(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int gap, int m, double *a, double s)\n{\n    for (int r = 0; r < m; r++)\n"
                      "        for (int i = 0; i < n; i++)\n"
                      "            a[i] += a[i + n + gap] + s * a[i + 2 * n + 2 * gap];\n}\n");
    assert_true(bytes_of(&a, "a", VALUES({"n", 5000}, {"gap", 7}, {"m", 9})) == 24 * 5000);
    analyzed_close(&a);
    analyzed_open(&a, "void f(int n, int m, double *a, double *b)\n{\n    for (int r = 0; r < m; r++)\n"
                      "        for (int i = 0; i < n; i++)\n            b[i] = a[i] + a[i + 1];\n}\n");
    assert_true(bytes_of(&a, "b", VALUES({"n", 5000}, {"m", 9})) == 16 * 5000);
    analyzed_close(&a);
}

/* A triangular inner loop has its mean length, with the outer variable in the middle of its range. */
static void test_cost_tree_reuse_distance__triangles_count_their_middle(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, const double *b, double *y)\n{\n    for (int i = 0; i < n; i++)\n"
                      "        for (int j = 0; j < i; j++)\n            y[i] += b[j];\n}\n");
    /* b is reused in the next i, after i elements of b (mean (n - 1) / 2) and one of y */
    assert_true(bytes_of(&a, "b", VALUES({"n", 101})) == 8 * 50 + 8);
    analyzed_close(&a);
}

/* Tiles: B = A transposed, tile by tile of 32. Down a column of a tile A's lines are reused in the next i. The one
 * iteration of i in eight that fetches them reuses them in the next round, after all of A and of B, n^2 elements each:
 * no tile is reused in the next one. Rows that begin within the previous one (a band) are. */
static void test_cost_tree_reuse_distance__tiles_do_not_come_back(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int m, double *B, const double *A)\n{\n    for (int r = 0; r < m; r++)\n"
                      "        for (int ii = 0; ii < n; ii += 32)\n            for (int jj = 0; jj < n; jj += 32)\n"
                      "                for (int i = ii; i < ii + 32; i++)\n"
                      "                    for (int j = jj; j < jj + 32; j++)\n"
                      "                        B[j + n * i] += A[i + n * j];\n}\n");
    const named_value *list = VALUES({"n", 3200}, {"m", 9}, {"ii", 320}, {"jj", 640}, {"i", 330});
    assert_true(bytes_of(&a, "A", list) == 32 * 64 + 32 * 8);
    assert_true(bytes_of_part(&a, "A", true, false, list) == 2 * 8 * 3200.0 * 3200);
    assert_true(bytes_of(&a, "B", list) == 2 * 8 * 3200.0 * 3200);
    analyzed_close(&a);
    analyzed_open(&a, "void f(int n, int m, double *y, const double *x)\n{\n    for (int r = 0; r < m; r++)\n"
                      "        for (int i = 0; i < n; i++)\n            for (int j = i; j < i + 100; j++)\n"
                      "                y[i] += x[j];\n}\n");
    assert_true(bytes_of(&a, "x", VALUES({"n", 5000}, {"m", 9})) == 8 * 100 + 8);
    analyzed_close(&a);
}

/* Windows of w elements: the next i reuses all but one of them after w of x and one of y; the new one is reused in the
 * next round, after n of each and the w - 1 at the end. Of three rows of a stencil by columns two are reused in the
 * next row, after three rows of x (l elements each) and one of y. */
static void test_cost_tree_reuse_distance__windows_come_back(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int m, double *y, const double *x)\n{\n    for (int r = 0; r < m; r++)\n"
                      "        for (int i = 0; i < n; i++)\n            for (int k = 0; k < 20; k++)\n"
                      "                y[i] += x[i + k];\n}\n");
    const named_value *list = VALUES({"n", 5000}, {"m", 9}, {"i", 7});
    assert_true(bytes_of(&a, "x", list) == 8 * 20 + 8);
    assert_true(bytes_of_part(&a, "x", false, true, list) == 8 * (5000 + 19) + 8 * 5000);
    analyzed_close(&a);
    analyzed_open(&a, "void f(int n, int l, double y[n][l], const double x[n + 2][l])\n{\n"
                      "    for (int j = 0; j < n; j++)\n        for (int i = 0; i < l; i++)\n"
                      "            for (int k = 0; k < 3; k++)\n                y[j][i] += x[j + k][i];\n}\n");
    list = VALUES({"n", 5000}, {"l", 300}, {"j", 7}, {"i", 7});
    assert_true(bytes_of_part(&a, "x", true, false, list) == 8 * 300 * 4);
    analyzed_close(&a);
}

/* Of n records of 48 bytes one field is read: 48 bytes pass for each, and the sum. */
static void test_cost_tree_reuse_distance__records_go_by_whole(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "struct p { double v, w[5]; };\nvoid f(int n, int m, struct p *q, double *s) {\n"
                      "    for (int r = 0; r < m; r++)\n        for (int i = 0; i < n; i++)\n"
                      "            s[0] += q[i].v;\n}\n");
    assert_true(bytes_of(&a, "q", VALUES({"n", 5000}, {"m", 9})) == 48 * 5000 + 8);
    analyzed_close(&a);
}

/* Data touched by a called procedure counts in its caller's loops, by the caller's arrays: two sweeps, forward and
 * back, touch two arrays of n elements before the next round reuses either; rows passed by their first element are one
 * array of m n elements. */
static void test_cost_tree_reuse_distance__calls_touch_their_arguments(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static void sweep(int n, double *to, const double *from) { for (int i = 0; i < n; i++) to[i] = "
                      "from[i] + 1; }\n"
                      "void f(int n, int m, double *a, double *b) {\n    for (int r = 0; r < m; r++) {\n"
                      "        sweep(n, b, a);\n        sweep(n, a, b);\n    }\n}\n");
    const named_value *list = VALUES({"n", 5000}, {"m", 9});
    assert_true(bytes_of(&a, "to", list) == 16 * 5000);
    assert_true(bytes_of(&a, "from", list) == 16 * 5000);
    analyzed_close(&a);
    analyzed_open(
        &a, "static void row(int k, double *to) { for (int i = 0; i < k; i++) to[i] *= 2; }\n"
            "void f(int n, int m, double *a) {\n    for (int r = 0; r < m; r++)\n        row(n, a + r * n);\n}\n");
    assert_true(bytes_of(&a, "to", list) == 8 * 5000 * 9);
    analyzed_close(&a);
}

/* A gather, the same in each of m rounds: an element (8 bytes) for each of n indices and the indices themselves (4
 * bytes), beside the sum, not m times as much; in a called procedure, and through a local, too. Of a line eight
 * elements are gathered: between two lie the elements and an eighth of the indices and the sum. */
static void test_cost_tree_reuse_distance__gathers_are_reused(void **state)
{
    (void)state;
    const char *body[] = {"for (int i = 0; i < n; i++) y[0] += x[at[i]];",
                          "for (int i = 0; i < n; i++) { int j = at[i]; y[0] += x[j]; }"};
    for (int i = 0; i < 2; i++) {
        analyzed a;
        char text[600];
        snprintf(text, sizeof text,
                 "static void once(int n, double *y, const double *x, const int *at) { %s }\n"
                 "void f(int n, int m, double *y, const double *x, const int *at) {\n    for (int r = 0; r < m; r++)\n"
                 "        once(n, y, x, at);\n}\n",
                 body[i]);
        analyzed_open(&a, text);
        double once = bytes_of(&a, "x", VALUES({"n", 5000}, {"m", 1}));
        assert_true(once == 5000 * 8 + (5000 * 4 + 8) / 8.0);
        assert_true(bytes_of(&a, "x", VALUES({"n", 5000}, {"m", 9})) == once);
        assert_true(bytes_of(&a, "at", VALUES({"n", 5000}, {"m", 9})) == 5000 * (8 + 4) + 8);
        analyzed_close(&a);
    }
}

/* Any number of gathers from an array of 600 bytes: its 600 / 64 lines are each used once between two uses of a line,
 * and of the 4 bytes of a key beside each as many pass, 4 * 600 / 64 = 37.5; fewer if all keys are fewer. */
static void test_cost_tree_reuse_distance__gathers_stay_within_their_array(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "static int bin[150]; void f(int n, int m, const int *key)\n{\n    for (int r = 0; r < m; r++)\n"
                      "        for (int i = 0; i < n; i++)\n            bin[key[i]]++;\n}\n");
    assert_true(bytes_of(&a, "bin", VALUES({"n", 5000}, {"m", 9})) == 600 + 37);
    assert_true(bytes_of(&a, "key", VALUES({"n", 5000}, {"m", 9})) == 600 + 5000 * 4);
    assert_true(bytes_of(&a, "bin", VALUES({"n", 5}, {"m", 9})) == 600 + 5 * 4);
    analyzed_close(&a);
}

/* Row bounds in an array: with each of n rows the next of A's elements and of its columns. Its numbers are dynamic
 * here, so a row has as many elements as counted, say 5: 8 (A) + 4 (col) + 8 (x) each; y and row are n of 8 and 4
 * bytes. All lies between two uses: A, and x, which each row gathers from, are reused in the next of m rounds; a line
 * of x eight times in each, after an eighth of all but x. */
static void test_cost_tree_reuse_distance__rows_bounded_by_an_array_are_not_reused(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  "#include <stdio.h>\nvoid f(int n, int m, int *row, int *col, double *y, double *A, double *x) {\n"
                  "    for (int r = 0; r < m; r++)\n        for (int i = 0; i < n; i++) {\n"
                  "            y[i] = 0;\n            for (int k = row[i]; k < row[i + 1]; k++)\n"
                  "                y[i] += A[k] * x[col[k]];\n        }\n}\n"
                  "int main(void) { static int row[9], col[9]; static double y[9], A[9], x[9];\n"
                  "    extern void fill(int *); fill(row); f(8, 3, row, col, y, A, x); }\n");
    const named_value *list = VALUES({"n", 5000}, {"m", 9}, {"c0", 5});
    assert_true(bytes_of(&a, "A", list) == 5000 * (5 * (8 + 4 + 8) + 8 + 4));
    assert_true(bytes_of(&a, "x", list) == 5000 * (5 * 8 + (5 * (8 + 4) + 8 + 4) / 8.0));
    analyzed_close(&a);
}

/* Rows allocated separately, five points of them: between a row's use as the one below, in the middle and above lie m
 * elements of A's rows; all rows together are reused in the next round, after n - 2 rows of m - 2 elements of A and of
 * B (the rows' pointers count with the data behind them). */
static void test_cost_tree_reuse_distance__rows_of_their_own(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int m, double **A, double *B) {\n\n    for (int r = 0; r < 9; r++)\n"
                      "        for (int i = 1; i < n - 1; i++)\n            for (int j = 1; j < m - 1; j++)\n"
                      "                B[i * m + j] = A[i - 1][j] + A[i + 1][j] + A[i][j - 1] + A[i][j + 1];\n}\n");
    const named_value *list = VALUES({"n", 5002}, {"m", 102});
    double b = bytes_of(&a, "B", list);
    assert_true(b == 5000 * (2 * 8 * 100));
    const fc_region_model *region = region_at(&a, 5);
    int rows = 0;
    for (size_t i = 0; i < region->n_streams; i++)
        rows += region->stream[i].base == symbol_named(a.program, "A") &&
                region->stream[i].node->type->kind == FC_TYPE_REAL && region->stream[i].pattern == FC_PATTERN_UNIT &&
                !region->stream[i].stands;
    assert_int_equal(rows, 4); /* the four are pairwise different */
    analyzed_close(&a);
}

/* The same array of another record in each iteration: b of n records with 100 elements each. */
static void test_cost_tree_reuse_distance__arrays_of_other_records(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "typedef struct block { double *b; } block;\nvoid f(int n, int m, block *all) {\n"
                      "    for (int r = 0; r < m; r++)\n        for (int i = 0; i < n; i++) {\n"
                      "            block *one = &all[i];\n            for (int j = 0; j < 100; j++)\n"
                      "                one->b[j] *= 2;\n        }\n}\n");
    assert_true(bytes_of(&a, "b", VALUES({"n", 5000}, {"m", 9})) == 8 * 100 * 5000);
    analyzed_close(&a);
}

/* A triangle beside a sweep: between two uses of the sweep's elements lie its n elements, the triangle's n sums and the
 * mean of its rows; no variables of the triangle, which the sweep does not have. Blocks of 8 whose inner loops begin
 * where their block does: c's n - k elements, k in the middle of 0, 8 ... n - 8. */
static void test_cost_tree_reuse_distance__siblings_count_their_middle(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a,
                  "void f(int n, int m, double *a, const double *b, double *y)\n{\n    for (int r = 0; r < m; r++) {\n"
                  "        for (int i = 0; i < n; i++)\n            a[i] += 1;\n"
                  "        for (int k = 0; k < n; k++)\n            for (int j = 0; j < k; j++)\n"
                  "                y[k] += b[j];\n    }\n}\n");
    assert_true(bytes_of(&a, "a", VALUES({"n", 101}, {"m", 9})) == 8 * 101 + 8 * 101 + 8 * 50);
    analyzed_close(&a);
    analyzed_open(&a, "void f(int n, int m, double *a, double *c)\n{\n    for (int r = 0; r < m; r++) {\n"
                      "        for (int i = 0; i < n; i++)\n            a[i] += 1;\n"
                      "        for (int k = 0; k < n; k += 8)\n            for (int j = k; j < n; j++)\n"
                      "                c[j] += 1;\n    }\n}\n");
    assert_true(bytes_of(&a, "a", VALUES({"n", 800}, {"m", 9})) == 8 * 800 + 8 * (800 - 396));
    analyzed_close(&a);
}

/* A loop with a dynamic early exit touches data up to its bound if no profiled run ended it early. */
static void test_cost_tree_reuse_distance__loops_that_data_may_end_go_to_their_bound(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, int m, double *a, double eps)\n{\n    for (int r = 0; r < m; r++)\n"
                      "        for (int i = 0; i < n; i++)\n            if (a[i] > eps)\n                break;\n}\n");
    const named_value *list = VALUES({"n", 300}, {"fc_min(fc_trip_limit(r, 0, 1), fc_max((double)n, 0.0))", 200});
    assert_true(bytes_of(&a, "a", list) == 8 * 200);
    analyzed_close(&a);
}

/* A message between two nests does not separate them: b is reused in the next round, after n elements of a, b and c. If
 * the other nest's bound is the round's number, that number is used; if only the number of rounds is known, only the
 * nest itself is certain. */
static void test_cost_tree_reuse_distance__messages_lie_between_two_uses(void **state)
{
    (void)state;
    static const char *const format = "#include <mpi.h>\nvoid f(int n, int m, double *a, double *b, double *c)\n{\n"
                                      "    for (int r = 0; r < m; r++) {\n        MPI_Barrier(MPI_COMM_WORLD);\n"
                                      "        for (int i = 0; i < n; i++)\n            b[i] = a[i];\n"
                                      "        MPI_Barrier(MPI_COMM_WORLD);\n"
                                      "        for (int j = 0; j < %s; j++)\n            c[j] = b[j];\n    }\n}\n"
                                      "int main(void) { static double a[9], b[9], c[9]; f(9, 9, a, b, c); }\n";
    for (int i = 0; i < 2; i++) {
        char text[800];
        analyzed a;
        snprintf(text, sizeof text, format, i == 0 ? "n" : "r");
        analyzed_open(&a, text);
        const named_value *list = VALUES({"n", 5000}, {"m", 9}, {"r", 7});
        assert_true(bytes_around(&a, "b", false, list) == 16 * 5000 + 8 * (i == 0 ? 5000 : 7));
        assert_true(bytes_around(&a, "b", true, list) == 16 * 5000 + 8 * (i == 0 ? 5000 : 0));
        analyzed_close(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cost_tree_reuse_distance__rows_bounded_by_an_array_are_not_reused),
        cmocka_unit_test(test_cost_tree_reuse_distance__gathers_stay_within_their_array),
        cmocka_unit_test(test_cost_tree_reuse_distance__rows_of_their_own),
        cmocka_unit_test(test_cost_tree_reuse_distance__arrays_of_other_records),
        cmocka_unit_test(test_cost_tree_reuse_distance__gathers_are_reused),
        cmocka_unit_test(test_cost_tree_reuse_distance__matrix_product_in_the_order_i_k_j),
        cmocka_unit_test(test_cost_tree_reuse_distance__steps_skip_elements),
        cmocka_unit_test(test_cost_tree_reuse_distance__steps_of_the_current_iteration),
        cmocka_unit_test(test_cost_tree_reuse_distance__rows_of_unknown_length_are_layers),
        cmocka_unit_test(test_cost_tree_reuse_distance__columns_come_back_line_by_line),
        cmocka_unit_test(test_cost_tree_reuse_distance__pieces_of_one_block),
        cmocka_unit_test(test_cost_tree_reuse_distance__records_go_by_whole),
        cmocka_unit_test(test_cost_tree_reuse_distance__windows_come_back),
        cmocka_unit_test(test_cost_tree_reuse_distance__tiles_do_not_come_back),
        cmocka_unit_test(test_cost_tree_reuse_distance__triangles_count_their_middle),
        cmocka_unit_test(test_cost_tree_reuse_distance__calls_touch_their_arguments),
        cmocka_unit_test(test_cost_tree_reuse_distance__loops_that_data_may_end_go_to_their_bound),
        cmocka_unit_test(test_cost_tree_reuse_distance__siblings_count_their_middle),
        cmocka_unit_test(test_cost_tree_reuse_distance__messages_lie_between_two_uses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
