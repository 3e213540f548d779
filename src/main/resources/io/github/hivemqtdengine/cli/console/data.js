// The view of the tables: their last rows, and a chart of each number.
/* global uPlot */
import { t } from './texts.js';
import { $, ask, element } from './parts.js';
import { sentence } from './editor.js';

const MAX_SERIES = 8;
const PAUSE_MILLIS = 5_000;
const COLOURS = ['#0b62c4', '#c2410c', '#11703c', '#7c3aed', '#b3261e', '#0e7490', '#8a5a00', '#be185d'];

let answer = null;
let charts = [];
let timer;

$('data-again').addEventListener('click', () => look().catch(() => {}));
new ResizeObserver(() => charts.forEach(({ chart, place }) => chart.setSize({ width: place.clientWidth, height: 140 }))).observe($('tables'));

export function show() {
    draw();
    look().catch(() => {});
}

async function look() {
    try {
        $('data-state').textContent = answer === null ? t('checking') : '';
        answer = await ask('rows');
        draw();
    } finally {
        clearTimeout(timer);
        const tables = answer?.out?.tables;
        if (tables?.length === 0 || tables?.some(table => !table.problem)) { // servers lock accounts after refused logins
            timer = setTimeout(lookAgain, PAUSE_MILLIS);
        }
    }
}

/** Looks again while the view is open, but not while the user is in a table, which drawing would reset. */
function lookAgain() {
    if ($('data').hidden) {
        return;
    }
    const isUsed = $('tables').contains(document.activeElement) || $('tables').matches(':hover');
    $('data-state').textContent = isUsed ? t('paused') : '';
    if (document.hidden || isUsed) {
        timer = setTimeout(lookAgain, PAUSE_MILLIS);
    } else {
        look().catch(() => {});
    }
}

function draw() {
    charts.forEach(({ chart }) => chart.destroy());
    charts = [];
    const tables = answer?.out?.tables ?? [];
    const problems = answer?.out?.problems?.map(sentence) ?? [];
    $('data-state').textContent = answer !== null && tables.length === 0 ? [answer.error, ...problems].filter(Boolean).join(' ') : '';
    const others = answer?.out?.others ?? 0;
    $('tables').replaceChildren(...tables.map(tableElement), ...others > 0 ? [element('p', { class: 'hint' }, t('otherTables', others))] : []);
    tables.forEach(drawCharts);
}

function tableElement(table) {
    return element('section', { 'class': 'group', 'aria-label': table.table },
        element('div', { class: 'bar' }, element('h3', {}, table.table), element('span', { class: 'hint' }, table.database),
            element('span', { class: `mark ${table.problem ? 'bad' : 'calm'}` }, table.problem ? t('unreadable1') : t('stored', table.rows.length))),
        table.problem ? element('p', {}, table.problem) : null,
        element('div', { class: 'charts' }),
        table.rows.length === 0 ? null : element('div', { class: 'scroll', tabindex: '0' }, element('table', {},
            element('thead', {}, element('tr', {}, ...table.columns.map(name => element('th', { scope: 'col' }, name)))),
            element('tbody', {}, ...table.rows.slice(0, 20).map(row => element('tr', {}, ...row.map(value => element('td',
                value === null ? { class: 'null' } : {}, value === null ? 'NULL' : String(value)))))))));
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Draws a chart for each column of numbers, with a line for each of the first subtables. */
function drawCharts(table, number) {
    const time = table.columns.findIndex((name, i) => table.rows.some(row => TIME.test(row[i])));
    if (time < 0) {
        return;
    }
    const rows = table.rows.toReversed();
    const subtable = table.columns.findIndex(name => name === 'tbname' || name === 'subtable');
    const names = [...new Set(rows.map(row => subtable < 0 ? '' : row[subtable]))].slice(0, MAX_SERIES);
    const times = [...new Set(rows.map(row => Date.parse(row[time]) / 1_000))].sort((one, other) => one - other);
    const place = $('tables').children[number].querySelector('.charts');
    table.columns.forEach((column, i) => {
        if (i > time && rows.some(row => typeof row[i] === 'number')) {
            const box = element('figure', {}, element('figcaption', {}, column));
            place.append(box);
            const lines = names.map(name => {
                const values = new Map(rows.filter(row => subtable < 0 || row[subtable] === name).map(row => [Date.parse(row[time]) / 1_000, row[i] === null ? null : Number(row[i])]));
                return times.map(at => values.get(at));
            });
            const text = getComputedStyle(document.body).color;
            const axis = { stroke: text, grid: { show: false }, size: 46, font: '11px system-ui' };
            charts.push({ place: box, chart: new uPlot({
                width: box.clientWidth, height: 140, legend: { show: names.length > 1 && names.length <= 4 }, cursor: { drag: { x: false } },
                series: [{}, ...names.map((name, k) => ({ label: String(name), stroke: COLOURS[k], spanGaps: true, points: { size: 4 } }))],
                axes: [{ ...axis, size: 30 }, axis],
            }, [times, ...lines], box) });
        }
    });
}
