// Replays of matches and examples.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const system = matchMedia("(prefers-reduced-motion: reduce)");
  const calm = { get matches() { const { motion } = document.documentElement.dataset; return motion ? motion === "reduced" : system.matches; } };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-autoplay], [data-example]");
    if ("autoplay" in (button?.dataset ?? {})) toggle(button);
    else if (button) playExample(button);
    // What is looked at counts from the press on, and not from the answer: a message of the stream may arrive before that.
    const step = event.target.closest("#steps .step[href]");
    const slider = step && find("#scrub");
    if (slider) slider.value = new URL(step.href).searchParams.get("ply");
    // Stepping manually stops the replay.
    if (event.isTrusted && player && event.target.closest(".example .step")) stopExample();
  });

  // Replays a match. The server renders every ply; this plays them one after the other, and animates chains hop by hop.
  const HOP = 260;
  // The time after a move, and after a ply within one, in ms.
  const [AFTER_MOVE, AFTER_STEP] = [1300, 350];
  const ALL = 60_000;
  let playing;
  const [speed, skips] = ["[data-speed]", "[data-skips]"].map((selector) => find(`.replay ${selector}`));
  const shown = { ply: Number(find("#steps")?.dataset.ply) };

  function play(button, on) {
    clearTimeout(playing);
    playing = on ? setTimeout(forward, 150) : undefined;
    button.textContent = on ? button.dataset.pause : button.dataset.play;
  }
  function forward() {
    const slider = find("#scrub");
    if (slider.value === slider.max) play(find("[data-autoplay]"), false);
    else slide(slider, next(slider));
  }
  // A letter for each ply: r for a roll or the only possible move, m for any other; a capital if it ends a turn.
  const plies = () => find("#steps").dataset.plies ?? "";
  // The number of the next ply that is not skipped.
  function next({ value, max }) {
    const chosen = skips?.checked ? plies().slice(Number(value)).search(/m/i) : 0;
    return chosen < 0 ? max : Number(value) + chosen + 1;
  }
  // The time for each shown ply, with its animation, if the whole match is to take a minute.
  const inMinute = () => ALL / (plies().match(skips?.checked ? /m/gi : /./g)?.length ?? 1);
  // How many times as fast animations are.
  function pace() {
    const factor = speed?.value === "minute" ? AFTER_MOVE / inMinute() : Number(speed?.value ?? 1);
    return Math.min(Math.max(factor, 1), 8);
  }
  // The time from the arrival of a ply to the next one. `lasts` is that of its animation.
  function untilNext(slider, lasts) {
    if (speed.value === "minute") return Math.min(inMinute(), lasts + AFTER_MOVE);
    const ends = skips?.checked || /[A-Z]/.test(plies()[slider.value - 1]);
    return lasts + (ends ? AFTER_MOVE : AFTER_STEP) / Number(speed.value);
  }
  // The browser remembers how matches are replayed.
  function remembered(control, key, property) {
    try {
      const known = JSON.parse(localStorage.getItem(key));
      if (known !== null) control[property] = known;
    } catch { /* Not allowed. */ }
    control.addEventListener("change", () => {
      try { localStorage.setItem(key, JSON.stringify(control[property])); } catch { /* Not allowed. */ }
      setPace();
    });
  }
  const setPace = () => document.documentElement.style.setProperty("--speed", pace());
  // While the match goes on, each message of its stream may bring more to replay.
  let stream;
  function follow() {
    const { events, after, user } = find(".replay").dataset;
    stream?.close();
    stream = undefined;
    if (!events || document.hidden) return;
    stream = new EventSource(`${events}?${new URLSearchParams({ after, ...(user && { user }) })}`);
    stream.onmessage = ({ lastEventId }) => {
      find(".replay").dataset.after = lastEventId || after;
      const slider = find("#scrub");
      // On another site the board goes on with the match, unless an earlier position is looked at.
      const goesOn = find("html.embed") && slider.value === slider.max;
      if (goesOn) slider.max = Number(slider.max) + 1;
      slide(slider, goesOn ? slider.max : slider.value);
    };
    stream.addEventListener("end", () => stream.close());
  }
  addEventListener("visibilitychange", () => { if (speed) follow(); });
  function begin() {
    if (!speed) return;
    remembered(speed, "replay-speed", "value");
    if (skips) remembered(skips, "replay-skips", "checked");
    setPace();
    follow();
    if (location.hash !== "#play" || calm.matches) return;
    history.replaceState(history.state, "", location.pathname + location.search);
    toggle(find("[data-autoplay]"));
  }
  function toggle(button) {
    const slider = find("#scrub");
    button.dataset.play ??= button.textContent;
    if (!playing && slider.value === slider.max) slide(slider, 0);
    play(button, !playing);
  }
  // Keys and the timer move the slider, and the board follows as fast as it can.
  function slide(slider, ply) {
    slider.value = ply;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }

  // The piece was rendered at its target. Before that is painted it is moved to the start of its path.
  function animatePath(way) {
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
    }, HOP / pace());
    return { hops, lasts: places.length * HOP / pace() };
  }

  // Animates the ply that has just arrived if it is the next one but for rolls and forced moves; running animations of that board
  // end at once.
  function animatePly(steps, seen) {
    clearInterval(seen.hops);
    const ply = Number(steps.dataset.ply);
    const jumped = steps.dataset.plies?.slice(seen.ply, ply - 1);
    const ahead = ply === seen.ply + 1 || ply > seen.ply && jumped && !/m/i.test(jumped);
    seen.ply = ply;
    const went = ahead && steps.dataset.way && !calm.matches ? animatePath(steps.dataset.way) : { lasts: HOP / pace() };
    seen.hops = went.hops;
    return went.lasts;
  }

  function showPly(source) {
    const [steps, slider] = [find("#steps[data-ply]"), find("#scrub")];
    if (slider && steps) slider.max = plies().length;
    if (!steps || Number(steps.dataset.ply) === shown.ply) return;
    const lasts = animatePly(steps, shown);
    if (slider && slider !== source) slider.value = shown.ply;
    if (!playing) return;
    clearTimeout(playing);
    playing = setTimeout(forward, untilNext(slider, lasts));
  }

  // Examples in the rules: each has its own step links, and only one plays at a time.
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
  function playNext() {
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
      const lasts = animatePly(steps, seen);
      if (player?.example === example) player.timer = setTimeout(playNext, lasts + READ);
    }
  }

  // A swipe across the board of a replay goes to the next move, or to the one before.
  const SWIPE = 40;
  let from;
  document.addEventListener("touchstart", ({ target, touches }) => {
    from = speed && touches.length === 1 && target.closest("#board") ? touches[0] : undefined;
  }, { passive: true });
  document.addEventListener("touchend", ({ changedTouches: [to] }) => {
    const [right, down] = from ? [to.clientX - from.clientX, to.clientY - from.clientY] : [0, 0];
    from = undefined;
    if (Math.abs(right) < SWIPE || Math.abs(down) > Math.abs(right) / 2) return;
    find(`#steps a[data-key=${right < 0 ? "ArrowRight" : "ArrowLeft"}]`)?.click();
  });

  document.addEventListener("DOMContentLoaded", () => { begin(); showExamples(); });
  document.addEventListener("htmx:after:swap", (event) => {
    showPly(event.detail.ctx?.sourceElement);
    showExamples();
  });
})();
