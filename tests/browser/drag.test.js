// Pieces are dragged with the mouse and with a finger.
import assert from 'node:assert/strict';
import { KALAH, QUARTO, STERNHALMA } from './games.js';
import { DESK, MOTION, PHONE, openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

const centre = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
// With PLAY_OUT=1 every match is played to its end, which takes minutes.
const plies = (most) => (process.env.PLAY_OUT ? Infinity : most);
const marble = (person, hole) => person.page.getByRole('link', { name: `${hole}, your marble`, exact: true });

/** Drags with the mouse from one point to another, or drops at `to` once `to` is known. */
async function dragWithMouse({ page }, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(from[0] + 10, from[1] + 3, { steps: 3 });
  await page.mouse.move(...(await to()), { steps: 8 });
  await page.mouse.up();
}

/** The same with a finger, by the protocol of the browser. */
async function dragWithFinger({ page, context }, from, to) {
  const session = await context.newCDPSession(page);
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  await touch('touchStart', from);
  await touch('touchMove', [from[0] + 12, from[1] - 4]);
  const goal = await to();
  for (const share of [0.3, 0.6, 1]) await touch('touchMove', [from[0] + (goal[0] - from[0]) * share, from[1] + (goal[1] - from[1]) * share]);
  await touch('touchEnd');
}

test('a marble is dragged to its target with the mouse and with a finger', async (t) => {
  const site = await openSite(t);
  const moving = [DESK, PHONE].map((each) => ({ ...each, ...MOTION }));
  const { ada, players, matchPath } = await site.startMatch('sternhalma', moving);
  for (const [number, ply] of STERNHALMA.slice(0, plies(4)).entries()) {
    const person = players[number % 2];
    const { seq } = await site.record(matchPath);
    await person.waitForEvent(seq);
    await person.waitForAnimations();
    const [from, to] = ply.split('-');
    const target = person.page.getByRole('button', { name: `move ${from} to ${to}`, exact: true });
    await (person.touch ? dragWithFinger : dragWithMouse)(person, await centre(marble(person, from)), async () => {
      await target.waitFor();
      return centre(target);
    });
    const record = await site.record(matchPath, seq);
    assert.equal(record.plies.at(-1).notation, ply);
    await person.waitForEvent(record.seq);
    await person.page.waitForFunction(() => !document.querySelector('.overlay') && !document.querySelector('#pieces > [style*="opacity"]'));
    await person.assertMatchesServer();
  }
  if (process.env.PLAY_OUT) await ada.waitForHeadline('You won');
  site.assertNoErrors();
});

test('a marble that is only pressed does not follow the mouse', async (t) => {
  const site = await openSite(t);
  const { ada } = await site.startMatch('sternhalma');
  await ada.page.locator('#press > .mine').first().click();
  await ada.page.locator('#press > .chosen').waitFor();
  await ada.page.mouse.move(300, 300, { steps: 5 });
  await ada.page.mouse.move(320, 420, { steps: 5 });
  assert.equal(await ada.page.locator('.overlay.dragged').count(), 0);
  site.assertNoErrors();
});

test('a marble that is dropped beside its targets stays where it is, and remains selected', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('sternhalma');
  const own = ada.page.locator('#press > .mine').first();
  const from = await centre(own);
  await dragWithMouse(ada, from, async () => {
    await ada.page.locator('#press > .play').first().waitFor();
    return [from[0] + 1, from[1] + 60];
  });
  await ada.page.locator('#press > .chosen').waitFor();
  assert.equal(await ada.page.locator('.overlay').count(), 0);
  assert.equal((await site.record(matchPath)).plies.length, 0);
  site.assertNoErrors();
});

test('the given piece of Quarto is dragged to a square', async (t) => {
  const site = await openSite(t);
  const { players, matchPath } = await site.startMatch('quarto');
  const [ada] = players;
  for (const ply of QUARTO.slice(0, plies(2))) {
    const { seq, to_act: seat } = await site.record(matchPath);
    const person = players[seat];
    await person.waitForEvent(seq);
    await person.waitForAnimations();
    if (/\d$/.test(ply) && ply.length === 2) {
      await dragWithMouse(person, await centre(person.page.locator('#pieces > .hand')), () => centre(person.page.locator(`#press > [value="${ply}"]`)));
    } else {
      await person.pressPly(ply);
    }
    assert.equal((await site.record(matchPath, seq)).plies.at(-1).notation, ply);
  }
  if (process.env.PLAY_OUT) await ada.waitForHeadline('You won');
  site.assertNoErrors();
});

test('below the mouse a pale mark shows where it would be placed', async (t) => {
  const site = await openSite(t);
  const { ada } = await site.startMatch('tictactoe');
  const square = ada.page.locator('#press > [value="c1"]');
  await square.hover();
  const ghost = ada.page.locator('.overlay.ghost > .copy');
  await ghost.waitFor();
  const [marked, pressed] = [await centre(ghost), await centre(square)];
  assert.ok(Math.hypot(marked[0] - pressed[0], marked[1] - pressed[1]) < 6, `${marked} lies on ${pressed}`);
  await ada.page.mouse.move(2, 2);
  await ghost.waitFor({ state: 'detached' });
  site.assertNoErrors();
});

/** Drags a piece of Kalah or Aeroplane Chess, whose control plays its only move, to a point. */
const dragFromControl = async (person, drag, ply, to) =>
  drag(person, await centre(person.page.locator(`#press button[value="${ply}"]`)), to);

test('a whole match of Kalah is played by dragging seeds', async (t) => {
  const site = await openSite(t);
  const { ada, players, matchPath } = await site.startMatch('kalah', [DESK, PHONE]);
  // Dropping seeds where none of them is sown gives up, and so does dropping them beside the board or where they were.
  const house = await centre(ada.page.locator('#press button[value="1"]'));
  const board = await ada.page.locator('#board').boundingBox();
  for (const to of [await centre(ada.page.locator('#q15')), [house[0], board.y + board.height + 40], [house[0] + 2, house[1] + 9]]) {
    await dragFromControl(ada, dragWithMouse, '1', () => to);
    assert.equal(await ada.page.locator('.overlay:not(.ahead, .ghost), #pieces > [style*="opacity: 0"]').count(), 0);
  }
  assert.equal((await site.record(matchPath)).plies.length, 0);
  for (const [number, ply] of KALAH.entries()) {
    const { seq, to_act: seat } = await site.record(matchPath);
    const person = players[seat];
    await person.waitForEvent(seq);
    await person.page.waitForFunction(() => !document.querySelector('#hand image, .heap.moving'));
    // The places of the seeds are marked in the order in which they are sown.
    const marks = person.page.locator('.overlay.drops > .drop');
    const goal = () => centre(number === 0 ? marks.last() : marks.first());
    await dragFromControl(person, person.touch ? dragWithFinger : dragWithMouse, ply, goal);
    assert.equal((await site.record(matchPath, seq)).plies.at(-1).notation, ply);
  }
  await players[1].waitForHeadline('You won');
  await ada.waitForHeadline('You lost');
  for (const person of players) await person.assertMatchesServer();
  site.assertNoErrors();
});

test('planes are dragged to the cells where they end', async (t) => {
  const site = await openSite(t);
  const fields = { throw_for_me: 'on', 'option.launch': 'even', dice: 'DraggedDice1' };
  const { players, matchPath } = await site.startMatch('aeroplane', [DESK, PHONE], fields);
  for (let moves = 0; moves < plies(8); moves += 1) {
    const { status, seq, to_act: seat, plies: played } = await site.record(matchPath);
    if (status === 'ended') break;
    const person = players[seat];
    await person.waitForEvent(seq);
    await person.waitForAnimations();
    const control = person.page.locator('#press > .play').last();
    const ply = await control.getAttribute('value');
    const drag = person.touch ? dragWithFinger : dragWithMouse;
    if (moves < 2) {
      await dragFromControl(person, drag, ply, () => centre(person.page.locator('#die')));
      assert.equal(await person.page.locator('.overlay:not(.ahead), #pieces > [style*="opacity: 0"]').count(), 0);
      assert.equal((await site.record(matchPath)).plies.length, played.length);
    }
    await dragFromControl(person, drag, ply, () => centre(person.page.locator('.overlay.drops > .drop')));
    const record = await site.record(matchPath, seq);
    assert.equal(record.plies.slice(played.length).find(({ seat: by }) => by === seat).notation, ply);
    await person.waitForEvent(record.seq);
    await person.page.waitForFunction(() => !document.querySelector('.overlay:not(.ahead)') && !document.querySelector('#pieces > [style*="opacity: 0"]'));
  }
  await players[0].assertMatchesServer();
  site.assertNoErrors();
});

test('a dragged move is confirmed like one that is pressed', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('kalah', [{ ...DESK, confirms: true }, { ...DESK, confirms: true }]);
  await ada.page.goto(matchPath);
  const sow = () => dragFromControl(ada, dragWithMouse, '2', () => centre(ada.page.locator('.overlay.drops > .drop').first()));
  const { seq } = await site.record(matchPath);
  await sow();
  await ada.page.locator('#confirm').waitFor();
  assert.equal((await site.record(matchPath)).plies.length, 0);
  await ada.page.keyboard.press('Escape');
  await ada.page.locator('#confirm').waitFor({ state: 'detached' });
  await sow();
  await ada.page.locator('#confirm').waitFor();
  await ada.press('Confirm');
  assert.equal((await site.record(matchPath, seq)).plies.at(-1).notation, '2');
  await ben.waitForHeadline('Your move');
  site.assertNoErrors();
});

test('in Tic-Tac-Toe the mark goes where the pointer is released', async (t) => {
  const site = await openSite(t);
  const { ada, ben, players, matchPath } = await site.startMatch('tictactoe');
  const square = (person, name) => centre(person.page.locator(`#press > [value="${name}"]`));
  const slide = async (person, from, to) => {
    const { mouse } = person.page;
    await mouse.move(...await square(person, from));
    await mouse.down();
    await mouse.move(...to, { steps: 6 });
  };
  // Outside the board nothing is marked.
  await slide(ada, 'a1', [2, 2]);
  await ada.page.mouse.up();
  assert.equal(await ada.page.locator('#press > .pressed, .overlay').count(), 0);
  for (const [number, [from, to]] of [['b2', 'a1'], ['c3', 'b1'], ['b3', 'a2'], ['c3', 'b2'], ['b3', 'a3']].entries()) {
    const person = players[number % 2];
    const { seq } = await site.record(matchPath);
    await person.waitForEvent(seq);
    await person.waitForHeadline('Your move');
    const goal = await square(person, to);
    await slide(person, from, goal);
    assert.equal(await person.page.locator('#press > .pressed').count(), 0, 'the square that was pressed first is not lit');
    const mark = await centre(person.page.locator('.overlay.ghost > .copy'));
    assert.ok(Math.hypot(mark[0] - goal[0], mark[1] - goal[1]) < 6, 'the pale mark is below the pointer');
    await person.page.mouse.up();
    assert.equal((await site.record(matchPath, seq)).plies.at(-1).notation, to);
  }
  await ada.waitForHeadline('You won');
  await ben.waitForHeadline('You lost');
  site.assertNoErrors();
});
