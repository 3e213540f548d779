// The view of the mapping: the editor, and what a message becomes while the mapping is written.
import { language, t } from './texts.js';
import { $, ask, confirmed, element } from './parts.js';
import { mark, sentence, startEditor } from './editor.js';

const PAUSE_MILLIS = 250;
const LEARNED = ' learned';

let editor;
let file = '';
let saved = { text: '', version: '' };
let isValid = false;
let answered = null;
let tables = [];
let examples = [];
let samples = [];
let shown = '';
let draft = '';
let learned = null;

export const text = () => editor.getValue();
export const isSaved = () => text() === saved.text;

export async function start() {
    saved = await ask('configuration');
    file = saved.file;
    ({ examples } = await ask('examples'));
    editor = await startEditor($('editor'), t('mappingView'), () => later(check));
    editor.session.setValue(saved.text);
    $('message').addEventListener('input', () => later(explain));
    $('message').addEventListener('submit', event => event.preventDefault());
    $('payload-file').addEventListener('change', readFile);
    $('examples').addEventListener('change', event => pick(event.target.value));
    $('samples').addEventListener('change', event => take(samples[event.target.value]));
    $('save').addEventListener('click', save);
    window.addEventListener('beforeunload', event => isSaved() || event.preventDefault());
    await check();
}

export function show() {
    $('file').textContent = saved.problem ?? file;
    showExamples();
    showSamples();
    showState();
    draw();
    editor.resize();
}

function showExamples() {
    $('examples').replaceChildren(element('option', { value: '' }, t('ownFile')), ...learned ? [element('option', { value: LEARNED }, t('learnedText'))] : [],
        ...examples.map(name => element('option', {}, name)));
    $('examples').value = shown;
}

let timer;
let needsCheck = false;
let turn = 0;
let asked = 0;

/** Asks after a pause in typing; answers to older questions are dropped. */
function later(task) {
    clearTimeout(timer);
    needsCheck ||= task === check;
    $('validity').textContent = t('checking');
    $('validity').className = 'mark calm';
    timer = setTimeout(() => (needsCheck ? check() : task()).catch(() => {}), PAUSE_MILLIS);
}

async function check() {
    const mine = ++turn;
    needsCheck = false;
    const { out, error } = await ask('check', { text: text() });
    if (mine !== turn) {
        return;
    }
    const problems = out?.problems ?? [{ line: 1, element: '', value: '', rule: error }];
    isValid = out?.valid === true;
    mark(problems.filter(isHere));
    $('problems').replaceChildren(...problems.map(problem => element('li', {}, element('button',
        { type: 'button', onclick: () => { editor.gotoLine(problem.line, 0); editor.focus(); } }, `${isHere(problem) ? '' : `${problem.file} `}${t('line', problem.line)}: ${sentence(problem)}`))));
    await explain();
    showState(problems.length);
}

/** Whether a problem is in the editor's text, and not in a file that it includes. */
const isHere = problem => problem.file === undefined || problem.file.split(/[\\/]/).pop() === file.split(/[\\/]/).pop();

function showState(problems = $('problems').children.length) {
    $('validity').textContent = (isValid ? t('valid') : t('problems', problems)) + (isSaved() ? '' : ` · ${t('changed')}`);
    $('validity').className = `mark ${isValid ? isSaved() ? 'good' : 'warn' : 'bad'}`;
    $('save').disabled = isSaved();
}

const question = () => ({
    text: text(), topic: $('topic').value, payload: $('payload').value, isHex: $('hex').checked, client: $('client').value, user: $('user').value,
    qos: $('qos').value, source: $('source').value, retain: $('retain').checked, properties: $('properties').value.split('\n').filter(line => line.trim() !== ''),
});

async function explain() {
    const mine = ++asked;
    const asks = isValid && $('topic').value !== '';
    const [answer, ddl] = isValid ? await Promise.all([asks ? ask('explain', question()) : null, ask('ddl', { text: text() })]) : [null, null];
    if (mine === asked) {
        answered = answer;
        tables = ddl?.out?.databases.flatMap(database => database.statements) ?? [];
        showState();
        draw();
    }
}

function draw() {
    const routes = answered?.out?.routes ?? [];
    const wanting = routes.filter(route => route.matches);
    const others = routes.filter(route => !route.matches);
    $('result').replaceChildren(...[
        !isValid ? element('p', { class: 'hint' }, t('repair')) : $('topic').value === '' ? element('p', { class: 'hint' }, t('writeTopic')) : null,
        answered !== null && answered.out === null ? element('p', { class: 'mark bad' }, answered.error) : null,
        answered?.out && wanting.length === 0 ? element('p', { class: 'route' }, t('noRoute')) : null,
        ...wanting.map(routeElement),
        others.length === 0 ? null : folded(t('others'), element('div', {}, ...others.map(route => element('p', {}, element('b', {}, route.id), ` – ${t('why')[route.why]}`)))),
        tables.length === 0 ? null : folded(t('ddl'), code(tables)),
    ].filter(Boolean));
}

const opened = new Set();

/** A part that stays open or closed while the mapping is written. */
const folded = (title, content) => element('details', { open: opened.has(title), ontoggle: event => opened[event.target.open ? 'add' : 'delete'](title) },
    element('summary', {}, title), content);
const code = statements => element('pre', {}, statements.map(statement => `${statement.replace(/;?$/, ';')}`).join('\n'));

function routeElement(route) {
    const [colour, outcome] = {
        'stored': ['good', t('stored', route.rows.length)], 'no-rows': ['warn', t('noRows')], 'dead-letter': ['bad', t('deadLetter')], 'drop': ['bad', t('drop')],
    }[route.outcome];
    return element('div', { class: 'route' },
        element('div', { class: 'bar' }, element('h3', {}, route.id), element('span', { class: `mark ${colour}` }, outcome)),
        route.sentence ? element('p', {}, `${route.sentence} (${route.reason})`) : null,
        ...[...route.warnings, ...route.events.map(eventText)].map(line => element('p', { class: 'hint' }, line)),
        ...byTable(route.rows).map(rowsTable),
        route.unused.length === 0 ? null : element('p', { class: 'hint' }, `${t('unused')} ${route.unused.join(' ')}`),
        route.sql.length === 0 ? null : folded(t('sql'), code(route.sql)));
}

const eventText = event => `${event.event}: ${event.subject}${event.count > 1 ? ` (${event.count})` : ''}`;

/** Rows with the same columns, in one table. */
function byTable(rows) {
    const tablesByKey = new Map();
    for (const row of rows) {
        const key = `${row.table}\n${cellsOf(row).map(cell => cell.name).join('\n')}`;
        tablesByKey.set(key, [...tablesByKey.get(key) ?? [], row]);
    }
    return [...tablesByKey.values()];
}

/** Cells of a row: time, columns and tags. */
function cellsOf(row) {
    if (row.values) {
        return row.values.map(value => ({ name: value.placeholder, type: '', value: value.value }));
    }
    return [{ name: t('subtable'), type: row.table, value: row.subtable }, { name: t('time'), type: 'TIMESTAMP', value: row.time },
        ...row.columns.map(column => ({ ...column, type: column.type })),
        ...row.tags.map(tag => ({ ...tag, type: `${tag.type} ${t('tag')}` }))];
}

function rowsTable(rows) {
    return element('div', { class: 'scroll', tabindex: '0' }, element('table', {},
        element('thead', {}, element('tr', {}, ...cellsOf(rows[0]).map(cell => element('th', { scope: 'col' }, cell.name, element('small', {}, cell.type ?? ''))))),
        element('tbody', {}, ...rows.slice(0, 200).map(row => element('tr', {}, ...cellsOf(row).map(cell => element('td',
            cell.value === null ? { class: 'null' } : {}, cell.value === null ? 'NULL' : typeof cell.value === 'string' ? cell.value : JSON.stringify(cell.value))))))));
}

async function readFile(event) {
    const [chosen] = event.target.files;
    if (chosen) {
        const bytes = new Uint8Array(await chosen.arrayBuffer());
        setPayload(bytes);
        await explain();
    }
}

/** Shows bytes as text if they are text, otherwise in hexadecimal. */
function setPayload(bytes) {
    try {
        $('payload').value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
        $('hex').checked = /[\0-\x08\x0b\x0c\x0e-\x1f]/.test($('payload').value);
    } catch {
        $('hex').checked = true;
    }
    if ($('hex').checked) {
        $('payload').value = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join(' ');
    }
}

/** Shows an example in the editor, what was learned, or the user's own text again. */
async function pick(name) {
    keepText();
    const example = name === '' || name === LEARNED ? { text: name === '' ? draft : learned.text, page: '' } : await ask('example', { name, language: language() });
    shown = name;
    showText(example.text, name === LEARNED ? learned.samples : messagesOf(example.page));
    await check();
}

/** Keeps what the user has written in the own file, or in what was learned. */
function keepText() {
    if (shown === '') {
        draft = text();
    } else if (shown === LEARNED) {
        learned.text = text();
    }
}

function showText(shownText, itsSamples) {
    samples = itsSamples;
    editor.session.setValue(shownText);
    showSamples();
    if (samples.length > 0) {
        take(samples[0]);
    }
}

/** The messages of an example's page: a heading with the topic in backquotes, and a block with the payload. */
function messagesOf(page) {
    const found = [];
    const blocks = /^### `([^`]+)`([^]*?)^```(\w*)\n([^]*?)\n```/gm;
    const messages = page.split(/^## /m)[1] ?? '';
    for (let block = blocks.exec(messages); block !== null; block = blocks.exec(messages)) {
        found.push({ topic: block[1], note: block[2].trim().split('\n')[0], isHex: /hex/.test(block[3]), payload: block[4] });
    }
    return found;
}

function showSamples() {
    $('samples-label').hidden = samples.length === 0;
    const chosen = $('samples').value;
    $('samples').replaceChildren(...samples.map((sample, i) => element('option', { value: i }, `${sample.topic}${sample.note ? ` – ${sample.note}` : ''}`)));
    $('samples').value = chosen || '0';
}

function take(sample) {
    $('message').reset();
    $('samples').value = samples.indexOf(sample);
    $('topic').value = sample.topic;
    $('payload').value = sample.payload;
    $('hex').checked = sample.isHex;
    explain().catch(() => {});
}

/** Shows a dead letter as the message to try. */
export function tryLetter(letter) {
    $('message').reset();
    $('topic').value = letter.topic;
    $('client').value = letter.client;
    $('user').value = letter.user ?? '';
    $('qos').value = letter.qos;
    $('retain').checked = letter.retain;
    $('properties').value = letter.properties.join('\n');
    setPayload(Uint8Array.from(atob(letter.payload), character => character.charCodeAt(0)));
    explain().catch(() => {});
}

/** Shows learned routes in place of those of the file, and the messages that were seen. */
export function showLearned(configuration, seen) {
    keepText();
    shown = LEARNED;
    learned = { text: withRoutesOf(configuration, draft), samples: seen.map(message => ({ topic: message.topic, note: '', ...readable(message.payload) })) };
    showExamples();
    showText(learned.text, learned.samples);
    check().catch(() => {});
}

const ROUTES = /<routes>[^]*<\/routes>/;

/** The file with other routes; the learned configuration if the file has several databases, or is none. */
function withRoutesOf(configuration, file) {
    const [routes] = ROUTES.exec(configuration);
    if (!ROUTES.test(file) || file.match(/<database>/g)?.length !== 1) {
        return configuration;
    }
    const merged = file.replace(ROUTES, () => routes);
    const [schema] = /<schema>evolve<\/schema>/.exec(configuration) ?? [];
    return !schema ? merged : /<schema>\w+<\/schema>/.test(merged) ? merged.replace(/<schema>\w+<\/schema>/, schema) : merged.replace('</database>', `  ${schema}\n    </database>`);
}

/** The payload of a field in base64, as text or in hexadecimal. */
function readable(base64) {
    setPayload(Uint8Array.from(atob(base64), character => character.charCodeAt(0)));
    return { payload: $('payload').value, isHex: $('hex').checked };
}

async function save() {
    const now = text();
    const isSure = await confirmed(t('saveTitle'), t('save'), element('p', {}, t('saveWhere', file)),
        isValid ? null : element('p', { class: 'mark bad' }, t('saveInvalid')), difference(saved.text, now));
    if (isSure) {
        const { version } = await ask('save', { text: now, version: saved.version });
        if (version === '') {
            await confirmed(t('conflict'), 'OK');
            return;
        }
        saved = { text: now, version };
        draft = now;
        showState();
    }
}

/** Lines that go and come, between the first and last ones that differ. */
function difference(before, after) {
    const [old, now] = [before.split('\n'), after.split('\n')];
    let from = 0;
    while (from < Math.min(old.length, now.length) && old[from] === now[from]) {
        from++;
    }
    let same = 0;
    while (same < Math.min(old.length, now.length) - from && old[old.length - 1 - same] === now[now.length - 1 - same]) {
        same++;
    }
    const lines = (all, mark, kind) => all.slice(from, all.length - same).map(line => element('span', { class: kind }, `${mark} ${line}`));
    return element('pre', { tabindex: '0' }, ...old.slice(Math.max(0, from - 2), from).map(line => `  ${line}\n`), ...lines(old, '-', 'gone'), ...lines(now, '+', 'added'));
}
