/**
 * The script of the page: search, failures, open all, theme. Without it the page can still be read whole. It only
 * hides, opens and marks what is there, and never makes HTML from text.
 */
export const PAGE_SCRIPT = `
'use strict';
(() => {
  const byId = id => document.getElementById(id);
  const turns = [...document.querySelectorAll('.turn')];
  const search = byId('search');
  const found = byId('found');
  const failed = byId('failed');
  const unfold = byId('unfold');
  const texts = new Map();
  const textOf = turn => {
    let text = texts.get(turn);
    if (text === undefined) {
      text = turn.textContent.toLowerCase();
      texts.set(turn, text);
    }
    return text;
  };
  const isOn = button => button.getAttribute('aria-pressed') === 'true';

  const mark = words => {
    if (!CSS.highlights) return;
    CSS.highlights.delete('found');
    if (words === '') return;
    const ranges = [];
    for (const turn of turns) {
      if (turn.hidden) continue;
      const walker = document.createTreeWalker(turn, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node && ranges.length < 500; node = walker.nextNode()) {
        const text = node.data.toLowerCase();
        for (let at = text.indexOf(words); at >= 0 && ranges.length < 500; at = text.indexOf(words, at + words.length)) {
          if (at + words.length > node.length) break;
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, at + words.length);
          ranges.push(range);
          let box = node.parentElement.closest('details');
          while (box) {
            if (!box.open) { box.open = true; box.dataset.opened = ''; }
            box = box.parentElement.closest('details');
          }
        }
      }
      if (ranges.length >= 500) break;
    }
    CSS.highlights.set('found', new Highlight(...ranges));
  };

  const show = () => {
    const words = search.value.trim().toLowerCase();
    for (const box of document.querySelectorAll('details[data-opened]')) {
      box.open = false;
      delete box.dataset.opened;
    }
    let count = 0;
    for (const turn of turns) {
      const fits = (words === '' || textOf(turn).includes(words)) && (!isOn(failed) || turn.classList.contains('has-failed'));
      turn.hidden = !fits;
      if (fits) count++;
    }
    found.textContent = words === '' && !isOn(failed) ? '' : count + ' of ' + turns.length + ' turns';
    mark(words);
  };

  let waiting = 0;
  search.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(show, 120);
  });
  const toggle = (button, then) => button.addEventListener('click', () => {
    button.setAttribute('aria-pressed', String(!isOn(button)));
    then();
  });
  toggle(failed, show);
  toggle(unfold, () => {
    for (const box of document.querySelectorAll('.turn details')) box.open = isOn(unfold);
    unfold.textContent = isOn(unfold) ? 'Close all' : 'Open all';
  });
  byId('theme').addEventListener('click', () => {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
  });
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || document.activeElement === search) return;
    event.preventDefault();
    search.focus();
  });
  const wanted = new URLSearchParams(location.search).get('q');
  if (wanted) { search.value = wanted; show(); }
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
})();
`
