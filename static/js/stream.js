// A match that goes on while one looks: what the stream brings, and what has been seen of it.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const system = matchMedia("(prefers-reduced-motion: reduce)");
  const calm = { get matches() { const { motion } = document.documentElement.dataset; return motion ? motion === "reduced" : system.matches; } };
  const live = find("#live");

  // The page knows the log up to an entry. An answer that the stream has overtaken, or a step of the stream that an answer
  // has overtaken, leaves alone what is newer than itself; pieces still go where they go. An answer to which much more has
  // happened than what was asked is left to the stream, which shows it step by step.
  let told;
  const seqOf = ({ fragment }) => find("#press", fragment)?.dataset.seq;
  const stands = ({ target }) => target?.id === "board" || target?.closest("#panel, #position, #press, #plies, #steps");
  const listens = () => find("#live")?._htmx?.sse?.reader;

  // A page that listens to its stream is told of its own ply by the answer to it, and then not by the stream. Where that answer
  // is lost, or the stream is ahead of it, the stream begins anew behind what the page knows.
  const tab = crypto.getRandomValues(new Uint32Array(1))[0];
  const ownSeq = ({ response }) => Number(response?.headers.get("Parlour-Seq") || NaN);
  let asking, deaf;
  function listenFrom(seq) {
    const stream = live._htmx?.sse;
    deaf = Boolean(stream);
    if (stream) stream.lastEventId = String(seq);
    stream?.reader?.cancel();
  }
  function heardOwn(seq) {
    if (live._htmx?.sse) live._htmx.sse.lastEventId = String(seq);
    eyes.seq = Math.max(eyes.seq, seq);
    saySeenSoon();
  }
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (asking !== ctx) return;
    asking = undefined;
    const known = Number(find("#press")?.dataset.seq);
    if (ctx.status.startsWith("error") && seqAsked(ctx) === known) listenFrom(known);
  });

  // A move that was previewed stands on the board already: how it goes there is not shown once more.
  let confirming, confirmed;
  document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.closest("#confirm form")) [confirming, confirmed] = [ctx, Number(ctx.request.body.get("seq"))];
  });
  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx === confirming && !ctx.response?.raw.ok) confirmed = undefined;
  });

  document.addEventListener("htmx:sse:before:message", ({ detail }) => { told = detail.message.id; });
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const press = find("#press");
    const streamed = ctx.sourceElement.id === "live";
    const own = streamed ? NaN : ownSeq(ctx);
    const seq = own || Number((streamed ? told : tasks.map(seqOf).find(Boolean)) || NaN);
    const known = Number(press?.dataset.seq);
    // Where dice are rolled, what follows from a roll is not shown before the roll.
    const ahead = !streamed && !own && seq > (find("#die") ? known : known + 1) && listens();
    if (streamed && (Number(told) || eyes.seq) <= confirmed) {
      tasks.splice(0, tasks.length, ...tasks.filter(({ target }) => !target?.closest("#board svg")));
    }
    if ((streamed && asking && seq > known + 1) || own <= known) {
      tasks.length = 0;
      ctx.title = null;
      if (streamed) listenFrom(known);
    } else if (seq < known || ahead) {
      tasks.splice(0, tasks.length, ...tasks.filter((task) => !stands(task)));
      ctx.title = null;
      if (ahead && ctx.request.method === "POST") for (const part of [press, find("#named")]) part?.replaceChildren();
    } else if ((streamed || own) && seq > known) {
      press.dataset.seq = seq;
      if (own) heardOwn(own);
    }
  });

  // A move that is pressed while the one before is on its way waits for its answer, but not when the stream has told already
  // what came of it. What was pressed beside another move, on the same page, is not asked for at all.
  let asked = 0;
  const seqAsked = ({ sourceElement, request }) => (sourceElement.id === "press" ? Number(request.body?.get("seq")) : NaN);
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (Number.isNaN(seqAsked(ctx))) return;
    if (seqAsked(ctx) > asked) htmx.trigger("#press", "htmx:abort");
    if (listens()) ctx.request.headers["Parlour-Tab"] = String(tab);
  });
  document.addEventListener("htmx:before:request", (event) => {
    const seq = seqAsked(event.detail.ctx);
    if (Number.isNaN(seq)) return;
    if (seq < Number(find("#press").dataset.seq)) event.preventDefault();
    else asked = seq;
    if (!event.defaultPrevented && event.detail.ctx.request.headers["Parlour-Tab"]) asking = event.detail.ctx;
    find("#lately")?.remove();
  });

  // What a player has had before their eyes is not told by mail as well. A page that is only open does not count: it has to
  // be in sight, and somebody has to have touched it lately. What came with the page itself is known already.
  const PRESENT = 3 * 60 * 1000;
  let [touched, saying] = [Date.now()];
  const lastLine = () => Number(find("#said > :last-child")?.id.slice(1) || 0);
  const eyes = { seq: Number(live?.dataset.seq || 0) };
  const noted = { seq: Number(live?.dataset.noted || 0), line: 0 };
  function saySeen() {
    saying = undefined;
    // Whoever sits here, or is asked to: both may end while one looks.
    const url = find("#seats .you, form[action$='/seats/decline']") && live?.dataset.seen;
    const news = eyes.seq > noted.seq || lastLine() > noted.line;
    if (!url || !news || document.visibilityState !== "visible" || Date.now() - touched > PRESENT) return;
    [noted.seq, noted.line] = [eyes.seq, Math.max(noted.line, lastLine())];
    const { seq } = noted;
    fetch(url, { method: "POST", body: new URLSearchParams(noted), keepalive: true })
      .then(() => { live.dataset.noted = seq; }, () => {});
  }
  function saySeenSoon() { saying ??= setTimeout(saySeen, 800); }
  document.addEventListener("htmx:sse:after:message", (event) => {
    const seq = Number(event.detail.message?.id);
    if (seq > eyes.seq) eyes.seq = seq;
    if (back && eyes.seq >= back.seq) catchUp(false);
    saySeenSoon();
  });
  function touch() {
    touched = Date.now();
    if (live && (eyes.seq > noted.seq || lastLine() > noted.line)) saySeenSoon();
  }
  // Scrolling is none of them: the page does that by itself.
  for (const name of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
    addEventListener(name, touch, { passive: true, capture: true });
  }
  addEventListener("focus", touch);
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") touch(); });

  // What has happened since somebody last looked is played before their eyes: the drawing of the board as they knew it stands
  // in the place of the one the page came with, and the stream begins there. What can be played stays in the form, for people
  // who do not look. A press on the board ends the replay. Who wants no motion has it in words beside the board, and no steps
  // from the stream.
  let back;
  function lookBack() {
    const before = find("#before");
    if (!before || calm.matches) return;
    back = { drawing: find("#board > svg"), seq: eyes.seq };
    eyes.seq = Number(before.dataset.seq);
    live.setAttribute("hx-trigger", live.getAttribute("hx-trigger").replace("load", "load delay:900ms"));
    back.drawing.replaceWith(find("svg", before.content));
    before.remove();
    showBack(true);
  }
  function showBack(on) {
    find("#back").hidden = !on;
    find(".stage").classList.toggle("back", on);
  }
  function catchUp(skipped) {
    if (!back) return;
    const { drawing, seq } = back;
    back = undefined;
    showBack(false);
    if (!skipped) return;
    find("#board > svg").replaceWith(drawing);
    eyes.seq = Math.max(eyes.seq, seq);
    listenFrom(eyes.seq);
    saySeenSoon();
  }
  addEventListener("click", (event) => {
    if (!back || !event.target.closest("#board, [form=press]")) return;
    catchUp(true);
    // Pointing at the board as it was ends the replay and plays nothing, not even the nearest spot; a key on a spot plays it.
    if (!event.detail || !event.target.closest("#board")) return;
    event.preventDefault();
    event.stopPropagation();
    find("#say").textContent = find("#headline").textContent;
  }, true);
  document.addEventListener("htmx:sse:before:message", (event) => { if (deaf) event.preventDefault(); });
  document.addEventListener("htmx:sse:after:connection", () => { deaf = false; });
  // A stream ends with its session. What the page shows was for the user who was signed in, so it is loaded again.
  const user = live?.dataset.user ? `&user=${encodeURIComponent(live.dataset.user)}` : "";
  live?.addEventListener("end", ({ detail }) => { if (detail?.data?.endsWith("signed-out")) location.reload(); });
  // The stream goes on behind what was shown, and is not asked for where nobody would see what happens.
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement !== live) return;
    if (document.hidden) event.preventDefault();
    ctx.request.action = `${live.dataset.events}?after=${eyes.seq}&tab=${tab}${user}${calm.matches ? "&calm=1" : ""}`;
  });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-skip]")) catchUp(true); });
  document.addEventListener("DOMContentLoaded", touch);
  lookBack();
})();
