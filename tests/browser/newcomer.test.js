// Somebody without an account arrives by an invitation link, on a phone, and plays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PASSWORD, PHONE, openHouse } from './house.js';

/** Presses with the finger, and counts. */
class Finger {
  presses = 0;

  async on(target) {
    await target.tap();
    this.presses += 1;
  }
}

/** Whether something can be seen without scrolling. */
async function isInView(person, target) {
  const { y, height } = await target.boundingBox();
  const scrolled = await person.page.evaluate(() => scrollY);
  return scrolled === 0 && y >= 0 && y + height <= person.page.viewportSize().height;
}

test('a newcomer on a phone comes by an invitation link, creates an account and makes a move', async (t) => {
  const house = await openHouse(t);
  const ben = await house.player('Ben', DESK);
  const table = await ben.opens('sternhalma', 'Private');
  const code = await ben.page.locator('.invitation .code').innerText();

  const cleo = await house.visitor('Cleo', PHONE);
  const { page } = cleo;
  const finger = new Finger();
  const began = Date.now();
  await page.goto(`/join/${code}`);
  await cleo.sees('Ben invites you to Sternhalma');
  await cleo.shotsEverywhere('newcomer-1-invitation');
  const join = page.getByRole('button', { name: 'Join', exact: true });
  for (const height of [620, 740]) {
    await page.setViewportSize({ ...PHONE.viewport, height });
    assert.ok(await isInView(cleo, join), `nobody has to look for the way to the seat at ${height}`);
  }
  await finger.on(join);

  await page.waitForURL((url) => url.pathname === '/register');
  await page.getByText('You’ll join Ben’s Sternhalma match right after.').waitFor();
  await cleo.shotsEverywhere('newcomer-2-account');
  assert.ok(await page.getByLabel('Name', { exact: true }).evaluate((field) => field === document.activeElement));
  await page.getByLabel('Name', { exact: true }).fill('Cleo');
  await finger.on(page.getByLabel('Password', { exact: true }));
  cleo.expects(/422/);
  await page.getByLabel('Password', { exact: true }).fill('short');
  await finger.on(page.getByRole('button', { name: 'Create account' }));
  await page.locator('#password-problem').waitFor();
  await cleo.shotsEverywhere('newcomer-3-short-password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await finger.on(page.getByRole('button', { name: 'Create account' }));

  await page.waitForURL((url) => url.pathname === table);
  await page.locator('#seats .you').getByText('Cleo').waitFor();
  await ben.sees('Your move');
  await ben.plays('c2-e8');
  await cleo.sees('Your move');
  await cleo.rests();
  await cleo.shotsEverywhere('newcomer-4-seated');
  const marble = page.getByRole('link', { name: /, your marble$/ }).first();
  await finger.on(marble);
  const hole = page.locator('button[name="notation"]').first();
  await hole.waitFor();
  await cleo.shotsEverywhere('newcomer-5-marble');
  await finger.on(hole);
  // Whoever is asked before a move is played says yes.
  const yes = page.locator('#named button.brass');
  const played = page.getByRole('heading', { level: 1, name: 'Ben is thinking' });
  await yes.or(played).first().waitFor();
  if (await yes.isVisible()) await finger.on(yes);
  await played.waitFor();
  const seconds = (Date.now() - began) / 1000;
  await cleo.shotsEverywhere('newcomer-6-moved');
  await ben.sees('Your move');
  t.diagnostic(`${finger.presses} presses, ${seconds.toFixed(1)} s`);
  assert.ok(finger.presses <= 7, `${finger.presses} presses`);
  house.assertNoTrouble();
});

test('without scripts the way from the invitation to the seat is the same', async (t) => {
  const house = await openHouse(t);
  const ben = await house.player('Ben', DESK);
  const table = await ben.opens('tictactoe', 'Private');
  const cleo = await house.visitor('Cleo', { ...PHONE, javaScriptEnabled: false });
  await cleo.page.goto(table);
  await cleo.press('Join');
  await cleo.page.getByLabel('Name', { exact: true }).fill('Cleo');
  await cleo.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await cleo.press('Create account');
  await cleo.page.waitForURL((url) => url.pathname === table);
  await cleo.page.locator('#seats .you').getByText('Cleo').waitFor();
  await ben.sees('Your move');
  house.assertNoTrouble();
});
