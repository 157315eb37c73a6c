// Playing with the keyboard: after a move the focus stays on the board.
import assert from 'node:assert/strict';
import { openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

/** The fields of the form, and the opponent's ply if the page does not offer it as a button. */
const GAMES = {
  tictactoe: {},
  kalah: {},
  quarto: {},
  sternhalma: { answer: 'n2-m7' },
  aeroplane: { fields: { throw_for_me: 'on', 'option.launch': 'even' } },
};
const CONTROL = '#press > :is(a, button):not([aria-hidden])';

/** Waits until the focused element matches a selector. */
async function waitsForFocus(person, selector) {
  const isThere = (selector) => document.activeElement.matches(selector);
  await person.page.waitForFunction(isThere, selector, { timeout: 20_000 }).catch(async () => {
    assert.fail(`the focus is on ${await person.page.evaluate(() => document.activeElement.outerHTML.slice(0, 200))}, not on ${selector}`);
  });
}

/** Goes to the first control on the board with the Tab key. */
async function tabsToBoard(person) {
  const there = () => person.page.evaluate((control) => document.activeElement.matches(control), CONTROL);
  for (let tabs = 0; tabs < 30 && !await there(); tabs++) await person.page.keyboard.press('Tab');
  await waitsForFocus(person, CONTROL);
}

/** Plays for the other seats by HTTP until it is the turn of the first seat. */
async function untilFirstSeat({ site, matchPath, players }, answer) {
  for (let record = await site.record(matchPath); ; record = await site.record(matchPath)) {
    if (record.to_act === 0) return record;
    if (record.to_act === 'chance') {
      await site.record(matchPath, record.seq);
      continue;
    }
    const { seq, plies } = await players[record.to_act].offeredPlies(matchPath);
    await players[record.to_act].postPly(matchPath, seq ?? record.seq, answer ?? plies[0].notation);
  }
}

for (const [game, { fields, answer }] of Object.entries(GAMES)) {
  test(`after a move by keyboard in ${game} the focus stays on the board`, async (t) => {
    const site = await openSite(t);
    const party = await site.startMatch(game, undefined, { ...fields });
    const { ada, matchPath } = party;
    const { seq } = await untilFirstSeat(party, answer);
    await ada.context.request.post(`${matchPath}/seen`, { form: { seq } });
    await ada.page.goto(matchPath);
    await tabsToBoard(ada);
    await ada.page.keyboard.press('Enter');
    if (game === 'sternhalma') {
      await waitsForFocus(ada, '#press > .chosen');
      await ada.page.keyboard.press('Tab');
      await waitsForFocus(ada, '#press > .play');
      await ada.page.keyboard.press('Enter');
    }
    const record = await site.record(matchPath, seq);
    await ada.waitForEvent(record.seq);
    await waitsForFocus(ada, '#press');
    // In the next turn an arrow key moves the focus to a control of the new position.
    const next = await untilFirstSeat(party, answer);
    await ada.waitForEvent(next.seq);
    await ada.page.locator(CONTROL).first().waitFor();
    await waitsForFocus(ada, '#press');
    await ada.page.keyboard.press('ArrowUp');
    await waitsForFocus(ada, CONTROL);
    site.assertNoErrors();
  });
}

test('after a move that was confirmed by keyboard the focus is on the board', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('kalah', [{ confirms: true }, {}]);
  await ada.page.goto(matchPath);
  await tabsToBoard(ada);
  await ada.page.keyboard.press('Enter');
  await ada.page.locator('#confirm').waitFor();
  for (let tabs = 0; tabs < 30 && !await ada.page.evaluate(() => document.activeElement.matches('#confirm .brass')); tabs++) await ada.page.keyboard.press('Tab');
  await ada.page.keyboard.press('Enter');
  await ben.waitForHeadline('Your move');
  await ada.page.locator('#confirm').waitFor({ state: 'detached' });
  await waitsForFocus(ada, '#press');
  site.assertNoErrors();
});

test('the list of moves is one stop of the Tab key', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  for (const [seat, ply] of [[ada, 'a1'], [ben, 'b2'], [ada, 'c3']]) await seat.postPly(matchPath, (await site.record(matchPath)).seq, ply);
  await ada.page.goto(matchPath);
  const stops = async () => ada.page.locator('.rounds a').evaluateAll((links) => links.map((link) => link.tabIndex));
  assert.deepEqual(await stops(), [-1, -1, 0]);
  await ada.page.locator('#ply3').focus();
  await ada.page.keyboard.press('ArrowUp');
  await waitsForFocus(ada, '#ply2');
  await ada.page.keyboard.press('ArrowDown');
  await ada.page.keyboard.press('ArrowDown');
  await waitsForFocus(ada, '#ply3');
  await ada.page.keyboard.press('Tab');
  assert.equal(await ada.page.evaluate(() => document.activeElement.closest('.rounds')), null);
  await ada.page.locator('#ply2').focus();
  await ben.postPly(matchPath, (await site.record(matchPath)).seq, 'a3');
  await ada.page.locator('#ply4').waitFor();
  assert.deepEqual(await stops(), [-1, 0, -1, -1], 'the focus stays where it was');
  site.assertNoErrors();
});
