/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/output/progress.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pty.h>
#include <string.h>
#include <unistd.h>

static void test_tools_progress__a_line_every_ten_seconds_off_a_terminal(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    fc_progress_line line = fc_progress_on(file);
    fc_progress_show(&line, "calibrating", 41);
    fc_progress_clear(&line);
    assert_int_equal(ftell(file), 0);
    assert_true(line.next > 0);
    line.next = 0; /* long ago */
    fc_progress_show(&line, "calibrating", 41);
    fc_progress_show(&line, "calibrating", 40);
    fc_progress_clear(&line);
    char text[80] = "";
    rewind(file);
    assert_int_equal(fread(text, 1, sizeof text - 1, file), strlen("progress: calibrating  0:41 left\n"));
    assert_string_equal(text, "progress: calibrating  0:41 left\n");
    fclose(file);
}

static void test_tools_progress__rewrites_one_line_of_a_terminal(void **state)
{
    (void)state;
    int master, slave;
    assert_int_equal(openpty(&master, &slave, NULL, NULL, NULL), 0);
    FILE *terminal = fdopen(slave, "w");
    assert_non_null(terminal);
    fc_progress_line line = fc_progress_on(terminal);
    fc_progress_show(&line, "calibrating  collectives 14/36", 100.7);
    char text[256] = "";
    ssize_t length = read(master, text, sizeof text - 1);
    assert_true(length > 0);
    assert_int_equal(strncmp(text, "\rcalibrating  collectives 14/36  1:41 left ", 43), 0);
    assert_null(strchr(text, '\n'));
    fclose(terminal);
    close(master);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tools_progress__a_line_every_ten_seconds_off_a_terminal),
        cmocka_unit_test(test_tools_progress__rewrites_one_line_of_a_terminal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
