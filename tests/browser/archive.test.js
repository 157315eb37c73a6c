// The archive: a stranger finds the match of two players from the front page and replays it.
import assert from 'node:assert/strict';
import { QUARTO, TICTACTOE, postPlies } from './games.js';
import { DESK, PHONE, openSite, test } from './parlour.js';

/** Two finished matches of Ada and Ben, of which the Quarto match is older than those on the front page. */
async function finishMatches(site) {
  const quarto = await site.startMatch('quarto', [DESK, DESK]);
  await postPlies(quarto, QUARTO);
  for (let number = 0; number < 7; number++) {
    const matchPath = await quarto.ada.postMatch({ game: 'tictactoe', time: 'days', 'time.days': 3 });
    await quarto.ben.postJoin(matchPath);
    await postPlies({ ...quarto, matchPath }, TICTACTOE);
  }
  for (const player of quarto.players) await player.context.close();
  return quarto.matchPath;
}

/** Finds the match of Ben and Ada. Returns how often the person has pressed something. */
async function find(page, press) {
  let presses = 0;
  const pressOn = async (locator) => {
    presses++;
    await press(locator);
  };
  await page.goto('/');
  await pressOn(page.getByRole('link', { name: 'All finished matches' }));
  await page.getByLabel('Game', { exact: true }).selectOption({ label: 'Quarto' });
  await page.getByLabel('Player', { exact: true }).fill('ben');
  await page.getByLabel('Against').fill('ada');
  await pressOn(page.getByRole('button', { name: 'Show' }));
  await pressOn(page.getByRole('link', { name: /Quarto/ }));
  return presses;
}

test('a stranger on a phone finds an old match of two players, and replays it', async (t) => {
  const site = await openSite(t);
  const matchPath = await finishMatches(site);
  const eve = await site.visitor('Eve', PHONE);
  assert.equal(await find(eve.page, (locator) => locator.tap()), 3);
  await eve.page.waitForURL(matchPath);
  await eve.press('Replay');
  await eve.page.waitForURL(/ply=/);

  const dan = await site.visitor('Dan', { ...DESK, javaScriptEnabled: false });
  await find(dan.page, (locator) => locator.click());
  await dan.page.waitForURL(matchPath);
  site.assertNoErrors();
});
