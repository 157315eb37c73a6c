// The page of running matches: its boards follow the moves.
import assert from 'node:assert/strict';
import { TICTACTOE, postPlies } from './games.js';
import { DESK, PHONE, openSite, test } from './parlour.js';

const marks = (page, matchPath) =>
  page.locator(`#watch a[href="${matchPath}"] .small-board .ink`).evaluateAll((paths) => paths.map((path) => path.getAttribute('d')).join(''));

test('a visitor watches the moves of two matches on one page, until they have ended', async (t) => {
  const site = await openSite(t);
  const first = await site.startMatch('tictactoe', [DESK, DESK]);
  const { ada, ben } = first;
  const second = await ada.postMatch({ game: 'tictactoe' });
  await ben.postJoin(second);
  const matches = [first, { ...first, matchPath: second }];

  const eve = await site.visitor('Eve', PHONE);
  const streams = [];
  eve.page.on('request', (request) => { if (request.url().includes('/events')) streams.push(request.url()); });
  await eve.page.clock.install();
  await eve.page.goto('/');
  await eve.page.getByRole('link', { name: 'Watch', exact: true }).tap();
  await eve.page.getByRole('heading', { name: 'Watch' }).waitFor();
  await eve.page.evaluate(() => { window.isTheSamePage = true; });
  for (const it of matches) {
    const before = await marks(eve.page, it.matchPath);
    await postPlies(it, TICTACTOE.slice(0, 1));
    await eve.page.waitForFunction(([path, before]) => {
      const paths = document.querySelectorAll(`#watch a[href="${path}"] .small-board .ink`);
      return [...paths].map((path) => path.getAttribute('d')).join('') !== before;
    }, [it.matchPath, before]);
    await eve.page.locator(`#watch a[href="${it.matchPath}"]`).getByText('Ben is thinking').waitFor();
  }
  await postPlies(first, TICTACTOE.slice(1));
  await eve.page.locator(`#watch a[href="${first.matchPath}"]`).getByText('Ada won').waitFor();
  assert.equal(streams.length, 1);

  // A while later the list is what is being played then, and follows it.
  await eve.page.clock.fastForward('01:00');
  await eve.page.locator(`#watch a[href="${first.matchPath}"]`).waitFor({ state: 'detached' });
  await postPlies(matches[1], TICTACTOE.slice(1, 2));
  await eve.page.locator(`#watch a[href="${second}"]`).getByText('Ada is thinking').waitFor();
  assert.equal(streams.length, 2);
  assert.ok(await eve.page.evaluate(() => window.isTheSamePage));
  site.assertNoErrors();
});
