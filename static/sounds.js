// Sounds of a match, for users who have turned them on: a move, a capture, a roll, the own turn, little time left, and the end.
// Synthesised, so that nothing has to be loaded. Phones vibrate with them.
(() => {
  "use strict";
  let context;
  // Browsers allow sound only after a click or a key.
  const wake = () => {
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume().catch(() => {});
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, wake, { passive: true });

  function tone(pitch, { after = 0, length = 0.09, fall = 0.6, shape = "triangle", loudness = 0.12 } = {}) {
    const [source, gain, at] = [context.createOscillator(), context.createGain(), context.currentTime + after];
    source.type = shape;
    source.frequency.setValueAtTime(pitch, at);
    source.frequency.exponentialRampToValueAtTime(pitch * fall, at + length);
    gain.gain.setValueAtTime(0.0001, at);
    gain.gain.exponentialRampToValueAtTime(loudness, at + 0.004);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    source.connect(gain).connect(context.destination);
    source.start(at);
    source.stop(at + length + 0.01);
  }
  // Each sound with the pattern in which a phone vibrates.
  const sounds = {
    move: () => { tone(520); return 10; },
    capture: () => { tone(300, { length: 0.14, fall: 0.4, loudness: 0.18 }); tone(420, { after: 0.07, fall: 0.5 }); return [15, 30, 15]; },
    roll: () => { for (const [pitch, after] of [[900, 0], [760, 0.07], [840, 0.13], [600, 0.22]]) tone(pitch, { after, length: 0.04, shape: "square", loudness: 0.04 }); return 10; },
    turn: () => { tone(880, { fall: 1, length: 0.2 }); return 30; },
    low: () => { for (const after of [0, 0.18]) tone(980, { after, fall: 1, length: 0.1, shape: "sine", loudness: 0.16 }); return [40, 60, 40]; },
    end: () => { for (const [number, pitch] of [523, 659, 784].entries()) tone(pitch, { after: number * 0.14, fall: 1, length: 0.35 }); return 60; },
  };
  function play(name) {
    wake();
    const pattern = sounds[name]();
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
  }

  // The announcement changes with every ply; the headline shows whose turn it is.
  const yours = () => document.querySelector("#headline")?.classList.contains("yours") ?? false;
  const announcement = () => document.querySelector("#announcement");
  let [wasYours, announced] = [yours(), announcement()?.textContent];
  function look() {
    const [isYours, { textContent, dataset }] = [yours(), announcement() ?? { dataset: {} }];
    const isNew = textContent && textContent !== announced;
    // A move of your own is seen, not heard; what the die shows and how the match ends is heard by all.
    const isHeard = !wasYours || ["roll", "end"].includes(dataset.sound);
    if (isNew && isHeard && dataset.sound in sounds) play(dataset.sound);
    if (isYours && !wasYours) setTimeout(play, isNew ? 200 : 0, "turn");
    [wasYours, announced] = [isYours, textContent];
  }
  let waits = false;
  new MutationObserver(() => {
    if (waits) return;
    waits = true;
    setTimeout(() => { waits = false; look(); }, 30);
  }).observe(document.querySelector("main"), { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["class"] });
  document.addEventListener("parlour:low-time", () => play("low"));
})();
