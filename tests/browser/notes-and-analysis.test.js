// Notes, the analysis board and the play settings on the match page.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

async function likes(person, ...choices) {
  await person.page.goto('/settings');
  for (const choice of choices) await person.page.getByText(choice, { exact: true }).click();
  const form = person.page.locator('form[action^="/settings/play?"]');
  await form.getByRole('button', { name: 'Save' }).click();
  await person.page.getByText('Settings saved.').waitFor();
}

test('a note is saved without leaving the page, and private', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [PHONE, DESK]);
  await ada.page.goto(matchPath);
  await ada.openSection('Notes');
  await ada.page.getByLabel('About this match').fill('Ben likes corners.');
  await ada.page.locator('#notes').getByRole('button', { name: 'Save' }).click();
  await ada.page.locator('#notes').getByText('Saved.').waitFor();
  await ada.play('b2');
  await ada.waitForHeadline('Ben is thinking');
  assert.equal(await ada.page.getByLabel('About this match').inputValue(), 'Ben likes corners.');
  await ada.screenshots('notes', { fullPage: true });
  await ada.page.reload();
  assert.equal(await ada.page.getByLabel('About this match').inputValue(), 'Ben likes corners.');
  await ben.page.goto(matchPath);
  assert.equal((await ben.page.content()).includes('corners'), false);
  site.assertNoErrors();
});

test('a line tried on the analysis board becomes conditional moves', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  await ada.play('b2');
  await ada.waitForHeadline('Ben is thinking');
  const { seq } = await site.record(matchPath);
  await ada.press('Analysis board');
  await ada.waitForHeadline('Analysis after move 1');
  const marks = (square) => ada.page.getByRole('link', { name: `mark ${square}`, exact: true }).click();
  for (const [square, words] of [['a1', 'Ben marks a1'], ['c1', 'Ada marks c1'], ['a3', 'Ben marks a3']]) {
    await marks(square);
    await ada.waitForHeadline(words);
  }
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  await ada.screenshots('what-if', { fullPage: true });
  await ada.page.keyboard.press('ArrowLeft');
  await ada.waitForHeadline('Ada marks c1');
  assert.equal(await ada.page.locator('#board .piece').count(), 3);
  assert.match(ada.page.url(), /line=a1,c1,a3&at=2$/);
  await ada.page.reload();
  await ada.waitForHeadline('Ada marks c1');
  await ada.page.keyboard.press('ArrowRight');
  await ada.waitForHeadline('Ben marks a3');
  await ada.press('Save as conditional moves');
  assert.equal(await ada.page.locator('textarea#orders').inputValue(), 'if a1 then c1');
  assert.equal((await site.record(matchPath)).seq, seq, 'nothing has happened at the match');
  await ada.page.locator('#conditional-moves').getByRole('button', { name: 'Save' }).click();
  await ada.page.locator('#standing').getByText('waiting for Ben to play a1').waitFor();
  await ben.play('a1');
  await ada.page.locator('#ply3').waitFor();
  site.assertNoErrors();
});

test('marbles and dice can be analysed without scripts', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', { ...PHONE, javaScriptEnabled: false });
  const ben = await site.player('Ben', DESK);
  for (const game of ['sternhalma', 'aeroplane']) {
    const matchPath = await ada.createMatch(game);
    await ben.join(matchPath);
    await ada.page.goto(`${matchPath}/analysis?ply=0`);
    if (game === 'sternhalma') {
      await ada.page.getByRole('link', { name: 'd2, your marble', exact: true }).tap();
      await ada.page.getByRole('link', { name: 'move d2 to e6', exact: true }).tap();
      await ada.waitForHeadline('Ada moves d2 to e6');
    } else {
      await ada.page.getByRole('link', { name: 'The die shows 6' }).tap();
      await ada.page.locator('#press a').first().waitFor();
    }
    await ada.screenshot(`what-if-${game}`, { fullPage: true });
  }
  site.assertNoErrors();
});

test('with confirmation switched on a move is previewed and can be cancelled', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('sternhalma', [PHONE, DESK]);
  await likes(ada, 'Always');
  await ada.screenshots('settings-play', { fullPage: true });
  await ada.page.goto(matchPath);
  await ada.play('d2-e6');
  await ada.page.getByText('Move d2 to e6?').waitFor();
  assert.equal((await site.record(matchPath)).plies.length, 0);
  await ada.press('Cancel');
  await ada.waitForHeadline('Your move');
  await ada.play('d1-e5');
  await ada.page.getByText('Move d1 to e5?').waitFor();
  await ada.press('Confirm', { exact: true });
  await ada.waitForHeadline('Ben is thinking');
  await ben.waitForHeadline('Your move');
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  assert.equal((await site.record(matchPath)).plies[0].notation, 'd1-e5');
  site.assertNoErrors();
});

test('with the setting to go on, a move leads to the next match that waits', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  const other = await ada.createMatch('kalah');
  await ben.join(other);
  await likes(ada, 'Go to the next match');
  await ada.page.goto(matchPath);
  await ada.play('b2');
  await ada.page.waitForURL((url) => url.pathname === other);
  await ada.pressPly(2);
  await ada.waitForHeadline('Ben is thinking');
  assert.equal(new URL(ada.page.url()).pathname, other, 'no other match waits');
  site.assertNoErrors();
});

test('a vacation and its remaining days are shown beside the board', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada');
  const ben = await site.player('Ben', { ...PHONE, timezoneId: 'Europe/Berlin', locale: 'en-GB' });
  const matchPath = await ada.createMatch('tictactoe', { time: 'days', 'time.days': 2, 'time.holidays': 'on' });
  await ben.join(matchPath);
  await ben.page.goto(matchPath);
  assert.match(await ben.page.locator('#vacation').textContent(), /Vacation left this year: Ada 20 days, Ben 20 days/);
  assert.match(await ben.page.locator('#clock').textContent(), /CET|CEST|GMT\+/);
  await ben.screenshots('holidays', { fullPage: true });
  site.assertNoErrors();
});
