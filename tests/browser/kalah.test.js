// Whole matches of Kalah between real browsers: sowing, capturing, moving again, the sweep and the swap of sides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KALAH, KALAH_SWAP } from './games.js';
import { DARK, DESK, PHONE, openHouse } from './house.js';

/** What each house and store holds by the position text, as the numbers on the board are called. */
function held(position) {
  const sides = position.split(' ')[0].split('/');
  const numbers = [0, 1].flatMap((seat) => {
    const houses = sides[2 * seat].split(',').map((count, house) => [`n${10 * seat + house}`, Number(count)]);
    return [...houses, [`n${10 * seat + 9}`, Number(sides[2 * seat + 1])]];
  });
  return Object.fromEntries(numbers);
}

/** The numbers on the rim. */
const counts = (person) => person.page.evaluate(() =>
  Object.fromEntries([...document.querySelectorAll('#pieces .number')].map((text) => [text.id, Number(text.textContent)])));

/** Waits until everything that was sown lies still. */
async function atRest(person, words) {
  await person.page.locator('#say').getByText(words).waitFor({ state: 'attached' });
  await person.page.waitForFunction(() => !document.querySelector('#hand image, .heap.moving'));
}

/** Everybody sees what the rules say, when the ply has been played. */
async function seenByAll({ house, table, players }, mover, ply, after) {
  const { position } = await house.record(table, after);
  for (const player of players) {
    await atRest(player, ply === 'swap' ? 'swaps the sides' : `${mover.name} sows house ${ply}`);
    assert.deepEqual(await counts(player), held(position), `what ${player.name} sees after ${ply}`);
  }
}

/** Plays it all from the ply of a number on. `see` looks at what happens after the ply of a number. */
async function playAll({ house, table, players }, plies, first, see) {
  for (const [number, ply] of [...plies.entries()].slice(first)) {
    const { seq, to_act: seat } = await house.record(table);
    await players[seat].knows(seq);
    await players[seat].presses(ply);
    await see(number);
    await seenByAll({ house, table, players }, players[seat], ply, seq);
  }
}

/** From now on writes down what the headline says, how many seeds are in the hand, and which heaps travel. */
const watches = (person) => person.page.evaluate(() => {
  Object.assign(window, { said: [], hand: [], travelled: [] });
  const note = (list, now) => { if (list.at(-1) !== now) list.push(now); };
  const look = () => {
    note(window.said, document.querySelector('#headline').textContent);
    note(window.hand, document.querySelectorAll('#hand image').length);
    const moving = [...document.querySelectorAll('.heap.moving')].map((heap) => heap.id).join(' ');
    if (moving) note(window.travelled, moving);
  };
  look();
  const all = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ['class'] };
  new MutationObserver(look).observe(document.body, all);
});
const watched = (person) => person.page.evaluate(() => ({ said: window.said, hand: window.hand, travelled: window.travelled }));

/** A picture of heaps on their way, if the camera is quick enough. */
async function shotOnTheWay(person, name) {
  const seen = person.page.locator('.heap.moving').first().waitFor({ state: 'attached', timeout: 3000 });
  await seen.then(() => person.shot(name), () => {});
}

test('a match of Kalah by a phone and a desk', async (t) => {
  const house = await openHouse(t);
  const party = await house.party('kalah', [PHONE, DESK]);
  const { ada, ben, table } = party;
  await ada.shot('kalah-phone-open');
  await Promise.all([ada, ben].map(watches));
  // The second ply is played while the seeds of the first are still falling.
  const { seq } = await house.record(table);
  await ada.presses(KALAH[0]);
  await ada.knows(seq + 1);
  await Promise.all([ada.shot('kalah-phone-again'), ben.shot('kalah-sowing')]);
  await ada.presses(KALAH[1]);
  await seenByAll(party, ada, KALAH[1], seq + 1);
  const seen = await watched(ben);
  assert.deepEqual(seen.said, ['Ada is thinking', 'Ada goes again', 'Your move']);
  assert.deepEqual(seen.hand, [0, 4, 3, 2, 1, 0, 4, 3, 2, 1, 0]);
  assert.deepEqual((await watched(ada)).said, ['Your move', 'Go again', 'Ben is thinking']);
  await playAll(party, KALAH, 2, async (number) => {
    if (number === 4) await shotOnTheWay(ada, 'kalah-captures');
    if (number === 12) await shotOnTheWay(ben, 'kalah-sweep');
  });
  assert.deepEqual((await watched(ben)).travelled, ['q0 q15', 'q2 q13', 'q0 q15', 'q10 q11 q12 q13 q14']);
  await ben.sees('You won');
  await ada.sees('You lost');
  for (const person of [ada, ben]) {
    await person.page.locator('#panel').getByText('36 seeds to 12.').waitFor();
    assert.equal(await person.page.locator('#press button').count(), 0);
    await person.shot(`kalah-won-${person.name}`);
  }
  for (const person of [ada, ben]) await person.assertAsServed();
  await ada.page.goto(`${table}?ply=1`);
  await ada.sees('Ada sows house 3 and goes again');
  await ada.page.goto(`${table}?ply=5`);
  await ada.sees('Ben sows house 2 and captures 6 seeds');
  house.assertNoTrouble();
});

test('a short match of Kalah in which the sides are swapped', async (t) => {
  const house = await openHouse(t);
  const party = await house.party('kalah', [DESK, DARK], { 'option.houses': 3, 'option.seeds': 2, 'option.swap': 'on' });
  const { ada, ben } = party;
  await playAll(party, KALAH_SWAP, 0, async (number) => {
    if (number === 0) {
      await ben.page.getByRole('button', { name: 'Swap sides', exact: true }).waitFor();
      await ben.shot('kalah-may-swap');
    }
    if (number === 1) await shotOnTheWay(ada, 'kalah-swapping');
    if (number === 2) await ada.shot('kalah-swapped');
  });
  await ben.sees('You won');
  await ada.sees('You lost');
  await ben.page.locator('#panel').getByText('7 seeds to 5.').waitFor();
  await ben.shot('kalah-dark-won');
  house.assertNoTrouble();
});
