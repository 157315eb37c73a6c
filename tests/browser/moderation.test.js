// Mutes, rejected messages and removed messages on open pages.
import assert from 'node:assert/strict';
import { openSite, PHONE, test } from './parlour.js';
import { pageFaults } from './page-checks.js';
import { admin, postForm } from './staff.js';

const field = (person) => person.page.getByLabel('Message');

test('an open page shows a mute at once, and keeps what the player has typed', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [PHONE, {}]);
  const root = await admin(site, 'Rosa');
  ben.expectError(/status of 403/);
  await field(ben).fill('You play like a');
  await postForm(root, '/admin/users/Ben/chat-ban', { days: '3', why: 'Shouts at people' });
  await ben.page.locator('#sanctions').getByText('You are muted until').waitFor();
  await ben.page.locator('#chat-closed').getByText('You can’t write messages until').waitFor();
  assert.equal(await field(ben).inputValue(), 'You play like a', 'what is half written stays');
  await ben.press('Send');
  await ben.page.locator('#chat-problem').getByText('You are muted until').waitFor();
  assert.equal(await field(ben).inputValue(), 'You play like a', 'and so does what was refused');
  await field(ben).fill('');
  await field(ben).waitFor({ state: 'hidden' });
  await postForm(root, '/admin/users/Ben/chat-ban/end', {});
  await field(ben).waitFor();
  assert.equal(await ben.page.locator('#sanctions').textContent(), '');
  await field(ben).fill('Good luck');
  await ben.press('Send');
  await ada.openSection('Chat');
  await ada.page.locator('#said p', { hasText: 'Good luck' }).waitFor();
  await ben.page.waitForFunction(() => document.querySelector('#chat-problem').textContent === '');
  await postForm(root, '/admin/users/Ben/suspension', { days: '3', why: 'Shouts at people' });
  await ben.page.locator('#sanctions').getByText('You are suspended').waitFor();
  await ben.screenshots('suspended-at-match', { fullPage: true });
  await postForm(root, '/admin/users/Ben/suspension/end', {});
  await postForm(root, '/admin/users/Ben/chat-ban', { days: '3', why: 'Shouts at people' });
  await ben.page.goto(matchPath);
  await field(ben).waitFor({ state: 'hidden' });
  await ben.screenshots('muted-at-match', { fullPage: true });
  assert.deepEqual(await pageFaults(ben, 'muted-at-match'), []);
  site.assertNoErrors();
});

test('a removed message disappears from pages that are open', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  const root = await admin(site, 'Rosa');
  await field(ben).fill('You play like a kettle');
  await ben.press('Send');
  await ada.page.locator('#said p', { hasText: 'kettle' }).waitFor();
  const about = { match: matchPath.split('/').at(-1), line: '1', cause: 'abuse', words: 'Rude.' };
  await postForm(ada, '/reports', about);
  await root.page.goto('/');
  await root.page.getByRole('link', { name: '1 open report' }).click();
  await root.page.getByRole('link', { name: 'A message from Ben' }).click();
  assert.ok(await root.page.getByRole('checkbox', { name: /kettle/ }).isChecked());
  await root.screenshots('report-with-message', { fullPage: true });
  await root.page.getByRole('button', { name: 'Remove selected' }).click();
  await root.page.locator('.heard').getByText('(removed)').waitFor();
  await root.screenshots('report-with-removed-message', { fullPage: true });
  assert.deepEqual(await pageFaults(root, 'report-with-removed-message'), []);
  for (const player of [ada, ben]) {
    await player.page.locator('#said').getByText('Message removed by a moderator').waitFor();
    assert.equal(await player.page.locator('#said', { hasText: 'kettle' }).count(), 0);
  }
  await ada.assertMatchesServer();
  site.assertNoErrors();
});
