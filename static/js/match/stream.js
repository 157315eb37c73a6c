// The event stream of the match. It is read with fetch, because EventSource decides by itself when to reconnect. Events: "connect"
// when it is asked for; "open"; "message" with { id, event, data }; "closed" when it was lost or refused; "end" when the server
// has ended it. Messages are handed over one after the other: the next waits for `handle`.
import { serverTime, sync } from "./clock.js";
import { find, live, wantsNoMotion } from "./dom.js";

// In milliseconds: until a connection without an event is given up, and from the first attempt to reconnect to the longest
// wait between two. A stream that the server has ended is asked for again less and less often: there is hardly ever more to come.
const CONNECT_TIMEOUT = 10000;
const [FIRST_WAIT, LONGEST_WAIT] = [500, 30000];
const [WAIT_AFTER_END, LONGEST_WAIT_AFTER_END] = [5000, 10 * 60000];

export const stream = new EventTarget();
const dispatch = (name, detail) => stream.dispatchEvent(new CustomEvent(name, { detail }));

let position, handle, current, waiting;
// When the last message came, by the time of the server.
let contact = -Infinity;
let [attempts, ends] = [0, 0];

/** Opens the stream. `after` gives the entry to resume behind, `receive` takes each message. */
export function start(after, receive, delay = 0) {
  [position, handle] = [after, receive];
  waiting = setTimeout(connect, delay);
  document.addEventListener("visibilitychange", () => (isWanted() ? connect() : close()));
}

/** Whether the page needs the stream: while it is visible, and for players of a live match also while it is hidden, as its title
    and its sounds announce their turn. */
export const isWanted = () => !document.hidden || Boolean(find("#seats.live .you"));

export const isOpen = () => live?.dataset.stream === "open";

/** Opens a new connection at once, in the place of any there is. */
export function restart() {
  close();
  connect();
}

/** The same, but leaves a connection alone that is being opened. */
export function reconnect() {
  if (isOpen()) close();
  connect();
}

/** Ends the wait before the next attempt. */
export function reconnectNow() {
  if (!current) connect();
}

/** Closes the connection. */
export function close() {
  clearTimeout(waiting);
  current?.abort();
  current = undefined;
  delete live.dataset.stream;
}

/** Opens a connection, if there is none and the page needs it. */
export async function connect() {
  if (current || !isWanted()) return;
  clearTimeout(waiting);
  const connection = new AbortController();
  current = connection;
  const timeout = setTimeout(() => connection.abort(), CONNECT_TIMEOUT);
  dispatch("connect");
  let ended = false;
  try {
    const response = await fetch(address(), { headers: { Accept: "text/event-stream" }, cache: "no-store", signal: connection.signal });
    sync(response.headers.get("Server-Time"));
    if (isStream(response)) ended = await read(response, connection, () => clearTimeout(timeout));
  } catch { /* Lost, and opened again below. */ }
  clearTimeout(timeout);
  if (current !== connection) return;
  close();
  const wait = ended ? Math.min(WAIT_AFTER_END * 4 ** ends, LONGEST_WAIT_AFTER_END)
    : Math.min(FIRST_WAIT * 2 ** attempts, LONGEST_WAIT) * (0.7 + 0.6 * Math.random());
  attempts += 1;
  if (ended) ends += 1;
  waiting = setTimeout(connect, wait);
  dispatch(ended ? "end" : "closed");
}

/** Whether it isn't an error, nor a page that a network has put in the place of the stream. */
const isStream = ({ ok, headers }) => ok && headers.get("Content-Type")?.startsWith("text/event-stream");

function address() {
  const query = new URLSearchParams({ after: position() });
  if (Number.isFinite(contact)) query.set("at", Math.round(contact));
  if (live.dataset.user) query.set("user", live.dataset.user);
  if (wantsNoMotion()) query.set("calm", "1");
  return `${live.dataset.events}?${query}`;
}

/** Reads to the end of the answer; true if the server has said that there is nothing more to come. The stream is open once the
    first event has come, which the server sends at once: a network may pass on nothing but the headers. */
async function read(response, connection, opened) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; ;) {
    const { done, value } = await reader.read();
    if (done || current !== connection) return false;
    const blocks = (text + value).split("\n\n");
    text = blocks.pop();
    if (blocks.length > 0 && !isOpen()) {
      opened();
      live.dataset.stream = "open";
      attempts = 0;
      dispatch("open");
    }
    contact = serverTime();
    for (const block of blocks) {
      const message = parse(block);
      dispatch("message", message);
      try { await handle(message); } catch (error) { console.error(error); }
      if (current !== connection) return false;
      if (message.event === "end") return true;
      ends = 0;
    }
  }
}

function parse(block) {
  const fields = { data: [] };
  for (const line of block.split("\n")) {
    const [, name, value] = line.match(/^(\w*): ?(.*)$/) ?? [];
    if (name === "data") fields.data.push(value);
    else if (name) fields[name] = value;
  }
  const id = fields.id === undefined ? undefined : Number(fields.id);
  return { id, event: fields.event, data: fields.data.join("\n") };
}

// A page that is restored from memory has lost its connection.
addEventListener("pageshow", ({ persisted }) => { if (persisted && live) restart(); });
