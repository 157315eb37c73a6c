// Passkeys and the second step, with a device that makes and shows passkeys as a phone does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf } from './codes.js';
import { openHouse, PASSWORD } from './house.js';
import { faultsOf } from './looks.js';

/** Passkeys are bound to a name, so the house has one. */
const NAME = 'localhost';

/** Gives somebody a device that holds passkeys, and makes sure by itself who holds it. */
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
    /** Somebody else holds it. */
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

test('a passkey is added, opens the door alone and after the password, and is removed', async (t) => {
  const house = await openHouse(t, {}, NAME);
  const ada = await house.player('Ada');
  const device = await withDevice(ada);
  await ada.page.goto('/account');
  await ada.page.getByLabel('What it is called').fill('my phone');
  await ada.press('Add a passkey');
  await ada.sees('Recovery codes');
  assert.equal(await ada.page.locator('.codes li').count(), 10);
  await ada.shotsEverywhere('recovery-codes', { fullPage: true });
  await ada.press('I have them');
  await ada.page.getByText('my phone', { exact: true }).waitFor();
  const [held] = await device.held();
  assert.deepEqual([held.rpId, held.isResidentCredential], [NAME, true]);
  await ada.shotsEverywhere('account-passkey', { fullPage: true });

  await signsOut(ada);
  await ada.page.goto('/login?next=%2Fgames');
  await ada.shotsEverywhere('login-passkey', { fullPage: true });
  await ada.press('Sign in with a passkey');
  await ada.page.waitForURL(/\/games$/);
  await isIn(ada);

  await signsOut(ada);
  await givesPassword(ada);
  await ada.sees('One more step');
  await ada.shotsEverywhere('second-passkey', { fullPage: true });
  await ada.press('Show a passkey');
  await isIn(ada);

  await ada.page.goto('/reauthenticate?next=%2Faccount');
  await ada.shotsEverywhere('confirm-passkey', { fullPage: true });
  await ada.press('Show a passkey');
  await ada.page.waitForURL(/\/account$/);

  await ada.page.locator('.devices li', { hasText: 'my phone' }).getByRole('button', { name: 'Remove' }).click();
  await ada.page.waitForURL(/done=passkey-off/);
  await signsOut(ada);
  ada.expects(/status of 401/);
  await ada.page.goto('/login');
  await ada.press('Sign in with a passkey');
  await ada.page.getByRole('alert').getByText('That passkey does not fit.').waitFor();
  await givesPassword(ada);
  await isIn(ada);
  house.assertNoTrouble();
});

test('a passkey opens nothing for whoever has stolen the device, and nothing at another address', async (t) => {
  const house = await openHouse(t, {}, NAME);
  const ada = await house.player('Ada');
  const device = await withDevice(ada);
  await ada.page.goto('/account');
  await ada.press('Add a passkey');
  await ada.sees('Recovery codes');
  await signsOut(ada);
  await ada.page.goto(`http://127.0.0.1:${house.port}/login`);
  await ada.press('Sign in with a passkey');
  await ada.page.getByText('Your device didn’t offer a passkey.').waitFor();
  assert.match(ada.page.url(), /\/login$/);
  await device.isStolen();
  await ada.page.goto('/login');
  await ada.press('Sign in with a passkey');
  await ada.page.getByText('Your device didn’t offer a passkey.').waitFor();
  assert.equal(await ada.page.locator('header details.menu').count(), 0);
  house.assertNoTrouble();
});

test('an app is set up by a picture, and asked for after the password', async (t) => {
  const house = await openHouse(t, {}, NAME);
  const ada = await house.player('Ada');
  await ada.page.goto('/account');
  await ada.press('Set up an app');
  await ada.sees('Set up an app');
  const secret = await ada.page.locator('.secret code').innerText();
  await ada.page.getByLabel('The code it shows now').fill('000000');
  await ada.shotsEverywhere('app-setup', { fullPage: true });
  await ada.page.getByLabel('The code it shows now').fill(codeOf(secret));
  await ada.press('Turn it on');
  await ada.sees('Recovery codes');
  const recovery = await ada.page.locator('.codes code').first().innerText();
  await ada.press('I have them');
  await ada.page.getByText('10 recovery codes').waitFor();
  await ada.shotsEverywhere('account-app', { fullPage: true });
  await signsOut(ada);
  await givesPassword(ada);
  await ada.sees('One more step');
  ada.expects(/status of 401/);
  await ada.page.getByLabel('Code').fill('000000');
  await ada.press('Sign in');
  await ada.page.getByRole('alert').getByText('That code does not count').waitFor();
  await ada.shotsEverywhere('second-wrong', { fullPage: true });
  await ada.page.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000));
  await ada.press('Sign in');
  await isIn(ada);
  await ada.page.goto('/reauthenticate?next=%2Faccount');
  await ada.page.getByLabel('Code').fill(recovery);
  await ada.shotsEverywhere('confirm-code', { fullPage: true });
  await ada.press('Go on with the code');
  await ada.page.getByText('9 recovery codes').waitFor();
  house.assertNoTrouble();
});

test('without scripts nothing but passkeys is missing', async (t) => {
  const house = await openHouse(t, {}, NAME);
  const ada = await house.player('Ada', { javaScriptEnabled: false });
  await ada.page.goto('/account');
  await ada.page.getByText('Passkeys need scripts').waitFor();
  assert.ok(await ada.page.getByRole('button', { name: 'Add a passkey' }).isHidden());
  await ada.press('Set up an app');
  const secret = await ada.page.locator('.secret code').innerText();
  await ada.page.getByLabel('The code it shows now').fill(codeOf(secret));
  await ada.press('Turn it on');
  await ada.sees('Recovery codes');
  await ada.context.clearCookies();
  await ada.page.goto('/login');
  assert.ok(await ada.page.getByRole('button', { name: 'Sign in with a passkey' }).isHidden());
  await givesPassword(ada);
  await ada.page.getByLabel('Code').fill(codeOf(secret, Date.now() + 30_000));
  await ada.press('Sign in');
  await isIn(ada);
  house.assertNoTrouble();
});

test('the pages about what opens the door fit every screen and are open to everybody', async (t) => {
  const house = await openHouse(t, {}, NAME);
  const ada = await house.player('Ada');
  const found = [];
  const looks = async (name) => found.push(...await faultsOf(ada, name));
  await ada.page.goto('/account');
  await ada.page.getByText('It becomes your second step, too').waitFor();
  await looks('account');
  await ada.press('Set up an app');
  await ada.sees('Set up an app');
  await looks('app');
  const secret = await ada.page.locator('.secret code').innerText();
  await ada.page.getByLabel('The code it shows now').fill(codeOf(secret));
  await ada.press('Turn it on');
  await ada.sees('Recovery codes');
  await looks('recovery-codes');
  await ada.press('I have them');
  await ada.page.getByText('10 recovery codes').waitFor();
  await looks('account-with-app');
  await ada.page.goto('/reauthenticate?next=%2Faccount');
  await looks('confirm');
  await ada.page.goto('/account/delete');
  await looks('leaving');
  await signsOut(ada);
  await givesPassword(ada);
  await ada.sees('One more step');
  await looks('second-step');
  assert.deepEqual(found, []);
  house.assertNoTrouble();
});
