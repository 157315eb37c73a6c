// One person invites another by name; the other finds it, accepts, and they play.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICTACTOE } from './games.js';
import { DESK, PHONE, openHouse } from './house.js';

/** Plays the whole match, each ply by whose turn it is. */
async function playOut(host, guest) {
  for (const [number, ply] of TICTACTOE.entries()) {
    const player = number % 2 === 0 ? host : guest;
    await player.sees('Your move');
    await player.plays(ply);
  }
  await host.sees('You won');
  await guest.sees('You lost');
}

const icon = (person) => person.page.locator('link[rel="icon"]').getAttribute('href');

test('somebody is invited when a table is opened, accepts on a phone, and they play', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada', DESK);
  const ben = await house.player('Ben', PHONE);
  await ada.page.goto('/matches/new?game=tictactoe');
  await ada.page.getByText('Private', { exact: true }).click();
  await ada.page.getByLabel('Invite by name').fill('ben, nobody');
  ada.expects(/422/);
  await ada.press('Create match');
  await ada.page.getByText('This match has one other seat').waitFor();
  assert.equal(await ada.page.getByLabel('Invite by name').inputValue(), 'ben, nobody');
  assert.ok(await ada.page.locator('[name=visibility][value=private]').isChecked(), 'the rest is as it was');
  await ada.page.getByLabel('Invite by name').fill('ben');
  await ada.press('Create match');
  await ada.page.waitForURL(/\/matches\/\w{12}$/);
  await ada.page.getByText('reserved for Ben').waitFor();

  await ben.page.goto('/');
  await ben.sees('You’re invited to a match');
  assert.match(await ben.page.title(), /^\(1\) /);
  assert.match(await icon(ben), /waiting-1\.svg$/);
  const invitations = ben.page.locator('section.card', { has: ben.page.getByRole('heading', { name: 'Invitations' }) });
  await invitations.getByText('Ada invites you').waitFor();
  await ben.shot('invitation-dashboard');
  await invitations.getByRole('button', { name: 'Accept' }).tap();
  await ben.page.waitForURL(/\/matches\/\w{12}$/);
  await ada.sees('Your move');
  await playOut(ada, ben);
  house.assertNoTrouble();
});

test('the host invites from the table, takes it back, and sees what becomes of it without asking', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada', DESK);
  const ben = await house.player('Ben', PHONE);
  const cleo = await house.player('Cleo', { ...DESK, javaScriptEnabled: false });
  await ada.opens('sternhalma', '3');
  const table = new URL(ada.page.url()).pathname;
  ada.expects(/422/);
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

  // The page of somebody who looks on already asks them as soon as they are meant.
  await ben.page.goto(table);
  await ben.sees('Ada invites you to Sternhalma');
  await ben.press('Decline');
  await ada.page.getByText('Ben declined.').waitFor();
  await ben.page.getByRole('button', { name: 'Join' }).waitFor();

  // Without scripts it is the same.
  await cleo.page.goto('/');
  await cleo.press('Accept');
  await cleo.page.waitForURL((url) => url.pathname === table);
  await ada.page.locator('#seats').getByText('Cleo').waitFor();
  await ada.press('Start now');
  await ada.sees('Your move');
  house.assertNoTrouble();
});

test('whoever looks on is asked as soon as somebody invites them', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada', DESK);
  const ben = await house.player('Ben', PHONE);
  const table = await ada.opens('tictactoe');
  await ben.page.goto(table);
  await ben.page.getByRole('button', { name: 'Join' }).waitFor();
  await ada.page.getByLabel('Invite by name').fill('Ben');
  await ada.press('Invite', { exact: true });
  await ben.press('Accept');
  await ada.sees('Your move');
  await playOut(ada, ben);
  house.assertNoTrouble();
});
