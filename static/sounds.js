// A soft tick for a move of another player, two for your turn. Synthesised, so that nothing has to be loaded.
(() => {
  "use strict";
  let context;
  // Browsers allow sound only after a click or a key.
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { passive: true });

  function tick(pitch, after = 0) {
    const [tone, loudness, at] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    tone.type = "triangle";
    tone.frequency.setValueAtTime(pitch, at);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + 0.06);
    loudness.gain.setValueAtTime(0.0001, at);
    loudness.gain.exponentialRampToValueAtTime(0.12, at + 0.004);
    loudness.gain.exponentialRampToValueAtTime(0.0001, at + 0.09);
    tone.connect(loudness).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.1);
  }

  // The announcement changes with every ply; the headline shows whose turn it is.
  const yours = () => document.querySelector("#headline")?.classList.contains("yours") ?? false;
  const said = () => document.querySelector("#announcement")?.textContent ?? "";
  let [before, words] = [yours(), said()];
  const look = () => {
    const [now, spoken] = [yours(), said()];
    const moved = spoken !== words && spoken !== "";
    const mine = now && !before;
    // A ply of your own ends your turn and needs no sound.
    const own = before && !now;
    [before, words] = [now, spoken];
    if (!moved && !mine || own) return;
    wake();
    tick(mine ? 660 : 520);
    if (mine) tick(880, 0.13);
  };
  let waits = false;
  new MutationObserver(() => {
    if (waits) return;
    waits = true;
    setTimeout(() => { waits = false; look(); }, 30);
  }).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class"] });
})();
