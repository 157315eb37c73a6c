// Whole matches of Kalah between real browsers: sowing, capturing, moving again, the sweep and the swap of sides.
import assert from 'node:assert/strict';
import { KALAH, KALAH_SWAP } from './games.js';
import { DARK, DESK, MOTION, PHONE, openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

/** The number of seeds in each house and store according to the position text, by ids of numbers on the board. */
function held(position) {
  const sides = position.split(' ')[0].split('/');
  const numbers = [0, 1].flatMap((seat) => {
    const houses = sides[2 * seat].split(',').map((count, site) => [`n${10 * seat + site}`, Number(count)]);
    return [...houses, [`n${10 * seat + 9}`, Number(sides[2 * seat + 1])]];
  });
  return Object.fromEntries(numbers);
}

/** The numbers shown on the board. */
const counts = (person) => person.page.evaluate(() =>
  Object.fromEntries([...document.querySelectorAll('#pieces .number')].map((text) => [text.id, Number(text.textContent)])));

/** Waits for the end of the sowing animation. */
async function atRest(person, words) {
  await person.page.locator('#announcement').getByText(words).waitFor({ state: 'attached' });
  await person.page.waitForFunction(() => !document.querySelector('#hand image, .heap.moving'));
}

/** Asserts that both boards show the position after a ply. */
async function seenByAll({ site, matchPath, players }, mover, ply, after) {
  const { position } = await site.record(matchPath, after);
  for (const player of players) {
    await atRest(player, ply === 'swap' ? 'swaps the sides' : `${mover.name} sows house ${ply}`);
    assert.deepEqual(await counts(player), held(position), `what ${player.name} sees after ${ply}`);
  }
}

/** Plays all plies from an index on. `see` is called with the index after each ply. */
async function playAll({ site, matchPath, players }, plies, first, see) {
  for (const [number, ply] of [...plies.entries()].slice(first)) {
    const { seq, to_act: seat } = await site.record(matchPath);
    await players[seat].waitForEvent(seq);
    await players[seat].pressPly(ply);
    await see(number);
    await seenByAll({ site, matchPath, players }, players[seat], ply, seq);
  }
}

/** Starts recording the headline, the number of seeds in the hand, and which heaps move. */
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

/** A screenshot of moving heaps, if it is taken in time. */
async function shotOnTheWay(person, name) {
  if (!process.env.PICTURES) return;
  const seen = person.page.locator('.heap.moving').first().waitFor({ state: 'attached', timeout: 3000 });
  await seen.then(() => person.screenshot(name), () => {});
}

test('a phone and a desktop play Kalah and see every seed sown', async (t) => {
  const site = await openSite(t);
  const party = await site.startMatch('kalah', [PHONE, DESK].map((each) => ({ ...each, ...MOTION })));
  const { ada, ben, matchPath } = party;
  await ada.screenshot('kalah-phone-open');
  const heightOfBar = () => ada.page.locator('#turn').evaluate((bar) => bar.getBoundingClientRect().height);
  const before = await heightOfBar();
  await Promise.all([ada, ben].map(watches));
  // The second ply is played during the animation of the first.
  const { seq } = await site.record(matchPath);
  await ada.pressPly(KALAH[0]);
  await ada.waitForEvent(seq + 1);
  await Promise.all([ada.screenshot('kalah-phone-again'), ben.screenshot('kalah-sowing')]);
  await ada.pressPly(KALAH[1]);
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
  await ben.waitForHeadline('You won');
  await ada.waitForHeadline('You lost');
  for (const person of [ada, ben]) {
    await person.page.locator('#turn').getByText('36 seeds to 12.').waitFor();
    assert.equal(await person.page.locator('#press button').count(), 0);
    await person.screenshot(`kalah-won-${person.name}`);
  }
  for (const person of [ada, ben]) await person.assertMatchesServer();
  assert.equal(await heightOfBar(), before, 'the result does not move the board');
  await ada.page.goto(`${matchPath}?ply=1`);
  await ada.waitForHeadline('Ada sows house 3 and goes again');
  await ada.page.goto(`${matchPath}?ply=5`);
  await ada.waitForHeadline('Ben sows house 2 and captures 6 seeds');
  site.assertNoErrors();
});

test('the second player swaps sides in a short match of Kalah and wins', async (t) => {
  const site = await openSite(t);
  const party = await site.startMatch('kalah', [DESK, DARK], { 'option.houses': 3, 'option.seeds': 2, 'option.swap': 'on' });
  const { ada, ben } = party;
  await playAll(party, KALAH_SWAP, 0, async (number) => {
    if (number === 0) {
      await ben.page.getByRole('button', { name: 'Swap sides', exact: true }).waitFor();
      await ben.screenshot('kalah-may-swap');
    }
    if (number === 1) await shotOnTheWay(ada, 'kalah-swapping');
    if (number === 2) await ada.screenshot('kalah-swapped');
  });
  await ben.waitForHeadline('You won');
  await ada.waitForHeadline('You lost');
  await ben.page.locator('#turn').getByText('7 seeds to 5.').waitFor();
  await ben.screenshot('kalah-dark-won');
  site.assertNoErrors();
});

test('the count of a house and that of a store lie within the rim, and house numbers are seen while the board is pointed at', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('kalah', [DESK, PHONE], { 'option.houses': 9, 'option.seeds': 9 });
  await ada.pressPly('8');
  await ada.waitForHeadline('Ben is thinking');
  for (const person of [ada, ben]) {
    await person.page.waitForFunction(() => [...document.querySelectorAll('#pieces .number')].some((count) => count.textContent === '10'));
    const beyond = await person.page.evaluate(() => {
      const board = document.querySelector('#board').getBoundingClientRect();
      return [...document.querySelectorAll('#board :is(.number, .sign)')].map((part) => part.getBoundingClientRect())
        .filter(({ left, right, top, bottom }) => left < board.left || right > board.right || top < board.top || bottom > board.bottom).length;
    });
    assert.equal(beyond, 0, person.name);
    // Sign and count of a store are beside each other.
    const apart = await person.page.evaluate(() => {
      const [sign, count] = ['#s0', '#n9'].map((part) => document.querySelector(part).getBoundingClientRect());
      return Math.hypot(sign.x - count.x, sign.y - count.y) / document.querySelector('#board').clientHeight;
    });
    assert.ok(apart < 0.15, `${person.name}: ${apart}`);
  }
  const house = ada.page.locator('#h0');
  await ada.page.mouse.move(2, 2);
  await ada.page.locator('h1').click();
  assert.equal(await house.evaluate((number) => getComputedStyle(number).opacity), '0');
  await ada.page.locator('#board').hover();
  assert.equal(await house.evaluate((number) => getComputedStyle(number).opacity), '1');
  site.assertNoErrors();
});
