// The first screen: one statement, five figures, one chart. It fits a window of 1280 x 800.
const SCREEN_HEIGHT = 800;
const AROUND_CHART = 152; // title, legend, table and link
const CHART_HEIGHTS = [140, 300];
const MOST_MISSED = 3;
const MOST_KEPT = 6;
const MOST_BARS = 5;
const FRONT_BARS = ['call-average-ms', 'rows-per-second', 'deliveries-per-second']; // what a short scenario is about
const FIGURES_IN_FRONT = 5;
const LEAST_SECONDS = 5; // a shorter line shows nothing

let inFront = ''; // the index of a scenario, or '' for all of them

const storesRows = mode => isVariant(mode) || mode === 'extension' || mode === 'slow' || mode === 'broker';

/** The sum of a figure over all rounds that fit. */
const sumOf = (scenarios, figure, counts = () => true) => scenarios.flatMap(scenario => scenario.rounds)
    .filter(round => counts(round.mode, round.figures))
    .reduce((total, round) => total + (isNumber(round.figures[figure]) ? round.figures[figure] : 0), 0);

/** Where a figure was measured: [[scenario, mode]] */
const placesOf = (scenarios, figure) => scenarios.flatMap(scenario => modesOf(scenario).filter(mode => spreadOf(scenario, mode, figure)).map(mode => [scenario, mode]));

/** A count over all rounds of some places, and the whole: "3 of 60,000". */
function countOf(places, figure) {
    const rounds = places.flatMap(([scenario, mode]) => roundsOf(scenario, mode)).filter(round => isNumber(round.figures[figure]));
    const sum = values => number(values.reduce((total, value) => total + value, 0));
    const [counts, wholes] = [rounds.map(round => round.figures[figure]), rounds.map(round => wholeOf(round, figure))];
    return wholes.every(isNumber) ? t('ofTotal', sum(counts), sum(wholes)) : sum(counts);
}

/** Rows that are missing and were not overwritten, where the two can be told apart. */
const missingRows = scenarios => sumOf(scenarios, 'rows-lost', storesRows)
    + sumOf(scenarios, 'rows-missing', (mode, figures) => storesRows(mode) && !('rows-lost' in figures));

/** The mode that a scenario is about, and the one to see it beside; the latter may be null. */
function frontModes(scenario) {
    const compared = scenario.verdicts.map(promiseOf).find(promise => promise?.base);
    const modes = modesOf(scenario);
    const main = variantsOf(scenario).length > 1 && compared && modes.includes(compared.mode) ? compared.mode : mainMode(scenario);
    const base = modes.includes('do-nothing') ? 'do-nothing' : compared && compared.mode === main && modes.includes(compared.base) ? compared.base : baseOf(scenario);
    return { main, base: base === main ? null : base };
}

function frontSection() {
    const one = DATA.scenarios[inFront];
    const scenarios = one ? [one] : DATA.scenarios;
    const cards = (scenarios.length === 1 ? cardsOf(scenarios[0]) : cardsOfAll(scenarios)).filter(card => card).slice(0, FIGURES_IN_FRONT);
    return el('section', { id: 'front', 'aria-label': t('frontTitle') },
        loaderBanner(scenarios),
        statementBox(scenarios),
        cards.length === 0 ? null : el('dl', { class: 'tiles cards' }, cards.map(cardTile)),
        frontChart(scenarios),
        el('p', { class: 'small more' }, el('a', { href: '#details' }, t('toDetails'))));
}

function scenarioChoice() {
    return DATA.scenarios.length < 2 ? null : select(t('frontScenario'),
        [['', t('allScenarios')], ...DATA.scenarios.map((scenario, i) => [String(i), scenario.name])], inFront, value => {
            inFront = value;
            document.getElementById('front').replaceWith(frontSection());
        });
}

function statementBox(scenarios) {
    const { kind, title, missed, undecided, kept, more } = statementOf(scenarios);
    const name = scenario => scenarios.length > 1 ? `${scenario.name}: ` : '';
    const item = (mark, text, ...rest) => el('li', {}, el('span', { class: 'mark', 'aria-hidden': 'true' }, mark), el('span', {}, text, rest));
    const open = [...missed, ...undecided];
    const why = verdict => verdict.passed ? `${t('undecidedItem')} ${remedyOf(verdict)}` : reasonOf(verdict.figure);
    const openItems = open.slice(0, MOST_MISSED).map(([scenario, verdict], i) => item(verdict.passed ? '?' : '✗',
        el('strong', {}, `${name(scenario)}${promiseText(verdict, scenario)} `), open.findIndex(([, other]) => why(other) === why(verdict)) === i ? why(verdict) : ''));
    const mostKept = MOST_KEPT - 2 * openItems.length;
    const keptTextsOfAll = missed.length > 0 ? [] : scenarios.length > 1 ? keptCounts(kept) : keptTexts(scenarios[0], kept.map(([, verdict]) => verdict));
    const keptItems = keptTextsOfAll.slice(0, mostKept).map(text => item('✓', text));
    const rest = open.length > MOST_MISSED ? t('moreMissed', open.length - MOST_MISSED)
        : mostKept > 0 && keptTextsOfAll.length > mostKept ? t('moreKept', keptTextsOfAll.length - mostKept) : null;
    const subject = scenarios.length === 1 ? scenarios[0].title || scenarios[0].name : t('frontScenarios', ranIn(scenarios));
    return el('div', { class: `statement ${kind}` },
        el('h2', {}, el('span', { class: 'sign', 'aria-hidden': 'true' }, { good: '✓', bad: '✗', warn: '!', quiet: '–' }[kind]), title),
        subject ? el('p', { class: 'subject' }, subject) : null,
        openItems.length > 0 ? el('ul', {}, openItems) : null,
        keptItems.length > 0 ? el('ul', { class: 'kept' }, keptItems) : null,
        [rest, ...more.slice(0, MOST_MISSED)].filter(text => text).map(text => el('p', { class: 'aside' }, text)),
        DATA.smoke ? el('p', { class: 'banner' }, t('smoke')) : null);
}

function loaderBanner(scenarios) {
    const text = loaderLimitText(scenarios);
    return text ? el('p', { class: 'banner loader' }, text) : null;
}

const ranIn = scenarios => scenarios.filter(scenario => scenario.rounds.length > 0).length;

const cardTile = card => el('div', { class: 'tile' },
    el('dt', {}, card.title), el('dd', { class: card.kind }, card.value, card.unit ? el('span', { class: 'unit' }, ` ${card.unit}`) : null),
    el('dd', { class: 'beside' }, card.beside ?? ''));

// the figures of one scenario

function cardsOf(scenario) {
    const { main, base } = frontModes(scenario);
    if (!main) {
        return [];
    }
    const rates = ['rows-per-second', 'deliveries-per-second', 'published-per-second', 'connects-per-second'];
    const rate = rates.find(figure => spreadOf(scenario, main, figure));
    return [
        rate ? figureCard(scenario, rate, main, base) : null,
        figureCard(scenario, 'latency-p99-ms', main, base, t('cardLatency')),
        figureCard(scenario, 'call-average-ms', main, base),
        figureCard(scenario, 'memory-per-connection-kb', main, base),
        rowsCard(scenario, 'rowsMissing', missingRows([scenario])),
        rowsCard(scenario, 'rowsDuplicated', sumOf([scenario], 'rows-duplicated', storesRows), duplicatesNote([scenario])),
        factorCard(scenario, main, base),
        deliveriesCard([scenario]),
        figureCard(scenario, 'commit-p99-ms', main, base),
        figureCard(scenario, 'acknowledgement-p99-ms', main, base),
        figureCard(scenario, 'connections', main, base),
        figureCard(scenario, 'broker-memory-mb', main, base),
        figureCard(scenario, 'sent', main, base),
    ];
}

function figureCard(scenario, figure, main, base, title = figureTitle(figure)) {
    const value = spreadOf(scenario, main, figure);
    const other = base ? spreadOf(scenario, base, figure) : null;
    const ratio = other && !value?.below && !other.below && WORDS.figures[figure].better !== 'neither' ? divide(value?.median, other.median) : null;
    return value && { title, value: medianText(value), unit: figureUnit(figure),
        beside: joined(rangeText(value), other ? t('cardBeside', modeTitle(base), medianText(other)) + (isNumber(ratio) ? ` (× ${ratioText(ratio)})` : '') : modeTitle(main)) };
}

/** Rows of messages that clients sent again after a fault of the broker are no error. */
function duplicatesNote(scenarios) {
    const all = sumOf(scenarios, 'rows-duplicated', storesRows);
    return all > 0 && all === sumOf(scenarios, 'rows-duplicated', (mode, figures) => storesRows(mode) && figures['reconnects'] > 0) ? t('cardResent') : null;
}

function rowsCard(scenario, title, count, note = null) {
    const expected = sumOf([scenario], 'rows-expected', storesRows);
    return expected > 0 ? { title: t(title), value: number(count), kind: count > 0 && title === 'rowsMissing' ? 'bad' : null, beside: note ?? t('cardOfRows', number(expected)) } : null;
}

function factorCard(scenario, main, base) {
    const ratio = base ? ratioOf(scenario, main, base, 'broker-cpu-us') : null;
    const cpu = mode => number(spreadOf(scenario, mode, 'broker-cpu-us').median);
    return ratio && { title: t('cardCpu'), value: `× ${ratioText(ratio.median, ratio)}`, beside: joined(rangeText(ratio, ratioText), t('cardCpuBeside', cpu(main), cpu(base), modeTitle(base))) };
}

// the figures of several scenarios

function cardsOfAll(scenarios) {
    const expected = sumOf(scenarios, 'rows-expected', storesRows);
    const fastest = scenarios.map(scenario => [mainSpread(scenario, 'rows-per-second'), scenario]).filter(([value]) => value).sort(([a], [b]) => b.median - a.median)[0];
    const rows = t('cardOfRows', number(expected));
    const missing = missingRows(scenarios);
    return [
        fastest ? { title: t('cardFastest'), value: number(fastest[0].median), unit: 'rows/s', beside: joined(rangeText(fastest[0]), fastest[1].name) } : null,
        ratioCard(scenarios, 'latency-p99-ms', t('cardLatencyFactor')),
        expected > 0 ? { title: t('rowsMissing'), value: number(missing), kind: missing > 0 ? 'bad' : null, beside: rows } : null,
        expected > 0 ? { title: t('rowsDuplicated'), value: number(sumOf(scenarios, 'rows-duplicated', storesRows)), beside: duplicatesNote(scenarios) ?? rows } : null,
        ratioCard(scenarios, 'broker-cpu-us', t('cardCpu')),
        { title: t('messagesSent'), value: countOf(placesOf(scenarios, 'sent'), 'sent'), beside: t('cardScenarios', ranIn(scenarios)) },
        deliveriesCard(scenarios),
    ];
}

/** The extension by the do-nothing interceptor, of each scenario that has both. */
const factorsOf = (scenarios, figure) => scenarios.map(scenario => [scenario, frontModes(scenario)])
    .filter(([, { base }]) => base === 'do-nothing')
    .map(([scenario, { main, base }]) => [scenario, ratioOf(scenario, main, base, figure)])
    .filter(([, ratio]) => ratio);

/** The typical ratio, and the highest with its scenario and what it compares. */
function ratioCard(scenarios, figure, title) {
    const factors = factorsOf(scenarios, figure).sort(([, one], [, other]) => other.median - one.median);
    const all = spread(factors.map(([, ratio]) => ratio.median));
    return all && { title, value: `× ${ratioText(all.median, factors.length === 1 ? factors[0][1] : {})}`, beside: t(factors.length === 1 ? 'cardFactor' : 'cardFactors',
        ratioText(all.high, factors[0][1]), factors[0][0].name, comparedText(factors[0][0], figure)) };
}

/** The medians behind a ratio, and the rows of a message if they are many. */
function comparedText(scenario, figure) {
    const { main, base } = frontModes(scenario);
    const [own, other] = [main, base].map(mode => spreadOf(scenario, mode, figure).median);
    const rows = Math.round(sumOf([scenario], 'rows-expected', mode => mode === main) / sumOf([scenario], 'sent', mode => mode === main));
    return t('besideOther', withUnit(figure, own), withUnit(figure, other)) + (figure === 'broker-cpu-us' && rows > 1 ? t('rowsInMessage', number(rows)) : '');
}

/** Deliveries lost of those that were promised; apart from them, the scenarios that promise none and lost some. */
function deliveriesCard(scenarios) {
    const places = placesOf(scenarios, 'deliveries-lost');
    const promised = places.filter(([scenario, mode]) => scenario.verdicts.some(verdict => verdict.figure === 'deliveries-lost' && promiseOf(verdict)?.mode === mode));
    const others = places.filter(place => !promised.includes(place));
    const lossy = others.filter(([scenario, mode]) => spreadOf(scenario, mode, 'deliveries-lost').high > 0);
    const names = [...new Set(lossy.map(([scenario]) => scenario.name))].join(', ');
    const missed = scenarios.some(scenario => scenario.verdicts.some(verdict => verdict.figure === 'deliveries-lost' && !verdict.passed));
    return places.length === 0 ? null : { title: t('deliveriesLost'), kind: missed ? 'bad' : null,
        value: countOf(promised.length > 0 ? promised : others, 'deliveries-lost'),
        beside: promised.length === 0 ? t('cardNotPromised') : lossy.length > 0 ? t('cardOthersLost', countOf(lossy, 'deliveries-lost'), names) : t('cardPromised') };
}

// the chart

/** What is left of the first screen. */
function frontChartHeight() {
    const top = document.querySelector('.front-chart').getBoundingClientRect().top + scrollY;
    return Math.min(CHART_HEIGHTS[1], Math.max(CHART_HEIGHTS[0], SCREEN_HEIGHT - AROUND_CHART - top));
}

function frontChart(scenarios) {
    const chart = scenarios.length === 1 ? chartOf(scenarios[0]) : factorChart(scenarios) ?? chartOf(scenarios.find(scenario => scenario.rounds.length > 0));
    return chart ? el('div', { class: 'card front-chart' }, chart) : null;
}

function factorChart(scenarios) {
    const figure = ['latency-p99-ms', 'broker-cpu-us'].find(each => factorsOf(scenarios, each).length > 1);
    if (!figure) {
        return null;
    }
    const all = factorsOf(scenarios, figure).sort(([, a], [, b]) => b.median - a.median);
    return barChart({ key: 'front', title: t(figure === 'latency-p99-ms' ? 'frontLatencyFactors' : 'frontCpuFactors'),
        note: t('frontFactorsNote', Math.min(MOST_BARS, all.length), all.length), text: ratioText, reference: 1,
        bars: all.slice(0, MOST_BARS).map(([scenario, ratio]) => ({ name: `${scenario.name}: ${comparedText(scenario, figure)}`, mode: frontModes(scenario).main, ...ratio })) });
}

function chartOf(scenario) {
    if (!scenario || scenario.rounds.length === 0) {
        return null;
    }
    const { main, base } = frontModes(scenario);
    const rounds = chosenRounds(scenario, { round: 'middle' }).filter(round => round.mode === main || round.mode === base);
    const own = rounds.filter(round => round.mode === main);
    const stored = own.some(round => round.timeline.some(second => second.stored > 0));
    if (own.some(round => round.timeline.length >= LEAST_SECONDS)) {
        const log = scaleOf(scenario, { scale: null }) === 'log';
        const [rows, latency] = [stored ? rowsChart(own, frontChartHeight) : null, latencyChart(rounds, 'latencyP99', log, frontChartHeight)];
        const chart = own.some(round => round.faults.length > 0) ? rows ?? latency : latency ?? rows;
        if (chart) {
            return chart;
        }
    }
    const compared = COMPARED.filter(figure => modesOf(scenario).filter(mode => spreadOf(scenario, mode, figure)).length > 1);
    const measured = [...FRONT_BARS, ...COMPARED].find(figure => compared.includes(figure)) ?? COMPARED.find(figure => figuresOf(scenario).includes(figure));
    return measured ? figureBars(scenario, measured) : null;
}
