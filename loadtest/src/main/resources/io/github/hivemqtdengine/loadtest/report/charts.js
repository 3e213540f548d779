// Charts are <figure> elements: lines by uPlot, drawn at the width that they get; bars as HTML.
const DASHES = { 'control': [1, 3], 'bare': [2, 4], 'do-nothing': [8, 4], 'outage': [10, 3, 2, 3], 'slow': [5, 3],
    'variant-0': [14, 3], 'variant-1': [9, 3], 'variant-2': [4, 3], 'variant-3': [9, 3, 3, 3], 'variant-4': [2, 2] };
const HEIGHT = 270;
const drawings = new WeakMap();
const plots = new WeakMap();
const MOST_ROWS = 300;
const JOINS = {
    mean: values => values.reduce((sum, value) => sum + value, 0) / values.length,
    highest: values => Math.max(...values),
    last: values => values.at(-1),
};

// only what is near the window is drawn: a canvas takes a megabyte, on a phone three
const near = new IntersectionObserver(entries => entries.forEach(({ target, isIntersecting }) => isIntersecting ? draw(target) : erase(target)),
    { rootMargin: '100%' });

function draw(place) {
    erase(place);
    const plot = drawings.get(place)(Math.max(260, place.clientWidth));
    plots.set(place, plot);
    place.append(plot.root);
    place.style.minHeight = '';
}

function erase(place) {
    place.style.minHeight = `${place.offsetHeight}px`; // what follows keeps its place
    plots.get(place)?.destroy();
    plots.delete(place);
    place.replaceChildren();
}

function drawCharts() {
    document.querySelectorAll('.drawing').forEach(place => {
        near.unobserve(place);
        near.observe(place);
    });
}

let drawnWidth = innerWidth;
addEventListener('resize', () => {
    if (innerWidth !== drawnWidth) {
        drawnWidth = innerWidth;
        drawCharts();
    }
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawCharts); // a canvas keeps its colours
matchMedia('print').addEventListener('change', ({ matches }) => matches ? document.querySelectorAll('.drawing').forEach(draw) : drawCharts());

const chartFigure = (chart, ...content) => el('figure', { class: 'chart', 'data-chart': chart.key },
    el('figcaption', {}, el('h3', {}, chart.title), el('span', { class: 'small soft' }, chart.note)), content);

const color = name => () => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
/** The look of a line: its own, or that of its mode. */
const lookOfLine = one => one.look ?? lookOf(one.mode);
const lineColor = one => color(lookOfLine(one));
const dashOf = one => one.dash ?? DASHES[lookOfLine(one)];
const FONT = '12px system-ui, sans-serif';
const WHOLE_STEPS = [...Array(12).keys()].flatMap(power => [1, 2, 5].map(factor => factor * 10 ** power));

/**
 * Lines over time, percentiles or runs, with a cursor, zoom, and a legend that shows values and hides lines.
 * chart: key, title, note, unit, xTitle, xText (the label of an x), log (boolean), marks: [{what, from, to}],
 * series: [{name, mode or look, dash, points: [[x, y, low, high]]}], height (a function, in pixels), xAxis (more options of uPlot), dots (boolean), rowText (xText in the table),
 * join (what makes one row of several x in a long table: mean, highest or last; without it each x has its row)
 */
function lineChart(chart) {
    const series = chart.series.filter(one => one.points.length > 0);
    const columns = uPlot.join(series.map(one => [one.points.map(point => point[0]), one.points.map(point => point[1])]));
    const highest = series.reduce((soFar, one) => one.points.reduce((top, [, y, , high]) => Math.max(top, high ?? y), soFar), 0);
    const place = el('div', { class: 'drawing' });
    drawings.set(place, width => {
        const plot = new uPlot(plotOptions(chart, series, width, wholeRange(chart, columns[0]), highest), columns);
        fill(plot.ctx.canvas, { role: 'img', 'aria-label': lineText(chart, series, highest) }, []);
        plot.root.querySelectorAll('.u-series th').forEach((name, i) => i > 0 && makeSwitch(name, plot, i, series[i - 1]));
        return plot;
    });
    near.observe(place);
    return chartFigure(chart, place, laterDetails(t('table'), () => lineTable(chart, series, columns)));
}

/** Makes a name of the legend hide its line by keyboard, too. */
function makeSwitch(name, plot, i, one) {
    fill(name, { tabindex: 0, role: 'button', 'aria-pressed': 'true' }, []);
    name.prepend(legendLine(one));
    name.addEventListener('keydown', event => {
        if (event.key === 'Enter' || event.key === ' ') {
            event.preventDefault();
            name.click();
        }
    });
    name.addEventListener('click', () => setTimeout(() => name.setAttribute('aria-pressed', plot.series[i].show)));
}

const legendLine = one => svgEl('svg', { viewBox: '0 0 26 10', style: inked(lookOfLine(one)), 'aria-hidden': 'true' },
    svgEl('line', { x1: 0, x2: 26, y1: 5, y2: 5, class: 'curve', 'stroke-dasharray': dashOf(one) }));

/** Returns the range of the x axis without zoom: all points, half a step more where they are dots, and all marks. */
function wholeRange(chart, xs) {
    const beside = chart.dots || xs.length === 1 ? 0.5 : 0;
    return (chart.marks ?? []).reduce(([from, to], mark) => [Math.min(from, mark.from), Math.max(to, mark.to)],
        [xs[0] - beside, xs.at(-1) + beside]);
}

function plotOptions(chart, series, width, whole, highest) {
    const line = { stroke: color('soft'), width: 1 };
    const axis = { stroke: color('soft'), font: FONT, labelFont: FONT, labelSize: 18 };
    return {
        width, height: chart.height?.() ?? HEIGHT, padding: [24, 16, 0, 0],
        scales: {
            x: { time: false, range: ({ data: [xs] }, from, to) => xs.length === 1 || from === xs[0] && to === xs.at(-1) ? whole : [from, to] },
            y: chart.log ? { distr: 3 } : { range: (plot, from, to) => [0, ((chart.dots ? highest : to) || 1) * 1.05] },
        },
        axes: [
            { ...axis, label: chart.xTitle, size: 28, grid: { show: false }, ticks: { ...line, size: 4 }, border: { ...line, show: true },
                values: (plot, ticks) => ticks.map(chart.xText), ...chart.xAxis },
            { ...axis, label: chart.unit, size: 60, grid: { stroke: color('grid'), width: 1 }, ticks: { show: false },
                values: (plot, ticks, i, space, step) => ticks.map(tick => tick === null ? null : axisNumber(tick, chart.log ? tick : step)),
                ...(chart.unit === '' ? { incrs: WHOLE_STEPS } : {}) },
        ],
        series: [{ label: chart.xTitle, value: (plot, x) => x === null ? '' : chart.xText(x) }, ...series.map(one => ({
            label: one.name, stroke: lineColor(one), width: 1.5, dash: dashOf(one)?.map(length => length * uPlot.pxRatio),
            points: { show: chart.dots || one.points.length === 1, size: 7, fill: dashOf(one)?.length > 0 ? color('card') : lineColor(one) },
            value: (plot, y) => isNumber(y) ? `${number(y)} ${chart.unit}` : '' }))],
        legend: { markers: { show: false } },
        cursor: { y: false, focus: { prox: 24 } },
        hooks: { drawAxes: [plot => drawMarks(plot, chart.marks ?? [])], drawSeries: [(plot, i) => drawSpreads(plot, series[i - 1])] },
    };
}

/** From the lowest to the highest round, where a point has them. */
function drawSpreads({ ctx, valToPos, scales }, one) {
    ctx.save();
    ctx.strokeStyle = lineColor(one)();
    ctx.lineWidth = 2 * uPlot.pxRatio;
    ctx.setLineDash([]);
    for (const [run, , low, high] of one.points.filter(([x, , from, to]) => to > from && x >= scales.x.min && x <= scales.x.max)) {
        const x = valToPos(run, 'x', true);
        ctx.stroke(new Path2D(`M${x} ${valToPos(low, 'y', true)}V${valToPos(high, 'y', true)}`));
    }
    ctx.restore();
}

/** One after another; a label that would overlap the previous one is a line lower. */
function drawMarks(plot, marks) {
    const { ctx, bbox: { left, top, width, height } } = plot;
    const place = second => Math.min(Math.max(left, plot.valToPos(second, 'x', true)), left + width);
    const pixel = uPlot.pxRatio;
    let free = -Infinity;
    let row = 0;
    ctx.save();
    ctx.textAlign = 'left';
    ctx.setLineDash([3 * pixel, 3 * pixel]);
    for (const mark of marks.filter(one => one.to >= plot.scales.x.min && one.from <= plot.scales.x.max).sort((a, b) => a.from - b.from)) {
        const [from, to] = [place(mark.from), place(mark.to)];
        const text = shortText(mark.what, 28);
        const size = ctx.measureText(text).width;
        const start = from + size > left + width ? from - size : from;
        row = start < free ? row + 1 : 0;
        free = Math.max(free, start + size + 8 * pixel);
        ctx.fillStyle = ctx.strokeStyle = color('fault')();
        ctx.globalAlpha = 0.13;
        ctx.fillRect(from, top, to - from, height);
        ctx.globalAlpha = 1;
        ctx.stroke(new Path2D(`M${from} ${top - 4 * pixel}V${top + height}M${to} ${top}V${top + height}`));
        ctx.fillStyle = color('bad')();
        ctx.fillText(text, start, top + (row * 14 - 8) * pixel);
    }
    ctx.restore();
}

const shortText = (text, length) => [...text].length > length ? [...text].slice(0, length - 1).join('') + '…' : text;

const markText = mark => mark.to > mark.from
    ? t('faultSpan', mark.what, number(mark.from), number(mark.to)) : t('faultMoment', mark.what, number(mark.from));

function lineText(chart, series, highest) {
    const names = series.map(one => one.name).join('; ') + '.';
    const marks = (chart.marks ?? []).length > 0 ? ' ' + t('faults', chart.marks.map(markText).join('; ')) : '';
    return `${chart.title}. ${t('chartText', chart.note, names, number(highest), chart.unit)}${marks}`;
}

function lineTable(chart, series, columns) {
    const size = chart.join ? Math.ceil(columns[0].length / MOST_ROWS) : 1;
    return table(`${chart.title}: ${chart.note}${size > 1 ? `; ${t(`${chart.join}Row`, size * Math.round(columns[0][1] - columns[0][0]))}` : ''}`,
        [chart.xTitle, ...series.map(one => ({ number: one.name }))],
        size > 1 ? joinedRows(chart, columns, size) : singleRows(chart, series, columns[0]));
}

function singleRows(chart, series, xs) {
    const points = series.map(one => new Map(one.points.map(([x, median, low, high]) => [x, { median, low, high }])));
    return xs.map(x => [(chart.rowText ?? chart.xText)(x), ...points.map(map => ({ number: withRange(map.get(x) ?? null) }))]);
}

function joinedRows(chart, [xs, ...columns], size) {
    const rows = Array.from({ length: Math.ceil(xs.length / size) }, (_, i) => [i * size, Math.min((i + 1) * size, xs.length)]);
    return rows.map(([from, to]) => [[...new Set([from, to - 1])].map(i => chart.xText(xs[i])).join(' – '),
        ...columns.map(column => ({ number: number(JOINS[chart.join](column.slice(from, to).filter(isNumber))) }))]);
}

/**
 * Bars with a point for each round; the highest value has the whole width.
 * chart: key, title, note, bars: [{name, mode, median, low, high, values}], text (of a value), reference (a value that gets a line)
 */
function barChart(chart) {
    const highest = Math.max(...chart.bars.map(bar => bar.high)) || 1;
    const text = chart.text ?? number;
    const box = (kind, from, to) => el('span', { class: kind, style: `left: ${100 * from / highest}%; width: ${100 * (to - from) / highest}%` });
    return chartFigure(chart,
        el('ul', {}, chart.bars.map(bar => el('li', {}, el('span', { class: 'soft' }, `${bar.name} `), el('span', {}, withRange(bar, text)),
            el('div', { class: 'track', style: inked(lookOf(bar.mode)) }, box('bar', 0, bar.median), bar.values.length > 1 ? bar.values.map(value => el('span', { class: 'point', style: `left: ${100 * value / highest}%` })) : null, chart.reference < highest ? box('reference', chart.reference, chart.reference) : null)))),
        el('div', { class: 'ends soft', 'aria-hidden': 'true' }, el('span', {}, '0'), el('span', {}, text(highest))));
}

function axisNumber(value, step) {
    if (value >= 1e6) {
        return `${Number((value / 1e6).toFixed(3))} M`;
    }
    const digits = step >= 1 ? (Number.isInteger(step) ? 0 : 1) : Math.min(6, Math.ceil(-Math.log10(step)) + 1);
    return Number(value.toFixed(digits)).toLocaleString('en-US', { maximumFractionDigits: 6 });
}
