// The trend of the main figures over the runs of a folder.
const TREND = ['deliveries-per-second', 'published-per-second', 'latency-p50-ms', 'latency-p99-ms', 'rows-per-second', 'rows-missing', 'commit-p99-ms',
    'broker-cpu-us', 'broker-memory-mb', 'connects-per-second', 'memory-per-connection-kb', 'call-average-ms'];
const MARKERS = ['circle', 'square', 'diamond', 'triangle'];
const MACHINE_DASHES = ['none', '8 4', '2 4', '10 3 2 3'];

// a smoke run's figures mean nothing
const RUNS = DATA.runs.filter(entry => !entry.run.smoke).map((entry, index) => ({ ...entry, index, machine: machineOf(entry.run.environment) }));
const MACHINES = [...new Set(RUNS.map(entry => entry.machine))];
const NAMES = [...new Set(RUNS.flatMap(entry => entry.run.scenarios.filter(scenario => scenario.rounds.length > 0).map(scenario => scenario.name)))];
const filter = { word: '', scenario: '', machine: '' };

function machineOf(environment) {
    return `${environment.processor}, ${environment.cores} × CPU, ${number(environment.memoryMb)} MB`;
}

const machineLetter = machine => String.fromCharCode(65 + MACHINES.indexOf(machine) % 26);
const lastOf = name => RUNS.map(entry => entry.run.scenarios.find(scenario => scenario.name === name)).filter(scenario => scenario).at(-1);
const shownRuns = () => RUNS.filter(entry => filter.machine === '' || entry.machine === filter.machine);

function show() {
    const smoke = DATA.runs.length - RUNS.length;
    showPage(t('historyTitle'),
        el('header', { class: 'top' }, el('h1', {}, t('historyTitle'))),
        RUNS.length === 0 ? el('p', {}, t('noRuns')) : el('p', { class: 'soft' },
            t('historyOf', RUNS.length, dateText(RUNS[0].run.environment.started), dateText(RUNS.at(-1).run.environment.started)), '. ', t('historyNote')),
        smoke > 0 ? el('p', { class: 'small soft' }, t('smokeLeftOut', smoke)) : null,
        filterBar(),
        el('main', {}, NAMES.map(trendArticle), el('p', { id: 'nothing', hidden: true }, t('nothingFound')), runsSection(),
            DATA.unreadable.length === 0 ? null : el('section', { class: 'card' }, el('h2', {}, t('unreadable')), el('ul', {}, DATA.unreadable.map(text => el('li', {}, text))))));
    applyFilter();
}

function filterBar() {
    const search = el('input', { type: 'search', id: 'search', placeholder: t('search'), 'aria-label': t('search') });
    search.value = filter.word;
    search.addEventListener('input', () => {
        filter.word = search.value;
        applyFilter();
    });
    return el('div', { class: 'filter', role: 'search' }, search,
        select(t('scenarioFilter'), [['', t('allScenarios')], ...NAMES.map(name => [name, name])], filter.scenario, value => {
            filter.scenario = value;
            applyFilter();
        }),
        select(t('machine'), [['', t('allMachines')], ...MACHINES.map(machine => [machine, `${machineLetter(machine)}: ${machine}`])], filter.machine, value => {
            filter.machine = value;
            show();
        }),
        el('span', { class: 'small soft', id: 'shown', role: 'status' }), languageButton(show));
}

function applyFilter() {
    const fits = name => (filter.scenario === '' || filter.scenario === name)
        && filter.word.toLowerCase().split(/\s+/).every(word => `${name} ${lastOf(name).title}`.toLowerCase().includes(word));
    const shown = NAMES.map(fits);
    document.querySelectorAll('[data-scenario]').forEach(part => part.hidden = !shown[part.dataset.scenario]);
    document.getElementById('shown').textContent = t('shown', shown.filter(Boolean).length, NAMES.length);
    document.getElementById('nothing').hidden = NAMES.length === 0 || shown.some(Boolean);
    drawCharts();
}

function trendArticle(name, i) {
    return el('article', { class: 'card scenario', 'data-scenario': i, 'aria-labelledby': `title-${i}` },
        el('header', {}, el('h2', { id: `title-${i}` }, el('span', { class: 'name' }, `${name} `), lastOf(name).title)),
        el('div', { class: 'charts' }, TREND.map(figure => trendChart(name, figure)).filter(chart => chart)));
}

/** One line for each mode or variant and machine, a point for each run that has the figure. */
function seriesOf(name, figure) {
    const modes = [...new Set(RUNS.flatMap(entry => entry.run.scenarios.filter(one => one.name === name).flatMap(modesOf)))];
    return MACHINES.flatMap((machine, m) => modes.map(mode => ({
        mode, machine, marker: MARKERS[m % MARKERS.length], dash: MACHINE_DASHES[m % MACHINE_DASHES.length],
        name: MACHINES.length > 1 ? `${modeTitle(mode)} (${machineLetter(machine)})` : modeTitle(mode),
        points: shownRuns().filter(entry => entry.machine === machine).flatMap(entry => {
            const scenario = entry.run.scenarios.find(one => one.name === name);
            const value = scenario ? spreadOf(scenario, mode, figure) : null;
            return value === null ? [] : [{ at: entry.index + 1, ...value }];
        }),
    }))).filter(one => one.points.length > 0);
}

function trendChart(name, figure) {
    const series = seriesOf(name, figure);
    if (series.length === 0) {
        return null;
    }
    const better = WORDS.figures[figure].better;
    const note = [figureUnit(figure), better === 'higher' ? t('higherIsBetter') : better === 'lower' ? t('lowerIsBetter') : ''].filter(text => text).join(', ');
    const chart = { key: figure, title: figureTitle(figure), note, unit: figureUnit(figure), xTitle: t('runAxis') };
    const legend = el('ul', { class: 'legend' }, series.map(one => el('li', {},
        svgEl('svg', { viewBox: '0 0 26 10', class: lookOf(one.mode), 'aria-hidden': 'true' },
            svgEl('line', { x1: 0, x2: 26, y1: 5, y2: 5, class: 'curve', 'stroke-dasharray': one.dash }), marker(one.marker, 13, 5)), one.name)));
    return chartFigure({ ...chart, legend }, () => trendTable(chart, series), width => drawTrend(chart, series, width));
}

function drawTrend(chart, series, width) {
    const highest = Math.max(0, ...series.flatMap(one => one.points.map(point => point.high)));
    const svg = svgRoot(chart, width, HEIGHT, t('chartText', chart.note, series.map(one => one.name).join('; ') + '.', number(highest), chart.unit));
    const frame = { left: 58, right: width - 14, top: 22, bottom: HEIGHT - 36 };
    const y = linearScale(highest, 5, frame.bottom, frame.top, chart.unit === '');
    const room = (frame.right - frame.left) / RUNS.length;
    const step = Math.max(1, Math.ceil(niceStep(RUNS.length, Math.max(2, width / 60))));
    const x = { place: run => frame.left + (run - 0.5) * room, label: String, ticks: RUNS.map((_, i) => i + 1).filter(run => run % step === 0 || RUNS.length === 1) };
    drawAxes(svg, frame, x, y, chart.xTitle);
    for (const one of series) {
        const group = svgEl('g', { class: `series ${lookOf(one.mode)}`, 'data-name': one.name });
        if (one.points.length > 1) {
            group.append(curve({ points: one.points.map(point => [point.at, point.median]) }, x, y, one.dash));
        }
        one.points.forEach(point => group.append(
            point.high > point.low ? svgEl('line', { class: 'curve spread', x1: x.place(point.at), x2: x.place(point.at), y1: y.place(point.low), y2: y.place(point.high) }) : '',
            marker(one.marker, x.place(point.at), y.place(point.median), `${one.name}, ${t('run')} ${point.at}: ${number(point.median)} (${number(point.low)} – ${number(point.high)}) ${chart.unit}`)));
        svg.append(group);
    }
    return svg;
}

function marker(kind, x, y, text) {
    const title = text ? svgEl('title', {}, text) : null;
    const r = 4;
    return kind === 'circle' ? svgEl('circle', { class: 'dot marker', cx: x, cy: y, r }, title)
        : svgEl('path', { class: 'dot marker', d: {
            square: `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}Z`,
            diamond: `M${x} ${y - r - 1}l${r + 1} ${r + 1}l${-r - 1} ${r + 1}l${-r - 1} ${-r - 1}Z`,
            triangle: `M${x} ${y - r - 1}l${r + 1} ${2 * r}h${-2 * r - 2}Z`,
        }[kind] }, title);
}

function trendTable(chart, series) {
    const runs = [...new Set(series.flatMap(one => one.points.map(point => point.at)))].sort((a, b) => a - b);
    return table(`${chart.title}: ${chart.note}`, [t('run'), t('started'), ...series.map(one => ({ number: one.name }))],
        runs.map(run => [String(run), dateText(RUNS[run - 1].run.environment.started), ...series.map(one => {
            const point = one.points.find(candidate => candidate.at === run);
            return { number: point ? [number(point.median), point.low < point.high ? el('span', { class: 'range' }, `${number(point.low)} – ${number(point.high)}`) : null] : '–' };
        })]));
}

function runsSection() {
    if (RUNS.length === 0) {
        return null;
    }
    const result = run => {
        const verdicts = run.scenarios.flatMap(scenario => scenario.verdicts);
        const failed = run.scenarios.some(scenario => scenario.failure) || verdicts.some(verdict => !verdict.passed);
        const incomplete = run.scenarios.some(scenario => !scenario.complete && !scenario.skipped);
        return failed ? statusPill('bad', t('failed')) : incomplete ? statusPill('warn', t('incomplete'))
            : verdicts.length === 0 ? statusPill('quiet', t('measured')) : statusPill('good', t('passed'));
    };
    return el('section', { class: 'card', id: 'runs' }, el('h2', {}, t('runs')),
        table(t('machines'), [t('machine'), t('processor')], MACHINES.map(machine => [machineLetter(machine), machine])),
        table(t('runs'), [{ number: t('run') }, t('started'), t('machine'), t('result'), t('extension'), t('broker'), t('database'), t('file')],
            RUNS.map(({ run, index, machine, file }) => [String(index + 1), dateText(run.environment.started), machineLetter(machine), result(run),
                run.environment.extension, run.environment.broker, run.environment.database, el('code', {}, file)])));
}

show();
