/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and caching objects: which are cached, which are trusted, and errors. */
#include "runtime/host/shared_object.h"

#include "runtime/host/cache_folder.h"
#include "runtime/host/cost_program.h"
#include "support/text.h"

#include <dirent.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

static char root[] = "/tmp/fc-cache-test.XXXXXX";
static char cache[64]; /* root/cache/forecost */

static const char good[] = "#include \"forecost.h\"\nint answer(void) { return FC_MPI_DOUBLE & 0xff; }\n";

static int make_root(void **state)
{
    char base[64];
    *state = NULL;
    if (!mkdtemp(root))
        return -1;
    snprintf(base, sizeof base, "%s/cache", root);
    snprintf(cache, sizeof cache, "%s/cache/forecost", root);
    return setenv("XDG_CACHE_HOME", base, 1) || setenv("TMPDIR", root, 1);
}

static int remove_root(void **state)
{
    (void)state;
    char base[64];
    snprintf(base, sizeof base, "%s/cache", root);
    fc_cache_folder_remove(cache);
    rmdir(base);
    return rmdir(root); /* fails if a file is left */
}

static int count_files(const char *folder, const char *ending)
{
    int n = 0;
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        size_t length = strlen(entry->d_name), tail = strlen(ending);
        n += length >= tail && strcmp(entry->d_name + length - tail, ending) == 0 && entry->d_name[0] != '.';
    }
    if (listing)
        closedir(listing);
    return n;
}

static fc_status load(fc_shared_object **out, const char *text, const char *compiler, fc_report *report)
{
    fc_shared_source source = {text, strlen(text), "test", compiler, true, false};
    return fc_shared_object_load(out, &source, report);
}

static void expect_answer(int expected)
{
    fc_shared_object *object = NULL;
    fc_report report = {0};
    if (load(&object, good, NULL, &report) != FC_OK)
        fail_msg("%s", report.text);
    void *answer = fc_shared_object_symbol(object, "answer");
    assert_true(fc_shared_object_holds(object, answer, 1));
    assert_true(fc_shared_object_open(object));
    assert_int_equal(((int (*)(void))fc_shared_object_here(object, (uintptr_t)answer))(), expected);
    assert_null(fc_shared_object_symbol(object, "fc_time_MPI_Bcast")); /* the command's is not the object's */
    fc_shared_object_free(object);
}

static char *kept_object(void)
{
    DIR *listing = opendir(cache);
    char *path = NULL;
    for (struct dirent *entry; (entry = readdir(listing));)
        if (strstr(entry->d_name, ".so"))
            path = fc_format("%s/%s", cache, entry->d_name);
    closedir(listing);
    assert_non_null(path);
    return path;
}

static void test_host_shared_object__is_compiled_once(void **state)
{
    (void)state;
    struct stat first, second;
    expect_answer(8);
    char *path = kept_object();
    assert_int_equal(stat(path, &first), 0);
    expect_answer(8);
    assert_int_equal(stat(path, &second), 0);
    assert_true(first.st_ino == second.st_ino);
    assert_int_equal(count_files(cache, ""), 1); /* only the object is left */
    assert_int_equal(stat(cache, &first), 0);
    assert_int_equal(first.st_mode & 0777, 0700);
    free(path);
}

/* If the umask lets a group write, the cached object is still private to the user; otherwise it would not be trusted.
 */
static void test_host_shared_object__is_kept_whatever_the_umask(void **state)
{
    (void)state;
    struct stat first, second;
    fc_cache_folder_remove(cache);
    mode_t before = umask(002);
    expect_answer(8);
    char *path = kept_object();
    assert_int_equal(stat(path, &first), 0);
    expect_answer(8);
    umask(before);
    assert_int_equal(stat(path, &second), 0);
    assert_true(first.st_ino == second.st_ino);
    free(path);
}

static void test_host_shared_object__a_broken_object_is_made_again(void **state)
{
    (void)state;
    expect_answer(8);
    char *path = kept_object();
    unlink(path);
    assert_int_equal(fc_file_write(path, "\177ELF?", 5, NULL), FC_OK);
    expect_answer(8);
    free(path);
}

static void test_host_shared_object__an_object_others_may_write_is_not_trusted(void **state)
{
    (void)state;
    struct stat before, after;
    expect_answer(8);
    char *path = kept_object();
    assert_int_equal(chmod(path, 0666), 0);
    assert_int_equal(stat(path, &before), 0);
    expect_answer(8);
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino != after.st_ino || before.st_mtim.tv_nsec != after.st_mtim.tv_nsec);
    assert_int_equal(after.st_mode & 022, 0);
    free(path);
}

static void test_host_shared_object__a_folder_others_may_write_is_not_used(void **state)
{
    (void)state;
    fc_cache_folder_remove(cache);
    assert_int_equal(mkdir(cache, 0700), 0);
    assert_int_equal(chmod(cache, 0777), 0);
    expect_answer(8);
    assert_int_equal(count_files(cache, ""), 0);
    assert_int_equal(count_files(root, ""), 1); /* the temporary folder is gone */
    assert_int_equal(rmdir(cache), 0);
    assert_int_equal(symlink("/tmp", cache), 0); /* another user's folder by a link */
    expect_answer(8);
    assert_int_equal(unlink(cache), 0);
}

static void test_host_shared_object__concurrent_runs_do_not_interfere(void **state)
{
    (void)state;
    enum {
        RUNS = 4
    };
    pid_t child[RUNS];
    fc_cache_folder_remove(cache);
    for (int i = 0; i < RUNS; i++)
        if ((child[i] = fork()) == 0) {
            fc_shared_object *object = NULL;
            _exit(load(&object, good, NULL, NULL) == FC_OK && fc_shared_object_symbol(object, "answer") ? 0 : 1);
        }
    for (int i = 0; i < RUNS; i++) {
        int status = 1;
        waitpid(child[i], &status, 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(count_files(cache, ".so"), 1);
    assert_int_equal(count_files(cache, ""), 1);
}

/* A file of so many bytes in the cache, used so many days ago. */
static void put_old(const char *name, size_t bytes, int days)
{
    static const char zeros[4096];
    char *path = fc_format("%s/%s", cache, name);
    struct timespec used[2] = {{time(NULL) - days * 24L * 3600, 0}, {0}};
    used[1] = used[0];
    assert_int_equal(fc_file_write(path, zeros, bytes, NULL), FC_OK);
    assert_int_equal(utimensat(AT_FDCWD, path, used, 0), 0);
    free(path);
}

static bool is_there(const char *name)
{
    char *path = fc_format("%s/%s", cache, name);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

static void test_host_shared_object__what_is_unused_is_thrown_away(void **state)
{
    (void)state;
    fc_cache_folder_remove(cache);
    expect_answer(8);
    put_old("unused.so", 10, 31);
    put_old("older.so", 2000, 20);
    put_old("old.so", 1000, 10);
    put_old("new.so", 1500, 1);
    put_old("notes.txt", 4000, 400); /* not ours */
    fc_cache_folder_prune(cache, 30, 1e9);
    assert_true(!is_there("unused.so") && is_there("older.so") && is_there("notes.txt"));
    fc_shared_object *object = NULL;
    assert_int_equal(load(&object, good, NULL, NULL), FC_OK);
    fc_cache_folder_prune(cache, 30, 2600); /* 1500 + 1000 fit, what is in use (more than 2600) and 2000 do not */
    assert_true(is_there("new.so") && is_there("old.so") && !is_there("older.so") && is_there("notes.txt"));
    assert_int_equal(count_files(cache, ".so"), 2);
    assert_non_null(fc_shared_object_symbol(object, "answer")); /* it stays loaded */
    fc_shared_object_free(object);
    fc_cache_folder_remove(cache);
    expect_answer(8);
}

static void test_host_shared_object__use_makes_young(void **state)
{
    (void)state;
    fc_cache_folder_remove(cache);
    expect_answer(8);
    char *path = kept_object();
    struct timespec used[2] = {{time(NULL) - 29 * 24L * 3600, 0}, {time(NULL) - 29 * 24L * 3600, 0}};
    assert_int_equal(utimensat(AT_FDCWD, path, used, 0), 0);
    expect_answer(8);
    fc_cache_folder_prune(cache, 1, 1e9);
    assert_int_equal(access(path, F_OK), 0);
    char *left = fc_format("%s/build.abcdef", cache), *inside = fc_format("%s/source.c", left);
    assert_int_equal(mkdir(left, 0700), 0);
    assert_int_equal(fc_file_write(inside, "x", 1, NULL), FC_OK);
    fc_cache_folder_prune(cache, 1, 1e9);
    assert_int_equal(access(inside, F_OK), 0); /* another process may be using it */
    assert_int_equal(utimensat(AT_FDCWD, left, used, 0), 0);
    fc_cache_folder_prune(cache, 1, 1e9);
    assert_int_not_equal(access(left, F_OK), 0);
    free(inside);
    free(left);
    free(path);
}

static void expect_failure(const char *text, const char *compiler, fc_status expected, const char *says)
{
    fc_shared_object *object = NULL;
    fc_report report = {0};
    int before = count_files(cache, "");
    fc_status status = load(&object, text, compiler, &report);
    if (status != expected || !strstr(report.text, says))
        fail_msg("status %d: \"%s\" does not say \"%s\"", status, report.text, says);
    assert_null(object);
    assert_int_equal(count_files(cache, ""), before);
}

static void test_host_shared_object__failures_name_their_cause(void **state)
{
    (void)state;
    expect_failure("int f(void) { return nothing; }\n", NULL, FC_E_BUG,
                   "cost_program.c:1:22: error: 'nothing' undeclared");
    expect_failure("int f(void) { return 1; } /* other compiler */\n", "no-such-cc", FC_E_ENVIRONMENT,
                   "\"no-such-cc\" cannot be started");
    expect_failure(
        "extern int x;\n\nextern int fc_not_there(void);\nint f(void) { return fc_not_there(); }\n", NULL, FC_E_BUG,
        "cost_program.c:3:12: error[FC0518]: the cost program of test uses the undefined symbol \"fc_not_there\"");
    expect_failure("int f(void) { return 1; }\n", "false", FC_E_ENVIRONMENT, "the C compiler fails: no message");
}

static void test_host_shared_object__a_users_error_is_at_the_users_line(void **state)
{
    (void)state;
    const char text[] = "#include \"runtime_function.h\"\n\nint f(void) { return nothing; }\n";
    fc_shared_source source = {text, strlen(text), "my.c", NULL, false, true};
    fc_shared_object *object = NULL;
    fc_report report = {0};
    assert_int_equal(fc_shared_object_load(&object, &source, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "my.c:3:"));
}

static void test_host_shared_object__a_users_missing_function_is_the_users(void **state)
{
    (void)state;
    const char text[] =
        "extern int my_table_of(int);\nextern int my_table(int);\nint f(void)\n{\n    return my_table(1);\n}\n";
    fc_shared_source source = {text, strlen(text), "my.c", NULL, false, true};
    fc_shared_object *object = NULL;
    fc_report report = {0};
    assert_int_equal(fc_shared_object_load(&object, &source, &report), FC_E_INPUT);
    assert_non_null(strstr(report.text, "my.c:2:12: error[FC0517]: undefined symbol \"my_table\""));
    assert_null(object);
}

static void test_host_shared_object__text_without_a_cost_program_is_refused(void **state)
{
    (void)state;
    fc_loaded_program loaded = {0};
    fc_report report = {0};
    assert_int_equal(fc_cost_program_load(&loaded, good, "x", NULL, &report), FC_E_BUG);
    assert_int_equal(fc_cost_program_load(&loaded,
                                          "#include \"forecost.h\"\n"
                                          "static double f(fc_rank *r, int c, char **v) { return 0; }\n"
                                          "FC_COST_PROGRAM_EXPORT = {.version = 99, .name = \"x\", .main = f};\n",
                                          "x", NULL, &report),
                     FC_E_BUG);
    assert_non_null(strstr(report.text, "does not match this version of Forecost"));
    assert_null(loaded.object);
}

/* Tables are read in the caller's process: addresses, lengths and enumerators in them are checked. */
static void test_host_shared_object__tables_with_wild_addresses_are_refused(void **state)
{
    (void)state;
    static const char *const field[] = {
        ".n_regions = 1, .region = (void *)64, .region_origin = o",
        ".n_regions = 1 << 28, .region = r, .region_origin = o",
        ".n_regions = -1, .region = r, .region_origin = o",
        ".n_regions = 1, .region = wild, .region_origin = o",
        ".n_regions = 1, .region = odd, .region_origin = o",
        ".n_sites = 1, .site = s",
        ".n_counters = 1, .counter = s",
        ".n_parameters = 1, .parameter = p",
        ".key = (char *)64",
    };
    for (size_t i = 0; i < sizeof field / sizeof *field; i++) {
        fc_loaded_program loaded = {0};
        char *text = fc_format("#include \"forecost.h\"\n"
                               "static double f(fc_rank *r, int c, char **v) { return 0; }\n"
                               "static const fc_origin o[1];\nstatic const char *const p[] = {(char *)64};\n"
                               "static const fc_site s[] = {{.file = (char *)64, .operation = \"x\"}};\n"
                               "static const fc_count c[] = {{.operation = 1000}};\n"
                               "static const fc_region r[1], wild[] = {{.file = (char *)64}};\n"
                               "static const fc_region odd[] = {{.operation = c, .n_operations = 1}};\n"
                               "FC_COST_PROGRAM_EXPORT = {.version = %d, .name = \"x\", .main = f, %s};\n",
                               FC_COST_PROGRAM_VERSION, field[i]);
        fc_report report = {0};
        if (fc_cost_program_load(&loaded, text, "x", NULL, &report) != FC_E_BUG ||
            !strstr(report.text, "does not match"))
            fail_msg("%s: %s", field[i], report.text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_host_shared_object__is_compiled_once),
        cmocka_unit_test(test_host_shared_object__is_kept_whatever_the_umask),
        cmocka_unit_test(test_host_shared_object__a_broken_object_is_made_again),
        cmocka_unit_test(test_host_shared_object__an_object_others_may_write_is_not_trusted),
        cmocka_unit_test(test_host_shared_object__a_folder_others_may_write_is_not_used),
        cmocka_unit_test(test_host_shared_object__concurrent_runs_do_not_interfere),
        cmocka_unit_test(test_host_shared_object__what_is_unused_is_thrown_away),
        cmocka_unit_test(test_host_shared_object__use_makes_young),
        cmocka_unit_test(test_host_shared_object__failures_name_their_cause),
        cmocka_unit_test(test_host_shared_object__a_users_error_is_at_the_users_line),
        cmocka_unit_test(test_host_shared_object__a_users_missing_function_is_the_users),
        cmocka_unit_test(test_host_shared_object__text_without_a_cost_program_is_refused),
        cmocka_unit_test(test_host_shared_object__tables_with_wild_addresses_are_refused),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
