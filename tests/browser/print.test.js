// Printing a match: the board and the moves only.
import assert from 'node:assert/strict';
import { QUARTO } from './games.js';
import { openSite, test } from './parlour.js';

/** The visible leaf elements outside the board and the list of moves. */
const seen = (person) => person.page.evaluate(() => [...document.querySelectorAll('body *')]
  .filter((element) => element.childElementCount === 0 && element.checkVisibility({ visibilityProperty: true }))
  .filter((element) => !element.closest('.board, #plies'))
  .map((element) => element.outerHTML.slice(0, 160)));

test('a match is printed with its board, the tray of Quarto and the moves only', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('quarto');
  for (const ply of QUARTO.slice(0, 6)) {
    const { to_act: seat, seq } = await site.record(matchPath);
    await [ada, ben][seat].postPly(matchPath, seq, ply);
  }
  await ada.page.goto(matchPath);
  await ada.page.locator('.rounds a').nth(5).waitFor();
  await ada.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  assert.deepEqual(await seen(ada), []);
  assert.ok(await ada.page.locator('#board svg').isVisible());
  assert.equal(await ada.page.locator('.rounds a:visible').count(), 6);
  const tray = await ada.page.evaluate(() => {
    const { backgroundImage, printColorAdjust } = getComputedStyle(document.querySelector('#board'), '::after');
    return { backgroundImage, printColorAdjust };
  });
  assert.match(tray.backgroundImage, /quarto-be/);
  assert.equal(tray.printColorAdjust, 'exact');
  const { clientHeight, scrollHeight } = await ada.page.locator('.moves').evaluate(({ clientHeight, scrollHeight }) => ({ clientHeight, scrollHeight }));
  assert.equal(clientHeight, scrollHeight, 'no move is out of sight');
  site.assertNoErrors();
});
