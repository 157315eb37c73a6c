// A burst of moves is played faster, and can be skipped.
import { find } from "./dom.js";
import { close, connect, stream } from "./stream.js";
import { refresh } from "./updates.js";

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
  await refresh();
  connect();
});
