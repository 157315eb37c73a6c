// The time zone of the browser, which is set for new accounts and suggested to others.
import assert from 'node:assert/strict';
import { DESK, openSite, test } from './parlour.js';

test('a new account has the time zone of its browser, and another one is offered until it is dismissed', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', { ...DESK, timezoneId: 'Asia/Tokyo' });
  const offer = ada.page.locator('[data-zone-offer]');
  const zone = async () => {
    await ada.page.goto('/settings');
    return ada.page.locator('#zone').inputValue();
  };
  assert.equal(await zone(), 'Asia/Tokyo');
  assert.equal(await offer.isVisible(), false, 'there is nothing to offer');

  const moves = async (to) => {
    await ada.page.goto('/settings');
    await ada.page.locator('#zone').selectOption(to);
    await ada.page.locator('form:has(#zone)').evaluate((form) => form.requestSubmit());
    await ada.page.waitForURL(/done=/);
    await ada.page.goto('/');
  };
  await moves('America/New_York');
  assert.match(await offer.textContent(), /This device is in the time zone Asia\/Tokyo. Your account uses America\/New_York./);
  await offer.getByRole('button', { name: 'Use this time zone' }).click();
  assert.equal(await zone(), 'Asia/Tokyo');

  await moves('America/New_York');
  await offer.getByRole('button', { name: 'Dismiss' }).click();
  await ada.page.goto('/');
  assert.equal(await offer.isVisible(), false, 'it stays dismissed in this browser');
  await moves('Europe/Berlin');
  assert.equal(await offer.isVisible(), true, 'another difference is offered again');
  // Names may differ for zones with the same clocks all year.
  await moves('Asia/Seoul');
  assert.equal(await offer.isVisible(), false);
  site.assertNoErrors();
});
