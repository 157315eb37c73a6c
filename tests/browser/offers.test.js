// Draw offers and takebacks between two browsers.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

test('an offer is declined and a move is taken back while the opponent watches', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', DESK);
  const ben = await site.player('Ben', PHONE);
  const matchPath = await ada.createMatch('tictactoe');
  await ben.join(matchPath);
  await ada.waitForHeadline('Your move');
  await ada.play('b2');
  await ben.waitForHeadline('Your move');

  await ada.page.locator('#draw summary').click();
  await ada.page.getByRole('button', { name: 'Offer', exact: true }).click();
  await ada.page.locator('#asked').getByText('You offered a draw.').waitFor();
  await ben.page.getByRole('heading', { name: 'Ada offers a draw.' }).waitFor();
  await ben.screenshots('offer-asked');
  await ada.screenshots('offer-waits');
  await ben.press('Decline');
  await ada.page.locator('#asked').getByText('Ben declined the draw.').waitFor();

  await ben.play('a1');
  // Otherwise the headline before this move would match the one after the next.
  await ben.waitForHeadline('Ada is thinking');
  await ada.waitForHeadline('Your move');
  await ada.play('c1');
  await ben.waitForHeadline('Your move');
  const stood = await ben.pieces();
  const { seq } = await site.record(matchPath);
  await ben.page.waitForFunction((wanted) => Number(document.querySelector('#live').dataset.noted) >= wanted, seq);
  await ada.page.reload();
  await ada.press('Ask for a takeback');
  await ben.page.getByRole('heading', { name: 'Ada asks to take back c1.' }).waitFor();
  await ben.screenshots('takeback-asked');
  await ben.press('Accept');
  await ben.waitForHeadline('Ada is thinking');
  await ada.waitForHeadline('Your move');
  await ada.page.locator('#asked').getByText('A move was taken back.').waitFor();
  for (const person of [ada, ben]) {
    const pieces = await person.pieces();
    assert.equal(Object.keys(pieces).length, 2, `${person.name} sees ${JSON.stringify(pieces)}`);
  }
  assert.equal(Object.keys(stood).length, 3);
  assert.equal(await ben.page.locator('#plies .rounds a').count(), 2);

  await ada.play('b1');
  await ada.waitForHeadline('Ben is thinking');
  await ben.waitForHeadline('Your move');
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  site.assertNoErrors();
});

test('a takeback needs no consent until the opponent has seen the move', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [PHONE, DESK]);
  await ben.page.goto('/');
  await ada.play('a1');
  await ada.waitForHeadline('Ben is thinking');
  await ada.press('Take back');
  await ada.waitForHeadline('Your move');
  assert.deepEqual(await ada.pieces(), {});
  await ada.play('b2');
  await ada.waitForHeadline('Ben is thinking');
  await ada.screenshots('takeback-at-once');
  await ben.page.goto(matchPath);
  await ben.waitForHeadline('Your move');
  const { seq } = await site.record(matchPath);
  await ben.page.waitForFunction((wanted) => Number(document.querySelector('#live').dataset.noted) >= wanted, seq);
  await ada.press('Ask for a takeback');
  await ada.page.locator('#asked').getByText('You asked to take back b2. Waiting for Ben.').waitFor();
  await ben.press('Decline');
  await ben.page.locator('#asked').getByText('asks to take back').waitFor({ state: 'hidden' });
  await ben.play('c3');
  await ada.waitForHeadline('Your move');
  await ada.play('a3');
  await ada.press('Take back');
  await ben.page.locator('#asked').getByText(/Ada asks to take back a3|A move was taken back/).waitFor();
  site.assertNoErrors();
});
