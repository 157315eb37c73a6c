// Hints in a match against a bot, and the analysis of a match that has ended, on a phone.
import assert from 'node:assert/strict';
import { pageFaults } from './page-checks.js';
import { DESK, PHONE, openSite, test } from './parlour.js';

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

/** A finished Kalah match of Ada, on a phone, and Ben, with many mistakes. */
async function finishedMatch(t) {
  const { site, ada, ben, matchPath } = await openSite(t).then((site) => site.startMatch('kalah', [PHONE, DESK]));
  for (const [player, ply] of [[ada, 4], [ben, 5], [ada, 3], [ada, 6], [ben, 2], [ben, 6], [ben, 3], [ada, 1], [ben, 4], [ada, 2]]) {
    const { seq, to_act: seat } = await site.record(matchPath);
    if (seat === (player === ada ? 0 : 1)) await player.postPly(matchPath, seq, ply);
  }
  const answer = await ben.context.request.post(`${matchPath}/resignation`, { form: {}, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  await ada.page.goto(matchPath);
  await ada.press('Analyse match');
  await ada.page.waitForURL(/\/analysis$/);
  return { site, ada, matchPath, plies: (await site.record(matchPath)).plies.length };
}

test('a match that has ended is analysed, opens at a turning point, and its graph leads through it', async (t) => {
  const { site, ada, matchPath, plies } = await finishedMatch(t);
  const { page } = ada;
  await page.locator('#stage svg.evaluation').waitFor();
  const first = await page.locator('.turning-points a').first().locator('.number').textContent();
  assert.equal(await page.locator('#stage .at').textContent(), `Move ${first} / ${plies}`);
  assert.deepEqual(await pageFaults(ada, 'analysis'), []);
  const points = page.locator('#report svg.evaluation a:not(.turning)');
  assert.equal(await points.count(), plies + 1);
  await page.goto(`${matchPath}/analysis?ply=3`);
  await points.nth(1).click({ position: { x: 2, y: 60 }, force: true });
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

test('the match is stepped through while it is analysed, and the shown position stays', async (t) => {
  const { site, ada, plies } = await finishedMatch(t);
  const { page } = ada;
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL(new RegExp(`ply=${plies - 1}$`));
  await page.locator('#stage svg.evaluation').waitFor();
  assert.equal(await page.locator('#stage .at').textContent(), `Move ${plies - 1} / ${plies}`);
  site.assertNoErrors();
});

test('on a phone, pressing a turning point brings the board into view, and the cursor is no part of the curve', async (t) => {
  const { site, ada } = await finishedMatch(t);
  const { page } = ada;
  await page.locator('#stage svg.evaluation').waitFor();
  const look = (selector) => page.locator(`#report ${selector}`).first().evaluate((path) => {
    const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(path);
    return { stroke, strokeWidth, strokeDasharray };
  });
  const [curve, cursor] = [await look('.line'), await look('.cursor')];
  for (const property of ['stroke', 'strokeWidth', 'strokeDasharray']) assert.notEqual(curve[property], cursor[property], property);
  const point = page.locator('.turning-points a:not(.retry)').last();
  await point.scrollIntoViewIfNeeded();
  const top = () => page.locator('#board').evaluate((board) => board.getBoundingClientRect().top);
  assert.ok(await top() < 0, 'the board is above the screen');
  const href = await point.getAttribute('href');
  await point.tap();
  await page.waitForURL((url) => url.href.endsWith(href));
  await page.waitForFunction(() => document.querySelector('#board').getBoundingClientRect().top >= 0);
  site.assertNoErrors();
});

test('a better move is looked for at a turning point, also without scripts', async (t) => {
  const { site, ada, matchPath } = await finishedMatch(t);
  await ada.page.locator('#stage svg.evaluation').waitFor();
  const retry = await ada.page.locator('.turning-points .retry').first().getAttribute('href');
  const plain = await site.player('Cleo', { ...PHONE, javaScriptEnabled: false });
  for (const player of [ada, plain]) {
    const { page } = player;
    await page.goto(retry);
    await page.getByRole('heading', { level: 1, name: 'Find a better move' }).waitFor();
    assert.equal(await page.locator('.best, .evaluation, .suggestion').count(), 0);
    await page.locator('#press a.play').first().tap();
    await page.waitForURL(/line=\d&retry=1$/);
    assert.match(await page.locator('#report p').textContent(), /best move|better move|played in the match/);
    if (player === ada) assert.deepEqual(await pageFaults(player, 'retry'), []);
    await page.goto(retry);
    await player.press('Show the best move');
    await page.locator('.best').waitFor();
  }
  assert.equal((await site.record(matchPath)).status, 'ended');
  site.assertNoErrors();
});
