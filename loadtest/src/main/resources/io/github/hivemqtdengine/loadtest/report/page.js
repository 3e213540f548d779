// What every page needs: elements, texts in two languages, numbers, medians.
const WORDS = JSON.parse(document.getElementById('words').textContent);
const DATA = JSON.parse(document.getElementById('data').textContent);
const MODES = Object.keys(WORDS.modes);
const SCENARIOS = DATA.runs === undefined ? DATA.scenarios : DATA.runs.flatMap(entry => entry.run.scenarios);
const VARIANT_LOOKS = 5;

let language = firstLanguage();

/** That of the address (?lang=zh), else the browser's. */
function firstLanguage() {
    const asked = new URLSearchParams(location.search).get('lang');
    return asked in TEXTS ? asked : navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

function switchLanguage() {
    language = language === 'en' ? 'zh' : 'en';
    const address = new URL(location);
    address.searchParams.set('lang', language);
    try {
        history.replaceState(null, '', address);
    } catch (e) {
        // not every browser lets a file change its address: then it holds for this view
    }
}

function t(key, ...values) {
    return TEXTS[language][key].replace(/\{(\d)\}/g, (_, i) => values[i]);
}

const roundsText = count => count === 1 ? t('oneRound') : t('rounds', count);

const upperFirst = text => text.charAt(0).toUpperCase() + text.slice(1);
const figureTitle = word => TEXTS[language].figures[word] ?? upperFirst(WORDS.figures[word]?.title ?? word);
const figureUnit = word => WORDS.figures[word]?.unit ?? '';
const modeTitle = word => TEXTS[language].modes[word] ?? WORDS.modes[word] ?? word;
const figureWithUnit = word => figureUnit(word) ? `${figureTitle(word)}, ${figureUnit(word)}` : figureTitle(word);

/** An element. Texts become text nodes, never markup. */
function el(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

function svgEl(name, attributes = {}, ...children) {
    return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill(element, attributes, children) {
    for (const [key, value] of Object.entries(attributes)) {
        if (value !== undefined && value !== null && value !== false) {
            element.setAttribute(key, value === true ? '' : value);
        }
    }
    for (const child of children.flat(Infinity)) {
        if (child !== null && child !== undefined) {
            element.append(child);
        }
    }
    return element;
}

const LEVEL = 0.05; // of tests
const isUndecided = verdict => verdict.passed && verdict.chance > LEVEL;
const isMet = verdict => verdict.passed && !isUndecided(verdict);

const isNumber = value => typeof value === 'number' && Number.isFinite(value);

/** As many digits as a number deserves. */
function number(value) {
    if (!isNumber(value)) {
        return '–';
    }
    const size = Math.abs(value);
    const digits = Number.isInteger(value) || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 0.01 ? 2 : 4;
    return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** One decimal if the rounds differ by a factor of two or more. */
const ratioText = (value, { low, high } = {}) => isNumber(value) ? value.toFixed(value >= 0.1 && high >= 2 * low ? 1 : 2) : '–';

/** Median, lowest, highest and all values; null without any number. */
function spread(values) {
    const sorted = values.filter(isNumber).sort((a, b) => a - b);
    if (sorted.length === 0) {
        return null;
    }
    const last = sorted.length - 1;
    return { median: (sorted[last >> 1] + sorted[(last + 1) >> 1]) / 2, low: sorted[0], high: sorted[last], values: sorted };
}

const roundsOf = (scenario, mode) => scenario.rounds.filter(round => round.mode === mode);
const wordsOf = scenario => [...new Set(scenario.rounds.map(round => round.mode))];
const isVariant = word => !MODES.includes(word);
/** In the order of the scenario; another one begins each round. */
const variantsOf = scenario => {
    const asWritten = (scenario.settings?.['x.modes'] ?? '').split(/[,\s]+/);
    return wordsOf(scenario).filter(isVariant).sort((one, other) => asWritten.indexOf(one) - asWritten.indexOf(other));
};
/** Modes in their order, then the scenario's variants. */
const modesOf = scenario => [...MODES.filter(mode => wordsOf(scenario).includes(mode)), ...variantsOf(scenario)];
const VARIANTS = [...new Set(SCENARIOS.flatMap(variantsOf))];

/** The title of a scenario without its name. */
function titleOf({ name, title }) {
    const [, head, rest] = /^([^:]*): +(.*)$/s.exec(title) ?? [];
    return head?.toLowerCase().replace(/[^a-z0-9]+/g, '-') === name ? upperFirst(rest) : title;
}

/** The CSS variable with the colour of a mode or variant, without its dashes. */
const lookOf = word => isVariant(word) ? `variant-${VARIANTS.indexOf(word) % VARIANT_LOOKS}` : word;
const inked = look => `color: var(--${look})`;

/** Median, lowest and highest of a mode's rounds; whole: what a count is a part of; below: the resolution of a time that is not known; null without the figure. */
function spreadOf(scenario, mode, figure) {
    const values = of => spread(roundsOf(scenario, mode).map(of));
    const all = values(round => round.figures[figure]);
    const below = isCommitTime(figure) ? values(round => round.figures['commit-resolution-ms'])?.median : null;
    return all && { ...all, whole: values(round => wholeOf(round, figure))?.median, below: all.median < below ? below : null };
}

/** Times until the commit are not known better than the rows are counted. */
const isCommitTime = figure => /^commit-(?!resolution)/.test(figure);

const medianText = (value, text = number) => value.below ? `< ${text(value.below)}` : isNumber(value.whole) ? t('ofTotal', text(value.median), text(value.whole)) : text(value.median, value);

/** The parts that are there. */
const joined = (...parts) => parts.filter(part => part).join('; ');

/** The lowest and highest round; null if all are equal. */
const rangeText = (value, text = number) => !value.below && value.low < value.high ? t('rangeOf', text(value.low, value), text(value.high, value)) : null;

const PLANNED = ['unsent', 'sent'];
const DUE = ['deliveries', 'deliveries-lost', 'deliveries-under-way', '-deliveries-duplicated'];
/** What counts are a part of: the sum of these figures, less those with a minus. Without the first it is unknown. */
const WHOLES = {
    'sent': PLANNED, 'unsent': PLANNED, 'unacknowledged': ['sent'], 'deliveries-lost': DUE, 'deliveries-under-way': DUE, 'deliveries-duplicated': ['deliveries'],
    'rows-missing': ['rows-expected'], 'rows-lost': ['rows-expected'], 'rows-late': ['rows-expected'], 'rows-duplicated': ['rows-expected'],
    'rows-overwritten': ['rows-expected'], 'connections-lost': ['connections'], 'connections-refused': ['connections', 'connections-refused'],
    'calls-unanswered': ['calls-answered', 'calls-unanswered'],
};

/** What a count of a round is a part of; null if unknown. */
function wholeOf({ figures }, figure) {
    const [first, ...others] = WHOLES[figure] ?? [];
    const value = word => word.startsWith('-') ? -value(word.slice(1)) : figures[word] ?? 0;
    return first in figures ? others.reduce((total, word) => total + value(word), figures[first]) : null;
}

const figuresOf = scenario => Object.keys(WORDS.figures).filter(word => scenario.rounds.some(round => isNumber(round.figures[word])));

/** What the other modes are compared with. */
function baseOf(scenario) {
    const modes = modesOf(scenario);
    return modes.length < 2 ? null : variantsOf(scenario).length > 1 ? variantsOf(scenario)[0] : modes.includes('do-nothing') ? 'do-nothing' : modes[0];
}

/** The ratio of two figures that are both 0 is 1, for they are the same; that of anything else to 0 does not exist. */
const divide = (value, by) => value === 0 && by === 0 ? 1 : value / by;

/** A mode by the base, of the rounds with the same number, as thresholds have it. */
function ratioOf(scenario, mode, base, figure) {
    const having = one => roundsOf(scenario, one).filter(round => isNumber(round.figures[figure]));
    const pairs = having(mode).flatMap(round => having(base)
        .filter(other => other.number === round.number)
        .map(other => divide(round.figures[figure], other.figures[figure])));
    const known = ![mode, base].some(one => spreadOf(scenario, one, figure)?.below);
    return known && pairs.every(isNumber) ? spread(pairs) : null;
}

const withRange = (value, text = number) => value === null ? '–'
    : [medianText(value, text), !value.below && value.low < value.high ? el('span', { class: 'range' }, `${text(value.low, value)} – ${text(value.high, value)}`) : null];

function dateText(instant) {
    return String(instant ?? '').replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC');
}

const minuteText = instant => dateText(instant).replace(/(\d\d:\d\d):\d\d UTC$/, '$1 UTC');

/** A table that scrolls by itself where it is too wide. A cell is a text, an element, or {number: ...}. */
function table(caption, head, rows, kind) {
    const cell = (content, tag, extra = {}) => content !== null && typeof content === 'object' && 'number' in content
        ? el(tag, { class: 'number', ...extra }, content.number)
        : el(tag, extra, content ?? '');
    const body = rows.map(row => el('tr', row.attributes ?? {}, (row.cells ?? row)
        .map((content, i) => i === 0 ? cell(content, 'th', { scope: 'row' }) : cell(content, 'td'))));
    return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
        el('table', { class: kind }, el('caption', {}, caption),
            el('thead', {}, el('tr', {}, head.map(title => cell(title, 'th', { scope: 'col' })))),
            el('tbody', {}, body)));
}

/** A detail that is made when it is opened. */
function laterDetails(title, content) {
    const details = el('details', {}, el('summary', {}, title));
    details.addEventListener('toggle', () => {
        if (details.open && details.children.length === 1) {
            details.append(content());
        }
    });
    return details;
}

function select(label, options, value, change) {
    const list = el('select', { 'aria-label': label }, options.map(([key, text]) =>
        el('option', { value: key, selected: key === value }, text)));
    list.addEventListener('change', () => change(list.value));
    return list;
}

const labelled = (text, control) => el('label', {}, text, control);
const modeLabel = mode => [el('span', { class: 'swatch', style: inked(lookOf(mode)), 'aria-hidden': 'true' }), modeTitle(mode)];
const statusPill = (kind, text) => el('span', { class: `status ${kind}` }, text);

function languageButton(redraw) {
    const button = el('button', { type: 'button', id: 'language', lang: language === 'en' ? 'zh' : 'en' }, t('otherLanguage'));
    button.addEventListener('click', () => {
        switchLanguage();
        redraw();
        document.getElementById('language').focus();
    });
    return button;
}

function saveButton(name) {
    const button = el('button', { type: 'button' }, t('save'));
    button.addEventListener('click', () => {
        const url = URL.createObjectURL(new Blob([JSON.stringify(DATA)], { type: 'application/json' }));
        el('a', { href: url, download: name }).click();
        URL.revokeObjectURL(url);
    });
    return button;
}

const ENVIRONMENT = ['command', 'started', 'processor', 'cores', 'memoryMb', 'system', 'java', 'load', 'loader', 'extension', 'broker', 'database'];

function environmentTable(environment) {
    return table(t('environment'), [t('setting'), t('value')],
        ENVIRONMENT.map(key => [t(key), el('code', {}, key === 'started' ? dateText(environment[key]) : String(environment[key] ?? ''))]), 'untitled');
}

function showPage(title, ...content) {
    document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en';
    document.title = title;
    document.getElementById('page').replaceChildren(...content.flat(Infinity).filter(part => part));
}
