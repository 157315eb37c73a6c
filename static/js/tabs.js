// The sections beside the board as tabs on phones: moves, chat, notes and conditional moves. On wide screens, and without scripts,
// all of them are shown. A dot marks messages that have come since the chat was last looked at.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const narrow = matchMedia("(max-width: 47.99rem)");
  const REMEMBERED = 100;
  let list, tabs, chosen;

  const panelOf = (tab) => document.getElementById(tab.dataset.section);
  const isChat = (tab) => tab.id === "tab-chat";

  // A section that has nothing for the user has no tab. That of the moves has a sentence instead.
  const FILLED = { "tab-moves": "nav", "tab-chat": "#talk > :is(h2, form, p), #said > *", "tab-notes": "details", "tab-plans": "#conditional-moves:not([hidden]) > *" };
  const isFilled = (tab) => Boolean(find(FILLED[tab.id], panelOf(tab)));

  function arrange() {
    const on = narrow.matches;
    find("#sections").classList.toggle("tabbed", on);
    list.hidden = !on;
    list.setAttribute("role", "tablist");
    const shown = tabs.filter(isFilled);
    if (!shown.includes(chosen)) chosen = shown[0];
    for (const tab of tabs) {
      const [panel, current] = [panelOf(tab), tab === chosen];
      tab.hidden = !shown.includes(tab);
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-selected", current);
      tab.setAttribute("aria-controls", panel.id);
      tab.tabIndex = current ? 0 : -1;
      panel.hidden = on && !current;
      if (!on) {
        for (const name of ["role", "aria-label", "tabindex"]) panel.removeAttribute(name);
        continue;
      }
      panel.setAttribute("role", "tabpanel");
      // Without the words about new messages.
      panel.setAttribute("aria-label", tab.firstChild.textContent.trim());
      panel.tabIndex = 0;
      // What a tab opens needs no second press.
      if (current && !isChat(tab)) for (const fold of panel.querySelectorAll("details.about")) fold.open = true;
    }
    mark();
  }

  function choose(tab) {
    chosen = tab;
    arrange();
    const said = isChat(tab) && find("#said");
    if (said) said.scrollTop = said.scrollHeight;
  }

  // The number of the last message that was in sight, of each match. The number of messages is of no use: one may be removed.
  const match = () => find("#live")?.dataset.match ?? location.pathname;
  function lastSeen() {
    try { return JSON.parse(localStorage.getItem("chat-seen") ?? "{}"); } catch { return {}; }
  }
  function storeLastSeen(line) {
    const all = Object.entries({ ...lastSeen(), [match()]: line }).filter(([id]) => id !== match());
    try { localStorage.setItem("chat-seen", JSON.stringify(Object.fromEntries([...all.slice(1 - REMEMBERED), [match(), line]]))); } catch { /* Not allowed. */ }
  }
  function mark() {
    const last = Number(find("#said > :last-child")?.id.slice(1)) || 0;
    const dot = find(".unread", list);
    if (!dot) return;
    const seen = lastSeen()[match()] ?? 0;
    const inSight = !document.hidden && (!narrow.matches || isChat(chosen));
    if (inSight && last > seen) storeLastSeen(last);
    dot.hidden = inSight || last <= seen;
  }

  const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };
  function start() {
    list = find("#section-tabs");
    if (!list) return;
    tabs = [...list.children];
    list.addEventListener("click", (event) => {
      const tab = event.target.closest("button");
      if (tab) choose(tab);
    });
    list.addEventListener("keydown", (event) => {
      if (!(event.key in steps) || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopPropagation();
      const shown = tabs.filter((tab) => !tab.hidden);
      const at = shown.indexOf(chosen) + steps[event.key];
      const next = Math.abs(at) === Infinity ? Math.max(0, Math.min(at, shown.length - 1)) : (at + shown.length) % shown.length;
      choose(shown[next]);
      shown[next].focus();
    });
    // The section that the page is about: with an error, or with conditional moves that were suggested.
    const suggested = new URLSearchParams(location.search).has("orders") && tabs.find((tab) => tab.id === "tab-plans");
    chosen = tabs.find((tab) => find("[role=alert], :target", panelOf(tab))) ?? (suggested || undefined);
    narrow.addEventListener("change", arrange);
    document.addEventListener("visibilitychange", mark);
    document.addEventListener("htmx:after:swap", arrange);
    arrange();
  }
  document.addEventListener("DOMContentLoaded", start);
})();
