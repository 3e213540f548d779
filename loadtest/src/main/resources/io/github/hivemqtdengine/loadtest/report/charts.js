// Charts as SVG. A chart is a <figure> that knows how to draw itself at the width that it gets.
const DASHES = { 'mode-control': '1 3', 'mode-bare': '2 4', 'mode-do-nothing': '8 4', 'mode-outage': '10 3 2 3', 'mode-slow': '5 3',
    'variant-0': '14 3', 'variant-1': '9 3', 'variant-2': '4 3', 'variant-3': '9 3 3 3', 'variant-4': '2 2' };
const HEIGHT = 250;
const drawings = new WeakMap();
let chartCount = 0;

function drawCharts() {
    document.querySelectorAll('figure.chart').forEach(draw);
}

function draw(figure) {
    const width = Math.max(260, Math.round(figure.clientWidth || 560));
    figure.querySelector('svg.drawing')?.remove();
    figure.querySelector('.tip')?.remove();
    figure.querySelector('figcaption').after(drawings.get(figure)(width, figure));
}

let drawnWidth = innerWidth;
addEventListener('resize', () => {
    if (innerWidth !== drawnWidth) {
        drawnWidth = innerWidth;
        drawCharts();
    }
});

function chartFigure(chart, dataTable, drawing) {
    const figure = el('figure', { class: 'chart', 'data-chart': chart.key },
        el('figcaption', {}, el('h3', {}, chart.title), el('span', { class: 'small soft' }, chart.note)),
        chart.legend ?? null, dataTable ? laterDetails(t('table'), dataTable) : null);
    drawings.set(figure, drawing);
    return figure;
}

function svgRoot(chart, width, height, text) {
    const id = `chart-${++chartCount}`;
    return svgEl('svg', { class: 'drawing', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-labelledby': `${id}-t ${id}-d` },
        svgEl('title', { id: `${id}-t` }, chart.title), svgEl('desc', { id: `${id}-d` }, text));
}

const legendLine = (mode, dash) => svgEl('svg', { viewBox: '0 0 26 10', class: lookOf(mode), 'aria-hidden': 'true' },
    svgEl('line', { x1: 0, x2: 26, y1: 5, y2: 5, class: 'curve', 'stroke-dasharray': dash }));

/**
 * Lines over time or percentiles.
 * chart: key, title, note, unit, xTitle, percentiles (boolean), log (boolean), marks: [{what, from, to}],
 * series: [{name, mode, dash, points: [[x, y]]}]
 */
function lineChart(chart) {
    const series = chart.series.filter(one => one.points.length > 0);
    const dashOf = one => one.dash ?? DASHES[lookOf(one.mode)];
    const legend = el('ul', { class: 'legend' }, series.map(one =>
        el('li', {}, legendLine(one.mode, dashOf(one)), one.name)));
    return chartFigure({ ...chart, legend }, () => lineTable(chart, series), width => {
        const highest = Math.max(0, ...series.flatMap(one => one.points.map(point => point[1])));
        const svg = svgRoot(chart, width, HEIGHT, lineText(chart, series, highest));
        const frame = { left: 58, right: width - 14, top: 22, bottom: HEIGHT - 36 };
        const y = yScale(chart, series, highest, frame);
        const x = xScale(chart, series, frame);
        drawAxes(svg, frame, x, y, chart.xTitle);
        const marks = svgEl('g', { class: 'marks' });
        drawMarks(marks, chart.marks ?? [], frame, x);
        svg.append(marks);
        series.forEach(one => svg.append(svgEl('g', { class: `series ${lookOf(one.mode)}`, 'data-name': one.name }, curve(one, x, y, dashOf(one)))));
        pointerValues(svg, chart, series, frame, x);
        return svg;
    });
}

function yScale(chart, series, highest, frame) {
    const positive = series.flatMap(one => one.points.map(point => point[1])).filter(value => value > 0);
    return chart.log && positive.length > 0
        ? logScale(Math.min(...positive), highest, frame.bottom, frame.top)
        : linearScale(highest, 5, frame.bottom, frame.top, chart.unit === '');
}

function xScale(chart, series, frame) {
    const values = series.flatMap(one => one.points.map(point => point[0]));
    if (chart.percentiles) {
        return percentileScale(values, frame.left, frame.right);
    }
    const count = Math.max(2, Math.min(8, Math.floor((frame.right - frame.left) / 70)));
    const ends = (chart.marks ?? []).map(mark => mark.to).filter(isNumber);
    const last = Math.max(1, ...values, ...ends);
    const scale = linearScale(last, count, frame.left, frame.right, true);
    const place = value => frame.left + (frame.right - frame.left) * value / last; // no empty room behind the last second
    return { ...scale, ticks: scale.ticks.filter(tick => tick <= last), place, end: last };
}

function drawAxes(svg, frame, x, y, xTitle) {
    for (const tick of y.ticks) {
        const at = y.place(tick);
        svg.append(svgEl('line', { class: 'grid', x1: frame.left, x2: frame.right, y1: at, y2: at }),
            svgEl('text', { class: 'y-label', x: frame.left - 8, y: at + 4, 'text-anchor': 'end' }, y.label(tick)));
    }
    for (const tick of x.ticks) {
        svg.append(svgEl('line', { class: 'axis', x1: x.place(tick), x2: x.place(tick), y1: frame.bottom, y2: frame.bottom + 4 }));
    }
    drawXLabels(svg, x, frame.bottom + 17, frame.right + 12);
    svg.append(svgEl('line', { class: 'axis', x1: frame.left, x2: frame.right, y1: frame.bottom, y2: frame.bottom }),
        svgEl('text', { class: 'x-title', x: frame.right, y: frame.bottom + 32, 'text-anchor': 'end' }, xTitle));
}

/** Labels below their places; none reaches beyond the right end or into its neighbour. */
function drawXLabels(svg, x, y, right) {
    let free = -Infinity;
    for (const tick of x.ticks) {
        const text = x.label(tick);
        const half = 3.7 * text.length; // about half of its width at 12 pixels
        const middle = Math.min(x.place(tick), right - half);
        if (middle - half >= free) {
            svg.append(svgEl('text', { class: 'x-label', x: middle, y, 'text-anchor': 'middle' }, text));
            free = middle + half + 8;
        }
    }
}

/** One after another; a label that would run into the one before stands a line lower. */
function drawMarks(group, marks, frame, x) {
    let free = -Infinity;
    let row = 0;
    for (const mark of [...marks].sort((a, b) => a.from - b.from)) {
        const text = shortText(mark.what, 28);
        const width = 6.5 * [...text].length;
        const end = x.place(mark.from) + width > frame.right;
        const start = end ? x.place(mark.from) - width : x.place(mark.from);
        row = start < free ? row + 1 : 0;
        free = Math.max(free, start + width + 8);
        drawMark(group, mark, { text, row, end }, frame, x);
    }
}

function drawMark(group, mark, label, frame, x) {
    const from = x.place(mark.from);
    const to = x.place(mark.to);
    group.append(svgEl('g', { class: 'mark' }, svgEl('title', {}, markText(mark)),
        to > from ? svgEl('rect', { class: 'fault', x: from, y: frame.top, width: to - from, height: frame.bottom - frame.top }) : null,
        svgEl('line', { class: 'fault-edge', x1: from, x2: from, y1: frame.top - 4, y2: frame.bottom }),
        svgEl('text', { class: 'fault-text', x: from, y: frame.top - 8 + label.row * 14, dx: label.row === 0 ? 0 : label.end ? -4 : 4, 'text-anchor': label.end ? 'end' : 'start' }, label.text)));
}

const shortText = (text, length) => [...text].length > length ? [...text].slice(0, length - 1).join('') + '…' : text;

const markText = mark => mark.to > mark.from
    ? t('faultSpan', mark.what, number(mark.from), number(mark.to)) : t('faultMoment', mark.what, number(mark.from));

function curve(one, x, y, dash) {
    const places = one.points.map(point => [x.place(point[0]), y.place(point[1])]);
    if (places.length === 1) {
        return svgEl('circle', { class: 'dot', cx: places[0][0], cy: places[0][1], r: 3.5 });
    }
    const d = places.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
    return svgEl('path', { class: 'curve', d, 'stroke-dasharray': dash });
}

function lineText(chart, series, highest) {
    const names = series.map(one => one.name).join('; ') + '.';
    const marks = (chart.marks ?? []).length > 0 ? ' ' + t('faults', chart.marks.map(markText).join('; ')) : '';
    return t('chartText', chart.note, names, number(highest), chart.unit) + marks;
}

function lineTable(chart, series) {
    const xs = [...new Set(series.flatMap(one => one.points.map(point => point[0])))].sort((a, b) => a - b);
    const values = series.map(one => new Map(one.points));
    return table(`${chart.title}: ${chart.note}`,
        [chart.xTitle, ...series.map(one => ({ number: one.name }))],
        xs.map(at => [xText(chart, at), ...values.map(map => ({ number: number(map.get(at)) }))]));
}

const xText = (chart, at) => chart.percentiles ? String(Number(at.toFixed(5))) : number(at);

/** Where the pointer is, a line and the values there. */
function pointerValues(svg, chart, series, frame, x) {
    const line = svgEl('line', { class: 'crosshair', y1: frame.top, y2: frame.bottom, visibility: 'hidden' });
    const tip = el('div', { class: 'tip', hidden: true });
    svg.append(line);
    svg.addEventListener('pointermove', event => {
        const box = svg.getBoundingClientRect();
        const at = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
        const nearest = series.map(one => one.points.reduce((best, point) =>
            Math.abs(x.place(point[0]) - at) < Math.abs(x.place(best[0]) - at) ? point : best));
        const place = x.place(nearest[0][0]);
        fill(line, { x1: place, x2: place, visibility: 'visible' }, []);
        tip.replaceChildren(el('div', { class: 'soft' }, `${chart.xTitle} ${xText(chart, nearest[0][0])}`),
            ...series.map((one, i) => el('div', {}, el('span', { class: `swatch ${lookOf(one.mode)}` }), `${one.name}: ${number(nearest[i][1])} ${chart.unit}`)));
        tip.hidden = false;
        svg.parentNode.append(tip);
        const left = place * box.width / svg.viewBox.baseVal.width;
        tip.style.left = `${Math.max(0, left > box.width / 2 ? left - tip.offsetWidth - 12 : left + 12)}px`;
        tip.style.top = `${svg.parentNode.querySelector('figcaption').offsetHeight + 30}px`;
    });
    svg.addEventListener('pointerleave', () => {
        line.setAttribute('visibility', 'hidden');
        tip.hidden = true;
    });
}

/**
 * Bars with whiskers.
 * chart: key, title, note, unit, bars: [{name, mode, median, low, high}]
 */
function barChart(chart) {
    const rowHeight = 40;
    return chartFigure(chart, null, width => {
        const height = chart.bars.length * rowHeight + 30;
        const highest = Math.max(0, ...chart.bars.map(bar => bar.high));
        const text = chart.bars.map(bar => `${bar.name}: ${number(bar.median)} (${number(bar.low)} – ${number(bar.high)})`).join('; ') + '.';
        const svg = svgRoot(chart, width, height, t('chartText', chart.note, text, number(highest), chart.unit));
        const frame = { left: 8, right: width - 20, top: 4, bottom: height - 24 };
        const x = linearScale(highest, Math.max(3, Math.floor(width / 80)), frame.left, frame.right, chart.unit === '');
        for (const tick of x.ticks) {
            svg.append(svgEl('line', { class: 'grid', x1: x.place(tick), x2: x.place(tick), y1: frame.top, y2: frame.bottom }));
        }
        drawXLabels(svg, x, height - 8, width - 2);
        chart.bars.forEach((bar, i) => svg.append(drawBar(bar, frame.top + i * rowHeight, x, frame)));
        return svg;
    });
}

function drawBar(bar, top, x, frame) {
    const middle = top + 28;
    const group = svgEl('g', { class: `series ${lookOf(bar.mode)}`, 'data-name': bar.name },
        svgEl('text', { x: frame.left, y: top + 14 }, bar.name),
        svgEl('text', { class: 'value', x: frame.right, y: top + 14, 'text-anchor': 'end' }, number(bar.median)),
        svgEl('rect', { class: 'bar', x: frame.left, y: middle - 7, width: Math.max(1, x.place(bar.median) - frame.left), height: 14, rx: 2 }));
    if (bar.high > bar.low) {
        const [low, high] = [x.place(bar.low), x.place(bar.high)];
        group.append(svgEl('path', { class: 'whisker', d: `M${low} ${middle - 5}V${middle + 5}M${low} ${middle}H${high}M${high} ${middle - 5}V${middle + 5}` }));
    }
    return group;
}
