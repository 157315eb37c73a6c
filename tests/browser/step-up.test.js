// What needs a confirmation of identity is carried out after it, as browsers send it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { DESK, PASSWORD, PHONE, openHouse } from './house.js';

const NEW_PASSWORD = 'nine copper kettles by dawn';

/** Starts the site again after every confirmation was too long ago. */
async function forgetConfirmations(house) {
  await house.close();
  execFileSync('sqlite3', [path.join(house.folder, 'parlour.db'), 'UPDATE sessions SET reauthenticated_at = 0']);
  await house.open();
}

for (const [how, manners] of [['with scripts', PHONE], ['without scripts', { ...DESK, javaScriptEnabled: false }]]) {
  test(`a password that was typed is changed once the old one was confirmed, ${how}`, async (t) => {
    const house = await openHouse(t);
    const ada = await house.player('Ada', manners);
    await ada.page.goto('/account');
    await forgetConfirmations(house);
    await ada.page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await ada.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await ada.press('Change password');
    await ada.page.waitForURL((url) => url.pathname === '/reauthenticate');
    await ada.page.getByText('carried out right away').waitFor();
    if (ada.scripts) await ada.shotsEverywhere('step-up');
    ada.expects(/401/);
    await ada.page.getByLabel('Password', { exact: true }).fill('not the password');
    await ada.press('Continue', { exact: true });
    await ada.page.getByRole('alert').waitFor();
    await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ada.press('Continue', { exact: true });
    await ada.page.waitForURL((url) => url.pathname === '/account' && url.search === '?done=password');

    const other = await house.visitor('Ada', DESK);
    await other.page.goto('/login');
    await other.page.getByLabel('Name', { exact: true }).fill('Ada');
    await other.page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.waitForURL((url) => url.pathname === '/');
    assert.ok(await other.page.getByText('Ada').first().isVisible());
    house.assertNoTrouble();
  });
}

test('the name of a passkey is still there after the confirmation, and its button has the focus', async (t) => {
  const house = await openHouse(t, {}, 'localhost');
  const ada = await house.player('Ada');
  const session = await ada.context.newCDPSession(ada.page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  await session.send('WebAuthn.addVirtualAuthenticator', { options });
  await ada.page.goto('/account');
  await forgetConfirmations(house);
  await ada.page.getByLabel('Name').fill('my phone');
  await ada.press('Add a passkey');
  await ada.page.waitForURL((url) => url.pathname === '/reauthenticate');
  await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ada.press('Continue', { exact: true });
  await ada.page.waitForURL((url) => url.pathname === '/account');
  await ada.page.waitForFunction(() => document.activeElement?.textContent.trim() === 'Add a passkey');
  assert.equal(await ada.page.getByLabel('Name').inputValue(), 'my phone');
  await ada.page.keyboard.press('Enter');
  await ada.sees('Recovery codes');
  house.assertNoTrouble();
});
