// What a page can do a little better when scripts run. Everything here works without them too.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const year = 365 * 24 * 60 * 60;

  // The theme: the next of system, light, dark. The server reads the cookie and draws the page with it.
  const themes = ["system", "light", "dark"];
  const theme = () => document.documentElement.dataset.theme ?? "system";
  function showTheme() {
    for (const button of document.querySelectorAll("[data-theme-button]")) {
      button.hidden = false;
      find("[data-theme-name]", button).textContent = button.dataset[theme()];
    }
  }
  function nextTheme() {
    const next = themes[(themes.indexOf(theme()) + 1) % themes.length];
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const age = next === "system" ? 0 : year;
    document.cookie = `theme=${next}; path=/; max-age=${age}; samesite=lax`;
    showTheme();
  }

  async function copy(button) {
    const said = button.textContent;
    try {
      await navigator.clipboard.writeText(new URL(button.dataset.copy, location.href).href);
      button.textContent = button.dataset.copied;
    } catch {
      button.textContent = button.dataset.copy;
    }
    setTimeout(() => { button.textContent = said; }, 2500);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-button], [data-copy], [data-autoplay], [data-example], [data-skip]");
    if (button?.dataset.copy) copy(button);
    else if ("autoplay" in (button?.dataset ?? {})) toggle(button);
    else if ("example" in (button?.dataset ?? {})) playExample(button);
    else if ("skip" in (button?.dataset ?? {})) catchUp(true);
    else if (button) nextTheme();
    // Whoever goes on by hand wants to look at it.
    if (event.isTrusted && player && event.target.closest(".example .step")) stopExample();
    if (event.target.id === "press") pressNearest(event.target, event);
    // An open menu closes when one presses elsewhere.
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  // On a board: the middle of everything that can be pressed.
  function* spots(press) {
    for (const element of press.querySelectorAll("a, button")) {
      const box = element.getBoundingClientRect();
      yield { element, x: box.x + box.width / 2, y: box.y + box.height / 2, reach: box.width };
    }
  }

  // A finger that misses a hole by a little presses the nearest one.
  function pressNearest(press, event) {
    let best, least = Infinity;
    for (const spot of spots(press)) {
      const far = Math.hypot(spot.x - event.clientX, spot.y - event.clientY);
      if (far < least && far < Math.max(spot.reach, 22)) [best, least] = [spot.element, far];
    }
    best?.click();
  }

  // Arrow keys go to the nearest spot that way; once something is chosen, to where it can go.
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function step(press, [wayX, wayY]) {
    const all = [...spots(press)];
    const from = all.find((spot) => spot.element === document.activeElement);
    const nearest = (among) => {
      let best, least = Infinity;
      for (const spot of among) {
        const [x, y] = [spot.x - from.x, spot.y - from.y];
        const [ahead, aside] = [x * wayX + y * wayY, Math.abs(x * wayY) + Math.abs(y * wayX)];
        const cost = ahead + 2 * aside;
        if (ahead > 1 && aside <= 2 * ahead && cost < least) [best, least] = [spot.element, cost];
      }
      return best;
    };
    const goals = all.filter((spot) => spot.element.matches(".play, .chosen"));
    const best = (find(".chosen", press) && nearest(goals)) ?? nearest(all);
    best?.focus();
  }

  // A board with very many spots is one stop for the Tab key; arrows go on from there.
  const MANY = 30;
  function rove() {
    const all = [...document.querySelectorAll("#press > :is(a, button)")];
    if (all.length <= MANY) return;
    const stop = all.find((spot) => spot === document.activeElement) ?? all[0];
    for (const spot of all) spot.tabIndex = spot === stop ? 0 : -1;
  }
  document.addEventListener("focusin", (event) => { if (event.target.closest("#press > *")) rove(); });

  // The same words as the server has for it; seconds where they matter.
  function left(milliseconds) {
    if (milliseconds <= 0) return "out of time";
    const [seconds, minutes] = [Math.floor(milliseconds / 1000), Math.floor(milliseconds / 60000)];
    const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
    const several = days === 1 ? "1 day" : `${days} days`;
    if (days) return hours ? `${several} ${hours} h left` : `${several} left`;
    if (hours) return minutes % 60 ? `${hours} h ${minutes % 60} min left` : `${hours} h left`;
    return minutes > 1 ? `${minutes} min left` : `${seconds} s left`;
  }

  // Times stand in the reader's own zone, and what has lasted goes on counting.
  function showTimes(within) {
    for (const time of within.querySelectorAll("time[data-local]")) {
      const at = new Date(time.dateTime);
      time.title = at.toLocaleString([], { dateStyle: "full", timeStyle: "short" });
      const minutes = Math.floor((Date.now() - at) / 60000);
      if ("since" in time.dataset && minutes > 0 && minutes < 24 * 60) {
        time.textContent = minutes < 60 ? `for ${minutes} min` : `for ${Math.floor(minutes / 60)} h`;
      }
      if ("until" in time.dataset) time.textContent = left(at - Date.now());
      if ("minute" in time.dataset) {
        time.textContent = at.toLocaleString([], { weekday: "long", day: "numeric", month: "long", hour: "2-digit", minute: "2-digit", timeZoneName: "short" });
      }
    }
  }
  setInterval(() => showTimes(document), 60000);
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-until]")) {
      if (new Date(time.dateTime) - Date.now() < 3 * 60000) time.textContent = left(new Date(time.dateTime) - Date.now());
    }
  }, 1000);

  // Going through a match. The server draws every ply; here it is played by itself, and a chain of hops is gone hop by hop.
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  const live = find("#live");
  const HOP = 300;
  let playing;
  const shown = { ply: Number(find("#steps")?.dataset.ply) };

  function play(button, on) {
    clearTimeout(playing);
    playing = on ? setTimeout(forward, 150) : undefined;
    button.textContent = on ? button.dataset.pause : button.dataset.play;
  }
  function forward() {
    const slider = find("#scrub");
    if (slider.value === slider.max) play(find("[data-autoplay]"), false);
    else slide(slider, Number(slider.value) + 1);
  }
  function toggle(button) {
    const slider = find("#scrub");
    button.dataset.play ??= button.textContent;
    if (!playing && slider.value === slider.max) slide(slider, 0);
    play(button, !playing);
  }
  // Keys and the clock move the slider, and the board follows it as fast as it can.
  function slide(slider, ply) {
    slider.value = ply;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const goes = { ArrowLeft: (at) => at - 1, ArrowRight: (at) => at + 1, Home: () => 0, End: () => Infinity };

  // The piece has just been put where it ends; before that is seen it is taken to the first place on its way.
  function goAlong(way) {
    const [id, ...places] = way.split(",");
    const piece = document.getElementById(id);
    const put = (from, to) => {
      piece.classList.remove(...from.split(" "));
      piece.classList.add(...to.split(" "));
    };
    let at = 0;
    put(places.at(-1), places[0]);
    const hops = setInterval(() => {
      put(places[at], places[at + 1]);
      at += 1;
      if (at === places.length - 1) clearInterval(hops);
    }, HOP);
    return { hops, lasts: places.length * HOP };
  }

  // Shows how a ply went that has just come, if it is the next one; what was still on its way on that board is there now.
  function showWay(steps, seen) {
    clearInterval(seen.hops);
    const ahead = Number(steps.dataset.ply) === seen.ply + 1;
    seen.ply = Number(steps.dataset.ply);
    const went = ahead && steps.dataset.way && !calm.matches ? goAlong(steps.dataset.way) : { lasts: HOP };
    seen.hops = went.hops;
    return went.lasts;
  }

  function showPly(source) {
    const steps = find("#steps[data-ply]");
    if (!steps || Number(steps.dataset.ply) === shown.ply) return;
    const lasts = showWay(steps, shown);
    const slider = find("#scrub");
    if (slider && slider !== source) slider.value = shown.ply;
    if (playing) playing = setTimeout(forward, lasts + Number(find("[data-speed]").value));
  }

  // The worked examples among the rules: each is gone through by its own links, and one at a time plays by itself.
  const READ = 1900;
  const seenOf = new Map();
  let player;

  function stopExample() {
    if (!player) return;
    clearTimeout(player.timer);
    player.button.textContent = player.button.dataset.play;
    player = undefined;
  }
  function playExample(button) {
    const again = player?.button === button;
    stopExample();
    if (again) return;
    button.dataset.play ??= button.textContent;
    button.textContent = button.dataset.pause;
    player = { button, example: button.closest(".example") };
    (find('a[data-step="forward"]', player.example) ?? find('a[data-step="first"]', player.example)).click();
  }
  function goOn() {
    const forward = find('a[data-step="forward"]', player.example);
    if (forward) forward.click();
    else stopExample();
  }
  function showExamples() {
    for (const steps of document.querySelectorAll(".example nav[data-ply]")) {
      const example = steps.closest(".example");
      const seen = seenOf.get(example.id) ?? { ply: Number(steps.dataset.ply) };
      seenOf.set(example.id, seen);
      if (Number(steps.dataset.ply) === seen.ply) continue;
      const lasts = showWay(steps, seen);
      if (player?.example === example) player.timer = setTimeout(goOn, lasts + READ);
    }
  }

  // Buttons that only help where scripts run are drawn hidden.
  function wake(within) {
    for (const hidden of within.querySelectorAll("[data-wake]")) hidden.hidden = false;
    rove();
    showTimes(within);
  }

  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, textarea, select");
    const typed = field && !(field.type === "range" && ["p", " ", "Escape"].includes(event.key));
    if (event.altKey || event.ctrlKey || event.metaKey || typed) return;
    if (event.key === "Escape") find("#press .chosen")?.click();
    if (event.key === "Escape") for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
    const press = event.target.closest("#press > *")?.parentElement;
    if (press && event.key in ways) {
      event.preventDefault();
      return step(press, ways[event.key]);
    }
    const slider = find("#scrub");
    if (slider && event.key in goes) {
      event.preventDefault();
      return slide(slider, Math.min(goes[event.key](Number(slider.value)), slider.max));
    }
    if (event.key === " " && event.target.closest("button, summary")) return;
    const target = find(`[data-key~="${CSS.escape(event.key === " " ? "Space" : event.key)}"]`);
    if (!target) return;
    event.preventDefault();
    target.click();
  });

  // In a long list, what is new is in sight: the ply that is looked at, else the last; the last that was said.
  const counted = new Map();
  function grown(list) {
    const count = list?.childElementCount;
    const more = list && counted.get(list.className + list.id) !== count;
    if (more) counted.set(list.className + list.id, count);
    return more;
  }
  // Nobody needs to be asked to take a ply back that is the last, and has not been answered.
  let lastPly;
  function showTakeback() {
    const [last, own] = [find(".plies li:last-child"), find("#seats .you img")];
    const news = lastPly !== undefined && last?.id !== lastPly;
    lastPly = last?.id ?? "";
    if (news) find("#ask")?.classList.toggle("at-once", Boolean(own) && find("img", last ?? document)?.src === own.src);
  }
  function showNew() {
    const [plies, said, current] = [find(".plies"), find("#said"), find(".plies [aria-current]")];
    if (current) plies.scrollTop += current.getBoundingClientRect().top - plies.getBoundingClientRect().top - plies.clientHeight / 2;
    else if (grown(plies)) plies.scrollTop = plies.scrollHeight;
    if (grown(said)) said.scrollTop = said.scrollHeight;
    showTakeback();
  }

  // The page knows the log up to an entry. An answer that the stream has overtaken, or a step of the stream that an answer
  // has overtaken, leaves alone what is newer than itself; pieces still go where they go. An answer to which much more has
  // happened than what was asked is left to the stream, which shows it step by step.
  let told;
  const seqOf = ({ fragment }) => find("#press", fragment)?.dataset.seq;
  const stands = ({ target }) => target?.id === "board" || target?.closest("#panel, #press, #plies, #steps");
  const listens = () => find("#live")?._htmx?.sse?.reader;
  document.addEventListener("htmx:sse:before:message", ({ detail }) => { told = detail.message.id; });
  document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
    const press = find("#press");
    const streamed = ctx.sourceElement.id === "live";
    const seq = Number((streamed ? told : tasks.map(seqOf).find(Boolean)) || NaN);
    const known = Number(press?.dataset.seq);
    const ahead = !streamed && seq > known + 1 && listens();
    if (seq < known || ahead) {
      tasks.splice(0, tasks.length, ...tasks.filter((task) => !stands(task)));
      ctx.title = null;
      if (ahead && ctx.request.method === "POST") press.replaceChildren();
    } else if (streamed && seq > known) {
      press.dataset.seq = seq;
    }
  });

  // A move that is pressed while the one before is on its way waits for its answer, but not when the stream has told already
  // what came of it. What was pressed beside another move, on the same page, is not asked for at all.
  let asked = 0;
  const seqAsked = ({ sourceElement, request }) => (sourceElement.id === "press" ? Number(request.body?.get("seq")) : NaN);
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (seqAsked(ctx) > asked) htmx.trigger("#press", "htmx:abort");
  });
  document.addEventListener("htmx:before:request", (event) => {
    const seq = seqAsked(event.detail.ctx);
    if (Number.isNaN(seq)) return;
    if (seq < Number(find("#press").dataset.seq)) event.preventDefault();
    else asked = seq;
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
    const url = find("#seats .you, #live[data-guest]") && live?.dataset.seen;
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

  document.addEventListener("DOMContentLoaded", touch);
  // What has happened since somebody last looked is played before their eyes: the board as they knew it stands in the place of
  // the one the page came with, and the stream begins there. A press on the board ends that. Who wants no motion has it in
  // words beside the board, and no steps from the stream.
  let back, deaf;
  function lookBack() {
    const before = find("#before");
    if (!before || calm.matches) return;
    back = { board: find("#board"), seq: eyes.seq };
    eyes.seq = Number(before.dataset.seq);
    live.setAttribute("hx-trigger", live.getAttribute("hx-trigger").replace("load", "load delay:900ms"));
    back.board.replaceWith(before.content.firstElementChild);
    before.remove();
    showBack(true);
  }
  function showBack(on) {
    find("#back").hidden = !on;
    find(".stage").classList.toggle("back", on);
  }
  function catchUp(skipped) {
    if (!back) return;
    const { board, seq } = back;
    back = undefined;
    showBack(false);
    if (!skipped) return;
    find("#board").replaceWith(board);
    htmx.process(board);
    eyes.seq = Math.max(eyes.seq, seq);
    const stream = live._htmx?.sse;
    deaf = Boolean(stream);
    if (stream) stream.lastEventId = String(eyes.seq);
    stream?.reader?.cancel();
    saySeenSoon();
  }
  addEventListener("click", (event) => { if (back && event.target.closest("#board, [form=press]")) catchUp(true); }, true);
  document.addEventListener("htmx:sse:before:message", (event) => { if (deaf) event.preventDefault(); });
  document.addEventListener("htmx:sse:after:connection", () => { deaf = false; });
  // The stream goes on behind what was shown, and is not asked for where nobody would see what happens.
  document.addEventListener("htmx:config:request", (event) => {
    const { ctx } = event.detail;
    if (ctx.sourceElement !== live) return;
    if (document.hidden) event.preventDefault();
    ctx.request.action = `${live.dataset.events}?after=${eyes.seq}${calm.matches ? "&calm=1" : ""}`;
  });
  lookBack();
  document.addEventListener("DOMContentLoaded", () => { showTheme(); wake(document); showNew(); showExamples(); });
  document.addEventListener("htmx:after:swap", (event) => {
    wake(document);
    showNew();
    showPly(event.detail.ctx?.sourceElement);
    showExamples();
  });

  // A page that is not looked at still says in its title and its icon how many matches wait.
  async function countTurns() {
    if (!document.hidden || !find("header .menu")) return;
    try {
      const answer = await fetch("/turns");
      const turns = Number(await answer.text());
      const icon = answer.headers.get("X-Icon");
      if (icon) find('link[rel="icon"]').href = icon;
      const title = document.title.replace(/^\(\d+\) /, "");
      document.title = turns > 0 ? `(${turns}) ${title}` : title;
    } catch { /* Asked again in a minute. */ }
  }
  setInterval(countTurns, 60000);
})();
