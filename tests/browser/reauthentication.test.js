// Forms that require reauthentication, and what becomes of those that are sent without it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { DESK, PASSWORD, PHONE, openSite, test } from './parlour.js';

const NEW_PASSWORD = 'nine copper kettles by dawn';

/** Restarts the site with all reauthentications expired. */
async function forgetConfirmations(site) {
  await site.stop();
  execFileSync('sqlite3', [path.join(site.folder, 'parlour.db'), 'UPDATE sessions SET reauthenticated_at = 0']);
  await site.start();
}

for (const [how, contextOptions] of [['with scripts', PHONE], ['without scripts', { ...DESK, javaScriptEnabled: false }]]) {
  test(`a form sent too late is carried out after reauthentication, ${how}`, async (t) => {
    const site = await openSite(t);
    const ada = await site.player('Ada', contextOptions);
    await ada.page.goto('/account');
    await forgetConfirmations(site);
    await ada.press('Set up app');
    await ada.page.waitForURL((url) => url.pathname === '/reauthenticate/form');
    await ada.page.getByText('carried out right away').waitFor();
    if (ada.scripts) await ada.screenshots('reauthentication');
    ada.expectError(/401/);
    await ada.page.getByLabel('Password', { exact: true }).fill('not the password');
    await ada.press('Continue', { exact: true });
    await ada.page.getByRole('alert').waitFor();
    await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ada.press('Continue', { exact: true });
    await ada.page.waitForURL((url) => url.pathname === '/account/totp');
    site.assertNoErrors();
  });

  test(`a new password is set after reauthentication, ${how}`, async (t) => {
    const site = await openSite(t);
    const ada = await site.player('Ada', contextOptions);
    await ada.page.goto('/account');
    await forgetConfirmations(site);
    const change = async () => {
      await ada.page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
      await ada.page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
      await ada.press('Change password');
    };
    await change();
    await ada.page.getByText('Fill in the form again').waitFor();
    assert.ok(!(await ada.page.content()).includes(NEW_PASSWORD));
    await ada.page.goto('/account');
    await ada.page.getByRole('link', { name: 'Change password' }).click();
    await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await ada.press('Continue', { exact: true });
    await ada.page.waitForURL((url) => url.pathname === '/account' && url.hash === '#current');
    await change();
    await ada.page.waitForURL((url) => url.pathname === '/account' && url.search === '?done=password');

    const other = await site.visitor('Ada', DESK);
    await other.page.goto('/login');
    await other.page.getByLabel('Name', { exact: true }).fill('Ada');
    await other.page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
    await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await other.page.waitForURL((url) => url.pathname === '/');
    assert.ok(await other.page.getByText('Ada').first().isVisible());
    site.assertNoErrors();
  });
}

test('the name of a passkey is still there after reauthentication, and its button has the focus', async (t) => {
  const site = await openSite(t, {}, 'localhost');
  const ada = await site.player('Ada');
  const session = await ada.context.newCDPSession(ada.page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  await session.send('WebAuthn.addVirtualAuthenticator', { options });
  await ada.page.goto('/account');
  await forgetConfirmations(site);
  await ada.page.getByLabel('Name').fill('my phone');
  await ada.press('Add a passkey');
  await ada.page.waitForURL((url) => url.pathname === '/reauthenticate');
  await ada.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ada.press('Continue', { exact: true });
  await ada.page.waitForURL((url) => url.pathname === '/account');
  await ada.page.waitForFunction(() => document.activeElement?.textContent.trim() === 'Add a passkey');
  assert.equal(await ada.page.getByLabel('Name').inputValue(), 'my phone');
  await ada.page.keyboard.press('Enter');
  await ada.waitForHeadline('Recovery codes');
  site.assertNoErrors();
});
