/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void test_support_messages__each_has_a_code_of_its_own_and_a_remedy(void **state)
{
    (void)state;
    for (const fc_message *message = fc_messages; message->text; message++) {
        char code[8];
        const char *text;
        fc_message_split(code, &text, message->text);
        assert_int_equal(strlen(code), 6);
        if (fc_message_find(code) != message)
            fail_msg("%s is the code of two messages", code);
        if (!message->remedy || !*message->remedy)
            fail_msg("%s has no remedy", code);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support_messages__each_has_a_code_of_its_own_and_a_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
