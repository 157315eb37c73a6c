// Read marks: what a player has had in sight is not told by mail as well. A page that is only open does not count: it has to be
// visible, and somebody has to have touched it in the last minutes. What came with the page itself is known already.
import { find, live } from "./dom.js";

const PRESENT = 3 * 60 * 1000;
const SOON = 800;
const RETRY = 30000;

let touched = Date.now();
let sending, retrying;
const noted = { seq: Number(live?.dataset.noted || 0), line: 0 };

/** Up to which entry the page has shown the match. */
export const shown = { seq: Number(live?.dataset.seq || 0) };

// Messages behind another tab are not in sight.
const lastLine = () => {
  const line = find("#said > :last-child");
  return line?.checkVisibility() ? Number(line.id.slice(1) || 0) : noted.line;
};
const isNews = () => shown.seq > noted.seq || lastLine() > noted.line;

/** The page has shown the match up to an entry, or a chat message. */
export function markSeen(seq) {
  if (seq > shown.seq) shown.seq = seq;
  sending ??= setTimeout(sendMark, SOON);
}

function sendMark() {
  sending = undefined;
  // Only for players and for users who are invited: both may end while the page is open.
  const url = find("#seats .you, form[action$='/seats/decline']") && live?.dataset.seen;
  if (!url || !isNews() || document.visibilityState !== "visible" || Date.now() - touched > PRESENT) return;
  const before = { ...noted };
  [noted.seq, noted.line] = [shown.seq, Math.max(noted.line, lastLine())];
  const { seq } = noted;
  fetch(url, { method: "POST", body: new URLSearchParams(noted), keepalive: true })
    .then((answer) => (answer.ok ? undefined : Promise.reject(answer)))
    .then(() => { live.dataset.noted = seq; }, () => {
      // Not noted: said again with what the page shows next, or later.
      Object.assign(noted, before);
      clearTimeout(retrying);
      retrying = setTimeout(() => { retrying = undefined; markSeen(shown.seq); }, RETRY);
    });
}

function touch() {
  touched = Date.now();
  if (live && !retrying && isNews()) markSeen(shown.seq);
}
// Scrolling is none of them: the page does that by itself.
for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
  addEventListener(name, touch, { passive: true, capture: true });
}
addEventListener("focus", touch);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") touch(); });
addEventListener("DOMContentLoaded", touch);
