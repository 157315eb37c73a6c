// Invitations by name, from the form to the match.
import assert from 'node:assert/strict';
import { TICTACTOE, playPlies } from './games.js';
import { DESK, PHONE, openSite, test } from './parlour.js';

/** Plays a whole match. */
async function playOut(host, guest) {
  await playPlies([host, guest], TICTACTOE);
  await host.waitForHeadline('You won');
  await guest.waitForHeadline('You lost');
}

const icon = (person) => person.page.locator('link[rel="icon"]').getAttribute('href');

test('a player invited with the new match accepts on a phone, and the match is played', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', DESK);
  const ben = await site.player('Ben', PHONE);
  await ada.page.goto('/matches/new?game=tictactoe');
  await ada.page.getByText('By link', { exact: true }).click();
  await ada.page.locator('[name=first][value=creator]').check();
  await ada.page.getByLabel('Invite by name').fill('ben, nobody');
  ada.expectError(/422/);
  await ada.press('Create match');
  await ada.page.getByText('This match has one other seat').waitFor();
  assert.equal(await ada.page.getByLabel('Invite by name').inputValue(), 'ben, nobody');
  assert.ok(await ada.page.locator('[name=visibility][value=private]').isChecked(), 'the rest is as it was');
  await ada.page.getByLabel('Invite by name').fill('ben');
  await ada.press('Create match');
  await ada.page.waitForURL(/\/matches\/\w{12}$/);
  await ada.page.getByText('reserved for Ben').waitFor();

  await ben.page.goto('/');
  await ben.waitForHeadline('You’re invited to a match');
  assert.match(await ben.page.title(), /^\(1\) /);
  assert.match(await icon(ben), /waiting-1\.svg$/);
  const invitations = ben.page.locator('section.card', { has: ben.page.getByRole('heading', { name: 'Invitations' }) });
  await invitations.getByText('Ada invites you').waitFor();
  await ben.screenshot('invitation-dashboard');
  await invitations.getByRole('button', { name: 'Accept' }).tap();
  await ben.page.waitForURL(/\/matches\/\w{12}$/);
  await ada.waitForHeadline('Your move');
  await playOut(ada, ben);
  site.assertNoErrors();
});

test('the host invites on the match page, withdraws it, and sees the reply without reloading', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', DESK);
  const ben = await site.player('Ben', PHONE);
  const cleo = await site.player('Cleo', { ...DESK, javaScriptEnabled: false });
  await ada.createMatch('sternhalma', '3');
  const matchPath = new URL(ada.page.url()).pathname;
  ada.expectError(/422/);
  const invite = async (name) => {
    await ada.page.getByLabel('Invite by name').fill(name);
    await ada.press('Invite', { exact: true });
  };
  await invite('nobody');
  await ada.page.getByText('There’s no user called “nobody”.').waitFor();
  await invite('BEN');
  await ada.page.getByText('reserved for Ben').waitFor();
  assert.equal(await ada.page.getByLabel('Invite by name').inputValue(), '', 'the field is empty again');
  await ada.page.getByRole('button', { name: 'Cancel invitation for Ben' }).click();
  await ada.page.getByText('reserved for Ben').waitFor({ state: 'detached' });
  await invite('Ben');
  await ada.page.getByText('reserved for Ben').waitFor();
  await invite('Cleo');
  await ada.page.getByText('reserved for Cleo').waitFor();
  assert.equal(await ada.page.getByLabel('Invite by name').count(), 0, 'no seat is left');

  // The page of a spectator shows the invitation as soon as it is made.
  await ben.page.goto(matchPath);
  await ben.waitForHeadline('Ada invites you to Chinese Checkers (Sternhalma)');
  await ben.press('Decline');
  await ada.page.getByText('Ben declined.').waitFor();
  await ben.page.getByRole('button', { name: 'Join' }).waitFor();

  // The same without scripts.
  await cleo.page.goto('/');
  await cleo.press('Accept');
  await cleo.page.waitForURL((url) => url.pathname === matchPath);
  await ada.page.locator('#seats').getByText('Cleo').waitFor();
  await ada.press('Start now');
  await ada.waitForHeadline('Your move');
  site.assertNoErrors();
});

test('a spectator sees an invitation as soon as it is made', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', DESK);
  const ben = await site.player('Ben', PHONE);
  const matchPath = await ada.createMatch('tictactoe');
  await ben.page.goto(matchPath);
  await ben.page.getByRole('button', { name: 'Join' }).waitFor();
  await ada.page.getByLabel('Invite by name').fill('Ben');
  await ada.press('Invite', { exact: true });
  await ben.press('Accept');
  await ada.waitForHeadline('Your move');
  await playOut(ada, ben);
  site.assertNoErrors();
});
