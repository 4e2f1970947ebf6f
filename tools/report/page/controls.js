// SPDX-License-Identifier: GPL-3.0-or-later
// The form: programs, ranks, parameters, machine. Each value has a slider and a field for exact numbers.
import katex from "katex";
import { byId, h } from "./dom.js";
import { number, percent, seconds } from "./format.js";
import { makeScale, parameterScale } from "./samples.js";

const SHOWN_KNOBS = 8;
const MOST_DOUBLINGS = 4; // a factor ranges from 1/16 to 16

/** One value: { id, label, scale, whole, value, text(value), set(value) }. */
function slider({ id, label, scale, whole, value, text, set }) {
    const range = h("input", { type: "range", id, min: 0, max: scale.steps, step: 1 });
    const field = h("input", { type: "number", "data-name": id, "aria-label": `${id}, exactly`, step: whole ? 1 : "any" });
    const show = (now) => {
        range.value = scale.toStep(now);
        range.setAttribute("aria-valuetext", text(now));
        field.value = now;
    };
    const take = (now) => {
        range.setAttribute("aria-valuetext", text(now));
        set(now);
    };
    range.addEventListener("input", () => {
        field.value = scale.toValue(Number(range.value));
        take(Number(field.value));
    });
    field.addEventListener("input", () => {
        const now = Number(field.value);
        if (field.value === "" || !Number.isFinite(now) || (whole && !Number.isInteger(now)))
            return;
        range.value = scale.toStep(Math.min(scale.high, Math.max(scale.low, now)));
        take(now);
    });
    show(value);
    return { element: h("div", { class: "control" }, h("label", { for: id }, label), field, range), show };
}

function knobLabel(knob) {
    const symbol = h("span", {});
    katex.render(knob.symbol, symbol, { throwOnError: false });
    return symbol;
}

function knobSlider(knob, state, changed) {
    const size = knob.unit === "s" ? seconds(knob.value, 3) : `${number(knob.value * 1e9)} ns/B`;
    const scale = {
        low: 2 ** -MOST_DOUBLINGS, high: 2 ** MOST_DOUBLINGS, steps: 20 * 2 * MOST_DOUBLINGS,
        toValue: (step) => Number((2 ** (step / 20 - MOST_DOUBLINGS)).toPrecision(4)),
        toStep: (factor) => Math.round(20 * (Math.log2(Math.max(factor, 2 ** -MOST_DOUBLINGS)) + MOST_DOUBLINGS)),
    };
    return slider({
        id: `knob ${knob.id}`, scale, whole: false, value: 1,
        label: [knobLabel(knob), h("span", { class: "hint" }, ` ${size}`)],
        text: (factor) => `${knob.name} times ${number(factor)}`,
        set: (factor) => { state.factors[knob.id] = factor > 0 ? factor : 1; changed(); },
    });
}

/** Sliders for the machine's coefficients; some are collapsed. sort(influence) puts the most influential first. */
function makeKnobs(knobs, state, changed) {
    const sliders = new Map(knobs.map((knob) => [knob.id, knobSlider(knob, state, changed)]));
    const box = byId("machine-knobs"), hint = h("p", { class: "hint" }), shown = h("div"), rest = h("div");
    const more = h("details", {}, h("summary", {}, `${knobs.length - SHOWN_KNOBS} more`), rest);
    const place = (order) => {
        const elements = order.map(({ id }) => sliders.get(id).element);
        shown.replaceChildren(...elements.slice(0, SHOWN_KNOBS));
        rest.replaceChildren(...elements.slice(SHOWN_KNOBS));
    };
    box.append(hint, shown, more);
    box.hidden = knobs.length === 0;
    more.hidden = knobs.length <= SHOWN_KNOBS;
    place(knobs);
    return {
        reset: () => sliders.forEach(({ show }) => show(1)),
        sort: (influence) => {
            const order = [...knobs].sort((a, b) => influence.get(b.id) - influence.get(a.id));
            hint.textContent = "Factors on machine coefficients in the formula, the most influential first: doubling "
                + `${order[0].name} changes the time by ${percent(influence.get(order[0].id))}.`;
            place(order);
        },
    };
}

function makePrograms(programs, state, changed) {
    byId("programs").hidden = programs.length < 2;
    programs.forEach(({ name }, i) => {
        const radio = h("input", { type: "radio", name: "program", id: `program ${i}`, value: i, checked: i === state.program });
        radio.addEventListener("change", () => { state.program = i; changed(); });
        byId("programs").append(h("div", {}, radio, h("label", { for: `program ${i}` }, name)));
    });
}

/** A choice among the predicted sets of parameters, if the program has no closed formula. */
function parameterChoice(programs, state, changed) {
    const sets = [...new Map(programs[0].points.map(({ parameters }) => [JSON.stringify(parameters), parameters])).values()];
    if (sets.length < 2)
        return [];
    const words = (parameters) => Object.entries(parameters).map(([name, value]) => `${name} = ${number(value)}`).join(", ");
    const select = h("select", { id: "parameter set" }, sets.map((set, i) => h("option", { value: i }, words(set))));
    select.addEventListener("change", () => { Object.assign(state.parameters, sets[select.value]); changed(); });
    return [{ element: h("div", { class: "control" }, h("label", { for: "parameter set" }, "parameters"), select),
              show: () => { select.value = sets.findIndex((set) => words(set) === words(state.parameters)); }, of: () => 0 }];
}

function parameterSliders(programs, state, changed) {
    const isWhole = (name) => programs.every(({ data }) =>
        data.formula.parameters.every((parameter) => parameter.name !== name || parameter.type === "integer"));
    return Object.keys(state.parameters).map((name) => {
        const values = programs.flatMap(({ points }) => points.map(({ parameters }) => parameters[name])).filter(Number.isFinite);
        const whole = isWhole(name);
        const made = slider({ id: `parameter ${name}`, label: name, scale: parameterScale(values, whole), whole,
                              value: state.parameters[name], text: number,
                              set: (value) => { state.parameters[name] = value; changed(); } });
        return { ...made, of: () => state.parameters[name] };
    });
}

/** Sliders of values that the program computes: they follow the nearest predicted point until they are moved. */
function quantitySliders(programs, state, changed) {
    return programs.flatMap((program) => program.quantities.map(({ name, type, number: index }) => {
        const values = program.data.numbers.map(({ values: of }) => of[index]).filter(Number.isFinite), whole = type === "integer";
        const now = () => state.parameters[name] ?? program.quantityAt(index, state.p, state.parameters);
        const made = slider({ id: `quantity ${name}`, label: [name, h("span", { class: "hint" }, " computed by the program")],
                              scale: parameterScale(values.length ? values : [1], whole), whole, value: now(), text: number,
                              set: (value) => { state.parameters[name] = value; changed(); } });
        return { ...made, of: now, follow: () => state.parameters[name] === undefined && made.show(now()) };
    }));
}

/** Fills the form. state: { program, p, parameters, factors }, which the controls change; changed() is called after each change.
 *  Returns sort(influence), which sorts the coefficients, and follow(), which shows quantities that changed with the point. */
export function makeControls({ programs, knobs, ranks, state, changed }) {
    const start = structuredClone(state), closed = programs.every((program) => program.closed);
    makePrograms(programs, state, changed);
    const p = slider({ id: "ranks", label: "p, ranks", scale: makeScale(ranks.low, ranks.high, true), whole: true, value: state.p,
                       text: (value) => `${value} ranks`, set: (value) => { state.p = Math.max(1, value); changed(); } });
    const parameters = closed ? parameterSliders(programs, state, changed) : parameterChoice(programs, state, changed);
    const quantities = quantitySliders(programs, state, changed);
    byId("point").append(p.element, ...[...parameters, ...quantities].map(({ element }) => element));
    const machine = makeKnobs(knobs, state, changed);
    byId("controls").addEventListener("submit", (event) => event.preventDefault());
    byId("controls").addEventListener("reset", (event) => {
        event.preventDefault();
        Object.assign(state, structuredClone(start), { program: state.program });
        p.show(state.p);
        [...parameters, ...quantities].forEach((each) => each.show(each.of()));
        machine.reset();
        changed();
    });
    return { sort: machine.sort, follow: () => quantities.forEach((quantity) => quantity.follow()) };
}
