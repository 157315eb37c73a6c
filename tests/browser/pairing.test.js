// Quick pairing: users who press “Play someone” wait for each other and land in the same match.
import assert from 'node:assert/strict';
import { assertPagesFit } from './every-page.js';
import { PHONE, openSite, test } from './parlour.js';

const MATCH = /\/matches\/\w{12}$/;

/** Presses the button on the dashboard. */
async function playSomeone(player) {
  await player.page.goto('/');
  await player.press('Play someone');
}

/** Chooses a game on the form and waits. */
async function findOpponent(player, game) {
  await playSomeone(player);
  await player.page.getByText(game, { exact: true }).click();
  await player.press('Find an opponent');
}

/** The paths of the matches that these players were sent to. */
async function matchesOf(players) {
  await Promise.all(players.map(({ page }) => page.waitForURL(MATCH)));
  return players.map(({ page }) => new URL(page.url()).pathname);
}

test('two players who press “Play someone” on the dashboard land in the same match', async (t) => {
  const site = await openSite(t);
  const players = [await site.player('Ada'), await site.player('Ben', PHONE)];
  for (const player of players) await findOpponent(player, 'Mancala (Kalah)');
  const [first, same] = await matchesOf(players);
  assert.equal(first, same);
  const [ada, ben] = players;
  assert.equal((await ada.context.request.post(`${first}/abort`, { maxRedirects: 0 })).status(), 303);
  // From now on one press is enough.
  await playSomeone(ada);
  await ada.waitForHeadline('Looking for an opponent');
  await assertPagesFit(ada, ['/pairing'], []);
  await playSomeone(ben);
  const again = await matchesOf(players);
  assert.equal(again[0], again[1]);
  assert.notEqual(again[0], first);
  site.assertNoErrors();
});

test('a player who waits alone sees open matches, and later a bot is offered', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = [await site.player('Ada'), await site.player('Ben')];
  const open = await ben.createMatch('quarto');
  await findOpponent(ada, 'Mancala (Kalah)');
  await ada.waitForHeadline('Looking for an opponent');
  await ada.page.locator(`a.match[href="${open}"]`).waitFor();
  // What has the focus keeps it when the page changes.
  await ada.page.getByRole('button', { name: 'Join' }).focus();
  await ada.page.getByRole('button', { name: 'Play a bot' }).waitFor();
  assert.equal(await ada.page.evaluate(() => document.activeElement.textContent), 'Join');
  // The page still waits: another player is found.
  await ada.page.locator('#pairing-wait').waitFor({ state: 'attached' });
  const cleo = await site.player('Cleo');
  await findOpponent(cleo, 'Mancala (Kalah)');
  const [one, other] = await matchesOf([ada, cleo]);
  assert.equal(one, other);
  site.assertNoErrors();
});

test('players without scripts are paired too', async (t) => {
  const site = await openSite(t);
  const players = [await site.player('Ada', { javaScriptEnabled: false }), await site.player('Ben', { javaScriptEnabled: false })];
  for (const player of players) await findOpponent(player, 'Quarto');
  const [one, other] = await matchesOf(players);
  assert.equal(one, other);
  site.assertNoErrors();
});

test('after a restart of the site the page of a waiting player is the form again', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada');
  ada.expectError(/ERR_|Failed to fetch|htmx/);
  await findOpponent(ada, 'Mancala (Kalah)');
  await ada.waitForHeadline('Looking for an opponent');
  await site.stop();
  await site.start();
  await ada.waitForHeadline('Play someone');
  assert.ok(await ada.page.getByRole('radio', { name: 'Mancala (Kalah)' }).isChecked());
});
