// Immediate feedback, stacking order and timing on boards.
import assert from 'node:assert/strict';
import { playPlies } from './games.js';
import { DESK, HTTP, PHONE, openSite, test } from './parlour.js';

/** The computed style of the ring of a spot. */
const ring = (spot) => spot.evaluate((element) => {
  const { boxShadow, backgroundColor, visibility } = getComputedStyle(element, '::before');
  return { boxShadow, backgroundColor, visibility };
});

test('a pressed piece is highlighted before the server has answered', async (t) => {
  const site = await openSite(t);
  const { ada } = await site.startMatch('sternhalma');
  await ada.waitForHeadline('Your move');
  const spot = (hole) => ada.page.locator(`#press a[aria-label^="${hole}, "]`);
  await spot('d2').click();
  await ada.page.locator('#press .chosen').waitFor();
  await ada.page.mouse.move(5, 5);
  const chosen = await ring(spot('d2'));
  const held = [];
  await ada.page.route('**/matches/*?from=*', (route) => { held.push(route); });
  const { x, y, width, height } = await spot('d1').boundingBox();
  await ada.page.mouse.move(x + width / 2, y + height / 2);
  await ada.page.mouse.down();
  assert.equal(held.length, 0, 'the server has not been asked yet');
  assert.deepEqual(await ring(spot('d1')), chosen);
  assert.equal((await ring(spot('d2'))).visibility, 'hidden', 'the piece that was chosen is not lit any longer');
  await ada.page.mouse.up();
  await ada.screenshot('pressed');
  assert.deepEqual(await ring(spot('d1')), chosen, 'it stays lit until the answer is there');
  while (held.length === 0) await ada.page.waitForTimeout(20);
  await held[0].continue();
  await ada.page.locator('#press .chosen[aria-label^="d1, selected"]').waitFor();
  assert.equal(await ada.page.locator('#press .pressed').count(), 0);
  site.assertNoErrors();
});

test('a piece that is pressed and released elsewhere is not highlighted', async (t) => {
  const site = await openSite(t);
  const { ada } = await site.startMatch('kalah');
  await ada.waitForHeadline('Your move');
  const spot = ada.page.locator('#press .play').first();
  const { x, y, width, height } = await spot.boundingBox();
  await ada.page.mouse.move(x + width / 2, y + height / 2);
  await ada.page.mouse.down();
  assert.equal(await ada.page.locator('#press .pressed').count(), 1);
  await ada.page.mouse.move(5, 5);
  await ada.page.mouse.up();
  assert.equal(await ada.page.locator('#press .pressed').count(), 0);
  site.assertNoErrors();
});

/** Starts recording which piece starts to move, whether it is on top, and whether it is animated. */
const watchesMovers = (person) => person.page.evaluate(() => {
  window.movers = [];
  const run = Element.prototype.getAnimations;
  const glides = (piece) => run.call(piece).some((animation) => {
    const [from, to] = animation.effect.getKeyframes();
    return animation.transitionProperty === 'transform' && from.transform !== to.transform;
  });
  new MutationObserver((changes) => {
    const moved = new Set(changes.filter(({ target, oldValue }) =>
      target.matches('#pieces > .piece') && /c\d+/.exec(oldValue)?.[0] !== /c\d+/.exec(target.getAttribute('class'))[0]).map(({ target }) => target));
    for (const piece of moved) window.movers.push({ id: piece.id, top: piece === piece.parentNode.lastElementChild, glides: glides(piece) });
  }).observe(document, { subtree: true, attributeFilter: ['class'], attributeOldValue: true });
});

test('a marble is drawn above the others while it hops, and in its usual place afterwards', async (t) => {
  const site = await openSite(t);
  const { ada, ben, players, matchPath } = await site.startMatch('sternhalma');
  await playPlies(players, ['d2-e6', 'n2-m7']);
  const { seq } = await site.record(matchPath);
  for (const person of [ada, ben]) {
    await person.waitForEvent(seq);
    await person.waitForAnimations();
  }
  const order = await ada.page.evaluate(() => [...document.querySelectorAll('#pieces > *')].map((piece) => piece.id));
  await Promise.all([ada, ben].map(watchesMovers));
  const asked = [];
  for (const person of [ada, ben]) person.page.on('request', (request) => { if (request.resourceType() === 'image') asked.push(request.url()); });
  await ada.play('b2-f5');
  for (const person of [ada, ben]) {
    await person.page.waitForFunction(() => document.querySelector('#announcement').textContent.includes('b2'));
    await person.waitForAnimations();
    const movers = await person.page.evaluate(() => window.movers);
    const hop = { id: 'p2', top: true, glides: true };
    assert.deepEqual(movers, [hop, hop], `${person.name} sees it glide above the others`);
    await person.page.waitForFunction((before) =>
      [...document.querySelectorAll('#pieces > *')].map((piece) => piece.id).join() === before, order.join());
  }
  assert.deepEqual(asked.filter((url) => !url.includes('favicon')), [], 'no picture is loaded again');
  await ben.assertMatchesServer();
  site.assertNoErrors();
});

/** Records at every frame whether the die rolls while landing places can be pressed. */
const watchesDie = (person) => person.page.evaluate(() => {
  Object.assign(window, { early: [], rolled: 0, offered: 0 });
  const look = () => {
    const die = document.querySelector('#die');
    // A blank die has not been rolled: it fades after the move, while the places of that move may still be there for a frame.
    const rolls = die.classList.contains('tumbling') || (!die.classList.contains('d0') && die.getAnimations().length > 0);
    const offered = document.querySelectorAll('#press > .play:not(.throw)').length;
    if (rolls) window.rolled += 1;
    if (offered) window.offered += 1;
    if (rolls && offered) window.early.push(die.getAttribute('class'));
    requestAnimationFrame(look);
  };
  look();
});

test('where planes can land is shown once the die has come to rest', async (t) => {
  const site = await openSite(t);
  const fields = { throw_for_me: 'off', 'option.launch': 'even', dice: 'LandingDice1' };
  const { ada, ben, matchPath } = await site.startMatch('aeroplane', [DESK, PHONE], fields);
  for (const person of [ada, ben]) await watchesDie(person);
  let seen = new Set();
  while (seen.size < 2) {
    const record = await site.record(matchPath);
    const person = [ada, ben][Number(record.position.split(' ')[1][1])];
    await person.waitForEvent(record.seq);
    const { plies } = await person.offeredPlies(matchPath);
    if (plies[0].notation !== 'throw') {
      await person.page.locator('#press > .play:not(.throw)').first().waitFor();
      seen = seen.add(person);
    }
    await person.pressPly(plies[0].notation);
    const after = await site.record(matchPath, record.seq);
    for (const each of [ada, ben]) await each.waitForEvent(after.seq);
  }
  for (const person of [ada, ben]) {
    const { early, rolled, offered } = await person.page.evaluate(() => ({ early: window.early, rolled: window.rolled, offered: window.offered }));
    assert.ok(rolled > 0 && offered > 0, `${person.name} sees the die roll ${rolled} times and planes offered ${offered} times`);
    assert.deepEqual(early, [], `${person.name} sees nothing early`);
  }
  site.assertNoErrors();
});

/** The style and place of every control on the board, in thousandths of the width of the board. */
const drawn = (person) => person.page.evaluate(() => [...document.querySelectorAll('#press > :is(a, button)')].map((spot) => {
  const box = spot.getBoundingClientRect();
  const board = document.querySelector('#board').getBoundingClientRect();
  const { borderTopLeftRadius } = getComputedStyle(spot);
  // Corners meet in the middle: a larger radius makes no difference.
  const radius = Math.min(parseFloat(borderTopLeftRadius), box.width / 2);
  const { top, right, bottom, left, borderTopWidth, clipPath, backgroundColor } = getComputedStyle(spot, '::before');
  const lengths = [box.x - board.x, box.y - board.y, box.width, box.height,
    radius, ...[top, right, bottom, left, borderTopWidth].map(parseFloat)];
  return { lengths: lengths.map((length) => 1000 * length / board.width), look: `${clipPath} ${backgroundColor}` };
}));

/** Fails if a control is more than about a pixel off, or styled differently. */
function assertSameRings(found, expected) {
  assert.deepEqual(found.map(({ look }) => look), expected.map(({ look }) => look));
  for (const [number, { lengths }] of expected.entries()) {
    for (const [which, length] of lengths.entries()) {
      assert.ok(Math.abs(found[number].lengths[which] - length) < 4, `${number}: ${found[number].lengths} for ${lengths}`);
    }
  }
}

for (const [game, line] of [['kalah', ''], ['kalah', '2'], ['quarto', ''], ['quarto', '7'], ['tictactoe', 'b2'], ['sternhalma', '']]) {
  test(`on an analysis board of ${game} rings are drawn as in a match ${line && `after ${line}`}`, async (t) => {
    const site = await openSite(t);
    const { ada, ben, matchPath } = await site.startMatch(game);
    let [number, own] = [0, ada];
    for (const ply of line.split(' ').filter(Boolean)) {
      await own.pressPly(ply);
      own = ben;
      number += 1;
    }
    await own.waitForHeadline('Your move');
    await own.waitForAnimations();
    await own.page.mouse.move(2, 2);
    const played = await drawn(own);
    await own.page.goto(`${matchPath}/analysis?ply=${number}`);
    await own.page.mouse.move(2, 2);
    assert.ok(played.length > 0);
    assertSameRings(await drawn(own), played);
    await own.screenshot(`rings-${game}-${number}`);
    site.assertNoErrors();
  });
}

test('the page with every roll of a match fits a narrow screen', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('aeroplane', [PHONE, DESK]);
  await ada.page.goto(`${matchPath}/rolls`);
  const sizes = await ada.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.deepEqual(sizes, [360, 360]);
  await ada.screenshots('throws', { fullPage: true });
  site.assertNoErrors();
});

test('pieces are in their places from the first frame on, however late the stylesheet with these is', async (t) => {
  const site = await openSite(t);
  const { matchPath } = await site.startMatch('sternhalma', [HTTP, HTTP]);
  for (const [name, javaScriptEnabled] of [['Cleo', true], ['Dan', false]]) {
    const { page } = await site.visitor(name, { ...DESK, javaScriptEnabled });
    let held;
    const late = new Promise((resolve) => { held = resolve; });
    await page.route('**/boards/sternhalma.css', (route) => held(route));
    const loaded = page.goto(matchPath);
    const route = await late;
    await page.locator('#pieces .piece').first().waitFor({ state: 'attached' });
    const flying = () => page.evaluate(() => {
      document.querySelector('#pieces').getBoundingClientRect();
      return document.getAnimations().filter(({ effect }) => effect.target.matches('.piece')).length;
    });
    assert.equal(await flying(), 0);
    await route.continue();
    await loaded;
    assert.equal(await flying(), 0, name);
  }
  site.assertNoErrors();
});
