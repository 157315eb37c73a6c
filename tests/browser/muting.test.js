// Whom somebody does not want to hear: their talk is folded away, also when they sit down later.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse, PHONE } from './house.js';
import { faultsOf } from './looks.js';

const line = (person, words) => person.page.locator('#said p', { hasText: words });

async function says(person, words) {
  await person.page.getByLabel('Message').fill(words);
  await person.press('Send');
  await line(person, words).waitFor();
}

test('the talk of somebody muted is folded away as it comes, and unfolds', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada');
  const ben = await house.player('Ben', PHONE);
  const cleo = await house.player('Cleo');
  await ada.page.goto('/players/Cleo');
  await ada.press('Mute Cleo');
  await ada.page.getByText('You muted Cleo.').waitFor();
  assert.deepEqual(await faultsOf(ada, 'has-muted'), []);
  const table = await ada.opens('sternhalma', { seats: 3 });
  await ben.joins(table);
  await ada.page.locator('#muted').waitFor({ state: 'attached' });
  await cleo.joins(table);
  await ada.page.getByLabel('Show messages from Cleo').waitFor();
  await says(cleo, 'What a dull opening');
  await says(ben, 'Good evening');
  await line(ada, 'Good evening').waitFor();
  await line(ben, 'What a dull opening').waitFor();
  assert.ok(await line(ada, 'What a dull opening').isHidden(), 'it is there, and folded away');
  const hushed = await ada.page.locator('#muted').evaluate((hush) => hush.outerHTML);
  await ada.assertAsServed();
  assert.equal(await ada.page.locator('#muted').evaluate((hush) => hush.outerHTML), hushed, 'as it is served');
  assert.ok(await line(ada, 'What a dull opening').isHidden());
  await ada.shotsEverywhere('muted-talk', { fullPage: true });
  await ada.page.getByLabel('Show messages from Cleo').check();
  await line(ada, 'What a dull opening').waitFor();
  await ada.page.goto('/settings');
  assert.deepEqual(await faultsOf(ada, 'settings-with-mute'), []);
  await ada.page.getByRole('button', { name: 'Unmute Cleo' }).click();
  await ada.page.getByText('You haven’t muted anyone.').waitFor();
  await ada.page.goto(table);
  await line(ada, 'What a dull opening').waitFor();
  house.assertNoTrouble();
});
