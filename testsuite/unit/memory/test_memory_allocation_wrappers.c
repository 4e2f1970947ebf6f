/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heap cloning: memory of procedures around malloc, posix_memalign and free belongs to their callers, separately. */
#include "testsuite/unit/analyzed_program.h"

#define BEGIN "#include <mpi.h>\n#include <stdlib.h>\n#include <stdio.h>\n#include <string.h>\nstatic double a[100];\n"

/* Memory of one call of a wrapper around malloc is not that of another; freeing it is not a use. */
static void test_memory_allocation_wrappers__of_malloc_keep_their_callers_apart(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(
        &a,
        BEGIN "static void *get(size_t n)\n{\n    void *p = NULL;\n    if (n > 0)\n        p = calloc(n, 1);\n"
              "    if (!p)\n        exit(1);\n    return p;\n}\n"
              "static int *numbers(int n)\n{\n    return (int *)get(n * sizeof(int));\n}\n"
              "static void *same(void *p)\n{\n    return p;\n}\n"
              "static void give(void *p)\n{\n    if (p != NULL)\n        free(p);\n}\n"
              "int main(int argc, char **argv)\n{\n    int *known = numbers(9), *noise = get(36), *a1, *a2, i = 0;\n"
              "    known[1] = argc;\n    noise[1] = (int)a[3];\n    while (i < known[1])\n        i++;\n"
              "    a1 = same(known);\n    a2 = same(numbers(4));\n    a2[0] = (int)a[5];\n"
              "    give(known);\n    give(noise);\n    return a1[0];\n}\n");
    assert_false(decides(&a, 33)); /* same() is no allocation wrapper: a1 and a2 may be one */
    analyzed_close(&a);
    analyzed_open(&a, BEGIN
                  "static void *get(size_t n)\n{\n    void *p = NULL;\n    if (n > 0)\n        p = calloc(n, 1);\n"
                  "    if (!p)\n        exit(1);\n    return p;\n}\n"
                  "static int *numbers(int n)\n{\n    return (int *)get(n * sizeof(int));\n}\n"
                  "static void give(void *p)\n{\n    if (p != NULL)\n        free(p);\n}\n"
                  "int main(int argc, char **argv)\n{\n    int *known = numbers(9), *noise = get(36), i = 0;\n"
                  "    known[1] = argc;\n    noise[1] = (int)a[3];\n    while (i < known[1])\n        i++;\n"
                  "    give(known);\n    give(noise);\n    while (i < noise[1])\n        ;\n    return 0;\n}\n");
    assert_true(decides(&a, 29));
    expect_escape(&a, 33, "noise");
    analyzed_close(&a);
}

/* The same around posix_memalign, which stores the address. Memory sent as reals is not the memory of integers. */
static void test_memory_allocation_wrappers__of_posix_memalign_keep_their_callers_apart(void **state)
{
    (void)state;
    analyzed a;
    analyzed_open(&a, BEGIN
                  "static void *get(size_t n)\n{\n    void *p = NULL;\n    int failed = posix_memalign(&p, 64, n);\n"
                  "    if (failed)\n        p = NULL;\n    return p;\n}\n"
                  "int main(int argc, char **argv)\n{\n    int *known = get(36), i = 0;\n    double *work = get(72);\n"
                  "    known[1] = argc;\n    MPI_Recv(work, 9, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);\n"
                  "    while (i < known[1])\n        i++;\n    return work[0] > 0;\n}\n");
    assert_true(decides(&a, 20));
    analyzed_close(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_allocation_wrappers__of_malloc_keep_their_callers_apart),
        cmocka_unit_test(test_memory_allocation_wrappers__of_posix_memalign_keep_their_callers_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
