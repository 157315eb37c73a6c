// Where a move leads is shown on the board while its control is pointed at or focused.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

const centre = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};
const assertNear = ([x, y], [u, v], what) => assert.ok(Math.hypot(x - u, y - v) < 6, `${what}: ${[x, y]} is at ${[u, v]}`);

/** The ends of the path that is shown, in pixels of the page. */
const pathEnds = (person) => person.page.locator('.overlay.ahead > path').evaluate((path) => {
  const toScreen = path.getScreenCTM();
  return [0, path.getTotalLength()].map((at) => path.getPointAtLength(at).matrixTransform(toScreen)).map(({ x, y }) => [x, y]);
});

test('pointing at a target of a marble shows the hops to it, and so does the focus', async (t) => {
  const site = await openSite(t);
  const { ada, ben, players, matchPath } = await site.startMatch('sternhalma', [DESK, DESK]);
  for (const [seat, marble, move] of [[0, 'c2', 'c2-e8'], [1, 'n3', 'n3-m8']]) {
    const person = players[seat];
    await person.waitForHeadline('Your move');
    await person.page.getByRole('link', { name: `${marble}, your marble`, exact: true }).click();
    const [from, target] = [person.page.locator('#press .chosen'), person.page.locator(`#press [value="${move}"]`)];
    await target.waitFor();
    assert.equal(await person.page.locator('.overlay.ahead').count(), 0);
    await target.hover();
    const [start, end] = await pathEnds(person);
    assertNear(start, await centre(from), `the start as ${person.name} sees it`);
    assertNear(end, await centre(target), `the end as ${person.name} sees it`);
    await person.screenshot(`ahead-sternhalma-${person.name}`);
    await person.page.mouse.move(2, 2);
    await person.page.locator('.overlay.ahead').waitFor({ state: 'detached' });
    await person.page.keyboard.press('Tab');
    await target.focus();
    assertNear((await pathEnds(person))[1], await centre(target), 'the end by keyboard');
    await person.page.keyboard.press('Enter');
    await site.record(matchPath, (await site.record(matchPath)).seq - 1);
    await person.page.locator('.overlay').waitFor({ state: 'detached' });
  }
  await ada.waitForHeadline('Your move');
  await ben.page.mouse.move(2, 2);
  site.assertNoErrors();
});

test('pointing at a house of Kalah shows where its last seed falls', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('kalah', [DESK, PHONE]);
  await ada.waitForHeadline('Your move');
  const mark = ada.page.locator('.overlay.ahead > .drop');
  for (const [house, heap] of [['1', 'q4'], ['2', 'q5'], ['4', 'q10'], ['6', 'q12']]) {
    await ada.page.locator(`#press button[value="${house}"]`).hover();
    const goal = await centre(ada.page.locator(`#${heap}`));
    const { width } = await ada.page.locator('#press > .play').first().boundingBox();
    const [x, y] = await centre(mark);
    assert.ok(Math.hypot(x - goal[0], y - goal[1]) < width * 0.6, `house ${house} ends at ${[x, y]}, not at ${goal}`);
    assert.equal(await mark.count(), 1);
  }
  await ada.screenshot('ahead-kalah');
  await ada.pressPly('4');
  await ben.waitForHeadline('Your move');
  await ben.page.locator('#press button[value="2"]').tap();
  await ada.waitForHeadline('Your move');
  assert.equal(await ben.page.locator('.overlay').count(), 0, 'a finger needs no preview');
  site.assertNoErrors();
});

test('pointing at a plane shows its way and the cell where it ends', async (t) => {
  const site = await openSite(t);
  const fields = { throw_for_me: 'on', 'option.launch': 'even', dice: 'AheadDice111' };
  const { players, matchPath } = await site.startMatch('aeroplane', [DESK, DESK], fields);
  for (let moves = 0; moves < 6; moves += 1) {
    const { seq, to_act: seat } = await site.record(matchPath);
    const person = players[seat];
    await person.waitForEvent(seq);
    await person.waitForAnimations();
    const planes = person.page.locator('#press > .play');
    await planes.last().hover();
    const [start, end] = await pathEnds(person);
    const plane = await planes.last().boundingBox();
    const [left, top] = await centre(planes.last());
    assert.ok(Math.hypot(start[0] - left, start[1] - top) < plane.width, 'the path starts at the plane');
    assertNear(end, await centre(person.page.locator('.overlay.ahead > .drop')), 'the end is marked');
    if (moves === 5) await person.screenshot('ahead-aeroplane');
    const piece = 4 * seat + Number(await planes.last().getAttribute('value')) - 1;
    const cell = (await person.page.locator('.overlay.ahead > .drop').getAttribute('class')).split(' ')[1];
    await person.recordPieces();
    await planes.last().click();
    // The plane ends where its path did. It may fly on at once, after a roll that leaves no choice.
    await person.page.waitForFunction((step) => window.way.includes(step), `p${piece} ${cell}`);
    await site.record(matchPath, seq);
    await person.page.mouse.move(2, 2);
  }
  site.assertNoErrors();
});
