// What is somebody's own at a match: notes, a board to try something on, how they like to play.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openHouse } from './house.js';

async function likes(person, ...choices) {
  await person.page.goto('/settings');
  for (const choice of choices) await person.page.getByText(choice, { exact: true }).click();
  const form = person.page.locator('form[action="/settings/play"]');
  await form.getByRole('button', { name: 'Save' }).click();
  await person.page.getByText('Settings saved.').waitFor();
}

test('a note is kept while the page stays, and nobody else finds it', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe', [PHONE, DESK]);
  await ada.page.goto(table);
  await ada.page.getByText('Your notes', { exact: true }).click();
  await ada.page.getByLabel('About this match').fill('Ben likes corners.');
  await ada.page.locator('#notes').getByRole('button', { name: 'Save' }).click();
  await ada.page.locator('#notes').getByText('Saved.').waitFor();
  await ada.plays('b2');
  await ada.sees('Ben is thinking');
  assert.equal(await ada.page.getByLabel('About this match').inputValue(), 'Ben likes corners.');
  await ada.shotsEverywhere('notes', { fullPage: true });
  await ada.page.reload();
  assert.equal(await ada.page.getByLabel('About this match').inputValue(), 'Ben likes corners.');
  await ben.page.goto(table);
  assert.equal((await ben.page.content()).includes('corners'), false);
  house.assertNoTrouble();
});

test('a line is tried on a board of its own, and becomes a standing order', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe');
  await ada.plays('b2');
  await ada.sees('Ben is thinking');
  const { seq } = await house.record(table);
  await ada.press('Analysis board');
  await ada.sees('Analysis after move 1');
  const marks = (square) => ada.page.getByRole('link', { name: `mark ${square}`, exact: true }).click();
  for (const [square, words] of [['a1', 'Ben marks a1'], ['c1', 'Ada marks c1'], ['a3', 'Ben marks a3']]) {
    await marks(square);
    await ada.sees(words);
  }
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  await ada.shotsEverywhere('what-if', { fullPage: true });
  await ada.page.keyboard.press('ArrowLeft');
  await ada.sees('Ada marks c1');
  assert.equal(await ada.page.locator('#board .piece').count(), 3);
  assert.match(ada.page.url(), /line=a1,c1,a3&at=2$/);
  await ada.page.reload();
  await ada.sees('Ada marks c1');
  await ada.page.keyboard.press('ArrowRight');
  await ada.sees('Ben marks a3');
  await ada.press('Save as conditional moves');
  assert.equal(await ada.page.locator('textarea#orders').inputValue(), 'if a1 then c1');
  assert.equal((await house.record(table)).seq, seq, 'nothing has happened at the match');
  await ada.page.locator('#conditional-moves').getByRole('button', { name: 'Save' }).click();
  await ada.page.locator('#standing').getByText('waiting for Ben to play a1').waitFor();
  await ben.plays('a1');
  await ada.page.locator('#ply3').waitFor();
  house.assertNoTrouble();
});

test('marbles and dice are tried where no script runs', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada', { ...PHONE, javaScriptEnabled: false });
  const ben = await house.player('Ben', DESK);
  for (const game of ['sternhalma', 'aeroplane']) {
    const table = await ada.opens(game);
    await ben.joins(table);
    await ada.page.goto(`${table}/analysis?ply=0`);
    if (game === 'sternhalma') {
      await ada.page.getByRole('link', { name: 'd2, your marble', exact: true }).tap();
      await ada.page.getByRole('link', { name: 'move d2 to e6', exact: true }).tap();
      await ada.sees('Ada moves d2 to e6');
    } else {
      await ada.page.getByRole('link', { name: 'The die shows 6' }).tap();
      await ada.page.locator('#press a').first().waitFor();
    }
    await ada.shot(`what-if-${game}`, { fullPage: true });
  }
  house.assertNoTrouble();
});

test('whoever wants to be asked sees the move first, and can think again', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('sternhalma', [PHONE, DESK]);
  await likes(ada, 'Always');
  await ada.shotsEverywhere('settings-play', { fullPage: true });
  await ada.page.goto(table);
  await ada.plays('d2-e6');
  await ada.page.getByText('Move d2 to e6?').waitFor();
  assert.equal((await house.record(table)).plies.length, 0);
  await ada.press('Cancel');
  await ada.sees('Your move');
  await ada.plays('d1-e5');
  await ada.page.getByText('Move d1 to e5?').waitFor();
  await ada.press('Confirm', { exact: true });
  await ada.sees('Ben is thinking');
  await ben.sees('Your move');
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  assert.equal((await house.record(table)).plies[0].notation, 'd1-e5');
  house.assertNoTrouble();
});

test('whoever goes on is at the next match that waits when they have moved', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe');
  const other = await ada.opens('kalah');
  await ben.joins(other);
  await likes(ada, 'Go to the next match');
  await ada.page.goto(table);
  await ada.plays('b2');
  await ada.page.waitForURL((url) => url.pathname === other);
  await ada.presses(2);
  await ada.sees('Ben is thinking');
  assert.equal(new URL(ada.page.url()).pathname, other, 'no other match waits');
  house.assertNoTrouble();
});

test('who is on vacation, and for how long they may be, is beside the board', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada');
  const ben = await house.player('Ben', { ...PHONE, timezoneId: 'Europe/Berlin', locale: 'en-GB' });
  const table = await ada.opens('tictactoe', { time: 'days', 'time.days': 2, 'time.holidays': 'on' });
  await ben.joins(table);
  await ben.page.goto(table);
  assert.match(await ben.page.locator('#vacation').textContent(), /Vacation left this year: Ada 20 days, Ben 20 days/);
  assert.match(await ben.page.locator('#clock').textContent(), /CET|CEST|GMT\+/);
  await ben.shotsEverywhere('holidays', { fullPage: true });
  house.assertNoTrouble();
});
