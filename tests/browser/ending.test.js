// The end of a match: the result, the highlighted board, and what can be done next.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';
import { TICTACTOE, playPlies } from './games.js';

const buttons = (person) => person.page.locator('.actions :is(a, button):visible').allInnerTexts();

test('a won match of Tic-Tac-Toe shows the result, the new ratings and a rematch', async (t) => {
  const site = await openSite(t);
  const { ada, ben, players, matchPath } = await site.startMatch('tictactoe', [DESK, PHONE]);
  await ada.page.evaluate(() => addEventListener('animationstart', ({ animationName }) => { (window.began ??= []).push(animationName); }));
  await playPlies(players, TICTACTOE);
  for (const [person, headline] of [[ada, 'You won'], [ben, 'You lost']]) {
    await person.waitForHeadline(headline);
    await person.page.locator('.gain', { hasText: '+162' }).waitFor();
    assert.deepEqual(await person.page.locator('.result .place').allInnerTexts(), ['1st', '2nd']);
    assert.notEqual(await person.page.locator('#lit').getAttribute('d'), '', 'the line is lit');
    assert.deepEqual((await buttons(person)).slice(0, 4), ['Rematch', 'Analyse match', 'Copy link', 'Replay']);
  }
  assert.ok((await ada.page.evaluate(() => window.began ?? [])).includes('arrive'), 'the result arrives');
  await ada.screenshots('ending-won');
  await ben.screenshots('ending-lost');
  await ada.assertMatchesServer();
  assert.equal(await ada.page.locator('.result.arrives').count(), 0, 'but only once');
  await ada.press('Rematch');
  await ada.page.waitForURL((url) => url.pathname !== matchPath);
  await ben.page.getByRole('heading', { name: 'Ada offers a rematch' }).waitFor();
  await ben.screenshots('ending-rematch');
  await ben.press('Decline');
  await ben.page.getByRole('button', { name: 'Rematch' }).waitFor();
  await ada.page.goBack();
  await ada.page.reload();
  await ada.page.getByText('Your rematch offer was declined.').waitFor();
  site.assertNoErrors();
});

test('a resigned match of Kalah shows the final counts in order of rank, without motion if none is wanted', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('kalah', [DESK, { ...DESK, reducedMotion: 'reduce' }]);
  await ada.pressPly('3');
  await ada.waitForHeadline('Go again');
  await ada.pressPly('1');
  await ada.waitForHeadline('Ben is thinking');
  await ben.waitForHeadline('Your move');
  await ben.pressPly('1');
  await ada.waitForHeadline('Your move');
  await ada.page.getByText('Resign', { exact: true }).first().click();
  await ada.page.getByRole('button', { name: 'Resign' }).last().click();
  await ben.waitForHeadline('You won');
  assert.equal(await ben.page.locator('#reason').innerText(), 'Ada resigned.');
  assert.deepEqual(await ben.page.locator('.result .who-name a').allInnerTexts(), ['Ben', 'Ada']);
  assert.deepEqual(await ben.page.locator('.result .score [aria-hidden]').allInnerTexts(), ['0', '1']);
  assert.deepEqual(await ben.page.evaluate(() => document.querySelector('.result').getAnimations().length), 0);
  await ada.waitForHeadline('You lost');
  await ada.screenshots('ending-kalah');
  await ada.assertMatchesServer();
  site.assertNoErrors();
});
