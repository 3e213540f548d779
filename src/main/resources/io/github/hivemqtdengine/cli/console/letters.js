// The view of the dead letters: by route and reason, tried with the mapping of the editor.
import { t } from './texts.js';
import { $, ask, confirmed, element } from './parts.js';
import * as mapping from './mapping.js';

let answer = null;

$('letters-again').addEventListener('click', () => look().catch(() => {}));

export function show() {
    draw();
    look().catch(() => {});
}

async function look() {
    $('letters-sum').textContent = t('checking');
    answer = await ask('letters', { text: mapping.text() });
    draw();
}

function draw() {
    const found = answer?.out;
    const isUsable = found?.groups !== undefined;
    $('letters-sum').textContent = !isUsable ? '' : found.count === 0 ? t('noLetters') : t('lettersSum', found.stored, found.count)
        + (found.unreadable > 0 ? ` · ${t('unreadable', found.unreadable)}` : '');
    $('letters-sum').className = `mark ${!isUsable || found.count === 0 ? 'calm' : found.stored === found.count ? 'good' : 'warn'}`;
    $('groups').replaceChildren(...isUsable ? found.groups.toSorted((one, other) => other.count - one.count).map(groupElement)
        : answer === null ? [] : [element('p', { class: 'mark bad' }, found ? t('repair') : answer.error)]);
}

function groupElement(group) {
    return element('section', { 'class': 'group', 'aria-label': `${group.route} ${group.reason}` },
        element('div', { class: 'bar' }, element('h3', {}, `${group.route} · ${group.reason}`),
            element('span', { class: `mark ${group.stored === group.count ? 'good' : group.stored > 0 ? 'warn' : 'bad'}` }, t('ofThem', group.stored, group.count))),
        element('p', { class: 'hint' }, `${t('since', group.first, group.last)} · ${group.place}`),
        group.detail ? element('p', {}, `${t('problemThen')} ${group.detail}`) : null,
        group.problem ? element('p', {}, `${t('problemNow')} ${group.problem}`) : null,
        group.sample ? sampleElement(group.sample) : null,
        element('div', { class: 'bar' },
            group.sample && bytesOf(group.sample).length === group.sample.payloadBytes ? element('button', { type: 'button', onclick: () => tryIt(group.sample) }, t('tryIt')) : null,
            group.stored > 0 ? element('button', { type: 'button', class: 'main', onclick: () => replay(group) }, t('replay', group.stored)) : null));
}

const bytesOf = sample => Uint8Array.from(atob(sample.payload), character => character.charCodeAt(0));

function sampleElement(sample) {
    const bytes = bytesOf(sample);
    const size = sample.payloadBytes > bytes.length ? t('firstBytes', bytes.length) : t('bytes', sample.payloadBytes);
    return element('div', {}, element('p', {}, element('b', {}, sample.topic), ` · ${size}`),
        element('pre', { tabindex: '0' }, new TextDecoder().decode(bytes).slice(0, 2_000)));
}

function tryIt(sample) {
    mapping.tryLetter(sample);
    location.hash = location.hash.replace(/^#letters/, '#mapping');
}

async function replay(group) {
    const isSure = await confirmed(t('replayTitle'), t('replay', group.stored), element('p', {}, t('replayBody')),
        mapping.isSaved() ? null : element('p', { class: 'mark warn' }, t('replayUnsaved')));
    if (isSure) {
        const { out, error } = await ask('replay', { route: group.route, reason: group.reason, onlyStored: true });
        $('letters-sum').textContent = out?.file ? t('replayed', out.count, out.file) : error || t('noneStored');
    }
}
