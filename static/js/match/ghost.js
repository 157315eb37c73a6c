// Under the pointer, a pale copy of the piece where it would stand. Only for a mouse: a finger hides what is below it.
import { find } from "./dom.js";
import { movingPiece, overlay, putOn } from "./overlay.js";

const target = (event) => event.pointerType === "mouse" && event.target.closest?.("#press > button.play");
// The mark of the player, where moves place new ones.
const ownMark = () => find("#press > .mark > *");

document.addEventListener("pointerover", (event) => {
  const control = target(event);
  if (!control || find(".overlay.dragged")) return;
  const piece = movingPiece() ?? ownMark();
  const ghost = piece && overlay(piece, "ghost");
  if (ghost) putOn(ghost, control);
});
document.addEventListener("pointerout", (event) => { if (target(event)) overlay(undefined, "ghost"); });
document.addEventListener("htmx:before:swap", () => overlay(undefined, "ghost"));
