// The view of a running broker: the way of the messages with live figures, what is wrong, routes and warnings.
import { language, t } from './texts.js';
import { $, ask, element } from './parts.js';

const PAUSE_MILLIS = 2_000;
const KEPT_MILLIS = 60_000;
const LEVELS = ['fail', 'warn', 'ok'];
const SVG = 'http://www.w3.org/2000/svg';

let answer = null;
let history = [];
let timer = null;

export function show() {
    draw();
    look();
}

/** Asks again as long as the view is shown. */
async function look() {
    clearTimeout(timer);
    if ($('now').hidden) {
        return;
    }
    try {
        answer = (await ask('status')).out;
        remember();
        draw();
    } catch {
        // the page says so above the view
    }
    timer = setTimeout(look, PAUSE_MILLIS);
}

const sum = (routes, name) => routes.reduce((total, route) => total + (route[name] ?? 0), 0);

/** Keeps a minute of counts; each status of the file once, and nothing from before a restart. */
function remember() {
    const { written, started, routes, otherRoutes, metrics } = answer?.status ?? {};
    const time = Date.parse(written);
    if (routes === undefined || Number.isNaN(time) || history.at(-1)?.time === time) {
        return;
    }
    const all = otherRoutes ? [...routes, otherRoutes] : routes;
    const counts = Object.fromEntries(['received', 'stored-rows', 'dead-lettered', 'lost', 'in-flight'].map(name => [name, sum(all, name)]));
    history = [...history.filter(past => past.started === started && past.time < time && past.time > time - KEPT_MILLIS),
        { time, started, ...counts, spool: metrics['spool.bytes'] ?? 0 }];
}

const rates = name => history.slice(1).map((now, i) => Math.max(0, (now[name] - history[i][name]) / (now.time - history[i].time) * 1_000));

const number = value => Math.abs(value) >= 100 || Number.isInteger(value) ? Math.round(value).toLocaleString('en-US') : value.toFixed(1);
const bytes = value => value < 1_024 ? `${value} B` : value < 1_048_576 ? `${number(value / 1_024)} KiB` : value < 1_073_741_824 ? `${number(value / 1_048_576)} MiB` : `${number(value / 1_073_741_824)} GiB`;
const percent = share => `${number((share ?? 0) * 100)} %`;
const clock = time => new Date(time).toLocaleTimeString(language() === 'zh' ? 'zh-CN' : 'en-GB');

function draw() {
    const status = answer?.status;
    const findings = (answer?.findings ?? []).toSorted((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
    const hasRoutes = status?.routes !== undefined;
    say('now-sum', answer === null ? t('checking') : answer.fine ? findings.some(finding => finding.level === 'warn') ? t('warns') : t('fine') : t('fails'));
    $('now-sum').className = `mark ${answer === null ? 'calm' : !answer.fine ? 'bad' : findings.some(finding => finding.level === 'warn') ? 'warn' : 'good'}`;
    $('now-time').textContent = hasRoutes ? `${t('written')} ${clock(status.written)} · ${status.host} · ${status.version ?? ''}` : '';
    $('flow').replaceChildren(...hasRoutes ? flow(status, findings) : []);
    $('findings').replaceChildren(...findings.map(finding => element('li', {},
        element('span', { class: `mark ${colourOf(finding.level)}` }, finding.level), ' ', element('b', {}, finding.check), ` ${finding.sentence}`)));
    $('routes').tabIndex = hasRoutes ? 0 : -1;
    $('routes').replaceChildren(...hasRoutes ? [routesTable(status)] : []);
    $('warnings').replaceChildren(...(status?.warnings ?? []).toReversed().map(warning => element('li', {},
        element('span', { class: `mark ${warning.level === 'warn' ? 'warn' : 'bad'}` }, clock(warning.time)), ` ${warning.text}`)));
    $('warnings-title').hidden = !(status?.warnings?.length > 0);
}

const colourOf = level => ({ ok: 'good', warn: 'warn', fail: 'bad', old: 'old' })[level];

/** Screen readers read a changed sentence only. */
function say(id, sentence) {
    if ($(id).textContent !== sentence) {
        $(id).textContent = sentence;
    }
}

/** The stations of a message, from the clients to the tables, and beside them the dead letters. */
function flow(status, findings) {
    const { metrics, routes, databases, otherRoutes } = status;
    const all = otherRoutes ? [...routes, otherRoutes] : routes;
    const isOld = findings.some(finding => finding.check === 'extension' && finding.level === 'fail');
    const levelOf = check => isOld ? 'old' : findings.find(finding => finding.check.startsWith(check) && finding.level !== 'ok')?.level ?? 'ok';
    const lost = sum(all, 'lost');
    return [
        station(isOld ? 'old' : 'ok', t('publishes'), `${number(rates('received').at(-1) ?? 0)} /s`, t('received', number(sum(all, 'received'))), rates('received')),
        station(isOld ? 'old' : lost > 0 ? 'warn' : 'ok', t('routes', routes.length + (otherRoutes?.routes ?? 0)), number(sum(all, 'in-flight')),
            lost > 0 ? t('lostMessages', number(lost)) : t('inFlight'), history.map(past => past['in-flight'])),
        metrics['spool.max-bytes'] ? station(levelOf('spool'), t('spool'), percent(metrics['spool.share']), t('ofBytes', bytes(metrics['spool.bytes'] ?? 0), bytes(metrics['spool.max-bytes'])), history.map(past => past.spool)) : null,
        ...databases.map(database => station(levelOf(`database "${database.id}"`), database.id, database.up ? t('up') : t('down'), `${database.host} · ${t('lanes', database.lanes)}`, [])),
        station(isOld ? 'old' : 'ok', t('rows'), `${number(rates('stored-rows').at(-1) ?? 0)} /s`, t('storedRows', number(sum(all, 'stored-rows'))), rates('stored-rows')),
        station(levelOf('dead-letters'), t('letters'), number(sum(all, 'dead-lettered')), metrics['dead-letters.max-bytes'] ? t('ofBytes', bytes(metrics['dead-letters.bytes'] ?? 0), bytes(metrics['dead-letters.max-bytes'])) : '', rates('dead-lettered'), 'aside'),
    ].filter(Boolean);
}

function station(level, title, figure, note, values, kind = '') {
    return element('li', { class: `station ${colourOf(level)} ${kind}` },
        element('h3', {}, title), element('strong', {}, figure), element('span', { class: 'hint' }, note), spark(values));
}

/** A line of the last minute; without axes, since the figure above it has the last value. */
function spark(values) {
    const drawn = document.createElementNS(SVG, 'svg');
    drawn.setAttribute('viewBox', '0 0 100 20');
    drawn.setAttribute('preserveAspectRatio', 'none');
    drawn.setAttribute('aria-hidden', 'true');
    if (values.length > 1) {
        const most = Math.max(...values, 1e-9);
        const line = document.createElementNS(SVG, 'polyline');
        line.setAttribute('points', values.map((value, i) => `${i / (values.length - 1) * 100},${19 - value / most * 18}`).join(' '));
        drawn.append(line);
    }
    return drawn;
}

function routesTable({ routes, otherRoutes }) {
    const columns = [['received', 'received'], ['stored', 'stored'], ['rowsPerSecond', 'rowsPerSecond'], ['dead-lettered', 'deadLettered'],
        ['lost', 'lost'], ['in-flight', 'inFlightShort'], ['commitP50Ms', 'p50'], ['commitP99Ms', 'p99']];
    const row = route => element('tr', {}, element('th', { scope: 'row' }, route.id ?? t('otherRoutes', otherRoutes.routes)),
        ...columns.map(([name]) => element('td', { class: (name === 'lost' || name === 'dead-lettered') && route[name] > 0 ? 'number bad' : 'number' },
            route[name] === undefined ? name.startsWith('commit') ? '' : '0' : number(route[name]))));
    return element('table', {},
        element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, t('route')), ...columns.map(([, text]) => element('th', { scope: 'col', class: 'number' }, t('columns')[text])))),
        element('tbody', {}, ...[...routes, ...otherRoutes ? [otherRoutes] : []].map(row)));
}
