/* SPDX-License-Identifier: Apache-2.0 */
/* Prices come from the user's model, the machine's runtime functions, or a collective algorithm's messages; each is
 * cached (cost_cache.h). */
#include "call.h"
#include "communicator.h"
#include "intercommunicator.h"
#include "message_price.h"

#include "collective_choice.h"
#include "collective_time.h"
#include "fingerprint.h"
#include "process.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Relative error of a collective priced by its algorithm's messages; as in runtime_function.c. */
static const double plan_error = 0.12;

/* Inserted checks stand for a statement of the program. */
static fc_finding_place place_of(const fc_site *site)
{
    if (!site)
        return fc_finding_place_of(NULL, 0, NULL);
    bool is_check = strncmp(site->operation, "MPI_Check_", 10) == 0;
    return fc_finding_place_of(site->file, site->line, is_check ? NULL : site->operation);
}

static _Noreturn void end_call(fc_rank *r, int site, fc_defect defect, const char *next, const char *text)
{
    const fc_site *call = fc_rank_site(r, site);
    r->ending.kind = defect.kind;
    r->ending.other = place_of(defect.other);
    fc_rank_end(r, FC_END_ARGUMENT, next, "%s: %s", call->operation, text);
}

static void find(fc_rank *r, int site, fc_defect defect, const char *text)
{
    const fc_site *call = fc_rank_site(r, site);
    fc_finding made = {.kind = defect.kind,
                       .place = place_of(call),
                       .other = place_of(defect.other),
                       .rank = r->launch.rank,
                       .ranks = r->launch.ranks};
    snprintf(made.what, sizeof made.what, "%s: %s", call->operation, text);
    fc_finding_add(r->setting.findings, &made);
}

static const char check_arguments[] = "Check the arguments after --, the values of -D, and the number of ranks.";

static const char correct_program[] =
    "Correct the program: calls that belong together need the same operation, root and order on all ranks, and "
    "matching counts and types.";

#define FORMAT_TEXT                                                                                                    \
    char text[400];                                                                                                    \
    va_list args;                                                                                                      \
    va_start(args, format);                                                                                            \
    vsnprintf(text, sizeof text, format, args);                                                                        \
    va_end(args)

void fc_call_fail(fc_rank *r, int site, fc_defect defect, const char *format, ...)
{
    FORMAT_TEXT;
    end_call(r, site, defect, defect.kind == FC_FINDING_COLLECTIVE ? correct_program : check_arguments, text);
}

void fc_call_refuse(fc_rank *r, int site, const char *format, ...)
{
    FORMAT_TEXT;
    end_call(r, site, (fc_defect){FC_FINDING_ARGUMENT, NULL}, check_arguments, text);
}

void fc_call_lack(fc_rank *r, int site, const char *format, ...)
{
    FORMAT_TEXT;
    end_call(r, site, (fc_defect){FC_FINDING_NONE, NULL}, check_arguments, text);
}

void fc_call_contradict(fc_rank *r, int site, fc_defect defect, const char *format, ...)
{
    FORMAT_TEXT;
    if (!r->setting.findings)
        end_call(r, site, defect, correct_program, text);
    find(r, site, defect, text);
}

void fc_call_find(fc_rank *r, int site, fc_defect defect, const char *format, ...)
{
    if (!r->setting.findings)
        return;
    FORMAT_TEXT;
    find(r, site, defect, text);
}

const fc_mapping *fc_call_mapping(const fc_rank *r)
{
    return r->process ? &r->process->world->layout : &r->layout;
}

/* The messages travel the network's mean distance, which the fits do not include. */
static bool is_distant(const fc_mapping *layout, fc_variant variant)
{
    return layout->network && !(variant == FC_VARIANT_INTRA && layout->has_inside);
}

/* Extra seconds of a message over the mean distance (method sum). A sender's share grows only by rendezvous. */
static double mean_distance(const fc_rank *r, const fc_mapping *layout, const fc_transfer *transfer)
{
    double bytes = transfer->n * fc_datatype_bytes(transfer->type);
    bool travels = transfer->fit == FC_FIT_SINGLE || transfer->fit == FC_FIT_SENDRECV ||
                   (transfer->fit == FC_FIT_SEND && bytes >= r->eager_bytes);
    if (!travels || !is_distant(layout, transfer->variant))
        return 0;
    double gap = fc_message_gap(&r->setting, transfer->n, transfer->type, transfer->variant);
    return fc_mapping_extra_time(layout, &layout->mean, bytes, &gap);
}

/* Context of the fc_message_costs callbacks: messages between ranks at the mean distance. */
typedef struct costs_of {
    const fc_rank *r;
    const fc_mapping *layout;
    fc_variant variant;
} costs_of;

static double message_gap(const void *data, double bytes)
{
    const costs_of *of = data;
    double gap = fc_message_gap(&of->r->setting, bytes, FC_MPI_BYTE, of->variant);
    if (is_distant(of->layout, of->variant))
        fc_mapping_extra_time(of->layout, &of->layout->mean, bytes, &gap);
    return gap;
}

static double message_seconds(const void *data, fc_fit fit, double bytes)
{
    const costs_of *of = data;
    const fc_setting *setting = &of->r->setting;
    const fc_transfer message = {fit, 2, bytes, FC_MPI_BYTE, of->variant};
    double error, seconds = fc_comm_model_time(setting->communication, setting->machine, &message, &error);
    return fmax(seconds + mean_distance(of->r, of->layout, &message), 0);
}

static bool is_algorithm(const fc_rank *r, fc_fit fit)
{
    const fc_comm_model *user = r->setting.communication;
    return r->setting.machine->collectives != FC_COLLECTIVES_FITTED && fit > FC_FIT_SENDRECV &&
           fit < FC_FIT_FILE_OPEN && r->setting.machine->communication[FC_VARIANT_ANY][FC_FIT_SINGLE].n_segments > 0 &&
           !(user && user->collective[fit]);
}

bool fc_call_has_algorithm(const fc_rank *r, const fc_transfer *transfer)
{
    return transfer->ranks > 1 && is_algorithm(r, transfer->fit);
}

void fc_call_plan(fc_plan *out, const fc_rank *r, const fc_transfer *transfer)
{
    fc_collective what = {transfer->fit, transfer->ranks, transfer->n, transfer->n * fc_datatype_bytes(transfer->type)};
    fc_collective_plan(out, r->setting.machine, &what);
}

static fc_cached_cost price_of(fc_rank *r, int site, const fc_transfer *transfer)
{
    bool known;
    const fc_coefficients *machine = r->setting.machine;
    const fc_mapping *layout = fc_call_mapping(r);
    double ranks = layout->network ? r->launch.ranks * 4294967296.0 + transfer->ranks : transfer->ranks;
    double function = transfer->fit + FC_N_FITS * (double)transfer->variant;
    fc_cost_key key = {r->setting.program->n_regions + site, {function, ranks, transfer->n, transfer->type}, NULL, 0};
    fc_cached_cost *price = fc_cost_cache_find(r->setting.prices, &key, &known);
    if (!known && fc_call_has_algorithm(r, transfer)) {
        /* Prices a collective by its algorithm's messages. */
        const costs_of of = {r, layout, transfer->variant};
        double bytes = transfer->n * fc_datatype_bytes(transfer->type);
        fc_message_costs costs = {message_seconds, message_gap, &of, r->eager_bytes};
        fc_plan plan;
        fc_call_plan(&plan, r, transfer);
        price->seconds = fc_plan_time(&plan, transfer->ranks, &costs);
        const fc_runtime_query single = {FC_FIT_SINGLE, transfer->variant, 2, bytes};
        fc_runtime_function_time(r->setting.machine, single, &price->relative_error);
        price->relative_error = fmax(price->relative_error, plan_error);
        price->calibrated = fc_runtime_function_calibrated(r->setting.machine, single);
    } else if (!known) {
        price->seconds = fc_comm_model_time(r->setting.communication, machine, transfer, &price->relative_error);
        if (layout->network)
            price->seconds += fmax(mean_distance(r, layout, transfer), -price->seconds);
        price->calibrated = fc_runtime_function_calibrated(
            machine, (fc_runtime_query){transfer->fit, transfer->variant, transfer->ranks,
                                        transfer->n * fc_datatype_bytes(transfer->type)});
    }
    return *price;
}

void fc_call_check_time(fc_rank *r, int site, double seconds)
{
    if (!(seconds >= 0) || isinf(seconds))
        fc_rank_end(r, FC_END_MACHINE, "Calibrate this operation on the machine, or give --comm-model FILE.c.",
                    "machine \"%s\" has no runtime function for %s", r->setting.machine->name,
                    fc_rank_site(r, site)->operation);
}

fc_variant fc_call_variant(const fc_rank *r, const fc_communicator *of, int peer)
{
    const fc_mapping *layout = fc_call_mapping(r);
    if (!layout->has_variants || peer < 0 || of->is_spawned)
        return FC_VARIANT_ANY;
    const int pair[2] = {r->launch.rank, fc_communicator_partner(of, peer)};
    return fc_mapping_variant(layout, pair, 2);
}

bool fc_call_is_charged(const fc_rank *r, fc_fit fit)
{
    const fc_comm_model *user = r->setting.communication;
    return fit < FC_FIT_COMM_DUP || fit >= FC_FIT_FILE_OPEN ||
           r->setting.machine->communication[FC_VARIANT_ANY][fit].n_segments > 0 || is_algorithm(r, fit) ||
           (user && user->collective[fit]);
}

double fc_call_time(fc_rank *r, int site, fc_transfer transfer, double *relative_error)
{
    fc_rank_site(r, site);
    *relative_error = 0;
    if (!fc_call_is_charged(r, transfer.fit))
        return 0;
    fc_cached_cost price = price_of(r, site, &transfer);
    fc_call_check_time(r, site, price.seconds);
    if (!price.calibrated)
        r->extrapolated |= 1u << transfer.fit;
    *relative_error = price.relative_error;
    return price.seconds;
}

double fc_unknown(fc_rank *r, int site)
{
    fc_rank_end(r, FC_END_ARGUMENT,
                "Compute the argument from the program's arguments, or exclude the call from the predicted part.",
                "%s: an argument depends on data", fc_rank_site(r, site)->operation);
}

int fc_unsupported(fc_rank *r, int site, const char *reason)
{
    fc_rank_end(r, FC_END_ARGUMENT,
                "Exclude the call from the predicted part; `forecost mpi` lists the supported operations.",
                "%s is not supported: %s", fc_rank_site(r, site)->operation, reason);
}

void fc_call_charge(fc_rank *r, int site, fc_transfer transfer)
{
    if (r->fingerprint) /* the fingerprint already has the call and its arguments */
        return;
    double error, seconds = fc_call_time(r, site, transfer, &error), begin = fc_now(r);
    int item = r->setting.program->n_regions + site;
    r->communication_s += fc_rank_charge(r, item, r->weight * seconds, error);
    fc_rank_trace(r, FC_TRACE_COMMUNICATION, item, begin, fc_now(r));
}

void fc_call_advance(fc_rank *r, int site, double end, double own, double relative_error)
{
    double begin = fc_now(r), elapsed = end - begin;
    int item = r->setting.program->n_regions + site;
    if (!(elapsed > 0))
        return;
    own = fmin(own, elapsed);
    elapsed = fc_rank_charge(r, item, elapsed, own / elapsed * relative_error);
    own = fmin(own, elapsed);
    r->communication_s += own;
    r->wait_s += elapsed - own;
    fc_rank_trace(r, FC_TRACE_WAIT, item, begin, begin + (elapsed - own));
    fc_rank_trace(r, FC_TRACE_COMMUNICATION, item, begin + (elapsed - own), fc_now(r));
}

void fc_call_count(fc_rank *r, int site, double bytes)
{
    if (r->phase == FC_PHASE_AFTER || r->fingerprint)
        return;
    fc_item *item = fc_rank_item(r, r->setting.program->n_regions + site);
    item->messages += r->weight;
    item->bytes += r->weight * bytes;
    r->messages += r->weight;
    r->bytes += r->weight * bytes;
}

fc_communicator *fc_call_comm(fc_rank *r, int site, fc_comm comm)
{
    if (comm == FC_MPI_COMM_NULL)
        fc_call_refuse(r, site, "the communicator is MPI_COMM_NULL");
    if (comm == FC_MPI_COMM_UNKNOWN)
        fc_rank_end(
            r, FC_END_ARGUMENT,
            "Hold the communicator in a variable of its own, not in a data-dependent array element. MPI_COMM_WORLD is "
            "assumed only if control flow does not depend on the values that the call carries.",
            "%s: which communicator it uses depends on data", fc_rank_site(r, site)->operation);
    if (comm < 0 || comm >= r->n_comms || !r->comm[comm].alive)
        fc_call_refuse(r, site, "the communicator was freed or never made");
    return &r->comm[comm];
}

bool fc_call_makes_comms(const fc_cost_program *program)
{
    static const char *const makers[] = {"MPI_Comm_split",        "MPI_Comm_split_type", "MPI_Comm_create",
                                         "MPI_Comm_create_group", "MPI_Cart_create",     "MPI_Cart_sub",
                                         "MPI_Graph_create",      "MPI_Intercomm_merge"};
    for (int i = 0; i < program->n_sites; i++)
        for (size_t k = 0; k < sizeof makers / sizeof *makers; k++)
            if (strcmp(program->site[i].operation, makers[k]) == 0)
                return true;
    return false;
}

fc_comm fc_call_only_comm(const fc_rank *r, fc_comm comm)
{
    bool is_whole = r->launch.ranks == 1 || !r->makes_others;
    return comm == FC_MPI_COMM_UNKNOWN && is_whole ? FC_MPI_COMM_WORLD : comm;
}

void fc_call_assume(fc_rank *r, int site, fc_assumption what)
{
    fc_rank_site(r, site);
    fc_rank_item(r, r->setting.program->n_regions + site)->assumed = true;
    if (!r->assumed[what])
        r->assumed[what] = 1 + site;
}

void fc_call_note_longs(fc_rank *r, int site, fc_type_signature own, fc_type_signature other)
{
    if (!r->assumed[FC_ASSUMED_LONGS] && fc_type_signature_mixes_longs(own, other))
        r->assumed[FC_ASSUMED_LONGS] = 1 + site;
}

fc_comm fc_call_comm_or_assumed(fc_rank *r, int site, fc_comm comm, bool carries)
{
    if (comm != FC_MPI_COMM_UNKNOWN || (carries && fc_call_only_comm(r, comm) == comm))
        return comm;
    fc_call_assume(r, site, FC_ASSUMED_WORLD);
    return FC_MPI_COMM_WORLD;
}

void fc_call_require_simulated(fc_rank *r, const fc_communicator *of, const fc_site *call)
{
    if (of->is_spawned && r->process)
        fc_rank_end(r, FC_END_ARGUMENT, "Predict with --method sum, or without this call.",
                    "%s: with processes that the program starts, which are not simulated", call->operation);
}

fc_communicator *fc_call_comm_or_world(fc_rank *r, int site, fc_comm comm)
{
    bool carries = r->hand.in || r->hand.out;
    fc_communicator *of = fc_call_comm(r, site, fc_call_comm_or_assumed(r, site, comm, carries));
    if (of->is_spawned && carries)
        fc_call_lack(r, site, "its values come from processes that the program starts, which are not simulated");
    r->assumes_world = (comm == FC_MPI_COMM_UNKNOWN && !carries) || of->is_spawned;
    return of;
}

bool fc_call_is_contiguous(const fc_rank *r, fc_datatype type)
{
    long number = fc_datatype_number(type);
    return number < 0 || (number < r->n_bounds && r->bounds[number].dense);
}

fc_type_signature fc_call_signature(const fc_rank *r, fc_datatype type)
{
    long number = fc_datatype_number(type);
    if (number < 0)
        return fc_type_signature_of(type);
    return number < r->n_bounds ? r->bounds[number].signature : fc_type_signature_none;
}

void fc_call_check_count(fc_rank *r, int site, double n, fc_datatype type)
{
    if (!(n >= 0 && n <= INT_MAX))
        fc_call_refuse(r, site, "the count is %.17g, not between 0 and 2147483647", n);
    bool is_known = fc_datatype_number(type) < 0 ? fc_datatype_bytes(type) > 0 : fc_datatype_number(type) < r->n_bounds;
    if (n > 0 && type == FC_MPI_DATATYPE_UNKNOWN)
        fc_rank_end(r, FC_END_ARGUMENT,
                    "Make it before the call. If data selects the datatype, send MPI_BYTE with a byte count, which "
                    "a profile can measure.",
                    "%s: the datatype depends on data", fc_rank_site(r, site)->operation);
    if (n > 0 && !is_known)
        fc_call_refuse(r, site, "the datatype was never made, or was freed");
}

void fc_call_check_root(fc_rank *r, int site, const fc_communicator *comm, int root)
{
    bool names_side = fc_intercommunicator_is(comm) && (root == FC_MPI_ROOT || root == FC_MPI_PROC_NULL);
    int peers = fc_intercommunicator_peers(comm);
    if (root != FC_MPI_RANK_UNKNOWN && !names_side && (root < 0 || root >= peers))
        fc_call_refuse(r, site, "root %d is not in a communicator of %d ranks", root, peers);
}

void fc_call_check_array(fc_rank *r, int site, const void *array)
{
    if (!array)
        fc_rank_end(
            r, FC_END_ARGUMENT,
            "A profile does not record this array. For the analysis alone, replace the code that fills it by typical "
            "values (#ifdef NAME ... #else ... #endif; analyze ... -- -DNAME).",
            "%s: an array it reads is null or depends on data", fc_rank_site(r, site)->operation);
}

double fc_call_sum_counts(fc_rank *r, int site, int n, const int *counts, fc_datatype type)
{
    double sum = 0;
    fc_call_check_array(r, site, counts);
    for (int i = 0; i < n; i++) {
        fc_call_check_count(r, site, counts[i], type);
        sum += counts[i];
    }
    return sum;
}
