// Whole matches of Quarto between real browsers: giving, placing, what is lit and said.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUARTO, QUARTO_BLOCKS, QUARTO_DRAWN } from './games.js';
import { DARK, DESK, PHONE, openHouse } from './house.js';

/** Whose ply it is: seat 0 gives first, then each places and gives. */
const mover = (number, players) => players[Math.floor((number + 1) / 2) % 2];

/** Waits until the board shows the ply: the piece in hand, or on its square. */
async function shown(person, ply) {
  const square = 'abcd'.indexOf(ply[0]) + 4 * (Number(ply[1]) - 1);
  const there = ply.length === 1 ? `#p${parseInt(ply, 16)}.hand` : `#board .piece.c${square}`;
  await person.page.locator(there).waitFor({ state: 'attached' });
}

async function playAll(plies, players, others = [], see = async () => {}) {
  for (const [number, ply] of plies.entries()) {
    await mover(number, players).presses(ply);
    for (const person of [...players, ...others]) await shown(person, ply);
    await see(number);
  }
}

const asks = (person, words) => person.page.locator('#panel').getByText(words).waitFor();
/** Waits until something has stepped back, which it does by and by. */
const dimmed = (person, what) => person.page.waitForFunction(
  (selector) => /brightness\(0\.\d+\)/.test(getComputedStyle(document.querySelector(selector)).filter), what,
);

test('a match of Quarto by a phone and a desk, looked on at by a third', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('quarto', [PHONE, DESK]);
  const cleo = await house.visitor('Cleo');
  await cleo.page.goto(table);
  await cleo.sees('Ada is thinking');
  await Promise.all([ben, cleo].map((person) => person.follows()));
  await asks(ada, 'Choose a piece for your opponent.');
  await dimmed(ada, '#board .art');
  await ada.shot('quarto-phone-open');
  await playAll(QUARTO, [ada, ben], [cleo], async (number) => {
    if (number === 0) {
      await asks(ben, 'Place the short light round solid piece.');
      await dimmed(ben, '#board .piece.pool');
      await ben.shot('quarto-desk-place');
    }
    if (number === 5) await Promise.all([ada.shot('quarto-phone-mid'), ben.shot('quarto-desk-give')]);
  });
  await ada.sees('You won');
  await ben.sees('You lost');
  await cleo.sees('Ada won');
  for (const person of [ada, ben, cleo]) {
    await asks(person, 'Four solid.');
    const lit = await person.page.locator('#lit').getAttribute('d');
    assert.equal(lit.match(/M/g).length, 4, 'four wells are lit');
    assert.equal(await person.page.locator('#press button').count(), 0);
    await person.shot(`quarto-won-${person.name}`);
  }
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  assert.deepEqual(await cleo.way(), await ben.way());
  const said = await cleo.page.locator('#say').textContent();
  assert.equal(said.trim(), 'Ada places the tall dark square solid piece on a4: four solid. Ada won.');
  for (const person of [ada, ben, cleo]) await person.assertAsServed();
  house.assertNoTrouble();
});

test('a match of Quarto with blocks is won by a block and a column at once', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('quarto', [DESK, DARK], 'With blocks');
  await playAll(QUARTO_BLOCKS, [ada, ben]);
  await ben.sees('You won');
  await ada.sees('You lost');
  await asks(ada, 'Four solid and four tall.');
  assert.equal((await ben.page.locator('#lit').getAttribute('d')).match(/M/g).length, 6);
  await ben.shot('quarto-blocks-won');
  house.assertNoTrouble();
});

test('a match of Quarto is drawn with the sixteenth piece, and gone through again', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('quarto', [DESK, PHONE]);
  await playAll(QUARTO_DRAWN, [ada, ben]);
  for (const person of [ada, ben]) await person.sees('Draw');
  await ben.shot('quarto-drawn');
  await ada.page.goto(`${table}?ply=4`);
  await ada.sees('Ada places the short dark square solid piece on b2');
  await ada.shot('quarto-replay');
  house.assertNoTrouble();
});
