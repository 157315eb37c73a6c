// Muted players, whose messages are collapsed, also if they join later.
import assert from 'node:assert/strict';
import { openSite, PHONE, test } from './parlour.js';
import { pageFaults } from './page-checks.js';

const line = (person, words) => person.page.locator('#said p', { hasText: words });

async function says(person, words) {
  await person.openSection('Chat');
  await person.page.getByLabel('Message').fill(words);
  await person.press('Send');
  await line(person, words).waitFor();
}

test('the messages of a muted player arrive collapsed and can be expanded', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada');
  const ben = await site.player('Ben', PHONE);
  const cleo = await site.player('Cleo');
  await ada.page.goto('/players/Cleo');
  await ada.press('Mute Cleo');
  await ada.page.getByText('You muted Cleo.').waitFor();
  assert.deepEqual(await pageFaults(ada, 'has-muted'), []);
  const matchPath = await ada.createMatch('sternhalma', { seats: 3 });
  await ben.join(matchPath);
  await ada.page.locator('#muted').waitFor({ state: 'attached' });
  await cleo.join(matchPath);
  await ada.page.getByLabel('Show messages from Cleo').waitFor();
  await says(cleo, 'What a dull opening');
  await says(ben, 'Good evening');
  await line(ada, 'Good evening').waitFor();
  await line(ben, 'What a dull opening').waitFor();
  assert.ok(await line(ada, 'What a dull opening').isHidden(), 'it is there, and folded away');
  const muted = await ada.page.locator('#muted').evaluate((list) => list.outerHTML);
  await ada.assertMatchesServer();
  assert.equal(await ada.page.locator('#muted').evaluate((list) => list.outerHTML), muted, 'as it is served');
  assert.ok(await line(ada, 'What a dull opening').isHidden());
  await ada.screenshots('muted-talk', { fullPage: true });
  await ada.page.getByLabel('Show messages from Cleo').check();
  await line(ada, 'What a dull opening').waitFor();
  await ada.page.goto('/settings');
  assert.deepEqual(await pageFaults(ada, 'settings-with-mute'), []);
  await ada.page.getByRole('button', { name: 'Unmute Cleo' }).click();
  await ada.page.getByText('You haven’t muted anyone.').waitFor();
  await ada.page.goto(matchPath);
  await line(ada, 'What a dull opening').waitFor();
  site.assertNoErrors();
});
