// Responses and streams that arrive late or not at all.
import assert from 'node:assert/strict';
import { DESK, openSite, openProxy, test } from './parlour.js';

/** A promise that the test resolves. */
function signal() {
  let give;
  const given = new Promise((resolve) => { give = resolve; });
  return { give, given };
}

/** Holds back the responses to plies until the test releases them. */
async function holdAnswers(person) {
  const late = signal();
  await person.page.route('**/plies', async (route) => {
    const response = await route.fetch();
    await late.given;
    // The browser may have given up.
    await route.fulfill({ response }).catch(() => {});
  });
  return late;
}

/** Starts counting the responses to plies that the page has handled. */
const awaitsAnswer = (person) => person.page.evaluate(() => {
  window.answered = new Promise((resolve) => {
    document.addEventListener('htmx:finally:request', ({ detail }) => detail.ctx.sourceElement.id === 'press' && resolve());
  });
});
const answered = (person) => person.page.evaluate(() => window.answered);

/** Asserts the number of plies on the board and in the list. */
async function shows(person, plies) {
  assert.equal(await person.page.locator('#pieces > *').count(), plies);
  assert.equal(await person.page.locator('#plies .rounds a').count(), plies);
}

test('a response that arrives after the opponent’s ply does not turn the page back', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  const late = await holdAnswers(ada);
  await ada.play('a1');
  await ben.waitForHeadline('Your move');
  await ben.play('b2');
  // Both plies are shown although the first response is held back.
  await ada.page.locator('#pieces > *').nth(1).waitFor({ state: 'attached' });
  await ada.waitForHeadline('Your move');
  await awaitsAnswer(ada);
  late.give();
  await answered(ada);
  await ada.waitForHeadline('Your move', 1000);
  assert.match(await ada.page.title(), /^(\(1\) )?Your move/);
  await ada.page.unroute('**/plies');
  await ada.play('c3');
  await ada.waitForHeadline('Ben is thinking');
  await ada.page.locator('#ply3').waitFor();
  await shows(ada, 3);
  site.assertNoErrors();
});

/** Starts recording how many pieces are on the board at every change. */
const watchesPieces = (person) => person.page.evaluate(() => {
  const pieces = () => document.querySelectorAll('#pieces > *').length;
  window.counts = [pieces()];
  new MutationObserver(() => { if (window.counts.at(-1) !== pieces()) window.counts.push(pieces()); })
    .observe(document, { subtree: true, childList: true });
});

test('a page gets 204 for its own ply and shows it from the stream, once and in order', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  await watchesPieces(ada);
  const answer = ada.page.waitForResponse('**/plies');
  await ada.play('a1');
  assert.equal((await answer).status(), 204);
  await ada.waitForHeadline('Ben is thinking');
  await ben.play('b2');
  await ada.waitForHeadline('Your move');
  await shows(ada, 2);
  assert.deepEqual(await ada.page.evaluate(() => window.counts), [0, 1, 2]);
  site.assertNoErrors();
});

test('a page whose stream is silent after a move fetches the match and reconnects', async (t) => {
  const site = await openSite(t);
  const proxy = await openProxy(t, site);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [{ ...DESK, through: proxy.url }, DESK]);
  // The stream has died silently; new connections work.
  await ada.page.waitForFunction(() => document.querySelector('#live').dataset.stream === 'open');
  ada.expectError(/ERR_|Failed to (load|fetch)|network error/i);
  await ada.page.evaluate(() => {
    const ask = window.fetch;
    window.asked = [];
    window.fetch = (url, options) => { window.asked.push(String(url)); return ask(url, options); };
  });
  proxy.stallStreams();
  await ada.play('a1');
  await ada.waitForHeadline('Ben is thinking');
  await ada.page.waitForFunction(() => window.asked.some((url) => url.includes('/events?')));
  await ben.play('b2');
  await ada.waitForHeadline('Your move');
  await shows(ada, 2);
  assert.equal((await site.record(matchPath)).plies.length, 2);
  site.assertNoErrors();
});

test('the error about a move disappears with the next move', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  ada.expectError(/422/);
  await ada.page.evaluate(() => { document.querySelector('#press [value=a1]').value = 'd9'; });
  await ada.page.locator('#press [value=d9]').click();
  await ada.page.locator('#problem .notice').waitFor();
  await ada.play('b2');
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  await ada.page.locator('#problem .notice').waitFor({ state: 'detached' });
  site.assertNoErrors();
});

test('a ply whose response is lost is shown, and only once', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  ada.expectError(/ERR_FAILED|Failed to fetch/);
  await ada.page.route('**/plies', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ada.play('a1');
  await ada.waitForHeadline('Ben is thinking');
  await ada.page.unroute('**/plies');
  await ben.play('b2');
  await ada.waitForHeadline('Your move');
  await shows(ada, 2);
  await ada.play('c3');
  await ada.waitForHeadline('Ben is thinking');
  site.assertNoErrors();
});

test('a second move need not wait for the response to the first', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('kalah');
  await holdAnswers(ada);
  await ada.pressPly(3);
  await ada.waitForHeadline('Go again');
  await ada.pressPly(2);
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  site.assertNoErrors();
});

test('of two squares that are pressed at once the first is played, and the second shows no error', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  const late = await holdAnswers(ada);
  await awaitsAnswer(ada);
  await ada.page.evaluate(() => ['a1', 'b2'].forEach((square) => document.querySelector(`#press [value=${square}]`).click()));
  await ben.waitForHeadline('Your move');
  late.give();
  await answered(ada);
  await ben.play('c3');
  await ada.waitForHeadline('Your move');
  assert.equal(await ada.page.locator('#plies .rounds a').count(), 2);
  assert.equal(await ada.page.locator('#problem').innerText(), '');
  site.assertNoErrors();
});

test('a stream that could not be opened at first is opened again, and only once', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('tictactoe');
  const cleo = await site.visitor('Cleo');
  cleo.expectError(/ERR_FAILED|Failed to fetch/);
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
  await cleo.page.goto(matchPath);
  await first;
  const second = again();
  await cleo.page.clock.runFor(6000);
  await second;
  // During the request the browser fires `online` twice.
  await cleo.page.evaluate(() => [1, 2].forEach(() => window.dispatchEvent(new Event('online'))));
  slow.give();
  await ada.play('a1');
  await cleo.waitForHeadline('Ben is thinking');
  assert.equal(asked.length, 2);
  site.assertNoErrors();
});
