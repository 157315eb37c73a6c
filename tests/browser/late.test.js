// What a page makes of answers and streams that come late or not at all.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, openHouse, openLine } from './house.js';

/** Something that happens when the test says so. */
function signal() {
  let give;
  const given = new Promise((resolve) => { give = resolve; });
  return { give, given };
}

/** Keeps the answers to what somebody plays back until the test says so. */
async function holdAnswers(person) {
  const late = signal();
  await person.page.route('**/plies', async (route) => {
    const response = await route.fetch();
    await late.given;
    // A browser that waits no longer is not told.
    await route.fulfill({ response }).catch(() => {});
  });
  return late;
}

/** Writes down, from now on, when an answer to what was played has been taken in. */
const awaitsAnswer = (person) => person.page.evaluate(() => {
  window.answered = new Promise((resolve) => {
    document.addEventListener('htmx:finally:request', ({ detail }) => detail.ctx.sourceElement.id === 'press' && resolve());
  });
});
const answered = (person) => person.page.evaluate(() => window.answered);

/** So many plies are on the board, and as many in the list. */
async function shows(person, plies) {
  assert.equal(await person.page.locator('#pieces > *').count(), plies);
  assert.equal(await person.page.locator('#plies li').count(), plies);
}

test('an answer that comes after the other has moved does not turn the page back', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  const late = await holdAnswers(ada);
  await ada.plays('a1');
  await ben.sees('Your move');
  await ben.plays('b2');
  // Both are shown, though the first has not been answered.
  await ada.page.locator('#pieces > *').nth(1).waitFor({ state: 'attached' });
  await ada.sees('Your move');
  await awaitsAnswer(ada);
  late.give();
  await answered(ada);
  await ada.sees('Your move', 1000);
  assert.match(await ada.page.title(), /^Your move/);
  await ada.page.unroute('**/plies');
  await ada.plays('c3');
  await ada.sees('Ben is thinking');
  await ada.page.locator('#ply3').waitFor();
  await shows(ada, 3);
  house.assertNoTrouble();
});

/** Writes down every state of the board from now on: how many pieces are on it. */
const watchesPieces = (person) => person.page.evaluate(() => {
  const pieces = () => document.querySelectorAll('#pieces > *').length;
  window.counts = [pieces()];
  new MutationObserver(() => { if (window.counts.at(-1) !== pieces()) window.counts.push(pieces()); })
    .observe(document, { subtree: true, childList: true });
});

test('a page is answered its own ply with 204 and shown it by the stream, once and in order', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  await watchesPieces(ada);
  const answer = ada.page.waitForResponse('**/plies');
  await ada.plays('a1');
  assert.equal((await answer).status(), 204);
  await ada.sees('Ben is thinking');
  await ben.plays('b2');
  await ada.sees('Your move');
  await shows(ada, 2);
  assert.deepEqual(await ada.page.evaluate(() => window.counts), [0, 1, 2]);
  house.assertNoTrouble();
});

test('a page whose stream is silent after a move fetches the match within two seconds and reconnects', async (t) => {
  const house = await openHouse(t);
  const line = await openLine(t, house);
  const { ada, ben, table } = await house.party('tictactoe', [{ ...DESK, through: line.url }, DESK]);
  // The stream has died silently: nothing of it passes any more, but new connections do.
  await ada.page.waitForFunction(() => document.querySelector('#live').dataset.stream === 'open');
  ada.expects(/ERR_|Failed to (load|fetch)|network error/i);
  await ada.page.evaluate(() => {
    const ask = window.fetch;
    window.asked = [];
    window.fetch = (url, options) => { window.asked.push(String(url)); return ask(url, options); };
  });
  line.stallStreams();
  const start = Date.now();
  await ada.plays('a1');
  await ada.sees('Ben is thinking');
  assert.ok(Date.now() - start < 4000, `after ${Date.now() - start} ms`);
  await ada.page.waitForFunction(() => window.asked.some((url) => url.includes('/events?')));
  await ben.plays('b2');
  await ada.sees('Your move');
  await shows(ada, 2);
  assert.equal((await house.record(table)).plies.length, 2);
  house.assertNoTrouble();
});

test('what was wrong with a move is not said any longer once another is made', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  ada.expects(/422/);
  await ada.page.evaluate(() => { document.querySelector('#press [value=a1]').value = 'd9'; });
  await ada.page.locator('#press [value=d9]').click();
  await ada.page.locator('#problem .notice').waitFor();
  await ada.plays('b2');
  await ben.sees('Your move');
  await ada.sees('Ben is thinking');
  await ada.page.locator('#problem .notice').waitFor({ state: 'detached' });
  house.assertNoTrouble();
});

test('a ply whose answer is lost is shown all the same, and once', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  ada.expects(/ERR_FAILED|Failed to fetch/);
  await ada.page.route('**/plies', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ada.plays('a1');
  await ada.sees('Ben is thinking');
  await ada.page.unroute('**/plies');
  await ben.plays('b2');
  await ada.sees('Your move');
  await shows(ada, 2);
  await ada.plays('c3');
  await ada.sees('Ben is thinking');
  house.assertNoTrouble();
});

test('whoever moves again need not wait for the answer to the first move', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('kalah');
  await holdAnswers(ada);
  await ada.presses(3);
  await ada.sees('Go again');
  await ada.presses(2);
  await ben.sees('Your move');
  await ada.sees('Ben is thinking');
  house.assertNoTrouble();
});

test('of two squares that are pressed at once the first counts, and nothing is said of the second', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  const late = await holdAnswers(ada);
  await awaitsAnswer(ada);
  await ada.page.evaluate(() => ['a1', 'b2'].forEach((square) => document.querySelector(`#press [value=${square}]`).click()));
  await ben.sees('Your move');
  late.give();
  await answered(ada);
  await ben.plays('c3');
  await ada.sees('Your move');
  assert.equal(await ada.page.locator('#plies li').count(), 2);
  assert.equal(await ada.page.locator('#problem').innerText(), '');
  house.assertNoTrouble();
});

test('a stream that could not be opened at first is opened again, and only once', async (t) => {
  const house = await openHouse(t);
  const { ada, table } = await house.party('tictactoe');
  const cleo = await house.visitor('Cleo');
  cleo.expects(/ERR_FAILED|Failed to fetch/);
  const asked = [];
  const slow = signal();
  await cleo.page.clock.install();
  await cleo.page.route('**/events?*', async (route) => {
    asked.push(route.request().url());
    if (asked.length === 1) return route.abort();
    await slow.given;
    return route.continue();
  });
  const again = () => cleo.page.waitForRequest('**/events?*');
  const first = again();
  await cleo.page.goto(table);
  await first;
  const second = again();
  await cleo.page.clock.runFor(6000);
  await second;
  // While it is on its way, the browser thinks twice that it is online again.
  await cleo.page.evaluate(() => [1, 2].forEach(() => window.dispatchEvent(new Event('online'))));
  slow.give();
  await ada.plays('a1');
  await cleo.sees('Ben is thinking');
  assert.equal(asked.length, 2);
  house.assertNoTrouble();
});
