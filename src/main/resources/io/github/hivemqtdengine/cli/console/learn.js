// The view of learning: a configuration for the messages of a running broker.
import { t } from './texts.js';
import { $, ask, element } from './parts.js';
import * as mapping from './mapping.js';

const ASK_EVERY_MILLIS = 1_000;

let answer = null;
let turn = 0;
let isRunning = false;
let ends = 0;

$('learn-form').addEventListener('submit', event => {
    event.preventDefault();
    learn().catch(() => {});
});
$('learn-stop').addEventListener('click', () => {
    end();
    ask('unlearn').catch(() => {});
});

export function show() {
    draw();
}

async function learn() {
    const mine = ++turn;
    const minutes = Number($('learn-minutes').value);
    ends = Date.now() + minutes * 60_000;
    isRunning = true;
    answer = null;
    draw();
    try {
        await ask('learn', {
            broker: $('learn-broker').value, filter: $('learn-filter').value, minutes: String(minutes), user: $('learn-user').value,
            password: $('learn-password').value, isTls: $('learn-tls').checked,
        });
        while (mine === turn) {
            const learned = await ask('learned');
            if (mine === turn && !learned.isRunning) {
                answer = learned;
                end();
            }
            draw();
            await new Promise(resolve => { setTimeout(resolve, ASK_EVERY_MILLIS); });
        }
    } finally {
        if (mine === turn) {
            end();
        }
    }
}

function end() {
    turn++;
    isRunning = false;
    draw();
}

function draw() {
    $('learn-start').disabled = isRunning;
    $('learn-stop').hidden = !isRunning;
    const found = answer?.out;
    $('learn-sum').textContent = isRunning ? t('learning', Math.max(0, Math.ceil((ends - Date.now()) / 1_000)))
        : found ? t('learned', found.messages, found.topics) : '';
    $('learned').replaceChildren(...found ? resultElements(found) : answer === null ? [] : [element('p', { class: 'mark bad' }, answer.error)]);
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
