// Charts of a scenario's rounds over time, with its faults.
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
        labelled(t('detailsOf'), select(t('detailsOf'), modesOf(scenario).map(mode => [mode, modeTitle(mode)]), detailedMode(scenario, choices[i]), choose('mode'))),
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
        curveChart('latencyCurve', rounds, log), curveChart('commitCurve', rounds, log),
        ...rounds.filter(round => round.mode === detailedMode(scenario, choice)).flatMap(round => [percentilesChart(round, log), ...usageCharts(round)])].filter(chart => chart);
    return charts.length > 0 ? charts : [el('p', { class: 'soft' }, t('noTimeline'))];
}

function marksOf(rounds) {
    const all = rounds.flatMap(round => round.faults);
    return all.filter((mark, i) => all.findIndex(other => other.what === mark.what && other.from === mark.from && other.to === mark.to) === i);
}

/** The mode whose percentiles, CPU and memory are shown. */
const detailedMode = (scenario, choice) => modesOf(scenario).includes(choice.mode) ? choice.mode : frontModes(scenario).main;

const roundName = round => t('roundOf', modeTitle(round.mode), round.number);

function timeChart(key, title, note, unit, join, rounds, linesOf, log = false, height = undefined) {
    const series = rounds.flatMap(round => linesOf(round).map(([name, values, dash]) =>
        ({ name, mode: round.mode, dash, points: values.map((value, slot) => [slot * secondsOf(round), value]) })));
    return overTimeChart({ key, title, note, unit, join, log, height, series }, rounds);
}

/** Length of a slot of the timeline: longer in a run of more than 2,000 s. */
const secondsOf = round => round.timeline[0]?.seconds ?? 1;

function overTimeChart(chart, rounds) {
    return chart.series.some(one => one.points.length > 0)
        ? lineChart({ ...chart, xTitle: t('seconds'), xText: number, xAxis: { incrs: WHOLE_STEPS }, marks: marksOf(rounds) }) : null;
}

function throughputChart(rounds) {
    const delivered = rounds.some(round => round.timeline.some(second => second.delivered > 0));
    return timeChart('throughput', t(delivered ? 'deliveriesOverTime' : 'sentOverTime'), t(delivered ? 'deliveriesNote' : 'sentNote'), 'msg/s', 'mean',
        rounds, round => [[roundName(round), round.timeline.map(second => (delivered ? second.delivered : second.sent) / secondsOf(round))]]);
}

function latencyChart(rounds, key, log, height) {
    const withLatency = rounds.filter(round => round.timeline.some(second => second.latencyMaximum > 0));
    const word = t({ latencyP50: 'p50', latencyP99: 'p99', latencyMaximum: 'maximum' }[key]);
    return timeChart('latency', t('latencyOverTime'), t('latencyOverTimeNote', word), 'ms', 'highest',
        withLatency, round => [[roundName(round), latenciesOf(round, key)]], log, height);
}

/** Of each second; null for one without deliveries, or of a version that did not record it. */
const latenciesOf = (round, key) => round.timeline.map(second => second.delivered > 0 && isNumber(second[key]) ? second[key] : null);

/** All recorded percentiles of one round. */
function percentilesChart(round, log) {
    const lines = [['latencyP50', 'p50', 'extension'], ['latencyP90', 'p90', 'do-nothing'], ['latencyP99', 'p99', 'outage'], ['latencyMaximum', 'maximum', 'bare']];
    const series = lines.map(([key, name, look]) => ({ name: t(name), look, points: latenciesOf(round, key).map((value, slot) => [slot * secondsOf(round), value]) }))
        .filter(one => one.points.some(([, value]) => isNumber(value)));
    return overTimeChart({ key: 'percentiles', title: t('percentilesOverTime'), note: t('msOf', roundName(round)), unit: 'ms', join: 'highest', log, series }, [round]);
}

/** CPU and memory of one round. */
function usageCharts(round) {
    const processes = [['broker', 'extension'], ['database', 'do-nothing'], ['loader', 'outage']];
    const chart = (key, kind, unit, join) => overTimeChart({ key, unit, join, title: t(`${key}OverTime`), note: t(`${key}Note`, roundName(round)), series: processes
        .map(([process, look]) => ({ name: t(process), look, points: (round.usage ?? []).filter(sample => isNumber(sample[`${process}${kind}`])).map(sample => [sample.second, sample[`${process}${kind}`]]) }))
        .filter(one => one.points.length > 0) }, [round]);
    return [chart('cpu', 'Cores', t('coresUnit'), 'mean'), chart('memory', 'MemoryMb', 'MB', 'highest')];
}

/** Since the start: what was sent, as rows, dashed; what was stored, a full line. */
function rowsChart(rounds, height) {
    const storing = rounds.filter(round => round.timeline.some(second => second.stored > 0) || round.figures['rows-expected'] > 0);
    const sum = values => {
        let total = 0;
        return values.map(value => total += value);
    };
    const rowsPerMessage = round => round.figures['sent'] > 0 && round.figures['rows-expected'] > 0 ? round.figures['rows-expected'] / round.figures['sent'] : 1;
    return timeChart('rows', t('rowsOverTime'), t('rowsOverTimeNote'), '', 'last', storing, round => [
        [t('sentLine', modeTitle(round.mode)), sum(round.timeline.map(second => second.sent * rowsPerMessage(round))), [3, 4]],
        [t('storedLine', modeTitle(round.mode)), sum(round.timeline.map(second => second.stored)), []]], false, height);
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
