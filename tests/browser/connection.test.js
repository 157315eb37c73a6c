// A page whose connection to the server is lost: it says so, blocks input, and sends again what could not be sent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openHouse, openLine } from './house.js';

/** What a browser says when its line is cut. */
const LOST = /ERR_|Failed to (load|fetch)|network error|timeout/i;
const WORDS = 'Reconnecting…';

/** Ada plays through a line that can be cut, Ben beside it. */
async function throughALine(t, game, manners = DESK) {
  const house = await openHouse(t);
  const line = await openLine(t, house);
  const { ada, ben, table } = await house.party(game, [{ ...manners, through: line.url }, DESK]);
  ada.expects(LOST);
  return { house, line, ada, ben, table };
}

const says = (person) => person.page.locator('#connection').getByText(WORDS).waitFor();
const isBack = (person) => person.page.waitForFunction(() => document.querySelector('#connection').textContent === '');
const isBlocked = (person) => person.page.evaluate(() =>
  [...document.querySelectorAll('#board, #panel .actions')].every((part) => part.inert));
/** From now on no time passes on the page but what the test lets pass. */
const stops = async (person) => person.page.clock.pauseAt(await person.page.evaluate(() => Date.now() + 500));
const isListening = (person) => person.page.waitForFunction(() => document.querySelector('#live').dataset.stream === 'open');
const notSent = (person) => person.page.locator('#problem').getByText('Not sent.').waitFor();
const tryAgain = (person) => person.page.locator('#problem').getByRole('button', { name: 'Try again' });

test('within two seconds after the stream is closed the page says so and the board cannot be pressed', async (t) => {
  const { house, line, ada, ben } = await throughALine(t, 'tictactoe', PHONE);
  await ada.page.clock.install();
  await ada.page.reload();
  await isListening(ada);
  await stops(ada);
  assert.equal(await ada.page.locator('#connection').textContent(), '');
  line.cut();
  await ada.page.waitForFunction(() => !document.querySelector('#live').dataset.stream);
  await ada.page.clock.runFor(2000);
  assert.equal(await ada.page.locator('#connection').textContent(), WORDS);
  assert.equal(await isBlocked(ada), true);
  assert.ok(await ada.page.locator('#board').evaluate((board) => getComputedStyle(board).opacity < 0.6));
  await ada.shotsEverywhere('connection-lost');
  const sent = [];
  ada.page.on('request', (request) => { if (request.method() === 'POST') sent.push(request.url()); });
  const { x, y, width, height } = await ada.page.locator('#press [value=b2]').boundingBox();
  await ada.page.touchscreen.tap(x + width / 2, y + height / 2);
  line.mend();
  await ada.page.clock.resume();
  await isBack(ada);
  assert.equal(await isBlocked(ada), false);
  assert.deepEqual(sent.filter((url) => url.endsWith('/plies')), []);
  await ada.plays('b2');
  await ben.sees('Your move');
  house.assertNoTrouble();
});

test('a browser that goes offline says so, and shows what has happened once it is online again', async (t) => {
  const { house, ada, ben } = await throughALine(t, 'tictactoe');
  await ada.plays('b2');
  await ada.sees('Ben is thinking');
  await ada.context.setOffline(true);
  await says(ada);
  assert.equal(await isBlocked(ada), true);
  await ben.sees('Your move');
  await ben.plays('a1');
  await ada.context.setOffline(false);
  await isBack(ada);
  await ada.sees('Your move');
  assert.equal(await isBlocked(ada), false);
  await ada.plays('c3');
  await ada.sees('Ben is thinking');
  house.assertNoTrouble();
});

test('a connection that has died silently is noticed when a move is sent, which is offered again and played once', async (t) => {
  const { house, line, ada, ben, table } = await throughALine(t, 'sternhalma', PHONE);
  line.stall();
  await ada.page.evaluate(() => document.querySelector('#press a[aria-label="d2, your marble"]').click());
  await says(ada);
  assert.equal(await isBlocked(ada), true);
  await notSent(ada);
  await ada.shotsEverywhere('connection-not-sent');
  line.mend();
  await tryAgain(ada).tap();
  await isBack(ada);
  await ada.page.getByRole('button', { name: 'move d2 to e6', exact: true }).waitFor();
  line.stall();
  await ada.page.evaluate(() => document.querySelector('#press [value="d2-e6"]').click());
  await says(ada);
  await notSent(ada);
  assert.equal(await ada.page.locator('#press .chosen').getAttribute('aria-label'), 'd2, selected; press to deselect');
  // The proxy may have kept the move, and passes it on when it goes on: then it reaches the server twice.
  await tryAgain(ada).tap();
  line.mend();
  await ben.sees('Your move');
  await ada.sees('Ben is thinking');
  await isBack(ada);
  assert.equal(await ada.page.locator('#problem').innerText(), '');
  assert.deepEqual((await house.record(table)).plies.map((ply) => ply.notation), ['d2-e6']);
  house.assertNoTrouble();
});

test('a move whose connection is reset keeps what was chosen and is sent again by the button', async (t) => {
  const { house, line, ada, ben, table } = await throughALine(t, 'sternhalma');
  await ada.page.getByRole('link', { name: 'd2, your marble', exact: true }).click();
  const target = ada.page.getByRole('button', { name: 'move d2 to e6', exact: true });
  await target.waitFor();
  // While the clock stands, the board is not blocked yet.
  await ada.page.clock.install();
  await stops(ada);
  line.reset();
  await target.click();
  await notSent(ada);
  await ada.page.clock.resume();
  await says(ada);
  assert.equal(await ada.page.locator('#press .chosen').count(), 1);
  line.mend();
  await isBack(ada);
  await tryAgain(ada).click();
  await ben.sees('Your move');
  await ada.sees('Ben is thinking');
  assert.equal(await ada.page.locator('#problem').innerText(), '');
  assert.equal((await house.record(table)).plies.length, 1);
  await ada.assertAsServed();
  house.assertNoTrouble();
});

test('a move that was played although its answer was lost is not offered again', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe');
  ada.expects(LOST);
  await ada.page.route('**/plies', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await ada.plays('b2');
  await ben.sees('Your move');
  await ada.sees('Ben is thinking');
  await isBack(ada);
  await ada.page.waitForFunction(() => document.querySelector('#problem').innerText === '');
  assert.equal((await house.record(table)).plies.length, 1);
  house.assertNoTrouble();
});

test('a move that a proxy could not pass on is not sent', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  ada.expects(/502/);
  await ada.page.route('**/plies', (route) => route.fulfill({ status: 502, body: '' }));
  await ada.plays('b2');
  await notSent(ada);
  await isBack(ada);
  await ada.page.unroute('**/plies');
  await tryAgain(ada).click();
  await ben.sees('Your move');
  house.assertNoTrouble();
});

test('a message that was not sent stays in its field', async (t) => {
  const { house, line, ada, ben } = await throughALine(t, 'tictactoe');
  await ada.page.clock.install();
  await stops(ada);
  line.cut();
  await ada.page.getByLabel('Message').fill('Good luck!');
  await ada.page.getByLabel('Message').press('Enter');
  await notSent(ada);
  assert.equal(await ada.page.getByLabel('Message').inputValue(), 'Good luck!');
  await ada.page.clock.resume();
  line.mend();
  await isBack(ada);
  await tryAgain(ada).click();
  await ben.page.getByRole('log').getByText('Good luck!').waitFor();
  house.assertNoTrouble();
});

test('a page that hears nothing for longer than a heartbeat takes says so', async (t) => {
  const { house, line, ada } = await throughALine(t, 'tictactoe');
  await ada.page.clock.install();
  await ada.page.reload();
  await isListening(ada);
  await stops(ada);
  await isBack(ada);
  line.stall();
  const beat = Number(await ada.page.locator('#live').getAttribute('data-heartbeat'));
  await ada.page.clock.runFor(beat + 5000);
  assert.equal(await ada.page.locator('#connection').textContent(), WORDS);
  line.mend();
  await ada.page.clock.resume();
  await isBack(ada);
  house.assertNoTrouble();
});
