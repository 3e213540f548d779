// The view of a trace: what becomes of each message of one client or topic, as the messages come.
import { language, t } from './texts.js';
import { $, background, element } from './parts.js';

const MAX_LINES = 200;
const MAX_TEXT = 300;
const COLOURS = { 'stored': 'good', 'dead-letter': 'bad', 'dropped': 'bad', 'not-authorized': 'bad' };

let lines = [];
let last = null;
const trace = background('trace', added => {
    last = added.find(line => line.end) ?? last;
    const messages = added.filter(line => !line.end).map(line => ({ ...line, topic: cut(line.topic), client: cut(line.client) }));
    lines = [...lines, ...messages].slice(-MAX_LINES);
    $('trace-rows').prepend(...messages.toReversed().map(rowElement));
    [...$('trace-rows').children].slice(MAX_LINES).forEach(row => row.remove());
    draw();
});

$('trace-form').addEventListener('input', () => { $('trace-client').required = $('trace-topic').value === ''; });
$('trace-form').addEventListener('submit', event => {
    event.preventDefault();
    lines = [];
    last = null;
    $('trace-rows').replaceChildren();
    trace.start(Number($('trace-minutes').value), { client: $('trace-client').value, topic: $('trace-topic').value });
});
$('trace-stop').addEventListener('click', () => trace.stop());

export function show() {
    $('trace-head').replaceChildren(...['time', 'outcome', 'topic', 'client', 'qos', 'size'].map(name => element('th', { scope: 'col' }, t(name))));
    $('trace-rows').replaceChildren(...lines.toReversed().map(rowElement));
    draw();
}

function draw() {
    const { isRunning, isStopped, count, ends, error } = trace.state;
    const end = last ?? (isStopped ? { end: 'stop', lines: count } : null);
    $('trace-start').disabled = isRunning;
    $('trace-stop').hidden = !isRunning;
    $('trace-table').hidden = lines.length === 0;
    const sentence = isRunning ? t('tracing', count, clock(ends)) : end ? t('traceEnded', end.lines, t('traceEnds')[end.end] ?? end.sentence, end.waiting) : error;
    if ($('trace-sum').textContent !== sentence) { // screen readers read a changed one
        $('trace-sum').textContent = sentence;
    }
    $('trace-sum').className = `mark ${isRunning || end?.end === 'time' || isStopped ? 'calm' : end ? 'warn' : 'bad'}`;
}

const cut = text => text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
const clock = (time, parts) => new Date(time).toLocaleTimeString(language() === 'zh' ? 'zh-CN' : 'en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', ...parts });

function rowElement(line) {
    const outcomes = line.routes.length === 0 ? [element('span', { class: 'mark calm' }, t('noRoute'))] : line.routes.map(outcomeElement);
    return element('tr', {}, element('td', {}, clock(line.time, { fractionalSecondDigits: 3 })),
        element('td', {}, ...outcomes),
        ...[line.topic, line.client, line.qos, line.payloadBytes].map(value => element('td', {}, String(value))));
}

function outcomeElement({ route, outcome, rows, reason, ms }) {
    const details = [route, rows === undefined ? null : t('stored', rows), reason, ms === undefined ? null : `${ms} ms`];
    return element('div', {}, element('span', { class: `mark ${COLOURS[outcome] ?? 'warn'}` }, t('outcomes')[outcome] ?? outcome), ` ${details.filter(Boolean).join(' · ')}`);
}
