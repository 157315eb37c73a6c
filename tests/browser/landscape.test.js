// A phone held sideways: the whole board is in sight, beside the panel.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

const SIDEWAYS = { ...PHONE, viewport: { width: 780, height: 390 } };

for (const game of ['tictactoe', 'sternhalma', 'kalah', 'quarto', 'aeroplane']) {
  test(`nothing of the board of ${game} is below the edge of a phone held sideways`, async (t) => {
    const site = await openSite(t);
    const { ada, matchPath } = await site.startMatch(game, [SIDEWAYS, DESK]);
    await ada.page.goto(matchPath);
    const [board, panel, bottom] = await ada.page.evaluate(() => {
      const box = (part) => document.querySelector(part).getBoundingClientRect().toJSON();
      return [box('#board'), box('#panel'), innerHeight];
    });
    assert.ok(board.top >= 0 && board.bottom <= bottom, `${board.top} to ${board.bottom} of ${bottom}`);
    assert.ok(panel.left >= board.right, 'the panel is beside the board');
    site.assertNoErrors();
  });
}
