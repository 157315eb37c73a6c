// Copies of pieces and marks above the board: the piece that is dragged, where a piece would stand, and where a move leads.
import { find } from "./dom.js";

const PIECES = "#pieces > .piece";

const values = (element, names) => {
  const style = getComputedStyle(element);
  return names.map((name) => style.getPropertyValue(name)).join(" ");
};
/** The cell of a piece, control or mark, as coordinates. */
export const cellOf = (element) => values(element, ["--x", "--y"]);
/** The same with the offset of a piece among several on one cell. */
const placeOf = (element) => values(element, ["--x", "--y", "--dx", "--dy"]);

/** The piece that a pressed control moves: on the chosen cell, or in hand. */
export function movingPiece(control = find("#press > .chosen")) {
  const place = control && placeOf(control);
  const pieces = [...document.querySelectorAll(PIECES)];
  return place ? pieces.findLast((piece) => placeOf(piece) === place) : find(`${PIECES}.hand`);
}

/** Removes the layer with this name. */
export const clear = (name) => find(`.board > .overlay.${name}`)?.remove();

/** An empty layer above the board, in the place of the one with the same name. */
export function layer(name) {
  clear(name);
  const drawing = find(".board > svg");
  const empty = drawing?.cloneNode(false);
  empty?.classList.add("overlay", name);
  if (empty) find("#press").before(empty);
  return empty;
}

/** A layer with a copy of a piece. */
export function copyOf(piece, name) {
  const copy = piece.cloneNode(true);
  copy.removeAttribute("id");
  copy.removeAttribute("style");
  copy.classList.remove("piece", "new");
  copy.classList.add("copy");
  layer(name)?.append(copy);
  return copy.parentNode ? copy : undefined;
}

/** Adds an SVG element to a layer. */
export function draw(on, tag, attributes) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  on.append(element);
  return element;
}

/** Adds a ring on a cell, which is given by its classes. */
export const ring = (on, cell) => draw(on, "rect", { class: `drop ${cell}`, x: -8.6, y: -8.6, width: 17.2, height: 17.2, rx: 8.6 });

/** The cells onto which a control can be dragged, the last of which is where its move ends. */
export const cellsOf = (control) => control.dataset.onto?.split(",") ?? [];

/** Puts a copy on the cell of a control or ring, whatever cell its class names. */
export function placeOnCell(copy, control) {
  const style = getComputedStyle(control);
  for (const name of ["--x", "--y", "--scale", "--dx", "--dy", "--k"]) {
    const value = style.getPropertyValue(name);
    if (value) copy.style.setProperty(name, value);
  }
  copy.style.translate = "";
}
