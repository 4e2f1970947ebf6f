/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of an OpenMP directive after "#pragma omp". */
#include "analyzer/frontend/openmp/omp_lines.h"
#include "testsuite/fuzz/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char head[] = "#pragma omp";
    char *end = memchr(data, '\n', size), *text;
    fc_omp_lines lines = {0};
    size_t length = end ? (size_t)(end - (const char *)data) : size;
    text = fc_format("%s %.*s\n    ;\n", head, (int)length, (const char *)data);
    fc_omp_lines_take(&lines, text, 0, sizeof head - 1, strcspn(text, "\n"));
    fc_omp_lines_free(&lines);
    free(text);
    return 0;
}
