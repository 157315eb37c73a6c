// What has happened since the last visit is played: the board as the user knew it stands in the place of the one the page came
// with, and the stream begins there. What can be played stays in the form, for people who do not look. A press on the board
// or for a hint ends it. Without motion there is a summary in words beside the board, and no steps from the stream.
import { find, wantsNoMotion } from "./dom.js";
import { markSeen, shown } from "./seen.js";
import { restart } from "./stream.js";

// The drawing of the board as it stands, and the entry of the log that it shows.
let now;

/** Begins, if there is anything to play. */
export function begin() {
  const before = find("#before");
  if (!before || wantsNoMotion()) return false;
  now = { drawing: find("#board > svg"), seq: shown.seq };
  shown.seq = Number(before.dataset.seq);
  now.drawing.replaceWith(find("svg", before.content));
  before.remove();
  show(true);
  return true;
}

/** Ends once everything has been played. */
export function endIfPlayed() {
  if (now && shown.seq >= now.seq) end();
}

function show(on) {
  find("#back").hidden = !on;
  find(".stage").classList.toggle("back", on);
}
function end() {
  now = undefined;
  show(false);
}
/** Shows the board as it stands. */
export function endAtOnce() {
  if (!now) return;
  const { drawing, seq } = now;
  end();
  find("#board > svg").replaceWith(drawing);
  markSeen(seq);
}
function skip() {
  if (!now) return;
  endAtOnce();
  restart();
}

addEventListener("click", (event) => {
  if (!now || !event.target.closest("#board, [form=press], #named")) return;
  skip();
  // Pointing at the board as it was plays nothing, not even the nearest spot; a key on a spot plays it.
  if (!event.detail || !event.target.closest("#board")) return;
  event.preventDefault();
  event.stopPropagation();
  find("#announcement").textContent = find("#headline").textContent;
}, true);
document.addEventListener("click", (event) => { if (event.target.closest("[data-skip]")) skip(); });
