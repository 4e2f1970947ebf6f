import { fc_curve } from "./formula_compute.mjs";

// ---- runtime functions: seconds of an MPI operation on p ranks with m bytes per rank ----

const FC_SINGLE = ["single", "send", "post", "receive", "sendrecv"];
const FC_REGULAR = { bcast_elsewhere: "bcast", gatherv: "gather", scatterv: "scatter", allgatherv: "allgather", alltoallv: "alltoall" };
const FC_TOLD_ERROR = 0.12, FC_DOUBLING_ERROR = 0.04;

function fc_single(machine, m) {
    return fc_runtime_function(machine, "single", 2, m).seconds;
}

function fc_tree(machine, p, m, factor) {
    let sum = 0;
    for (let reached = 1; reached < p; reached *= 2, m *= factor)
        sum += fc_single(machine, m);
    return sum;
}

function fc_doubling(machine, p, m) {
    let sum = 0;
    for (let reached = 1; reached < p; reached *= 2)
        sum += fc_single(machine, m * Math.min(reached, p - reached));
    return sum;
}

function fc_is_power(p) {
    let reached = 1;
    while (reached < p)
        reached *= 2;
    return reached === p;
}

/** machine_properties/terms.h: p ranks, m bytes. */
const FC_TERMS = [
    () => 1,
    (machine, p) => Math.log2(p),
    (machine, p) => p - 1,
    (machine, p, m) => m,
    (machine, p, m) => m * Math.log2(p),
    (machine, p, m) => m * (p - 1),
    (machine, p, m) => m * Math.log2(p) * Math.log2(p),
    (machine, p, m) => fc_tree(machine, p, m, 1),
    (machine, p, m) => (p - 1) * fc_single(machine, m),
    fc_doubling,
    (machine, p, m) => fc_tree(machine, p, m / 2, 0.5),
    (machine, p, m) => (p - 1) * fc_single(machine, m / p),
    (machine, p, m) => fc_tree(machine, p, m * p / 2, 1),
    (machine, p, m) => (fc_is_power(p) ? 0 : fc_single(machine, m)),
];

function fc_terms_sum(machine, c, p, m) {
    return c.reduce((sum, factor, k) => (factor === 0 ? sum : sum + factor * FC_TERMS[k](machine, p, m)), 0);
}

/** The segment's sum; for calibrated ranks at least the value at the end of an earlier segment. */
function fc_fit(machine, fit, p, m) {
    const beyond = p > fit.high_ranks && fit.high_ranks >= 1 ? Math.log2(p / fit.high_ranks) : 0;
    const ends = fit.segments.map(([end]) => (fit.by_total ? end / p : end));
    const found = ends.findIndex((end) => m < end), at = found < 0 ? ends.length - 1 : found;
    let seconds = Math.max(fc_terms_sum(machine, fit.segments[at][1], p, m), 0);
    for (let i = 0; i < at && p <= fit.high_ranks; i++)
        seconds = Math.max(seconds, fc_terms_sum(machine, fit.segments[i][1], p, ends[i]));
    return { seconds, error: fit.segments[at][2] + FC_DOUBLING_ERROR * beyond };
}

/** The runtime function for this number of ranks, if ranks are distinguished. */
function fc_fit_of(machine, name, p) {
    const uneven = machine.uneven[name], few = machine.few[name];
    if (uneven && !fc_is_power(p))
        return uneven;
    return few && p <= few.high_ranks ? few : machine.communication[name];
}

/** An operation without a fit, composed of single transfers. */
function fc_steps(machine, name, p, m) {
    switch (name) {
    case "send":
    case "sendrecv":
        return fc_single(machine, m);
    case "post":
        return 0;
    case "receive":
        return Math.min(fc_runtime_function(machine, "send", 2, m).seconds, fc_single(machine, m));
    case "gather":
    case "scatter":
    case "allgather":
        return fc_doubling(machine, p, m);
    case "reduce_scatter":
        return fc_tree(machine, p, m / 2, 0.5);
    case "alltoall":
        return Math.min((p - 1) * fc_single(machine, m), fc_tree(machine, p, m * p / 2, 1));
    default:
        return fc_tree(machine, p, m, 1);
    }
}

function fc_told(machine, name, p, m) {
    const fits = machine.communication;
    if (name === "allreduce" && fits.reduce && fits.bcast) {
        const reduce = fc_runtime_function(machine, "reduce", p, m), bcast = fc_runtime_function(machine, "bcast", p, m);
        return { seconds: reduce.seconds + bcast.seconds, error: Math.max(reduce.error, bcast.error, FC_TOLD_ERROR) };
    }
    if (!fits.single)
        throw new RangeError(`machine "${machine.name}" has no runtime function for ${name}`);
    const { error } = fc_runtime_function(machine, "single", 2, m);
    return { seconds: fc_steps(machine, name, p, m), error: Math.max(error, FC_TOLD_ERROR) };
}

/** A single rank copies. */
function fc_alone(machine, name, m) {
    const curve = machine.memory.curve[0], none = name === "barrier" || name === "bcast";
    const each = none ? 0 : fc_curve(curve["unit read"], 2 * m) + fc_curve(curve["unit write"], 2 * m);
    return { seconds: m / 8 * each, error: 0 };
}

function fc_runtime_function(machine, name, ranks, m) {
    const p = FC_SINGLE.includes(name) ? 2 : ranks, fit = fc_fit_of(machine, name, p);
    if (p <= 1 && (!fit || fit.low_ranks > 1))
        return fc_alone(machine, name, m);
    if (fit)
        return fc_fit(machine, fit, p, m);
    return FC_REGULAR[name] ? fc_runtime_function(machine, FC_REGULAR[name], p, m) : fc_told(machine, name, p, m);
}

function fc_is_calibrated(machine, name, p, m) {
    const single = FC_SINGLE.includes(name), fit = fc_fit_of(machine, name, single ? 2 : p);
    if (!fit)
        return !single && p <= 1;
    return m * (fit.by_total ? p : 1) <= fit.segments[fit.segments.length - 1][0] && (single || p <= fit.high_ranks);
}

export { fc_is_calibrated, fc_runtime_function };
