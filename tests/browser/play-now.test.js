// A visitor plays bots on a phone, without an account, and creates one later.
import assert from 'node:assert/strict';
import { PASSWORD, PHONE, openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

/** Longer than a bot needs for its move, with its delay, on a busy machine. */
const ANSWERED = 120_000;

/** Opens the front page and starts a match with two taps; says where it is. */
async function playNow(visitor, game, level = 'Beginner') {
  const { page } = visitor;
  await page.goto('/');
  const start = page.getByRole('link', { name: 'Play now' });
  if (await start.isVisible()) {
    await start.tap();
  } else {
    await page.getByRole('main').getByRole('link', { name: 'Play a bot' }).tap();
    await page.waitForURL((url) => url.pathname === '/play');
  }
  await page.getByRole('radio', { name: level }).tap();
  await page.getByRole('button', { name: game, exact: true }).tap();
  await page.waitForURL(/\/matches\/\w{12}$/);
  return new URL(page.url()).pathname;
}

async function recordOf(visitor, match) {
  return (await visitor.context.request.get(`${match}/record.json`)).json();
}

/** Waits until it is the visitor's move and the page shows it, or the match is over. Returns whether it is their move. */
async function isTheirMove(visitor, match) {
  let before;
  for (const deadline = Date.now() + ANSWERED; Date.now() < deadline; ) {
    const { status, seq, seats, to_act: seat } = await recordOf(visitor, match);
    if (status === 'ended') return false;
    await visitor.waitForEvent(seq);
    if (seats[seat]?.kind === 'person') return true;
    // The record does not say who rolls the die, and the headline follows an entry by a moment.
    if (seat === 'chance' && seq === before && (await visitor.page.locator('#headline.yours').isVisible())) return true;
    before = seq;
    await visitor.page.waitForTimeout(100);
  }
  throw new Error(`the bot has not moved: ${await visitor.page.locator('h1').innerText()}, ${JSON.stringify((await recordOf(visitor, match)).plies)}`);
}

/** Plays the first move that the board offers, with taps. Returns how many. */
async function move(visitor, match) {
  const { page } = visitor;
  const before = (await recordOf(visitor, match)).seq;
  const places = page.locator('main button[name="notation"]:visible');
  const marble = page.getByRole('link', { name: /, your marble$/ }).last();
  await places.first().or(marble).last().waitFor({ timeout: ANSWERED });
  const choosesFirst = !(await places.first().isVisible());
  if (choosesFirst) await marble.tap();
  await places.first().tap();
  for (const deadline = Date.now() + ANSWERED; Date.now() < deadline; ) {
    if ((await recordOf(visitor, match)).seq > before) return choosesFirst ? 2 : 1;
    await page.waitForTimeout(50);
  }
  throw new Error(`the move was not played: ${await page.locator('h1').innerText()}`);
}

/** Plays until the match is over, or resigns after so many moves. Each may take so many taps. */
async function play(visitor, match, most, taps) {
  let moves = 0;
  while (await isTheirMove(visitor, match)) {
    if (moves === most) {
      const resign = visitor.page.locator('#resign[open]').getByRole('button', { name: 'Resign' });
      await visitor.page.locator('#resign summary').tap();
      await resign.tap();
      break;
    }
    assert.ok(await move(visitor, match) <= taps, `a move takes more than ${taps} taps`);
    moves += 1;
  }
  while ((await recordOf(visitor, match)).status !== 'ended') await visitor.page.waitForTimeout(50);
  return moves;
}

// With PLAY_OUT=1 every match is played to its end, which takes minutes.
const most = (moves) => (process.env.PLAY_OUT ? Infinity : moves);
// Each with its taps for a move. In Quarto a turn has two moves: to place a piece, and to choose the next one.
const GAMES = [['Tic-Tac-Toe', Infinity, 1], ['Quarto', most(3), 1], ['Mancala (Kalah)', most(4), 1],
  ['Aeroplane Chess', most(1), 1], ['Chinese Checkers (Sternhalma)', most(4), 2]];

test('a visitor on a phone plays a bot in every game without an account', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Cleo', PHONE);
  const began = Date.now();
  for (const [game, moves, taps] of GAMES) {
    const match = await playNow(visitor, game, 'Casual');
    await isTheirMove(visitor, match);
    if (game === GAMES[0][0]) {
      await visitor.screenshots('play-now-1-match');
      await move(visitor, match);
      t.diagnostic(`first move after ${((Date.now() - began) / 1000).toFixed(1)} s`);
    }
    const played = await play(visitor, match, moves, taps);
    await visitor.page.locator('#headline.yours').waitFor({ state: 'hidden' });
    t.diagnostic(`${game}: ${played} moves, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }
  await visitor.screenshots('play-now-2-ended');
  site.assertNoErrors();
});

test('a guest creates an account and keeps the match', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Cleo', PHONE);
  const { page } = visitor;
  const match = await playNow(visitor, 'Mancala (Kalah)', 'Casual');
  await page.getByRole('banner').locator('summary').tap();
  await page.getByRole('link', { name: 'Create an account' }).tap();
  await page.getByLabel('Name', { exact: true }).fill('Cleo');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await visitor.screenshots('play-now-3-account');
  await page.getByRole('button', { name: 'Create account' }).tap();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(match);
  await page.locator('#seats .you').getByText('Cleo').waitFor();
  await visitor.screenshots('play-now-4-kept');
  site.assertNoErrors();
});

test('without scripts a visitor plays a bot too', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Cleo', { ...PHONE, javaScriptEnabled: false });
  const match = await playNow(visitor, 'Tic-Tac-Toe');
  const { seq, plies } = await visitor.offeredPlies(match);
  await visitor.postPly(match, seq, plies[0].notation);
  while ((await recordOf(visitor, match)).plies.length < 2) await visitor.page.waitForTimeout(50);
  site.assertNoErrors();
});
