// The connection of a live page to the server: shows when it is lost, blocks input until it is back, and offers to send again
// what could not be sent.
import { find, live, shownSeq } from "./dom.js";
import { isWanted, reconnect, reconnectNow, stream } from "./stream.js";

// In milliseconds: how long the stream may be closed, or a request unanswered, before that is shown; when a request counts
// as not sent; and how long a heartbeat may be late.
const GRACE = 1500;
const TIMEOUT = 8000;
const LATE = 4000;

// Why there is no connection: "stream", "answer" or "offline".
const causes = new Set();
let focused;
function showConnection() {
  const lost = causes.size > 0;
  const status = find("#connection");
  const words = lost ? status.dataset.lost : "";
  if (status.textContent !== words) status.textContent = words;
  find("main").toggleAttribute("data-lost", lost);
  const active = document.activeElement?.closest("#board, .actions, #asked") && document.activeElement;
  if (lost && active) focused = active;
  for (const part of document.querySelectorAll("#board, .actions, #asked")) part.inert = lost;
  if (lost || !focused) return;
  if (document.activeElement === document.body) focused.focus({ preventScroll: true });
  focused = undefined;
}
function addCause(cause) {
  if (causes.has(cause)) return;
  causes.add(cause);
  showConnection();
}
function removeCause(cause) {
  if (causes.delete(cause)) showConnection();
}

// A server that answers but refuses the stream can still be sent moves.
let closing, silent, refused = false;
function serverAnswered() {
  clearTimeout(silent);
  removeCause("offline");
  if (isWanted()) silent = setTimeout(broken, Number(live.dataset.heartbeat) + LATE);
}
function broken() {
  clearTimeout(silent);
  if (!refused) addCause("stream");
  reconnect();
}
function closed() {
  clearTimeout(silent);
  if (refused || !isWanted()) return;
  closing ??= setTimeout(() => { closing = undefined; addCause("stream"); }, GRACE);
}
function opened() {
  clearTimeout(closing);
  closing = undefined;
  removeCause("stream");
}
function failed(status) {
  refused = status >= 400 && status < 500;
  if (refused) opened();
  else closed();
}
stream.addEventListener("open", () => { refused = false; opened(); serverAnswered(); });
stream.addEventListener("message", serverAnswered);
stream.addEventListener("closed", ({ detail }) => failed(detail.status));
// The server has ended it: there is nothing more to be told.
stream.addEventListener("end", () => clearTimeout(silent));
addEventListener("offline", () => addCause("offline"));
addEventListener("online", () => { removeCause("offline"); broken(); });
addEventListener("pointerdown", () => { if (causes.has("stream")) reconnectNow(); }, { passive: true });
// A page that needs no stream out of sight has none.
document.addEventListener("visibilitychange", () => {
  if (isWanted()) return;
  clearTimeout(silent);
  clearTimeout(closing);
  closing = undefined;
});

// A request that is not answered soon is the first sign of a connection that has died without a word. A move whose outcome
// the stream has told needs no answer.
const waiting = new Map();
const seqOf = ({ request }) => Number(request.body?.get("seq") ?? NaN);
const isShown = (seq) => seq < shownSeq();
function answered(ctx) {
  clearTimeout(waiting.get(ctx));
  waiting.delete(ctx);
  if (waiting.size === 0) removeCause("answer");
}
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  ctx.request.timeout ??= TIMEOUT;
});
document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (event.defaultPrevented) return;
  waiting.set(ctx, setTimeout(() => addCause("answer"), GRACE));
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  answered(ctx);
  // The stream fetches the match by itself: see updates.js.
  if (ctx.sourceElement === live) return;
  if (isUnsent(ctx)) offerToResend(ctx);
  else if (unsent?.element === ctx.sourceElement) discardUnsent();
});

// What was not sent: no answer came, or a proxy answered that the server could not be reached. A move carries the number of
// the entry it follows, so that it is played once however often it is sent.
const UNREACHED = [502, 504];
let unsent;
function isUnsent({ status, request, response }) {
  if (!status.startsWith("error")) return UNREACHED.includes(response?.status);
  return !request.signal.aborted || request.signal.reason === "timeout";
}
function offerToResend(ctx) {
  broken();
  const seq = seqOf(ctx);
  if (isShown(seq)) return;
  unsent = { element: ctx.sourceElement, submitter: ctx.request.submitter, seq };
  find("#problem").replaceChildren(find("#not-sent").content.cloneNode(true));
  find("#problem button").addEventListener("click", resend);
}
function discardUnsent() {
  unsent = undefined;
  find("#problem > .not-sent")?.remove();
}
function resend() {
  const { element, submitter } = unsent;
  discardUnsent();
  if (!element.isConnected) return;
  if (!element.matches("form")) element.click();
  else if (!submitter || submitter.form === element) element.requestSubmit(submitter);
}
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  if (UNREACHED.includes(ctx.response?.status)) tasks.length = 0;
});
document.addEventListener("htmx:after:swap", () => {
  if (causes.size > 0) showConnection();
  for (const ctx of waiting.keys()) if (isShown(seqOf(ctx))) answered(ctx);
  if (unsent && (isShown(unsent.seq) || !unsent.element.isConnected)) discardUnsent();
});
