// What changes the page: messages of the stream, and answers to requests. A move on a page with an open stream is answered with
// 204, and its result comes by the stream.
import { find, live, shownSeq } from "./dom.js";
import { endIfPlayed } from "./recap.js";
import { markSeen, shown } from "./seen.js";
import { isOpen, reconnect } from "./stream.js";

// In milliseconds, until a match that was not answered is given up.
const TIMEOUT = 8000;

// The log entry that a region shows. NaN for what does not follow from the log.
const seqOf = ({ swapSpec, fragment }) => Number(swapSpec?.seq ?? find("#press", fragment)?.dataset.seq ?? NaN);

/** Whether an answer is more than one entry ahead of the page, whose stream shows it step by step. Where dice are rolled, any
    answer that is ahead is left to the stream, or what follows from a roll would be shown before it. So is an answer with a
    hint, which waits. */
const isAhead = (seq, hasHint) => isOpen() && seq > (hasHint || find("#die") ? shownSeq() : shownSeq() + 1);

// The answer with a hint, and the log entry it is for. The stream doesn't bring hints: the answer is shown again when a message
// has shown that entry, until the page shows another answer or a later entry.
let hinted;
async function showHint() {
  if (hinted?.seq < shownSeq()) hinted = undefined;
  if (hinted?.seq !== shownSeq() || find("#named .hint")) return;
  await htmx.swap({ sourceElement: live, target: find("#press"), swap: "outerMorph", text: hinted.text, request: {} });
}

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  const { message } = ctx;
  const keep = (which) => tasks.splice(0, tasks.length, ...tasks.filter(which));
  const seq = message ? message.id : tasks.map(seqOf).find(Boolean);
  if (ctx.isRefresh) {
    ctx.seq = seq;
    // A backup was restored, or the user has signed out elsewhere.
    const isLeft = () => find("#seats .you") && !tasks.some(({ fragment }) => find(".you", fragment));
    if (seq < ctx.known || (seq >= shownSeq() && isLeft())) location.reload();
    // What the user has chosen or opened stays. Messages are not part of the log.
    if (!(seq > shownSeq())) keep(({ target }) => target?.id === "said");
  }
  const hasHint = !message && tasks.some(({ fragment }) => find(".hint", fragment));
  if (hasHint) find("#board").scrollIntoView({ block: "nearest" });
  if (!message && seq) hinted = hasHint ? { seq, text: ctx.text } : undefined;
  if (message && (seq ?? shown.seq) <= confirmed) keep(({ target }) => !target?.closest("#board svg"));
  const known = shownSeq();
  if (seq < known || (!message && isAhead(seq, hasHint))) {
    keep((task) => Number.isNaN(seqOf(task)));
    ctx.title = null;
    // Nothing can be pressed until the stream has shown what it follows from.
    if (seq > known && ctx.request.method === "POST") for (const part of [find("#press"), find("#named")]) part?.replaceChildren();
  } else if (message && seq > known) {
    find("#press").dataset.seq = seq;
  }
});

// A move that was previewed stands on the board already: how it goes there is not shown once more.
let confirming, confirmed;
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.closest("#confirm form")) [confirming, confirmed] = [ctx, Number(ctx.request.body.get("seq"))];
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === confirming && !ctx.response?.raw.ok) confirmed = undefined;
});

/** Shows a message of the stream. */
export async function receive(message) {
  if (message.event === "end" && /(signed-out|outdated)$/.test(message.data)) location.reload();
  if (message.event) return;
  await htmx.swap({ sourceElement: live, swap: "none swapEmpty:false", text: message.data, request: {}, message });
  await showHint();
  if (awaited) awaited.heard = Date.now();
  if (shownSeq() > awaited?.seq) stopWaiting();
  markSeen(message.id ?? 0);
  endIfPlayed();
}

/** Fetches the match, and shows it if the page shows an earlier log entry. Returns whether the server has answered; a page that a
    network has put in the place of the match is no answer. */
export async function refresh() {
  const known = shownSeq();
  const ctx = { sourceElement: live, target: find("#press"), swap: "outerMorph", request: {}, isRefresh: true, known };
  try {
    const headers = { "HX-Request-Type": "partial", "Parlour-Shown": known };
    const response = await fetch(live.dataset.match, { headers, cache: "no-store", signal: AbortSignal.timeout(TIMEOUT) });
    if (!response.ok) return response.status < 500;
    ctx.text = await response.text();
  } catch { return false; }
  await htmx.swap(ctx);
  markSeen(shownSeq());
  if (shownSeq() > known) announceHeadline();
  return ctx.seq !== undefined;
}

// Cleared first, because repeated identical text would not be announced.
function announceHeadline() {
  const announcement = find("#announcement");
  announcement.replaceChildren();
  delete announcement.dataset.sound;
  requestAnimationFrame(() => { announcement.textContent = find("#headline").textContent; });
}

// An update closes no question and no menu, except the question whose answer was sent.
let answered;
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => { answered = ctx.sourceElement.closest("details.careful"); });
htmx.registerExtension("open-questions", {
  htmx_before_morph_attr: (target, { attrName, newValue }) =>
    !(attrName === "open" && newValue === null && target.matches(".careful, .menu") && target !== answered),
});

// A move that is pressed while the one before is on its way waits for its answer, but not when the stream has told already what
// came of it. What was pressed beside another move, on the same page, is not asked for at all.
let asked = 0;
const seqAsked = ({ sourceElement, request }) => (sourceElement.id === "press" ? Number(request.body?.get("seq")) : NaN);
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (live) ctx.request.headers["Parlour-Shown"] = shownSeq();
  if (isOpen()) ctx.request.headers["Parlour-Stream"] = "open";
  if (seqAsked(ctx) > asked) htmx.trigger("#press", "htmx:abort");
});
document.addEventListener("htmx:before:request", (event) => {
  const seq = seqAsked(event.detail.ctx);
  if (Number.isNaN(seq)) return;
  if (seq < shownSeq() || seq === awaited?.seq) event.preventDefault();
  else asked = seq;
  find("#recap")?.remove();
});

// The result of a move that was answered with 204 comes by the stream. If the stream is silent for so long before it has come,
// the connection is dead: it is opened anew, and the page fetches the match as it stands.
const PATIENCE = 2000;
let awaited;
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const seq = seqAsked(ctx);
  if (ctx.response.status !== 204 || Number.isNaN(seq)) return;
  find("#problem")?.replaceChildren();
  if (shownSeq() > seq) return;
  stopWaiting();
  awaited = { seq, heard: Date.now(), timer: setTimeout(checkArrival, PATIENCE) };
});
function stopWaiting() {
  clearTimeout(awaited?.timer);
  awaited = undefined;
}
function checkArrival() {
  const quiet = Date.now() - awaited.heard;
  if (quiet < PATIENCE) {
    awaited.timer = setTimeout(checkArrival, PATIENCE - quiet);
    return;
  }
  const hasCome = shownSeq() > awaited.seq;
  stopWaiting();
  if (hasCome) return;
  reconnect();
  refresh();
}
