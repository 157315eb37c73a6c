// The chat of watchers on open pages.
import assert from 'node:assert/strict';
import { DARK, openSite, PHONE, test } from './parlour.js';
import { pageFaults } from './page-checks.js';
import { postForm } from './staff.js';

const field = (person) => person.page.getByLabel('Message');

test('watchers read each other at once, players after the end, and the host can turn it off', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [PHONE, {}]);
  const eve = await site.member('Eve');
  const finn = await site.member('Finn', { ...PHONE, ...DARK });
  const visitor = await site.visitor();
  for (const watcher of [eve, finn, visitor]) await watcher.page.goto(matchPath);
  await field(eve).fill('The middle is open!');
  await eve.press('Send');
  await visitor.page.locator('#said p', { hasText: 'The middle is open!' }).waitFor();
  await eve.page.waitForFunction(() => document.querySelector('#watcher-text').value === '');
  await finn.openSection('Chat');
  await finn.page.locator('#said p', { hasText: 'The middle is open!' }).waitFor();
  assert.equal(await field(visitor).count(), 0);
  await visitor.page.getByText('to write your own messages').waitFor();
  await finn.screenshots('watcher-chat', { fullPage: true });
  assert.deepEqual(await pageFaults(finn, 'watcher-chat'), []);
  await ada.openSection('Chat');
  await ada.screenshots('watcher-chat-of-host', { fullPage: true });
  await ada.press('Turn it off');
  await eve.page.getByText('The host has turned off the chat of watchers.').waitFor();
  await field(eve).waitFor({ state: 'hidden' });
  await ada.press('Turn it on');
  await field(eve).waitFor();
  assert.equal(await ben.page.locator('#said p').count(), 0);
  await postForm(ada, `${matchPath}/resignation`, {});
  await ben.page.locator('#said p', { hasText: 'Eve (watching) The middle is open!' }).waitFor();
  await ben.screenshots('watcher-chat-after-the-end', { fullPage: true });
  site.assertNoErrors();
});
