// The boards with the most cells, on a phone of 360×780 with taps alone: Sternhalma with six players, and the largest
// board of Tic-Tac-Toe.
import assert from 'node:assert/strict';
import { STERNHALMA_SIX, postPlies } from './games.js';
import { HTTP, PHONE, THREE_DAYS, openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

const TALL = { ...PHONE, viewport: { width: 360, height: 780 }, confirms: true };

/** Pixels beside the middle of a cell where a finger may land. */
const ASIDE = [[0, 0], [6, 0], [-4, 5], [0, -6], [5, 4]];

/** Fails unless the whole board is on the screen, above the bar below it, and the page does not scroll sideways. */
async function assertOnScreen({ page }) {
  const { cells, bars, screen, wide } = await page.evaluate(() => {
    const boxes = (parts) => [...document.querySelectorAll(parts)].map((one) => one.getBoundingClientRect().toJSON());
    const cells = boxes('#board, #press > :is(a, button), #board .piece');
    return { cells, bars: boxes('.confirm, .tools'), screen: innerWidth, wide: document.documentElement.scrollWidth };
  });
  assert.equal(wide, screen);
  const edge = Math.min(...bars.map(({ top }) => top));
  const isOutside = ({ left, right, top, bottom }) => left < -0.5 || right > screen + 0.5 || top < 0 || bottom > edge;
  assert.deepEqual(cells.filter(isOutside), []);
}

/** The pieces by the middle of where they are drawn. */
const drawn = ({ page }) => page.locator('#board #pieces > .piece').evaluateAll((pieces) => pieces.map((piece) => {
  const { x, y, width, height } = piece.getBoundingClientRect();
  return { id: piece.id, x: x + width / 2, y: y + height / 2 };
}));

const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < 3;

/** Taps at a point, beside it by some pixels. */
const tap = ({ page }, { x, y }, [dx, dy]) => page.touchscreen.tap(x + dx, y + dy);

/** Where the control with a label is. */
async function spot({ page }, part) {
  const { x, y, width, height } = await page.locator(`#press ${part}`).boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Waits for the question about a ply. */
const asksAbout = ({ page }, ply) => page.locator(`#confirm button[value="${ply}"]`).waitFor();

async function confirms(person, site, matchPath, ply) {
  const { seq, plies } = await site.record(matchPath);
  await person.page.getByRole('button', { name: 'Confirm', exact: true }).tap();
  const after = await site.record(matchPath, seq);
  assert.deepEqual(after.plies.slice(plies.length).map(({ notation }) => notation), [ply]);
}

test('six players can play Sternhalma on a phone with taps, and correct a wrong one', async (t) => {
  const site = await openSite(t);
  const fields = { seats: 6, ...THREE_DAYS };
  const { ada, players, matchPath } = await site.startMatch('sternhalma', [TALL, ...Array(5).fill(HTTP)], fields);
  const plies = STERNHALMA_SIX.slice(0, 18);
  for (let number = 0; number < plies.length; number += 6) {
    const { seq } = await site.record(matchPath);
    await ada.waitForEvent(seq);
    await ada.waitForHeadline('Your move');
    await assertOnScreen(ada);
    const ply = plies[number];
    const [from, to] = ply.split('-');
    const aside = ASIDE[(number / 6) % ASIDE.length];
    // A neighbour is taken first, by mistake.
    const mine = await ada.page.locator('#press a').evaluateAll((all) => all.map((one) => one.ariaLabel.split(',')[0]));
    const wrong = mine.find((hole) => hole !== from);
    await tap(ada, await spot(ada, `a[aria-label^="${wrong}, "]`), aside);
    await ada.page.locator(`#press .chosen[aria-label^="${wrong}, "]`).waitFor();
    const place = await spot(ada, `a[aria-label^="${from}, "]`);
    const marble = (await drawn(ada)).find((piece) => isNear(piece, place));
    assert.ok(marble, `a marble is drawn on ${from}`);
    await tap(ada, marble, aside);
    await ada.page.locator(`#press .chosen[aria-label^="${from}, "]`).waitFor();
    await assertOnScreen(ada);
    const offered = await ada.page.locator('#press button').evaluateAll((all) => all.map((one) => one.value));
    const other = offered.find((target) => target !== ply);
    for (const target of [other, ply].filter(Boolean)) {
      const hole = await spot(ada, `button[value="${target}"]`);
      await tap(ada, hole, aside);
      await asksAbout(ada, target);
      const moved = (await drawn(ada)).find(({ id }) => id === marble.id);
      assert.ok(isNear(moved, hole), `the marble of ${from} is shown on ${target.split('-')[1]}`);
      await assertOnScreen(ada);
    }
    if (number === 0) await ada.screenshot('small-cells-sternhalma');
    assert.ok((await ada.page.locator('#confirm').innerText()).includes(to));
    await confirms(ada, site, matchPath, ply);
    await postPlies({ site, matchPath, players }, plies.slice(number + 1, number + 6));
  }
  site.assertNoErrors();
});

test('the largest board of Tic-Tac-Toe can be played on a phone with taps, and a wrong one corrected', async (t) => {
  const site = await openSite(t);
  const visitor = await site.member('Cleo', TALL);
  await visitor.page.goto('/matches/new?game=tictactoe');
  const size = Number(await visitor.page.locator('[name="option.size"]').getAttribute('max'));
  assert.ok(size >= 15, `${size} squares on each side`);
  const fields = { 'option.size': size, 'option.line': 5, ...THREE_DAYS };
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [TALL, HTTP], fields);
  /** The middle of a square, from the measures of the board. */
  const square = (name) => ada.page.evaluate(([file, rank]) => {
    const board = document.querySelector('#board');
    const { x, y, width } = board.getBoundingClientRect();
    const measure = (name) => Number(getComputedStyle(board).getPropertyValue(name));
    const side = width / measure('--w');
    return { x: x + side * (measure('--left') + file), y: y + side * (measure('--above') - rank), side };
  }, [name.charCodeAt(0) - 'a'.charCodeAt(0), Number(name.slice(1)) - 1]);
  const last = String.fromCharCode('a'.charCodeAt(0) + size - 1);
  // Each with the square that is tapped first, by mistake: corners, edges and the middle.
  const corner = `${last}${size}`;
  const turns = [['a1', 'a2'], [corner, `${last}${size - 1}`], ['h8', 'g8'], ['h9', 'g9'], [`a${size}`, `b${size}`]];
  for (const [number, [ply, wrong]] of turns.entries()) {
    await ada.waitForHeadline('Your move');
    await assertOnScreen(ada);
    for (const name of [wrong, ply]) {
      const { side, ...middle } = await square(name);
      // A finger may land anywhere in the square.
      const [dx, dy] = ASIDE[number].map((aside) => aside * side / 24);
      await tap(ada, middle, [dx, dy]);
      await asksAbout(ada, name);
      assert.match(await ada.page.locator('#confirm p').innerText(), new RegExp(`\\b${name}\\b`));
      assert.ok((await drawn(ada)).some((mark) => isNear(mark, middle)), `a mark is shown on ${name}`);
      await assertOnScreen(ada);
    }
    if (number === 2) await ada.screenshot('small-cells-gomoku');
    await confirms(ada, site, matchPath, ply);
    await postPlies({ site, matchPath, players: [ada, ben] }, [`c${3 + number}`]);
    await ada.waitForEvent((await site.record(matchPath)).seq);
  }
  site.assertNoErrors();
});
