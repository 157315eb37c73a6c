// Moves that are previewed and confirmed before they are played, the default in correspondence matches.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

/** The visible part of a phone of 360×740, without the bars of its browser. */
const SHORT = { ...PHONE, viewport: { width: 360, height: 620 } };

/** The scroll position, and whether the board and the confirmation are in view. */
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

/** Presses the controls of a ply. Returns the scroll position at the last one. */
async function chooses(person, ply) {
  const [from, to] = ply.split('-');
  const chosen = person.page.locator(`#press .chosen[aria-label^="${from}, "]`);
  if (to && await chosen.count() === 0) {
    await person.activate(person.page.locator(`#press a[aria-label^="${from}, "]`));
    await chosen.waitFor();
  }
  if (person.scripts) await person.page.evaluate(() => addEventListener('pointerdown', () => { window.pressedAt = scrollY; }, true));
  await person.pressPly(ply);
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
  for (const contextOptions of [PHONE, SHORT]) {
    test(`a previewed move of ${game}, ${other} after ${first}, stays in view at ${contextOptions.viewport.height} pixels`, async (t) => {
      const site = await openSite(t);
      const { ada, ben, matchPath } = await site.startMatch(game, [{ ...contextOptions, confirms: true }, DESK]);
      await ada.waitForHeadline('Your move');
      await chooses(ada, first);
      const shown = await look(ada);
      // The page scrolls, a little, only where the confirmation would cover the pressed piece.
      assert.ok(game === 'quarto' ? shown.scrolled < 100 : shown.scrolled === 0, `the page is scrolled by ${shown.scrolled} pixels`);
      assert.deepEqual([shown.bar, shown.buttons, shown.spot], [[true, true], true, true], JSON.stringify(shown));
      assert.ok(shown.free > 200, `${shown.free} pixels of the board are in sight`);
      await ada.screenshot(`confirm-${game}-${contextOptions.viewport.height}`);
      // Another move is chosen without cancelling the first.
      await chooses(ada, other);
      assert.deepEqual((await look(ada)).spot, true);
      assert.equal((await site.record(matchPath)).plies.length, 0, 'nothing has been played');
      await ada.activate(ada.page.getByRole('button', { name: 'Confirm', exact: true }));
      await ada.page.locator('#confirm').waitFor({ state: 'detached' });
      const record = await site.record(matchPath);
      assert.deepEqual(record.plies.map((ply) => ply.notation), [other]);
      for (const person of [ada, ben]) await person.waitForEvent(record.seq);
      await ada.waitForAnimations();
      assert.deepEqual(await ada.pieces(), await ben.pieces());
      await ada.assertMatchesServer();
      site.assertNoErrors();
    });
  }
}

test('Cancel, Escape and choosing another piece undo a preview and restore the page', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('sternhalma', [{ ...PHONE, confirms: true }, DESK]);
  await ada.waitForHeadline('Your move');
  const before = await ada.snapshot();
  for (const back of [() => ada.page.getByRole('link', { name: 'Cancel', exact: true }).tap(), () => ada.page.keyboard.press('Escape')]) {
    await chooses(ada, 'd2-e6');
    assert.notDeepEqual((await ada.snapshot()).drawn, before.drawn);
    await back();
    await ada.page.locator('#confirm').waitFor({ state: 'detached' });
    await ada.waitForAnimations();
    assert.deepEqual(await ada.snapshot(), before);
  }
  await chooses(ada, 'd2-e6');
  await ada.page.getByRole('link', { name: 'd1, your marble', exact: true }).tap();
  await ada.page.locator('#confirm').waitFor({ state: 'detached' });
  await ada.waitForAnimations();
  assert.deepEqual((await ada.snapshot()).drawn, before.drawn);
  assert.match(await ada.page.locator('#press .chosen').getAttribute('aria-label'), /^d1, selected/);
  assert.equal((await site.record(matchPath)).plies.length, 0);
  site.assertNoErrors();
});

test('the confirmation is at the bottom of narrow screens and beside the board on wide ones', async (t) => {
  const site = await openSite(t);
  const { ada } = await site.startMatch('sternhalma', [{ ...DESK, confirms: true }, DESK]);
  await ada.waitForHeadline('Your move');
  await chooses(ada, 'd2-e6');
  await ada.screenshots('confirm');
  for (const [width, height, fixed] of [[360, 620, true], [768, 1024, true], [1440, 900, false]]) {
    await ada.page.setViewportSize({ width, height });
    const { position, bottom, seen } = await ada.page.locator('#confirm').evaluate((bar) => {
      const { bottom, top } = bar.getBoundingClientRect();
      return { position: getComputedStyle(bar).position, bottom: innerHeight - bottom, seen: top > 0 && bottom <= innerHeight };
    });
    assert.deepEqual([position === 'fixed', bottom === 0, seen], [fixed, fixed, true], `${width}×${height}`);
  }
  // With the keyboard: the confirmation has the focus, and Enter confirms.
  assert.equal(await ada.page.evaluate(() => document.activeElement.textContent), 'Confirm');
  await ada.page.keyboard.press('Enter');
  await ada.waitForHeadline('Ben is thinking');
  site.assertNoErrors();
});

test('a previewed move is not animated a second time', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('sternhalma', [{ ...DESK, confirms: true }, DESK]);
  for (const [person, ply] of [[ada, 'd2-e6'], [ben, 'n2-m7']]) {
    await person.waitForHeadline('Your move');
    await (person === ada ? chooses(ada, ply) : person.play(ply));
    if (person === ada) {
      await ada.press('Confirm', { exact: true });
      await ada.waitForHeadline('Ben is thinking');
    }
  }
  await ada.waitForHeadline('Your move');
  await ada.waitForAnimations();
  await Promise.all([ada, ben].map((person) => person.recordPieces()));
  await chooses(ada, 'b2-f5');
  await ada.press('Confirm', { exact: true });
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  await ada.page.waitForFunction(() => document.querySelector('#announcement').textContent.includes('b2'));
  assert.equal((await ben.pieceMoves()).length, 2, 'Ben sees both hops');
  assert.equal((await ada.pieceMoves()).length, 1, 'Ada has seen where it goes');
  await ada.assertMatchesServer();
  site.assertNoErrors();
});

test('a preview works without scripts', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('tictactoe', [{ ...SHORT, javaScriptEnabled: false, confirms: true }, DESK]);
  await ada.page.goto(matchPath);
  await ada.pressPly('b2');
  await ada.page.locator('#confirm').waitFor();
  await ada.screenshot('confirm-plain');
  await ada.pressPly('c3');
  await ada.page.locator('#confirm button[value=c3]').waitFor();
  assert.equal((await site.record(matchPath)).plies.length, 0);
  await ada.page.getByRole('button', { name: 'Confirm', exact: true }).tap();
  await ada.waitForHeadline('Ben is thinking');
  assert.deepEqual((await site.record(matchPath)).plies.map((ply) => ply.notation), ['c3']);
  site.assertNoErrors();
});
