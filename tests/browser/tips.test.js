// Tips in a first match: they change without moving the page, and are gone once they are dismissed.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

/** The visible tip; empty without one. */
const tip = (person) => person.page.evaluate(() =>
  [...document.querySelectorAll('#tips > p')].filter((one) => one.checkVisibility({ visibilityProperty: true })).map((one) => one.innerText).join());

const heightAbove = (person) => person.page.locator('.side').evaluate((side) => side.getBoundingClientRect().top + scrollY);

test('a tip for each of the first three moves follows the stream, and nothing moves when it changes', async (t) => {
  const site = await openSite(t);
  const { players: [ada, ben], matchPath } = await site.startMatch('kalah', [PHONE, DESK]);
  await Promise.all([ada, ben].map((person) => person.page.goto(matchPath)));
  const seen = [await tip(ada)];
  const height = await heightAbove(ada);
  const dismiss = await ada.page.locator('#tips button').boundingBox();
  assert.ok(dismiss.height >= 44 && dismiss.y + dismiss.height <= PHONE.viewport.height - 56, 'it can be pressed above the tools');
  for (const [index, [person, ply]] of [[ada, '1'], [ben, '1'], [ada, '3'], [ben, '3'], [ada, '4']].entries()) {
    await person.activate(person.page.locator(`#press button[value="${ply}"]`));
    await ada.page.waitForFunction((tip) => (document.querySelector('#turn').dataset.tip ?? '4') === tip, String(2 + Math.floor(index / 2)));
    const now = await tip(ada);
    if (now !== seen.at(-1)) seen.push(now);
    // The steps of the replay appear with the first move, also without tips.
    if (index > 0) assert.equal(await heightAbove(ada), height, `after move ${index + 1}`);
  }
  assert.deepEqual(seen.map((words) => words.slice(0, 14)), ['Choose one of ', 'If the last se', 'End in your ow', '']);
  assert.match(await tip(ben), /^End in/);
  const { length } = await site.record(matchPath).then(({ plies }) => plies);
  await ben.page.getByRole('button', { name: 'Dismiss' }).click();
  await ben.page.waitForFunction(() => document.querySelector('#tips:empty'));
  await ben.page.reload();
  assert.equal(await ben.page.locator('#tips > *').count(), 0);
  assert.equal((await site.record(matchPath)).plies.length, length, 'nothing was played');
  await ada.page.reload();
  assert.equal(await ada.page.locator('#tips > *').count(), 0, 'after three moves its place is gone');
  site.assertNoErrors();
});
