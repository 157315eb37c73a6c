// Hints in a match against a bot, and the analysis of a match that has ended, on a phone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { DESK, PHONE, openHouse } from './house.js';

/** Puts a bot into the seat of a person, in the database, while the program does not run. */
async function seatBot(house, table, game, name) {
  await house.close();
  const match = `match_id = '${table.split('/').at(-1)}'`;
  const bot = `(SELECT user_id FROM bots WHERE game = '${game}' AND level = 2 AND number = 1)`;
  const person = `(SELECT id FROM users WHERE name = '${name}')`;
  execFileSync('sqlite3', [path.join(house.folder, 'parlour.db'), `
    UPDATE match_events SET body = json_set(body, '$.user', ${bot}, '$.bot', json('true'))
      WHERE ${match} AND kind = 'joined' AND by = ${person};
    UPDATE match_events SET by = ${bot} WHERE ${match} AND by = ${person};
    UPDATE match_seats SET user_id = ${bot} WHERE ${match} AND user_id = ${person};`]);
  await house.open();
}

/** Fails when the page is wider than the screen. */
async function fits(person) {
  const [page, screen] = await person.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(page <= screen, `${page} px on a screen of ${screen}`);
}

test('a hint is asked for, shown on the board and gone after the move, and moves are taken back', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('kalah', [PHONE, DESK], { rated: 'no' });
  await ben.context.close();
  await seatBot(house, table, 'kalah', 'Ben');
  const { page } = ada;
  // The page was open while the program did not run.
  ada.expects(/Failed to load resource|ERR_/);
  await page.goto(table);
  await ada.press('Hint', { exact: true });
  const hint = page.locator('#named .hint');
  await hint.waitFor();
  assert.match(await hint.textContent(), /^Sow house \d, 4 seeds\. /);
  assert.equal(await page.locator('#press svg.suggestion path').count(), 1);
  await fits(ada);
  await ada.shotsEverywhere('hint', { fullPage: true });
  await ada.presses('1');
  await hint.waitFor({ state: 'detached' });
  assert.equal(await page.locator('svg.suggestion').count(), 0);
  await house.record(table, 4);
  await page.locator('#press button[name="notation"]').first().waitFor();
  await ada.press('Take back');
  await page.locator('#asked').getByText('A move was taken back.').waitFor();
  assert.equal((await house.record(table)).plies.length, 0);
  house.assertNoTrouble();
});

test('a match that has ended is analysed, and its graph leads through it', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('kalah', [PHONE, DESK]);
  for (const [player, ply] of [[ada, 3], [ada, 6], [ben, 1], [ada, 1], [ben, 2], [ada, 2], [ben, 3], [ada, 4]]) {
    const { seq, to_act: seat } = await house.record(table);
    if (seat === (player === ada ? 0 : 1)) await player.sends(table, seq, ply);
  }
  const answer = await ben.context.request.post(`${table}/resignation`, { form: {}, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  const { page } = ada;
  await page.goto(table);
  await ada.press('Analyse match');
  await page.waitForURL(/\/analysis$/);
  await page.locator('#report svg.evaluation').waitFor();
  await fits(ada);
  await page.goto(`${table}/analysis?ply=3`);
  await ada.shotsEverywhere('analysis', { fullPage: true });
  const points = page.locator('#report svg.evaluation a');
  const plies = (await house.record(table)).plies.length;
  assert.equal(await points.count(), plies + 1);
  await points.nth(1).click({ position: { x: 2, y: 40 }, force: true });
  await page.waitForURL(/ply=1$/);
  await page.locator('.explanation').waitFor();
  assert.match(await page.locator('.best').textContent(), /^Best move: Sow house/);
  assert.equal(await page.locator('#press svg.suggestion path').count(), 1);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/ply=2$/);
  await page.locator('.best .line a').first().click();
  await page.waitForURL(/line=/);
  await ada.press('Best move');
  await page.locator('.best').waitFor();
  await fits(ada);
  await ada.shotsEverywhere('best-move', { fullPage: true });
  house.assertNoTrouble();
});
