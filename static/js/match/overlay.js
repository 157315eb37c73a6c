// Copies of pieces above the board: the piece that is dragged, and where a piece would stand.
import { find } from "./dom.js";

const PIECES = "#pieces > .piece";

/** The cell of a piece or control, as coordinates. */
export const cellOf = (element) => {
  const style = getComputedStyle(element);
  return `${style.getPropertyValue("--x")} ${style.getPropertyValue("--y")}`;
};

/** The piece that a pressed control moves: on the chosen cell, or in hand. */
export function movingPiece(control = find("#press > .chosen")) {
  const cell = control && cellOf(control);
  const pieces = [...document.querySelectorAll(PIECES)];
  return cell ? pieces.findLast((piece) => cellOf(piece) === cell) : find(`${PIECES}.hand`);
}

/** The layer above the board with a copy of a piece; `undefined` removes it. */
export function overlay(piece, name) {
  find(`.board > .overlay.${name}`)?.remove();
  const drawing = piece && find(".board > svg");
  if (!drawing) return undefined;
  const layer = drawing.cloneNode(false);
  layer.classList.add("overlay", name);
  const copy = piece.cloneNode(true);
  copy.removeAttribute("id");
  copy.removeAttribute("style");
  copy.classList.remove("piece", "new");
  copy.classList.add("copy");
  layer.append(copy);
  find("#press").before(layer);
  return copy;
}

/** Puts a copy on the cell of a control, whatever cell its class names. */
export function placeOnCell(copy, control) {
  const style = getComputedStyle(control);
  for (const name of ["--x", "--y", "--scale"]) {
    const value = style.getPropertyValue(name);
    if (value) copy.style.setProperty(name, value);
  }
  copy.style.translate = "";
}
