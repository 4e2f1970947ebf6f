/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/messages/messages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

/* In its area's list by ascending code. */
static void check(const fc_message_area *area, const fc_message *message)
{
    char code[8];
    const char *text;
    fc_message_split(code, &text, message->text);
    assert_int_equal(strlen(code), 6);
    assert_memory_equal(code, area->message->text, 4);
    if (fc_message_find(code) != message)
        fail_msg("%s is the code of two messages", code);
    if (message > area->message && strncmp(message[-1].text, code, 6) >= 0)
        fail_msg("%s is out of order", code);
    if (!message->cause || !*message->cause)
        fail_msg("%s has no cause", code);
    if (!message->remedy || !*message->remedy)
        fail_msg("%s has no remedy", code);
}

static void test_support_messages__each_has_a_code_of_its_own_a_cause_and_a_remedy(void **state)
{
    (void)state;
    for (const fc_message_area *const *area = fc_message_areas; *area; area++)
        for (const fc_message *message = (*area)->message; message->text; message++)
            check(*area, message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_support_messages__each_has_a_code_of_its_own_a_cause_and_a_remedy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
