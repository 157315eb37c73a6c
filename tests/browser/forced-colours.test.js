// Forced colours (Windows high contrast): choices, movable and chosen pieces and targets stay recognisable.
import assert from 'node:assert/strict';
import { DESK, openSite, test } from './parlour.js';

const FORCED = { ...DESK, forcedColors: 'active', reducedMotion: 'reduce' };

/** A screenshot of an element with a margin of 6 px, in base64. */
async function picture(person, locator) {
  const { x, y, width, height } = await locator.boundingBox();
  const clip = { x: x - 6, y: y - 6, width: width + 12, height: height + 12 };
  return (await person.page.screenshot({ clip, animations: 'disabled' })).toString('base64');
}

/** Fails unless hiding a control on the board changes the picture. Returns the picture with the control. */
async function assertMarked(person, locator, what) {
  const shown = await picture(person, locator);
  await locator.evaluate((control) => { control.style.visibility = 'hidden'; });
  assert.notEqual(await picture(person, locator), shown, `${what} has no mark`);
  await locator.evaluate((control) => { control.style.visibility = ''; });
  return shown;
}

test('a chosen radio button and a chosen card differ from the others', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', FORCED);
  await ada.page.goto('/matches/new?game=sternhalma');
  const radio = ada.page.locator('input[name=visibility][value=private]');
  const card = ada.page.locator('.choice', { has: radio });
  const before = [await picture(ada, radio), await picture(ada, card)];
  await radio.evaluate((radio) => { radio.checked = true; });
  assert.notEqual(await picture(ada, radio), before[0], 'a checked radio button looks like any other');
  assert.notEqual(await picture(ada, card), before[1], 'a chosen card looks like any other');
  const outline = (locator) => locator.evaluate((element) => getComputedStyle(element).outlineStyle);
  assert.equal(await outline(ada.page.locator('button.choice[aria-current]')), 'solid');
  assert.equal(await outline(ada.page.locator('button.choice:not([aria-current])').first()), 'none');
  await ada.screenshots('forced-new-match', { fullPage: true });
  await ada.page.goto('/settings');
  await ada.screenshots('forced-settings', { fullPage: true });
  site.assertNoErrors();
});

test('a movable marble, the chosen one and its targets are marked', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('sternhalma', [FORCED, DESK]);
  const marble = ada.page.locator('#press > a.mine').first();
  const movable = await assertMarked(ada, marble, 'a marble that can be moved');
  await ada.screenshots('forced-sternhalma');
  await ada.page.goto(new URL(await marble.getAttribute('href'), site.url + matchPath).href);
  const chosen = await assertMarked(ada, ada.page.locator('#press > .chosen'), 'the chosen marble');
  assert.notEqual(chosen, movable, 'the chosen marble looks like one that can be moved');
  await assertMarked(ada, ada.page.locator('#press > .play').first(), 'where it can go');
  await ada.screenshots('forced-sternhalma-chosen');
  site.assertNoErrors();
});

for (const [game, fields] of [['kalah', {}], ['quarto', {}], ['aeroplane', { throw_for_me: 'off' }]]) {
  test(`the controls on the board of ${game} are marked`, async (t) => {
    const site = await openSite(t);
    const { ada } = await site.startMatch(game, [FORCED, DESK], fields);
    await assertMarked(ada, ada.page.locator('#press > .play').first(), 'what can be pressed');
    await ada.screenshots(`forced-${game}`);
    site.assertNoErrors();
  });
}
