// Whole matches of Quarto: giving, placing, highlights and headlines.
import assert from 'node:assert/strict';
import { QUARTO, QUARTO_BLOCKS, QUARTO_DRAWN, postPlies } from './games.js';
import { DARK, DESK, MOTION, PHONE, openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

/** The seat to act: seat 0 gives first, then each places and gives. */
const mover = (number, players) => players[Math.floor((number + 1) / 2) % 2];

/** Waits until the board shows the ply: the piece in hand, or on its square. */
async function shown(person, ply) {
  const square = 'abcd'.indexOf(ply[0]) + 4 * (Number(ply[1]) - 1);
  const there = ply.length === 1 ? `#p${parseInt(ply, 16)}.hand` : `#board .piece.c${square}`;
  await person.page.locator(there).waitFor({ state: 'attached' });
}

/** Plays the last plies on the board, and those before by HTTP. */
async function playLast(plies, match, pressed) {
  const first = plies.length - pressed;
  await postPlies(match, plies.slice(0, first));
  for (const person of match.players) await shown(person, plies[first - 1]);
  await playAll(plies, match.players, [], undefined, first);
}

async function playAll(plies, players, others = [], see = async () => {}, first = 0) {
  for (const [number, ply] of [...plies.entries()].slice(first)) {
    await mover(number, players).pressPly(ply);
    for (const person of [...players, ...others]) await shown(person, ply);
    await see(number);
  }
}

const asks = (person, words) => person.page.locator('#turn').getByText(words).waitFor();
/** Waits for the end of an element's transition. */
const dimmed = (person, what) => person.page.waitForFunction(
  (selector) => /brightness\(0\.\d+\)/.test(getComputedStyle(document.querySelector(selector)).filter), what,
);

test('a phone and a desktop play Quarto while a spectator watches', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('quarto', [{ ...PHONE, ...MOTION }, { ...DESK, ...MOTION }]);
  const cleo = await site.visitor('Cleo', MOTION);
  await cleo.page.goto(matchPath);
  await cleo.waitForHeadline('Ada is thinking');
  await Promise.all([ben, cleo].map((person) => person.recordPieces()));
  await asks(ada, 'Choose a piece for your opponent.');
  await dimmed(ada, '#board .art');
  await ada.screenshot('quarto-phone-open');
  await playAll(QUARTO, [ada, ben], [cleo], async (number) => {
    if (number === 0) {
      await asks(ben, 'Place the short light round solid piece.');
      await dimmed(ben, '#board .piece.pool');
      await ben.screenshot('quarto-desk-place');
    }
    if (number === 5) await Promise.all([ada.screenshot('quarto-phone-mid'), ben.screenshot('quarto-desk-give')]);
  });
  await ada.waitForHeadline('You won');
  await ben.waitForHeadline('You lost');
  await cleo.waitForHeadline('Ada won');
  for (const person of [ada, ben, cleo]) {
    await asks(person, 'Four solid pieces in a row.');
    const lit = await person.page.locator('#lit').getAttribute('d');
    assert.equal(lit.match(/M/g).length, 4, 'four wells are lit');
    assert.equal(await person.page.locator('#press button').count(), 0);
    await person.screenshot(`quarto-won-${person.name}`);
  }
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  assert.deepEqual(await cleo.pieceMoves(), await ben.pieceMoves());
  const said = await cleo.page.locator('#announcement').textContent();
  assert.equal(said.trim(), 'Ada places the tall dark square solid piece on a4: four solid pieces in a row. Ada won.');
  for (const person of [ada, ben, cleo]) await person.assertMatchesServer();
  site.assertNoErrors();
});

test('a match of Quarto with blocks is won by a block and a column at once', async (t) => {
  const site = await openSite(t);
  const match = await site.startMatch('quarto', [DESK, DARK], { 'option.squares': 'on' });
  const { ada, ben } = match;
  await playLast(QUARTO_BLOCKS, match, 4);
  await ben.waitForHeadline('You won');
  await ada.waitForHeadline('You lost');
  await asks(ada, 'Four solid and four tall pieces in a row.');
  assert.equal((await ben.page.locator('#lit').getAttribute('d')).match(/M/g).length, 6);
  await ben.screenshot('quarto-blocks-won');
  site.assertNoErrors();
});

test('a match of Quarto is drawn with the sixteenth piece, and can be replayed', async (t) => {
  const site = await openSite(t);
  const match = await site.startMatch('quarto', [DESK, PHONE]);
  const { ada, ben, matchPath } = match;
  await playLast(QUARTO_DRAWN, match, 4);
  for (const person of [ada, ben]) await person.waitForHeadline('Draw');
  await ben.screenshot('quarto-drawn');
  await ada.page.goto(`${matchPath}?ply=4`);
  await ada.waitForHeadline('Ada places the short dark square solid piece on b2');
  await ada.screenshot('quarto-replay');
  site.assertNoErrors();
});

test('a piece of Quarto glides from its place to the plate, also while its move is only previewed', async (t) => {
  const site = await openSite(t);
  const both = [0, 1].map(() => ({ ...PHONE, ...MOTION, confirms: true }));
  const { players, matchPath } = await site.startMatch('quarto', both);
  const { to_act: seat } = await site.record(matchPath);
  const { page } = players[seat];
  await page.goto(matchPath);
  await page.evaluate(() => {
    window.glides = [];
    addEventListener('transitionrun', ({ target, propertyName }) => {
      if (propertyName === 'transform' && target.matches('#board .piece')) window.glides.push(target.id);
    });
  });
  await page.locator('#press > .play').first().click();
  await page.locator('#confirm').waitFor();
  assert.deepEqual(await page.evaluate(() => [...new Set(window.glides)].length), 1);
});
