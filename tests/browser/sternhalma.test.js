// Sternhalma with six browsers, each with their own home at the bottom.
import assert from 'node:assert/strict';
import { STERNHALMA_SIX } from './games.js';
import { DARK, DESK, PHONE, openSite, test } from './parlour.js';

const TABLET = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const SIX = [PHONE, DESK, DARK, TABLET, { ...PHONE, colorScheme: 'dark' }, DESK];
const PLACES = [1, 4, 4, 2, 3, 4];

/** The positions of the marbles of each seat and of the controls, in distances between two holes. */
const spots = (person) => person.page.evaluate(() => {
  const board = document.querySelector('#board').getBoundingClientRect();
  const unit = document.querySelector('#press').getBoundingClientRect().width / getComputedStyle(document.querySelector('#board')).getPropertyValue('--w');
  const middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [(x + width / 2 - board.x) / unit, (y + height / 2 - board.y) / unit];
  };
  const seats = [[], [], [], [], [], []];
  for (const marble of document.querySelectorAll('#board .piece')) seats[Math.floor(Number(marble.id.slice(1)) / 10)].push(middle(marble));
  return { seats, mine: [...document.querySelectorAll('#press .mine')].map(middle) };
});
const low = (marbles) => marbles.reduce((all, [, y]) => all + y, 0) / marbles.length;
const near = ([x, y], [u, v]) => Math.hypot(x - u, y - v) < 0.1;

/** Asserts that the own home is at the bottom and the others follow clockwise. */
async function assertTurned(person, seat) {
  // The board turns with an animation for a player who has just joined.
  await person.waitForAnimations();
  const { seats } = await spots(person);
  const lows = seats.map(low);
  assert.equal(lows.indexOf(Math.max(...lows)), seat, `${person.name} has their own home before them`);
  assert.equal(lows.indexOf(Math.min(...lows)), (seat + 3) % 6, `${person.name} looks across the board`);
  const left = seats.map((marbles) => marbles.reduce((all, [x]) => all + x, 0) / marbles.length);
  assert.ok(left[(seat + 1) % 6] < left[(seat + 5) % 6], `clockwise comes whoever sits on the left of ${person.name}`);
}

/** Asserts that controls lie on their marbles. */
async function assertOnMarbles(person, seat) {
  await person.waitForAnimations();
  const { seats, mine } = await spots(person);
  assert.ok(mine.length > 0, `${person.name} can press something`);
  for (const spot of mine) assert.ok(seats[seat].some((marble) => near(marble, spot)), `${person.name} presses beside a marble`);
}

test('six players play Sternhalma, each with their own home at the bottom', async (t) => {
  const site = await openSite(t);
  const { players, matchPath } = await site.startMatch('sternhalma', SIX, { seats: 6 });
  const shots = (name) => Promise.all(players.map((player) => player.screenshot(`six-${name}-${player.name}`)));
  const allKnow = async () => {
    const { seq } = await site.record(matchPath);
    for (const player of players) await player.waitForEvent(seq);
  };
  for (const [seat, player] of players.entries()) await assertTurned(player, seat);
  await Promise.all(players.map((player) => player.recordPieces()));
  await shots('begins');

  const byHand = (number) => number < 6 || number >= STERNHALMA_SIX.length - 7;
  for (const [number, ply] of STERNHALMA_SIX.entries()) {
    const seat = number % 6;
    const { seq } = await site.record(matchPath);
    if (number === 48 || number === STERNHALMA_SIX.length - 7) await allKnow();
    if (number === 48) await shots('middle');
    if (byHand(number)) {
      await players[seat].waitForEvent(seq);
      await assertOnMarbles(players[seat], seat);
      await players[seat].play(ply);
    } else {
      await players[seat].postPly(matchPath, seq, ply);
    }
    await site.record(matchPath, seq);
  }
  await allKnow();
  const record = await site.record(matchPath);
  assert.deepEqual(record.ending, { how: 'rules', places: PLACES });
  for (const [seat, player] of players.entries()) {
    await player.waitForHeadline(seat === 0 ? 'You won' : players.length === 2 ? 'You lost' : 'Ada won');
    assert.deepEqual(await player.pieceMoves(), await players[0].pieceMoves(), `${player.name} saw the same as Ada`);
    const shown = await player.placesBySeat();
    assert.deepEqual(shown.map((place) => parseInt(place, 10)), PLACES, `the places ${player.name} sees`);
  }
  await shots('ends');
  for (const player of players) await player.assertMatchesServer();
  assert.match(await site.runCommand(['record', '-'], JSON.stringify(record)), /^91 plies, all legal\nthe places are correct/);
  site.assertNoErrors();
});

test('on a narrow phone the coordinates stay clear of the edge, and only players see where their marbles go', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('sternhalma', [{ ...PHONE, viewport: { width: 360, height: 780 } }, DESK]);
  const edges = await ada.page.locator('.rim text').evaluateAll((labels) => labels.map((label) => label.getBoundingClientRect())
    .map(({ left, right }) => Math.min(left, innerWidth - right)));
  assert.ok(Math.min(...edges) >= 2, `${Math.min(...edges)} px`);
  // Each player's own point is opposite, at the top.
  for (const person of [ada, ben]) {
    const above = await person.page.evaluate(() => {
      const [goal, board] = ['.goal', '#board'].map((part) => document.querySelector(part).getBoundingClientRect());
      return goal.bottom < board.top + board.height / 2;
    });
    assert.ok(above, person.name);
  }
  const cleo = await site.visitor('Cleo');
  await cleo.page.goto(matchPath);
  assert.equal(await cleo.page.locator('.goal').count(), 0);
  site.assertNoErrors();
});
