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
    // Stepping manually stops the replay.
    if (event.isTrusted && player && event.target.closest(".example .step")) stopExample();
  });

  // Replays a match. The server renders every ply; this plays them one after the other, and animates chains hop by hop.
  const HOP = 260;
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
    }, HOP);
    return { hops, lasts: places.length * HOP };
  }

  // Animates the ply that has just arrived if it is the next one; running animations of that board end at once.
  function animatePly(steps, seen) {
    clearInterval(seen.hops);
    const ahead = Number(steps.dataset.ply) === seen.ply + 1;
    seen.ply = Number(steps.dataset.ply);
    const went = ahead && steps.dataset.way && !calm.matches ? animatePath(steps.dataset.way) : { lasts: HOP };
    seen.hops = went.hops;
    return went.lasts;
  }

  function showPly(source) {
    const steps = find("#steps[data-ply]");
    if (!steps || Number(steps.dataset.ply) === shown.ply) return;
    const lasts = animatePly(steps, shown);
    const slider = find("#scrub");
    if (slider && slider !== source) slider.value = shown.ply;
    if (!playing) return;
    clearTimeout(playing);
    playing = setTimeout(forward, lasts + Number(find("[data-speed]").value));
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

  document.addEventListener("DOMContentLoaded", showExamples);
  document.addEventListener("htmx:after:swap", (event) => {
    showPly(event.detail.ctx?.sourceElement);
    showExamples();
  });
})();
