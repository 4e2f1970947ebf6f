/* SPDX-License-Identifier: Apache-2.0 */
#include "rank.h"

#include <string.h>

bool fc_counter_is_share(const fc_site *counter)
{
    static const char *const unbounded[] = {"loop", "number", "recursion"};
    for (size_t i = 0; i < sizeof unbounded / sizeof *unbounded; i++)
        if (strcmp(counter->operation, unbounded[i]) == 0)
            return false;
    return true;
}

static _Noreturn void end_unknown(fc_rank *r, const fc_site *site)
{
    bool number = strcmp(site->operation, "number") == 0, share = fc_counter_is_share(site);
    fc_rank_pass(r, site->file, site->line);
    fc_rank_end(
        r, FC_END_UNKNOWN,
        "Run `forecost profile`, or say it in the source (#pragma forecost trip(NUMBER), probability(NUMBER)), or give "
        "--assume FILE:LINE=VALUE.",
        number  ? "this %s of elements cannot be told from the source alone"
        : share ? "how often this %s is taken cannot be told from the source alone"
                : "how often this %s runs cannot be told from the source alone",
        site->operation);
}

double fc_counted(fc_rank *r, int counter)
{
    const fc_cost_program *program = r->setting.program;
    if (counter < 0 || counter >= program->n_counters)
        fc_rank_end(r, FC_END_ARGUMENT, "Analyze the program again.", "the cost program names counter %d of %d",
                    counter, program->n_counters);
    const fc_site *site = &program->counter[counter];
    fc_question question = {counter, r->seat.rank, r->seat.ranks, r->parameter, program->n_parameters, r->moved};
    fc_answer answer = {0, FC_ORIGIN_PROFILED, 0};
    if (!r->setting.counter || !r->setting.counter(r->setting.counter_data, &question, &answer))
        end_unknown(r, site);
    fc_rank_pass(r, site->file, site->line);
    fc_rank_check_count(r, "the value of this counter", answer.value);
    if ((int)answer.origin > r->counted_origin)
        r->counted_origin = answer.origin;
    r->counted_error = fc_max(r->counted_error, answer.relative_error);
    return answer.value;
}

int fc_counter_scope(fc_rank *r, int by)
{
    r->on_counter += by;
    return by > 0;
}
