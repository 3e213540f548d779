'use strict';
(() => {
  const isChinese = document.documentElement.lang === 'zh-CN';
  const input = document.getElementById('search');
  const found = document.getElementById('found');
  const pages = document.getElementById('pages');
  const menu = document.getElementById('menu');
  const MAX_FOUND = 40;

  // a section is a heading with the text up to the next one
  const sections = [];
  for (const article of document.querySelectorAll('article')) {
    const title = article.querySelector('h1');
    for (const child of article.children) {
      if (child.id) {
        sections.push({ id: child.id, page: title.textContent, title: child.textContent, text: '' });
      } else if (sections.length > 0) {
        sections[sections.length - 1].text += child.textContent + ' ';
      }
    }
  }
  for (const section of sections) {
    section.text = section.text.replace(/\s+/g, ' ');
    section.lower = (section.title + ' ' + section.text).toLowerCase();
  }

  function marked(text, words) {
    const first = words.map(word => text.toLowerCase().indexOf(word)).filter(at => at >= 0).sort((a, b) => a - b)[0] ?? 0;
    const start = Math.max(0, first - 40);
    const piece = text.slice(start, first + 80);
    const line = document.createElement('small');
    line.append(start > 0 ? '…' : '');
    let at = 0;
    while (at < piece.length) {
      const word = words.find(one => piece.toLowerCase().startsWith(one, at));
      const end = word ? at + word.length : at + 1;
      const node = word ? document.createElement('mark') : document.createTextNode('');
      node.textContent = piece.slice(at, end);
      line.append(node);
      at = end;
    }
    return line;
  }

  function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(word => word !== '');
    pages.hidden = words.length > 0;
    found.replaceChildren();
    if (words.length === 0) {
      return;
    }
    const hits = sections.filter(section => words.every(word => section.lower.includes(word)));
    hits.sort((a, b) => words.every(word => b.title.toLowerCase().includes(word))
      - words.every(word => a.title.toLowerCase().includes(word)));
    for (const hit of hits.slice(0, MAX_FOUND)) {
      const link = document.createElement('a');
      link.href = '#' + hit.id;
      link.append(hit.title === hit.page ? hit.title : hit.page + ' › ' + hit.title, marked(hit.text, words));
      found.append(link);
    }
    if (hits.length === 0) {
      found.append('0');
    }
  }

  function anchor() {
    const hash = location.hash.slice(1);
    try {
      return decodeURIComponent(hash);
    } catch {
      return hash; // not made by this page
    }
  }

  // one page at a time; all of them to print, and without scripts
  function open() {
    const target = document.getElementById(anchor());
    const article = target?.closest('article') ?? document.querySelector('article');
    for (const one of document.querySelectorAll('article')) {
      one.classList.toggle('open', one === article);
    }
    const id = article.querySelector('h1').id;
    for (const details of pages.querySelectorAll('details')) {
      const link = details.querySelector('summary a');
      if (link) {
        details.open = link.hash === '#' + id;
        details.open ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current');
      }
    }
    document.querySelector('header span a').hash = id;
    document.title = article.querySelector('h1').textContent;
    (target ?? document.body).scrollIntoView();
  }

  function calculator() {
    const GIB = 2 ** 30;
    const inputs = [
      ['rate', 5000, 'messages per second', '每秒消息数'],
      ['bytes', 135, 'bytes of a message: route id, topic, client id, user name and payload', '一条消息的字节数：路由 id、主题、客户端标识、用户名和载荷'],
      ['hours', 8, 'longest outage of the database, hours', '数据库最长停机时间，小时'],
    ];
    const form = document.createElement('form');
    form.id = 'calculator';
    for (const [name, value, english, chinese] of inputs) {
      const label = document.createElement('label');
      const field = document.createElement('input');
      Object.assign(field, { type: 'number', name, value, min: 0, step: 'any' });
      label.append(field, ' ' + (isChinese ? chinese : english));
      form.append(label);
    }
    const output = form.appendChild(document.createElement('output'));
    const update = () => {
      const [rate, bytes, hours] = inputs.map(([name]) => Math.max(0, Number(form.elements[name].value)));
      const waiting = rate * hours * 3600;
      const spool = Math.max(1, Math.ceil(waiting * (65 + bytes) * 1.25 / GIB));
      const disk = Math.ceil(spool * 9 / 8 + 1.5); // damaged files, min-free-bytes, dead letters
      const cores = (micros) => (rate * micros * 2 / 1e6).toFixed(2);
      const minutes = rate < 135324 ? Math.round(waiting / (135324 - rate) / 60) : '∞';
      output.value = isChinese
        ? `<spool max-bytes="${spool} GiB"/>，data 目录的磁盘 ${disk} GiB；Broker ${cores(13.4)} 个核，TDengine ${cores(2.1)} 个核（各有一半空闲）；停机后约 ${minutes} 分钟存完（两个核）`
        : `<spool max-bytes="${spool} GiB"/>, ${disk} GiB of disk for the folder data; ${cores(13.4)} cores of the broker, ${cores(2.1)} of TDengine, half of them idle; some ${minutes} minutes to catch up on two cores`;
    };
    form.addEventListener('input', update);
    form.addEventListener('submit', event => event.preventDefault());
    update();
    document.getElementById('scaling').after(form);
  }

  document.documentElement.classList.add('scripted');
  calculator();
  open();
  addEventListener('hashchange', open);
  input.addEventListener('input', search);
  document.addEventListener('keydown', event => {
    if (event.key === '/' && document.activeElement !== input) {
      event.preventDefault();
      menu.checked = true;
      input.focus();
    } else if (event.key === 'Escape' && input.value !== '') {
      input.value = '';
      search();
    }
  });
  document.querySelector('nav').addEventListener('click', event => {
    if (event.target.closest('a')) {
      menu.checked = false;
    }
  });
})();
