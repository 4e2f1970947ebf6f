/* SPDX-License-Identifier: Apache-2.0 */
/* Charges regions and allocations to a rank. A region's price is cached (cost_cache.h) by active cores, executions and
 * working sets. */
#include "compute.h"
#include "fingerprint.h"
#include "team.h"

static void charge_compute(fc_rank *r, int item, double seconds, double relative_error)
{
    if (!(seconds >= 0) || isinf(seconds))
        fc_rank_end(r, FC_END_MACHINE, "Calibrate the machine again, or choose another compute model.",
                    "machine \"%s\" gives no time for this computation", r->setting.machine->name);
    double begin = fc_now(r);
    seconds *= r->weight;
    if (fc_team_is_open(r))
        seconds = fc_team_add_work(r, seconds);
    r->compute_s += fc_rank_charge(r, item, seconds, relative_error);
    fc_rank_trace(r, FC_TRACE_COMPUTE, item, begin, fc_now(r));
}

/* The region's model with its fitted factor. The part that depends on region and machine only is prepared once.
 * has_traffic: an application signature gives the memory traffic. */
static const fc_prepared_model *model_of(const fc_setting *setting, int region, bool has_traffic)
{
    fc_prepared_model *model = fc_cost_cache_model(setting->prices, region);
    if (model->model)
        return model;
    fc_compute_prepare(model, has_traffic ? fc_compute_memory : setting->compute, setting->machine,
                       &setting->program->region[region]);
    if (setting->factor)
        fc_compute_set_factors(model, &setting->factor[region]);
    return model;
}

/* Traffic with any number of busy cores: linear between measured numbers, constant beyond the last. */
static double traffic_seconds(const fc_region_traffic *traffic, const fc_memory *memory, int cores)
{
    int level = fc_memory_level(memory, cores), next = level + 1;
    double seconds = traffic->seconds[level];
    if (next >= memory->n_active)
        return seconds;
    double share = (double)(cores - memory->active[level]) / (memory->active[next] - memory->active[level]);
    return seconds + share * (traffic->seconds[next] - seconds);
}

static void find_price(fc_cached_cost *price, const fc_rank *r, const fc_cost_key *key)
{
    const fc_setting *setting = &r->setting;
    const fc_region_traffic *traffic = setting->traffic ? &setting->traffic[key->item] : NULL;
    bool has_traffic = traffic && traffic->is_known;
    const fc_prepared_model *model = model_of(setting, key->item, has_traffic);
    if (has_traffic) {
        double traffic_s = traffic_seconds(traffic, &setting->machine->memory, r->active_cores);
        price->seconds = fc_compute_with_traffic(model, key->number, traffic_s, &price->relative_error);
    } else
        price->seconds = fc_compute_prepared(model, r->active_cores, key->number[1], key->number[2], key->more,
                                             &price->relative_error);
}

void fc_compute(fc_rank *r, int region, double entries, double iterations, const double *working_set)
{
    const fc_cost_program *program = r->setting.program;
    if (region < 0 || region >= program->n_regions)
        fc_rank_end(r, FC_END_ARGUMENT, "Analyze the program again.", "the cost program names region %d of %d", region,
                    program->n_regions);
    const fc_region *what = &program->region[region];
    fc_rank_set_position(r, what->file, what->line);
    entries = fc_rank_check_repetitions(
        r, what->seconds > 0 ? "the annotated cost, in seconds," : "the number of times this is entered", entries);
    iterations = fc_rank_check_repetitions(r, "the number of iterations", iterations);
    if (entries == 0 && iterations == 0) {
        fc_counter_charge(r, 0);
        return;
    }
    bool known;
    int n = working_set ? fc_region_n_sizes(what) : 0;
    if (r->fingerprint) {
        fc_fingerprint_add(r, (const double[]){region, r->weight, entries, iterations}, 4);
        fc_fingerprint_add(r, working_set, n);
        return;
    }
    fc_cost_key key = {region, {r->active_cores, entries, iterations, n}, working_set, n};
    fc_cached_cost *price = fc_cost_cache_find(r->setting.prices, &key, &known);
    if (!known)
        find_price(price, r, &key);
    charge_compute(r, region, price->seconds, price->relative_error);
}

/* First-touch model: seconds per call plus seconds per byte of fresh memory. */
void fc_charge_allocation(fc_rank *r, int site, double bytes, double times)
{
    const fc_memory *memory = &r->setting.machine->memory;
    fc_rank_site(r, site);
    bytes = fc_rank_check_count(r, "the size of this allocation", bytes);
    times = fc_rank_check_count(r, "the number of allocations", times);
    if (r->fingerprint) {
        fc_fingerprint_add(r, (const double[]){site, r->weight, bytes, times}, 4);
        return;
    }
    double seconds = times * (memory->allocate_s + bytes * memory->first_touch_s);
    charge_compute(r, r->setting.program->n_regions + site, seconds, memory->model_error);
}
