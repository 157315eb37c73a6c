// Moves that are previewed and confirmed before they are played, as they are in matches by correspondence.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openHouse } from './house.js';

/** What a phone of 360×740 shows below the bars of its browser. */
const SHORT = { ...PHONE, viewport: { width: 360, height: 620 } };

/** Where the page is scrolled to, and what of the board and of the question is in sight. */
const look = (person) => person.page.evaluate(() => {
  const [board, bar] = ['#board', '#confirm'].map((part) => document.querySelector(part).getBoundingClientRect());
  const spot = document.querySelector('#press .previewed').getBoundingClientRect();
  const seen = document.elementFromPoint(spot.x + spot.width / 2, spot.y + spot.height / 2);
  return {
    scrolled: scrollY - window.pressedAt, bar: [bar.top >= 0, bar.bottom <= innerHeight + 0.5],
    buttons: [...document.querySelectorAll('#confirm :is(a, button)')].every((button) => button.getBoundingClientRect().bottom <= innerHeight),
    free: Math.min(bar.top, innerHeight) - Math.max(board.top, 0), spot: Boolean(seen.closest('#board')),
  };
});

/** Presses what plays this ply, after what has to be chosen first. Notes where the page is scrolled to then. */
async function chooses(person, ply) {
  const [from, to] = ply.split('-');
  const chosen = person.page.locator(`#press .chosen[aria-label^="${from}, "]`);
  if (to && await chosen.count() === 0) {
    await person.touches(person.page.locator(`#press a[aria-label^="${from}, "]`));
    await chosen.waitFor();
  }
  if (person.scripts) await person.page.evaluate(() => addEventListener('pointerdown', () => { window.pressedAt = scrollY; }, true));
  await person.presses(ply);
  await person.page.locator(`#confirm button[value="${ply}"]`).waitFor();
}

const GAMES = [
  ['tictactoe', 'b2', 'c3'],
  ['sternhalma', 'd2-e6', 'd1-e5'],
  ['sternhalma', 'd2-e6', 'd2-e7'],
  ['kalah', '2', '5'],
  ['quarto', '7', 'd'],
];
for (const [game, first, other] of GAMES) {
  for (const manners of [PHONE, SHORT]) {
    test(`a previewed move of ${game}, ${other} after ${first}, stays in sight at ${manners.viewport.height} pixels`, async (t) => {
      const house = await openHouse(t);
      const { ada, ben, table } = await house.party(game, [{ ...manners, confirms: true }, DESK]);
      await ada.sees('Your move');
      await chooses(ada, first);
      const shown = await look(ada);
      // Only where the question would cover the piece that was pressed is the page moved, by a little.
      assert.ok(game === 'quarto' ? shown.scrolled < 100 : shown.scrolled === 0, `the page is scrolled by ${shown.scrolled} pixels`);
      assert.deepEqual([shown.bar, shown.buttons, shown.spot], [[true, true], true, true], JSON.stringify(shown));
      assert.ok(shown.free > 200, `${shown.free} pixels of the board are in sight`);
      await ada.shot(`confirm-${game}-${manners.viewport.height}`);
      // Another one is chosen without taking the first back.
      await chooses(ada, other);
      assert.deepEqual((await look(ada)).spot, true);
      assert.equal((await house.record(table)).plies.length, 0, 'nothing has been played');
      await ada.touches(ada.page.getByRole('button', { name: 'Confirm', exact: true }));
      await ada.page.locator('#confirm').waitFor({ state: 'detached' });
      const record = await house.record(table);
      assert.deepEqual(record.plies.map((ply) => ply.notation), [other]);
      for (const person of [ada, ben]) await person.knows(record.seq);
      await ada.rests();
      assert.deepEqual(await ada.pieces(), await ben.pieces());
      await ada.assertAsServed();
      house.assertNoTrouble();
    });
  }
}

test('a preview is taken back by Cancel, by Escape, and by choosing another piece, and the page is as before', async (t) => {
  const house = await openHouse(t);
  const { ada, table } = await house.party('sternhalma', [{ ...PHONE, confirms: true }, DESK]);
  await ada.sees('Your move');
  const before = await ada.shows();
  for (const back of [() => ada.page.getByRole('link', { name: 'Cancel', exact: true }).tap(), () => ada.page.keyboard.press('Escape')]) {
    await chooses(ada, 'd2-e6');
    assert.notDeepEqual((await ada.shows()).drawn, before.drawn);
    await back();
    await ada.page.locator('#confirm').waitFor({ state: 'detached' });
    await ada.rests();
    assert.deepEqual(await ada.shows(), before);
  }
  await chooses(ada, 'd2-e6');
  await ada.page.getByRole('link', { name: 'd1, your marble', exact: true }).tap();
  await ada.page.locator('#confirm').waitFor({ state: 'detached' });
  await ada.rests();
  assert.deepEqual((await ada.shows()).drawn, before.drawn);
  assert.match(await ada.page.locator('#press .chosen').getAttribute('aria-label'), /^d1, selected/);
  assert.equal((await house.record(table)).plies.length, 0);
  house.assertNoTrouble();
});

test('the question is at the bottom of narrow screens and beside the board on wide ones', async (t) => {
  const house = await openHouse(t);
  const { ada } = await house.party('sternhalma', [{ ...DESK, confirms: true }, DESK]);
  await ada.sees('Your move');
  await chooses(ada, 'd2-e6');
  await ada.shotsEverywhere('confirm');
  for (const [width, height, fixed] of [[360, 620, true], [768, 1024, true], [1440, 900, false]]) {
    await ada.page.setViewportSize({ width, height });
    const { position, bottom, seen } = await ada.page.locator('#confirm').evaluate((bar) => {
      const { bottom, top } = bar.getBoundingClientRect();
      return { position: getComputedStyle(bar).position, bottom: innerHeight - bottom, seen: top > 0 && bottom <= innerHeight };
    });
    assert.deepEqual([position === 'fixed', bottom === 0, seen], [fixed, fixed, true], `${width}×${height}`);
  }
  // By the keyboard alone: the question has the focus, and Enter confirms.
  assert.equal(await ada.page.evaluate(() => document.activeElement.textContent), 'Confirm');
  await ada.page.keyboard.press('Enter');
  await ada.sees('Ben is thinking');
  house.assertNoTrouble();
});

test('a move that was previewed does not go its way a second time', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('sternhalma', [{ ...DESK, confirms: true }, DESK]);
  for (const [person, ply] of [[ada, 'd2-e6'], [ben, 'n2-m7']]) {
    await person.sees('Your move');
    await (person === ada ? chooses(ada, ply) : person.plays(ply));
    if (person === ada) await ada.press('Confirm', { exact: true });
  }
  await ada.sees('Your move');
  await ada.rests();
  await Promise.all([ada, ben].map((person) => person.follows()));
  await chooses(ada, 'b2-f5');
  await ada.press('Confirm', { exact: true });
  await ben.sees('Your move');
  await ada.sees('Ben is thinking');
  await ada.page.waitForFunction(() => document.querySelector('#say').textContent.includes('b2'));
  assert.equal((await ben.way()).length, 2, 'Ben sees both hops');
  assert.equal((await ada.way()).length, 1, 'Ada has seen where it goes');
  await ada.assertAsServed();
  house.assertNoTrouble();
});

test('a preview works where no script runs', async (t) => {
  const house = await openHouse(t);
  const { ada, table } = await house.party('tictactoe', [{ ...SHORT, javaScriptEnabled: false, confirms: true }, DESK]);
  await ada.page.goto(table);
  await ada.presses('b2');
  await ada.page.locator('#confirm').waitFor();
  await ada.shot('confirm-plain');
  await ada.presses('c3');
  await ada.page.locator('#confirm button[value=c3]').waitFor();
  assert.equal((await house.record(table)).plies.length, 0);
  await ada.page.getByRole('button', { name: 'Confirm', exact: true }).tap();
  await ada.sees('Ben is thinking');
  assert.deepEqual((await house.record(table)).plies.map((ply) => ply.notation), ['c3']);
  house.assertNoTrouble();
});
