// The view of learning: a configuration for the messages of a running broker.
import { t } from './texts.js';
import { $, background, element } from './parts.js';
import * as mapping from './mapping.js';

let found = null;
const learning = background('learn', added => {
    found = added.at(-1) ?? found;
    draw();
});

$('learn-form').addEventListener('submit', event => {
    event.preventDefault();
    found = null;
    learning.start(Number($('learn-minutes').value), {
        broker: $('learn-broker').value, filter: $('learn-filter').value, user: $('learn-user').value,
        password: $('learn-password').value, isTls: $('learn-tls').checked,
    });
});
$('learn-stop').addEventListener('click', () => learning.stop());

export function show() {
    draw();
}

function draw() {
    const { isRunning, ends, error } = learning.state;
    $('learn-start').disabled = isRunning;
    $('learn-stop').hidden = !isRunning;
    $('learn-sum').textContent = isRunning ? t('learning', Math.max(0, Math.ceil((ends - Date.now()) / 1_000)))
        : found ? t('learned', found.messages, found.topics) : '';
    $('learned').replaceChildren(...found ? resultElements(found) : error ? [element('p', { class: 'mark bad' }, error)] : []);
}

function resultElements(found) {
    const isWhole = found.stored === found.samples;
    return [
        element('div', { class: 'bar' },
            element('span', { class: `mark ${isWhole ? 'good' : 'warn'}` }, t('learnedStored', found.stored, found.samples)),
            element('button', { type: 'button', class: 'main', onclick: () => open(found) }, t('showInMapping'))),
        ...found.ended ? [element('p', { class: 'mark warn' }, t('endedEarly', found.ended))] : [],
        ...found.left > 0 ? [element('p', { class: 'hint' }, t('leftMessages', found.left))] : [],
        ...found.problems.map(problem => element('p', {}, problem)),
        element('div', { class: 'scroll', tabindex: '0' }, element('table', {},
            element('thead', {}, element('tr', {}, ...['route', 'topic', 'format', 'topics', 'messages', 'perSecond'].map(name => element('th', { scope: 'col' }, t('learnColumns')[name])))),
            element('tbody', {}, ...found.routes.slice(0, 200).map(route => element('tr', {},
                ...[route.id, route.filter, route.format, route.topics, route.messages, route.perSecond.toFixed(1)].map(value => element('td', {}, String(value)))))))),
    ];
}

function open(found) {
    mapping.showLearned(found.configuration, found.seen);
    location.hash = location.hash.replace(/^#learn/, '#mapping');
}
