// Drag and drop: a copy of the piece follows the pointer. Taking it up presses the control of the piece, dropping it presses the
// target, so that a dragged move is checked, previewed and sent like any other.
import { find } from "./dom.js";
import { cellOf, movingPiece, overlay, placeOnCell } from "./overlay.js";

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
  const control = event.target.closest("#press > :is(.mine, .chosen)");
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
  const under = targetUnder(event);
  for (const control of document.querySelectorAll("#press > .over")) if (control !== under) control.classList.remove("over");
  under?.classList.add("over");
});

function begin() {
  overlay(undefined, "ghost");
  drag.copy = overlay(drag.piece, "dragged");
  if (!drag.copy) return;
  const drawing = drag.copy.ownerSVGElement;
  drag.scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
  hide(drag.piece);
  if (drag.control?.matches(".mine")) drag.control.click();
}

const hide = (piece) => { piece.style.opacity = "0.25"; };
const show = (piece) => { piece.style.opacity = ""; };

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
  const { piece, copy } = drag;
  drag = undefined;
  if (!copy) return;
  swallowClick();
  const drop = () => {
    const target = targetUnder(event);
    if (!target) return endDrop(piece);
    placeOnCell(copy, target);
    piece.style.opacity = "0";
    dropped = { piece: piece.id, cell: cellOf(target), timer: setTimeout(() => endDrop(piece), PATIENCE) };
    target.click();
    return undefined;
  };
  // The targets may still be on their way.
  if (isChosen(piece)) drop();
  else document.addEventListener("htmx:after:swap", drop, { once: true });
});
document.addEventListener("pointercancel", () => {
  if (drag?.copy) endDrop(drag.piece);
  drag = undefined;
});
const isChosen = (piece) => piece.matches(".hand") || movingPiece()?.id === piece.id;

function endDrop(piece) {
  clearTimeout(dropped?.timer);
  dropped = undefined;
  overlay(undefined, "dragged");
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
