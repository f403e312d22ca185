/// The little that pages do beyond links and forms. Everything works without it.
///
/// `/` goes to the search, `j` and `k` go through the rows of a table, Enter opens one. Every few seconds, while the page is looked at, it
/// asks for the state of the store: when that has changed, the page is fetched again and its main part replaced, unless somebody is
/// typing, has selected text or has scrolled: then it only says so.
enum PageScript {
    static let source: StaticString = #"""
        'use strict';
        (() => {
          const typing = () => /^(INPUT|SELECT|TEXTAREA)$/.test((document.activeElement || {}).tagName || '');
          let row = -1;
          document.addEventListener('keydown', (event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            if (typing()) {
              if (event.key === 'Escape') document.activeElement.blur();
              return;
            }
            if (event.key === '/') {
              const search = document.getElementById('q');
              if (search) { event.preventDefault(); search.focus(); search.select(); }
              return;
            }
            if (event.key !== 'j' && event.key !== 'k') return;
            const rows = Array.from(document.querySelectorAll('main tbody tr')).filter((one) => one.querySelector('a'));
            if (!rows.length) return;
            if (rows[row]) rows[row].classList.remove('chosen');
            row = event.key === 'j' ? Math.min(row + 1, rows.length - 1) : Math.max(row - 1, 0);
            rows[row].classList.add('chosen');
            rows[row].querySelector('a').focus();
          });

          const live = document.getElementById('live');
          if (!live || !window.fetch) return;
          let state = live.dataset.state;
          const busy = () => typing() || window.scrollY > 200 || String(window.getSelection() || '') !== ''
            || document.querySelector('main details[open]:not([data-open])');
          const show = () => {
            live.textContent = live.dataset.changed;
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = live.dataset.reload;
            button.addEventListener('click', () => window.location.reload());
            live.append(button);
            live.hidden = false;
          };
          const replace = async () => {
            const answer = await fetch(window.location.href, {headers: {Accept: 'text/html'}});
            if (!answer.ok) return show();
            const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
            const [old, next] = [document.querySelector('main'), page.querySelector('main')];
            if (!old || !next || busy()) return show();
            old.replaceWith(document.adoptNode(next));
            row = -1;
            const newer = page.getElementById('live');
            if (newer) state = newer.dataset.state;
          };
          const look = async () => {
            if (document.visibilityState !== 'visible' || !live.hidden) return;
            try {
              const answer = await fetch(live.dataset.address);
              if (!answer.ok) return;
              if ((await answer.json()).state === state) return;
              if (busy()) show(); else await replace();
            } catch { /* The server is away: the page stays as it is, and the next look may find it. */ }
          };
          window.setInterval(look, 5000);
        })();

        """#
}
