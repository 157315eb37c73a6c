// The number of other matches that wait for the user, at the link to the next one. It is counted when their turn ends.
(() => {
  "use strict";
  const find = (selector) => document.querySelector(selector);
  let turns = Number(find("#turns > span")?.textContent ?? 0);
  let shown = Boolean(find("#next"));
  // After a move the link appears late, in milliseconds, so that no press meant for the board hits it.
  const LATE = 800;
  let early = false;

  function show() {
    const next = find("#next");
    if (!next) return;
    // An offer in this match counts as well.
    const others = turns - (find("#asked .asks:not(.calm)") ? 1 : 0);
    next.hidden = early || others <= 0;
    find("#next [data-turns]").textContent = others;
  }
  document.addEventListener("turns:counted", (event) => {
    turns = event.detail;
    show();
  });
  document.addEventListener("htmx:after:swap", () => {
    const over = Boolean(find("#next"));
    if (over && !shown) {
      // The match that waited until now is this one.
      turns -= 1;
      early = true;
      setTimeout(() => {
        early = false;
        show();
      }, LATE);
      document.dispatchEvent(new Event("turns:count"));
    }
    shown = over;
    show();
  });
})();
