// Enhancements of all pages. Everything works without them too.
(() => {
  "use strict";
  const find = (selector, within = document) => within.querySelector(selector);
  const year = 365 * 24 * 60 * 60;

  // Switches the theme: system, light, dark. The server reads the cookie for the next page.
  const themes = ["system", "light", "dark"];
  const theme = () => document.documentElement.dataset.theme ?? "system";
  function showTheme() {
    for (const button of document.querySelectorAll("[data-theme-button]")) {
      button.hidden = false;
      find("[data-theme-name]", button).textContent = button.dataset[theme()];
    }
  }
  function nextTheme() {
    const next = themes[(themes.indexOf(theme()) + 1) % themes.length];
    if (next === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
    const age = next === "system" ? 0 : year;
    const secure = location.protocol === "https:" ? "; secure" : "";
    document.cookie = `theme=${next}; path=/; max-age=${age}; samesite=lax${secure}`;
    showTheme();
  }

  // Shares a link by the dialog of the device. Where there is none, the link is copied.
  const shares = (button) => "share" in button.dataset && "share" in navigator;
  async function share(button) {
    try {
      await navigator.share({ title: document.title, url: new URL(button.dataset.copy, location.href).href });
    } catch (problem) {
      if (problem.name !== "AbortError") copy(button);
    }
  }

  async function copy(button) {
    const link = "text" in button.dataset ? button.dataset.copy : new URL(button.dataset.copy, location.href).href;
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      return showLink(button, link);
    }
    const said = button.textContent;
    button.textContent = button.dataset.copied;
    setTimeout(() => { button.textContent = said; }, 2500);
  }

  // Browsers have no clipboard for sites without HTTPS, and may refuse it to others. The link is then shown, selected, to be copied
  // by hand.
  function showLink(button, link) {
    const field = document.createElement("input");
    Object.assign(field, { className: "input", value: link, readOnly: true, ariaLabel: button.textContent.trim() });
    button.replaceWith(field);
    field.select();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-button], [data-copy]");
    if (button && shares(button)) share(button);
    else if (button?.dataset.copy) copy(button);
    else if (button) nextTheme();
    closeMenus((menu) => !menu.contains(event.target) || event.target.closest(".more a, .more form button"));
  });
  // Escape closes what is open and does nothing else. The focus returns to what opened it.
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !find(OPEN)) return;
    event.stopPropagation();
    const inner = [...document.querySelectorAll(OPEN)].filter((one) => !find(OPEN, one));
    for (const one of inner) {
      one.open = false;
      if (one.contains(document.activeElement)) find("summary", one).focus();
    }
  }, true);

  // Open menus, and questions about what is about to be done.
  const OPEN = "details:is(.menu, .careful)[open]";

  // A click elsewhere closes an open menu, and so does the choice of an entry.
  function closeMenus(which) {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (which(menu)) menu.open = false;
  }

  // Formats durations like the server, in the language of the page, with seconds for short ones.
  const [over, ahead, oneDay, days, oneDayAnd, daysAnd, hours, minutes, seconds, sinceHours, sinceMinutes] =
    (find('meta[name="times"]')?.content ?? "").split("|").map((words) => (number, rest) => words.replace("%", number).replace("$", rest));
  function timeLeft(milliseconds) {
    if (milliseconds <= 0) return over();
    const m = Math.floor(milliseconds / 60000);
    const [d, h] = [Math.floor(m / 1440), Math.floor(m / 60) % 24];
    const span = d ? [d === 1 ? (h ? oneDayAnd(1, h) : oneDay()) : h ? daysAnd(d, h) : days(d)]
      : h ? [hours(h), m % 60 && minutes(m % 60)]
      : [m > 1 ? minutes(m) : seconds(Math.floor(milliseconds / 1000))];
    return ahead(span.filter(Boolean).join(" "));
  }

  // Formats times in the language of the page, by the conventions of the reader's region.
  const { lang } = document.documentElement;
  const written = navigator.languages.find((own) => own.startsWith(lang)) ?? lang;

  // The time now by the server's clock, which a page brings when it is loaded. The pages of matches learn it more exactly from
  // their streams (match/clock.js), and others again when they count the turns: the clock of the device may be set meanwhile.
  const root = document.documentElement;
  const now = () => Date.now() + Number(root.dataset.ahead ?? 0);
  const IMPRECISE = 5000;
  function syncTime(server) {
    const difference = server - Date.now();
    if (Math.abs(difference - Number(root.dataset.ahead ?? 0)) > IMPRECISE) root.dataset.ahead = Math.round(difference);
  }
  function syncWithPage() {
    const [loaded] = performance.getEntriesByType("navigation");
    // A page from the cache is older than it seems.
    if (!loaded?.transferSize) return;
    syncTime(Number(find('meta[name="times"]')?.dataset.now) + performance.now() - loaded.responseStart);
  }

  // Shows times in the reader's zone, and keeps durations current.
  function showTimes(within) {
    for (const time of within.querySelectorAll("time[data-local]")) {
      const at = new Date(time.dateTime);
      time.title = at.toLocaleString(written, { dateStyle: "full", timeStyle: "short" });
      const lasted = Math.floor((now() - at) / 60000);
      if ("since" in time.dataset && lasted > 0 && lasted < 24 * 60) {
        time.textContent = lasted < 60 ? sinceMinutes(lasted) : sinceHours(Math.floor(lasted / 60));
      }
      if ("until" in time.dataset) {
        time.textContent = timeLeft(at - now());
        time.classList.toggle("soon", at - now() < 3600000);
      }
      if ("clock" in time.dataset) {
        const isToday = at.toDateString() === new Date(now()).toDateString();
        time.textContent = at.toLocaleString(written, isToday ? { timeStyle: "short" } : { day: "numeric", month: "short" });
      }
      if ("minute" in time.dataset) {
        time.textContent = at.toLocaleString(written, { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit", timeZoneName: "short" });
      }
    }
  }
  setInterval(() => showTimes(document), 60000);
  setInterval(() => {
    for (const time of document.querySelectorAll("time[data-until]")) {
      const remaining = new Date(time.dateTime) - now();
      if (remaining < 3 * 60000) time.textContent = timeLeft(remaining);
    }
  }, 1000);

  // Buttons that need scripts are hidden by the server.
  function showScripted(within) {
    for (const hidden of within.querySelectorAll("[data-wake]")) {
      hidden.hidden = false;
      if (shares(hidden)) hidden.textContent = hidden.dataset.share;
    }
    showTimes(within);
  }
  // Sends the time zone of the device when an account is created, and offers it to an account with a different zone.
  function ownZone() {
    try { return Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""; } catch { return ""; }
  }
  // Zones with different names but the same times all year need no offer.
  function clocksDiffer(one, other) {
    const months = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(new Date().getUTCFullYear(), month, 15)));
    const clock = (timeZone) => months.map((at) => at.toLocaleString("en", { timeZone })).join();
    try { return clock(one) !== clock(other); } catch { return false; }
  }
  function stored(key, value) {
    try {
      if (value !== undefined) localStorage.setItem(key, value);
      return localStorage.getItem(key);
    } catch { return null; }
  }
  function offerZone() {
    const zone = ownZone();
    for (const field of document.querySelectorAll("[data-own-zone]")) field.value = zone;
    const offer = find("[data-zone-offer]");
    if (!offer || !zone) return;
    const declined = `${offer.dataset.zoneOffer} ${zone}`;
    if (!clocksDiffer(zone, offer.dataset.zoneOffer) || stored("zone-offer-dismissed") === declined) return;
    find("[data-zone-name]", offer).textContent = zone;
    find("[data-zone-dismiss]", offer).addEventListener("click", () => {
      stored("zone-offer-dismissed", declined);
      offer.hidden = true;
    });
    offer.hidden = false;
  }

  // Nothing of a user stays in a browser that others may use: the first page after their session, in each tab, forgets it.
  function forgetUser() {
    // A match on another site is the same for users and visitors.
    if (root.matches(".embed")) return;
    try {
      const stores = [localStorage, sessionStorage];
      if (find("header .menu")) for (const store of stores) store.setItem("signed-in", "yes");
      else if (stores.some((store) => store.getItem("signed-in"))) {
        const typed = sessionStorage.getItem("typed");
        for (const store of stores) store.clear();
        // See typed.js.
        if (typed) sessionStorage.setItem("typed", typed);
      }
    } catch { /* Not allowed. */ }
  }

  // A form that is under way is not sent again by a second press: its answer would take the place of the first one. It can be
  // sent again when the page is shown again, or when nothing has come.
  const SENT = 10000;
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "post" || form.hasAttribute("hx-post")) return;
    if ("sent" in form.dataset) return event.preventDefault();
    const release = () => { delete form.dataset.sent; };
    form.dataset.sent = "";
    setTimeout(release, SENT);
    addEventListener("pageshow", release, { once: true });
  });
  // A form has a key by which it is carried out once. On a page that was left and is shown again, it is a new form.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    for (const form of document.forms) form.action = form.action.replace(/(?<=[?&]once=)\w+/, () => Math.random().toString(36).slice(2));
  });
  // Requests by scripts say whose page they are from, like the URLs of plain forms: another user may have signed in meanwhile.
  function unnameForms() {
    // The fragments that replace these forms do not name the user, and must not differ otherwise.
    for (const form of document.querySelectorAll("form[hx-post]")) form.setAttribute("action", form.getAttribute("hx-post"));
  }
  document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
    if (root.dataset.user) ctx.request.headers["Parlour-User"] = root.dataset.user;
  });

  document.addEventListener("DOMContentLoaded", () => { forgetUser(); unnameForms(); showTheme(); syncWithPage(); showScripted(document); offerZone(); });
  document.addEventListener("htmx:after:swap", () => showScripted(document));

  // Shows the number of waiting matches in the header, the title and the icon.
  const NUMBER = /^\((\d+)\) /;
  let turns = Number(document.title.match(NUMBER)?.[1] ?? 0);
  function showInTitle() {
    const title = document.title.replace(NUMBER, "");
    const numbered = turns > 0 ? `(${turns}) ${title}` : title;
    if (document.title !== numbered) document.title = numbered;
  }
  // Messages of a stream bring titles without the number. They are set before this event.
  document.addEventListener("htmx:finally:swap", showInTitle);
  async function countTurns() {
    if (!find("header .menu")) return;
    try {
      const answer = await fetch("/turns", { cache: "no-store" });
      if (!answer.ok) return;
      const date = Date.parse(answer.headers.get("Date"));
      if (date) syncTime(date);
      turns = Number(await answer.text());
      const badge = find("#turns");
      if (badge) {
        badge.hidden = turns === 0;
        badge.firstElementChild.textContent = turns;
      }
      document.dispatchEvent(new CustomEvent("turns:counted", { detail: turns }));
      const icon = answer.headers.get("X-Icon");
      if (icon) find('link[rel="icon"]').href = icon;
      showInTitle();
    } catch { /* Asked again in a minute. */ }
  }
  setInterval(countTurns, 60000);
  document.addEventListener("turns:count", countTurns);

  // The dashboard follows the matches while it is looked at, and when one comes back to it.
  function refreshDashboard() {
    if (document.hidden || !find("#dashboard")) return;
    htmx.trigger("#dashboard", "refresh");
    countTurns();
  }
  setInterval(refreshDashboard, 10000);
  document.addEventListener("visibilitychange", refreshDashboard);
})();
