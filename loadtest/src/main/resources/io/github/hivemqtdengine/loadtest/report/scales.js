// From values to places on a chart, and the round values that stand at its axes.

/** A round step so that about so many of them make the whole. */
function niceStep(whole, count) {
    const rough = whole / count;
    const power = 10 ** Math.floor(Math.log10(rough));
    return power * [1, 2, 2.5, 5, 10].find(factor => factor * power >= rough * 0.999);
}

/** From 0 to a round value that is not below the highest. */
function linearScale(highest, count, from, to, wholeSteps = false) {
    const step = Math.max(niceStep(highest > 0 ? highest : 1, count), wholeSteps ? 1 : 0);
    const end = Math.ceil((highest > 0 ? highest : 1) / step - 1e-9) * step;
    const ticks = Array.from({ length: Math.round(end / step) + 1 }, (_, i) => i * step);
    return { end, ticks, place: value => from + (to - from) * value / end, label: value => axisNumber(value, step) };
}

/** Powers of ten around the lowest and the highest; what is lower, as 0, stands at the lower end. */
function logScale(lowest, highest, from, to) {
    const first = Math.floor(Math.log10(lowest));
    const last = Math.max(first + 1, Math.ceil(Math.log10(highest) - 1e-9));
    const ticks = Array.from({ length: last - first + 1 }, (_, i) => 10 ** (first + i));
    const place = value => from + (to - from) * (Math.log10(Math.max(value, 10 ** first)) - first) / (last - first);
    return { end: 10 ** last, ticks, place, label: value => axisNumber(value, value) };
}

/** Percentiles with equal room for 0 to 90, 90 to 99, 99 to 99.9 and so on; 100 stands behind the last finite one. */
function percentileScale(percentiles, from, to) {
    const nines = p => -Math.log10(1 - p / 100);
    const finite = percentiles.filter(p => p < 100).map(nines);
    const end = Math.max(1, Math.ceil(Math.max(0, ...finite) - 1e-9));
    const ticks = [0, ...Array.from({ length: end }, (_, i) => 100 - 100 / 10 ** (i + 1))];
    const label = p => String(Number(p.toFixed(8)));
    return { end, ticks, place: p => from + (to - from) * (p < 100 ? Math.min(nines(p), end) : end) / end, label };
}

function axisNumber(value, step) {
    if (value >= 1e6) {
        return `${Number((value / 1e6).toFixed(3))} M`;
    }
    const digits = step >= 1 ? (Number.isInteger(step) ? 0 : 1) : Math.min(6, Math.ceil(-Math.log10(step)) + 1);
    return Number(value.toFixed(digits)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}

const MOST_POINTS = 300;

/** Seconds in groups, so that no line has more than 300 points: [[second, value]] with what join makes of each group. */
function downsample(values, join) {
    const size = Math.max(1, Math.ceil(values.length / MOST_POINTS));
    const points = [];
    for (let i = 0; i < values.length; i += size) {
        points.push([i, join(values.slice(i, i + size))]);
    }
    return { points, size };
}

const JOINS = {
    mean: values => values.reduce((sum, value) => sum + value, 0) / values.length,
    highest: values => Math.max(...values),
    last: values => values[values.length - 1],
};
