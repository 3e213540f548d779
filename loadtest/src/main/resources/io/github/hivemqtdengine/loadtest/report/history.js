// The trend of the main figures over the runs of a folder.
const TREND = ['deliveries-per-second', 'published-per-second', 'latency-p50-ms', 'latency-p99-ms', 'rows-per-second', 'rows-missing', 'commit-p99-ms',
    'broker-cpu-us', 'broker-memory-mb', 'connects-per-second', 'memory-per-connection-kb', 'call-average-ms'];
const MACHINE_DASHES = [[], [8, 4], [2, 4], [10, 3, 2, 3]];

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
            t('historyOf', RUNS.length, dateText(RUNS[0].run.environment.started), dateText(RUNS.at(-1).run.environment.started)), '. ', t('historyNote'), ' ', t('chartHint')),
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
        mode, machine, dash: MACHINE_DASHES[m % MACHINE_DASHES.length],
        name: MACHINES.length > 1 ? `${modeTitle(mode)} (${machineLetter(machine)})` : modeTitle(mode),
        points: shownRuns().filter(entry => entry.machine === machine).flatMap(entry => {
            const scenario = entry.run.scenarios.find(one => one.name === name);
            const value = scenario ? spreadOf(scenario, mode, figure) : null;
            return value === null ? [] : [[entry.index + 1, value.median, value.low, value.high]];
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
    return lineChart({ key: figure, title: figureTitle(figure), note, unit: figureUnit(figure), series, dots: true, xTitle: t('runAxis'), xAxis: { incrs: WHOLE_STEPS },
        xText: run => RUNS[run - 1] ? String(run) : '', rowText: run => `${run} (${dateText(RUNS[run - 1].run.environment.started)})` });
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
