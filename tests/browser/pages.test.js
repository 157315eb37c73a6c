// What holds for every page: it can be read by everybody, fits every screen, and keeps to the policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertFit, everyPage } from './everywhere.js';
import { openHouse } from './house.js';

test('every page of a member fits every screen, is open to everybody and keeps to the policy', async (t) => {
  const house = await openHouse(t);
  const { ada, shared, members } = await everyPage(house);
  await assertFit(ada, [...shared, ...members], shared);
  house.assertNoTrouble();
});

test('a page is drawn by the theme somebody chose', async (t) => {
  const house = await openHouse(t);
  const visitor = await house.visitor('Visitor');
  await visitor.page.emulateMedia({ colorScheme: 'light' });
  await visitor.page.goto('/login');
  const ground = () => visitor.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const button = visitor.page.locator('[data-theme-button]:visible').first();
  await button.click();
  await button.click();
  await visitor.page.reload();
  assert.notEqual(await ground(), light, 'dark stays dark');
  house.assertNoTrouble();
});
