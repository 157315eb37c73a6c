// A list of moves is a single Tab stop, because there can be hundreds: the up and down keys go from move to move.
(() => {
  "use strict";
  const LINK = ":is(.rounds a[id], .line-list .plies a)";
  const links = () => [...document.querySelectorAll(LINK)];

  function rove() {
    const all = links();
    const stop = all.find((link) => link === document.activeElement)
      ?? all.find((link) => link.ariaCurrent) ?? all[all.length - 1];
    for (const link of all) link.tabIndex = link === stop ? 0 : -1;
  }

  addEventListener("keydown", (event) => {
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!way || event.altKey || event.ctrlKey || event.metaKey || !event.target.closest?.(LINK)) return;
    event.preventDefault();
    const all = links();
    all[all.indexOf(event.target) + way]?.focus();
  });
  document.addEventListener("focusin", ({ target }) => { if (target.closest(LINK)) rove(); });
  for (const changed of ["DOMContentLoaded", "htmx:after:swap"]) document.addEventListener(changed, rove);
})();
