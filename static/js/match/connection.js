// The connection of a live page to the server. Without its stream the page polls, and says so. When that fails too, the connection
// is lost, and input is blocked until it is back. What could not be sent can be sent again.
import { find, live, shownSeq } from "./dom.js";
import { isPolling, startPolling, stopPolling } from "./polling.js";
import { endAtOnce } from "./recap.js";
import { isWanted, reconnect, reconnectNow, restart, stream } from "./stream.js";

// In milliseconds: how long the stream may take to open, or be closed, before the page polls; how long a request may be
// unanswered before that is shown; when a request counts as not sent; and how long a heartbeat may be late.
const OPENING = 5000;
const GRACE = 1500;
const TIMEOUT = 8000;
const LATE = 3000;

// Why there is no connection: "server" if polling gets no answers, "answer" or "offline".
const causes = new Set();
let focused;
function showConnection() {
  const lost = causes.size > 0;
  const status = find("#connection");
  const words = lost ? status.dataset.lost : isPolling() ? status.dataset.polls : "";
  if (status.textContent !== words) status.textContent = words;
  find("main").toggleAttribute("data-lost", lost);
  find("main").toggleAttribute("data-polls", isPolling());
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

// How long the stream may still be closed or silent.
let closing, silent;
function receives() {
  clearTimeout(silent);
  removeCause("offline");
  if (isWanted()) silent = setTimeout(lose, Number(live.dataset.heartbeat) + LATE);
}
function opened() {
  clearTimeout(closing);
  closing = undefined;
  stopPolling();
  causes.delete("server");
  showConnection();
  receives();
}
/** Waits for the stream to open. */
function expectStream(time) {
  if (!isPolling() && isWanted()) closing ??= setTimeout(poll, time);
}
function poll() {
  clearTimeout(closing);
  closing = undefined;
  endAtOnce();
  startPolling(polled);
  showConnection();
}
function polled(isAnswered) {
  if (!isAnswered) return addCause("server");
  // The stream may be back as well.
  if (causes.delete("server")) restart();
  causes.delete("offline");
  showConnection();
}
function lose() {
  clearTimeout(silent);
  poll();
  reconnect();
}
stream.addEventListener("connect", () => expectStream(OPENING));
stream.addEventListener("open", opened);
stream.addEventListener("message", receives);
stream.addEventListener("closed", () => {
  clearTimeout(silent);
  expectStream(GRACE);
});
// The server has ended it: there is nothing more to be told.
stream.addEventListener("end", () => clearTimeout(silent));
addEventListener("offline", () => addCause("offline"));
addEventListener("online", () => { removeCause("offline"); lose(); });
addEventListener("pointerdown", () => { if (causes.has("server")) reconnectNow(); }, { passive: true });
// A page that needs no stream out of sight has none.
document.addEventListener("visibilitychange", () => {
  if (isWanted()) {
    if (isPolling()) poll();
    return;
  }
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
  lose();
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
