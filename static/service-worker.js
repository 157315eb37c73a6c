// Shows what is pushed, and opens what it is about. It touches no request and keeps nothing.
"use strict";

const ICON = "/assets/now/icons/favicon.svg";

self.addEventListener("push", (event) => {
  let said;
  try { said = event.data.json(); } catch { said = { title: "Parlour", body: "There is news in one of your matches.", url: "/" }; }
  // What comes about the same match takes the place of what was there, and is heard again.
  const shown = { body: said.body, tag: said.tag, renotify: Boolean(said.tag), icon: ICON, data: { url: said.url } };
  event.waitUntil(self.registration.showNotification(said.title, shown));
});

async function open(path) {
  const url = new URL(path, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((page) => new URL(page.url).pathname === url.pathname);
  if (there) await there.focus();
  else await self.clients.openWindow(url.href);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? "/"));
});

// The push service has given the browser another address: the house is told, if somebody is still signed in.
async function moved(event) {
  const options = event.oldSubscription?.options;
  const now = event.newSubscription ?? (options && await self.registration.pushManager.subscribe(options));
  if (!now) return;
  const { endpoint, keys } = now.toJSON();
  const body = new URLSearchParams({ endpoint, ...keys, before: event.oldSubscription?.endpoint ?? "" });
  await fetch("/settings/devices", { method: "POST", body, redirect: "manual" });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moved(event)));
