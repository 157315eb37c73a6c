// Under the pointer, a pale copy of the piece where it would stand. Only for a mouse: a finger hides what is below it.
import { find } from "./dom.js";
import { movingPiece, overlay, putOn } from "./overlay.js";

const target = (event) => event.pointerType === "mouse" && event.target.closest?.("#press > button.play");
// The mark of the player, where moves place new ones.
const ownMark = () => find("#press > .mark > *");

document.addEventListener("pointerover", (event) => {
  const control = target(event);
  if (!control || control.matches(".pressed") || find(".overlay.dragged")) return;
  const piece = movingPiece() ?? ownMark();
  const ghost = piece && overlay(piece, "ghost");
  if (ghost) putOn(ghost, control);
});
document.addEventListener("pointerout", (event) => { if (target(event)) overlay(undefined, "ghost"); });
// A control that is taken away is not left by the pointer.
const isOfControls = ({ target }) => target.closest("#press");
new MutationObserver((changes) => { if (changes.some(isOfControls)) overlay(undefined, "ghost"); })
  .observe(find("#board"), { subtree: true, childList: true, attributeFilter: ["class"] });
document.addEventListener("htmx:before:swap", () => overlay(undefined, "ghost"));
