// Keyboard shortcuts of boards, and turning a board around.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

/** The height of a marble on the screen. */
const height = (person, id) => person.page.locator(`#${id}`).evaluate((piece) => piece.getBoundingClientRect().y);

test('the keys of a page are listed, and the list closes again', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('tictactoe');
  const { page } = ada;
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  assert.equal(await list.isVisible(), false);
  await page.keyboard.press('?');
  await list.waitFor();
  assert.match(await list.innerText(), /Go to the next cell/);
  assert.doesNotMatch(await list.innerText(), /Turn the board|Drop the chosen piece/);
  await ada.screenshots('shortcuts');
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'hidden' });
  const { seq } = await site.record(matchPath);
  await ada.play('b2');
  await site.record(matchPath, seq);
  await page.goto(`${matchPath}?ply=0`);
  await page.keyboard.press('?');
  await list.waitFor();
  assert.match(await list.innerText(), /→\s+Forward/);
  await list.getByRole('button', { name: 'Close' }).click();
  await list.waitFor({ state: 'hidden' });
  // A question mark in a text is only that.
  await page.goto(matchPath);
  await page.getByLabel('Message').fill('');
  await page.getByLabel('Message').press('?');
  assert.equal(await page.getByLabel('Message').inputValue(), '?');
  assert.equal(await list.isVisible(), false);
  site.assertNoErrors();
});

test('a viewer turns the board around, and it stays so for the match', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('sternhalma');
  const { page } = ada;
  const [own, other] = ['p0', 'p10'];
  const settled = async () => { await ada.waitForAnimations(); };
  assert.ok(await height(ada, own) > await height(ada, other));
  await page.keyboard.press('f');
  await settled();
  assert.ok(await height(ada, own) < await height(ada, other));
  // Controls turn with it, and so do updates.
  const { seq } = await site.record(matchPath);
  await ada.play('c3-e9');
  const played = (await site.record(matchPath, seq)).seq;
  for (const person of [ada, ben]) await person.waitForEvent(played);
  await settled();
  assert.ok(await height(ada, own) < await height(ada, other));
  await page.reload();
  await settled();
  assert.ok(await height(ada, own) < await height(ada, other));
  assert.ok(await height(ben, own) < await height(ben, other), 'the other player sees the board as before');
  await page.keyboard.press('f');
  await settled();
  assert.ok(await height(ada, own) > await height(ada, other));
  // A board that looks the same from every seat is not turned.
  const shown = () => page.locator('#board').getAttribute('class');
  await ada.createMatch('quarto', {});
  const before = await shown();
  await page.keyboard.press('f');
  assert.equal(await shown(), before);
  site.assertNoErrors();
});

test('a tap beside all cells drops the chosen piece', async (t) => {
  const site = await openSite(t);
  const { ada } = await site.startMatch('sternhalma', [PHONE, DESK]);
  const { page } = ada;
  await ada.activate(page.getByRole('link', { name: 'c3, your marble', exact: true }));
  await page.locator('#press .chosen').waitFor();
  const box = await page.locator('#press').boundingBox();
  await page.touchscreen.tap(box.x + 8, box.y + 8);
  await page.locator('#press .chosen').waitFor({ state: 'detached' });
  site.assertNoErrors();
});
