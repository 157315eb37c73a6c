// What the modules of a match page share: lookups in the document.
export const find = (selector, within = document) => within.querySelector(selector);

// The element that says where the stream of the match is; only on pages that show the match as it stands.
export const live = find("#live");

// The number of the log entry up to which the page shows the match.
export const shownSeq = () => Number(find("#press")?.dataset.seq ?? NaN);

const system = matchMedia("(prefers-reduced-motion: reduce)");
export function wantsNoMotion() {
  const { motion } = document.documentElement.dataset;
  return motion ? motion === "reduced" : system.matches;
}
