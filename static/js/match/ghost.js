// Under the pointer, a pale copy of the piece where it would stand. Only for a mouse: a finger hides what is below it.
import { find } from "./dom.js";
import { clear, copyOf, movingPiece, placeOnCell } from "./overlay.js";

const target = (event) => event.pointerType === "mouse" && event.target.closest?.("#press > button.play");
// The mark of the player, where moves place new ones.
const ownMark = () => find("#press > .mark > *");

let over;
function remove() {
  over = undefined;
  clear("ghost");
}

document.addEventListener("pointerover", (event) => {
  const control = target(event);
  if (!control || control.matches(".pressed") || find(".overlay.dragged")) return;
  const piece = movingPiece() ?? ownMark();
  const ghost = piece && copyOf(piece, "ghost");
  if (!ghost) return;
  placeOnCell(ghost, control);
  over = control;
});
document.addEventListener("pointerout", (event) => { if (target(event)) remove(); });
// A control that is pressed or taken away is not left by the pointer.
new MutationObserver(() => { if (over && !over.matches("#press > button.play:hover:not(.pressed)")) remove(); })
  .observe(find("#board"), { subtree: true, childList: true, attributeFilter: ["class"] });
document.addEventListener("htmx:after:swap", remove);
