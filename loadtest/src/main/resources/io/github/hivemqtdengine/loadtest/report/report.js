// The report of one run.
const COMPARED = ['deliveries-per-second', 'latency-p99-ms', 'rows-per-second', 'commit-p99-ms', 'acknowledgement-p99-ms', 'broker-cpu-us',
    'connects-per-second', 'memory-per-connection-kb', 'call-average-ms'];
const KINDS = { passed: 'good', failed: 'bad', undecided: 'warn', skipped: 'quiet', incomplete: 'warn', measured: 'quiet' };
const LOG_FROM = 50; // a latency scale begins logarithmic if the highest is so many times the typical one

const filter = { word: '', scenario: '', status: '' };
const choices = DATA.scenarios.map(() => ({ round: 'middle', latency: 'latencyP99', scale: null, mode: null }));

function statusOf(scenario) {
    return scenario.skipped ? 'skipped'
        : scenario.failure || scenario.verdicts.some(verdict => !verdict.passed) ? 'failed'
        : !scenario.complete ? 'incomplete'
        : scenario.verdicts.some(isUndecided) ? 'undecided'
        : scenario.verdicts.length > 0 ? 'passed' : 'measured';
}

const statusText = status => t(status);
const mainMode = scenario => modesOf(scenario).includes('extension') ? 'extension' : variantsOf(scenario)[0] ?? modesOf(scenario)[0];
const mainSpread = (scenario, figure) => mainMode(scenario) ? spreadOf(scenario, mainMode(scenario), figure) : null;
const addressOf = scenario => `#${encodeURIComponent(scenario.name)}`;
const scenarioLink = i => el('a', { href: addressOf(DATA.scenarios[i]) }, DATA.scenarios[i].name);
const rowOf = (i, cells) => ({ attributes: { 'data-scenario': i }, cells });

function show() {
    const environment = DATA.environment;
    showPage(t('title'),
        el('header', { class: 'top' }, el('h1', {}, t('title')), scenarioChoice(), languageButton(show), el('p', { class: 'soft small' }, takenText())),
        frontSection(),
        el('h2', { id: 'details', class: 'part', tabindex: -1 }, t('details')),
        filterBar(),
        el('main', {}, summary(), publishedSection(), DATA.scenarios.map(scenarioArticle),
            el('section', { class: 'card', id: 'environment' }, el('h2', {}, t('environment')), environmentTable(environment), saveButton('run.json'))));
    applyFilter();
}

/** The time of the run; of a continued one, from its first round to its last. */
function takenText() {
    const { started, extension, broker, database } = DATA.environment;
    const [first, last] = spanOf(DATA.scenarios);
    return first < started ? t('takenFromTo', minuteText(first), minuteText(last), extension, broker, database) : t('taken', dateText(started), extension, broker, database);
}

/** The start of the first and of the last round of scenarios; none without rounds. */
function spanOf(scenarios) {
    const starts = scenarios.flatMap(scenario => scenario.rounds.map(round => round.started)).filter(start => start).sort();
    return [starts[0], starts.at(-1)];
}

function measuredText(scenario) {
    const [first, last] = spanOf([scenario]).map(minuteText);
    return first === last ? t('measuredAt', first) : t('measuredFromTo', first, last);
}

function filterBar() {
    const search = el('input', { type: 'search', id: 'search', placeholder: `${t('search')}: ${t('searchHint')}`, 'aria-label': t('search') });
    search.value = filter.word;
    search.addEventListener('input', () => {
        filter.word = search.value;
        applyFilter();
    });
    const choose = key => value => {
        filter[key] = value;
        applyFilter();
    };
    const present = Object.keys(KINDS).filter(status => DATA.scenarios.some(scenario => statusOf(scenario) === status));
    return el('div', { class: 'filter', role: 'search' }, search,
        select(t('scenarioFilter'), [['', t('allScenarios')], ...DATA.scenarios.map((scenario, i) => [String(i), scenario.name])], filter.scenario, choose('scenario')),
        select(t('resultFilter'), [['', t('anyResult')], ...present.map(status => [status, statusText(status)])], filter.status, choose('status')),
        el('span', { class: 'small soft', id: 'shown', role: 'status' }));
}

function fits(scenario, i) {
    const text = [scenario.name, scenario.title, scenario.about, ...Object.entries(scenario.settings).flat()].join('\n').toLowerCase();
    return (filter.scenario === '' || filter.scenario === String(i))
        && (filter.status === '' || filter.status === statusOf(scenario))
        && filter.word.toLowerCase().split(/\s+/).every(word => text.includes(word));
}

function applyFilter() {
    const shown = DATA.scenarios.map(fits);
    document.querySelectorAll('[data-scenario]').forEach(part => part.hidden = !shown[part.dataset.scenario]);
    const count = shown.filter(Boolean).length;
    document.getElementById('shown').textContent = t('shown', count, shown.length);
    document.getElementById('nothing').hidden = count > 0;
}

// the summary

function summary() {
    const verdicts = DATA.scenarios.flatMap(scenario => scenario.verdicts);
    const met = verdicts.filter(isMet).length;
    const undecided = verdicts.filter(isUndecided).length;
    const skipped = DATA.scenarios.filter(scenario => scenario.skipped).length;
    const missing = missingRows(DATA.scenarios);
    const lost = deliveriesCard(DATA.scenarios);
    const tile = (title, text, kind, note) => el('div', { class: 'tile' }, el('dt', {}, title), el('dd', { class: kind }, text), note ? el('dd', { class: 'beside' }, note) : null);
    return el('section', {}, el('h2', {}, t('summary')),
        el('dl', { class: 'tiles' },
            tile(t('thresholdsMet'), t('ofTotal', met, verdicts.length) + (undecided > 0 ? ` (${undecided} ${t('undecided')})` : ''), verdicts.length === 0 ? null : met + undecided < verdicts.length ? 'bad' : undecided > 0 ? null : 'good'),
            tile(t('scenariosRun'), t('ofTotal', DATA.scenarios.length - skipped, DATA.scenarios.length)),
            tile(t('messagesSent'), countOf(placesOf(DATA.scenarios, 'sent'), 'sent')),
            tile(t('rowsStored'), number(sumOf(DATA.scenarios, 'rows-stored'))),
            tile(t('rowsMissing'), number(missing), missing > 0 ? 'bad' : null),
            lost && tile(lost.title, lost.value, lost.kind, lost.beside)),
        DATA.scenarios.length === 0 ? el('p', {}, t('noScenarios')) : el('div', { class: 'card' }, overview(), thresholdTable(DATA.scenarios.map((_, i) => i), true)),
        el('p', { id: 'nothing', hidden: true }, DATA.scenarios.length === 0 ? '' : t('nothingFound')));
}

function overview() {
    const cell = (scenario, figure) => ({ number: withRange(mainSpread(scenario, figure)) });
    const heads = ['deliveries-per-second', 'latency-p99-ms', 'commit-p99-ms', 'rows-stored', 'rows-missing'];
    return table(t('overviewNote', modeTitle('extension')),
        [t('scenario'), t('measuredOn'), t('result'), { number: t('thresholdsMet') }, ...heads.map(figure => ({ number: figureWithUnit(figure) }))],
        DATA.scenarios.map((scenario, i) => rowOf(i, [
            [scenarioLink(i), el('span', { class: 'range small soft' }, ` ${titleOf(scenario)}`)],
            scenario.rounds.length === 0 ? '–' : minuteText(spanOf([scenario])[0]),
            statusPill(KINDS[statusOf(scenario)], statusText(statusOf(scenario))),
            { number: scenario.verdicts.length === 0 ? '–' : t('ofTotal', scenario.verdicts.filter(isMet).length, scenario.verdicts.length) },
            ...heads.map(figure => cell(scenario, figure))])), 'overview');
}

function thresholdTable(indexes, withScenario) {
    const rows = indexes.flatMap(i => DATA.scenarios[i].verdicts.map(verdict => [i, verdict]));
    if (rows.length === 0) {
        return null;
    }
    const rank = verdict => !verdict.passed ? 0 : isUndecided(verdict) ? 1 : 2;
    const missedFirst = rows.sort(([, one], [, other]) => rank(one) - rank(other));
    return table(t('thresholds'),
        [...(withScenario ? [t('scenario')] : []), t('threshold'), { number: t('found') }, { number: t('range') }, t('result')],
        missedFirst.map(([i, verdict]) => rowOf(i, [
            ...(withScenario ? [scenarioLink(i)] : []),
            el('code', {}, verdict.threshold),
            { number: [foundText(verdict), el('span', { class: 'range' }, besideText(verdict, DATA.scenarios[i]))] },
            { number: !verdict.below && isNumber(verdict.low) && verdict.low < verdict.high ? `${inUnit(verdict, verdict.low)} – ${inUnit(verdict, verdict.high)}` : '–' },
            [outcomePill(verdict), isUndecided(verdict) ? el('span', { class: 'range' }, remedyOf(verdict)) : null]])));
}

function outcomePill(verdict) {
    const chance = isNumber(verdict.chance) && !isUndecided(verdict) ? ` (p ${verdict.chance < 0.001 ? '< 0.001' : verdict.chance.toFixed(3)})` : '';
    return !verdict.passed ? statusPill('bad', t('missed') + chance)
        : isUndecided(verdict) ? statusPill('warn', t('undecided')) : statusPill('good', t('met') + chance);
}

function publishedSection() {
    const indexes = DATA.scenarios.map((_, i) => i).filter(i => DATA.scenarios[i].published.length > 0);
    return indexes.length === 0 ? null
        : el('section', { class: 'card', id: 'published' }, el('h2', {}, t('publishedTitle')), el('p', { class: 'small soft' }, t('publishedNote')), publishedTable(indexes));
}

function publishedTable(indexes) {
    const all = [...new Set(indexes.flatMap(i => modesOf(DATA.scenarios[i])))];
    const modes = [...MODES.filter(mode => all.includes(mode)), ...all.filter(isVariant)];
    return table(t('publishedTitle'),
        [t('scenario'), t('figure'), { number: t('published') }, t('source'), ...modes.map(mode => ({ number: modeLabel(mode) }))],
        indexes.flatMap(i => DATA.scenarios[i].published.map(published => rowOf(i, [
            scenarioLink(i), publishedTitle(published), { number: published.base ? `× ${ratioText(published.value)}` : number(published.value) }, published.source,
            ...modes.map(mode => ({ number: oursBeside(DATA.scenarios[i], mode, published) }))]))), 'untitled');
}

const publishedTitle = published => published.base
    ? `${figureTitle(published.figure)}, ${modeTitle(published.contender)} / ${modeTitle(published.base)}` : figureWithUnit(published.figure);

function oursBeside(scenario, mode, published) {
    return !published.base ? withRange(spreadOf(scenario, mode, published.figure))
        : mode !== published.contender ? '–' : withRange(ratioOf(scenario, mode, published.base, published.figure), (value, all) => `× ${ratioText(value, all)}`);
}

// one scenario

/** The lines of a paragraph as one; lists and empty lines stay. */
const unwrapped = text => text.replace(/([^\n])\n(?=[^\s-])/g, '$1 ');

function scenarioArticle(scenario, i) {
    const status = statusOf(scenario);
    const count = scenario.rounds.length;
    return el('article', { class: 'card scenario', id: `scenario-${i}`, 'data-scenario': i, 'aria-labelledby': `title-${i}` },
        el('header', {}, el('h2', { id: `title-${i}` }, el('span', { class: 'name' }, scenarioLink(i), ' '), titleOf(scenario)), statusPill(KINDS[status], statusText(status))),
        count > 0 ? el('p', { class: 'small soft measured' }, measuredText(scenario)) : null,
        scenario.about ? el('p', { class: 'about soft' }, unwrapped(scenario.about)) : null,
        scenario.skipped ? el('p', { class: 'skipped' }, t('skippedBecause', scenario.skipped)) : null,
        scenario.failure ? el('p', { class: 'banner' }, failureText(scenario)) : null,
        status === 'incomplete' || !scenario.complete && !scenario.skipped ? el('p', { class: 'banner' }, t('incompleteNote', roundsText(count))) : null,
        loaderBanner([scenario]),
        thresholdTable([i], false),
        count > 0 ? [bars(scenario), overTime(scenario, i), laterFigures(scenario)] : scenario.skipped ? null : el('p', {}, t('noFigures')),
        notes(scenario), groups(scenario), agents(scenario), settings(scenario));
}

function figureBars(scenario, figure) {
    const better = WORDS.figures[figure].better;
    return barChart({
        key: figure, title: figureTitle(figure),
        note: figureUnit(figure) + (better === 'higher' ? `, ${t('higherIsBetter')}` : better === 'lower' ? `, ${t('lowerIsBetter')}` : ''),
        bars: modesOf(scenario).map(mode => ({ name: modeTitle(mode), mode, ...spreadOf(scenario, mode, figure) })).filter(bar => isNumber(bar.median)),
    });
}

function bars(scenario) {
    const charts = COMPARED.filter(figure => figuresOf(scenario).includes(figure)).map(figure => figureBars(scenario, figure));
    return charts.length === 0 ? null : [el('p', { class: 'small soft' }, t('comparisonNote')), el('div', { class: 'charts bars' }, charts)];
}

function laterFigures(scenario) {
    const base = baseOf(scenario);
    const caption = base ? t('figuresTable', modeTitle(base)) : t('figuresTableAlone');
    const modes = modesOf(scenario);
    const cell = (mode, figure) => {
        const value = spreadOf(scenario, mode, figure);
        const ratio = base && mode !== base && WORDS.figures[figure].better !== 'neither' ? ratioOf(scenario, mode, base, figure) : null;
        const ratioCell = ratio === null ? null : el('span', { class: 'ratio' }, ratio.low < ratio.high
            ? t('ratioToRange', ...[ratio.median, ratio.low, ratio.high].map(value => ratioText(value, ratio))) : t('ratioTo', ratioText(ratio.median)));
        return { number: [withRange(value), ratioCell] };
    };
    const details = el('details', { class: 'figures' }, el('summary', {}, caption));
    details.append(table(caption, [t('figure'), ...modes.map(mode => ({ number: modeLabel(mode) }))],
        figuresOf(scenario).map(figure => [figureWithUnit(figure), ...modes.map(mode => cell(mode, figure))])));
    return details;
}

function notes(scenario) {
    const all = scenario.rounds.flatMap(round => round.notes.map(note => `${roundName(round)}: ${note}`));
    return all.length === 0 ? null : [el('h3', {}, t('notes')), el('ul', { class: 'notes' }, all.map(note => el('li', {}, note)))];
}

function groups(scenario) {
    const keys = ['sent', 'deliveriesExpected', 'deliveriesLost', 'deliveriesDuplicated', 'latencyP50Ms', 'latencyP99Ms', 'rowsExpected', 'rowsMissing', 'rowsDuplicated'];
    const rows = scenario.rounds.flatMap(round => round.groups.map(group => [roundName(round), group.name, ...keys.map(key => ({ number: number(group[key]) }))]));
    return rows.length === 0 ? null : el('details', { class: 'groups' }, el('summary', {}, t('groups')), el('p', { class: 'small soft' }, t('groupsNote')),
        table(t('groups'), [t('round'), t('group'), ...keys.map(key => ({ number: t(key) }))], rows));
}

/** Clocks are compared before and after each round: times of other machines mean nothing without it. */
function agents(scenario) {
    const rows = scenario.rounds.flatMap(round => round.agents.map(agent => [roundName(round), el('code', {}, agent.name),
        ...['offsetMs', 'uncertaintyMs', 'driftMs', 'cpuSeconds', 'memoryMb'].map(key => ({ number: number(agent[key]) }))]));
    return rows.length === 0 ? null : el('details', { class: 'agents' }, el('summary', {}, t('agents')), el('p', { class: 'small soft' }, t('agentsNote')),
        table(t('agents'), [t('round'), t('agent'), ...['offsetMs', 'uncertaintyMs', 'driftMs', 'cpuSeconds', 'memoryMb'].map(key => ({ number: t(key) }))], rows));
}

function settings(scenario) {
    const entries = Object.entries(scenario.settings);
    return entries.length === 0 ? null : el('details', { class: 'settings' }, el('summary', {}, t('settings')),
        table(t('settings'), [t('setting'), t('value')], entries.map(([key, value]) => [el('code', {}, key), el('code', {}, value)])));
}

// a printed page cannot be opened further
let openedToPrint = [];
addEventListener('beforeprint', () => {
    openedToPrint = [...document.querySelectorAll('details.figures:not([open]), details.agents:not([open]), details.groups:not([open]), details.settings:not([open])')];
    openedToPrint.forEach(details => details.open = true);
});
addEventListener('afterprint', () => openedToPrint.forEach(details => details.open = false));

DATA.scenarios.forEach(scenario => scenario.verdicts.forEach(verdict => {
    const promise = promiseOf(verdict);
    verdict.below = promise && !promise.base ? spreadOf(scenario, promise.mode, promise.figure)?.below : null;
}));

/** Scrolls to the scenario that the address names, which the filter must not hide. */
function goToScenario() {
    const i = DATA.scenarios.findIndex(scenario => addressOf(scenario) === location.hash);
    if (i >= 0) {
        if (!fits(DATA.scenarios[i], i)) {
            Object.assign(filter, { word: '', scenario: '', status: '' });
            show();
        }
        document.getElementById(`scenario-${i}`).scrollIntoView();
    }
}

addEventListener('hashchange', goToScenario);
show();
goToScenario();
