// The path of the move whose control is pointed at or focused, and the cell where it ends. Not for a finger, which presses at once.
import { cellsOf, clear, draw, layer, ring } from "./overlay.js";

const controlAt = (target) => target.closest?.("#press > :is([data-path], [data-onto])") ?? undefined;
const dataOf = ({ dataset: { path, onto } }) => `${path} ${onto}`;

let shown, data;
function show(control) {
  if (control === shown) return;
  shown = control;
  const over = control ? layer("ahead") : clear("ahead");
  if (!over) return;
  data = dataOf(control);
  if (control.dataset.path) draw(over, "path", { class: "last", d: control.dataset.path });
  const end = cellsOf(control).at(-1);
  if (end) ring(over, end);
}

document.addEventListener("pointerover", ({ target, pointerType, buttons }) => {
  if (pointerType !== "touch" && !buttons) show(controlAt(target));
});
document.documentElement.addEventListener("pointerleave", () => show());
document.addEventListener("pointerup", () => show());
document.addEventListener("focusin", ({ target }) => show(target.matches(":focus-visible") ? controlAt(target) : undefined));
document.addEventListener("focusout", () => show());
// What the control stands for can change below the pointer.
document.addEventListener("htmx:after:swap", () => { if (shown && (!shown.isConnected || dataOf(shown) !== data)) show(); });
