// Match pages on phones: what is needed to play is in sight, the turn stays above the board, and the sections are tabs.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

/** The visible part of a phone of 360×740, without the bars of its browser. */
const SHORT = { ...PHONE, viewport: { width: 360, height: 620 } };

/** The boxes of the turn, the board and the main action, if there is one, and the height of the screen. */
const sight = (person) => person.page.evaluate(() => {
  const box = (part) => {
    const one = document.querySelector(part);
    const { top, bottom, left, right } = one?.checkVisibility() ? one.getBoundingClientRect() : {};
    return one && bottom !== undefined ? { top: Math.floor(top), bottom: Math.floor(bottom), left: Math.floor(left), right: Math.floor(right) } : undefined;
  };
  const action = box('#confirm') ?? box('#named');
  return { turn: box('#turn'), board: box('#board'), action, screen: [innerWidth, innerHeight], page: document.documentElement.scrollWidth, scrolled: scrollY };
});

/** Fails unless turn, board and main action are in sight, one below the other, without scrolling. */
function assertInSight(seen, withAction) {
  const { turn, board, action, screen: [width, height], page, scrolled } = seen;
  assert.equal(scrolled, 0, 'the page is not scrolled');
  assert.ok(page <= width, `${page} pixels on a screen of ${width}`);
  assert.ok(turn.top >= 0 && turn.bottom <= board.top, `the turn is above the board: ${JSON.stringify(seen)}`);
  assert.ok(board.left >= 0 && board.right <= width && board.bottom <= height, `the whole board is in sight: ${JSON.stringify(seen)}`);
  assert.equal(Boolean(action), withAction, JSON.stringify(seen));
  if (action) assert.ok(action.bottom <= height && action.top >= board.bottom, `the main action is below the board: ${JSON.stringify(seen)}`);
}

// The first move of each game; with dice it depends on the roll.
const GAMES = [['tictactoe', 'b2'], ['sternhalma', 'd2-e6'], ['kalah', '2'], ['quarto', '7'], ['aeroplane', undefined]];
for (const [game, ply] of GAMES) {
  test(`turn, board and main action of ${game} are in sight on a small phone`, async (t) => {
    const site = await openSite(t);
    const { players, matchPath } = await site.startMatch(game, [0, 1].map(() => ({ ...SHORT, confirms: true })));
    await Promise.all(players.map((person) => person.page.goto(matchPath)));
    const { to_act: seat } = await site.record(matchPath);
    const [person, other] = [players[seat], players[1 - seat]];
    for (const each of players) {
      // What has been rolled is shown first.
      await each.page.locator('#back').waitFor({ state: 'hidden' });
      assertInSight(await sight(each), false);
    }
    assert.equal(await person.page.locator('h1').count(), 1);
    const [from, to] = ply?.split('-') ?? [];
    if (to) await person.activate(person.page.locator(`#press a[aria-label^="${from}, "]`));
    await person.activate(person.page.locator(ply ? `#press button[value="${ply}"]` : '#press button[name=notation]').first());
    await person.page.locator('#confirm').waitFor();
    assertInSight(await sight(person), true);
    await person.screenshot(`sight-${game}`);
    // The turn stays in sight.
    for (const each of [person, other]) {
      await each.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      assert.equal((await sight(each)).turn.top, 0);
    }
    site.assertNoErrors();
  });
}

test('the button to roll is in sight on a small phone', async (t) => {
  const site = await openSite(t);
  const { players, matchPath } = await site.startMatch('aeroplane', [SHORT, SHORT], { time: 'live', 'time.seconds': 60 });
  const { seq } = await site.record(matchPath);
  const roll = (person) => person.page.getByRole('button', { name: 'Roll', exact: true });
  const person = await Promise.any(players.map((each) => roll(each).waitFor().then(() => each)));
  assertInSight(await sight(person), true);
  await roll(person).tap();
  await site.record(matchPath, seq);
  site.assertNoErrors();
});

test('the board of Kalah stands on a phone, and arrow keys follow what is seen', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('kalah', [SHORT, SHORT]);
  await ada.waitForHeadline('Your move');
  const spots = (person) => person.page.evaluate(() => [...document.querySelectorAll('#press button[name=notation]')].map((button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return [button.value, Math.round(x + width / 2), Math.round(y + height / 2)];
  }));
  for (const person of [ada, ben]) {
    const { x, width, height } = await person.page.locator('#board').boundingBox();
    assert.ok(height > 2 * width, 'the board stands');
    const houses = await spots(person);
    assert.deepEqual(houses.map(([value]) => value), ['1', '2', '3', '4', '5', '6']);
    assert.ok(houses.every(([, left]) => left < x + width / 2), 'the own houses are on the left');
    assert.ok(houses.every(([, , top], number) => number === 0 || top > houses[number - 1][2] + 30), 'the last house is beside the own store, at the bottom');
    // The heap and the number of a house are where its button is.
    const [, left, top] = houses[1];
    const cell = person === ada ? 0 : 1;
    const heap = await person.page.evaluate((seat) => {
      const box = document.querySelector(`.heap.kc${seat}2`).getBoundingClientRect();
      const number = document.querySelector(`.number.kc${seat}2`).getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, number: number.y + number.height / 2 };
    }, cell);
    assert.ok(Math.abs(heap.x - left) < 20 && Math.abs(heap.y - top) < 20 && Math.abs(heap.number - top) < 10, JSON.stringify([heap, houses[1]]));
    await person.page.locator('#press button[value="2"]').focus();
    await person.page.keyboard.press('ArrowDown');
    assert.equal(await person.page.evaluate(() => document.activeElement.value), '3');
    if (person === ada) {
      await person.pressPly('5');
      await ben.waitForHeadline('Your move');
      await ben.waitForAnimations();
    }
  }
  await ben.screenshots('kalah-upright');
  site.assertNoErrors();
});

test('moves, chat and notes are tabs on phones, with a dot for messages that were not seen', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [PHONE, DESK]);
  const { page } = ada;
  await page.goto(matchPath);
  const tab = (name) => page.getByRole('tab', { name, exact: true });
  const panel = (name) => page.getByRole('tabpanel', { name, exact: true });
  await panel('Moves').getByText('No moves yet.').waitFor();
  assert.equal(await page.getByRole('log').isVisible(), false);
  // A message comes by the stream while another tab is open.
  const unread = page.locator('.unread');
  assert.equal(await unread.isVisible(), false);
  const says = async (words) => {
    await ben.page.getByLabel('Message').fill(words);
    await ben.page.getByLabel('Message').press('Enter');
    await page.locator('#said').getByText(words).waitFor({ state: 'attached' });
  };
  await says('Good luck!');
  await tab(/^Chat.* new messages$/).waitFor();
  const said = await page.locator('#said > :last-child').getAttribute('id');
  // It is still there when the page is loaded again.
  await page.reload();
  await unread.waitFor();
  await tab(/^Chat/).tap();
  await page.getByRole('log').getByText('Good luck!').waitFor();
  assert.equal(await unread.isVisible(), false);
  await says('Have fun!');
  await page.getByRole('log').getByText('Have fun!').waitFor();
  assert.equal(await unread.isVisible(), false, 'what is in sight is not new');
  assert.notEqual(await page.locator('#said > :last-child').getAttribute('id'), said);
  await page.reload();
  await tab('Moves').waitFor();
  assert.equal(await unread.isVisible(), false);
  // Arrow keys change the tab, and a tab can be reached with Tab only if it is chosen.
  await tab('Moves').focus();
  for (const [key, name] of [['ArrowRight', 'Chat'], ['ArrowRight', 'Notes'], ['ArrowLeft', 'Chat'], ['End', /./], ['Home', 'Moves']]) {
    await page.keyboard.press(key);
    const chosen = page.locator('[role=tab][aria-selected=true]');
    assert.match(await chosen.innerText(), new RegExp(name));
    assert.ok(await chosen.evaluate((one) => one === document.activeElement && one.tabIndex === 0));
    assert.equal(await page.locator('[role=tabpanel]:visible').count(), 1);
  }
  await tab('Notes').tap();
  await page.getByLabel('About this match').waitFor();
  await ada.screenshots('tabs', { fullPage: true });
  // On a wide screen everything is shown.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.getByRole('heading', { name: 'Chat', exact: true }).waitFor();
  assert.equal(await page.getByRole('tab').count(), 0);
  for (const part of ['#notes', '#talk']) assert.ok(await page.locator(part).isVisible(), part);
  site.assertNoErrors();
});

test('without scripts all sections are shown on phones', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [{ ...PHONE, javaScriptEnabled: false }, DESK]);
  const { seq } = await site.record(matchPath);
  await ada.postPly(matchPath, seq, 'b2');
  await ben.waitForHeadline('Your move');
  await ada.page.goto(matchPath);
  for (const part of ['#plies', '#talk', '#notes', '#turn']) assert.ok(await ada.page.locator(part).isVisible(), part);
  assert.equal(await ada.page.locator('#section-tabs').isVisible(), false);
  site.assertNoErrors();
});

test('a phone on its side has the turn and the main action beside the board', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('sternhalma', [{ ...PHONE, viewport: { width: 740, height: 360 }, confirms: true }, DESK]);
  await ada.page.goto(matchPath);
  const { turn, board } = await sight(ada);
  assert.ok(turn.left >= board.right && turn.bottom <= 360, JSON.stringify({ turn, board }));
  await ada.activate(ada.page.locator('#press a[aria-label^="d2, "]'));
  await ada.pressPly('d2-e6');
  await ada.page.locator('#confirm').waitFor();
  const after = await sight(ada);
  assert.ok(after.action.left >= after.board.right && after.action.bottom <= 360, JSON.stringify(after));
  await ada.screenshot('landscape');
  site.assertNoErrors();
});
