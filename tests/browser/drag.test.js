// Pieces are dragged with the mouse and with a finger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openSite } from './parlour.js';

const centre = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
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
  const { ada, ben, matchPath } = await site.startMatch('sternhalma', [DESK, PHONE]);
  const drags = [[ada, dragWithMouse], [ben, dragWithFinger], [ada, dragWithMouse], [ben, dragWithFinger]];
  for (const [person, drag] of drags) {
    const { seq } = await site.record(matchPath);
    await person.waitForEvent(seq);
    const [from, to] = (await offeredMove(person)).split('-');
    const target = person.page.getByRole('button', { name: `move ${from} to ${to}`, exact: true });
    await drag(person, await centre(marble(person, from)), async () => {
      await target.waitFor();
      return centre(target);
    });
    const record = await site.record(matchPath, seq);
    assert.equal(record.plies.at(-1).notation, `${from}-${to}`);
    await person.waitForEvent(record.seq);
    await person.page.waitForFunction(() => !document.querySelector('.overlay') && !document.querySelector('#pieces > [style*="opacity"]'));
    await person.assertMatchesServer();
  }
  site.assertNoErrors();
});

/** A move of the player, by the marble that can be chosen first. */
async function offeredMove({ page, context, site }) {
  const href = await page.locator('#press > .mine').first().getAttribute('href');
  const chosen = await (await context.request.get(href)).text();
  return chosen.match(/name="notation" value="([^"]+)"/)[1];
}

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
  const { ada, ben, matchPath } = await site.startMatch('quarto');
  await ada.pressPly('5');
  await ben.waitForHeadline('Your move');
  const { seq } = await site.record(matchPath);
  await ben.waitForEvent(seq);
  await ben.waitForAnimations();
  await dragWithMouse(ben, await centre(ben.page.locator('#pieces > .hand')), () => centre(ben.page.locator('#press > [value="b2"]')));
  assert.equal((await site.record(matchPath, seq)).plies.at(-1).notation, 'b2');
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
