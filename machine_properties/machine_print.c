/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prints a machine for people: description, costs, memory curves, runtime functions, network. */
#include "machine_properties/machine.h"

#include <math.h>
#include <string.h>

#define TEXT_OF(name, text) text,
static const char *const numeric_text[] = {FC_NUMERIC_LIST(TEXT_OF)};
static const char *const operation_text[] = {FC_OPERATION_LIST(TEXT_OF)};
static const char *const fit_text[] = {FC_FIT_LIST(TEXT_OF)};
static const char *const term_text[] = {FC_TERM_LIST(TEXT_OF)};
#define WALK_TEXT(name, text, bytes) text,
static const char *const walk_text[] = {FC_WALK_LIST(WALK_TEXT)};
static const char *const access_text[] = {"read", "write", "update"};

static void print_seconds(fc_text *out, double seconds)
{
    if (seconds < 0)
        fc_text_add(out, "        -");
    else if (seconds < 1e-6)
        fc_text_add(out, "%6.4g ns", seconds * 1e9);
    else if (seconds < 1e-3)
        fc_text_add(out, "%6.4g us", seconds * 1e6);
    else
        fc_text_add(out, "%6.4g ms", seconds * 1e3);
}

static void print_bytes(fc_text *out, double bytes)
{
    static const char *const unit[] = {"B", "KiB", "MiB", "GiB"};
    int k = 0;
    while (k < 3 && bytes >= 1024)
        bytes /= 1024, k++;
    fc_text_add(out, "%6.4g %-3s", bytes, unit[k]);
}

static void print_line(fc_text *out, const char *label, const char *text)
{
    if (text && *text)
        fc_text_add(out, "  %-10s %s\n", label, text);
}

static void print_description(fc_text *out, const fc_machine *machine)
{
    fc_text_add(out, "machine %s\n", machine->coefficients.name);
    print_line(out, "measured", machine->date);
    print_line(out, "cpu", machine->cpu);
    fc_text_add(out, "  %-10s %d a node, caches", "cores", machine->coefficients.cores);
    for (unsigned i = 0; i < machine->n_caches; i++) {
        fc_text_add(out, i ? ", " : " ");
        print_bytes(out, machine->cache_bytes[i]);
    }
    fc_text_add(out, "%s\n", machine->n_caches ? "" : " not known");
    print_line(out, "system", machine->os);
    print_line(out, "compiler", machine->compiler);
    print_line(out, "", machine->compiler_version);
    print_line(out, "MPI", machine->mpi_version);
    print_line(out, "launcher", machine->launcher);
    print_line(out, "BLAS", machine->blas);
    print_line(out, "note", machine->note);
}

static void print_operations(fc_text *out, const fc_core *core)
{
    fc_text_add(out, "\noperation  type   throughput     scalar    latency   +-\n");
    for (int o = 0; o < FC_N_OPERATIONS; o++)
        for (int t = 0; t < FC_N_NUMERICS; t++) {
            const fc_operation_cost *cost = &core->operation[o][t];
            if (cost->throughput_s < 0 && cost->scalar_s < 0 && cost->latency_s < 0)
                continue;
            fc_text_add(out, "%-10s %-5s  ", operation_text[o], numeric_text[t]);
            print_seconds(out, cost->throughput_s);
            fc_text_add(out, "  ");
            print_seconds(out, cost->scalar_s);
            fc_text_add(out, "  ");
            print_seconds(out, cost->latency_s);
            fc_text_add(out, "  %2.0f %%\n", cost->error * 100);
        }
}

static void print_core(fc_text *out, const fc_core *core)
{
    const double value[] = {core->loop_s,       core->line_s,    core->loop_entry_s, core->call_s,
                            core->mispredict_s, core->forward_s, core->issue_s,      core->instruction_s};
    static const char *const name[] = {"loop iteration",
                                       "further line of its code",
                                       "loop entry",
                                       "call",
                                       "mispredicted branch",
                                       "store to load",
                                       "integer operation at full width",
                                       "any instruction, at least"};
    fc_text_add(out, "\naccess in the first level   read       write    scalar read  scalar write\n");
    for (int t = 0; t < FC_N_NUMERICS; t++) {
        fc_text_add(out, "%-22s", numeric_text[t]);
        print_seconds(out, core->read_s[t]);
        fc_text_add(out, "   ");
        print_seconds(out, core->write_s[t]);
        fc_text_add(out, "   ");
        print_seconds(out, core->scalar_read_s[t]);
        fc_text_add(out, "   ");
        print_seconds(out, core->scalar_write_s[t]);
        fc_text_add(out, "\n");
    }
    for (int i = 0; i < (core->instruction_s > 0 ? 8 : 7); i++) {
        fc_text_add(out, "%-32s", name[i]);
        print_seconds(out, value[i]);
        fc_text_add(out, "\n");
    }
}

static void print_curves(fc_text *out, const fc_memory *memory, int level, fc_walk walk)
{
    const fc_curve *curve = memory->curve[level][walk];
    if (curve[FC_READ].n == 0)
        return;
    fc_text_add(out, "\nmemory, %s%s, %d busy core%s: time per access%s\nworking set", walk_text[walk],
                walk == FC_WALK_CHASE       ? ", each read depends on the one before"
                : (int)walk < FC_N_PATTERNS ? " stride"
                                            : " bytes",
                memory->active[level], level ? "s" : "", walk == FC_WALK_UNIT ? " of 8 bytes" : "");
    for (int w = 0; w < FC_N_ACCESSES; w++)
        fc_text_add(out, "%11s", access_text[w]);
    fc_text_add(out, "\n");
    for (int i = 0; i < curve[FC_READ].n; i++) {
        print_bytes(out, curve[FC_READ].bytes[i]);
        for (int w = 0; w < FC_N_ACCESSES; w++) {
            fc_text_add(out, "  ");
            print_seconds(out, i < curve[w].n ? curve[w].seconds[i] : -1);
        }
        fc_text_add(out, "\n");
    }
}

static void print_overlaps(fc_text *out, const fc_memory *memory, int level)
{
    const fc_overlaps *of = &memory->overlaps[level];
    if (of->n == 0)
        return;
    fc_text_add(out,
                "\noverlap by working set, %d busy core%s (1 none, large all)\nworking set       core    streams\n",
                memory->active[level], level ? "s" : "");
    for (int i = 0; i < of->n; i++) {
        print_bytes(out, of->bytes[i]);
        fc_text_add(out, "%11.3g%11.3g\n", of->exponent[i], of->stream_exponent[i]);
    }
}

static void print_memory(fc_text *out, const fc_memory *memory)
{
    for (int a = 0; a < memory->n_active; a++)
        for (int p = 0; p < FC_N_WALKS; p++)
            print_curves(out, memory, a, (fc_walk)p);
    for (int a = 0; a < memory->n_active; a++)
        print_overlaps(out, memory, a);
    fc_text_add(out, "\nfirst touch of 1 KiB            ");
    print_seconds(out, memory->first_touch_s * 1024);
    fc_text_add(out, "\nmalloc and free                 ");
    print_seconds(out, memory->allocate_s);
    fc_text_add(
        out, "\noverlap of core and memory      %6.3g   (1 none, large all)\noverlap of streams              %6.3g\n",
        memory->overlap, memory->stream_overlap);
    if (memory->window > 0)
        fc_text_add(out, "instructions in flight (random) %6.0f\n", memory->window);
    if (memory->model_error > 0)
        fc_text_add(out, "model error, memory-bound loops %6.2g %%\n", 100 * memory->model_error);
    if (memory->scattered_error > memory->model_error)
        fc_text_add(out, "model error, strided streams    %6.2g %%\n", 100 * memory->scattered_error);
}

static void print_function(fc_text *out, const char *name, const fc_runtime_function *f)
{
    for (int i = 0; i < f->n_segments; i++) {
        const fc_segment *s = &f->segment[i];
        fc_text_add(out, "%-15s", i ? "" : name);
        print_bytes(out, s->low_bytes);
        fc_text_add(out, " ..");
        print_bytes(out, s->high_bytes);
        fc_text_add(out, "  +-%3.0f %%  ", s->error * 100);
        bool is_first = true;
        for (int k = 0; k < FC_N_TERMS; k++)
            if (s->c[k] > 0) {
                fc_text_add(out, "%s", is_first ? "" : " + ");
                /* Unit of a coefficient: s or s/B for a plain term; dimensionless for a term of T(m). */
                double c = s->c[k];
                const char *unit = k >= FC_N_PLAIN_TERMS ? "" : k >= FC_TERM_BYTES ? " s/B" : " s";
                fc_text_add(out, "%.4g%s%s%s", c, unit, *term_text[k] ? " " : "", term_text[k]);
                is_first = false;
            }
        fc_text_add(out, "%s\n", is_first ? "0 s" : "");
    }
}

static void print_class(fc_text *out, const char *name, const fc_runtime_function *f, const char *class_text)
{
    if (f->n_segments == 0)
        return;
    print_function(out, name, f);
    fc_text_add(out, "%-15sp = %g .. %g%s%s%s\n", "", f->low_ranks, f->high_ranks, f->by_total ? ", by m p" : "",
                f->falls ? ", falls with m" : "", class_text);
}

/* Returns the number of calibrated operations of the variant. */
static int print_variant(fc_text *out, const fc_machine *machine, int variant)
{
    static const char *const title[] = {
        [FC_VARIANT_ANY] = "communication among p ranks; m: bytes, T(m): one transfer, K = ceil(log2 p)",
        [FC_VARIANT_INTRA] = "variant intra: all p ranks on one node",
        [FC_VARIANT_INTER] = "variant inter: each of the p ranks on its own node",
    };
    int n = 0;
    for (int k = 0; k < FC_N_FITS; k++)
        if (machine->coefficients.communication[variant][k].n_segments > 0) {
            if (n++ == 0)
                fc_text_add(out, "\n%s\n", title[variant]);
            const fc_coefficients *c = &machine->coefficients;
            const char *main_class = machine->is_assumed[variant][k]                  ? ", form in p assumed"
                                     : c->non_power_of_two[variant][k].n_segments > 0 ? ", powers of 2"
                                                                                      : "";
            print_class(out, fit_text[k], &c->communication[variant][k], main_class);
            print_class(out, "", &c->non_power_of_two[variant][k], ", not powers of 2");
            print_class(out, "", &c->few[variant][k], ", powers of 2 up to there");
        }
    return n;
}

static void print_links(fc_text *out, const char *name, const fc_link *link, int n)
{
    for (int i = 0; i < n; i++) {
        fc_text_add(out, "%s %-*d", name, 15 - (int)strlen(name), i);
        print_seconds(out, link[i].latency_s);
        fc_text_add(out, link[i].bandwidth > 0 ? "  %.4g MB/s\n" : "\n", link[i].bandwidth / 1e6);
    }
}

static void print_group(fc_text *out, const fc_node_group *group)
{
    fc_text_add(out, "group of nodes ");
    for (int i = 0; i < FC_MAX_ABSTRACT_NODES; i++)
        if (group->nodes >> i & 1)
            fc_text_add(out, " %d", i);
    fc_text_add(out, "  %.4g MB/s\n", group->bandwidth / 1e6);
}

static void print_network(fc_text *out, const fc_machine *machine)
{
    static const char *const model_text[] = {FC_TOPOLOGY_LIST(TEXT_OF)}, *const dealing_text[] = {
                                                                             FC_DISTRIBUTION_LIST(TEXT_OF)};
    static const char *const contention_text[] = {
        [FC_CONTENTION_NONE] = "messages do not share links",
        [FC_CONTENTION_FAIR] = "messages share links",
        [FC_CONTENTION_ROUND_TRIP] = "messages share links, weighted by 1 / round-trip time",
    };
    const fc_network *network = &machine->coefficients.network;
    if (!machine->network_file)
        return;
    fc_text_add(out, "\nnetwork         %s", model_text[network->model]);
    for (int i = 0; i < network->n_levels && network->shape[i] > 0; i++)
        fc_text_add(out, "%s%d", i ? " x " : " ", network->shape[i]);
    fc_text_add(out, ", %s%s", network->routing == FC_ROUTING_SIMGRID ? "routes of SimGrid, " : "",
                contention_text[network->contention]);
    if (network->acknowledgements > 0)
        fc_text_add(out, ", acknowledgements %.3g of them", network->acknowledgements);
    if (network->model_error > 0)
        fc_text_add(out, ", model error %.3g", network->model_error);
    fc_text_add(out, ", placement %s\n", dealing_text[network->dealing]);
    print_links(out, "links", network->link, network->n_levels);
    print_links(out, "distance", network->abstract.distance, network->abstract.n_distances);
    for (int i = 0; i < network->abstract.n_groups; i++)
        print_group(out, &network->abstract.group[i]);
}

static void print_openmp(fc_text *out, const fc_openmp_costs *threads)
{
    static const char *const kind_text[] = {FC_OVERHEAD_LIST(TEXT_OF)};
    if (threads->threads < 2)
        return;
    fc_text_add(out, "\nOpenMP          1 thread    %d threads\n", threads->threads);
    for (int i = 0; i < FC_N_OVERHEADS; i++) {
        fc_text_add(out, "%-14s", kind_text[i]);
        print_seconds(out, threads->overhead[i].alone_s);
        fc_text_add(out, "  ");
        print_seconds(out, threads->overhead[i].all_s);
        fc_text_add(out, "\n");
    }
}

static void print_constants(fc_text *out, const fc_machine *machine)
{
#define CONSTANT_TEXT(name, text, assumed, least, most) text,
    static const char *const name[] = {FC_CONSTANT_LIST(CONSTANT_TEXT)};
#undef CONSTANT_TEXT
    fc_text_add(out, "\nconstants of the models\n");
    for (int i = 0; i < FC_N_CONSTANTS; i++)
        fc_text_add(out, "%-32s%12.6g   %s\n", name[i], machine->coefficients.constants.value[i],
                    machine->is_constant_measured[i] ? "measured" : "assumed");
}

void fc_machine_print(fc_text *out, const fc_machine *machine)
{
    print_description(out, machine);
    print_operations(out, &machine->coefficients.core);
    print_core(out, &machine->coefficients.core);
    if (machine->coefficients.busy_cores > 0) {
        fc_text_add(out, "\nwith %d busy cores\n", machine->coefficients.busy_cores);
        print_operations(out, &machine->coefficients.busy);
        print_core(out, &machine->coefficients.busy);
    }
    print_memory(out, &machine->coefficients.memory);
    static const char *const class_text[] = {FC_DISCREPANCY_LIST(TEXT_OF)};
    fc_text_add(out, "\nErrors of the compute model by class (relative standard error)%s\n",
                machine->discrepancy_points[FC_DISCREPANCY_MEMORY] > 0 ? ""
                                                                       : ": not measured here, general ones apply");
    for (int i = 0; i < FC_N_DISCREPANCIES; i++)
        if (machine->coefficients.discrepancy[i] > 0)
            fc_text_add(out, "%-31s %6.2g %%   %d measured times\n", class_text[i],
                        100 * machine->coefficients.discrepancy[i], machine->discrepancy_points[i]);
    print_openmp(out, &machine->coefficients.threads);
    print_constants(out, machine);
    int n = 0;
    for (int variant = 0; variant < FC_N_VARIANTS; variant++)
        n += print_variant(out, machine, variant);
    if (n == 0)
        fc_text_add(out, "\ncommunication: not calibrated\n");
    if (machine->coefficients.eager_bytes > 0)
        fc_text_add(out, "\neager limit %.9g bytes\n", machine->coefficients.eager_bytes);
    print_network(out, machine);
}
