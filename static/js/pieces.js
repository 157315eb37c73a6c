// A moving piece is drawn above all others: it is the last in the document until it arrives.
(() => {
  "use strict";
  // Identifiable pieces have ids; counted pieces are ordered by their number.
  const PIECES = '.board #pieces > .piece[id^="p"]';
  const place = (classes) => classes?.match(/\bc\d+/)?.[0];
  const moves = (piece) => piece.getAnimations().some((animation) => animation instanceof CSSTransition);

  function putBefore(piece, next) {
    const layer = piece.parentNode;
    if (piece.nextElementSibling === next) return;
    if (layer.moveBefore) layer.moveBefore(piece, next);
    else layer.insertBefore(piece, next);
  }
  // It is moved to the end at its old position, or its transition would not run.
  function raise(piece, before) {
    const now = piece.getAttribute("class");
    piece.setAttribute("class", before);
    putBefore(piece, null);
    piece.getBoundingClientRect();
    piece.setAttribute("class", now);
    if (!moves(piece)) lower(piece);
    else if (!piece.matches(".moving")) hop(piece);
  }
  // It rises above what it passes, and falls where it lands. Lengths are those of a cell of 20.
  function hop(piece) {
    const duration = piece.getAnimations().find((animation) => animation instanceof CSSTransition).effect.getTiming().duration;
    const frames = [{ transform: "scale(1)" }, { transform: "translateY(-5px) scale(1.16)" }, { transform: "scale(1)" }];
    piece.animate(frames, { duration, easing: "ease-in-out", composite: "add" });
  }
  // At rest, pieces are sorted by id, as the server renders them.
  const number = (piece) => Number(piece.id.slice(1));
  function lower(piece) {
    const behind = [...piece.parentNode.children].find((other) => number(other) > number(piece));
    putBefore(piece, behind ?? null);
  }

  const observer = new MutationObserver((changes) => {
    // The first of several changes has the position before all of them.
    const before = new Map();
    for (const { target, oldValue } of changes) if (!before.has(target)) before.set(target, oldValue);
    for (const [piece, classes] of before) {
      const [from, to] = [place(classes), place(piece.getAttribute("class"))];
      if (from && to && from !== to && piece.matches(PIECES)) raise(piece, classes);
    }
    observer.takeRecords();
  });
  observer.observe(document, { subtree: true, attributeFilter: ["class"], attributeOldValue: true });
  for (const end of ["transitionend", "transitioncancel"]) {
    document.addEventListener(end, ({ target }) => {
      if (target.matches?.(PIECES) && !moves(target)) lower(target);
    });
  }
})();
