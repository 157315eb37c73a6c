// The replay of missed moves when a player returns to a match.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

const AWAY = ['a1', 'c3', 'c1'];
const WORDS = ['Ben marks a1', 'Ada marks c3', 'Ben marks c1'];

/** Starts recording, on every page, how many pieces are on the board, and how many when a move is marked as seen. */
async function watchesItself(person) {
  await person.page.addInitScript(() => {
    [window.counts, window.notes] = [[], []];
    const pieces = () => document.querySelectorAll('#board .piece').length;
    const count = () => { if (window.counts.at(-1) !== pieces()) window.counts.push(pieces()); };
    document.addEventListener('DOMContentLoaded', () => {
      count();
      new MutationObserver(count).observe(document, { subtree: true, childList: true });
    });
    const asks = window.fetch;
    window.fetch = (url, options) => {
      if (String(url).endsWith('/seen')) window.notes.push([Number(options.body.get('seq')), pieces()]);
      return asks(url, options);
    };
  });
  return { counts: () => person.page.evaluate(() => window.counts), notes: () => person.page.evaluate(() => window.notes) };
}

/** Waits until the page has reported this event as seen. */
async function untilNoted(person, seq) {
  await person.page.waitForFunction((wanted) => Number(document.querySelector('#live').dataset.noted) >= wanted, seq);
}

/** A match in which Ada has missed three plies after her first. */
async function away(t, contextOptions = DESK) {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [contextOptions, DESK]);
  if (ada.scripts) {
    await ada.play('b2');
    await ben.waitForHeadline('Your move');
    await untilNoted(ada, (await site.record(matchPath)).seq);
  } else {
    await ada.page.goto(matchPath);
    await ada.pressPly('b2');
    await ada.waitForHeadline('Ben is thinking');
  }
  const { seq } = await site.record(matchPath);
  for (const person of [ada, ben]) await person.page.goto('/');
  for (const [number, ply] of AWAY.entries()) await (number % 2 ? ada : ben).postPly(matchPath, seq + number, ply);
  return { site, ada, ben, matchPath, seq };
}

test('missed moves are replayed, and marked as seen as they are shown', async (t) => {
  const { site, ada, matchPath, seq } = await away(t);
  const watched = await watchesItself(ada);
  await ada.page.goto(matchPath);
  await ada.page.locator('#back').waitFor();
  assert.equal(await ada.page.locator('#steps').isVisible(), false);
  await untilNoted(ada, seq + 3);
  await ada.page.locator('#back').waitFor({ state: 'hidden' });
  assert.deepEqual(await watched.counts(), [1, 2, 3, 4], 'from the board as Ada knew it, one ply after the other');
  for (const [noted, pieces] of await watched.notes()) assert.ok(pieces > noted - seq, `${noted} was noted with ${pieces}`);
  assert.deepEqual(await ada.page.locator('#recap li').allTextContents(), WORDS);
  assert.equal(await ada.page.locator('#steps').isVisible(), true);
  await ada.play('c2');
  await ada.waitForHeadline('Ben is thinking');
  assert.equal(await ada.page.locator('#recap').count(), 0, 'whoever has moved knows');
  site.assertNoErrors();
});

test('a replay that could not be shown marks nothing as seen', async (t) => {
  const { site, ada, matchPath, seq } = await away(t);
  let tried;
  const trying = new Promise((resolve) => { tried = resolve; });
  await ada.page.route('**/events?*', (route) => { tried(route.request().url()); return new Promise(() => {}); });
  await ada.page.goto(matchPath);
  assert.match(await trying, new RegExp(`after=${seq}&user=Ada$`));
  assert.equal(await ada.page.locator('#board .piece').count(), 1);
  await ada.page.goto('/');
  await ada.page.unroute('**/events?*');
  await ada.page.goto(matchPath);
  assert.equal(await ada.page.locator('#recap li').count(), 3);
  await untilNoted(ada, seq + 3);
  await ada.page.reload();
  assert.equal(await ada.page.locator('#recap').count(), 0);
  site.assertNoErrors();
});

test('pressing the board or the button ends the replay, and a move can be played at once', async (t) => {
  const { site, ada, ben, matchPath, seq } = await away(t, PHONE);
  await ada.page.route('**/events?*', (route) => route.abort());
  ada.expectError(/ERR_FAILED|Failed to fetch|htmx/);
  await ada.page.goto(matchPath);
  await ada.page.locator('#back').waitFor();
  await ada.screenshot('recap-phone', { fullPage: true });
  await ada.page.locator('#board').tap({ position: { x: 5, y: 5 } });
  await ada.page.locator('#back').waitFor({ state: 'hidden' });
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  await ada.page.unroute('**/events?*');
  await ada.page.reload();
  await ada.page.keyboard.press('Escape');
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  await ada.play('c2');
  await ada.waitForHeadline('Ben is thinking');
  await ben.page.goto(matchPath);
  await ben.waitForHeadline('Your move');
  await ben.play('a2');
  await ada.waitForHeadline('Your move');
  assert.equal((await site.record(matchPath)).seq, seq + 5);
  site.assertNoErrors();
});

test('during the replay of missed moves a move can be played with the keyboard, and pressing the board plays none', async (t) => {
  const { site, ada, matchPath, seq } = await away(t);
  // Nothing is played, and nothing marked as seen.
  for (const path of ['**/events?*', '**/seen']) await ada.page.route(path, (route) => route.abort());
  ada.expectError(/ERR_FAILED|Failed to fetch|htmx/);
  const square = ada.page.getByRole('button', { name: 'mark c2', exact: true });
  for (const reaches of ['pointer', 'keyboard']) {
    await ada.page.goto(matchPath);
    await ada.page.getByRole('button', { name: 'Skip' }).waitFor();
    assert.equal(await ada.page.locator('#board .piece').count(), 1, 'the board as Ada knew it');
    if (reaches === 'pointer') {
      await square.click({ force: true });
      await ada.page.locator('#back').waitFor({ state: 'hidden' });
      assert.equal(await ada.page.locator('#board .piece').count(), 4);
      await ada.page.getByRole('status').getByText('Your move').waitFor({ state: 'attached' });
      assert.equal((await site.record(matchPath)).seq, seq + 3, 'nothing was played');
    } else {
      await square.press('Enter');
      await site.record(matchPath, seq + 3);
    }
  }
  const { plies } = await site.record(matchPath);
  assert.equal(plies.at(-1).notation, 'c2');
  site.assertNoErrors();
});

test('Escape cancels a previewed move after the replay of missed moves', async (t) => {
  const { site, ada, matchPath, seq } = await away(t);
  await ada.setConfirmation('always');
  await ada.page.goto(matchPath);
  await ada.page.locator('#back').waitFor();
  await ada.page.locator('#back').waitFor({ state: 'hidden' });
  await ada.pressPly('c2');
  await ada.page.locator('#confirm').waitFor();
  await ada.page.keyboard.press('?');
  const list = ada.page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await list.waitFor();
  assert.doesNotMatch(await list.innerText(), /Skip/);
  await list.getByRole('button', { name: 'Close' }).click();
  await ada.page.keyboard.press('Escape');
  await ada.page.locator('#confirm').waitFor({ state: 'detached' });
  assert.equal((await site.record(matchPath)).seq, seq + 3, 'nothing was played');
  site.assertNoErrors();
});

test('with reduced motion missed moves are listed as text and the current board is shown', async (t) => {
  const { site, ada, matchPath, seq } = await away(t, { ...DESK, reducedMotion: 'reduce' });
  const watched = await watchesItself(ada);
  const stream = ada.page.waitForRequest(/\/events\?/);
  await ada.page.goto(matchPath);
  assert.match((await stream).url(), /calm=1$/);
  await untilNoted(ada, seq + 3);
  assert.deepEqual(await watched.counts(), [4]);
  assert.deepEqual(await ada.page.locator('#recap li').allTextContents(), WORDS);
  assert.equal(await ada.page.locator('#back').isVisible(), false);
  assert.deepEqual(await ada.page.locator('#plies .fresh').evaluateAll((all) => all.map((each) => each.id)), ['ply2', 'ply3', 'ply4']);
  await ada.page.getByRole('link', { name: 'Replay these moves' }).click();
  await ada.waitForHeadline('Ada marks b2');
  site.assertNoErrors();
});

test('without scripts missed moves are listed as text, once', async (t) => {
  const { site, ada, matchPath } = await away(t, { ...DESK, javaScriptEnabled: false });
  await ada.page.goto(matchPath);
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  assert.deepEqual(await ada.page.locator('#recap li').allTextContents(), WORDS);
  await ada.screenshots('recap-told', { fullPage: true });
  await ada.page.goto(matchPath);
  assert.equal(await ada.page.locator('#recap').count(), 0);
  site.assertNoErrors();
});

for (const game of ['kalah', 'quarto', 'aeroplane']) {
  test(`the replay of missed moves in ${game} ends with the page as served`, async (t) => {
    const site = await openSite(t);
    const { ada, ben, matchPath } = await site.startMatch(game);
    await untilNoted(ada, (await site.record(matchPath)).seq);
    for (const person of [ada, ben]) await person.page.goto('/');
    for (let number = 0; number < 7; number += 1) {
      const record = await site.record(matchPath);
      const player = record.to_act === 0 ? ada : ben;
      const { seq, plies } = await player.offeredPlies(matchPath);
      await player.postPly(matchPath, seq, plies[number % plies.length].notation);
    }
    await ada.page.goto(matchPath);
    await ada.page.locator('#back').waitFor();
    await ada.screenshot(`recap-${game}`);
    await ada.page.locator('#back').waitFor({ state: 'hidden' });
    await ada.page.evaluate(() => document.querySelector('#recap').remove());
    await ada.assertMatchesServer();
    site.assertNoErrors();
  });
}
