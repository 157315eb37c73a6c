// The list of moves, and conditional moves entered on a board.
import assert from 'node:assert/strict';
import { KALAH, QUARTO, postPlies } from './games.js';
import { pageFaults } from './page-checks.js';
import { DESK, HTTP, PHONE, openSite, test } from './parlour.js';

/** The text of each cell of a row of the list. */
const row = (person, number) => person.page.locator(`#round${number} > [role="cell"]`).evaluateAll((cells) =>
  cells.map((cell) => [...cell.querySelectorAll('.listing')].map((ply) => ply.textContent.trim())));

test('the list of moves has a row for each round, says what was captured and marks a move on the board', async (t) => {
  const site = await openSite(t);
  const { ada, players, matchPath } = await site.startMatch('kalah');
  await postPlies({ site, matchPath, players }, KALAH.slice(0, 4));
  await ada.page.goto(matchPath);
  assert.deepEqual(await row(ada, 1), [['3→ again', '2'], ['6']]);
  assert.deepEqual(await row(ada, 2), [['3'], []]);
  await ada.waitForEvent((await site.record(matchPath)).seq);
  await postPlies({ site, matchPath, players }, KALAH.slice(4, 6));
  await ada.page.locator('#ply6').waitFor();
  assert.deepEqual(await row(ada, 2), [['3'], ['2× captures 6']], 'a new move goes into its round');
  assert.deepEqual(await row(ada, 3), [['2× captures 6'], []]);
  const table = ada.page.getByRole('table', { name: 'Moves' });
  assert.deepEqual(await table.getByRole('columnheader').allTextContents(), ['Round', 'Ada', 'Ben']);
  const capture = table.getByRole('link', { name: 'Ben sows house 2 and captures 6 seeds' });
  await capture.hover();
  const path = await ada.page.locator('#traced').getAttribute('d');
  assert.match(path, /^M/);
  await ada.page.mouse.move(2, 2);
  await ada.page.locator('#traced').waitFor({ state: 'detached' });
  await capture.focus();
  assert.equal(await ada.page.locator('#traced').getAttribute('d'), path);
  await capture.click();
  await ada.page.waitForURL(/\?ply=5$/);
  assert.equal(await ada.page.locator('.rounds [aria-current="step"]').getAttribute('id'), 'ply5');
  assert.equal(await ada.page.locator('#last').getAttribute('d'), path);
  site.assertNoErrors();
});

test('in a long match the newest move is in sight and the head of the list stays', async (t) => {
  const site = await openSite(t);
  const { ada, ben, players, matchPath } = await site.startMatch('tictactoe', [PHONE, { ...DESK, javaScriptEnabled: false }], { 'option.size': '15', 'option.line': '5' });
  const squares = [...'abcdefghijklmno'].flatMap((file) => [1, 3, 5, 7].map((rank) => `${file}${rank}`)).filter((_, number) => number % 7 !== 3);
  await postPlies({ site, matchPath, players }, squares.slice(0, 30));
  for (const person of [ada, ben]) {
    await person.page.goto(matchPath);
    const seen = await person.page.locator('.moves').evaluate((list) => {
      const [box, last, head] = [list, list.querySelector('#ply30'), list.querySelector('.head')].map((each) => each.getBoundingClientRect());
      return { scrolls: list.scrollHeight > list.clientHeight, last: last.bottom <= box.bottom + 1 && last.top >= box.top, head: Math.abs(head.top - box.top) < 2 };
    });
    assert.deepEqual(seen, { scrolls: true, last: true, head: true }, person.name);
  }
  site.assertNoErrors();
});

test('moves of Quarto are listed with drawings of their pieces', async (t) => {
  const site = await openSite(t);
  const { ada, players, matchPath } = await site.startMatch('quarto', [PHONE, DESK]);
  await postPlies({ site, matchPath, players }, QUARTO.slice(0, 5));
  await ada.page.goto(matchPath);
  const pieces = await ada.page.locator('#round1 > [role="cell"]').evaluateAll((cells) =>
    cells.map((cell) => [...cell.querySelectorAll('img')].map((image) => image.src.match(/quarto\/(\w+?)[.-]/)[1])));
  assert.equal(pieces[0][0], pieces[1][0], 'the given piece is the one that is placed');
  assert.deepEqual(pieces.map((each) => each.length), [1, 2]);
  assert.deepEqual(await pageFaults(ada, 'moves-quarto'), []);
  site.assertNoErrors();
});

test('six seats have six columns on a phone', async (t) => {
  const site = await openSite(t);
  const { ada, players, matchPath } = await site.startMatch('sternhalma', [PHONE, DESK, DESK, DESK, DESK, DESK], { seats: '6' });
  for (let n = 0; n < 7; n += 1) {
    const { seq, to_act: seat } = await site.record(matchPath);
    const { page } = players[seat];
    await page.goto(`${matchPath}?along=0`);
    const from = await page.locator('#press a.mine').first().getAttribute('href');
    await page.goto(from);
    await players[seat].postPly(matchPath, seq, await page.locator('#press button[name="notation"]').first().getAttribute('value'));
  }
  await ada.page.setViewportSize({ width: 360, height: 740 });
  await ada.page.goto(matchPath);
  const names = await ada.page.getByRole('columnheader').allTextContents();
  assert.equal(names.length, 7);
  assert.equal(await ada.page.locator('#round1 > [role="cell"] a').count(), 6);
  const wide = await ada.page.evaluate(() => [...document.querySelectorAll('.rounds [role="cell"]')]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent));
  assert.deepEqual(wide, [], 'no cell is too narrow');
  assert.deepEqual(await pageFaults(ada, 'moves-six'), []);
  site.assertNoErrors();
});

test('conditional moves are played on a board, kept as a tree, and played in the match', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [PHONE, DESK]);
  await ben.page.goto(matchPath);
  await ben.page.locator('#conditional-moves summary').first().click();
  await ben.page.getByRole('link', { name: 'Add on the board' }).click();
  await ben.waitForHeadline('Plan your replies');
  const plays = async (square, headline) => {
    await ben.page.getByRole('link', { name: `mark ${square}`, exact: true }).click();
    await ben.waitForHeadline(headline);
  };
  await plays('a1', 'Ada marks a1');
  await plays('b2', 'Ben marks b2');
  await ben.press('Save line');
  await ben.page.locator('.tree a[aria-current]', { hasText: 'b2' }).waitFor();
  await plays('c3', 'Ada marks c3');
  await plays('a2', 'Ben marks a2');
  await ben.press('Save line');
  await ben.page.locator('.tree a[aria-current]', { hasText: 'a2' }).waitFor();
  await ben.page.locator('.tree').getByRole('link', { name: 'Ben marks b2' }).click();
  await ben.waitForHeadline('Ben marks b2');
  await plays('c1', 'Ada marks c1');
  await plays('a3', 'Ben marks a3');
  await ben.press('Save line');
  await ben.page.locator('.tree > li > ul > li').nth(1).waitFor();
  assert.deepEqual(await pageFaults(ben, 'conditional'), []);
  await ben.page.setViewportSize(DESK.viewport);
  await ben.page.locator('.tree').getByRole('link', { name: 'Ada marks c1' }).click();
  await ben.waitForHeadline('Ada marks c1');
  await ben.press('Delete from here');
  await ben.page.locator('.tree > li > ul').waitFor({ state: 'detached' });
  assert.equal((await site.record(matchPath)).plies.length, 0);
  await ada.play('a1');
  await ada.page.locator('#ply2').waitFor();
  await ada.play('c3');
  await ada.page.locator('#ply4').waitFor();
  assert.deepEqual((await site.record(matchPath)).plies.map((ply) => ply.notation), ['a1', 'b2', 'c3', 'a2']);
  site.assertNoErrors();
});

test('conditional moves after a roll are entered without scripts and played after it', async (t) => {
  const site = await openSite(t);
  // With these dice a four is rolled first, and a six after the first move.
  const fields = { 'option.launch': 'even', throw_for_me: 'on', dice: 'SixSecondD11' };
  const { ada, ben, matchPath } = await site.startMatch('aeroplane', [HTTP, { ...PHONE, javaScriptEnabled: false }], fields);
  const { seq, plies: [first] } = await ada.offeredPlies(matchPath);
  await ben.page.goto(`${matchPath}/conditional-moves?ply=1&line=${first.notation}`);
  await ben.page.getByRole('link', { name: 'The die shows 6' }).click();
  await ben.page.locator('#press a').last().click();
  const planned = new URL(ben.page.url()).searchParams.get('line').split(',');
  await ben.page.getByRole('button', { name: 'Save line', exact: true }).click();
  await ben.page.locator('.tree .roll, .tree .ply').first().waitFor();
  await ada.postPly(matchPath, seq, first.notation);
  const played = (await site.record(matchPath, seq)).plies.slice(1).map((ply) => ply.notation);
  assert.equal(planned[1], 'd6');
  assert.deepEqual(played.slice(0, 3), planned);
  site.assertNoErrors();
});
