// SPDX-License-Identifier: GPL-3.0-or-later
// The machine coefficients in the formulas, and a machine with some coefficients multiplied by factors.

const NEAREST = {
    i32: ["i32", "u32", "i64", "u64"], u32: ["u32", "i32", "u64", "i64"],
    i64: ["i64", "u64", "i32", "u32"], u64: ["u64", "i64", "u32", "i32"],
    f32: ["f32", "f64"], f64: ["f64", "f32"],
};
const REGULAR = { gatherv: "gather", scatterv: "scatter", allgatherv: "allgather", alltoallv: "alltoall" };

const cores = (machine) => [machine.core, machine.busy].filter(Boolean);
const scaled = (value, factor) => (value > 0 ? value * factor : value);

/** The cost entry that an operation uses: its own type's or the nearest type's. */
function operationKey(machine, operation, numeric) {
    return NEAREST[numeric].map((near) => `${operation} ${near}`).find((key) => key in machine.core.operation);
}

function operationKnob(key, machine) {
    const [operation, numeric] = key.split(" ");
    return {
        id: `operation ${key}`, group: "computation", symbol: `t_{\\mathrm{${operation}\\,${numeric}}}`, name: `t_${operation}_${numeric}`,
        value: Math.max(...machine.core.operation[key].slice(0, 1)), unit: "s",
        apply: (changed, factor) => cores(changed).forEach((core) => {
            const cost = core.operation[key];
            if (cost)
                core.operation[key] = [...cost.slice(0, 3).map((value) => scaled(value, factor)), cost[3] * factor, cost[4]];
        }),
    };
}

function accessKnob(access, numeric, machine) {
    const fields = [`${access}_s`, `scalar_${access}_s`];
    return {
        id: `${access} ${numeric}`, group: "computation", symbol: `t_{\\mathrm{${access}\\,${numeric}}}`, name: `t_${access}_${numeric}`,
        value: machine.core[fields[0]][numeric], unit: "s",
        apply: (changed, factor) => cores(changed).forEach((core) => fields.forEach((field) => {
            core[field][numeric] = scaled(core[field][numeric], factor);
        })),
    };
}

/** A scalar cost of the core. */
function coreKnob(field, name, machine) {
    return {
        id: field, group: "computation", symbol: `t_{\\mathrm{${name}}}`, name: `t_${name}`, value: machine.core[field], unit: "s",
        apply: (changed, factor) => cores(changed).forEach((core) => { core[field] = scaled(core[field], factor); }),
    };
}

function loopKnob(machine) {
    return {
        ...coreKnob("loop_s", "loop", machine), id: "loop",
        apply: (changed, factor) => cores(changed).forEach((core) => {
            for (const field of ["loop_s", "line_s", "loop_entry_s", "short_entry_s"])
                core[field] = scaled(core[field], factor);
            for (const numeric of Object.keys(core.least_s))
                core.least_s[numeric] = scaled(core.least_s[numeric], factor);
        }),
    };
}

function memoryKnob(key, machine) {
    const [pattern, access] = key.split(" "), curve = machine.memory.curve[0]?.[key] ?? [[], []];
    return {
        id: `memory ${key}`, group: "memory", symbol: `t_{\\mathrm{memory,\\,${pattern}\\,${access}}}`, name: `memory, ${pattern} ${access}`,
        value: curve[1][curve[1].length - 1] ?? 0, unit: "s",
        apply: (changed, factor) => changed.memory.curve.forEach((curves) => {
            curves[key] = [curves[key][0], curves[key][1].map((value) => value * factor)];
        }),
    };
}

function memoryFieldKnob(field, name, machine) {
    return {
        id: field, group: "memory", symbol: `t_{\\mathrm{${name}}}`, name: `t_${name}`, value: machine.memory[field], unit: "s",
        apply: (changed, factor) => { changed.memory[field] = scaled(changed.memory[field], factor); },
    };
}

/** Latency (terms without bytes) and transfer (terms with bytes) of a runtime function. */
function functionKnobs(name, machine) {
    const first = machine.communication[name].segments[0][1], shown = name.replaceAll("_", "\\_");
    const part = (what, range, value) => ({
        id: `${what} ${name}`, group: "communication", symbol: `T_{\\mathrm{${shown}}}\\text{, ${what}}`, name: `T_${name}, ${what}`,
        value, unit: what === "transfer" ? "s/B" : "s",
        apply: (changed, factor) => changed.communication[name].segments.forEach((segment) => {
            segment[1] = segment[1].map((c, i) => (i >= range[0] && i < range[1] ? c * factor : c));
        }),
    });
    const sum = (from, to) => first.slice(from, to).reduce((a, b) => a + b, 0);
    return [part("start-up", [0, 3], sum(0, 3)), part("transfer", [3, 6], sum(3, 6))];
}

/** The runtime function of a term: "bcast", or "bcast@intra" of a variant. */
export const functionOf = ({ runtime_function: name, variant }) => (!name || variant === "any" ? name : `${name}@${variant}`);

/** The fitted runtime functions from which an operation's time is derived. A variant without a fit has that of all. */
export function functionsBehind(name, machine) {
    const [operation, ...variant] = name.split("@");
    const fitted = (of) => [[of, ...variant].join("@"), of].filter((each) => each in machine.communication).slice(0, 1);
    if (fitted(operation).length)
        return fitted(operation);
    if (operation in REGULAR)
        return functionsBehind([REGULAR[operation], ...variant].join("@"), machine);
    if (operation === "allreduce" && fitted("reduce").length && fitted("bcast").length)
        return [...fitted("reduce"), ...fitted("bcast")];
    return [...(operation === "receive" ? fitted("send") : []), ...fitted("single")];
}

function regionKnobs(region, machine) {
    const operations = [...region.operations, ...region.chain].map(([operation, numeric]) => [operation, numeric])
        .flatMap(([operation, numeric]) => {
            const own = operationKey(machine, operation, numeric);
            return own || operation !== "madd" ? [own] : ["mul", "add"].map((part) => operationKey(machine, part, numeric));
        }).filter(Boolean);
    return [
        ...operations.map((key) => operationKnob(key, machine)),
        ...Object.keys(region.reads).map((numeric) => accessKnob("read", numeric, machine)),
        ...Object.keys(region.writes).map((numeric) => accessKnob("write", numeric, machine)),
        ...(region.flags.includes("loop") ? [loopKnob(machine)] : []),
        ...(region.flags.includes("chain_memory") ? [coreKnob("forward_s", "forward", machine)] : []),
        ...(region.calls > 0 ? [coreKnob("call_s", "call", machine)] : []),
        ...region.streams.map(([access, pattern]) => memoryKnob(`${pattern} ${access}`, machine)),
    ];
}

/** Each coefficient, or part of a runtime function, in the formulas of all programs, without duplicates. */
export function knobsOf(programs, machine) {
    const found = new Map();
    const add = (knobs) => knobs.filter(({ value }) => value > 0).forEach((knob) => found.has(knob.id) || found.set(knob.id, knob));
    for (const { formula, data } of programs.filter(({ closed }) => closed)) {
        Object.values(formula.regions).forEach((region) => add(regionKnobs(region, machine)));
        data.formula.terms.filter(({ kind }) => kind === "allocation").forEach(() =>
            add([memoryFieldKnob("allocate_s", "allocate", machine), memoryFieldKnob("first_touch_s", "touch", machine)]));
        data.formula.terms.map(functionOf).filter(Boolean).forEach((name) =>
            functionsBehind(name, machine).forEach((fit) => add(functionKnobs(fit, machine))));
    }
    return [...found.values()];
}

/** A copy of the machine with each coefficient multiplied by its factor; the machine itself if all factors are 1. */
export function changedMachine(machine, knobs, factors) {
    const scaledKnobs = knobs.filter(({ id }) => (factors[id] ?? 1) !== 1);
    if (scaledKnobs.length === 0)
        return machine;
    const changed = structuredClone(machine);
    scaledKnobs.forEach((knob) => knob.apply(changed, factors[knob.id]));
    return changed;
}

/** A generator of a map: for each coefficient the relative change of a program's time at a point when the coefficient doubles. */
export function* influences(knobs, program, machine, point) {
    const before = program.ofRank(machine, point), found = new Map();
    for (const knob of knobs) {
        found.set(knob.id, program.ofRank(changedMachine(machine, [knob], { [knob.id]: 2 }), point) / before - 1);
        yield;
    }
    return found;
}
