// Which players are looking at the match. The stylesheet shows the words for it.
import { find } from "./dom.js";
import { stream } from "./stream.js";

stream.addEventListener("message", ({ detail: { event, data } }) => {
  const present = find("#presence");
  if (event !== "presence" || !present) return;
  present.className = data.split(" ").filter(Boolean).map((seat) => `here-${seat}`).join(" ");
});
