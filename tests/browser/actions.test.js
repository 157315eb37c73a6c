// The actions of a match: one main action, a row of icons with questions in place, and a menu. Nothing moves while playing.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

/** The places of the board, the turn, the seats and every action, in pixels of the page. The lines of the turn may be aligned
    differently in turns of others, so for them it is only where they are above each other. */
const places = (person) => person.page.evaluate(() => {
  const parts = ['#board', '#turn', '#headline', '#reason', '#seats li', '.tools', '.tool', '#steps', '#sections'];
  return parts.flatMap((part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).map((one, number) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    const whole = [x, y + scrollY, width, height];
    // The move list grows.
    const place = { '#headline': [y + scrollY, height], '#reason': [y + scrollY, height], '#sections': [x, y + scrollY] }[part] ?? whole;
    return [`${part} ${number}`, place.map(Math.round).join(' ')];
  }));
});

/** Fails if a part is at another place than before. */
async function assertStill(person, before, what) {
  const moved = (await places(person)).filter(([part, place], number) => before[number]?.join() !== [part, place].join());
  assert.deepEqual(moved, [], `${person.name}: ${what}, before: ${JSON.stringify(before.filter(([part]) => moved.some(([other]) => other === part)))}`);
}

/** Starts to add up what shifts on its own, more than half a second after a press as well. The page is drawn whole
    first: if it was drawn before its last action had come, the row of actions, whose columns are equal, shifts when
    that comes. */
const watchShifts = (person) => person.page.evaluate(async () => {
  await document.fonts.ready;
  await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
  window.shifted = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) for (const { node } of entry.sources) {
      const part = node?.parentElement?.closest('#panel, #turn, .stage') && node.closest?.('#board svg') === null;
      if (part) window.shifted.push(`${node.tagName}#${node.id}.${node.className}`);
    }
  }).observe({ type: 'layout-shift' });
});

/** Confirms a previewed move, and waits until every player has seen it to its end. `seq` is the last event before it. */
async function confirmAndShow({ site, players, matchPath }, person, seq) {
  await person.activate(person.page.getByRole('button', { name: 'Confirm', exact: true }));
  await person.page.locator('#confirm').waitFor({ state: 'detached' });
  const record = await site.record(matchPath, seq);
  for (const each of players) {
    await each.waitForEvent(record.seq);
    await each.waitForAnimations();
  }
}

const WIDE = { viewport: { width: 1440, height: 900 } };

// Two turns of each game, and what is selected and deselected before the first.
const GAMES = [
  ['tictactoe', undefined, ['b2', 'a1', 'c1']],
  ['sternhalma', 'd2', ['d2-e6', 'n2-m7', 'd1-e5']],
  ['kalah', undefined, ['2', '5', '4']],
  ['quarto', undefined, ['7', 'd2', '1']],
];
for (const [game, selected, plies] of GAMES) {
  for (const contextOptions of [PHONE, WIDE]) {
    const { viewport: { width } } = contextOptions;
    test(`nothing moves while ${game} is played at ${width} pixels`, async (t) => {
      const site = await openSite(t);
      const { players, matchPath } = await site.startMatch(game, [0, 1].map(() => ({ ...contextOptions, confirms: true })));
      const [ada, ben] = players;
      // Whether to confirm moves is known to a page since it was loaded.
      await Promise.all(players.map((person) => person.page.goto(matchPath)));
      await Promise.all(players.map((person) => watchShifts(person)));
      const before = new Map(await Promise.all(players.map(async (person) => [person, await places(person)])));
      for (const ply of plies) {
        const { seq, to_act: seat } = await site.record(matchPath);
        const person = [ada, ben][seat];
        await person.waitForEvent(seq);
        if (selected && ply === plies[0]) {
          await person.activate(person.page.locator(`#press a[aria-label^="${selected}, "]`));
          await person.page.locator('#press .chosen').waitFor();
          await assertStill(person, before.get(person), 'selecting');
          await person.activate(person.page.locator('#press .chosen'));
          await person.page.locator('#press .chosen').waitFor({ state: 'detached' });
          await assertStill(person, before.get(person), 'deselecting');
        }
        const [from, to] = ply.split('-');
        if (to) await person.activate(person.page.locator(`#press a[aria-label^="${from}, "]`));
        await person.pressPly(ply);
        await person.page.locator('#confirm').waitFor();
        await assertStill(person, before.get(person), 'previewing');
        await person.page.keyboard.press('Escape');
        await person.page.locator('#confirm').waitFor({ state: 'detached' });
        await assertStill(person, before.get(person), 'cancelling');
        if (to) await person.activate(person.page.locator(`#press a[aria-label^="${from}, "]`));
        await person.pressPly(ply);
        await confirmAndShow({ site, players, matchPath }, person, seq);
        for (const each of players) await assertStill(each, before.get(each), `after ${ply}`);
      }
      for (const person of players) assert.deepEqual(await person.page.evaluate(() => window.shifted), [], person.name);
      site.assertNoErrors();
    });
  }
}

for (const contextOptions of [PHONE, WIDE]) {
  const { viewport: { width } } = contextOptions;
  test(`nothing moves while aeroplane is played at ${width} pixels`, async (t) => {
    const site = await openSite(t);
    const fields = { throw_for_me: 'on', 'option.launch': 'even' };
    const both = [0, 1].map(() => ({ ...contextOptions, confirms: true }));
    const { players, matchPath } = await site.startMatch('aeroplane', both, fields);
    const { seq: first } = await site.record(matchPath);
    for (const person of players) {
      await person.context.request.post(`${matchPath}/seen`, { form: { seq: first } });
      await person.page.goto(matchPath);
      await person.waitForEvent(first);
    }
    await Promise.all(players.map((person) => watchShifts(person)));
    const before = new Map(await Promise.all(players.map(async (person) => [person, await places(person)])));
    for (let moves = 0; moves < 5; moves += 1) {
      const { seq, to_act: seat } = await site.record(matchPath);
      const person = players[seat];
      await person.waitForEvent(seq);
      const ply = await person.page.locator('#press > .play').last().getAttribute('value');
      await person.pressPly(ply);
      await person.page.locator('#confirm').waitFor();
      await assertStill(person, before.get(person), 'previewing');
      await confirmAndShow({ site, players, matchPath }, person, seq);
      for (const each of players) await assertStill(each, before.get(each), `after ${moves + 1} moves`);
    }
    for (const person of players) assert.deepEqual(await person.page.evaluate(() => window.shifted), [], person.name);
    site.assertNoErrors();
  });
}

// The dice rarely lead to it.
const LONGEST_QUESTION = 'Move plane 1 from ring 14 to ring 32 with a jump and a flight, sending 2 planes back?';
for (const width of [360, 960, 1440]) {
  test(`nothing moves for the longest question about a move at ${width} pixels`, async (t) => {
    const site = await openSite(t);
    const viewer = { viewport: { width, height: 800 }, confirms: true };
    const { players, matchPath } = await site.startMatch('aeroplane', [viewer, viewer], { throw_for_me: 'on', 'option.launch': 'even' });
    const person = players[(await site.record(matchPath)).to_act];
    await person.page.goto(matchPath);
    await person.waitForAnimations();
    const before = await places(person);
    await person.page.locator('#press > .play').first().click();
    await person.page.locator('#confirm p').evaluate((question, longest) => { question.textContent = longest; }, LONGEST_QUESTION);
    await assertStill(person, before, 'previewing');
    site.assertNoErrors();
  });
}

for (const contextOptions of [PHONE, DESK]) {
  const { viewport: { width } } = contextOptions;
  test(`nothing moves when the words of a clock change at ${width} pixels`, async (t) => {
    const site = await openSite(t);
    const { ada } = await site.startMatch('sternhalma', [contextOptions, DESK]);
    await watchShifts(ada);
    const clock = ada.page.locator('.seat-clock[data-ends] .left').filter({ visible: true }).first();
    // "7 days", then, for example, "1 day 23 h", "23 h 59 min" and "59 min".
    for (const hours of [48, 24, 1]) {
      const before = await clock.innerText();
      await ada.page.evaluate((left) => {
        const clocks = [...document.querySelectorAll('.seat-clock[data-ends]')];
        for (const { dataset } of clocks) dataset.ends = Number(dataset.now) + left;
      }, hours * 3_600_000);
      await clock.filter({ hasNotText: before }).waitFor();
    }
    assert.deepEqual(await ada.page.evaluate(() => window.shifted), []);
    site.assertNoErrors();
  });
}

test('resigning, offering a draw and cancelling are asked about in the place of the row', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [PHONE, DESK]);
  const { page } = ada;
  const focused = () => page.evaluate(() => document.activeElement.innerText.trim());
  const before = await places(ada);
  for (const [part, face, sure] of [['#resign', 'Resign', 'Resign'], ['#draw', 'Draw', 'Offer']]) {
    const summary = page.locator(`${part} summary`);
    for (const back of [() => page.keyboard.press('Enter'), () => page.keyboard.press('Escape'), () => summary.tap()]) {
      await summary.focus();
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: sure, exact: true }).waitFor();
      assert.equal(await focused(), 'Cancel', 'the focus is on Cancel');
      const [row, question, cancel] = await Promise.all([page.locator('.tools'), page.locator(`${part} [role=group]`), summary].map((one) => one.boundingBox()));
      assert.ok(Math.abs(question.y - row.y) <= 1 && Math.abs(question.height - row.height) <= 2, JSON.stringify([question, row]));
      assert.ok(cancel.height >= 44 && cancel.x + cancel.width <= question.x + question.width, 'Cancel is in the question');
      assert.equal(await page.locator('.tool:visible').count(), 1, 'the other actions are hidden');
      await back();
      await page.getByRole('button', { name: sure, exact: true }).waitFor({ state: 'hidden' });
      assert.equal(await focused(), face, 'the focus is back');
      await assertStill(ada, before, `${face} was cancelled`);
    }
  }
  assert.equal((await site.record(matchPath)).status, 'playing');
  // The menu closes with Escape, and with a press elsewhere.
  const menu = page.locator('.more > div');
  for (const close of [() => page.keyboard.press('Escape'), () => page.locator('.game-name').tap({ position: { x: 200, y: 4 } })]) {
    await ada.openMenu();
    await menu.waitFor();
    await close();
    await menu.waitFor({ state: 'hidden' });
  }
  await ada.openMenu();
  await page.locator('#abort > summary').tap();
  await page.getByText('Nobody loses, and the match isn’t rated.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Nobody loses, and the match isn’t rated.').waitFor({ state: 'hidden' });
  assert.ok(await menu.isVisible(), 'Escape closes the question first');
  await page.locator('#abort > summary').tap();
  await ada.press('Cancel match', { exact: true });
  await ben.waitForHeadline('Cancelled');
  site.assertNoErrors();
});

test('a question stays open while the opponent moves', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('kalah');
  await ada.pressPly('2');
  await ada.waitForHeadline('Ben is thinking');
  await ben.waitForHeadline('Your move');
  await ada.page.locator('#resign summary').click();
  const sure = ada.page.getByRole('button', { name: 'Resign', exact: true });
  await sure.waitFor();
  const { seq } = await site.record(matchPath);
  await ben.pressPly('1');
  await ada.waitForEvent((await site.record(matchPath, seq)).seq);
  await ada.waitForHeadline('Your move');
  assert.ok(await sure.isVisible());
  await sure.click();
  await ben.waitForHeadline('You won');
  site.assertNoErrors();
});

test('without scripts a match is resigned after a question', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('tictactoe', [{ ...PHONE, javaScriptEnabled: false }, DESK]);
  await ada.page.goto(matchPath);
  const sure = ada.page.getByRole('button', { name: 'Resign', exact: true });
  for (const open of [true, false, true]) {
    await ada.page.locator('#resign summary').tap();
    assert.equal(await sure.isVisible(), open);
  }
  await sure.tap();
  await ada.waitForHeadline('You lost');
  site.assertNoErrors();
});

test('after a move the next match is the main action, with the number of matches that wait', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const ben = await site.player('Ben', DESK);
  const paths = [];
  for (let match = 0; match < 3; match++) {
    paths.push(await ada.createMatch('tictactoe'));
    await ben.join(paths[match]);
  }
  const next = ada.page.locator('#next');
  for (const [match, waits] of [2, 1].entries()) {
    await ada.page.goto(paths[match]);
    await ada.waitForHeadline('Your move');
    assert.equal(await next.count(), 0, 'the main action is to move');
    await ada.play('b2');
    await ada.page.getByRole('link', { name: `Next match (${waits})` }).waitFor();
  }
  await next.tap();
  await ada.page.waitForURL(`**${paths[2]}`);
  await ada.play('b2');
  await ada.waitForHeadline('Ben is thinking');
  await ada.page.waitForFunction(() => document.querySelector('#turns').hidden);
  assert.equal(await next.isVisible(), false);
  // Without the stream, the page comes with the number.
  await ben.page.goto(paths[0]);
  await ben.play('a1');
  await ben.waitForHeadline('Ada is thinking');
  await ada.page.goto(paths[1]);
  await ada.page.getByRole('link', { name: 'Next match (1)' }).waitFor();
  site.assertNoErrors();
});
