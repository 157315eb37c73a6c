// Accessibility, width and the Content-Security-Policy of every page of a member.
import assert from 'node:assert/strict';
import { assertPagesFit, everyPage } from './every-page.js';
import { openSite, test } from './parlour.js';

test('every page of a member fits every screen, is accessible and violates no policy', async (t) => {
  const site = await openSite(t);
  const { ada, shared, members } = await everyPage(site);
  await assertPagesFit(ada, [...shared, ...members], shared);
  site.assertNoErrors();
});

test('a page has the theme its user has chosen', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Visitor');
  await visitor.page.emulateMedia({ colorScheme: 'light' });
  await visitor.page.goto('/login');
  const ground = () => visitor.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const button = visitor.page.locator('[data-theme-button]:visible').first();
  await button.click();
  await button.click();
  await visitor.page.reload();
  assert.notEqual(await ground(), light, 'dark stays dark');
  site.assertNoErrors();
});
