// What a board shows at once, in which order, and above what.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openHouse } from './house.js';

/** How the ring of a spot is drawn. */
const ring = (spot) => spot.evaluate((element) => {
  const { boxShadow, backgroundColor, visibility } = getComputedStyle(element, '::before');
  return { boxShadow, backgroundColor, visibility };
});

test('a piece is lit as soon as it is pressed, before the server has answered', async (t) => {
  const house = await openHouse(t);
  const { ada } = await house.party('sternhalma');
  await ada.sees('Your move');
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
  await ada.shot('pressed');
  assert.deepEqual(await ring(spot('d1')), chosen, 'it stays lit until the answer is there');
  while (held.length === 0) await ada.page.waitForTimeout(20);
  await held[0].continue();
  await ada.page.locator('#press .chosen[aria-label^="d1, selected"]').waitFor();
  assert.equal(await ada.page.locator('#press .pressed').count(), 0);
  house.assertNoTrouble();
});

test('a piece that is pressed and let go elsewhere is not lit', async (t) => {
  const house = await openHouse(t);
  const { ada } = await house.party('kalah');
  await ada.sees('Your move');
  const spot = ada.page.locator('#press .play').first();
  const { x, y, width, height } = await spot.boundingBox();
  await ada.page.mouse.move(x + width / 2, y + height / 2);
  await ada.page.mouse.down();
  assert.equal(await ada.page.locator('#press .pressed').count(), 1);
  await ada.page.mouse.move(5, 5);
  await ada.page.mouse.up();
  assert.equal(await ada.page.locator('#press .pressed').count(), 0);
  house.assertNoTrouble();
});

/** From now on writes down which piece sets out on its way, whether it is on top then, and whether it glides. */
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

test('a marble passes above the others while it hops, and lies at its place among them afterwards', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('sternhalma');
  for (const [person, ply] of [[ada, 'd2-e6'], [ben, 'n2-m7']]) {
    await person.sees('Your move');
    await person.plays(ply);
  }
  await ada.sees('Your move');
  await ada.rests();
  const order = await ada.page.evaluate(() => [...document.querySelectorAll('#pieces > *')].map((piece) => piece.id));
  await Promise.all([ada, ben].map(watchesMovers));
  const asked = [];
  for (const person of [ada, ben]) person.page.on('request', (request) => { if (request.resourceType() === 'image') asked.push(request.url()); });
  await ada.plays('b2-f5');
  for (const person of [ada, ben]) {
    await person.page.waitForFunction(() => document.querySelector('#say').textContent.includes('b2'));
    await person.rests();
    const movers = await person.page.evaluate(() => window.movers);
    const hop = { id: 'p2', top: true, glides: true };
    assert.deepEqual(movers, [hop, hop], `${person.name} sees it glide above the others`);
    await person.page.waitForFunction((before) =>
      [...document.querySelectorAll('#pieces > *')].map((piece) => piece.id).join() === before, order.join());
  }
  assert.deepEqual(asked.filter((url) => !url.includes('favicon')), [], 'no picture is loaded again');
  await ben.assertAsServed();
  house.assertNoTrouble();
});

/** Writes down at every frame whether the die still rolls while landing places can be pressed. */
const watchesDie = (person) => person.page.evaluate(() => {
  Object.assign(window, { early: [], rolled: 0, offered: 0 });
  const look = () => {
    const die = document.querySelector('#die');
    const rolls = die.classList.contains('tumbling') || die.getAnimations().length > 0;
    const offered = document.querySelectorAll('#press > .play:not(.throw)').length;
    if (rolls) window.rolled += 1;
    if (offered) window.offered += 1;
    if (rolls && offered) window.early.push(die.getAttribute('class'));
    requestAnimationFrame(look);
  };
  look();
});

test('where planes can land is shown once the die has come to rest', async (t) => {
  const house = await openHouse(t);
  const fields = { throw_for_me: 'off', 'option.launch': 'even' };
  const { ada, ben, table } = await house.party('aeroplane', [DESK, PHONE], fields);
  for (const person of [ada, ben]) await watchesDie(person);
  let seen = new Set();
  while (seen.size < 2) {
    const record = await house.record(table);
    const person = [ada, ben][Number(record.position.split(' ')[1][1])];
    await person.knows(record.seq);
    const { plies } = await person.couldPress(table);
    if (plies[0].notation !== 'throw') {
      await person.page.locator('#press > .play:not(.throw)').first().waitFor();
      seen = seen.add(person);
    }
    await person.presses(plies[0].notation);
    const after = await house.record(table, record.seq);
    for (const each of [ada, ben]) await each.knows(after.seq);
  }
  for (const person of [ada, ben]) {
    const { early, rolled, offered } = await person.page.evaluate(() => ({ early: window.early, rolled: window.rolled, offered: window.offered }));
    assert.ok(rolled > 0 && offered > 0, `${person.name} sees the die roll ${rolled} times and planes offered ${offered} times`);
    assert.deepEqual(early, [], `${person.name} sees nothing early`);
  }
  house.assertNoTrouble();
});

/** How everything that can be pressed on the board is drawn, and where, in thousandths of the width of the board. */
const drawn = (person) => person.page.evaluate(() => [...document.querySelectorAll('#press > :is(a, button)')].map((spot) => {
  const box = spot.getBoundingClientRect();
  const board = document.querySelector('#board').getBoundingClientRect();
  const { borderTopLeftRadius } = getComputedStyle(spot);
  const { top, right, bottom, left, borderTopWidth, clipPath, backgroundColor } = getComputedStyle(spot, '::before');
  const lengths = [box.x - board.x, box.y - board.y, box.width, box.height,
    ...[borderTopLeftRadius, top, right, bottom, left, borderTopWidth].map(parseFloat)];
  return { lengths: lengths.map((length) => 1000 * length / board.width), look: `${clipPath} ${backgroundColor}` };
}));

/** Fails where one is drawn more than a pixel or so beside the other, or looks different. */
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
    const house = await openHouse(t);
    const { ada, ben, table } = await house.party(game);
    let [number, own] = [0, ada];
    for (const ply of line.split(' ').filter(Boolean)) {
      await own.presses(ply);
      own = ben;
      number += 1;
    }
    await own.sees('Your move');
    await own.rests();
    await own.page.mouse.move(2, 2);
    const played = await drawn(own);
    await own.page.goto(`${table}/analysis?ply=${number}`);
    await own.page.mouse.move(2, 2);
    assert.ok(played.length > 0);
    assertSameRings(await drawn(own), played);
    await own.shot(`rings-${game}-${number}`);
    house.assertNoTrouble();
  });
}

test('the page with every roll of a match fits a narrow screen', async (t) => {
  const house = await openHouse(t);
  const { ada, table } = await house.party('aeroplane', [PHONE, DESK]);
  await ada.page.goto(`${table}/rolls`);
  const sizes = await ada.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.deepEqual(sizes, [360, 360]);
  await ada.shotsEverywhere('throws', { fullPage: true });
  house.assertNoTrouble();
});
