// Thresholds as promises in words: what was promised, whether it was kept, and why it matters.
const PROMISE = /^(\S+) (\S+?)(?:(\/| - )(\S+))? (>=|<=|=) (\S+)$/;

/** Why a missed threshold of a figure matters; the first that fits. */
const REASONS = [
    [/^rows-(missing|lost|stored|expected)$/, 'whyRowsMissing'], [/^rows-duplicated$/, 'whyRowsDuplicated'], [/^rows-overwritten$/, 'whyRowsOverwritten'],
    [/^rows-late$|^commit-/, 'whyLate'], [/^rows-out-of-order$/, 'whyOrder'], [/^rows-per-second$/, 'whyRowsPerSecond'],
    [/^deliveries(-lost)?$/, 'whyDeliveriesLost'], [/^deliveries-duplicated$/, 'whyDeliveriesDuplicated'],
    [/^(unsent|unacknowledged|sent)$/, 'whyUnsent'], [/^latency-/, 'whyLatency'], [/^acknowledgement-/, 'whyAcknowledgement'],
    [/(deliveries|published)-per-second$|-throughput$/, 'whyThroughput'], [/-cpu-us$/, 'whyCpu'], [/memory|heap|threads/, 'whyMemory'],
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

const measuredOf = (promised, verdict) => isNumber(verdict.value) ? t('promiseMeasured', promised, foundText(verdict)) : t('promiseNever', promised);
const limitText = limit => limit.toLocaleString('en-US', { maximumFractionDigits: 6 });

/** What was promised of one or several modes, and what was measured. */
function promiseText(verdict, modes = null) {
    const promise = promiseOf(verdict);
    if (promise === null) {
        return measuredOf(verdict.threshold, verdict);
    }
    const { figure, mode, operator, base, comparator, limit } = promise;
    const value = figureUnit(figure) && operator !== '/' ? `${limitText(limit)} ${figureUnit(figure)}` : limitText(limit);
    const amount = operator === '/' ? t('timesBase', value, modeTitle(base)) : operator === '-' ? t('aboveBase', value, modeTitle(base)) : value;
    const isNone = limit === 0 && comparator !== '>=' && operator === undefined;
    const promised = t(isNone ? 'promiseNone' : { '>=': 'promiseAtLeast', '<=': 'promiseAtMost', '=': 'promiseEqual' }[comparator],
        `${figureTitle(figure)} (${(modes ?? [mode]).map(modeTitle).join(', ')})`, amount);
    return measuredOf(promised, verdict);
}

/** What was measured instead of or as promised. */
function foundText(verdict) {
    const promise = promiseOf(verdict);
    return !isNumber(verdict.value) ? t('never')
        : promise?.operator === '/' ? t('foundTimes', ratioText(verdict.value)) : withUnit(verdict.figure, verdict.value);
}

/** Kept promises in words; equal ones of several modes are one. */
function keptTexts(verdicts) {
    const groups = new Map();
    for (const verdict of verdicts) {
        const promise = promiseOf(verdict);
        const key = JSON.stringify([promise === null ? verdict.threshold : { ...promise, mode: '' }, foundText(verdict)]);
        groups.set(key, [...groups.get(key) ?? [], verdict]);
    }
    return [...groups.values()].map(([first, ...others]) => promiseText(first, [first, ...others].map(each => promiseOf(each)?.mode ?? '')));
}

/** How many promises of each figure were kept, in several scenarios. */
function keptCounts(verdicts) {
    const figures = [...new Set(verdicts.map(verdict => verdict.figure))];
    return figures.map(figure => [figure, verdicts.filter(verdict => verdict.figure === figure).length]).sort(([, a], [, b]) => b - a)
        .map(([figure, count]) => t('keptCount', figureTitle(figure), count, count));
}

const isKeptByNoise = verdict => verdict.passed && isNumber(verdict.chance);

/**
 * The verdict on some scenarios.
 * Returns {kind: good, bad, warn or quiet, title, missed: [[scenario, verdict]], kept: [[scenario, verdict]], more: [text]}
 */
function statementOf(scenarios) {
    const all = scenarios.flatMap(scenario => scenario.verdicts.map(verdict => [scenario, verdict]));
    const [missed, kept] = [all.filter(([, verdict]) => !verdict.passed), all.filter(([, verdict]) => verdict.passed)];
    const failed = scenarios.filter(scenario => scenario.failure);
    const incomplete = scenarios.filter(scenario => !scenario.complete && !scenario.skipped && !scenario.failure);
    const skipped = scenarios.filter(scenario => scenario.skipped);
    const noisy = all.filter(([, verdict]) => isKeptByNoise(verdict)).length;
    const more = [
        ...failed.map(scenario => `${scenario.name}: ${t('failedBecause', scenario.failure)}`),
        ...(incomplete.length > 0 ? [t('frontIncomplete', incomplete.map(scenario => scenario.name).join(', '))] : []),
        ...(skipped.length > 0 ? [t('frontSkipped', skipped.map(scenario => scenario.name).join(', '))] : []),
        ...(noisy > 0 ? [t('frontNoise', noisy)] : []),
    ];
    const [kind, title] = missed.length > 0 ? ['bad', t('frontMissed', missed.length, all.length)]
        : failed.length > 0 ? ['bad', t('frontFailed')]
        : incomplete.length > 0 || scenarios.length === 0 ? ['warn', t('frontNotComplete')]
        : all.length > 0 ? ['good', all.length === 1 ? t('frontKeptOne') : t('frontKept', all.length)]
        : skipped.length === scenarios.length ? ['quiet', t('frontNothingRan')] : ['quiet', t('frontNothingPromised')];
    return { kind, title, missed, kept, more };
}
