// Shows pushes as notifications, and opens their pages. It handles no requests and caches nothing.
"use strict";

// PNG, as browsers draw no SVG there. A badge has one colour.
const [ICON, BADGE] = ["/assets/now/icons/icon-192.png", "/assets/now/icons/badge.png"];

self.addEventListener("push", (event) => {
  let said;
  try { said = event.data.json(); } catch { said = { title: "Parlour", body: "There is news in one of your matches.", url: "/" }; }
  // A notification about the same match replaces the previous one, and alerts again.
  const shown = { body: said.body, tag: said.tag, renotify: Boolean(said.tag), icon: ICON, badge: BADGE, data: { url: said.url } };
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

// The push service has changed the endpoint of the browser. The site is notified of it if a user is still signed in.
async function moved(event) {
  const options = event.oldSubscription?.options;
  const now = event.newSubscription ?? (options && await self.registration.pushManager.subscribe(options));
  if (!now) return;
  const { endpoint, keys } = now.toJSON();
  const body = new URLSearchParams({ endpoint, ...keys, before: event.oldSubscription?.endpoint ?? "" });
  await fetch("/settings/devices", { method: "POST", body, redirect: "manual" });
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(moved(event)));
