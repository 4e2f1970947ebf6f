/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of a listing, counted by hand; and given in iterations of the source. */
#include "testsuite/unit/analyzed_program.h"

#include "analyzer/frontend/parsing/machine_code.h"
#include "analyzer/regions/machine_code.h"

#include <math.h>

/* The listing's lines say "@:6"; @ stands for the file itself, which has to exist. */
static char *listing_of(const char *text, const char *path)
{
    fc_text out = {0};
    for (const char *at = text; *at; at++)
        if (*at == '@' && at[1] == ':')
            fc_text_add(&out, "%s", path);
        else
            fc_text_append(&out, at, 1);
    return fc_text_take(&out);
}

static void read_listing(analyzed *a, const char *text)
{
    char *path = realpath(a->program->file[0].path, NULL), *listing = listing_of(text, path);
    assert_non_null(path);
    fc_machine_code_read(a->all.program, listing, NULL);
    free(listing);
    free(path);
}

static const char *const source = "double a[100], d[100];\n"
                                  "void f(int n, double x)\n{\n"
                                  "    for (int j = 0; j < n; j++)\n"
                                  "        for (int i = 0; i < n; i++)\n"
                                  "            d[i] += a[i] * x;\n"
                                  "    for (int i = 0; i < n; i++)\n"
                                  "        d[i] = x;\n"
                                  "}\n";

/* gcc -O2: one element an iteration, across the line that ends at 0x1440; in an outer loop, which is no loop of its
 * own. */
static const char *const scalar = "\na.out:     file format elf64-x86-64\n\n0000000000001410 <f>:\nf():\n@:6\n"
                                  "    1420:\tmovsd  (%rcx),%xmm1\n"
                                  "    1430:\tmovsd  (%rdx,%rax,8),%xmm0\n"
                                  "    1435:\tmulsd  %xmm1,%xmm0\n"
                                  "    1439:\taddsd  (%rbx,%rax,8),%xmm0\n"
                                  "    143e:\tmovsd  %xmm0,(%rbx,%rax,8)\n"
                                  "@:5 (discriminator 3)\n"
                                  "    1443:\tadd    $0x1,%rax\n"
                                  "    1447:\tcmp    %eax,%ebp\n"
                                  "    1449:\tjg     1430 <f+0x20>\n"
                                  "    144b:\tadd    $0x8,%rcx\n"
                                  "    1452:\tcmp    %rcx,%r15\n"
                                  "    1455:\tjne    1420 <f+0x10>\n"
                                  "    1457:\tret\n";

/* gcc -O3 -march=native: two rows of 16 elements an iteration; then a scalar rest, and the other loop with a vector
 * store. */
static const char *const jammed = "0000000000001150 <main>:\nmain():\n@:6\n"
                                  "    15a0:\tvmovupd (%rdi,%rdx,1),%zmm1\n"
                                  "    15a7:\tvmovupd 0x40(%rdi,%rdx,1),%zmm0\n"
                                  "    15af:\tsub    $0xffffffffffffff80,%rsi\n"
                                  "    15b3:\tvfmadd213pd -0x80(%rsi),%zmm3,%zmm1\n"
                                  "    15ba:\tvfmadd213pd -0x40(%rsi),%zmm3,%zmm0\n"
                                  "    15c1:\tvfmadd231pd (%r8,%rdx,1),%zmm2,%zmm1\n"
                                  "    15c8:\tvfmadd231pd 0x40(%r8,%rdx,1),%zmm2,%zmm0\n"
                                  "    15d0:\tsub    $0xffffffffffffff80,%rdx\n"
                                  "    15d4:\tvmovupd %zmm1,-0x80(%rsi)\n"
                                  "    15db:\tvmovupd %zmm0,-0x40(%rsi)\n"
                                  "    15e2:\tcmp    %rdx,%r9\n"
                                  "    15e5:\tjne    15a0 <main+0x450>\n"
                                  "    15f0:\tvmovsd (%r12,%rdx,8),%xmm0\n"
                                  "    15f6:\tvfmadd213sd (%rcx),%xmm4,%xmm0\n"
                                  "    15fb:\tvmovsd %xmm0,(%rcx)\n"
                                  "    15ff:\tlea    0x8(%rcx),%rcx\n"
                                  "    1603:\tjle    15f0 <main+0x4a0>\n"
                                  "@:8\n"
                                  "    1640:\tvmovupd %ymm0,(%rax)\n"
                                  "    1644:\tnopw   0x0(%rax,%rax,1)\n"
                                  "    164a:\tadd    $0x20,%rax\n"
                                  "    164e:\tjne    1640 <main+0x4f0>\n"
                                  "    1650:\tret\n"
                                  "/usr/include/other.h:6\n"
                                  "    1660:\tjne    1660 <main+0x510>\n"
                                  "    1662:\tret\n";

static void expect_code(const fc_code_loop *is, const fc_code_loop *wanted)
{
    assert_int_equal(is->line, wanted->line);
    assert_int_equal(is->lines, wanted->lines);
    assert_int_equal(is->vector_bytes, wanted->vector_bytes);
    assert_int_equal(is->real_operations, wanted->real_operations);
    assert_int_equal(is->load_bytes, wanted->load_bytes);
    assert_int_equal(is->store_bytes, wanted->store_bytes);
    assert_int_equal(is->n_real, wanted->n_real);
    assert_int_equal(is->n_loads, wanted->n_loads);
    assert_int_equal(is->n_stores, wanted->n_stores);
}

/* Widths of memory operands, counted by hand: 1 + 1 + 2 + 4 + 8 bytes loaded, with conversions 4 + 8 + 4 more, none of
 * them a vector; 1 + 1 + 1 + 2 + 4 + 8 + 8 stored. */
static const char *const widths = "0000000000001410 <f>:\nf():\n@:6\n"
                                  "    1420:\tcmpb   $0x0,(%r9)\n"
                                  "    1424:\tcmp    %r8b,(%r9)\n"
                                  "    1428:\tcmp    %ax,(%r9)\n"
                                  "    142c:\tmov    (%rcx),%r10d\n"
                                  "    1430:\tmov    (%rdx,%rax,8),%rbp\n"
                                  "    1434:\tmovb   $0x1,(%r15,%rax,1)\n"
                                  "    1438:\tmov    %sil,(%r15,%rax,1)\n"
                                  "    143c:\tsetb   (%rdi)\n"
                                  "    1440:\tmovw   $0x1,(%r15,%rax,1)\n"
                                  "    1444:\tmov    %edx,(%r15,%rax,1)\n"
                                  "    1448:\tmovq   $0x1,(%r15,%rax,1)\n"
                                  "    144c:\tmov    %r8,(%r15,%rax,1)\n"
                                  "    1450:\tcvtsi2sdl (%rcx),%xmm1\n"
                                  "    1454:\tcvtsi2sdq (%rcx),%xmm1\n"
                                  "    1458:\tcvtss2sd (%rcx),%xmm1\n"
                                  "    145c:\tjg     1420 <f+0x10>\n"
                                  "    145e:\tret\n";

static void test_regions_machine_code__widths_of_operands(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, source);
    read_listing(&a, widths);
    assert_int_equal(a.program->n_code, 1);
    expect_code(
        &a.program->code[0],
        &(fc_code_loop){.line = 6, .lines = 2, .load_bytes = 32, .store_bytes = 25, .n_loads = 8, .n_stores = 7});
    analyzed_close(&a);
}

static void test_regions_machine_code__scalar_loop_across_a_line(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, source);
    read_listing(&a, scalar);
    assert_int_equal(a.program->n_code, 1);
    expect_code(&a.program->code[0], &(fc_code_loop){.line = 6,
                                                     .lines = 2,
                                                     .real_operations = 2,
                                                     .load_bytes = 16,
                                                     .store_bytes = 8,
                                                     .n_real = 2,
                                                     .n_loads = 2,
                                                     .n_stores = 1});
    fc_code code = fc_machine_code_of(a.program, region_at(&a, 5));
    assert_true(code.iterations == 1 && code.lines == 2 && code.loads == 1 && code.stores == 1);
    assert_true(code.n_loads == 2 && code.n_stores == 1 && code.lanes == 1);
    assert_true(code.instructions == 7 && a.program->code[0].n_instructions == 7);
    assert_int_equal(code.vector_bytes, 0);
    assert_true(fc_machine_code_of(a.program, region_at(&a, 7)).iterations == 0);
    assert_false(fc_machine_code_has_moves(a.program, region_at(&a, 5)));
    analyzed_close(&a);
}

/* gcc -O2, which computes a[i] * x once: four real operations of five, on two elements an iteration, as the stores
 * show.
 */
static void test_regions_machine_code__stores_show_iterations(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "double a[100], d[100];\n"
                      "void f(int n, double x)\n{\n"
                      "    for (int i = 0; i < n; i++)\n"
                      "        d[i] = (a[i] * x - 1) + (a[i] * x) * x;\n"
                      "}\n");
    read_listing(&a, "0000000000001150 <f>:\nf():\n@:5\n"
                     "    1200:\tmovupd (%rdi,%rdx,1),%xmm0\n"
                     "    1207:\tmulpd  %xmm2,%xmm0\n"
                     "    120b:\tmovapd %xmm0,%xmm1\n"
                     "    120f:\tsubpd  %xmm3,%xmm0\n"
                     "    1213:\tmulpd  %xmm2,%xmm1\n"
                     "    1217:\taddpd  %xmm1,%xmm0\n"
                     "    121b:\tmovups %xmm0,(%rsi,%rdx,1)\n"
                     "    1220:\tadd    $0x10,%rdx\n"
                     "    1224:\tcmp    %rdx,%rax\n"
                     "    1227:\tjne    1200 <f+0xb0>\n"
                     "    1229:\tret\n");
    fc_code code = fc_machine_code_of(a.program, region_at(&a, 4));
    assert_true(code.iterations == 2 && code.vector_bytes == 16 && code.stores == 1 && code.lanes == 2);
    analyzed_close(&a);
}

/* gcc -O3 of a record of three numbers for each of two points in vectors: 54 real operations, since each vector
 * computes the sum r anew, for 15 in the source. As many operations as two iterations with half of the stores would be
 * two, where one value is overwritten. */
static void test_regions_machine_code__vectors_compute_a_value_several_times(void **state)
{
    (void)state;
    static const struct {
        int real_operations, store_bytes;
    } row[] = {{54, 48}, {30, 48}, {30, 24}};
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        analyzed a;
        analyzed_open(&a, "double x[300], f[300];\n"
                          "void g(int n)\n{\n"
                          "    for (int i = 0; i < n; i++) {\n"
                          "        double r = x[3 * i] * x[3 * i] + x[3 * i + 1] * x[3 * i + 1];\n"
                          "        r += x[3 * i + 2] * x[3 * i + 2] + 1;\n"
                          "        f[3 * i] = f[3 * i] * 0.5 + r * x[3 * i];\n"
                          "        f[3 * i + 1] = f[3 * i + 1] * 0.5 + r * x[3 * i + 1];\n"
                          "        f[3 * i + 2] = f[3 * i + 2] * 0.5 + r * x[3 * i + 2];\n"
                          "    }\n"
                          "}\n");
        fc_program_add_code(a.all.program, &(fc_code_loop){.line = 5,
                                                           .lines = 6,
                                                           .real_operations = row[i].real_operations,
                                                           .store_bytes = row[i].store_bytes});
        assert_true(fc_machine_code_of(a.program, region_at(&a, 4)).iterations == 2);
        analyzed_close(&a);
    }
}

/* gcc 12, -O2, of a binary search: the values that depend on the comparison are conditional moves. */
static void test_regions_machine_code__conditional_moves(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, source);
    read_listing(&a, "@:6\n"
                     "    11b0:\tsar    %rax\n"
                     "    11b3:\tadd    %rdx,%rax\n"
                     "    11b6:\tmovsd  (%rbx,%rax,8),%xmm0\n"
                     "    11bb:\tcomisd %xmm1,%xmm0\n"
                     "    11bf:\tcmovbe %rax,%rdx\n"
                     "    11c3:\tcmova  %rax,%r9\n"
                     "    11c7:\tmov    %r9,%rax\n"
                     "    11ca:\tsub    %rdx,%rax\n"
                     "    11cd:\tcmp    $0x1,%rax\n"
                     "    11d1:\tjg     11b0 <main+0x100>\n"
                     "    11d3:\tret\n");
    assert_int_equal(a.program->n_code, 1);
    assert_int_equal(a.program->code[0].n_moves, 2);
    assert_true(fc_machine_code_has_moves(a.program, region_at(&a, 5)));
    assert_false(fc_machine_code_has_moves(a.program, region_at(&a, 7)));
    assert_int_equal(fc_machine_code_branches(a.program, region_at(&a, 5)), FC_CODE_NO_BRANCHES);
    assert_int_equal(fc_machine_code_branches(a.program, region_at(&a, 7)), FC_CODE_UNKNOWN);
    analyzed_close(&a);
}

/* A copy without a loop in the code is a call of memcpy: 16 bytes, 2 elements, an iteration with a load and a store. An
 * existing loop is that loop; without code the form is unknown. */
static void test_regions_machine_code__copies_without_a_loop_are_calls(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "double a[100], d[100];\n"
                      "void f(int n, double x)\n{\n"
                      "    for (int i = 0; i < n; i++) a[i] = d[i];\n"
                      "    for (int j = 0; j < n; j++)\n"
                      "        for (int i = 0; i < n; i++) d[i] += a[i] * x;\n"
                      "}\n");
    assert_true(fc_machine_code_of(a.program, region_at(&a, 4)).iterations == 0);
    read_listing(&a, scalar);
    fc_code code = fc_machine_code_of(a.program, region_at(&a, 4));
    assert_true(code.iterations == 2 && code.lines == 1 && code.loads == 1 && code.stores == 1);
    assert_true(code.n_loads == 0.5 && code.n_stores == 0.5);
    assert_int_equal(code.vector_bytes, 16);
    assert_true(fc_machine_code_of(a.program, region_at(&a, 6)).iterations == 1);
    analyzed_close(&a);
}

/* 4 fused of 8 lanes = 64 operations; loads: 4 of a, 2 of d; 2 stores. The source has 2 operations, 2 loads and a store
 * an iteration: 32 iterations in one of the code, 384 / 32 / 16 of its loads, 128 / 32 / 8 of its stores. The rest is
 * not the loop's code, and the header's loop belongs to no loop. */
static void test_regions_machine_code__vectorized_unrolled_and_jammed(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, source);
    read_listing(&a, jammed);
    assert_int_equal(a.program->n_code, 3);
    expect_code(&a.program->code[0], &(fc_code_loop){0, 6, 2, 64, 64, 384, 128, 8, 6, 2, 0, 0, 0, 0, 0});
    expect_code(&a.program->code[1], &(fc_code_loop){.line = 6,
                                                     .lines = 2,
                                                     .real_operations = 2,
                                                     .load_bytes = 16,
                                                     .store_bytes = 8,
                                                     .n_real = 2,
                                                     .n_loads = 2,
                                                     .n_stores = 1});
    expect_code(&a.program->code[2],
                &(fc_code_loop){.line = 8, .lines = 1, .vector_bytes = 32, .store_bytes = 32, .n_stores = 1});
    fc_code code = fc_machine_code_of(a.program, region_at(&a, 5));
    assert_true(code.iterations == 32 && code.lines == 2 && code.loads == 0.75 && code.stores == 0.5);
    assert_true(code.n_loads == 6 / 32.0 && code.n_stores == 2 / 32.0 && code.lanes == 8);
    assert_int_equal(code.vector_bytes, 64);
    code = fc_machine_code_of(a.program, region_at(&a, 7));
    assert_true(code.iterations == 4 && code.lines == 1 && code.stores == 1);
    analyzed_close(&a);
}

/* An iteration of the code with 18 real operations, 2 for each of the source, is 9 iterations: a loop of 5 is
 * completely unrolled in it, with another one, and so is a loop of 9; one of 18 is that code's. For the loop in line 7
 * no code is a loop. */
static void test_regions_machine_code__few_iterations_are_unrolled(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, source);
    assert_false(fc_machine_code_is_unrolled(a.program, region_at(&a, 7), 4));
    fc_program_add_code(a.all.program, &(fc_code_loop){.line = 6, .lines = 1, .real_operations = 18});
    assert_true(fc_machine_code_is_unrolled(a.program, region_at(&a, 5), 5));
    assert_true(fc_machine_code_is_unrolled(a.program, region_at(&a, 5), 9));
    assert_false(fc_machine_code_is_unrolled(a.program, region_at(&a, 5), 18));
    assert_true(fc_machine_code_is_unrolled(a.program, region_at(&a, 7), 4));
    assert_false(fc_machine_code_is_unrolled(a.program, region_at(&a, 7), 100));
    analyzed_close(&a);
}

/* gcc -O2 of a sum over 3 x 3 chars: the inner loop's three loads of a byte in an iteration of the outer one. The inner
 * loop has no loop in the code, but its code is still reported: 3 iterations of one byte. A loop of 5 iterations would
 * have more code. */
static void test_regions_machine_code__chars_in_three_iterations(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "signed char g[90];\n"
                      "int f(int n)\n{\n"
                      "    int s = 0;\n"
                      "    for (int i = 0; i < n; i++)\n"
                      "        for (int j = 0; j < 3; j++)\n"
                      "            s += g[i * 9 + j];\n"
                      "    return s;\n"
                      "}\n");
    read_listing(&a, "0000000000001350 <f>:\nf():\n@:7\n"
                     "    136c:\tmovsbl -0x1(%rdi),%r15d\n"
                     "    1371:\tadd    %r15d,%eax\n"
                     "    1374:\tmovsbl (%rdi),%r15d\n"
                     "    1378:\tadd    %r15d,%eax\n"
                     "    137b:\tmovsbl 0x1(%rdi),%r15d\n"
                     "    1380:\tadd    $0x9,%rdi\n"
                     "    1383:\tadd    %r15d,%eax\n"
                     "    1386:\tcmp    %rdi,%rsi\n"
                     "    138a:\tjne    136c <f+0x1c>\n"
                     "    138c:\tret\n");
    fc_region_model region = *region_at(&a, 6);
    assert_true(region.load_bytes == 1 && region.store_bytes == 0);
    assert_true(fc_machine_code_of(a.program, &region).iterations == 3);
    assert_true(fc_machine_code_is_unrolled(a.program, &region, 3));
    assert_false(fc_machine_code_is_unrolled(a.program, &region, 5));
    region.flags &= ~FC_REGION_LOOP;
    region.unrolled = 3;
    assert_true(fc_machine_code_of(a.program, &region).iterations == 3);
    region.unrolled = 2;
    assert_true(fc_machine_code_of(a.program, &region).iterations == 0);
    analyzed_close(&a);
}

/* The only store is in the branch. Code without it, of the way that compares only, is a loop too: its two loads show
 * one iteration. */
static void test_regions_machine_code__a_way_without_the_only_store(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "int a[100], d[100];\n"
                      "void f(int n)\n{\n"
                      "    for (int i = 0; i < n; i++)\n"
                      "        if (a[i] > d[i])\n"
                      "            d[i] = a[i];\n"
                      "}\n");
    fc_program_add_code(
        a.all.program,
        &(fc_code_loop){.line = 5, .lines = 1, .n_loads = 2, .load_bytes = 8, .n_instructions = 5, .n_jumps = 2});
    fc_analysis_free(a.analysis);
    assert_int_equal(fc_analysis_create(&a.analysis, a.all.program, &a.all.report), FC_OK);
    fc_code code = fc_machine_code_of(a.program, region_at(&a, 4));
    assert_true(code.iterations == 1 && code.n_loads == 2 && code.n_stores == 0 && code.instructions == 5);
    assert_true(isfinite(code.loads) && isfinite(code.stores) && isfinite(code.cycles));
    analyzed_close(&a);
}

/* gcc -O3 of three sums a point, packed two to a vector: one iteration of the source is one of the code, and its
 * vectors hold parts of one element, which cost what scalars cost. */
static void test_regions_machine_code__vectors_within_one_iteration(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "double a[300], d[300];\n"
                      "void f(int n, double x)\n{\n"
                      "    for (int i = 0; i < n; i++) {\n"
                      "        d[3 * i] = a[3 * i] + x;\n"
                      "        d[3 * i + 1] = a[3 * i + 1] + x;\n"
                      "        d[3 * i + 2] = a[3 * i + 2] + x;\n"
                      "    }\n"
                      "}\n");
    read_listing(&a, "0000000000001350 <f>:\nf():\n@:5\n"
                     "    1360:\tmovupd (%rdi),%xmm1\n"
                     "    1364:\taddpd  %xmm0,%xmm1\n"
                     "    1368:\tmovupd %xmm1,(%rsi)\n"
                     "    136c:\tmovsd  0x10(%rdi),%xmm1\n"
                     "    1371:\taddsd  %xmm0,%xmm1\n"
                     "    1375:\tmovsd  %xmm1,0x10(%rsi)\n"
                     "    137a:\tadd    $0x18,%rdi\n"
                     "    137e:\tadd    $0x18,%rsi\n"
                     "    1382:\tcmp    %rdi,%rdx\n"
                     "    1385:\tjne    1360 <f+0x10>\n"
                     "    1387:\tret\n");
    assert_int_equal(a.program->code[0].vector_bytes, 16);
    fc_code code = fc_machine_code_of(a.program, region_at(&a, 4));
    assert_true(code.iterations == 1 && code.n_loads == 2 && code.n_stores == 2);
    assert_int_equal(code.vector_bytes, 8);
    analyzed_close(&a);
}

/* A loop around an accessor that checks its index. gcc -O2 left the comparison with the upper bound of an index that
 * counts up, with the end after it: 8 instructions, most of them from line 3. The loop is that of line 7, where the
 * call stands. */
static const char *const checked = "void abort(void); typedef struct { int n; double *v; } list;\n"
                                   "static double get(const list *l, int i) {\n"
                                   "    if (i < 0 || i >= l->n) abort();\n"
                                   "    return l->v[i];\n}\n"
                                   "double f(const list *l, int n) {\n"
                                   "    double s = 0; for (int i = 0; i < n; i++) s += get(l, i);\n"
                                   "    return s + get(l, 0);\n}\n";
static const char *const inlined = "0000000000001410 <f>:\nf():\n@:7\n"
                                   "    1420:\tadd    $0x1,%rax\n"
                                   "get():\n@:3\n"
                                   "inlined by @:7 (f)\n"
                                   "    1424:\tcmp    %ecx,%eax\n"
                                   "inlined by @:7 (f)\n"
                                   "    1426:\tjge    1460 <f+0x50>\n"
                                   "inlined by @:7 (f)\n"
                                   "    1427:\tcall   1050 <abort@plt>\n"
                                   "inlined by @:7 (f)\n"
                                   "    1428:\tmov    %eax,%edx\n"
                                   "@:4\n"
                                   "inlined by @:7 (f)\n"
                                   "    142a:\taddsd  (%rsi,%rdx,8),%xmm0\n"
                                   "f():\n@:7\n"
                                   "    1430:\tcmp    %eax,%ebp\n"
                                   "    1432:\tjg     1420 <f+0x10>\n"
                                   "    1434:\tret\n";

/* The condition has two comparisons, their connection and the load of the bound, the accessor another load, the loop
 * the sum and the three instructions that count: 4/9 of the work. */
static void test_regions_machine_code__inlined_procedures_are_parts_of_the_loop(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, checked);
    read_listing(&a, inlined);
    fc_analysis_free(a.analysis);
    assert_int_equal(fc_analysis_create(&a.analysis, a.all.program, &a.all.report), FC_OK);
    assert_int_equal(a.program->n_code, 1);
    assert_true(a.program->code[0].line == 7 && a.program->code[0].n_calls == 0);
    assert_int_equal(a.analysis->n_wholes, 1);
    double shares = 0;
    for (size_t i = 0; i < a.analysis->n_regions; i++) {
        const fc_region_model *region = a.analysis->region[i];
        assert_true(!region->whole || region->whole == a.analysis->whole[0]);
        shares += region->whole ? region->share : 0;
        if (region->whole && region->flags & FC_REGION_LOOP)
            assert_true(region->share == 0.5 && !(region->flags & FC_REGION_BRANCH) &&
                        fc_machine_code_of(a.program, region).instructions == 8);
    }
    assert_true(fabs(shares - 1) < 1e-12);
    assert_true(a.analysis->whole[0]->reads[FC_F64] == 1);
    assert_true(a.analysis->whole[0]->operation[FC_OP_CLASS_COMPARE][FC_I32] == 2);
    analyzed_close(&a);
}

/* A call in the code: the procedure is not inlined, and its parts are none of the loop. */
static void test_regions_machine_code__called_procedures_are_no_parts(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, checked);
    fc_program_add_code(a.all.program,
                        &(fc_code_loop){.line = 7, .lines = 1, .real_operations = 1, .n_real = 1, .n_calls = 1});
    fc_analysis_free(a.analysis);
    assert_int_equal(fc_analysis_create(&a.analysis, a.all.program, &a.all.report), FC_OK);
    assert_int_equal(a.analysis->n_wholes, 0);
    analyzed_close(&a);
}

/* Of two branches an iteration takes one: code of three operations, one before the branches and two in them, is the
 * loop, though the source has five. */
static void test_regions_machine_code__code_of_one_branch_is_the_loop(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, "void f(int n, double *x, double *y, const int *up) {\n"
                      "    for (int i = 0; i < n; i++) {\n"
                      "        x[i] += 1;\n"
                      "        if (up[i]) y[i] = (x[i] + 2) * 3;\n"
                      "        else y[i] = (x[i] - 2) * 5;\n"
                      "    }\n}\n");
    fc_program_add_code(a.all.program, &(fc_code_loop){.line = 4,
                                                       .lines = 1,
                                                       .real_operations = 3,
                                                       .load_bytes = 12,
                                                       .n_real = 3,
                                                       .n_loads = 2,
                                                       .n_instructions = 12});
    fc_analysis_free(a.analysis);
    assert_int_equal(fc_analysis_create(&a.analysis, a.all.program, &a.all.report), FC_OK);
    assert_int_equal(a.analysis->n_wholes, 1);
    fc_code code = fc_machine_code_of(a.program, a.analysis->whole[0]);
    assert_true(code.iterations == 1 && fabs(code.instructions - 12 * 5 / 3.0) < 1e-12);
    analyzed_close(&a);
}

/* The input of llvm-mca: addresses are numbers, remarks and labels are removed; a region has its loop's number. */
static void test_regions_machine_code__assembly(void **state)
{
    (void)state;
    static const char *const text = "0000000000001410 <f>:\nf():\n@:6\n"
                                    "    1430:\tmovsd  0xc5a(%rip),%xmm0        # 2018 <x>\n"
                                    "    1439:\tcall   1050 <sqrt@plt>\n"
                                    "    143e:\tjmp    *0x8(%rax)\n"
                                    "    1449:\tjne    1430 <f+0x20>\n"
                                    "    1457:\tret\n";
    analyzed a;
    analyzed_open(&a, source);
    char *path = realpath(a.program->file[0].path, NULL), *listing = listing_of(text, path);
    fc_text assembly = {0};
    fc_machine_code_read(a.all.program, listing, &assembly);
    assert_string_equal(assembly.bytes, "# LLVM-MCA-BEGIN 0\n\tmovsd  0xc5a(%rip),%xmm0\n\tcall 0x1050\n"
                                        "\tjmp    *0x8(%rax)\n\tjne 0x1430\n# LLVM-MCA-END 0\n");
    fc_text_free(&assembly);
    free(listing);
    free(path);
    analyzed_close(&a);
}

/* Cycles are those of an iteration of the source; of equivalent versions the mean. */
static void test_regions_machine_code__cycles(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, source);
    fc_program_add_code(a.all.program,
                        &(fc_code_loop){.line = 6, .lines = 1, .real_operations = 8, .n_real = 2, .cycles = 3});
    assert_true(fc_machine_code_of(a.program, region_at(&a, 5)).cycles == 0.75);
    fc_program_add_code(a.all.program,
                        &(fc_code_loop){.line = 6, .lines = 1, .real_operations = 8, .n_real = 2, .cycles = 5});
    assert_true(fc_machine_code_of(a.program, region_at(&a, 5)).cycles == 1);
    analyzed_close(&a);
}

static void test_regions_machine_code__nonsense_is_passed_over(void **state)
{
    (void)state;
    static const char *const text[] = {"",
                                       "\n\n",
                                       " 12",
                                       " 12:",
                                       " zz:\tadd\n@:\n@:x\n:3\n",
                                       "0 <f>:\n@:6\n 10:\tj\n 11:\tjne\n 12:\tjne zz\n",
                                       "0 <f>:\n@:6\n 10:\tjne    10\n",
                                       "0 <f>:\n@:6\n 10:\t(\n 11:\tmov )\n 12:\tjne 10\n 13:\t%\n 14:\tret"};
    for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
        analyzed a;
        analyzed_open(&a, source);
        read_listing(&a, text[i]);
        assert_true(a.program->n_code <= 1);
        analyzed_close(&a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_regions_machine_code__widths_of_operands),
        cmocka_unit_test(test_regions_machine_code__scalar_loop_across_a_line),
        cmocka_unit_test(test_regions_machine_code__stores_show_iterations),
        cmocka_unit_test(test_regions_machine_code__vectors_compute_a_value_several_times),
        cmocka_unit_test(test_regions_machine_code__conditional_moves),
        cmocka_unit_test(test_regions_machine_code__copies_without_a_loop_are_calls),
        cmocka_unit_test(test_regions_machine_code__vectorized_unrolled_and_jammed),
        cmocka_unit_test(test_regions_machine_code__few_iterations_are_unrolled),
        cmocka_unit_test(test_regions_machine_code__chars_in_three_iterations),
        cmocka_unit_test(test_regions_machine_code__a_way_without_the_only_store),
        cmocka_unit_test(test_regions_machine_code__vectors_within_one_iteration),
        cmocka_unit_test(test_regions_machine_code__inlined_procedures_are_parts_of_the_loop),
        cmocka_unit_test(test_regions_machine_code__called_procedures_are_no_parts),
        cmocka_unit_test(test_regions_machine_code__code_of_one_branch_is_the_loop),
        cmocka_unit_test(test_regions_machine_code__assembly),
        cmocka_unit_test(test_regions_machine_code__cycles),
        cmocka_unit_test(test_regions_machine_code__nonsense_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
