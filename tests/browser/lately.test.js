// What somebody finds who comes back to a match after others have moved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openHouse } from './house.js';

const AWAY = ['a1', 'c3', 'c1'];
const WORDS = ['Ben marks a1', 'Ada marks c3', 'Ben marks c1'];

/** From the first moment of every page on writes down how many pieces are on the board, and how many when something is said
    to be seen. */
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

/** Waits until the house has been told that a page has shown this entry of the log. */
async function untilNoted(person, seq) {
  await person.page.waitForFunction((wanted) => Number(document.querySelector('#live').dataset.noted) >= wanted, seq);
}

/** Ada has seen her first ply, and three more were played while she looked at something else. */
async function away(t, manners = DESK) {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe', [manners, DESK]);
  if (ada.scripts) {
    await ada.plays('b2');
    await ben.sees('Your move');
    await untilNoted(ada, (await house.record(table)).seq);
  } else {
    await ada.page.goto(table);
    await ada.presses('b2');
    await ada.sees('Ben is thinking');
  }
  const { seq } = await house.record(table);
  for (const person of [ada, ben]) await person.page.goto('/');
  for (const [number, ply] of AWAY.entries()) await (number % 2 ? ada : ben).sends(table, seq + number, ply);
  return { house, ada, ben, table, seq };
}

test('what was played meanwhile is played before one’s eyes, and noted as seen as it is shown', async (t) => {
  const { house, ada, table, seq } = await away(t);
  const watched = await watchesItself(ada);
  await ada.page.goto(table);
  await ada.page.locator('#back').waitFor();
  assert.equal(await ada.page.locator('#steps').isVisible(), false);
  await untilNoted(ada, seq + 3);
  await ada.page.locator('#back').waitFor({ state: 'hidden' });
  assert.deepEqual(await watched.counts(), [1, 2, 3, 4], 'from the board as Ada knew it, one ply after the other');
  for (const [noted, pieces] of await watched.notes()) assert.ok(pieces > noted - seq, `${noted} was noted with ${pieces}`);
  assert.deepEqual(await ada.page.locator('#lately li').allTextContents(), WORDS);
  assert.equal(await ada.page.locator('#steps').isVisible(), true);
  await ada.plays('c2');
  await ada.sees('Ben is thinking');
  assert.equal(await ada.page.locator('#lately').count(), 0, 'whoever has moved knows');
  house.assertNoTrouble();
});

test('what could not be played has not been seen', async (t) => {
  const { house, ada, table, seq } = await away(t);
  let tried;
  const trying = new Promise((resolve) => { tried = resolve; });
  await ada.page.route('**/events?*', (route) => { tried(route.request().url()); return new Promise(() => {}); });
  await ada.page.goto(table);
  assert.match(await trying, new RegExp(`after=${seq}&user=Ada$`));
  assert.equal(await ada.page.locator('#board .piece').count(), 1);
  await ada.page.goto('/');
  await ada.page.unroute('**/events?*');
  await ada.page.goto(table);
  assert.equal(await ada.page.locator('#lately li').count(), 3);
  await untilNoted(ada, seq + 3);
  await ada.page.reload();
  assert.equal(await ada.page.locator('#lately').count(), 0);
  house.assertNoTrouble();
});

test('a press on the board, or on the button, ends it, and one can move at once', async (t) => {
  const { house, ada, ben, table, seq } = await away(t, PHONE);
  await ada.page.route('**/events?*', (route) => route.abort());
  ada.expects(/ERR_FAILED|Failed to fetch|htmx/);
  await ada.page.goto(table);
  await ada.page.locator('#back').waitFor();
  await ada.shot('lately-phone', { fullPage: true });
  await ada.page.locator('#board').tap({ position: { x: 5, y: 5 } });
  await ada.page.locator('#back').waitFor({ state: 'hidden' });
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  await ada.page.unroute('**/events?*');
  await ada.page.reload();
  await ada.page.keyboard.press('Escape');
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  await ada.plays('c2');
  await ada.sees('Ben is thinking');
  await ben.page.goto(table);
  await ben.sees('Your move');
  await ben.plays('a2');
  await ada.sees('Your move');
  assert.equal((await house.record(table)).seq, seq + 5);
  house.assertNoTrouble();
});

test('during the replay of missed moves a move can be played with the keyboard, and pointing at the board plays nothing', async (t) => {
  const { house, ada, table, seq } = await away(t);
  // Nothing of it comes, and nothing of it is noted as seen.
  for (const path of ['**/events?*', '**/seen']) await ada.page.route(path, (route) => route.abort());
  ada.expects(/ERR_FAILED|Failed to fetch|htmx/);
  const square = ada.page.getByRole('button', { name: 'mark c2', exact: true });
  for (const reaches of ['pointer', 'keyboard']) {
    await ada.page.goto(table);
    await ada.page.getByRole('button', { name: 'Skip' }).waitFor();
    assert.equal(await ada.page.locator('#board .piece').count(), 1, 'the board as Ada knew it');
    if (reaches === 'pointer') {
      await square.click({ force: true });
      await ada.page.locator('#back').waitFor({ state: 'hidden' });
      assert.equal(await ada.page.locator('#board .piece').count(), 4);
      await ada.page.getByRole('status').getByText('Your move').waitFor({ state: 'attached' });
      assert.equal((await house.record(table)).seq, seq + 3, 'nothing was played');
    } else {
      await square.press('Enter');
      await house.record(table, seq + 3);
    }
  }
  const { plies } = await house.record(table);
  assert.equal(plies.at(-1).notation, 'c2');
  house.assertNoTrouble();
});

test('who wants no motion is told in words, and shown the board as it is', async (t) => {
  const { house, ada, ben, table, seq } = await away(t, { ...DESK, reducedMotion: 'reduce' });
  const watched = await watchesItself(ada);
  const stream = ada.page.waitForRequest(/\/events\?/);
  await ada.page.goto(table);
  assert.match((await stream).url(), /calm=1$/);
  await untilNoted(ada, seq + 3);
  assert.deepEqual(await watched.counts(), [4]);
  assert.deepEqual(await ada.page.locator('#lately li').allTextContents(), WORDS);
  assert.equal(await ada.page.locator('#back').isVisible(), false);
  assert.deepEqual(await ada.page.locator('#plies .fresh').evaluateAll((all) => all.map((each) => each.id)), ['ply2', 'ply3', 'ply4']);
  await ada.page.getByRole('link', { name: 'Replay these moves' }).click();
  await ada.sees('Ada marks b2');
  await ben.page.goto(table);
  house.assertNoTrouble();
});

test('where no script runs it is told in words, once', async (t) => {
  const { house, ada, table } = await away(t, { ...DESK, javaScriptEnabled: false });
  await ada.page.goto(table);
  assert.equal(await ada.page.locator('#board .piece').count(), 4);
  assert.deepEqual(await ada.page.locator('#lately li').allTextContents(), WORDS);
  await ada.shotsEverywhere('lately-told', { fullPage: true });
  await ada.page.goto(table);
  assert.equal(await ada.page.locator('#lately').count(), 0);
  house.assertNoTrouble();
});

for (const game of ['kalah', 'quarto', 'aeroplane']) {
  test(`what happened meanwhile at a match of ${game} comes to rest as the page is served`, async (t) => {
    const house = await openHouse(t);
    const { ada, ben, table } = await house.party(game);
    await untilNoted(ada, (await house.record(table)).seq);
    for (const person of [ada, ben]) await person.page.goto('/');
    for (let number = 0; number < 7; number += 1) {
      const record = await house.record(table);
      const player = record.to_act === 0 ? ada : ben;
      const { seq, plies } = await player.couldPress(table);
      await player.sends(table, seq, plies[number % plies.length].notation);
    }
    await ada.page.goto(table);
    await ada.page.locator('#back').waitFor();
    await ada.shot(`lately-${game}`);
    await ada.page.locator('#back').waitFor({ state: 'hidden' });
    await ada.page.evaluate(() => document.querySelector('#lately').remove());
    await ada.assertAsServed();
    house.assertNoTrouble();
  });
}
