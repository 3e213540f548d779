// Several runs side by side. The differences and their probabilities are computed by the load tests.
const RUNS = DATA.runs;
const LOOKS = ['do-nothing', 'extension', 'outage', 'bare', 'slow', 'control'];
const CHARTS = ['deliveries-per-second', 'rows-per-second', 'latency-p99-ms', 'commit-p99-ms', 'broker-cpu-us', 'call-average-ms', 'memory-per-connection-kb', 'connects-per-second'];
const MOST_CHANGES = 8;
const BASELINES = ['control', 'bare', 'do-nothing']; // they say how alike machine and load were
const filter = { scenario: '', changes: false };

const letter = i => String.fromCharCode(65 + i);
const machineOf = environment => `${environment.processor}, ${environment.cores} × CPU, ${number(environment.memoryMb)} MB`;
const percentText = percent => `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent) < 10 ? Math.abs(percent).toFixed(1) : Math.abs(percent).toFixed(0)} %`;
const chanceText = chance => `p ${chance < 0.001 ? '< 0.001' : chance.toFixed(3)}`;

/** better, worse or changed where the rounds prove it; noise; few with too few rounds to tell; equal; or none. */
function outcomeOf(row, cell) {
    if (cell === null || cell.percent === null && cell.chance === null) {
        return 'none';
    }
    if (cell.percent === 0) {
        return 'equal';
    }
    if (cell.chance === null) {
        return 'few';
    }
    const better = WORDS.figures[row.figure].better;
    return cell.withinNoise ? 'noise' : better === 'neither' || cell.percent === null ? 'changed' : (better === 'higher') === (cell.percent > 0) ? 'better' : 'worse';
}

const OUTCOMES = { better: ['good', 'betterThan'], worse: ['bad', 'worseThan'], changed: ['warn', 'changedFrom'], noise: ['quiet', 'withinNoise'], few: ['quiet', 'tooFewRounds'], equal: ['quiet', 'equal'] };

function differenceCell(row, cell) {
    const outcome = outcomeOf(row, cell);
    return outcome === 'none' ? { number: '–' } : { number: [isNumber(cell.percent) ? `${percentText(cell.percent)} ` : '',
        statusPill(OUTCOMES[outcome][0], t(OUTCOMES[outcome][1])), cell.chance === null || outcome === 'equal' ? null : el('span', { class: 'range' }, chanceText(cell.chance))] };
}

const proven = () => DATA.scenarios.flatMap(scenario => scenario.rows.flatMap(row => row.cells.flatMap((cell, run) =>
    ['better', 'worse', 'changed'].includes(outcomeOf(row, cell)) ? [{ scenario, row, cell, run, outcome: outcomeOf(row, cell) }] : [])));

function show() {
    showPage(t('compareTitle'),
        el('header', { class: 'top' }, el('h1', {}, t('compareTitle')), el('p', { class: 'soft small' }, t('compareNote')), languageButton(show)),
        el('section', { id: 'front', 'aria-label': t('frontTitle') }, statement(), warnings(), changesTable()),
        filterBar(),
        el('main', {}, DATA.scenarios.map(scenarioArticle), el('p', { id: 'nothing', hidden: true }, t('nothingFound')), runsSection()));
    applyFilter();
}

/** How many differences were put to the test, of some modes. */
const tested = isOf => DATA.scenarios.flatMap(scenario => scenario.rows.filter(row => isOf(row.mode)).flatMap(row => row.cells.filter(cell => cell && cell.chance !== null))).length;
const isBaseline = mode => BASELINES.includes(mode);

function statement() {
    const all = proven();
    const own = all.filter(change => !isBaseline(change.row.mode));
    const count = outcome => own.filter(change => change.outcome === outcome).length;
    const total = tested(mode => !isBaseline(mode));
    const few = DATA.scenarios.some(scenario => scenario.rows.some(row => row.cells.some(cell => outcomeOf(row, cell) === 'few')));
    const [kind, text] = DATA.scenarios.length === 0 ? ['quiet', t('nothingShared')]
        : count('worse') > 0 ? ['bad', t('provenWorse', count('worse'), total)] : count('better') > 0 ? ['good', t('provenBetter', count('better'), total)]
            : ['quiet', t(few && tested(() => true) === 0 ? 'nothingTested' : 'nothingProven')];
    return el('div', { class: `statement ${kind}` }, el('h2', {}, text),
        el('p', { class: 'subject' }, t('comparedRuns', RUNS.map((entry, i) => `${letter(i)}: ${entry.file}`).join(' · '))),
        count('worse') > 0 && count('better') > 0 ? el('p', {}, t('provenBetter', count('better'), total)) : null,
        own.length > 0 ? el('p', { class: 'aside' }, t('byChance', total, Math.ceil(LEVEL * total))) : null,
        own.length < all.length ? el('p', { class: 'aside' }, t('baselinesDiffer', all.length - own.length)) : null,
        few ? el('p', { class: 'aside' }, t('fewNote')) : null);
}

function warnings() {
    const differs = of => new Set(RUNS.map(entry => of(entry.run))).size > 1;
    return [differs(run => machineOf(run.environment)) ? t('otherMachines') : null,
        differs(run => run.environment.database) ? t('otherDatabases') : null,
        RUNS.some(entry => entry.run.smoke) ? t('smoke') : null]
        .filter(text => text).map(text => el('p', { class: 'banner' }, text));
}

function changesTable() {
    const all = proven();
    const sorted = all.sort((a, b) => isBaseline(a.row.mode) - isBaseline(b.row.mode) || (b.outcome === 'worse') - (a.outcome === 'worse'));
    return all.length === 0 ? null : el('div', { class: 'card', id: 'changes' }, changeRows(sorted.slice(0, MOST_CHANGES)),
        all.length <= MOST_CHANGES ? null : laterDetails(t('moreChanges', all.length - MOST_CHANGES), () => changeRows(sorted.slice(MOST_CHANGES))));
}

function changeRows(changes) {
    return table(t('provenTable'), [t('scenario'), t('figure'), t('mode'), t('run'), { number: t('before') }, { number: t('after') }, { number: t('difference') }],
        changes.map(({ scenario, row, cell, run }) => [
            el('a', { href: `#scenario-${DATA.scenarios.indexOf(scenario)}` }, scenario.name), figureWithUnit(row.figure), modeLabel(row.mode), letter(run),
            { number: withRange(row.cells[scenario.base]) }, { number: withRange(cell) }, differenceCell(row, cell)]));
}

function filterBar() {
    const box = el('input', { type: 'checkbox', checked: filter.changes });
    box.addEventListener('change', () => {
        filter.changes = box.checked;
        show();
    });
    return el('div', { class: 'filter', role: 'search' },
        select(t('scenarioFilter'), [['', t('allScenarios')], ...DATA.scenarios.map((scenario, i) => [String(i), scenario.name])], filter.scenario, value => {
            filter.scenario = value;
            applyFilter();
        }), labelled(t('onlyChanges'), box), el('span', { class: 'small soft', id: 'shown', role: 'status' }));
}

function applyFilter() {
    const shown = DATA.scenarios.map((scenario, i) => filter.scenario === '' || filter.scenario === String(i));
    document.querySelectorAll('[data-scenario]').forEach(part => part.hidden = !shown[part.dataset.scenario]);
    document.getElementById('shown').textContent = t('shown', shown.filter(Boolean).length, shown.length);
    document.getElementById('nothing').hidden = DATA.scenarios.length === 0 || shown.some(Boolean);
}

// one scenario

function scenarioArticle(scenario, i) {
    return el('article', { class: 'card scenario', id: `scenario-${i}`, 'data-scenario': i, 'aria-labelledby': `title-${i}` },
        el('header', {}, el('h2', { id: `title-${i}` }, el('span', { class: 'name' }, `${scenario.name} `), titleOf(scenario))),
        el('p', { class: 'small soft' }, datesOf(scenario)),
        Object.keys(scenario.settings).length === 0 ? null : table(t('otherSettings'), [t('setting'), ...RUNS.map((_, run) => letter(run))],
            Object.entries(scenario.settings).map(([key, values]) => [el('code', {}, key), ...values.map(value => el('code', {}, value || '–'))])),
        el('div', { class: 'charts bars' }, CHARTS.map(figure => figureChart(scenario, figure)).filter(chart => chart)),
        comparedTable(scenario));
}

const resultOf = (run, name) => RUNS[run].run.scenarios.find(scenario => scenario.name === name && scenario.rounds.length > 0);

function datesOf(scenario) {
    return RUNS.map((_, run) => resultOf(run, scenario.name)).map((result, run) => result && `${letter(run)}: ${t('measuredAt', minuteText(result.rounds.map(round => round.started).sort()[0]))}, ${
        roundsText(Math.max(...modesOf(result).map(mode => roundsOf(result, mode).length)))}`).filter(text => text).join(' · ');
}

/** The mode that all runs have and that the scenario is about. */
function mainRow(scenario, figure) {
    const rows = scenario.rows.filter(row => row.figure === figure && row.cells.filter(cell => cell).length > 1);
    return rows.find(row => row.mode === 'extension') ?? rows.find(row => isVariant(row.mode)) ?? rows.at(-1);
}

function figureChart(scenario, figure) {
    const row = mainRow(scenario, figure);
    return row ? barChart({ key: figure, title: figureTitle(figure), note: `${figureUnit(figure)}, ${modeTitle(row.mode)}`,
        bars: row.cells.flatMap((cell, run) => cell === null ? [] : [{ name: runName(row, cell, run, scenario), mode: LOOKS[run % LOOKS.length], ...spreadOf(resultOf(run, scenario.name), row.mode, figure) }]) }) : null;
}

const runName = (row, cell, run, scenario) => run === scenario.base || !isNumber(cell.percent) ? letter(run) : `${letter(run)} ${percentText(cell.percent)}`;

function comparedTable(scenario) {
    const others = RUNS.map((_, run) => run).filter(run => run !== scenario.base);
    const rows = scenario.rows.filter(row => !filter.changes || others.some(run => ['better', 'worse', 'changed'].includes(outcomeOf(row, row.cells[run]))));
    return rows.length === 0 ? el('p', { class: 'soft' }, t('nothingProven'))
        : table(t('comparedWith', letter(scenario.base)), [t('figure'), t('mode'), { number: letter(scenario.base) }, ...others.flatMap(run => [{ number: letter(run) }, { number: t('differenceOf', letter(run)) }])],
            rows.map(row => [figureWithUnit(row.figure), modeLabel(row.mode), { number: withRange(row.cells[scenario.base]) },
                ...others.flatMap(run => [{ number: withRange(row.cells[run]) }, differenceCell(row, row.cells[run])])]));
}

function runsSection() {
    return el('section', { class: 'card', id: 'runs' }, el('h2', {}, t('runs')),
        table(t('runs'), [t('run'), t('file'), t('started'), t('extension'), t('broker'), t('database'), t('machine'), t('load'), t('command')],
            RUNS.map(({ run, file }, i) => [letter(i), el('code', {}, file), dateText(run.environment.started), run.environment.extension, run.environment.broker,
                run.environment.database, machineOf(run.environment), run.environment.load, el('code', {}, run.environment.command)]), 'untitled'));
}

/** A median, or nothing to compare where rows were counted less often. */
function knownCells(scenario, row) {
    const counts = scenario.rows.find(each => each.figure === 'commit-resolution-ms' && each.mode === row.mode)?.cells ?? [];
    const below = row.cells.map((cell, run) => isCommitTime(row.figure) && cell && cell.median < counts[run]?.median ? counts[run].median : null);
    return row.cells.map((cell, run) => cell && { ...cell, below: below[run], ...(below[run] || below[scenario.base] ? { percent: null, chance: null } : {}) });
}

DATA.scenarios.forEach(scenario => scenario.rows.forEach(row => row.cells = knownCells(scenario, row)));
show();
