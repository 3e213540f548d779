// Thresholds as promises in words: what was promised, whether it was kept, and why it matters.
const PROMISE = /^(\S+) (\S+?)(?:(\/| - )(\S+))? (>=|<=|=) (\S+)$/;

/** Why a missed threshold of a figure matters; the first that fits. */
const REASONS = [
    [/^rows-(missing|lost|stored|expected)$/, 'whyRowsMissing'], [/^rows-duplicated$/, 'whyRowsDuplicated'], [/^rows-overwritten$/, 'whyRowsOverwritten'],
    [/^rows-late$|^commit-/, 'whyLate'], [/^rows-out-of-order$/, 'whyOrder'], [/^rows-per-second$/, 'whyRowsPerSecond'],
    [/^deliveries(-lost|-under-way)?$/, 'whyDeliveriesLost'], [/^deliveries-duplicated$/, 'whyDeliveriesDuplicated'],
    [/^(unsent|unacknowledged|sent)$/, 'whyUnsent'], [/^latency-/, 'whyLatency'], [/^acknowledgement-/, 'whyAcknowledgement'],
    [/(deliveries|published)-per-second$|-throughput$/, 'whyThroughput'], [/-cpu-us$/, 'whyCpu'], [/^loader-/, 'whyLoader'], [/memory|heap|threads/, 'whyMemory'], [/^disk-/, 'whyDisk'],
    [/^(connections|reconnect|connects)/, 'whyConnections'], [/^call/, 'whyCalls'],
];

const reasonOf = figure => {
    const reason = REASONS.find(([figures]) => figures.test(figure));
    return reason ? t(reason[1]) : '';
};

/** The parts of a threshold; null for one that this version does not know. */
function promiseOf(verdict) {
    const parts = PROMISE.exec(verdict.threshold);
    return parts === null || !(parts[1] in WORDS.figures) ? null
        : { figure: parts[1], mode: parts[2], operator: parts[3]?.trim(), base: parts[4], comparator: parts[5], limit: Number(parts[6]) };
}

const withUnit = (figure, value) => figureUnit(figure) ? `${number(value)} ${figureUnit(figure)}` : number(value);

/** Losses and errors, of which a promise has the sum over all rounds. */
const isLoss = figure => figure in WHOLES && WORDS.figures[figure].better === 'lower';

/** The medians that a ratio or difference compares; empty for another threshold. */
function besideText(verdict, scenario) {
    const { figure, mode, base } = promiseOf(verdict) ?? {};
    const [own, other] = [mode, base].map(each => each && spreadOf(scenario, each, figure));
    return own && other ? t('besideOther', ...[own, other].map(each => medianText(each, value => withUnit(figure, value)))) : '';
}

/** What was measured: counts over all rounds, ratios with what they compare. */
function measuredOf(promised, verdict, scenario, modes) {
    const promise = promiseOf(verdict);
    const beside = besideText(verdict, scenario);
    const range = rangeText(verdict, value => inUnit(verdict, value));
    return !isNumber(verdict.value) ? t('promiseNever', promised)
        : t('promiseMeasured', promised, promise && !promise.operator && isLoss(promise.figure) ? countOf(modes.map(mode => [scenario, mode]), promise.figure)
            : foundText(verdict) + (range || beside ? ` (${joined(range, beside)})` : ''));
}

const limitText = limit => limit.toLocaleString('en-US', { maximumFractionDigits: 6 });

/** What was promised of one or several modes, and what was measured. */
function promiseText(verdict, scenario, modes = [promiseOf(verdict)?.mode]) {
    const promise = promiseOf(verdict);
    if (promise === null) {
        return measuredOf(verdict.threshold, verdict, scenario, modes);
    }
    const { figure, operator, base, comparator, limit } = promise;
    const value = figureUnit(figure) && operator !== '/' ? `${limitText(limit)} ${figureUnit(figure)}` : limitText(limit);
    const amount = operator === '/' ? t('timesBase', value, modeTitle(base)) : operator === '-' ? t('aboveBase', value, modeTitle(base)) : value;
    const isNone = limit === 0 && comparator !== '>=' && operator === undefined;
    const promised = t(isNone ? 'promiseNone' : { '>=': 'promiseAtLeast', '<=': 'promiseAtMost', '=': 'promiseEqual' }[comparator],
        `${figureTitle(figure)} (${modes.map(modeTitle).join(', ')})`, amount);
    return measuredOf(promised, verdict, scenario, modes);
}

/** A value of a threshold: a ratio, which does not read as the limit by rounding, or in the unit of its figure. */
function inUnit(verdict, value, rounds = verdict) {
    const { operator, limit } = promiseOf(verdict) ?? {};
    const text = ratioText(value, rounds);
    return operator === '/' ? t('foundTimes', Number(text) === limit ? ratioText(value) : text) : withUnit(verdict.figure, value);
}

/** What was measured instead of or as promised. */
const foundText = verdict => !isNumber(verdict.value) ? t('never') : verdict.below ? `< ${inUnit(verdict, verdict.below)}` : inUnit(verdict, verdict.value);

/** What would decide an undecided threshold. */
const remedyOf = verdict => isNumber(verdict.provable) ? t('provenFrom', inUnit(verdict, verdict.provable, {})) : t('takeFive');

/** Kept promises of a scenario in words; equal ones of several modes are one. */
function keptTexts(scenario, verdicts) {
    const groups = new Map();
    for (const verdict of verdicts) {
        const promise = promiseOf(verdict);
        const key = JSON.stringify([promise === null ? verdict.threshold : { ...promise, mode: '' }, foundText(verdict)]);
        groups.set(key, [...groups.get(key) ?? [], verdict]);
    }
    return [...groups.values()].map(([first, ...others]) => promiseText(first, scenario, [first, ...others].map(each => promiseOf(each)?.mode)));
}

/** How many promises of each figure were kept in several scenarios, with the sum of counts. kept: [[scenario, verdict]] */
function keptCounts(kept) {
    const figures = [...new Set(kept.map(([, verdict]) => verdict.figure))];
    const withCount = (figure, own) => isLoss(figure) && own.every(([, verdict]) => promiseOf(verdict)?.operator === undefined);
    return figures.map(figure => [figure, kept.filter(([, verdict]) => verdict.figure === figure)]).sort(([, a], [, b]) => b.length - a.length)
        .map(([figure, own]) => withCount(figure, own)
            ? t('keptCount', figureTitle(figure), countOf(own.map(([scenario, verdict]) => [scenario, promiseOf(verdict)?.mode]), figure), own.length)
            : t('keptOther', figureTitle(figure), own.length));
}

/** A complete scenario fails because its result does not count. */
const failureText = scenario => scenario.complete ? scenario.failure : t('failedBecause', scenario.failure);

/** A sentence about the rounds in which the loader was the limit; empty without any. */
function loaderLimitText(scenarios) {
    const all = scenarios.flatMap(scenario => scenario.rounds);
    const limited = all.filter(round => round.loaderLimits.length > 0);
    const figures = [...new Set(limited.flatMap(round => round.loaderLimits))];
    const highest = figure => withUnit(figure, Math.max(...limited.map(round => round.figures[figure]).filter(isNumber)));
    const names = scenarios.filter(scenario => scenario.rounds.some(round => limited.includes(round))).map(scenario => scenario.name);
    return limited.length === 0 ? '' : t('loaderLimit', limited.length, all.length, names.join(', '), figures.map(figure => t('cardBeside', figureTitle(figure), highest(figure))).join(t('listComma')));
}

/** Whether half of the cores or more were busy when the run began. */
const isBusy = () => parseFloat(DATA.environment.load) >= DATA.environment.cores / 2;

/**
 * The verdict on some scenarios.
 * Returns {kind: good, bad, warn or quiet, title, missed, undecided, kept: [[scenario, verdict]], more: [text]}
 */
function statementOf(scenarios) {
    const all = scenarios.flatMap(scenario => scenario.verdicts.map(verdict => [scenario, verdict]));
    const [missed, undecided, kept] = [verdict => !verdict.passed, isUndecided, isMet].map(is => all.filter(([, verdict]) => is(verdict)));
    const open = undecided.length > 0 ? t('frontUndecided', undecided.length) : '';
    const failed = scenarios.filter(scenario => scenario.failure);
    const incomplete = scenarios.filter(scenario => !scenario.complete && !scenario.skipped && !scenario.failure);
    const skipped = scenarios.filter(scenario => scenario.skipped);
    const more = [
        ...(isBusy() ? [t('frontBusy', DATA.environment.load, DATA.environment.cores)] : []),
        ...failed.map(scenario => `${scenario.name}: ${failureText(scenario)}`),
        ...(incomplete.length > 0 ? [t('frontIncomplete', incomplete.map(scenario => scenario.name).join(', '))] : []),
        ...(skipped.length > 0 ? [t('frontSkipped', skipped.map(scenario => scenario.name).join(', '))] : []),
    ];
    const [kind, title] = missed.length > 0 ? ['bad', t('frontMissed', missed.length, all.length) + open]
        : failed.length > 0 ? ['bad', t(failed.every(scenario => scenario.complete) ? 'frontInvalid' : 'frontFailed')]
        : incomplete.length > 0 || scenarios.length === 0 ? ['warn', t('frontNotComplete')]
        : open ? ['warn', t('frontKeptOf', kept.length, all.length) + open]
        : all.length > 0 ? ['good', all.length === 1 ? t('frontKeptOne') : t('frontKept', all.length)]
        : skipped.length === scenarios.length ? ['quiet', t('frontNothingRan')] : ['quiet', t('frontNothingPromised')];
    return { kind, title, missed, undecided, kept, more };
}
