// Passkeys: has a device create or use one, and sends its response with the form.
(() => {
  "use strict";
  const forms = document.querySelectorAll("form[data-passkey]");
  if (!window.PublicKeyCredential || !navigator.credentials) return;
  for (const words of document.querySelectorAll("[data-without-passkeys]")) words.hidden = true;

  const bytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  const named = (list) => (list ?? []).map((one) => ({ ...one, id: bytes(one.id) }));

  // A passkey is created only by a click on the button. After reauthentication the button has to be clicked again, so
  // the typed name is restored and the button focused.
  const PENDING = "pending-passkey";

  function restore(form) {
    const name = sessionStorage.getItem(PENDING);
    if (name === null || form.dataset.passkey !== "make") return;
    sessionStorage.removeItem(PENDING);
    form.elements.name.value = name;
    form.querySelector("button").focus();
  }

  async function ask(form) {
    const answer = await fetch(form.dataset.ask, { method: "POST", headers: { Accept: "application/json" } });
    // Sign-in and reauthentication.
    if (answer.redirected) {
      if (form.dataset.passkey === "make") sessionStorage.setItem(PENDING, form.elements.name.value);
      location.assign(answer.url);
      return null;
    }
    if (!answer.ok) throw new Error(String(answer.status));
    return answer.json();
  }

  async function make({ publicKey }) {
    const made = await navigator.credentials.create({
      publicKey: {
        ...publicKey,
        challenge: bytes(publicKey.challenge),
        user: { ...publicKey.user, id: bytes(publicKey.user.id) },
        excludeCredentials: named(publicKey.excludeCredentials),
      },
    });
    const { attestationObject, clientDataJSON } = made.response;
    return wrap(made, { attestationObject: text(attestationObject), clientDataJSON: text(clientDataJSON) });
  }

  async function show({ publicKey }) {
    const shown = await navigator.credentials.get({
      publicKey: { ...publicKey, challenge: bytes(publicKey.challenge), allowCredentials: named(publicKey.allowCredentials) },
    });
    const { authenticatorData, clientDataJSON, signature, userHandle } = shown.response;
    return wrap(shown, {
      authenticatorData: text(authenticatorData),
      clientDataJSON: text(clientDataJSON),
      signature: text(signature),
      userHandle: userHandle && userHandle.byteLength ? text(userHandle) : null,
    });
  }

  const wrap = (credential, response) => ({ id: credential.id, rawId: text(credential.rawId), type: credential.type, response });

  for (const form of forms) {
    form.hidden = false;
    restore(form);
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      const failed = form.querySelector("[data-failed]");
      button.disabled = true;
      failed.hidden = true;
      try {
        const asked = await ask(form);
        if (!asked) return;
        const answer = await (form.dataset.passkey === "make" ? make(asked.asks) : show(asked.asks));
        form.elements.challenge.value = asked.id;
        form.elements.answer.value = JSON.stringify(answer);
        form.submit();
      } catch {
        failed.hidden = false;
      } finally {
        button.disabled = false;
      }
    });
  }
})();
