// Passkeys and two-factor authentication, with a virtual authenticator.
import assert from 'node:assert/strict';
import { totpCode } from './totp.js';
import { openSite, PASSWORD, test } from './parlour.js';
import { pageFaults } from './page-checks.js';

/** Passkeys are bound to a host name, so the site has one. */
const NAME = 'localhost';

/** Gives a user a virtual authenticator that verifies its owner. */
async function withDevice(person) {
  const session = await person.context.newCDPSession(person.page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  return {
    held: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    /** From now on user verification fails. */
    isStolen: () => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
  };
}

async function signsOut(person) {
  await person.context.request.post('/logout');
}

async function givesPassword(person) {
  await person.page.goto('/login');
  await person.page.getByLabel('Name').fill(person.name);
  await person.page.getByLabel('Password').fill(PASSWORD);
  await person.page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const isIn = (person) => person.page.locator('header details.menu summary', { hasText: person.name }).waitFor();

test('a passkey is added, signs in alone and after the password, and is removed', async (t) => {
  const site = await openSite(t, {}, NAME);
  const ada = await site.player('Ada');
  const device = await withDevice(ada);
  await ada.page.goto('/account');
  await ada.page.getByLabel('Name').fill('my phone');
  await ada.press('Add a passkey');
  await ada.waitForHeadline('Recovery codes');
  assert.equal(await ada.page.locator('.codes li').count(), 10);
  await ada.screenshots('recovery-codes', { fullPage: true });
  await ada.press('I’ve saved them');
  await ada.page.getByText('my phone', { exact: true }).waitFor();
  const [held] = await device.held();
  assert.deepEqual([held.rpId, held.isResidentCredential], [NAME, true]);
  await ada.screenshots('account-passkey', { fullPage: true });

  await signsOut(ada);
  await ada.page.goto('/login?next=%2Fgames');
  await ada.screenshots('login-passkey', { fullPage: true });
  await ada.press('Sign in with a passkey');
  await ada.page.waitForURL(/\/games$/);
  await isIn(ada);

  await signsOut(ada);
  await givesPassword(ada);
  await ada.waitForHeadline('Two-step sign-in');
  await ada.screenshots('second-passkey', { fullPage: true });
  await ada.press('Use a passkey');
  await isIn(ada);

  await ada.page.goto('/reauthenticate?next=%2Faccount');
  await ada.screenshots('confirm-passkey', { fullPage: true });
  await ada.press('Use a passkey');
  await ada.page.waitForURL(/\/account$/);

  await ada.page.locator('.devices li', { hasText: 'my phone' }).getByRole('button', { name: 'Remove' }).click();
  await ada.page.waitForURL(/done=passkey-off/);
  await signsOut(ada);
  ada.expectError(/status of 401/);
  await ada.page.goto('/login');
  await ada.press('Sign in with a passkey');
  await ada.page.getByRole('alert').getByText('That passkey doesn’t match. Try another one.').waitFor();
  await givesPassword(ada);
  await isIn(ada);
  site.assertNoErrors();
});

test('a passkey does not work on a stolen device or at another address', async (t) => {
  const site = await openSite(t, {}, NAME);
  const ada = await site.player('Ada');
  const device = await withDevice(ada);
  await ada.page.goto('/account');
  await ada.press('Add a passkey');
  await ada.waitForHeadline('Recovery codes');
  await signsOut(ada);
  await ada.page.goto(`http://127.0.0.1:${site.port}/login`);
  await ada.press('Sign in with a passkey');
  await ada.page.getByText('Your device didn’t offer a passkey.').waitFor();
  assert.match(ada.page.url(), /\/login$/);
  await device.isStolen();
  await ada.page.goto('/login');
  await ada.press('Sign in with a passkey');
  await ada.page.getByText('Your device didn’t offer a passkey.').waitFor();
  assert.equal(await ada.page.locator('header details.menu').count(), 0);
  site.assertNoErrors();
});

test('an app is set up by a QR code, and its code asked for after the password', async (t) => {
  const site = await openSite(t, {}, NAME);
  const ada = await site.player('Ada');
  await ada.page.goto('/account');
  await ada.press('Set up app');
  await ada.waitForHeadline('Set up authenticator app');
  const secret = await ada.page.locator('.secret code').innerText();
  await ada.page.getByLabel('Code from the app').fill('000000');
  await ada.screenshots('app-setup', { fullPage: true });
  await ada.page.getByLabel('Code from the app').fill(totpCode(secret));
  await ada.press('Turn on');
  await ada.waitForHeadline('Recovery codes');
  const recovery = await ada.page.locator('.codes code').first().innerText();
  await ada.press('I’ve saved them');
  await ada.page.getByText('10 recovery codes').waitFor();
  await ada.screenshots('account-app', { fullPage: true });
  await signsOut(ada);
  await givesPassword(ada);
  await ada.waitForHeadline('Two-step sign-in');
  ada.expectError(/status of 401/);
  await ada.page.getByLabel('Code').fill('000000');
  await ada.press('Sign in');
  await ada.page.getByRole('alert').getByText('Wrong code').waitFor();
  await ada.screenshots('second-wrong', { fullPage: true });
  await ada.page.getByLabel('Code').fill(totpCode(secret, Date.now() + 30_000));
  await ada.press('Sign in');
  await isIn(ada);
  await ada.page.goto('/reauthenticate?next=%2Faccount');
  await ada.page.getByLabel('Code').fill(recovery);
  await ada.screenshots('confirm-code', { fullPage: true });
  await ada.press('Continue with code');
  await ada.page.getByText('9 recovery codes').waitFor();
  site.assertNoErrors();
});

test('without scripts everything but passkeys works', async (t) => {
  const site = await openSite(t, {}, NAME);
  const ada = await site.player('Ada', { javaScriptEnabled: false });
  await ada.page.goto('/account');
  await ada.page.getByText('Passkeys need JavaScript').waitFor();
  assert.ok(await ada.page.getByRole('button', { name: 'Add a passkey' }).isHidden());
  await ada.press('Set up app');
  const secret = await ada.page.locator('.secret code').innerText();
  await ada.page.getByLabel('Code from the app').fill(totpCode(secret));
  await ada.press('Turn on');
  await ada.waitForHeadline('Recovery codes');
  await ada.context.clearCookies();
  await ada.page.goto('/login');
  assert.ok(await ada.page.getByRole('button', { name: 'Sign in with a passkey' }).isHidden());
  await givesPassword(ada);
  await ada.page.getByLabel('Code').fill(totpCode(secret, Date.now() + 30_000));
  await ada.press('Sign in');
  await isIn(ada);
  site.assertNoErrors();
});

test('the pages about signing in fit every screen and are accessible', async (t) => {
  const site = await openSite(t, {}, NAME);
  const ada = await site.player('Ada');
  const found = [];
  const looks = async (name) => found.push(...await pageFaults(ada, name));
  await ada.page.goto('/account');
  await ada.page.getByText('Adding one also turns on two-step sign-in').waitFor();
  await looks('account');
  await ada.press('Set up app');
  await ada.waitForHeadline('Set up authenticator app');
  await looks('app');
  const secret = await ada.page.locator('.secret code').innerText();
  await ada.page.getByLabel('Code from the app').fill(totpCode(secret));
  await ada.press('Turn on');
  await ada.waitForHeadline('Recovery codes');
  await looks('recovery-codes');
  await ada.press('I’ve saved them');
  await ada.page.getByText('10 recovery codes').waitFor();
  await looks('account-with-app');
  await ada.page.goto('/reauthenticate?next=%2Faccount');
  await looks('confirm');
  await ada.page.goto('/account/delete');
  await looks('leaving');
  await signsOut(ada);
  await givesPassword(ada);
  await ada.waitForHeadline('Two-step sign-in');
  await looks('second-step');
  assert.deepEqual(found, []);
  site.assertNoErrors();
});
