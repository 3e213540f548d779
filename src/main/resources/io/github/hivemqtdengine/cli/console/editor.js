// The editor of the mapping: completion and hover texts from the declarations of all elements.
/* global ace */
import { language } from './texts.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const theme = () => `ace/theme/${dark.matches ? 'github_dark' : 'github_light_default'}`;
const doc = texts => texts?.[language() === 'zh' ? 'zh-CN' : 'en'] ?? '';

let reference;
let editor;

export async function startEditor(place, label, onChange) {
    reference = await (await fetch('reference.json')).json();
    ace.config.set('useStrictCSP', true);
    ace.config.set('loadWorkerFromBlob', false);
    editor = ace.edit(place, {
        mode: 'ace/mode/xml', theme: theme(), useWorker: false, showPrintMargin: false, tabSize: 4, useSoftTabs: true,
        enableBasicAutocompletion: [completer], enableLiveAutocompletion: [completer], fontSize: 13,
    });
    editor.textInput.getElement().setAttribute('aria-label', label);
    dark.addEventListener('change', () => editor.setTheme(theme()));
    editor.session.on('change', onChange);
    new ResizeObserver(() => editor.resize()).observe(place);
    leaveByKeyboard();
    hover(place);
    return editor;
}

/** After Esc, Tab leaves the editor: it would otherwise trap the keyboard. */
function leaveByKeyboard() {
    let isLeaving = false;
    editor.commands.addCommand({
        name: 'leave', bindKey: 'Esc', exec: () => {
            editor.exitMultiSelectMode?.();
            isLeaving = true;
            editor.commands.removeCommands(['indent', 'outdent']);
        },
    });
    const { indent, outdent } = editor.commands.byName;
    editor.on('focus', () => {
        if (isLeaving) {
            isLeaving = false;
            editor.commands.addCommands([indent, outdent]);
        }
    });
}

/** Where a position is: the path of open elements, and the tag or attribute value that is being written. */
function contextAt(text) {
    const path = [];
    const tags = /<!--[^]*?(?:-->|$)|<\?[^]*?(?:\?>|$)|<\/([\w-]*)\s*>?|<([\w-]*)((?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)(\s*(\/?)>|[^<]*$)/g;
    let open = null;
    for (let tag = tags.exec(text); tag !== null; tag = tags.exec(text)) {
        if (tag[1] !== undefined) {
            path.pop();
        } else if (tag[2] !== undefined) {
            const isClosed = tag[4].endsWith('>');
            if (!isClosed) {
                open = { name: tag[2], rest: tag[4], attributes: tag[3] };
            } else if (tag[5] !== '/') {
                path.push(tag[2]);
            }
        }
    }
    return { path, open };
}

/** The declaration of the element at a path; undefined if there is none. */
function declared(path) {
    let found = path[0] === reference.name ? reference : undefined;
    for (const name of path.slice(1)) {
        found = found?.elements?.find(child => child.name === name);
    }
    return found;
}

/** The sentence of a declaration, its range and its default. */
const tipOf = entry => [doc(entry.doc), doc(entry.range), entry.default ? `= ${entry.default}` : ''].filter(Boolean).join(' · ');
const words = entry => (entry?.words ?? []).map(word => ({ caption: word.word, value: word.word, meta: doc(word.doc) }));

const completer = {
    id: 'declarations',
    identifierRegexps: [/[\w-]/],
    triggerCharacters: ['<', ' ', '"', '>'],
    getCompletions(from, session, cursor, prefix, done) {
        const text = session.doc.getTextRange({ start: { row: 0, column: 0 }, end: cursor });
        const { path, open } = contextAt(text);
        done(null, open === null ? inText(path) : /=\s*["'][^"']*$/.test(open.rest) ? ofAttribute(path, open) : inTag(path, open));
    },
};

const inText = path => words(declared(path));

function ofAttribute(path, open) {
    const name = /([\w:-]+)\s*=\s*["'][^"']*$/.exec(open.rest)[1];
    return words(declared([...path, open.name])?.attributes?.find(attribute => attribute.name === name));
}

function inTag(path, open) {
    if (/\s/.test(open.rest) || open.attributes) {
        return (declared([...path, open.name])?.attributes ?? [])
            .filter(attribute => !new RegExp(`\\s${attribute.name}\\s*=`).test(open.attributes))
            .map(attribute => ({ caption: attribute.name, snippet: `${attribute.name}="\${1:${snippet(attribute.default || attribute.example)}}"`, meta: tipOf(attribute) }));
    }
    const children = path.length === 0 ? [reference] : declared(path)?.elements ?? [];
    return children.map(child => ({
        caption: child.name, meta: tipOf(child),
        snippet: child.elements?.length > 0 ? `${child.name}>\n\t$0\n</${child.name}>`
            : child.kind === undefined ? `${child.name} $0/>` : `${child.name}>\${0:${snippet(child.default || child.example)}}</${child.name}>`,
    }));
}

const snippet = text => (text ?? '').replace(/[\\$}]/g, '\\$&');

/** Shows what the element or attribute below the pointer is. */
function hover(place) {
    const tip = document.createElement('div');
    tip.className = 'tip';
    tip.setAttribute('role', 'tooltip');
    tip.hidden = true;
    document.body.append(tip);
    place.addEventListener('mouseleave', () => { tip.hidden = true; });
    place.addEventListener('mousemove', event => {
        const at = editor.renderer.screenToTextCoordinates(event.clientX, event.clientY);
        const entry = entryAt(at);
        tip.hidden = entry === undefined;
        if (entry !== undefined) {
            const name = document.createElement('code');
            name.textContent = entry.name;
            tip.replaceChildren(name, ` ${tipOf(entry)}`);
            tip.style.left = `${Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8)}px`;
            tip.style.top = `${Math.min(event.clientY + 16, innerHeight - tip.offsetHeight - 8)}px`;
        }
    });
}

function entryAt({ row, column }) {
    const line = editor.session.getLine(row);
    const word = [...line.matchAll(/[\w-]+/g)].find(found => found.index <= column && column < found.index + found[0].length);
    if (word === undefined) {
        return undefined;
    }
    const { path, open } = contextAt(editor.session.doc.getTextRange({ start: { row: 0, column: 0 }, end: { row, column: word.index + word[0].length } }));
    if (line[word.index - 1] === '/') {
        return declared([...contextAt(editor.session.doc.getTextRange({ start: { row: 0, column: 0 }, end: { row, column: Math.max(0, word.index - 2) } })).path]);
    }
    if (open === null) {
        return undefined;
    }
    return open.name === word[0] && line[word.index - 1] === '<' ? declared([...path, open.name])
        : declared([...path, open.name])?.attributes?.find(attribute => attribute.name === word[0]);
}

export function mark(problems) {
    editor.session.setAnnotations(problems.map(problem => (
        { row: Math.max(0, problem.line - 1), column: 0, text: sentence(problem), type: 'error' })));
}

export const sentence = problem => `<${problem.element.split('/').pop()}> ${problem.value ? `"${problem.value}" ` : ''}${problem.rule}`;
