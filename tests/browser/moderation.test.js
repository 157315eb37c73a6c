// Users who are muted, and messages that are refused or removed, on pages that are open at that moment.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse, PHONE } from './house.js';
import { faultsOf } from './looks.js';
import { admin, posts } from './admins.js';

const field = (person) => person.page.getByLabel('Message');

test('a page that is open tells a muted player at once, and keeps what they have typed', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe', [PHONE, {}]);
  const root = await admin(house, 'Root');
  ben.expects(/status of 403/);
  await field(ben).fill('You play like a');
  await posts(root, '/admin/users/Ben/chat-ban', { days: '3', why: 'Shouts at people' });
  await ben.page.locator('#sanctions').getByText('You are muted until').waitFor();
  await ben.page.locator('#chat-closed').getByText('You can’t write messages until').waitFor();
  assert.equal(await field(ben).inputValue(), 'You play like a', 'what is half written stays');
  await ben.press('Send');
  await ben.page.locator('#chat-problem').getByText('You are muted until').waitFor();
  assert.equal(await field(ben).inputValue(), 'You play like a', 'and so does what was refused');
  await field(ben).fill('');
  await field(ben).waitFor({ state: 'hidden' });
  await posts(root, '/admin/users/Ben/chat-ban/end', {});
  await field(ben).waitFor();
  assert.equal(await ben.page.locator('#sanctions').textContent(), '');
  await field(ben).fill('Good luck');
  await ben.press('Send');
  await ada.page.locator('#said p', { hasText: 'Good luck' }).waitFor();
  assert.equal(await ben.page.locator('#chat-problem').textContent(), '', 'nothing is wrong any more');
  await posts(root, '/admin/users/Ben/suspension', { days: '3', why: 'Shouts at people' });
  await ben.page.locator('#sanctions').getByText('You are suspended').waitFor();
  await ben.shotsEverywhere('suspended-at-match', { fullPage: true });
  await posts(root, '/admin/users/Ben/suspension/end', {});
  await posts(root, '/admin/users/Ben/chat-ban', { days: '3', why: 'Shouts at people' });
  await ben.page.goto(table);
  await field(ben).waitFor({ state: 'hidden' });
  await ben.shotsEverywhere('muted-at-match', { fullPage: true });
  assert.deepEqual(await faultsOf(ben, 'muted-at-match'), []);
  house.assertNoTrouble();
});

test('a removed message disappears from pages that are open', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe');
  const root = await admin(house, 'Root');
  await field(ben).fill('You play like a kettle');
  await ben.press('Send');
  await ada.page.locator('#said p', { hasText: 'kettle' }).waitFor();
  const about = { match: table.split('/').at(-1), line: '1', cause: 'abuse', words: 'Rude.' };
  await posts(ada, '/reports', about);
  await root.page.goto('/');
  await root.page.getByRole('link', { name: '1 open report' }).click();
  await root.page.getByRole('link', { name: 'A message from Ben' }).click();
  assert.ok(await root.page.getByRole('radio', { name: /kettle/ }).isChecked());
  await root.shotsEverywhere('report-with-message', { fullPage: true });
  await root.page.getByRole('button', { name: 'Remove message' }).click();
  await root.page.locator('.heard').getByText('(removed)').waitFor();
  await root.shotsEverywhere('report-with-removed-message', { fullPage: true });
  assert.deepEqual(await faultsOf(root, 'report-with-removed-message'), []);
  for (const player of [ada, ben]) {
    await player.page.locator('#said').getByText('Message removed by a moderator').waitFor();
    assert.equal(await player.page.locator('#said', { hasText: 'kettle' }).count(), 0);
  }
  await ada.assertAsServed();
  house.assertNoTrouble();
});
