// What two at a table ask each other for, each in a browser of their own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openHouse } from './house.js';

test('an offer is declined and a move is taken back while the opponent watches', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada', DESK);
  const ben = await house.player('Ben', PHONE);
  const table = await ada.opens('tictactoe');
  await ben.joins(table);
  await ada.sees('Your move');
  await ada.plays('b2');
  await ben.sees('Your move');

  await ada.page.getByText('Offer a draw', { exact: true }).first().click();
  await ada.page.getByRole('button', { name: 'Offer a draw' }).click();
  await ada.page.locator('#asked').getByText('You offered a draw.').waitFor();
  await ben.page.getByRole('heading', { name: 'Ada offers a draw.' }).waitFor();
  await ben.shotsEverywhere('offer-asked');
  await ada.shotsEverywhere('offer-waits');
  await ben.press('Decline');
  await ada.page.locator('#asked').getByText('Ben declined the draw.').waitFor();

  await ben.plays('a1');
  // Or the headline of before this move would do for the one after the next.
  await ben.sees('Ada is thinking');
  await ada.sees('Your move');
  await ada.plays('c1');
  await ben.sees('Your move');
  const stood = await ben.pieces();
  const { seq } = await house.record(table);
  await ben.page.waitForFunction((wanted) => Number(document.querySelector('#live').dataset.noted) >= wanted, seq);
  await ada.page.reload();
  await ada.press('Ask for a takeback');
  await ben.page.getByRole('heading', { name: 'Ada asks to take back c1.' }).waitFor();
  await ben.shotsEverywhere('takeback-asked');
  await ben.press('Accept');
  await ben.sees('Ada is thinking');
  await ada.sees('Your move');
  await ada.page.locator('#asked').getByText('A move was taken back.').waitFor();
  for (const person of [ada, ben]) {
    const pieces = await person.pieces();
    assert.equal(Object.keys(pieces).length, 2, `${person.name} sees ${JSON.stringify(pieces)}`);
  }
  assert.equal(Object.keys(stood).length, 3);
  assert.equal(await ben.page.locator('#plies li').count(), 2);

  await ada.plays('b1');
  await ben.sees('Your move');
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  house.assertNoTrouble();
});

test('a slip is taken back at once while the opponent looks elsewhere, and asked for once they look', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe', [PHONE, DESK]);
  await ben.page.goto('/');
  await ada.plays('a1');
  await ada.sees('Ben is thinking');
  await ada.press('Take back');
  await ada.sees('Your move');
  assert.deepEqual(await ada.pieces(), {});
  await ada.plays('b2');
  await ada.sees('Ben is thinking');
  await ada.shotsEverywhere('takeback-at-once');
  await ben.page.goto(table);
  await ben.sees('Your move');
  const { seq } = await house.record(table);
  await ben.page.waitForFunction((wanted) => Number(document.querySelector('#live').dataset.noted) >= wanted, seq);
  await ada.press('Take back');
  await ada.page.locator('#asked').getByText('You asked to take back b2. Waiting for Ben.').waitFor();
  await ben.press('Decline');
  await ben.page.locator('#asked').getByText('asks to take back').waitFor({ state: 'hidden' });
  await ben.plays('c3');
  await ada.sees('Your move');
  await ada.plays('a3');
  await ada.press('Take back');
  await ben.page.locator('#asked').getByText(/Ada asks to take back a3|A move was taken back/).waitFor();
  house.assertNoTrouble();
});
