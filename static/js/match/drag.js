// Drag and drop: a copy of the piece follows the pointer. Taking it up presses the control of the piece, dropping it presses the
// target, so that a dragged move is checked, previewed and sent like any other. Where the control of a piece plays its only move,
// the control says onto which cells the piece can be dragged, and dropping it there presses the control.
import { find } from "./dom.js";
import { cellOf, cellsOf, clear, copyOf, layer, movingPiece, placeOnCell, ring } from "./overlay.js";

// Pixels a pointer moves before a press becomes a drag.
const START = 6;
// Milliseconds until a dropped piece is shown where the page says it is, if the move doesn't arrive.
const PATIENCE = 4000;

let drag;
// The dropped piece, until the page shows it on the cell it was dropped on.
let dropped;

const centre = (element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, reach: Math.max(width * 0.75, 22) };
};
const isOn = (event, element) => {
  const { left, right, top, bottom } = element?.getBoundingClientRect() ?? {};
  return event.clientX >= left && event.clientX <= right && event.clientY >= top && event.clientY <= bottom;
};

document.addEventListener("pointerdown", (event) => {
  drag = undefined;
  if (!event.isPrimary || event.button !== 0 || !event.target.closest("#press")) return;
  const control = event.target.closest("#press > :is(.mine, .chosen, [data-onto])");
  const piece = control ? movingPiece(control) : movingPiece(null);
  if (!piece || (!control && !(find("#press > .play") && isOn(event, piece)))) return;
  drag = { control, piece, x: event.clientX, y: event.clientY, pointer: event.pointerId };
});
// Links are dragged by browsers on their own.
document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#press")) event.preventDefault(); });

document.addEventListener("pointermove", (event) => {
  if (drag?.pointer !== event.pointerId || !event.buttons) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.copy && Math.hypot(x, y) < START) return;
  if (!drag.copy) begin();
  if (!drag.copy) return;
  drag.copy.style.translate = `${x / drag.scale}px ${y / drag.scale}px`;
  const under = targetOf(drag.control, event);
  for (const other of document.querySelectorAll(".board .over")) if (other !== under) other.classList.remove("over");
  under?.classList.add("over");
});

function begin() {
  clear("ghost");
  if (isOnlyMove(drag.control)) markCells(drag.control);
  drag.copy = copyOf(drag.piece, "dragged");
  if (!drag.copy) return;
  const drawing = drag.copy.ownerSVGElement;
  drag.scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
  hide(drag.piece);
  if (drag.control?.matches(".mine")) drag.control.click();
}

const isOnlyMove = (control) => control?.matches("[data-onto]");
function markCells(control) {
  const marks = layer("drops");
  for (const cell of cellsOf(control)) ring(marks, cell);
}

const hide = (piece) => { piece.style.opacity = "0.25"; };
const show = (piece) => { piece.style.opacity = ""; };

// What a piece is dropped on: a target, or the mark of a cell for the control of an only move.
function targetOf(control, event) {
  if (!isOnlyMove(control)) return targetUnder(event);
  const marks = isOn(event, control) ? [] : [...document.querySelectorAll(".overlay.drops > *")];
  return marks.find((mark) => isOn(event, mark));
}
function targetUnder(event) {
  let best, least = Infinity;
  for (const control of document.querySelectorAll("#press > .play")) {
    const { x, y, reach } = centre(control);
    const far = Math.hypot(x - event.clientX, y - event.clientY);
    if (far < least && far < reach) [best, least] = [control, far];
  }
  return best;
}

document.addEventListener("pointerup", (event) => {
  if (drag?.pointer !== event.pointerId) return;
  const { control, piece, copy } = drag;
  drag = undefined;
  if (!copy) return;
  swallowClick();
  const drop = () => {
    const only = isOnlyMove(control);
    const target = targetOf(control, event);
    const end = only ? find(".overlay.drops > :last-child") : target;
    if (!target || (only && !control.isConnected)) return endDrop(piece);
    if (isIdentified(piece)) {
      placeOnCell(copy, end);
      piece.style.opacity = "0";
      dropped = { piece: piece.id, cell: cellOf(end), timer: setTimeout(() => endDrop(piece), PATIENCE) };
    } else {
      endDrop(piece);
    }
    clear("drops");
    (only ? control : target).click();
    return undefined;
  };
  // The targets may still be on their way.
  if (isOnlyMove(control) || isChosen(piece)) drop();
  else document.addEventListener("htmx:after:swap", drop, { once: true });
});
document.addEventListener("pointercancel", () => {
  if (drag?.copy) endDrop(drag.piece);
  drag = undefined;
});
// A heap of counted pieces does not go where it is dropped: its pieces are moved one by one.
const isIdentified = (piece) => piece.id.startsWith("p");
const isChosen = (piece) => piece.matches(".hand") || movingPiece()?.id === piece.id;

function endDrop(piece) {
  clearTimeout(dropped?.timer);
  dropped = undefined;
  clear("dragged");
  clear("drops");
  show(find(`#${piece.id}`) ?? piece);
}

// The click that follows a drag presses nothing.
function swallowClick() {
  const swallow = (click) => {
    if (!click.isTrusted) return;
    click.preventDefault();
    click.stopImmediatePropagation();
  };
  addEventListener("click", swallow, { capture: true });
  setTimeout(() => removeEventListener("click", swallow, { capture: true }));
}

// The page shows the move of a dropped piece: the piece itself stays hidden until it has arrived.
new MutationObserver(() => {
  if (!dropped) return;
  const piece = find(`#${dropped.piece}`);
  if (!piece || cellOf(piece) === dropped.cell) endDrop(piece ?? { id: dropped.piece, style: {} });
  else if (piece.style.opacity !== "0") piece.style.opacity = "0";
}).observe(find("#board") ?? document, { subtree: true, childList: true, attributeFilter: ["class"] });
// A refused move goes back.
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const piece = dropped && ctx.response?.status >= 400 && find(`#${dropped.piece}`);
  if (piece) endDrop(piece);
});
