// Whole matches between real browsers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STERNHALMA, TICTACTOE } from './games.js';
import { DESK, PHONE, openHouse, openLine } from './house.js';

/** What a browser says when its line is cut. */
const LOST = /ERR_|Failed to (load|fetch)|network error/i;

test('a whole match of Sternhalma between a phone and a desk, while a third looks on through a tunnel', async (t) => {
  const house = await openHouse(t);
  const line = await openLine(t, house);
  const { ada, ben, table } = await house.party('sternhalma', [PHONE, DESK]);
  await ada.sees('Your move');
  const cleo = await house.visitor('Cleo', { through: line.url });
  cleo.expects(LOST);
  await cleo.page.goto(table);
  await cleo.sees('Ada is thinking');
  for (const person of [ben, cleo]) await person.follows();
  await ada.shot('sternhalma-phone-start');
  for (const [number, ply] of STERNHALMA.entries()) {
    const [player, other] = number % 2 === 0 ? [ada, ben] : [ben, ada];
    if (number === 10) {
      // A chain of eight hops: the line is cut while the marble is on its way.
      await player.plays(ply);
      const before = (await cleo.way()).length;
      await cleo.page.waitForFunction((length) => window.way.length >= length + 2, before);
      line.cut();
      await cleo.shot('sternhalma-cut');
      await other.sees('Your move');
      await new Promise((resolve) => setTimeout(resolve, 1500));
      line.mend();
      await cleo.sees('Ben is thinking', 40_000);
    } else {
      await player.plays(ply);
    }
    if (number < STERNHALMA.length - 1) await other.sees('Your move');
    if (number === 15) await Promise.all([ada.shot('sternhalma-phone-mid'), ben.shot('sternhalma-desk-mid')]);
  }
  await ada.sees('You won');
  await ben.sees('You lost');
  await cleo.sees('Ada won');
  await Promise.all([ada, ben, cleo].map((person) => person.shot(`sternhalma-end-${person.name}`)));
  assert.deepEqual(await cleo.pieces(), await ben.pieces());
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  for (const person of [ada, ben, cleo]) {
    const plies = await person.page.getByRole('navigation', { name: 'Moves' }).getByRole('listitem').allInnerTexts();
    assert.deepEqual(plies.map((ply) => ply.trim().split(/\s+/).at(-1)), STERNHALMA.slice(-plies.length), person.name);
  }
  assertSeenAll(await ben.way(), await cleo.way());
  for (const person of [ada, ben, cleo]) await person.assertAsServed();
  house.assertNoTrouble();
});

/** The way somebody saw is the whole way, but that a ply that was cut off may begin again where it began. */
function assertSeenAll(whole, seen) {
  let same = 0;
  while (same < seen.length && seen[same] === whole[same]) same += 1;
  const rest = seen.slice(same);
  const again = whole.length - rest.length;
  assert.ok(again <= same, `there is a gap after ${same} steps: ${seen.slice(same - 2, same + 3)} for ${whole.slice(same - 2, same + 3)}`);
  assert.deepEqual(rest, whole.slice(again), 'what comes after the cut is not what happened');
  const pieces = new Set(whole.slice(again, same).map((step) => step.split(' ')[0]));
  assert.ok(pieces.size <= 1, `more than one ply is repeated: ${whole.slice(again, same)}`);
}

test('a whole match of Tic-Tac-Toe by two desks', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  for (const [number, ply] of TICTACTOE.entries()) {
    const player = number % 2 === 0 ? ada : ben;
    await player.sees('Your move');
    await player.plays(ply);
  }
  await ada.sees('You won');
  await ben.sees('You lost');
  await ada.press('Rematch');
  await ada.page.waitForURL((url) => url.pathname !== new URL(ben.page.url()).pathname);
  await ben.press('Join rematch');
  await ben.sees('Your move');
  await ada.sees('Ben is thinking');
  house.assertNoTrouble();
});

test('a whole match where no script runs', async (t) => {
  const house = await openHouse(t);
  const plain = { javaScriptEnabled: false };
  const { ada, ben, table } = await house.party('tictactoe', [plain, { ...PHONE, ...plain }]);
  for (const [number, ply] of TICTACTOE.entries()) {
    const player = number % 2 === 0 ? ada : ben;
    await player.page.goto(table);
    await player.sees('Your move');
    await player.plays(ply);
    await player.sees(/is thinking|You won/);
  }
  await ada.sees('You won');
  await ben.page.goto(table);
  await ben.sees('You lost');
  await ben.shot('plain-end');
  const [halma, other] = [await ada.opens('sternhalma'), ben];
  await other.joins(halma);
  await ada.page.goto(halma);
  await ada.plays('c2-e8');
  await ada.sees('Ben is thinking');
  await other.page.goto(halma);
  await other.plays('n3-m8');
  await other.sees('Ada is thinking');
  house.assertNoTrouble();
});

test('a match is played hole by hole and with the keyboard alone', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('sternhalma');
  await ada.sees('Your move');
  const marble = ada.page.getByRole('link', { name: 'c2, your marble', exact: true });
  await marble.focus();
  await ada.page.keyboard.press('Enter');
  await ada.press('Pick each hop');
  const taken = ada.page.getByRole('link', { name: /^c2, selected/ });
  await taken.waitFor();
  const next = ada.page.getByRole('link', { name: /^on to/ }).or(ada.page.getByRole('button', { name: /^move c2 to/ }));
  await next.first().waitFor();
  await ada.shot('sternhalma-along');
  await ada.press('Pick the end hole');
  const button = ada.page.getByRole('button', { name: 'move c2 to e8', exact: true });
  await button.focus();
  await ada.page.keyboard.press('Enter');
  await ben.sees('Your move');
  house.assertNoTrouble();
});

test('talk reaches the other player at once', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  await ada.page.getByLabel('Message').fill('Good luck!');
  await ada.page.getByLabel('Message').press('Enter');
  for (const person of [ada, ben]) {
    await person.page.getByRole('log').getByText('Good luck!').waitFor();
    assert.equal(await person.page.getByRole('log').getByText('Good luck!').count(), 1);
  }
  assert.equal(await ada.page.getByLabel('Message').inputValue(), '');
  house.assertNoTrouble();
});

test('a match goes on by itself when the house opens again', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('tictactoe');
  await ada.sees('Your move');
  for (const person of [ada, ben]) person.expects(LOST);
  await house.close();
  await ben.page.getByText('Restarting').waitFor({ state: 'attached' });
  await house.open();
  await ada.plays('b2');
  await ben.sees('Your move', 60_000);
  await ben.plays('a1');
  await ada.sees('Your move', 60_000);
  house.assertNoTrouble();
});
