// What was typed survives the end of a session: it stays in this tab until its user is on the page again, and is never shown to
// anybody else.
(() => {
  "use strict";
  const KEY = "typed";
  const TEXTS = 'main :is(textarea, input[dir="auto"], input[name="why"])';
  const { user } = document.documentElement.dataset;
  const nameOf = ({ form, name }) => `${new URL(form?.action ?? "", location.href).pathname} ${name}`;
  let sending;

  const store = {
    get() { try { return JSON.parse(sessionStorage.getItem(KEY)); } catch { return null; } },
    set(kept) { try { sessionStorage.setItem(KEY, JSON.stringify(kept)); } catch { /* Not allowed. */ } },
    clear() { try { sessionStorage.removeItem(KEY); } catch { /* Not allowed. */ } },
  };

  addEventListener("submit", (event) => { if (!event.defaultPrevented) sending = event.target; });
  addEventListener("pagehide", () => {
    const typed = [...document.querySelectorAll(TEXTS)].filter((field) => field.value && field.value !== field.defaultValue);
    if (!user || typed.length === 0 || sending?.action.includes("/logout")) return;
    const fields = Object.fromEntries(typed.map((field) => [nameOf(field), field.value]));
    store.set({ user, path: location.pathname, sent: sending !== undefined, fields });
  });

  document.addEventListener("DOMContentLoaded", () => {
    const kept = store.get();
    if (!kept) return;
    // Signing in again: what was sent has not arrived.
    if (!user) return store.set({ ...kept, sent: false });
    if (kept.user === user && location.pathname.startsWith("/reauthenticate")) return;
    if (kept.user !== user || kept.sent) return store.clear();
    if (kept.path !== location.pathname) return;
    store.clear();
    for (const field of document.querySelectorAll(TEXTS)) {
      const text = kept.fields[nameOf(field)];
      if (!text || field.value) continue;
      field.value = text;
      for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
    }
  });
})();
