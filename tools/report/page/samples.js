// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling of curves, and scales of sliders.

/** About n rank counts from the least to the greatest, evenly spaced in their logarithm, including the given ones. */
export function rankSamples(ranks, n) {
    const low = Math.min(...ranks), high = Math.max(...ranks), found = new Set(ranks);
    for (let i = 0; i <= n; i++)
        found.add(Math.round(low * (high / low) ** (i / n)));
    return [...found].sort((a, b) => a - b);
}

const STEPS = 1000;

/** A slider scale of 0 .. 1000 over low .. high: logarithmic if low > 0; whole numbers if `whole`. */
export function makeScale(low, high, whole) {
    const logarithmic = low > 0 && high > low;
    const round = (value) => Math.min(high, Math.max(low, whole ? Math.round(value) : Number(value.toPrecision(3))));
    return {
        low, high, steps: STEPS,
        toValue: (step) => round(logarithmic ? low * (high / low) ** (step / STEPS) : low + (high - low) * step / STEPS),
        toStep: (value) => Math.round(STEPS * (logarithmic ? Math.log(value / low) / Math.log(high / low)
                                                           : high > low ? (value - low) / (high - low) : 0)),
    };
}

/** A parameter's slider scale: over the predicted values if there are several, otherwise a factor of 16 both ways. */
export function parameterScale(values, whole) {
    const low = Math.min(...values), high = Math.max(...values);
    if (high > low)
        return makeScale(low, high, whole);
    if (low <= 0)
        return makeScale(low, low + 10, whole);
    return makeScale(whole ? Math.max(1, Math.round(low / 16)) : low / 16, low * 16, whole);
}
