// What all views use: elements, questions to the server, dialogs.
import { t } from './texts.js';

const given = new URLSearchParams(location.search).get('token');
if (given !== null) { // kept by this tab alone, and not in its address
    sessionStorage.setItem('token', given);
    history.replaceState(null, '', `/${location.hash}`);
}

export const $ = id => document.getElementById(id);

/** Creates an element; texts are never read as HTML. */
export function element(name, attributes = {}, ...content) {
    const created = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key.startsWith('on')) {
            created.addEventListener(key.slice(2), value);
        } else if (value !== false && value !== undefined) {
            created.setAttribute(key, value === true ? '' : value);
        }
    }
    created.append(...content.filter(part => part !== null && part !== undefined));
    return created;
}

/** Keeps the digits of integers that a number of JavaScript rounds, where the browser shows them. */
const exact = (name, value, context) =>
    typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source ?? value : value;

/** Asks the server; shows a sentence above the page if it does not answer or refuses. */
export async function ask(question, fields = {}) {
    let answer;
    try {
        const response = await fetch(`api/${question}`,
            { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Token': sessionStorage.getItem('token') ?? '' }, body: JSON.stringify(fields) });
        answer = JSON.parse(await response.text(), exact);
        if (!response.ok) {
            throw new Error(answer.error);
        }
    } catch (failure) {
        fail(failure instanceof TypeError ? t('lost') : failure.message);
        throw failure;
    }
    fail('');
    return answer;
}

export function fail(sentence) {
    $('failure').hidden = sentence === '';
    $('failure').textContent = sentence;
}

/** Asks the user; resolves to whether the answer is yes. */
export function confirmed(title, yes, ...body) {
    const dialog = $('confirm');
    $('confirm-title').textContent = title;
    $('confirm-body').replaceChildren(...body.filter(part => part !== null));
    $('confirm-yes').textContent = yes;
    dialog.showModal();
    return new Promise(resolve => {
        const end = isYes => () => {
            dialog.close();
            resolve(isYes);
        };
        $('confirm-yes').onclick = end(true);
        $('confirm-no').onclick = end(false);
        dialog.oncancel = end(false);
    });
}

const ASK_EVERY_MILLIS = 1_000;

/** A command that runs for minutes. Calls with the lines that came, and without any when its state has changed. */
export function background(command, changed) {
    const state = { isRunning: false, isStopped: false, ends: 0, count: 0, error: '' };
    let turn = 0;
    const set = (changes, lines = []) => {
        Object.assign(state, changes);
        changed(lines);
    };
    return {
        state,
        async start(minutes, fields) {
            const mine = ++turn;
            set({ isRunning: true, isStopped: false, ends: Date.now() + minutes * 60_000, count: 0, error: '' });
            try {
                const { run } = await ask(command, { ...fields, minutes: String(minutes) });
                while (mine === turn && state.isRunning) {
                    const answer = await ask('lines', { command, run, from: state.count });
                    if (mine === turn) {
                        set({ isRunning: answer.isRunning, count: answer.next, error: answer.error }, answer.lines);
                        await new Promise(resolve => { setTimeout(resolve, answer.isRunning ? ASK_EVERY_MILLIS : 0); });
                    }
                }
            } catch {
                // the page says so above the view
            } finally {
                if (mine === turn) {
                    set({ isRunning: false });
                }
            }
        },
        stop() {
            turn++;
            set({ isRunning: false, isStopped: true });
            ask('stop', { command }).catch(() => {});
        },
    };
}
