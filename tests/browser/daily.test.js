// The position of the day: chosen from a match of the site, and solved on a phone, also without scripts.
import assert from 'node:assert/strict';
import { postPlies } from './games.js';
import { pageFaults } from './page-checks.js';
import { DARK, DESK, PHONE, openSite, test } from './parlour.js';

/** Noughts do not block the line of crosses from c1 to a3. */
const NOT_BLOCKED = ['b2', 'a1', 'c1', 'b1', 'a3'];

test('the position of the day is chosen from a match and solved on the board', async (t) => {
  const site = await openSite(t);
  const played = await site.startMatch('tictactoe', [DESK, DESK]);
  await postPlies(played, NOT_BLOCKED);
  await played.ada.page.goto(played.matchPath);
  await played.ada.press('Analyse match');
  await played.ada.page.locator('#stage svg.evaluation').waitFor();
  for (const person of [played.ada, played.ben]) await person.context.close();
  await site.stop();
  await site.start();

  const cleo = await site.member('Cleo', PHONE);
  const { page } = cleo;
  const tile = page.locator('main a.tile');
  while (!(await tile.isVisible())) await page.goto('/daily');
  assert.deepEqual(await pageFaults(cleo, 'daily'), []);
  await tile.tap();
  await page.getByRole('heading', { name: 'Find the best move for Noughts' }).waitFor();
  assert.deepEqual(await pageFaults(cleo, 'daily-board'), []);
  await page.getByRole('link', { name: 'mark b1' }).tap();
  await cleo.press('Submit move');
  await page.getByText('There’s a better move.').first().waitFor();
  await page.getByRole('link', { name: 'mark a3' }).tap();
  await cleo.press('Submit move');
  await page.getByText('That’s the best move.').first().waitFor();
  await page.getByText('Your streak: 1 day').waitFor();
  assert.deepEqual(await pageFaults(cleo, 'daily-found'), []);

  const dan = await site.visitor('Dan', { ...DARK, javaScriptEnabled: false });
  await dan.page.goto('/daily');
  await dan.page.locator('main a.tile').click();
  await dan.page.getByRole('link', { name: 'mark a3' }).click();
  await dan.page.getByRole('button', { name: 'Submit move' }).click();
  await dan.page.getByText('That’s the best move.').first().waitFor();
  site.assertNoErrors();
});
