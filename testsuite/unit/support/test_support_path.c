/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/path.h"
#include "support/text.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* A folder three deep, entered; the path of its parent's parent in `above`. leave() removes it. */
static void enter(char above[PATH_MAX])
{
    char top[] = "/tmp/forecost_path_XXXXXX", deep[PATH_MAX + 16];
    assert_non_null(mkdtemp(top));
    assert_non_null(realpath(top, above));
    assert_int_equal(chdir(above), 0);
    assert_int_equal(system("mkdir -p project/run"), 0);
    snprintf(deep, sizeof deep, "%s/project/run", above);
    assert_int_equal(chdir(deep), 0);
}

static void leave(const char *above)
{
    static const char *const parts[] = {"/project/run", "/project", ""};
    char path[PATH_MAX + 16];
    assert_int_equal(chdir("/"), 0);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        snprintf(path, sizeof path, "%s%s", above, parts[i]);
        assert_int_equal(rmdir(path), 0);
    }
}

static void test_support_path__is_written_from_the_current_folder(void **state)
{
    (void)state;
    static const char *const rows[][2] = {{"/project/run/a.c", "a.c"},
                                          {"/project/run/src/a.c", "src/a.c"},
                                          {"/project/src/a.c", "../src/a.c"},
                                          {"/project/runs/a.c", "../runs/a.c"},
                                          {"/other/a.c", "../../other/a.c"}};
    char above[PATH_MAX], path[PATH_MAX + 32], written[PATH_MAX];
    enter(above);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        snprintf(path, sizeof path, "%s%s", above, rows[i][0]);
        fc_path_write(written, sizeof written, path);
        assert_string_equal(written, rows[i][1]);
    }
    static const char *const kept[] = {"a.c", "../a.c", "/usr/include/mpi.h", "/a.c", "/"};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        fc_path_write(written, sizeof written, kept[i]);
        assert_string_equal(written, kept[i]);
    }
    fc_text text = {0};
    snprintf(path, sizeof path, "%s/project/a.c", above);
    fc_text_add_place(&text, path, 7);
    assert_string_equal(text.bytes, "../a.c:7");
    fc_text_free(&text);
    leave(above);
}

static void test_support_path__has_a_name(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"dir/a.c", "a.c"}, {"/a.c", "a.c"}, {"a.c", "a.c"}, {"dir/", ""}, {NULL, "?"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(fc_path_name(rows[i][0]), rows[i][1]);
}

static void test_support_path__keeps_a_link_as_last_component(void **state)
{
    (void)state;
    char above[PATH_MAX], expected[PATH_MAX + 32];
    enter(above);
    assert_int_equal(system("touch ../a.c && ln -s ../a.c b.c && ln -s run ../here"), 0);
    static const char *const rows[][2] = {
        {"b.c", "project/run/b.c"}, {"../here/b.c", "project/run/b.c"}, {"../a.c", "project/a.c"}, {"..", "project"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *found = fc_path_in_real_folder(rows[i][0]);
        snprintf(expected, sizeof expected, "%s/%s", above, rows[i][1]);
        assert_string_equal(found, expected);
        free(found);
    }
    assert_null(fc_path_in_real_folder("absent.c"));
    assert_int_equal(system("rm ../a.c b.c ../here"), 0);
    leave(above);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_support_path__is_written_from_the_current_folder),
                                       cmocka_unit_test(test_support_path__has_a_name),
                                       cmocka_unit_test(test_support_path__keeps_a_link_as_last_component)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
