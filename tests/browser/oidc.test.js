// Signing in at an OpenID Connect provider, which is another site for the browser.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { DESK, PASSWORD, PHONE, openSite, test } from './parlour.js';
import { enterAtProvider, openProvider } from './provider.js';

const BUTTON = 'Sign in with Club login';

/** A site with a provider. Cookies of `localhost` and of 127.0.0.1 are those of different sites. */
async function openBoth(t, settings = {}) {
  const provider = await openProvider(t);
  const site = await openSite(t, { ...provider.settings, ...settings }, 'localhost');
  provider.serve(site);
  return { provider, site };
}

/** Signs a visitor in by the button of the sign-in page. */
async function signIn(person, account) {
  await person.page.goto('/login');
  await person.press(BUTTON);
  await enterAtProvider(person, account);
  await person.page.waitForURL((url) => url.pathname === '/');
}

/** The name in the header. */
async function nameOf(person) {
  await person.page.goto('/account');
  return (await person.page.locator('header details.menu summary').innerText()).trim();
}

function database(site, sql) {
  return execFileSync('sqlite3', [path.join(site.folder, 'parlour.db'), sql], { encoding: 'utf8' }).trim();
}

for (const [how, contextOptions] of [['with scripts', PHONE], ['without scripts', { ...DESK, javaScriptEnabled: false }]]) {
  test(`the first sign-in creates an account, and the second finds it, ${how}`, async (t) => {
    const { provider, site } = await openBoth(t);
    provider.accounts.one = { preferred_username: 'zoë.groß', email: 'zoe@club.example', email_verified: true };
    const zoe = await site.visitor('Zoe', contextOptions);
    await zoe.page.goto('/settings');
    await zoe.page.waitForURL((url) => url.pathname === '/login');
    await zoe.page.getByText('or', { exact: true }).waitFor();
    if (zoe.scripts) await zoe.screenshots('single-sign-on');
    await zoe.press(BUTTON);
    await enterAtProvider(zoe, 'one');
    await zoe.page.waitForURL(`${site.url}/settings`);
    assert.equal(await nameOf(zoe), 'zoë-groß');
    assert.equal(database(site, 'SELECT address FROM email_settings'), 'zoe@club.example');

    provider.accounts.one.preferred_username = 'another';
    const again = await site.visitor('again', contextOptions);
    await signIn(again, 'one');
    assert.equal(await nameOf(again), 'zoë-groß');
    assert.equal(database(site, "SELECT count(*) FROM users WHERE kind = 'person'"), '1');
    site.assertNoErrors();
  });
}

test('a claim makes an admin, until the provider says otherwise', async (t) => {
  const { provider, site } = await openBoth(t, { OIDC_ROLE_CLAIM: 'roles' });
  provider.accounts.one = { preferred_username: 'ada', roles: ['staff', 'admin'] };
  provider.accounts.two = { preferred_username: 'ben', roles: 'admin' };
  const ada = await site.visitor('Ada');
  await signIn(ada, 'one');
  await ada.page.goto('/admin');
  await ada.page.getByRole('link', { name: 'Audit log' }).first().waitFor();
  const ben = await site.visitor('Ben');
  await signIn(ben, 'two');
  provider.accounts.two.roles = [];
  const again = await site.visitor('again');
  await signIn(again, 'two');
  assert.equal(database(site, 'SELECT name || role FROM users WHERE name IN (\'ada\', \'ben\') ORDER BY name'), 'adaadmin\nbenplayer');
  site.assertNoErrors();
});

test('a site with single sign-on only has no other way in', async (t) => {
  const { provider, site } = await openBoth(t, { SSO_ONLY: 'on' });
  provider.accounts.one = { preferred_username: 'ada' };
  const ada = await site.visitor('Ada');
  await ada.page.goto('/login');
  assert.equal(await ada.page.getByLabel('Password').count(), 0);
  assert.equal(await ada.page.getByRole('main').getByRole('link').count(), 0, 'neither sign-up nor a new password');
  for (const [address, form] of [['/login', { username: 'Ada', password: PASSWORD }], ['/register', { username: 'Ada', password: PASSWORD }]]) {
    const answer = await ada.context.request.post(address, { form, maxRedirects: 0 });
    assert.equal(answer.status(), 403, address);
    assert.match(await answer.text(), /only lets you sign in with Club login/);
  }
  await signIn(ada, 'one');
  await ada.page.goto('/account');
  assert.deepEqual(await ada.page.getByRole('heading', { level: 2 }).allInnerTexts(), ['Sessions', 'Single sign-on', 'Your data']);
  site.assertNoErrors();
});

test('an account is connected and disconnected', async (t) => {
  const { provider, site } = await openBoth(t);
  const ben = await site.player('Ben');
  await ben.page.goto('/account');
  await ben.press('Connect Club login');
  await enterAtProvider(ben, 'two');
  await ben.page.waitForURL((url) => url.search === '?done=provider');
  await ben.page.getByText('Connected with Club login').waitFor();
  await ben.screenshots('single-sign-on-connected');

  const other = await site.visitor('other');
  await signIn(other, 'two');
  assert.equal(await nameOf(other), 'Ben');
  await other.press('Disconnect Club login');
  await other.page.waitForURL((url) => url.search === '?done=provider-off');
  provider.accounts.two = { name: 'Ben' };
  await ben.context.clearCookies();
  await signIn(ben, 'two');
  assert.equal(await nameOf(ben), 'Ben2', 'a new account');
  ben.expectError(/409/);
  await ben.press('Disconnect Club login');
  await ben.page.getByText('Set a password or add a passkey first').waitFor();
  site.assertNoErrors();
});

test('a user without a password proves at the provider who they are', async (t) => {
  const { provider, site } = await openBoth(t);
  provider.accounts.one = { preferred_username: 'ada' };
  const ada = await site.visitor('Ada');
  await signIn(ada, 'one');
  await site.stop();
  database(site, 'UPDATE sessions SET reauthenticated_at = 0');
  await site.start();
  await ada.page.goto('/account/delete');
  await ada.page.waitForURL((url) => url.pathname === '/reauthenticate');
  await ada.press('Continue with Club login');
  await enterAtProvider(ada, 'one');
  await ada.page.waitForURL(`${site.url}/account/delete`);
  await ada.page.getByLabel('Your name').fill('ada');
  await ada.press('Delete account');
  await ada.waitForHeadline('Goodbye');
  assert.equal(database(site, 'SELECT count(*) FROM external_identities'), '0');
  site.assertNoErrors();
});

test('a cancelled sign-in leads back', async (t) => {
  const { site } = await openBoth(t);
  const ada = await site.visitor('Ada');
  await ada.page.goto('/login?next=/games');
  await ada.press(BUTTON);
  await ada.waitForHeadline('Club login');
  await ada.press('Cancel');
  await ada.page.getByText('You cancelled.').waitFor();
  await ada.press(BUTTON);
  await enterAtProvider(ada, 'one');
  await ada.page.waitForURL(`${site.url}/games`);
  site.assertNoErrors();
});

test('a provider that is down keeps nothing else from working', async (t) => {
  const { provider, site } = await openBoth(t);
  await provider.stop();
  await site.stop();
  await site.start();
  const ada = await site.visitor('Ada');
  ada.expectError(/502/);
  await ada.page.goto('/login');
  await ada.press(BUTTON);
  await ada.page.getByText('Club login doesn’t answer. Try again in a minute.').waitFor();
  await ada.page.goto('/games');
  assert.deepEqual(provider.requests, []);
  await provider.start();
  await signIn(ada, 'one');
  assert.equal(await nameOf(ada), 'player');
  site.assertNoErrors();
});
