// The report of one run.
const COMPARED = ['deliveries-per-second', 'latency-p99-ms', 'rows-per-second', 'commit-p99-ms', 'acknowledgement-p99-ms', 'broker-cpu-us',
    'connects-per-second', 'memory-per-connection-kb', 'call-average-ms'];
const KINDS = { passed: 'good', failed: 'bad', skipped: 'quiet', incomplete: 'warn', measured: 'quiet' };
const LOG_FROM = 50; // a latency scale begins logarithmic if the highest is so many times the typical one

const filter = { word: '', scenario: '', status: '' };
const choices = DATA.scenarios.map(() => ({ round: 'middle', latency: 'latencyP99', scale: null }));

function statusOf(scenario) {
    return scenario.skipped ? 'skipped'
        : scenario.failure || scenario.verdicts.some(verdict => !verdict.passed) ? 'failed'
        : !scenario.complete ? 'incomplete'
        : scenario.verdicts.length > 0 ? 'passed' : 'measured';
}

function overallStatus() {
    const all = DATA.scenarios.map(statusOf);
    return all.includes('failed') ? ['bad', t('someFailed')]
        : all.includes('incomplete') || all.length === 0 ? ['warn', t('notComplete')]
        : all.includes('passed') ? ['good', t('allPassed')] : ['quiet', t('nothingChecked')];
}

const statusText = status => t(status);
const mainMode = scenario => modesOf(scenario).includes('extension') ? 'extension' : variantsOf(scenario)[0] ?? modesOf(scenario)[0];
const mainSpread = (scenario, figure) => mainMode(scenario) ? spreadOf(scenario, mainMode(scenario), figure) : null;
const scenarioLink = i => el('a', { href: `#scenario-${i}` }, DATA.scenarios[i].name);
const rowOf = (i, cells) => ({ attributes: { 'data-scenario': i }, cells });

function show() {
    const environment = DATA.environment;
    const [kind, text] = overallStatus();
    showPage(t('title'),
        el('header', { class: 'top' }, el('h1', {}, t('title')), statusPill(kind, text)),
        el('p', { class: 'soft' }, t('taken', dateText(environment.started), environment.extension, environment.broker, environment.database)),
        DATA.smoke ? el('p', { class: 'banner' }, t('smoke')) : null,
        filterBar(),
        el('main', {}, summary(), publishedSection(), DATA.scenarios.map(scenarioArticle),
            el('section', { class: 'card', id: 'environment' }, el('h2', {}, t('environment')), environmentTable(environment), saveButton('run.json'))));
    applyFilter();
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
        el('span', { class: 'small soft', id: 'shown', role: 'status' }), languageButton(show));
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
    const met = verdicts.filter(verdict => verdict.passed).length;
    const noisy = verdicts.filter(verdict => verdict.passed && isNumber(verdict.chance)).length;
    const skipped = DATA.scenarios.filter(scenario => scenario.skipped).length;
    const stores = mode => isVariant(mode) || mode === 'extension' || mode === 'slow' || mode === 'broker';
    const sum = (figure, counts = () => true) => DATA.scenarios.flatMap(scenario => scenario.rounds)
        .filter(round => counts(round.mode, round.figures))
        .reduce((total, round) => total + (isNumber(round.figures[figure]) ? round.figures[figure] : 0), 0);
    const missing = sum('rows-lost', stores) + sum('rows-missing', (mode, figures) => stores(mode) && !('rows-lost' in figures));
    const lost = sum('deliveries-lost');
    const tile = (title, text, kind) => el('div', { class: 'tile' }, el('dt', {}, title), el('dd', { class: kind }, text));
    return el('section', {}, el('h2', {}, t('summary')),
        el('dl', { class: 'tiles' },
            tile(t('thresholdsMet'), t('ofTotal', met, verdicts.length) + (noisy > 0 ? ` (${noisy} ${t('withinNoise')})` : ''), verdicts.length === 0 ? null : met === verdicts.length ? 'good' : 'bad'),
            tile(t('scenariosRun'), t('ofTotal', DATA.scenarios.length - skipped, DATA.scenarios.length)),
            tile(t('messagesSent'), number(sum('sent'))),
            tile(t('rowsStored'), number(sum('rows-stored'))),
            tile(t('rowsMissing'), number(missing), missing > 0 ? 'bad' : null),
            tile(t('deliveriesLost'), number(lost), lost > 0 ? 'bad' : null)),
        DATA.scenarios.length === 0 ? el('p', {}, t('noScenarios')) : el('div', { class: 'card' }, overview(), thresholdTable(DATA.scenarios.map((_, i) => i), true)),
        el('p', { id: 'nothing', hidden: true }, DATA.scenarios.length === 0 ? '' : t('nothingFound')));
}

function overview() {
    const cell = (scenario, figure) => ({ number: withRange(mainSpread(scenario, figure)) });
    const heads = ['deliveries-per-second', 'latency-p99-ms', 'commit-p99-ms', 'rows-stored', 'rows-missing'];
    return table(t('overviewNote', modeTitle('extension')),
        [t('scenario'), t('result'), { number: t('thresholdsMet') }, ...heads.map(figure => ({ number: figureWithUnit(figure) }))],
        DATA.scenarios.map((scenario, i) => rowOf(i, [
            [scenarioLink(i), el('span', { class: 'range small soft' }, ` ${scenario.title}`)],
            statusPill(KINDS[statusOf(scenario)], statusText(statusOf(scenario))),
            { number: scenario.verdicts.length === 0 ? '–' : t('ofTotal', scenario.verdicts.filter(verdict => verdict.passed).length, scenario.verdicts.length) },
            ...heads.map(figure => cell(scenario, figure))])), 'overview');
}

function thresholdTable(indexes, withScenario) {
    const rows = indexes.flatMap(i => DATA.scenarios[i].verdicts.map(verdict => [i, verdict]));
    if (rows.length === 0) {
        return null;
    }
    const missedFirst = rows.filter(([, verdict]) => !verdict.passed).concat(rows.filter(([, verdict]) => verdict.passed));
    return table(t('thresholds'),
        [...(withScenario ? [t('scenario')] : []), t('threshold'), { number: t('found') }, { number: t('range') }, t('result')],
        missedFirst.map(([i, verdict]) => rowOf(i, [
            ...(withScenario ? [scenarioLink(i)] : []),
            el('code', {}, verdict.threshold),
            { number: isNumber(verdict.value) ? verdictNumber(verdict, verdict.value) : t('never') },
            { number: isNumber(verdict.low) && verdict.low < verdict.high ? `${verdictNumber(verdict, verdict.low)} – ${verdictNumber(verdict, verdict.high)}` : '–' },
            outcomePill(verdict)])));
}

function outcomePill(verdict) {
    const chance = isNumber(verdict.chance) ? ` (p ${verdict.chance < 0.001 ? '< 0.001' : verdict.chance.toFixed(3)})` : '';
    return !verdict.passed ? statusPill('bad', t('missed') + chance)
        : chance ? statusPill('warn', t('withinNoise') + chance) : statusPill('good', t('met'));
}

function verdictNumber(verdict, value) {
    const unit = figureUnit(verdict.figure);
    return verdict.threshold.includes('/') ? `× ${ratioText(value)}` : unit ? `${number(value)} ${unit}` : number(value);
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
            scenarioLink(i), figureWithUnit(published.figure), { number: number(published.value) }, published.source,
            ...modes.map(mode => ({ number: withRange(spreadOf(DATA.scenarios[i], mode, published.figure)) }))]))), 'untitled');
}

// one scenario

function scenarioArticle(scenario, i) {
    const status = statusOf(scenario);
    const count = scenario.rounds.length;
    return el('article', { class: 'card scenario', id: `scenario-${i}`, 'data-scenario': i, 'aria-labelledby': `title-${i}` },
        el('header', {}, el('h2', { id: `title-${i}` }, el('span', { class: 'name' }, `${scenario.name} `), scenario.title), statusPill(KINDS[status], statusText(status))),
        scenario.about ? el('p', { class: 'about soft' }, scenario.about) : null,
        scenario.skipped ? el('p', { class: 'skipped' }, t('skippedBecause', scenario.skipped)) : null,
        scenario.failure ? el('p', { class: 'banner' }, t('failedBecause', scenario.failure)) : null,
        status === 'incomplete' || !scenario.complete && !scenario.skipped ? el('p', { class: 'banner' }, t('incompleteNote', count === 1 ? t('oneRound') : t('rounds', count))) : null,
        thresholdTable([i], false),
        count > 0 ? [bars(scenario), overTime(scenario, i), laterFigures(scenario)] : scenario.skipped ? null : el('p', {}, t('noFigures')),
        notes(scenario), settings(scenario));
}

function bars(scenario) {
    const charts = COMPARED.filter(figure => figuresOf(scenario).includes(figure)).map(figure => {
        const better = WORDS.figures[figure].better;
        return barChart({
            key: figure, title: figureTitle(figure),
            note: figureUnit(figure) + (better === 'higher' ? `, ${t('higherIsBetter')}` : better === 'lower' ? `, ${t('lowerIsBetter')}` : ''),
            bars: modesOf(scenario).map(mode => ({ name: modeTitle(mode), mode, ...spreadOf(scenario, mode, figure) })).filter(bar => isNumber(bar.median)),
        });
    });
    return charts.length === 0 ? null : [el('p', { class: 'small soft' }, t('comparisonNote')), el('div', { class: 'charts bars' }, charts)];
}

function overTime(scenario, i) {
    const place = el('div', { class: 'charts' });
    const redraw = () => place.replaceChildren(...timeCharts(scenario, choices[i]));
    redraw();
    const choose = key => value => {
        choices[i][key] = value;
        redraw();
    };
    const numbers = [...new Set(scenario.rounds.map(round => round.number))].sort((a, b) => a - b);
    return [el('div', { class: 'controls' },
        labelled(t('round'), select(t('round'), [['middle', t('middleRound')], ...numbers.map(n => [String(n), String(n)])], choices[i].round, choose('round'))),
        labelled(t('latencyOf'), select(t('latencyOf'), [['latencyP50', t('p50')], ['latencyP99', t('p99')], ['latencyMaximum', t('maximum')]], choices[i].latency, choose('latency'))),
        labelled(t('scale'), select(t('scale'), [['linear', t('linear')], ['log', t('logarithmic')]], scaleOf(scenario, choices[i]), choose('scale'))),
        el('p', { class: 'small soft' }, t('chartHint'))), place];
}

/** Logarithmic where a linear scale would show one peak and nothing else. */
function scaleOf(scenario, choice) {
    const typical = spread(scenario.rounds.map(round => round.figures['latency-p50-ms']))?.median;
    const highest = Math.max(0, ...scenario.rounds.map(round => round.figures['latency-p99-ms']).filter(isNumber));
    return choice.scale ?? (typical > 0 && highest > LOG_FROM * typical ? 'log' : 'linear');
}

/** Of each mode the chosen round, or the one whose throughput is in the middle. */
function chosenRounds(scenario, choice) {
    return modesOf(scenario).map(mode => {
        const rounds = roundsOf(scenario, mode);
        const speed = round => round.figures['deliveries-per-second'] ?? round.figures['published-per-second'] ?? 0;
        return choice.round === 'middle' ? [...rounds].sort((a, b) => speed(a) - speed(b))[(rounds.length - 1) >> 1]
            : rounds.find(round => String(round.number) === choice.round);
    }).filter(round => round);
}

function timeCharts(scenario, choice) {
    const rounds = chosenRounds(scenario, choice);
    const log = scaleOf(scenario, choice) === 'log';
    const charts = [throughputChart(rounds), latencyChart(rounds, choice.latency, log), rowsChart(rounds),
        curveChart('latencyCurve', rounds, log), curveChart('commitCurve', rounds, log)].filter(chart => chart);
    return charts.length > 0 ? charts : [el('p', { class: 'soft' }, t('noTimeline'))];
}

function marksOf(rounds) {
    const all = rounds.flatMap(round => round.faults);
    return all.filter((mark, i) => all.findIndex(other => other.what === mark.what && other.from === mark.from && other.to === mark.to) === i);
}

const roundName = round => t('roundOf', modeTitle(round.mode), round.number);

function timeChart(key, title, note, unit, join, rounds, linesOf, log = false) {
    const series = rounds.flatMap(round => linesOf(round).map(([name, values, dash]) =>
        ({ name, mode: round.mode, dash, points: values.map((value, second) => [second, value]) })));
    return series.some(one => one.points.length > 0)
        ? lineChart({ key, title, note, unit, join, log, series, xTitle: t('seconds'), xText: number, xAxis: { incrs: WHOLE_STEPS }, marks: marksOf(rounds) }) : null;
}

function throughputChart(rounds) {
    const delivered = rounds.some(round => round.timeline.some(second => second.delivered > 0));
    return timeChart('throughput', t(delivered ? 'deliveriesOverTime' : 'sentOverTime'), t(delivered ? 'deliveriesNote' : 'sentNote'), 'msg/s', 'mean',
        rounds, round => [[roundName(round), round.timeline.map(second => delivered ? second.delivered : second.sent)]]);
}

function latencyChart(rounds, key, log) {
    const withLatency = rounds.filter(round => round.timeline.some(second => second.latencyMaximum > 0));
    const word = t({ latencyP50: 'p50', latencyP99: 'p99', latencyMaximum: 'maximum' }[key]);
    return timeChart('latency', t('latencyOverTime'), t('latencyOverTimeNote', word), 'ms', 'highest',
        withLatency, round => [[roundName(round), round.timeline.map(second => second[key])]], log);
}

/** Since the start: what was sent, as rows, dashed; what was stored, a full line. */
function rowsChart(rounds) {
    const storing = rounds.filter(round => round.timeline.some(second => second.stored > 0) || round.figures['rows-expected'] > 0);
    const sum = values => {
        let total = 0;
        return values.map(value => total += value);
    };
    const rowsPerMessage = round => round.figures['sent'] > 0 && round.figures['rows-expected'] > 0 ? round.figures['rows-expected'] / round.figures['sent'] : 1;
    return timeChart('rows', t('rowsOverTime'), t('rowsOverTimeNote'), '', 'last', storing, round => [
        [t('sentLine', modeTitle(round.mode)), sum(round.timeline.map(second => second.sent * rowsPerMessage(round))), [3, 4]],
        [t('storedLine', modeTitle(round.mode)), sum(round.timeline.map(second => second.stored)), []]]);
}

/** Percentiles with equal room for 0 to 90, 90 to 99, 99 to 99.9 and so on; 100 is one step after the last of them. */
function curveChart(key, rounds, log) {
    const nines = percentile => -Math.log10(1 - percentile / 100);
    const having = rounds.filter(round => round[key].length > 0);
    const finite = having.flatMap(round => round[key].map(point => point.percentile)).filter(percentile => percentile < 100);
    const end = Math.ceil(Math.max(0, ...finite.map(nines)) - 1e-9) + 1;
    const series = having.map(round => ({ name: roundName(round), mode: round.mode,
        points: round[key].map(point => [point.percentile < 100 ? nines(point.percentile) : end, point.millis]) }));
    return having.length === 0 ? null : lineChart({ key, title: t(key), note: t(`${key}Note`), unit: 'ms', log, series,
        xTitle: t('percentile'), xText: x => String(x < end ? Number((100 - 100 / 10 ** x).toFixed(5)) : 100), xAxis: { incrs: [1, 2, 5], space: 40 } });
}

function laterFigures(scenario) {
    const base = baseOf(scenario);
    const caption = base ? t('figuresTable', modeTitle(base)) : t('figuresTableAlone');
    const modes = modesOf(scenario);
    const cell = (mode, figure) => {
        const value = spreadOf(scenario, mode, figure);
        const ratio = base && mode !== base && WORDS.figures[figure].better !== 'neither' ? ratioOf(scenario, mode, base, figure) : null;
        const ratioCell = ratio === null ? null : el('span', { class: 'ratio' }, ratio.low < ratio.high
            ? t('ratioToRange', ratioText(ratio.median), ratioText(ratio.low), ratioText(ratio.high)) : t('ratioTo', ratioText(ratio.median)));
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

function settings(scenario) {
    const entries = Object.entries(scenario.settings);
    return entries.length === 0 ? null : el('details', { class: 'settings' }, el('summary', {}, t('settings')),
        table(t('settings'), [t('setting'), t('value')], entries.map(([key, value]) => [el('code', {}, key), el('code', {}, value)])));
}

// a printed page cannot be opened further
let openedToPrint = [];
addEventListener('beforeprint', () => {
    openedToPrint = [...document.querySelectorAll('details.figures:not([open]), details.settings:not([open])')];
    openedToPrint.forEach(details => details.open = true);
});
addEventListener('afterprint', () => openedToPrint.forEach(details => details.open = false));

show();
