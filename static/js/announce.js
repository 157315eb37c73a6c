// Announces the time left in a match to screen reader users. Everything else is announced by the stream.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);

  // Cleared first, because repeated identical text would not be announced.
  function announce(words) {
    const region = find("#announcement");
    if (!region) return;
    region.textContent = "";
    delete region.dataset.sound;
    requestAnimationFrame(() => { region.textContent = words; });
  }

  // On request: whose clock runs, and the time left.
  function timeLeft(none) {
    const seat = find("#seats .acting")?.closest("li");
    const time = seat && find("time[data-until]", seat);
    if (!time) return none;
    const name = find(".who-name", seat).textContent.trim();
    return `${name}: ${time.textContent}`;
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-announce-time]");
    if (button) announce(timeLeft(button.dataset.announceTime));
  });

  // Automatically when little of the user's time is left, in seconds.
  const WARNINGS = [30, 10];
  let warned = {};
  setInterval(() => {
    const time = find("#seats .you .acting time[data-until]");
    if (!time) return;
    const left = (new Date(time.dateTime) - Date.now() - Number(document.documentElement.dataset.ahead ?? 0)) / 1000;
    if (warned.of !== time.dateTime) warned = { of: time.dateTime, count: 0 };
    const due = left > 0 ? WARNINGS.filter((seconds) => left <= seconds).length : 0;
    if (due <= warned.count) return;
    warned.count = due;
    announce(time.textContent);
    document.dispatchEvent(new Event("parlour:low-time"));
  }, 1000);
})();
