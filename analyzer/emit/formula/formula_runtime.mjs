// The compute models and runtime functions of Forecost (Apache-2.0), compiled from C (module/module.c) with the
// mathematics of wasi-libc (musl, MIT licence), in base64.
const FC_MODULE = "FORECOST_MODULE";

const FC_MOST_COUNT = 2 ** 53;
const FC_MOST_RANKS = 4096;

/** True for a count that `forecost predict` accepts: 0 ... 2^53. */
function fc_count(value) {
    if (!(value >= 0 && value <= FC_MOST_COUNT))
        throw new RangeError(`a count is ${value}: not between 0 and 2^53`);
    return value;
}

// ---- helpers of counts, exact for whole numbers below 2^53 ----

function fc_mod(a, b) {
    const rest = a % b;
    return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest;
}

function fc_floor_div(a, b) {
    return Math.round((a - fc_mod(a, b)) / b);
}

function fc_c_div(a, b) {
    return Math.round((a - (a % b)) / b);
}

function fc_c_rem(a, b) {
    return a % b;
}

function fc_ge0(a) {
    return a >= 0 ? 1 : 0;
}

function fc_eq0(a) {
    return a === 0 ? 1 : 0;
}

/** The greatest whole t with t * t <= a; -1 where a < 0. */
function fc_isqrt(a) {
    const t = a < 0 ? -1 : Math.floor(Math.sqrt(a));
    return a >= 0 && t * t > a ? t - 1 : t;
}

/** The greatest whole t with base^t <= a; -1 where a < 1. */
function fc_ilog(a, base) {
    let t = -1;
    for (let power = 1; power <= a && t < 1100; power *= base)
        t++;
    return t;
}

/** base^exponent of whole numbers, exact below 2^53. */
function fc_power(exponent, base) {
    let power = 1;
    for (let i = 0; i < Math.abs(exponent) && i < 1100; i++)
        power *= base;
    return exponent < 0 ? 1 / power : power;
}

/** C's a ^ b of whole numbers. */
function fc_xor(a, b) {
    return Number(BigInt(a) ^ BigInt(b));
}

function fc_sum(low, high, term) {
    let sum = 0;
    for (let i = low; i <= high; i += 1)
        sum += term(i);
    return sum;
}

/** Entry i of MPI_Dims_create(ranks, n, {0, ...}). */
function dims_create(ranks, n, i) {
    const factors = [], dims = new Array(n).fill(1);
    let rest = ranks;
    for (let prime = 2; prime * prime <= rest; prime++)
        for (; rest % prime === 0; rest /= prime)
            factors.push(prime);
    if (rest > 1)
        factors.push(rest);
    for (const factor of factors.reverse())
        dims[dims.indexOf(Math.min(...dims))] *= factor;
    return dims.sort((a, b) => b - a)[i];
}

export const fc_helpers = { fc_floor_div, fc_mod, fc_c_div, fc_c_rem, fc_ge0, fc_eq0, fc_isqrt, fc_ilog, fc_power, fc_xor, fc_sum, dims_create };

// ---- the formula on a machine ----

/** Appends literals as the numbers that module.c reads. */
function fc_flatten(out, value) {
    if (typeof value === "number") {
        out.push(value);
    } else if (typeof value === "string") {
        value.split(" ").forEach((word) => out.push(word.length, ...Array.from(word, (letter) => letter.charCodeAt(0))));
    } else if (Array.isArray(value)) {
        out.push(value.length);
        value.forEach((entry) => fc_flatten(out, entry));
    } else {
        out.push(Object.keys(value).length);
        Object.entries(value).forEach(([key, entry]) => { fc_flatten(out, key); fc_flatten(out, entry); });
    }
    return out;
}

let fc_compiled = null;
const fc_instances = new WeakMap();

function fc_put(module, numbers) {
    const at = module.fc_module_input(numbers.length); // may grow the memory, and so replace its buffer
    new Float64Array(module.memory.buffer, at, numbers.length).set(numbers);
    return numbers.length;
}

/** A formula's instance of the module, which holds its regions: exports, index by region, and the machine it has now. */
function fc_instance_of(formula) {
    if (!fc_instances.has(formula)) {
        fc_compiled ??= new WebAssembly.Module(Uint8Array.from(atob(FC_MODULE), (c) => c.charCodeAt(0)));
        const module = new WebAssembly.Instance(fc_compiled).exports, regions = Object.entries(formula.regions);
        if (!module.fc_module_load_regions(fc_put(module, fc_flatten([], regions.map(([, region]) => region)))))
            throw new Error("the formula's regions are not those of this module");
        fc_instances.set(formula, { module, index: new Map(regions.map(([number], i) => [Number(number), i])), machine: null });
    }
    return fc_instances.get(formula);
}

function fc_same(a, b) {
    return a.length === b.length && a.every((value, i) => value === b[i]);
}

/** Memoizes the last price of each place: neighbouring ranks mostly have the same arguments. */
function fc_kept(last, place, key, price) {
    const kept = last.get(place);
    if (kept && fc_same(kept.key, key))
        return kept.price;
    const made = price();
    last.set(place, { key, price: made });
    return made;
}

/** Prices a formula's terms on a machine, both given as literals: { seconds, error (relative, one standard deviation),
 *  beyond (an operation is outside of its calibrated range) }. */
export function fc_model(machine, formula) {
    const instance = fc_instance_of(formula), { module, index } = instance, { name: title, overheads, ...coefficients } = machine;
    const numbers = Float64Array.from(fc_flatten([], coefficients)), last = new Map();

    function select() {
        if (instance.machine === numbers)
            return;
        if (!module.fc_module_load_machine(fc_put(module, numbers), formula.computeModel === "memory"))
            throw new Error(`machine "${title}" is not one of this module`);
        instance.machine = numbers;
    }

    function region(number, p, entries, iterations, sizes) {
        select();
        fc_put(module, sizes);
        const seconds = module.fc_module_region_seconds(index.get(number), p, entries, iterations);
        return { seconds, error: module.fc_module_error() };
    }

    function communication(name, p, m) {
        select();
        const of = module.fc_module_function_of(fc_put(module, fc_flatten([], name)));
        const seconds = module.fc_module_communication_seconds(of, p, m);
        if (Number.isNaN(seconds))
            throw new RangeError(`machine "${title}" has no runtime function for ${name}`);
        const price = { seconds, error: module.fc_module_error() };
        return module.fc_module_is_calibrated(of, p, m) ? price : { ...price, beyond: name };
    }

    return {
        region: (p, number, entries, iterations, sizes) =>
            fc_kept(last, number, [p, fc_count(entries), fc_count(iterations), ...sizes],
                    () => region(number, p, entries, iterations, sizes)),
        communication: (name, p, m) => fc_kept(last, name, [p, fc_count(m)], () => communication(name, p, m)),
        allocation(bytes) {
            const seconds = machine.memory.allocate_s + fc_count(bytes) * machine.memory.first_touch_s;
            return { seconds, error: machine.memory.model_error || 0 };
        },
        /** Of an OpenMP construct in a team of one thread. */
        overhead: (kind) => ({ seconds: overheads[kind], error: 0 }),
        /** Variance of the sum of regions' seconds, from their standard deviations. */
        variance: (errors) => module.fc_module_variance(errors.reduce((all, error) => all + error * error, 0),
                                                 errors.reduce((all, error) => all + error, 0)),
        /** Relative standard error of communication among p ranks because of their network. */
        networkError(p) {
            select();
            return module.fc_module_network_error(p);
        },
        /** The ends of the 90 % interval. */
        interval: (time_s, variance) => new Float64Array(module.memory.buffer, module.fc_module_interval(time_s, variance), 2),
        /** The standard deviation of half an interval. */
        deviation: (half_s) => module.fc_module_deviation(half_s),
    };
}

/** All ranks; of more than 4096, 4096 evenly spaced ones. */
function* fc_ranks(p) {
    const n = Math.min(p, FC_MOST_RANKS);
    for (let i = 0; i < n; i++)
        yield n < 2 ? 0 : Math.floor(i * (p - 1) / (n - 1));
}

/** The slowest rank. */
function fc_slowest(formula, model, values) {
    let slowest = 0, longest = -1;
    for (const rank of fc_ranks(formula.usesRank ? values[0] : 1)) {
        let sum = 0;
        formula.terms(model, (term, times, price) => { sum += times * price.seconds; }, rank, ...values);
        if (sum > longest)
            [slowest, longest] = [rank, sum];
    }
    return slowest;
}

/** Variance of the time: errors of calls are independent, those of regions partly correlated, `doubt` (relative)
 *  applies to the sum of all terms that depend on counters, and `network` is an error of all communication. */
function fc_variance(formula, model, errors, seconds, doubt, network) {
    const by_item = new Map();
    formula.items.forEach((item, term) => by_item.set(item, (by_item.get(item) ?? 0) + errors[term]));
    const counted = formula.counted.reduce((sum, is_counted, term) => sum + (is_counted ? seconds[term] : 0), 0);
    const of = (is_region) => [...by_item].filter(([item]) => item in formula.regions === is_region).map(([, error]) => error);
    const independent = [...of(false), doubt * counted, network];
    return model.variance(of(true)) + independent.reduce((sum, error) => sum + error * error, 0);
}

/** The time of the slowest rank, or of `of` if that is not negative, at [p, parameters ..., counters ..., parts], its 90 %
 *  interval, and its seconds by term. Throws a RangeError if the formula has no value. */
export function fc_evaluate(formula, model, values, doubt = 0, of = -1) {
    if (!(values[0] >= 1) || formula.whole.some((whole, i) => whole && !(values[i + 1] >= 0)))
        throw new RangeError("p is at least 1, integer parameters at least 0");
    const rank = of < 0 ? fc_slowest(formula, model, values) : of, beyond = new Set();
    const seconds = formula.items.map(() => 0), errors = formula.items.map(() => 0);
    formula.terms(model, (term, times, price) => {
        seconds[term] += times * price.seconds;
        errors[term] += times * price.seconds * price.error;
        if (price.beyond)
            beyond.add(price.beyond);
    }, rank, ...values);
    const sum = (communicates) =>
        seconds.reduce((all, value, term) => all + (formula.communicates[term] === communicates ? value : 0), 0);
    const [compute_s, communication_s] = [sum(0), sum(1)], time_s = compute_s + communication_s;
    const network = model.networkError(values[0]) * communication_s;
    const [low_s, high_s] = model.interval(time_s, fc_variance(formula, model, errors, seconds, doubt, network));
    return { time_s, low_s, high_s, compute_s, communication_s, rank, seconds, beyond: [...beyond] };
}
