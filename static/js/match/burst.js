// A burst of moves is played faster, and can be skipped.
import { find, live, shownSeq } from "./dom.js";
import { markSeen } from "./seen.js";
import { close, connect, stream } from "./stream.js";

function play(speed) {
  document.documentElement.style.setProperty("--speed", speed);
  find("#burst").hidden = speed === 1;
}
stream.addEventListener("message", ({ detail: { event, data } }) => { if (event === "speed") play(Number(data)); });
stream.addEventListener("open", () => play(1));

// The match as it stands takes the place of the rest.
document.addEventListener("click", async (event) => {
  if (event.target.id !== "burst") return;
  close();
  play(1);
  try { await htmx.ajax("GET", live.dataset.match, { source: live, target: "#press", swap: "outerMorph" }); } finally {
    markSeen(shownSeq());
    connect();
  }
});
