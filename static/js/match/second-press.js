// A second press at the same point, meant for a control that has made way for another, does nothing: a double tap on Confirm
// offers no rematch, and one on Resign does not answer the question. The board is not concerned.

// How long after the first press, or after the page has changed under it, in milliseconds.
const TOO_SOON = 800;
// How far apart the presses of a double tap are, in CSS pixels.
const SAME_PLACE = 16;

const controlAt = ({ target }) => target.closest("a, button, summary");
// Updates keep elements and change what they are, so a control is what it says and does.
const meaning = (control) => [control.textContent, control.href, control.form?.action].join();

let last;
// Waits on from when the page has put another control there.
document.addEventListener("htmx:after:swap", () => {
  const now = last && document.elementFromPoint(last.x, last.y)?.closest("a, button, summary");
  const there = now ? meaning(now) : "";
  if (last && there !== last.there) Object.assign(last, { there, at: performance.now() });
});
document.addEventListener("click", (event) => {
  const control = controlAt(event);
  // The keyboard presses at no point, and is meant.
  if (event.detail === 0) last = undefined;
  if (event.detail === 0 || !control) return;
  const press = { what: meaning(control), there: meaning(control), x: event.clientX, y: event.clientY, at: performance.now() };
  const again = last && press.at - last.at < TOO_SOON && Math.hypot(press.x - last.x, press.y - last.y) < SAME_PLACE;
  if (!again || press.what === last.what || control.closest("#board")) {
    last = press;
    return;
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
