// A page that has lost its connection shows it, blocks input, and can send failed moves again.
import assert from 'node:assert/strict';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { DESK, PHONE, openSite, openProxy, test } from './parlour.js';

/** Errors a browser logs when its connection is cut. */
const LOST = /ERR_|Failed to (load|fetch)|network error|timeout/i;
const WORDS = 'Reconnecting…';

/** A match in which Ada plays through a proxy that can be cut, and Ben without one. */
async function matchThroughProxy(t, game, contextOptions = DESK) {
  const site = await openSite(t);
  const proxy = await openProxy(t, site);
  const { ada, ben, matchPath } = await site.startMatch(game, [{ ...contextOptions, through: proxy.url }, DESK]);
  ada.expectError(LOST);
  return { site, proxy, ada, ben, matchPath };
}

const says = (person) => person.page.locator('#connection').getByText(WORDS).waitFor();
const isBack = (person) => person.page.waitForFunction(() => document.querySelector('#connection').textContent === '');
const isBlocked = (person) => person.page.evaluate(() =>
  [...document.querySelectorAll('#board, #panel .actions')].every((part) => part.inert));
const hasNoStream = (person) => person.page.waitForFunction(() => !document.querySelector('#live').dataset.stream);
const isListening = (person) => person.page.waitForFunction(() => document.querySelector('#live').dataset.stream === 'open');
const notSent = (person) => person.page.locator('#problem').getByText('Not sent.').waitFor();
const tryAgain = (person) => person.page.locator('#problem').getByRole('button', { name: 'Try again' });

test('within two seconds after the stream is closed the page shows it and blocks the board', async (t) => {
  const { site, proxy, ada, ben } = await matchThroughProxy(t, 'tictactoe', PHONE);
  await ada.page.clock.install();
  await ada.page.reload();
  await isListening(ada);
  await ada.pauseClock();
  assert.equal(await ada.page.locator('#connection').textContent(), '');
  proxy.cut();
  await ada.page.waitForFunction(() => !document.querySelector('#live').dataset.stream);
  await ada.page.clock.runFor(2000);
  // Its clock stands still while the request fails.
  await says(ada);
  assert.equal(await isBlocked(ada), true);
  assert.ok(await ada.page.locator('#board').evaluate((board) => getComputedStyle(board).opacity < 0.6));
  await ada.screenshots('connection-lost');
  const sent = [];
  ada.page.on('request', (request) => { if (request.method() === 'POST') sent.push(request.url()); });
  const { x, y, width, height } = await ada.page.locator('#press [value=b2]').boundingBox();
  await ada.page.touchscreen.tap(x + width / 2, y + height / 2);
  proxy.mend();
  await ada.page.clock.resume();
  await isBack(ada);
  assert.equal(await isBlocked(ada), false);
  assert.deepEqual(sent.filter((url) => url.endsWith('/plies')), []);
  await ada.play('b2');
  await ben.waitForHeadline('Your move');
  site.assertNoErrors();
});

test('a page that goes offline shows it, and catches up once it is online again', async (t) => {
  const { site, ada, ben } = await matchThroughProxy(t, 'tictactoe');
  await ada.play('b2');
  await ada.waitForHeadline('Ben is thinking');
  await ada.context.setOffline(true);
  await says(ada);
  assert.equal(await isBlocked(ada), true);
  await ben.waitForHeadline('Your move');
  await ben.play('a1');
  await ada.context.setOffline(false);
  await isBack(ada);
  await ada.waitForHeadline('Your move');
  assert.equal(await isBlocked(ada), false);
  await ada.play('c3');
  await ada.waitForHeadline('Ben is thinking');
  site.assertNoErrors();
});

test('a silently dead connection is noticed when a move is sent, which can be sent again and is played once', async (t) => {
  const { site, proxy, ada, ben, matchPath } = await matchThroughProxy(t, 'sternhalma', PHONE);
  await ada.page.clock.install();
  const sendInVain = async (selector) => {
    await ada.pauseClock();
    await isListening(ada);
    proxy.stall();
    const sent = ada.page.waitForRequest(/[?&]from=d2|plies$/);
    await ada.page.evaluate((found) => document.querySelector(found).click(), selector);
    await sent;
    await ada.page.clock.runFor(2000);
    await says(ada);
    assert.equal(await isBlocked(ada), true);
    await ada.page.clock.runFor(7000);
    await notSent(ada);
    await ada.page.clock.resume();
  };
  await sendInVain('#press a[aria-label="d2, your marble"]');
  await ada.screenshots('connection-not-sent');
  proxy.mend();
  await tryAgain(ada).tap();
  await isBack(ada);
  await ada.page.getByRole('button', { name: 'move d2 to e6', exact: true }).waitFor();
  await sendInVain('#press [value="d2-e6"]');
  assert.equal(await ada.page.locator('#press .chosen').getAttribute('aria-label'), 'd2, selected; press to deselect');
  // The stalled proxy may pass the first request on later, so that the move reaches the server twice.
  await tryAgain(ada).tap();
  proxy.mend();
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  await isBack(ada);
  assert.equal(await ada.page.locator('#problem').innerText(), '');
  assert.deepEqual((await site.record(matchPath)).plies.map((ply) => ply.notation), ['d2-e6']);
  site.assertNoErrors();
});

test('a move whose connection is reset stays chosen and can be sent again', async (t) => {
  const { site, proxy, ada, ben, matchPath } = await matchThroughProxy(t, 'sternhalma');
  await ada.page.getByRole('link', { name: 'd2, your marble', exact: true }).click();
  const target = ada.page.getByRole('button', { name: 'move d2 to e6', exact: true });
  await target.waitFor();
  // The clock is stopped, so the board is not blocked yet.
  await ada.page.clock.install();
  await ada.pauseClock();
  proxy.reset();
  await target.click();
  await notSent(ada);
  await ada.page.clock.resume();
  await says(ada);
  assert.equal(await ada.page.locator('#press .chosen').count(), 1);
  proxy.mend();
  await isBack(ada);
  await tryAgain(ada).click();
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  assert.equal(await ada.page.locator('#problem').innerText(), '');
  assert.equal((await site.record(matchPath)).plies.length, 1);
  await ada.assertMatchesServer();
  site.assertNoErrors();
});

test('a move that was played although its answer was lost is not offered again', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  ada.expectError(LOST);
  await ada.page.route('**/plies', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ada.play('b2');
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  await isBack(ada);
  await ada.page.waitForFunction(() => document.querySelector('#problem').innerText === '');
  assert.equal((await site.record(matchPath)).plies.length, 1);
  site.assertNoErrors();
});

test('a move that a proxy could not pass on is not sent', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  ada.expectError(/502/);
  await ada.page.route('**/plies', (route) => route.fulfill({ status: 502, body: '' }));
  await ada.play('b2');
  await notSent(ada);
  await isBack(ada);
  await ada.page.unroute('**/plies');
  await tryAgain(ada).click();
  await ben.waitForHeadline('Your move');
  site.assertNoErrors();
});

test('a message that was not sent stays in its field', async (t) => {
  const { site, proxy, ada, ben } = await matchThroughProxy(t, 'tictactoe');
  await ada.page.clock.install();
  await ada.pauseClock();
  proxy.cut();
  await ada.page.getByLabel('Message').fill('Good luck!');
  await ada.page.getByLabel('Message').press('Enter');
  await notSent(ada);
  assert.equal(await ada.page.getByLabel('Message').inputValue(), 'Good luck!');
  await ada.page.clock.resume();
  proxy.mend();
  await isBack(ada);
  await tryAgain(ada).click();
  await ben.page.getByRole('log').getByText('Good luck!').waitFor();
  site.assertNoErrors();
});

test('a page that receives nothing for longer than a heartbeat shows it', async (t) => {
  const { site, proxy, ada } = await matchThroughProxy(t, 'tictactoe');
  await ada.page.clock.install();
  await ada.page.reload();
  await isListening(ada);
  await ada.pauseClock();
  await isBack(ada);
  proxy.stall();
  const beat = Number(await ada.page.locator('#live').getAttribute('data-heartbeat'));
  await ada.page.clock.runFor(beat + 5000);
  assert.equal(await ada.page.locator('#connection').textContent(), WORDS);
  proxy.mend();
  await ada.page.clock.resume();
  await isBack(ada);
  site.assertNoErrors();
});

test('a page that is ahead of a restored backup shows the match as it is', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  for (const person of [ada, ben]) person.expectError(LOST);
  const [database, backup] = ['parlour.db', 'backup.db'].map((name) => path.join(site.folder, name));
  // A page keeps its stream for a moment after the site has stopped.
  const restart = async (meanwhile) => {
    await site.stop();
    for (const person of [ada, ben]) await hasNoStream(person);
    await meanwhile();
    await site.start();
  };
  // Both pages show a move before the site stops: one that waits for its own move to come by the stream sends no other.
  await ada.play('a1');
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  await restart(() => copyFile(database, backup));
  for (const person of [ada, ben]) await isListening(person);
  await isBack(ben);
  await ben.play('b1');
  await ada.waitForHeadline('Your move');
  await ben.waitForHeadline('Ada is thinking');
  await restart(() => copyFile(backup, database));
  await ada.waitForHeadline('Ben is thinking');
  await ben.waitForHeadline('Your move');
  for (const person of [ada, ben]) await isListening(person);
  await ben.play('c3');
  await ada.waitForHeadline('Your move');
  const { plies } = await site.record(matchPath);
  assert.deepEqual(plies.map((ply) => ply.notation), ['a1', 'c3']);
  await ada.assertMatchesServer();
});
