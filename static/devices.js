// Switches notifications on and off for the browser that opens the settings.
(() => {
  "use strict";
  const here = document.querySelector("#this-device");
  const [on, off] = [here.querySelector("form"), document.querySelectorAll("form[data-removes]")];
  const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

  function show(...states) {
    here.hidden = false;
    document.querySelector("#by-script").hidden = true;
    for (const part of here.querySelectorAll("[data-is]")) part.hidden = !states.includes(part.dataset.is);
  }

  // The site lists devices by a hash of their endpoints, because those are secret.
  async function print(subscription) {
    const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(subscription.endpoint));
    return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const known = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

  const encoded = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer()))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

  async function look() {
    if (!able) return show("unable");
    const subscription = await known();
    const row = subscription && document.querySelector(`li[data-print="${await print(subscription)}"]`);
    if (row) {
      row.querySelector("[data-here]").hidden = false;
      row.dataset.own = "";
      return show("on");
    }
    show(Notification.permission === "denied" ? "denied" : "off");
  }

  async function subscribe() {
    await navigator.serviceWorker.register(here.dataset.worker);
    const { pushManager } = await navigator.serviceWorker.ready;
    // A subscription with the key of another site has to be replaced.
    const before = await pushManager.getSubscription();
    if (before && encoded(before.options.applicationServerKey) !== here.dataset.key) await before.unsubscribe();
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: here.dataset.key });
  }

  on.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = on.querySelector("button");
    button.disabled = true;
    try {
      if (await Notification.requestPermission() !== "granted") return await look();
      const { endpoint, keys } = (await subscribe()).toJSON();
      Object.assign(on.elements.endpoint, { value: endpoint });
      Object.assign(on.elements.p256dh, { value: keys.p256dh });
      Object.assign(on.elements.auth, { value: keys.auth });
      on.submit();
    } catch {
      show("off", "failed");
    } finally {
      button.disabled = false;
    }
  });

  for (const form of off) {
    form.addEventListener("submit", async (event) => {
      if (!("own" in form.closest("li").dataset)) return;
      event.preventDefault();
      try { await (await known())?.unsubscribe(); } finally { form.submit(); }
    });
  }

  look().catch(() => show("failed"));
})();
