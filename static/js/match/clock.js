// The clocks of the seats count down by the time of the server. Every time that the server has sent is at most its time now, so
// the largest difference to the time of this page is the best estimate. `performance.now()` does not jump when the device's
// clock is set; after it was suspended, the next stream brings a larger difference. Other scripts read from `data-ahead` of the
// page how far the server is ahead of the device's clock, in milliseconds.
import { find } from "./dom.js";

const TICK = 200;
const LAST_SECONDS = 10000;

let ahead = -Infinity;

/** The time of the server, in milliseconds; not finite before it has sent any. */
export const serverTime = () => performance.now() + ahead;

/** Takes note of a moment at the server. */
export function sync(moment) {
  const difference = Number(moment) - performance.now();
  if (!Number(moment) || difference <= ahead) return;
  ahead = difference;
  document.documentElement.dataset.ahead = Number(moment) - Date.now();
}

// The words of the server for spans of time; the first two are of sentences.
const [, , oneDay, days, oneDayAnd, daysAnd, hours, minutes, seconds] = (find('meta[name="times"]')?.content ?? "").split("|")
  .map((words) => (number, rest) => words.replace("%", number).replace("$", rest));

function durationText(left) {
  const m = Math.floor(left / 60000);
  const [d, h] = [Math.floor(m / 1440), Math.floor(m / 60) % 24];
  if (d) return d === 1 ? (h ? oneDayAnd(1, h) : oneDay()) : (h ? daysAnd(d, h) : days(d));
  if (h) return m % 60 ? `${hours(h)} ${minutes(m % 60)}` : hours(h);
  return m > 1 ? minutes(m) : seconds(Math.floor(left / 1000));
}

/** Begun seconds: "4:05", "1:02:00". */
function clockText(left) {
  const s = Math.ceil(left / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [h, m] = [Math.floor(s / 3600), Math.floor(s / 60) % 60];
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows what every running clock has left. */
function tick() {
  for (const clock of document.querySelectorAll(".seat-clock[data-ends]")) {
    const isLive = clock.classList.contains("live");
    const left = Math.max(0, clock.dataset.ends - performance.now() - ahead);
    setText(find(".left", clock), isLive ? clockText(left) : durationText(left));
    const reserve = find("[data-reserve]", clock);
    if (reserve) setText(reserve, clockText(Math.min(left, reserve.dataset.reserve)));
    clock.classList.toggle("low", left < clock.dataset.low);
    clock.classList.toggle("last", isLive && left < LAST_SECONDS);
  }
}

function update() {
  for (const clock of document.querySelectorAll(".seat-clock[data-now]")) sync(clock.dataset.now);
  tick();
}

update();
setInterval(tick, TICK);
document.addEventListener("htmx:after:swap", update);
document.addEventListener("visibilitychange", update);
