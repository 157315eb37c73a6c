// People share a phone: one of them plays all seats, without an account.
import assert from 'node:assert/strict';
import { PHONE, openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

test('two people play on one phone, move by move, and start again', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Cleo', PHONE);
  const { page } = visitor;
  await page.goto('/play?game=tictactoe');
  await page.getByRole('button', { name: 'Pass and play' }).tap();
  await page.waitForURL(/\/matches\/\w{12}$/);
  const moves = [['a1', 'Player 2 to move'], ['b1', /^Guest \d+ to move$/], ['a2', 'Player 2 to move'], ['b2', /^Guest \d+ to move$/]];
  for (const [cell, next] of moves) {
    await page.locator(`main button[name="notation"][value="${cell}"]`).tap();
    await page.getByRole('heading', { name: next }).waitFor();
  }
  await visitor.screenshots('pass-and-play-1');
  await page.getByRole('button', { name: 'Take back' }).tap();
  await page.getByRole('heading', { name: 'Player 2 to move' }).waitFor();
  await page.locator('main button[name="notation"][value="c2"]').tap();
  await page.getByRole('heading', { name: /^Guest/ }).waitFor();
  await page.locator('main button[name="notation"][value="a3"]').tap();
  await page.getByRole('heading', { name: 'You won' }).waitFor();
  await visitor.screenshots('pass-and-play-2');
  const before = page.url();
  await page.getByRole('button', { name: 'Play again' }).first().tap();
  await page.waitForURL((url) => url.href !== before);
  await page.getByRole('heading', { name: /^Guest/ }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Rematch' }).count(), 0);
  site.assertNoErrors();
});

test('the board turns to the player to move if they wish', async (t) => {
  const site = await openSite(t);
  const visitor = await site.visitor('Cleo', PHONE);
  const { page } = visitor;
  await page.goto('/play?game=kalah');
  await page.getByRole('button', { name: 'Pass and play' }).tap();
  await page.waitForURL(/\/matches\/\w{12}$/);
  const side = (name) => page.locator(`#board.${name}`).waitFor();
  const play = (house) => page.locator(`main button[name="notation"][value="${house}"]`).tap();
  const box = page.getByRole('checkbox', { name: 'Turn the board after each move' });
  assert.equal(await box.isChecked(), false);
  await visitor.screenshots('board-rotation-off');
  await play('1');
  await page.getByRole('heading', { name: 'Player 2 to move' }).waitFor();
  await side('turn0');
  await box.tap();
  await side('turn3');
  assert.equal(await box.isChecked(), true);
  await visitor.screenshots('board-rotation-on');
  await play('1');
  await page.getByRole('heading', { name: /^Guest \d+ to move$/ }).waitFor();
  await side('turn0');
  // Turned around by hand, it is the other way around on every turn.
  await page.keyboard.press('f');
  await side('turn3');
  await play('3');
  await page.getByRole('heading', { name: 'Player 2 to move' }).waitFor();
  await side('turn0');
  await page.keyboard.press('f');
  await page.reload();
  await side('turn3');
  await box.tap();
  await side('turn0');
  site.assertNoErrors();
});
