/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Streams and recurrences of innermost loops, by hand from the subscripts: bytes between iterations, leading
 * references, and values carried to the next iteration. */
#include "analyzer/regions/recurrence.h"
#include "analyzer/regions/streams.h"
#include "testsuite/unit/analyzed_program.h"

#define DATA                                                                                                           \
    "double A[50][40], b[500], c[500];\nfloat g[50];\nint k[50];\nstruct p { double x, y; } q[50]; "                   \
    "struct vector { double v[3]; } many[50]; "                                                                        \
    "double sqrt(double); struct grid { double *data; int size[2]; } *now, *old, both[2]; "                            \
    "static double *at(double *v, int w, int x, int y) { int row = w * y; return &v[row + x]; }\n"

static void open_loop(analyzed *a, const char *loop)
{
    char *source = fc_format(
        DATA "void f(int n, int m, double *p)\n{\n    double s = 0, t = 1;\n    %s\n    b[0] = s + t;\n}\n", loop);
    analyzed_open(a, source);
    free(source);
}

static const fc_access_stream *stream_of(const analyzed *a, int index)
{
    const fc_region_model *region = region_at(a, 8);
    assert_true((size_t)index < region->n_streams);
    return &region->stream[index];
}

static void expect_stream(const char *loop, fc_access access, fc_pattern pattern, double stride)
{
    analyzed a;
    open_loop(&a, loop);
    const fc_access_stream *stream = stream_of(&a, 0);
    if (stream->access != access || stream->pattern != pattern || stream->stride_bytes != stride)
        fail_msg("%s: access %d, pattern %d, stride %g", loop, stream->access, stream->pattern, stream->stride_bytes);
    analyzed_close(&a);
}

static void test_regions_streams__strides_in_bytes(void **state)
{
    (void)state;
    expect_stream("for (int i = 0; i < n; i++) s += b[i];", FC_READ, FC_PATTERN_UNIT, 8);
    expect_stream("for (int i = 0; i < n; i++) s += g[i];", FC_READ, FC_PATTERN_UNIT, 4);
    expect_stream("for (int i = n; i > 0; i--) s += b[i];", FC_READ, FC_PATTERN_UNIT, -8);
    expect_stream("for (int i = 0; i < n; i += 3) s += b[i];", FC_READ, FC_PATTERN_STRIDED, 24);
    expect_stream("for (int i = 0; i < n; i++) b[2 * i + m] = 1;", FC_WRITE, FC_PATTERN_STRIDED, 16);
    expect_stream("for (int i = 0; i < n; i++) A[i][m] += 1;", FC_UPDATE, FC_PATTERN_STRIDED, 320); /* 40 doubles */
    expect_stream("for (int i = 0; i < n; i++) A[m][i] = 1;", FC_WRITE, FC_PATTERN_UNIT, 8);
    expect_stream("for (int i = 0; i < n; i++) q[i].y = 1;", FC_WRITE, FC_PATTERN_STRIDED, 16);
    expect_stream("for (int i = 0; i < n; i++) p[i * m] = 1;", FC_WRITE, FC_PATTERN_STRIDED, 0);
    /* rows of unknown length, and the fixed elements of an array in a record, which count as fields */
    expect_stream("int w = (int)c[1]; for (int i = 0; i < n; i++) b[m * w + i] = 1;", FC_WRITE, FC_PATTERN_UNIT, 8);
    expect_stream("for (int i = 0; i < n; i++) b[m * now->size[1] + i] = 1;", FC_WRITE, FC_PATTERN_UNIT, 8);
    expect_stream("for (int i = 0; i < n; i += m) b[i] = 1;", FC_WRITE, FC_PATTERN_STRIDED, 0);
    expect_stream("for (int i = 1; i < n; i *= 2) b[i] = 1;", FC_WRITE, FC_PATTERN_STRIDED, 0);
    expect_stream("for (int i = 0; i < (int)c[1]; i++) b[i] = 1;", FC_READ, FC_PATTERN_UNIT, 0); /* c[1] is constant */
}

/* Pointers that a loop moves, whatever statement does. */
static void test_regions_streams__walking_pointers(void **state)
{
    (void)state;
    expect_stream("const double *w = b; for (int i = 0; i < n; i++) s += *w++;", FC_READ, FC_PATTERN_UNIT, 8);
    expect_stream("const double *w = b; while (w < b + n) s += *w++;", FC_READ, FC_PATTERN_UNIT, 8);
    expect_stream("double *w = b; for (int i = 0; i < n; i++, w += 3) *w = 1;", FC_WRITE, FC_PATTERN_STRIDED, 24);
    expect_stream("double *w = b; for (int i = 0; i < n; i++) { s += w[1]; w = w + 2; }", FC_READ, FC_PATTERN_STRIDED,
                  16);
    expect_stream("for (double *w = b; w < b + n; w++) *w = 1;", FC_WRITE, FC_PATTERN_UNIT, 8);
    expect_stream("for (double *w = b + n; w > b;) *--w = 1;", FC_WRITE, FC_PATTERN_UNIT, -8);
    expect_stream("for (struct p *w = q; w < q + n; w++) w->x = 1;", FC_WRITE, FC_PATTERN_STRIDED, 16);
    expect_stream("const struct p *w = q, *e = q + n; while (w != e) { s += w->y; w++; }", FC_READ, FC_PATTERN_STRIDED,
                  16);
    expect_stream("struct p *w; for (int i = 0; i < n; i++) { w = q + i; w->x = 1; }", FC_WRITE, FC_PATTERN_STRIDED,
                  16);
}

/* Bytes between iterations in terms of the procedure's variables; at n = 5, m = 7. NULL: they differ, or are constant.
 */
static void test_regions_streams__strides_that_are_no_constants(void **state)
{
    (void)state;
    static const struct {
        const char *loop;
        double stride; /* 0: none */
    } row[] = {
        {"for (int i = 0; i < n; i++) p[i * m] = 1;", 56}, {"for (int i = 0; i < n; i++) p[3 + (n - i) * m] = 1;", -56},
        {"for (int i = 0; i < n; i += m) b[i] = 1;", 56},  {"for (int i = 0; i < n; i++) g[i * (n + 1)] = 1;", 24},
        {"for (int i = 0; i < n; i++) b[2 * i] = 1;", 0},  {"for (int i = 0; i < n; i++) b[i * i] = 1;", 0},
        {"for (int i = 1; i < n; i *= 2) b[i] = 1;", 0}};
    static const named_value values[] = {{"n", 5}, {"m", 7}, {NULL, 0}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        analyzed a;
        open_loop(&a, row[i].loop);
        const fc_access_stream *stream = stream_of(&a, 0);
        double is = stream->stride ? evaluated(&a, stream->stride, values) : 0;
        if (is != row[i].stride)
            fail_msg("%s: %g", row[i].loop, is);
        assert_int_equal(fc_region_model_n_sizes(region_at(&a, 8)), row[i].stride != 0 ? 2 : 1);
        assert_int_equal(fc_region_model_stride_at(region_at(&a, 8), 0), row[i].stride != 0 ? 1 : 0);
        analyzed_close(&a);
    }
}

/* An accessor's address is that of its arguments. */
static void test_regions_streams__accessors_are_their_address(void **state)
{
    (void)state;
    analyzed a;
    expect_stream("for (int i = 0; i < n; i++) *at(b, n, i, m) = 1;", FC_WRITE, FC_PATTERN_UNIT, 8);
    expect_stream("for (int i = 0; i < n; i++) *at(&A[0][0], 40, m, i) += 1;", FC_UPDATE, FC_PATTERN_STRIDED, 320);
    expect_stream("for (int i = 0; i < n; i++) at(b, n, 0, m)[i] = 1;", FC_WRITE, FC_PATTERN_UNIT, 8);
    open_loop(&a, "for (int i = 0; i < n; i++) *at(b, m, i, 2) = *at(c, m, i, 3);");
    assert_ptr_equal(stream_of(&a, 0)->base, symbol_named(a.program, "b"));
    assert_ptr_equal(stream_of(&a, 1)->base, symbol_named(a.program, "c"));
    analyzed_close(&a);
}

static void test_regions_streams__loops_that_data_ends_have_strides_too(void **state)
{
    (void)state;
    analyzed a;
    open_loop(&a, "for (int i = 0; i < (int)c[1]; i++) b[i] = 1;");
    assert_true(stream_of(&a, 0)->stands);
    assert_false(stream_of(&a, 1)->stands);
    assert_int_equal(stream_of(&a, 1)->pattern, FC_PATTERN_UNIT);
    assert_true(stream_of(&a, 1)->stride_bytes == 8);
    analyzed_close(&a);
}

static void test_regions_streams__indirect_places_are_random(void **state)
{
    (void)state;
    analyzed a;
    open_loop(&a, "for (int i = 0; i < n; i++) s += b[k[i]];");
    assert_int_equal(stream_of(&a, 0)->pattern, FC_PATTERN_RANDOM);
    assert_null(stream_of(&a, 0)->offset);
    assert_ptr_equal(stream_of(&a, 0)->base, symbol_named(a.program, "b"));
    assert_int_equal(stream_of(&a, 1)->pattern, FC_PATTERN_UNIT);
    assert_int_equal(stream_of(&a, 1)->element_bytes, 4);
    analyzed_close(&a);
}

/* A row is gathered as a whole: the loop over it begins at another place each time, and then continues. An element of
 * the row that the loop does not move is loaded once. */
static void test_regions_streams__gathered_rows_start_anew(void **state)
{
    (void)state;
    static const char *const row[] = {"A[k[j]][i]", "A[r][i]", "b[40 * r + i]"};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        analyzed a;
        char *loop = fc_format("for (int j = 0; j < m; j++) { int r = k[j];\n"
                               "    for (int i = 0; i < n; i++) s += %s * c[r]; t += r; }",
                               row[i]);
        open_loop(&a, loop);
        const fc_region_model *region = region_at(&a, 9);
        const fc_access_stream *first = &region->stream[0], *last = &region->stream[region->n_streams - 1];
        if (first->pattern != FC_PATTERN_UNIT || first->stride_bytes != 8 || first->starts != 1 || first->offset)
            fail_msg("%s: pattern %d, stride %g, starts %g", row[i], first->pattern, first->stride_bytes,
                     first->starts);
        assert_true(fc_streams_is_gather(first, a.analysis->control));
        assert_true(last->stands && last->starts == 0);
        analyzed_close(&a);
        free(loop);
    }
}

/* A gathered column: lines at a known distance, from another place each time. */
static void test_regions_streams__gathered_columns_have_a_stride(void **state)
{
    (void)state;
    analyzed a;
    open_loop(&a, "for (int j = 0; j < m; j++) { int r = k[j];\n    for (int i = 0; i < n; i++) s += A[i][r]; }");
    const fc_access_stream *stream = &region_at(&a, 9)->stream[0];
    assert_int_equal(stream->pattern, FC_PATTERN_STRIDED);
    assert_true(stream->stride_bytes == 320 && !stream->offset && !stream->stands);
    analyzed_close(&a);
}

/* Streams of the loop and its surrounding nest that are gathers from q; *reads: of doubles, in total. */
static int picked_from_q(const char *loop, int bytes, double *reads)
{
    analyzed a;
    open_loop(&a, loop);
    int n = 0;
    *reads = 0;
    for (size_t r = 0; r < a.analysis->n_regions; r++) {
        const fc_region_model *region = a.analysis->region[r];
        *reads += region->reads[FC_F64];
        for (size_t s = 0; s < region->n_streams; s++) {
            const fc_access_stream *stream = &region->stream[s];
            if (stream->base != symbol_named(a.program, "q"))
                continue;
            assert_int_equal(stream->pattern, FC_PATTERN_RANDOM);
            assert_int_equal(stream->element_bytes, bytes);
            assert_true(!stream->offset && !stream->stands && stream->share == 1);
            n++;
        }
    }
    analyzed_close(&a);
    return n;
}

/* A record of two doubles is a stream of 16 bytes, for any number of its fields read. */
static void test_regions_streams__gathered_records_are_random(void **state)
{
    (void)state;
    static const struct {
        const char *loop;
        int streams, reads;
    } list[] = {
        {"for (int i = 0; i < n; i++) { struct p *at = &q[k[i]]; s += at->x * at->y; }", 1, 2},
        {"for (int i = 0; i < n; i++) { int j = k[i]; struct p *at = q + j; s += at->y; }", 1, 1},
        {"for (int i = 0; i < n; i++) { struct p *at = &q[k[i]], *next = at + 1; s += next->x - at->x; }", 2, 2},
        {"for (int i = 0; i < n; i++) { struct p *at = q; if (i > m) at = &q[k[i]]; s += at->x; }", 1, 1},
        {"struct p *at = &q[k[m]]; for (int i = 0; i < n; i++) s += at->x * i;", 0, 0},       /* gathered once */
        {"struct p *at = &q[k[m]]; for (int i = 0; i < n; i++) { s += at->x; at++; }", 0, 1}, /* and walked */
        {"struct p *at = &q[k[m]]; for (int i = 0; i < n; i++) { s += at->x; at = at + 1; }", 0, 1},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        double reads;
        int n = picked_from_q(list[i].loop, 16, &reads);
        if (n != list[i].streams || reads != list[i].reads)
            fail_msg("%s: %d streams, %g reads", list[i].loop, n, reads);
    }
}

/* A pointer that the loop moves along an array of records of 16 bytes: their fields are loaded, whatever the name. */
static void test_regions_streams__walked_records_are_elements(void **state)
{
    (void)state;
    static const struct {
        const char *loop;
        double stride;
        int reads;
    } list[] = {{"for (int i = 0; i < n; i++) { struct p *at = &q[i]; s += at->x * at->y; }", 16, 2},
                {"for (int i = 0; i < n; i++) { struct p *at = q + 3 * i; s += at->y; }", 48, 1},
                {"for (int i = 0; i < n; i++) { struct p *at = &q[i]; at->x += q[i].x; }", 16, 2},
                {"for (int i = n; i > 0; i--) { const struct p *at = &q[i]; s += at->x; }", -16, 1}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        analyzed a;
        open_loop(&a, list[i].loop);
        const fc_region_model *region = region_at(&a, 8);
        assert_int_equal(region->n_streams, 1);
        const fc_access_stream *stream = &region->stream[0];
        if (stream->pattern != FC_PATTERN_STRIDED || stream->stride_bytes != list[i].stride ||
            region->reads[FC_F64] != list[i].reads)
            fail_msg("%s: stride %g, %g reads", list[i].loop, stream->stride_bytes, region->reads[FC_F64]);
        analyzed_close(&a);
    }
}

/* A procedure that is called with each record of an array loads its fields; called with one record, or in its own loop,
 * it keeps them in registers. */
static void test_regions_streams__records_that_callers_walk(void **state)
{
    (void)state;
    static const struct {
        const char *call, *body;
        int reads, streams;
    } list[] = {{"for (int i = 0; i < n; i++) push(&all[i]);", "w->x += w->v;", 2, 1},
                {"for (struct p *w = all; w < all + n; w++) push(w);", "w->x += w->v;", 2, 1},
                {"for (int i = 0; i < n; i++) push(&all[5]);", "w->x += w->v;", 0, 0},
                {"for (int i = 0; i < n; i++) push(&all[i]);", "for (int k = 0; k < 99; k++) w->x += w->v;", 0, 0}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        analyzed a;
        char *source = fc_format("struct p { double x, v; } all[50];\nvoid push(struct p *w)\n{\n    %s\n}\n"
                                 "void f(int n)\n{\n    %s\n}\n",
                                 list[i].body, list[i].call);
        analyzed_open(&a, source);
        double reads = 0;
        int n = 0;
        for (size_t r = 0; r < a.analysis->n_regions; r++) {
            const fc_region_model *region = a.analysis->region[r];
            reads += region->reads[FC_F64];
            n += (int)region->n_streams;
            assert_true(region->n_streams == 0 ||
                        (region->stream[0].pattern == FC_PATTERN_STRIDED && region->stream[0].stride_bytes == 16));
        }
        if (reads != list[i].reads || n != list[i].streams)
            fail_msg("%s %s: %g reads, %d streams", list[i].call, list[i].body, reads, n);
        analyzed_close(&a);
        free(source);
    }
}

/* Down the columns of A, one after the other: an element is 8 bytes of a line of 64, so one column in eight fetches new
 * lines, for floats one in sixteen; and each of them if the columns are 10 apart. */
static void test_regions_streams__one_column_in_eight_brings_lines(void **state)
{
    (void)state;
    static const struct {
        const char *loops;
        double share; /* of the stream that fetches lines; 0: there is none */
    } list[] = {{"for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) s += A[i][j];", 1 / 8.0},
                {"for (int j = 0; j < m; j += 2) for (int i = 0; i < n; i++) s += A[i][j];", 1 / 4.0},
                {"for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) s += g[i * n + j];", 1 / 16.0},
                {"for (int j = 0; j < m; j += 10) for (int i = 0; i < n; i++) s += A[i][j];", 0},
                {"for (int j = 0; j < m; j++) for (int i = 0; i < n; i++) s += A[j][i];", 0},
                {"for (int i = 0; i < n; i++) s += A[i][m];", 0}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        analyzed a;
        open_loop(&a, list[k].loops);
        const fc_region_model *region = region_at(&a, 8);
        assert_int_equal(region->n_streams, list[k].share > 0 ? 2 : 1);
        assert_true(region->stream[0].share == 1 - list[k].share && !region->stream[0].brings);
        if (list[k].share > 0)
            assert_true(region->stream[1].share == list[k].share && region->stream[1].brings);
        analyzed_close(&a);
    }
}

/* In tiles a row of one is a short row: the next iteration continues in another row. A whole row continues where the
 * next begins, as far as is known; so do blocks of one row, and rows of a triangle have an end each. Down the columns
 * of a tile one column in eight fetches lines, and starts. */
static void test_regions_streams__rows_of_tiles_start_anew(void **state)
{
    (void)state;
#define TILES "for (int i = 0; i < n; i += m) for (int j = 0; j < n; j += m) "
    static const struct {
        const char *loops;
        double starts; /* of the last stream */
    } list[] = {
        {TILES "for (int r = i; r < i + m; r++) for (int k = j; k < j + m; k++) s += p[r * n + k];", 1},
        {TILES "for (int r = i; r < i + m; r++) for (int k = j; k < j + m; k++) s += p[k * n + r];", 1 / 8.0},
        {"for (int r = 0; r < n; r++) for (int k = 0; k < n; k++) s += p[r * n + k];", 0},
        {"for (int r = 0; r < n; r++) for (int j = 0; j < n; j += m) for (int k = j; k < j + m; k++) s += p[r * n + "
         "k];",
         0},
        {"for (int j = 0; j < n; j++) for (int r = j; r < n; r++) for (int k = j; k < n; k++) s += p[r * n + k];", 0},
        {"for (int r = 0; r < n; r++) for (int k = 0; k < 5; k++) s += p[k * n + r];", 0}};
#undef TILES
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        analyzed a;
        open_loop(&a, list[k].loops);
        const fc_region_model *region = region_at(&a, 8);
        double starts = region->stream[region->n_streams - 1].starts;
        if (starts != list[k].starts)
            fail_msg("%s: %g", list[k].loops, starts);
        analyzed_close(&a);
    }
}

/* A column of five elements is fetched row by row, as if unrolled: a stream along the rows. */
static void test_regions_streams__short_columns_go_along_the_rows(void **state)
{
    (void)state;
    analyzed a;
    open_loop(&a, "for (int j = 0; j < m; j++) for (int i = 0; i < 5; i++) s += A[i][j];");
    assert_int_equal(region_at(&a, 8)->n_streams, 1);
    assert_int_equal(stream_of(&a, 0)->pattern, FC_PATTERN_UNIT);
    assert_true(stream_of(&a, 0)->stride_bytes == 8 && stream_of(&a, 0)->share == 1 && stream_of(&a, 0)->brings);
    analyzed_close(&a);
}

/* Of a window of w elements that moves by one, one in w is new; by two, two; by w, all, which is no window. */
static void test_regions_streams__windows_open_at_one_end(void **state)
{
    (void)state;
    static const struct {
        const char *loops;
        double share; /* of the stream that opens a window; 0: there is none */
    } list[] = {
        {"for (int i = 0; i < n; i++) for (int k = 0; k < 20; k++) s += b[i + k];", 1 / 20.0},
        {"for (int i = 0; i < n; i++) for (int k = -2; k <= 2; k++) s += b[i - k];", 1 / 5.0},
        {"for (int i = 0; i < n; i += 2) for (int k = 0; k < 5; k++) s += b[i + k];", 2 / 5.0},
        {"for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) for (int k = 0; k < 5; k++) s += p[(i + k) * m + j];",
         1 / 5.0},
        {"for (int i = 0; i < n; i++) for (int k = 0; k < m; k++) s += b[i + k];", 0},
        {"for (int i = 0; i < n; i += 5) for (int k = 0; k < 5; k++) s += b[i + k];", 0}};
    for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
        analyzed a;
        open_loop(&a, list[k].loops);
        const fc_region_model *region = region_at(&a, 8);
        assert_int_equal(region->n_streams, list[k].share > 0 ? 2 : 1);
        assert_float_equal(region->stream[0].share, 1 - list[k].share, 1e-12);
        if (list[k].share > 0)
            assert_true(region->stream[1].share == list[k].share && region->stream[1].opens);
        analyzed_close(&a);
    }
}

static void test_regions_streams__followers_know_who_leads(void **state)
{
    (void)state;
    analyzed a;
    /* upwards b[i + 2] fetches the element that b[i] reads two iterations later; c has one stream */
    open_loop(&a, "for (int i = 1; i < n; i++) c[i] = b[i] + b[i + 2] + b[i];");
    const fc_region_model *region = region_at(&a, 8);
    assert_int_equal(region->n_streams, 3); /* c[i], b[i] once, b[i + 2] */
    for (size_t i = 0; i < 3; i++) {
        const fc_access_stream *stream = &region->stream[i];
        double lag = stream->lag ? evaluated(&a, stream->lag, VALUES({"n", 9})) : 0;
        double at = evaluated(&a, stream->offset, VALUES({"i", 5}, {"n", 9}));
        assert_true(lag == (at == 5 && stream->base == symbol_named(a.program, "b") ? 2 : 0));
    }
    analyzed_close(&a);
    /* downwards b[i - 1] leads */
    open_loop(&a, "for (int i = n; i > 0; i--) s += b[i] * b[i - 1];");
    const fc_access_stream *first = stream_of(&a, 0), *second = stream_of(&a, 1);
    assert_non_null(first->lag);
    assert_null(second->lag);
    analyzed_close(&a);
}

static void expect_chain(const char *loop, int flags, fc_operation operation, double n)
{
    analyzed a;
    open_loop(&a, loop);
    const fc_region_model *region = region_at(&a, 8);
    int chain = region->flags & (FC_REGION_RECURRENCE | FC_REGION_RECURRENCE_MEMORY);
    if (chain != flags || (flags && region->chain[operation][FC_F64] != n))
        fail_msg("%s: flags %d, add %g, mul %g, madd %g", loop, chain, region->chain[FC_OP_CLASS_ADD][FC_F64],
                 region->chain[FC_OP_CLASS_MULTIPLY][FC_F64], region->chain[FC_OP_CLASS_MADD][FC_F64]);
    analyzed_close(&a);
}

static void test_regions_streams__chains_that_iterations_hand_on(void **state)
{
    (void)state;
    enum {
        MEMORY = FC_REGION_RECURRENCE | FC_REGION_RECURRENCE_MEMORY
    };
    expect_chain("for (int i = 0; i < n; i++) s += b[i];", FC_REGION_RECURRENCE, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) s += b[i] * c[i];", FC_REGION_RECURRENCE, FC_OP_CLASS_MADD, 1);
    expect_chain("for (int i = 0; i < n; i++) s = b[i] * (s + 1);", FC_REGION_RECURRENCE, FC_OP_CLASS_MULTIPLY, 1);
    expect_chain("for (int i = 0; i < n; i++) c[i] = b[i] + 1;", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 1; i < n; i++) b[i] = b[i - 1] + c[i];", MEMORY, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 1; i < n; i++) b[i] = b[i + 1] + c[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = n; i > 0; i--) b[i] = b[i + 1] + c[i];", MEMORY, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 2; i < n; i += 2) b[i] = b[i - 1] + c[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 2; i < n; i += 2) b[i] = b[i - 2] + c[i];", MEMORY, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) b[m] += c[i];", FC_REGION_RECURRENCE, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) { b[m] += c[i]; c[i] = 0; }", MEMORY, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) { double v = b[i]; c[i] = v + v; }", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 0; i < n; i++) if (c[i] > 0) s += b[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 0; i < n; i++) if (i != m) s += b[i];", FC_REGION_RECURRENCE, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) if (m == i) t = 2; else s += b[i];", FC_REGION_RECURRENCE,
                 FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) if (i == m) s += b[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 0; i < n; i++) if (i != k[i]) s += b[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 1; i < n; i++) if (c[i] > 0) b[i] = b[i - 1] + c[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 1; i < n; i++) q[i].x = q[i - 1].y + c[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 1; i < n; i++) q[i].x = q[i - 1].x + c[i];", MEMORY, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) many[i].v[1] += c[i];", 0, FC_OP_CLASS_ADD, 0);
    expect_chain("for (int i = 0; i < n; i++) many[m].v[1] += c[i];", FC_REGION_RECURRENCE, FC_OP_CLASS_ADD, 1);
    expect_chain("for (int i = 0; i < n; i++) { struct vector *w = &many[i]; w->v[1] += c[i]; }", 0, FC_OP_CLASS_ADD,
                 0);
}

/* Of the loop's reads the one at `stream`; mispredicts: an iteration. */
static void expect_waits(const char *loop, int stream, double waits, bool is_decided)
{
    analyzed a;
    open_loop(&a, loop);
    const fc_access_stream *read = stream_of(&a, stream);
    double wrong = region_at(&a, 8)->operation[FC_OP_CLASS_MISPREDICT][FC_I32];
    bool is_guessed = waits > 0 && waits < 1;
    if (read->waits != waits || read->decided != is_decided || wrong != (is_guessed ? waits : 0))
        fail_msg("%s: waits %g, decided %d, mispredicts %g", loop, read->waits, read->decided, wrong);
    analyzed_close(&a);
}

/* A read value gives the next address, or selects one of two: a branch mispredicted every other time. No read depends
 * on the position of the maximum so far, on an index without a read after it, or on one that a condition increments. */
static void test_regions_streams__reads_stand_in_chains(void **state)
{
    (void)state;
    expect_waits("for (int i = 0; i < n; i++) m = k[m];", 0, 1, false);
    expect_waits("for (int i = 0; i < n; i++) { int at = k[m] + i; m = at; }", 0, 1, false);
    expect_waits("for (int i = 0; i < n; i++) { int at = k[m]; b[i] = c[at]; m = m + 3; }", 0, 0, false);
    expect_waits("for (int i = 0; i < n; i++) s += c[k[i]];", 0, 0, false);
    expect_waits("while (n - m > 1) { int at = m + (n - m) / 2; if (c[at] > p[0]) n = at; else m = at; }", 0, 0.5,
                 true);
    expect_waits("while (m < n) { int at = (m + n) / 2; if (c[at] < t) m = at + 1; else n = at; }", 0, 0.5, true);
    expect_waits("for (int i = 0; i < n; i++) m = c[m] < t ? 2 * m + 1 : 2 * m + 2;", 0, 0.5, true);
    expect_waits("for (int i = 0; i < n; i++) m = 2 * m + (c[m] < t);", 0, 1, false);
    expect_waits("for (int i = 0; i < n; i++) if (c[i] > b[m]) m = i;", 1, 0, false);
    expect_waits("for (int i = 0; i < n; i++) if (c[i] > s) s = c[i];", 0, 0, false);
    expect_waits("for (int i = 0; i < n; i++) if (c[i] > 0) { b[m] = c[i]; m++; }", 0, 0, false);
}

/* A division by a power of two is a shift, not a division of 26 cycles. */
static void test_regions_streams__chains_divide_as_compilers_do(void **state)
{
    (void)state;
    analyzed a;
    open_loop(&a, "for (int i = 0; i < n; i++) m = (m + k[i]) / 2;");
    const fc_region_model *region = region_at(&a, 8);
    assert_true(region->chain[FC_OP_CLASS_BIT][FC_I32] == 1 && region->chain[FC_OP_CLASS_ADD][FC_I32] == 1);
    assert_true(region->chain[FC_OP_CLASS_DIVIDE][FC_I32] == 0);
    analyzed_close(&a);
}

/* Gauss-Seidel: ((left + right) + above) + below, times 1/4. Values of the row above and of the next point are not from
 * the iteration before. */
static void test_regions_streams__chains_hold_all_between_load_and_store(void **state)
{
    enum {
        MEMORY = FC_REGION_RECURRENCE | FC_REGION_RECURRENCE_MEMORY
    };
    (void)state;
    static const char *const sweep = "for (int j = 1; j < 39; j++) A[m][j] = 0.25 * (A[m][j - 1] + A[m][j + 1] + "
                                     "A[m - 1][j] + A[m + 1][j]);";
    expect_chain(sweep, MEMORY, FC_OP_CLASS_ADD, 3);
    expect_chain(sweep, MEMORY, FC_OP_CLASS_MULTIPLY, 1);
    static const char *const late = "for (int j = 1; j < 39; j++) A[m][j] = (A[m][j + 1] + A[m + 1][j]) + A[m][j - 1];";
    expect_chain(late, MEMORY, FC_OP_CLASS_ADD, 1);
    static const char *const by_hand =
        "for (int j = 1; j < 39; j++) { double sum = A[m][j - 1] + A[m][j + 1], v = sum / 2; "
        "s += v * v; A[m][j] = v; }";
    expect_chain(by_hand, MEMORY, FC_OP_CLASS_ADD, 1);
    expect_chain(by_hand, MEMORY, FC_OP_CLASS_DIVIDE, 1);
    /* Thomas algorithm: a fused product and difference, then a division */
    static const char *const thomas = "for (int i = 1; i < n; i++) b[i] = c[i] / (c[i] - b[i - 1] * p[i]);";
    expect_chain(thomas, MEMORY, FC_OP_CLASS_DIVIDE, 1);
    expect_chain(thomas, MEMORY, FC_OP_CLASS_MULTIPLY, 1);
    /* the longer of two paths */
    static const char *const two = "for (int i = 0; i < n; i++) s = (s * b[i] + c[i]) * 2 - s;";
    expect_chain(two, FC_REGION_RECURRENCE, FC_OP_CLASS_MULTIPLY, 2);
    expect_chain("for (int i = 0; i < n; i++) s = sqrt(s) + b[i];", FC_REGION_RECURRENCE, FC_OP_CLASS_SQRT, 1);
}

/* Jacobi and Gauss-Seidel on arrays behind pointers in records: only the latter carries a value. */
static void test_regions_streams__arrays_of_two_records_are_two(void **state)
{
    enum {
        MEMORY = FC_REGION_RECURRENCE | FC_REGION_RECURRENCE_MEMORY
    };
    (void)state;
    static const struct {
        const char *loop;
        int flags;
    } list[] = {
        {"for (int i = 1; i < n; i++) now->data[i] = old->data[i - 1] + c[i];", 0},
        {"for (int i = 1; i < n; i++) now->data[i] = now->data[i - 1] + c[i];", MEMORY},
        {"for (int i = 1; i < n; i++) both[0].data[i] = both[1].data[i - 1] + c[i];", 0},
        {"for (int i = 1; i < n; i++) both[m].data[i] = both[m].data[i - 1] + c[i];", MEMORY},
        {"for (int i = 1; i < n; i++) both[1 - m].data[i] = both[m].data[i - 1] + c[i];", 0},
        {"struct grid *g = now; for (int i = 1; i < n; i++) g->data[i] = now->data[i - 1] + c[i];", MEMORY},
        {"struct grid *g = &both[1]; for (int i = 1; i < n; i++) g->data[i] = both[1].data[i - 1] + c[i];", MEMORY},
        {"double *d = now->data; for (int i = 1; i < n; i++) d[i] = old->data[i - 1] + c[i];", 0},
        {"double *d = now->data; for (int i = 1; i < n; i++) d[i] = now->data[i - 1] + c[i];", MEMORY},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        expect_chain(list[i].loop, list[i].flags, FC_OP_CLASS_ADD, list[i].flags ? 1 : 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_streams__strides_in_bytes),
        cmocka_unit_test(test_regions_streams__walking_pointers),
        cmocka_unit_test(test_regions_streams__strides_that_are_no_constants),
        cmocka_unit_test(test_regions_streams__loops_that_data_ends_have_strides_too),
        cmocka_unit_test(test_regions_streams__indirect_places_are_random),
        cmocka_unit_test(test_regions_streams__gathered_rows_start_anew),
        cmocka_unit_test(test_regions_streams__gathered_columns_have_a_stride),
        cmocka_unit_test(test_regions_streams__gathered_records_are_random),
        cmocka_unit_test(test_regions_streams__walked_records_are_elements),
        cmocka_unit_test(test_regions_streams__records_that_callers_walk),
        cmocka_unit_test(test_regions_streams__one_column_in_eight_brings_lines),
        cmocka_unit_test(test_regions_streams__rows_of_tiles_start_anew),
        cmocka_unit_test(test_regions_streams__short_columns_go_along_the_rows),
        cmocka_unit_test(test_regions_streams__windows_open_at_one_end),
        cmocka_unit_test(test_regions_streams__followers_know_who_leads),
        cmocka_unit_test(test_regions_streams__chains_that_iterations_hand_on),
        cmocka_unit_test(test_regions_streams__chains_hold_all_between_load_and_store),
        cmocka_unit_test(test_regions_streams__accessors_are_their_address),
        cmocka_unit_test(test_regions_streams__reads_stand_in_chains),
        cmocka_unit_test(test_regions_streams__chains_divide_as_compilers_do),
        cmocka_unit_test(test_regions_streams__arrays_of_two_records_are_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
