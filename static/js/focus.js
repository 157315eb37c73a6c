// Keyboard focus on a board. A move removes the control that was clicked. The focus then stays on the board instead of
// returning to the top of the page, and the next arrow key moves to the control nearest to the removed one.
(() => {
  "use strict";
  const board = () => document.querySelector("#press");
  let focused = false;
  let last = [0.5, 0.5];

  // The centre of a control, as fractions of the board's size.
  function middle(control, press) {
    const [box, around] = [control.getBoundingClientRect(), press.getBoundingClientRect()];
    return [(box.x + box.width / 2 - around.x) / around.width, (box.y + box.height / 2 - around.y) / around.height];
  }

  document.addEventListener("focusin", ({ target }) => {
    const press = board();
    const belongs = press && (press.contains(target) || target.form === press || target.closest("#confirm"));
    focused = Boolean(belongs) && target.matches(":focus-visible");
    if (focused && target.parentElement === press) last = middle(target, press);
  });
  addEventListener("pointerdown", () => { focused = false; }, true);

  document.addEventListener("htmx:after:swap", () => {
    if (focused && document.activeElement === document.body) board()?.focus({ preventScroll: true });
  });

  function nearest(press) {
    const far = ([x, y]) => Math.hypot(x - last[0], y - last[1]);
    const controls = [...press.querySelectorAll(":is(a, button):not([aria-hidden])")];
    return controls.map((control) => [far(middle(control, press)), control]).sort(([one], [other]) => one - other)[0]?.[1];
  }
  addEventListener("keydown", (event) => {
    const press = board();
    const arrow = /^Arrow/.test(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey;
    const control = arrow && press && event.target === press && nearest(press);
    if (!control) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    control.focus();
  }, true);
})();
