// Hints in a match against a bot, and the analysis of a match that has ended, on a phone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openSite } from './parlour.js';

/** Fails if the page is wider than the screen. */
async function fits(person) {
  const [page, screen] = await person.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(page <= screen, `${page} px on a screen of ${screen}`);
}

/** Waits until the page has reported this event as seen. */
async function untilNoted(person, seq) {
  await person.page.waitForFunction((wanted) => Number(document.querySelector('#live').dataset.noted) >= wanted, seq);
}

test('a hint is asked for, shown on the board and gone after the move, and moves are taken back', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const matchPath = await ada.createMatch('kalah', { bot: '2' });
  const { page } = ada;
  await ada.press('Hint', { exact: true });
  const hint = page.locator('#named .hint');
  await hint.waitFor();
  assert.match(await hint.textContent(), /^Sow house \d \(4 seeds\)\. /);
  assert.equal(await page.locator('#press svg.suggestion path').count(), 1);
  await fits(ada);
  await ada.screenshots('hint', { fullPage: true });
  await ada.pressPly('1');
  await hint.waitFor({ state: 'detached' });
  assert.equal(await page.locator('svg.suggestion').count(), 0);
  await site.record(matchPath, 4);
  await page.locator('#press button[name="notation"]').first().waitFor();
  await ada.press('Take back');
  await page.locator('#asked').getByText('A move was taken back.').waitFor();
  assert.equal((await site.record(matchPath)).plies.length, 0);
  site.assertNoErrors();
});

test('a hint asked for while the move before is still shown appears with the position it is for, and stays', async (t) => {
  const site = await openSite(t);
  for (const [name, options] of [['Ada', {}], ['Ben', { reducedMotion: 'reduce' }]]) {
    const player = await site.player(name, { ...PHONE, ...options });
    const matchPath = await player.createMatch('kalah', { bot: '2' });
    const { seq } = await site.record(matchPath);
    await player.pressPly('3');
    const answered = player.page.waitForResponse((response) => response.url().endsWith('/hint'));
    await player.press('Hint', { exact: true });
    assert.equal((await answered).status(), 200);
    await untilNoted(player, seq + 1);
    await player.page.locator('#named .hint').waitFor();
    assert.equal(await player.page.locator('#press').getAttribute('data-seq'), `${seq + 1}`);
    assert.equal(await player.page.locator('#press svg.suggestion path').count(), 1);
  }
  site.assertNoErrors();
});

test('a hint asked for during the replay of missed moves ends it and stays', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const matchPath = await ada.createMatch('kalah', { bot: '2' });
  const { seq } = await site.record(matchPath);
  await ada.page.goto('/');
  await ada.postPly(matchPath, seq, '1');
  while ((await site.record(matchPath)).to_act !== 0) await ada.page.waitForTimeout(50);
  await ada.page.goto(matchPath);
  await ada.page.locator('#back').waitFor();
  await ada.press('Hint', { exact: true });
  await ada.page.locator('#named .hint').waitFor();
  await ada.page.locator('#back').waitFor({ state: 'hidden' });
  await untilNoted(ada, (await site.record(matchPath)).seq);
  assert.equal(await ada.page.locator('#named .hint').count(), 1);
  site.assertNoErrors();
});

test('a match that has ended is analysed, and its graph leads through it', async (t) => {
  const { site, ada, ben, matchPath } = await openSite(t).then((site) => site.startMatch('kalah', [PHONE, DESK]));
  for (const [player, ply] of [[ada, 3], [ada, 6], [ben, 1], [ada, 1], [ben, 2], [ada, 2], [ben, 3], [ada, 4]]) {
    const { seq, to_act: seat } = await site.record(matchPath);
    if (seat === (player === ada ? 0 : 1)) await player.postPly(matchPath, seq, ply);
  }
  const answer = await ben.context.request.post(`${matchPath}/resignation`, { form: {}, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  const { page } = ada;
  await page.goto(matchPath);
  await ada.press('Analyse match');
  await page.waitForURL(/\/analysis$/);
  await page.locator('#report svg.evaluation').waitFor();
  await fits(ada);
  await page.goto(`${matchPath}/analysis?ply=3`);
  await ada.screenshots('analysis', { fullPage: true });
  const points = page.locator('#report svg.evaluation a');
  const plies = (await site.record(matchPath)).plies.length;
  assert.equal(await points.count(), plies + 1);
  await points.nth(1).click({ position: { x: 2, y: 40 }, force: true });
  await page.waitForURL(/ply=1$/);
  await page.locator('.explanation').waitFor();
  assert.match(await page.locator('.best').textContent(), /^Best move: Sow house/);
  assert.equal(await page.locator('#press svg.suggestion path').count(), 1);
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/ply=2$/);
  await page.locator('.best .line a').first().click();
  await page.waitForURL(/line=/);
  await ada.press('Best move');
  await page.locator('.best').waitFor();
  await fits(ada);
  await ada.screenshots('best-move', { fullPage: true });
  site.assertNoErrors();
});
