// The page of running matches: its stream brings what changes on their tiles. A match that has ended stays for a while.
// In milliseconds: how long a match that has ended stays, and until a stream that was refused is asked for again.
const WAIT = 30000;

let [source, reload] = [undefined, undefined];

function close() {
  source?.close();
  clearTimeout(reload);
  [source, reload] = [undefined, undefined];
}

function open() {
  close();
  const list = document.querySelector("#watch");
  if (document.hidden || !list.querySelector(".tiles")) return;
  source = new EventSource(list.dataset.events);
  source.onmessage = ({ data }) => htmx.swap({ sourceElement: list, swap: "none swapEmpty:false", text: data, request: {} });
  const refreshLater = () => { reload ??= setTimeout(refresh, WAIT); };
  source.addEventListener("ended", refreshLater);
  source.onerror = () => { if (source.readyState === EventSource.CLOSED) refreshLater(); };
}

// The list as it is now, and a stream of its matches.
function refresh() {
  close();
  if (!document.hidden) htmx.trigger("#watch", "refresh");
}

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => { if (ctx.target?.id === "watch") open(); });
document.addEventListener("visibilitychange", refresh);
addEventListener("pageshow", ({ persisted }) => { if (persisted) refresh(); });
open();
