// A player resigns in a match in which bots play on: the pages of all players change without being loaded again.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

test('a bot takes over the seat of a player who resigns, and the others see it at once', async (t) => {
  const site = await openSite(t);
  const fields = { seats: 3, rated: 'no', time: 'days', 'time.flag': 'bot' };
  const { matchPath, players: [ada, ben] } = await site.startMatch('sternhalma', [DESK, PHONE, DESK], fields);
  await ada.page.locator('#resign summary').click();
  await ada.page.getByText('A bot takes over your seat').waitFor();
  await ada.page.getByRole('button', { name: 'Resign', exact: true }).click();
  const words = 'Ada resigned. Intermediate bot plays on.';
  for (const { page } of [ada, ben]) {
    await page.locator('#plies .clock', { hasText: words }).waitFor({ state: 'attached' });
    await page.locator('#seats a', { hasText: 'Intermediate bot' }).waitFor();
  }
  assert.equal(await ada.page.locator('.careful').count(), 0, 'Ada has no seat');
  assert.equal(await ada.page.locator('#conditional-moves').isVisible(), false);
  // The bot moves, and then it is Ben's turn.
  await ben.page.getByRole('link', { name: /your marble/ }).first().waitFor();
  const record = await site.record(matchPath);
  assert.deepEqual([record.plies.length, record.seats[0].kind, record.to_act], [1, 'bot', 1]);
  await ben.screenshots('takeover');
  site.assertNoErrors();
});

test('the form refuses a rated match in which bots play on, with the choices as they were', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const { page } = ada;
  ada.expectError(/422/);
  await page.goto('/matches/new?game=quarto');
  await page.getByText('When time runs out').click();
  await page.getByText('A bot plays on', { exact: true }).click();
  await ada.screenshots('new-match-bot-plays-on');
  await page.locator('[name=rated][value=yes]').evaluate((choice) => { choice.checked = true; });
  await ada.press('Create match');
  await page.getByText('bots can only play on in casual matches').waitFor();
  for (const choice of ['[name="time.flag"][value=bot]', '[name=rated][value=yes]']) {
    assert.ok(await page.locator(choice).isChecked(), choice);
  }
  site.assertNoErrors();
});
