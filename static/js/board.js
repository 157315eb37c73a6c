// Pointer and keyboard input on a board.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);

  // From here on pieces move. Their first places are computed before, as they would move from nowhere to those.
  document.documentElement.getBoundingClientRect();
  document.documentElement.dataset.moves = "";

  document.addEventListener("click", (event) => {
    // A click beside all cells drops the chosen piece, unless its move waits for confirmation.
    if (event.target.id === "press") (nearest(event.target, event) ?? chosen())?.click();
    else if (spotOf(event)) markPressed(spotOf(event));
  });

  const chosen = () => (find("#confirm") ? undefined : find("#press .chosen"));

  // The centre of every control on the board.
  function* spots(press) {
    for (const element of press.querySelectorAll("a, button")) {
      const box = element.getBoundingClientRect();
      yield { element, x: box.x + box.width / 2, y: box.y + box.height / 2, reach: box.width };
    }
  }

  // A touch close to a cell clicks the nearest one.
  function nearest(press, event) {
    let best, least = Infinity;
    for (const spot of spots(press)) {
      const far = Math.hypot(spot.x - event.clientX, spot.y - event.clientY);
      if (far < least && far < Math.max(spot.reach, 22)) [best, least] = [spot.element, far];
    }
    return best;
  }

  // A clicked control is lit at once, before the response, until its result is shown. After a 204, that is when the
  // stream redraws the board.
  const spotOf = ({ target }) => target.closest?.("#press > :is(a, button)");
  const spotUnder = (event) => (event.target.id === "press" ? nearest(event.target, event) : spotOf(event));
  function markPressed(spot) {
    for (const lit of document.querySelectorAll("#press > .pressed")) if (lit !== spot) lit.classList.remove("pressed");
    spot?.classList.add("pressed");
  }
  let held;
  document.addEventListener("pointerdown", (event) => {
    held = event.button === 0 ? spotUnder(event) : undefined;
    if (held) markPressed(held);
  });
  // Before the release, the pointer can go on to another control. A piece that is dragged stays lit.
  document.addEventListener("pointermove", (event) => {
    if (held?.matches(".play:not([data-onto])") && spotUnder(event) !== held) markPressed();
  });
  function release(event) {
    if (held && (event.type === "pointercancel" || spotUnder(event) !== held)) markPressed();
    held = undefined;
  }
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release);
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id !== "live" && ctx.response?.status !== 204) markPressed();
  });

  // The confirmation at the bottom of a phone's screen must not cover the move it is about.
  function scrollFromUnderBar() {
    const [bar, spot] = [find("#confirm"), find("#press > .previewed")];
    if (!bar || !spot || getComputedStyle(bar).position !== "fixed") return;
    const covered = spot.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
    if (covered > 0) scrollBy({ top: covered + 8 });
  }
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => { if (ctx.sourceElement.id === "press") scrollFromUnderBar(); });

  // A link beside or under the board of an analysis changes the board, which may be out of sight on a phone.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.matches?.(":is(.side.analysis, .analysis-report) a")) find("#board")?.scrollIntoView({ block: "nearest" });
  });

  // Arrow keys move to the nearest cell in their direction, or to the targets of the selected piece.
  const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function step(press, [wayX, wayY]) {
    const all = [...spots(press)];
    const from = all.find((spot) => spot.element === document.activeElement);
    const ahead = (among) => {
      let best, least = Infinity;
      for (const spot of among) {
        const [x, y] = [spot.x - from.x, spot.y - from.y];
        const [along, aside] = [x * wayX + y * wayY, Math.abs(x * wayY) + Math.abs(y * wayX)];
        const cost = along + 2 * aside;
        if (along > 1 && aside <= 2 * along && cost < least) [best, least] = [spot.element, cost];
      }
      return best;
    };
    const goals = all.filter((spot) => spot.element.matches(".play, .chosen"));
    const best = (find(".chosen", press) && ahead(goals)) ?? ahead(all);
    best?.focus();
  }

  // A board with very many cells is a single Tab stop; arrow keys move within it.
  const MANY = 30;
  function rove() {
    const all = [...document.querySelectorAll("#press > :is(a, button)")];
    if (all.length <= MANY) return;
    const stop = all.find((spot) => spot === document.activeElement) ?? all[0];
    for (const spot of all) spot.tabIndex = spot === stop ? 0 : -1;
  }
  document.addEventListener("focusin", (event) => { if (event.target.closest("#press > *")) rove(); });

  // Turns the board around for the viewer. The browser remembers it for the match as long as the tab is open.
  const turned = /^(?:turn|quarter)\d$/;
  const flipKey = () => `flipped ${location.pathname.split("/").slice(0, 3).join("/")}`;
  function isFlipped() {
    try { return sessionStorage.getItem(flipKey()) === "yes"; } catch { return false; }
  }
  // The server draws the board as seen from the viewer’s seat, so it is turned again after each of its updates.
  function showSide() {
    const board = find("#board");
    if (!board?.dataset.flipped) return;
    const side = isFlipped() ? board.dataset.flipped : opposite(board.dataset.flipped);
    if (board.classList.contains(side)) return;
    board.classList.remove(...[...board.classList].filter((name) => turned.test(name)));
    board.classList.add(side);
  }
  function flip() {
    try { sessionStorage.setItem(flipKey(), isFlipped() ? "no" : "yes"); } catch { return; }
    showSide();
  }
  // The class of a board after half a turn: six steps make a whole one, or four.
  function opposite(name) {
    const whole = name.startsWith("quarter") ? 4 : 6;
    return name.slice(0, -1) + ((Number(name.at(-1)) + whole / 2) % whole);
  }

  // Controls with a shortcut that can be used now: hidden ones may stay in the page.
  const usable = (selector) => [...document.querySelectorAll(selector)].filter((control) => control.checkVisibility());

  // Lists the keys that work on the page as it is now.
  function showShortcuts() {
    const dialog = find("#shortcuts");
    const list = find("dl", dialog);
    for (const old of list.querySelectorAll("[data-listed]")) old.remove();
    for (const control of usable("[data-key]")) {
      const keys = control.dataset.key.split(" ").map((key) => dialog.dataset[key.toLowerCase()] ?? key);
      const row = find("template", dialog).content.cloneNode(true);
      find("kbd", row).textContent = keys.join(", ");
      find("dd", row).textContent = control.ariaLabel || control.textContent;
      list.append(row);
    }
    for (const row of dialog.querySelectorAll("[data-needs]")) row.hidden = !find(row.dataset.needs);
    dialog.showModal();
  }

  // Keys step through a replay if there is a slider, and click controls with a shortcut. The letters of plies that end a turn are capitals.
  const endBefore = (at, plies) => at - 1 - [...plies.slice(0, Math.max(at - 1, 0))].reverse().join("").search(/[A-Z]|$/);
  const endAfter = (at, plies) => at + 1 + plies.slice(at).search(/[A-Z]/);
  const goes = {
    ArrowLeft: endBefore, ArrowRight: endAfter, Home: () => 0, End: () => Infinity, ",": (at) => at - 1, ".": (at) => at + 1,
  };
  document.addEventListener("keydown", (event) => {
    const field = event.target.closest("input, textarea, select");
    const typed = field && !(field.type === "range" && ["p", " ", "Escape"].includes(event.key));
    if (event.altKey || event.ctrlKey || event.metaKey || typed || find("#shortcuts[open]")) return;
    if (event.key === "Escape") chosen()?.click();
    const press = event.target.closest("#press > *")?.parentElement;
    if (press && event.key in ways) {
      event.preventDefault();
      return step(press, ways[event.key]);
    }
    const slider = find("#scrub");
    if (slider && event.key in goes) {
      event.preventDefault();
      slider.value = Math.min(goes[event.key](Number(slider.value), find("#steps").dataset.plies), slider.max);
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    if (event.key === "f") return flip();
    if (event.key === "?") return showShortcuts();
    if (event.key === " " && event.target.closest("button, summary")) return;
    const [target] = usable(`[data-key~="${CSS.escape(event.key === " " ? "Space" : event.key)}"]`);
    if (!target) return;
    event.preventDefault();
    target.click();
  });

  // Scrolls long lists to the current entry: the shown ply or the last one, and the last message.
  const counted = new Map();
  function hasGrown(list) {
    const count = list?.matches(".moves") ? list.querySelectorAll("a").length : list?.childElementCount;
    const more = list && counted.get(list.className + list.id) !== count;
    if (more) counted.set(list.className + list.id, count);
    return more;
  }
  function showNew() {
    const [plies, said, current] = [find(".plies, .moves"), find("#said"), find(":is(.plies, .moves) [aria-current]")];
    if (current) plies.scrollTop += current.getBoundingClientRect().top - plies.getBoundingClientRect().top - plies.clientHeight / 2;
    else if (hasGrown(plies)) plies.scrollTop = plies.scrollHeight;
    if (hasGrown(said)) said.scrollTop = said.scrollHeight;
  }

  document.addEventListener("DOMContentLoaded", () => { showSide(); rove(); showNew(); });
  document.addEventListener("htmx:after:swap", () => { showSide(); rove(); showNew(); });
})();
