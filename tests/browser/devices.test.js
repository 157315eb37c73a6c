// Push notifications: settings switch them on and off, and the service worker shows them and opens the match.
import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { DARK, openSite, PHONE, wantNotifications, test } from './parlour.js';

wantNotifications();

const ECHO = { PUSH_TO_LOOPBACK: 'on' };

/** A push subscription. Headless browsers have no push service. */
function subscription() {
  const point = createECDH('prime256v1').generateKeys();
  const keys = { p256dh: point.toString('base64url'), auth: randomBytes(16).toString('base64url') };
  return { endpoint: `http://127.0.0.1:9/push/${randomBytes(8).toString('hex')}`, keys };
}

/** Gives a browser a fake push service with one subscription, which persists across pages. */
async function withPushService(person) {
  await person.context.grantPermissions(['notifications']);
  await person.context.addInitScript((given) => {
    const kept = () => {
      const key = localStorage.getItem('subscribed');
      if (!key) return null;
      const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
      const unsubscribe = async () => localStorage.removeItem('subscribed');
      return { endpoint: given.endpoint, options: { applicationServerKey: bytes.buffer }, toJSON: () => given, unsubscribe };
    };
    PushManager.prototype.getSubscription = async () => kept();
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      if (!userVisibleOnly) throw new Error('a push that shows nothing is not allowed');
      localStorage.setItem('subscribed', applicationServerKey);
      return kept();
    };
  }, subscription());
}

const here = (person) => person.page.locator('#this-device');

test('push is switched on and off in the settings, which list the other devices', async (t) => {
  const site = await openSite(t, ECHO);
  const ada = await site.player('Ada');
  await withPushService(ada);
  await ada.page.goto('/settings');
  await ada.press('Turn on notifications');
  await ada.page.waitForURL(/done=device/);
  await here(ada).getByText('Notifications are on for this device.').waitFor();
  assert.equal(await ada.page.locator('.devices li').count(), 1);
  assert.match(await ada.page.locator('.devices li').innerText(), /on Linux\s+this device/);
  assert.ok(await here(ada).getByRole('button', { name: 'Turn on notifications' }).isHidden());

  const elsewhere = subscription();
  const form = { endpoint: elsewhere.endpoint, ...elsewhere.keys };
  await ada.context.request.post('/settings/devices', { form, headers: { 'User-Agent': 'Firefox/153.0 (Android 15)' } });
  await ada.page.goto('/settings');
  assert.deepEqual(await ada.page.locator('.devices b').allInnerTexts().then((names) => names.at(-1)), 'Firefox on Android');
  assert.equal(await ada.page.getByText('this device', { exact: true }).filter({ visible: true }).count(), 1);

  await ada.page.locator('.devices li').first().getByRole('button', { name: 'Remove' }).click();
  await ada.page.waitForURL(/done=device-off/);
  await here(ada).getByRole('button', { name: 'Turn on notifications' }).waitFor();
  assert.equal(await ada.page.evaluate(() => localStorage.getItem('subscribed')), null, 'the browser gave its address up');
  assert.deepEqual(await ada.page.locator('.devices b').allInnerTexts(), ['Firefox on Android']);
  site.assertNoErrors();
});

test('a browser without push shows why, and one without scripts that it needs them', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada');
  await ada.context.grantPermissions(['notifications']);
  await ada.page.goto('/settings');
  ada.expectError(/Push API|push service|Registration failed/i);
  await ada.press('Turn on notifications');
  await here(ada).getByText('couldn’t reach its push service').waitFor();
  const plain = await site.player('Ben', { javaScriptEnabled: false });
  await plain.page.goto('/settings');
  await plain.page.getByText('Turning on notifications needs JavaScript').waitFor();
  assert.ok(await here(plain).isHidden());
  await plain.press('Create private link', { exact: true });
  await plain.page.getByLabel('News').waitFor();
  site.assertNoErrors();
});

test('the service worker shows pushes, replaces earlier ones and opens the match', async (t) => {
  const site = await openSite(t, ECHO);
  const ada = await site.player('Ada');
  await withPushService(ada);
  const matchPath = await ada.createMatch('kalah');
  const devtools = await ada.context.newCDPSession(ada.page);
  const registered = new Promise((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations.length) resolve(registrations[0]);
    });
  });
  await devtools.send('ServiceWorker.enable');
  await ada.page.goto('/settings');
  await ada.press('Turn on notifications');
  await here(ada).getByText('Notifications are on for this device.').waitFor();
  const { registrationId, scopeURL } = await registered;
  assert.equal(scopeURL, `${site.url}/`, 'it speaks for the whole site');

  const worker = ada.context.serviceWorkers()[0] ?? await ada.context.waitForEvent('serviceworker');
  // Chromium deletes a notification that is asked for between its storage and its display, so nobody asks before that.
  const deliver = async (data) => {
    await worker.evaluate(() => {
      const { registration } = self;
      self.displayed = new Promise((resolve) => {
        registration.showNotification = (...given) => {
          delete registration.showNotification;
          const displayed = registration.showNotification(...given);
          resolve(displayed);
          return displayed;
        };
      });
    });
    await devtools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data });
    await worker.evaluate(() => self.displayed);
  };
  const shown = () => ada.page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url }));
  });
  const until = async (count, title) => {
    const deadline = Date.now() + 60_000;
    for (;;) {
      const all = await shown();
      if (all.length === count && all.some((one) => one.title === title)) return all;
      assert.ok(Date.now() < deadline, `there are ${JSON.stringify(all)}, not ${count} with “${title}”`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const first = { title: 'Your move against Ben: Mancala (Kalah)', body: 'It’s your move.', url: matchPath, tag: 'one' };
  await deliver(JSON.stringify(first));
  assert.deepEqual(await until(1, first.title), [first]);
  const second = { ...first, title: 'Your match against Ben is over: Mancala (Kalah)' };
  await deliver(JSON.stringify(second));
  assert.deepEqual(await until(1, second.title), [second], 'of one match there is one notification');
  await deliver('this is no JSON');
  await until(2, 'Parlour');

  const opened = await worker.evaluate(async (tag) => {
    const windows = [];
    self.clients.openWindow = async (url) => windows.push(url);
    const press = async (notification) => {
      const event = new NotificationEvent('notificationclick', { notification });
      const done = [];
      event.waitUntil = (promise) => done.push(promise);
      self.dispatchEvent(event);
      await Promise.all(done);
    };
    await press((await self.registration.getNotifications({ tag }))[0]);
    await self.registration.showNotification('elsewhere', { tag: 'evil', data: { url: 'https://evil.example/' } });
    await press((await self.registration.getNotifications({ tag: 'evil' }))[0]);
    return { windows, left: (await self.registration.getNotifications({ tag })).length };
  }, 'one');
  assert.deepEqual(opened, { windows: [`${site.url}${matchPath}`], left: 0 });
  site.assertNoErrors();
});

test('the settings fit every screen', async (t) => {
  const site = await openSite(t, { ...ECHO, SMTP_URL: 'smtp://127.0.0.1:9' });
  for (const [name, contextOptions] of [['Ada', {}], ['Ben', { ...PHONE, colorScheme: 'dark' }], ['Cleo', DARK]]) {
    const person = await site.player(name, contextOptions);
    await withPushService(person);
    await person.page.goto('/settings');
    await here(person).getByRole('button').waitFor();
    await person.screenshot(`settings-${name}-off`);
    await person.press('Turn on notifications');
    await here(person).getByText('Notifications are on for this device.').waitFor();
    for (const agent of ['Mozilla/5.0 (iPhone) Version/19.0 Safari/604.1', 'Mozilla/5.0 (Windows NT 10.0) Chrome/156.0 Edg/156.0']) {
      const { endpoint, keys } = subscription();
      await person.context.request.post('/settings/devices', { form: { endpoint, ...keys }, headers: { 'User-Agent': agent } });
    }
    await person.context.request.post('/settings/feeds/news', { form: {} });
    for (const width of [360, 768, 1440]) {
      await person.page.setViewportSize({ width, height: 900 });
      await person.page.goto('/settings');
      await here(person).getByText('Notifications are on for this device.').waitFor();
      await person.screenshot(`settings-${name}-${width}`, { fullPage: true });
      const sticks = await person.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(sticks, 0, `${width}`);
    }
  }
  site.assertNoErrors();
});
