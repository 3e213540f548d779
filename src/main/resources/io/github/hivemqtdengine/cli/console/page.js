// Frame of the page: views by the address (#mapping/en), and the language.
import { language, t } from './texts.js';
import { $, element } from './parts.js';
import * as mapping from './mapping.js';
import * as letters from './letters.js';
import * as now from './now.js';
import * as data from './data.js';
import * as learn from './learn.js';
import * as trace from './trace.js';

const VIEWS = { now, trace, mapping, learn, letters, data };

const viewOf = () => {
    const name = location.hash.slice(1).split('/')[0];
    return Object.hasOwn(VIEWS, name) ? name : 'mapping';
};

function show() {
    const view = viewOf();
    document.documentElement.lang = language() === 'zh' ? 'zh-CN' : 'en';
    document.querySelectorAll('[data-text]').forEach(place => { place.textContent = t(place.dataset.text); });
    $('views').setAttribute('aria-label', t('views'));
    $('views').replaceChildren(...Object.keys(VIEWS).map(name => element('a',
        { 'href': `#${name}/${language()}`, 'aria-current': name === view ? 'page' : undefined }, t(`${name}View`))));
    $('language').textContent = t('language');
    $('language').lang = language() === 'zh' ? 'en' : 'zh-CN';
    for (const name of Object.keys(VIEWS)) {
        $(name).hidden = name !== view;
    }
    VIEWS[view].show();
}

$('language').addEventListener('click', () => { location.hash = `${viewOf()}/${language() === 'zh' ? 'en' : 'zh'}`; });
window.addEventListener('hashchange', () => {
    show();
    $(viewOf()).focus();
});
await mapping.start();
show();
document.documentElement.dataset.ready = '';
