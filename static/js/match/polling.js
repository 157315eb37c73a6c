// News without the stream. Some networks hold back or cut event streams but answer other requests, so a page whose stream isn't
// open fetches the match every few seconds, and less and less often while it is hidden.
import { isWanted } from "./stream.js";
import { refresh } from "./updates.js";

// In milliseconds: between two requests, and at most while hidden; and how long the first may be unanswered before that is reported.
const [PAUSE, LONGEST_PAUSE] = [4000, 60000];
const GRACE = 1500;

let polling;

/** Whether the page relies on polling. It is idle while the page needs no news. */
export const isPolling = () => Boolean(polling);

/** Fetches the match at once and then regularly. Each time, `report` is told whether the server has answered. */
export async function startPolling(report) {
  stopPolling();
  const started = polling = {};
  if (isWanted()) started.late = setTimeout(report, GRACE, false);
  for (let pause = PAUSE; isWanted();) {
    const isAnswered = await refresh();
    clearTimeout(started.late);
    if (polling !== started) return;
    report(isAnswered);
    pause = document.hidden ? Math.min(2 * pause, LONGEST_PAUSE) : PAUSE;
    await new Promise((resolve) => { started.next = setTimeout(resolve, pause * (0.7 + 0.6 * Math.random())); });
  }
}

export function stopPolling() {
  clearTimeout(polling?.late);
  clearTimeout(polling?.next);
  polling = undefined;
}
