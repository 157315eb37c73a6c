// A visitor without an account follows an invitation link on a phone, and plays.
import assert from 'node:assert/strict';
import { DESK, PASSWORD, PHONE, openSite, test } from './parlour.js';

/** Taps, and counts the taps. */
class Finger {
  presses = 0;

  async on(target) {
    await target.tap();
    this.presses += 1;
  }
}

/** Whether an element is in view without scrolling. */
async function isInView(person, target) {
  const { y, height } = await target.boundingBox();
  const scrolled = await person.page.evaluate(() => scrollY);
  return scrolled === 0 && y >= 0 && y + height <= person.page.viewportSize().height;
}

test('a newcomer on a phone follows an invitation link, creates an account and makes a move', async (t) => {
  const site = await openSite(t);
  const ben = await site.player('Ben', DESK);
  const matchPath = await ben.createMatch('sternhalma', 'By link');
  const code = await ben.page.locator('.invitation .code').innerText();

  const cleo = await site.visitor('Cleo', PHONE);
  const { page } = cleo;
  const finger = new Finger();
  const began = Date.now();
  await page.goto(`/join/${code}`);
  await cleo.waitForHeadline('Ben invites you to Chinese Checkers (Sternhalma)');
  await cleo.screenshots('newcomer-1-invitation');
  const join = page.getByRole('button', { name: 'Join', exact: true });
  for (const height of [620, 740]) {
    await page.setViewportSize({ ...PHONE.viewport, height });
    assert.ok(await isInView(cleo, join), `nobody has to look for the way to the seat at ${height}`);
  }
  await finger.on(join);

  await page.waitForURL((url) => url.pathname === '/register');
  await page.getByText('You’ll join Ben’s Chinese Checkers (Sternhalma) match right after.').waitFor();
  await cleo.screenshots('newcomer-2-account');
  assert.ok(await page.getByLabel('Name', { exact: true }).evaluate((field) => field === document.activeElement));
  await page.getByLabel('Name', { exact: true }).fill('Cleo');
  await finger.on(page.getByLabel('Password', { exact: true }));
  cleo.expectError(/422/);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await finger.on(page.getByRole('button', { name: 'Create account' }));
  await page.locator('#password-problem').waitFor();
  await cleo.screenshots('newcomer-3-short-password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await finger.on(page.getByRole('button', { name: 'Create account' }));

  await page.waitForURL((url) => url.pathname === matchPath);
  await page.locator('#seats .you').getByText('Cleo').waitFor();
  await ben.waitForHeadline('Your move');
  await ben.play('c2-e8');
  await cleo.waitForHeadline('Your move');
  await cleo.waitForAnimations();
  await cleo.screenshots('newcomer-4-seated');
  const marble = page.getByRole('link', { name: /, your marble$/ }).first();
  await finger.on(marble);
  const hole = page.locator('button[name="notation"]').first();
  await hole.waitFor();
  await cleo.screenshots('newcomer-5-marble');
  await finger.on(hole);
  // The move may have to be confirmed.
  const yes = page.locator('#named button.brass');
  const played = page.getByRole('heading', { level: 1, name: 'Ben is thinking' });
  await yes.or(played).first().waitFor();
  if (await yes.isVisible()) await finger.on(yes);
  await played.waitFor();
  const seconds = (Date.now() - began) / 1000;
  await cleo.screenshots('newcomer-6-moved');
  await ben.waitForHeadline('Your move');
  t.diagnostic(`${finger.presses} presses, ${seconds.toFixed(1)} s`);
  assert.ok(finger.presses <= 7, `${finger.presses} presses`);
  site.assertNoErrors();
});

test('a newcomer without scripts gets from the invitation to the seat in the same way', async (t) => {
  const site = await openSite(t);
  const ben = await site.player('Ben', DESK);
  const matchPath = await ben.createMatch('tictactoe', 'By link');
  const cleo = await site.visitor('Cleo', { ...PHONE, javaScriptEnabled: false });
  await cleo.page.goto(matchPath);
  await cleo.press('Join');
  await cleo.page.getByLabel('Name', { exact: true }).fill('Cleo');
  await cleo.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await cleo.press('Create account');
  await cleo.page.waitForURL((url) => url.pathname === matchPath);
  await cleo.page.locator('#seats .you').getByText('Cleo').waitFor();
  await ben.waitForHeadline('Your move');
  site.assertNoErrors();
});
