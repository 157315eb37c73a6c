// The dashboard: matches as boards, and changes that appear on an open page.
import assert from 'node:assert/strict';
import { PHONE, openSite, test } from './parlour.js';

test('an open dashboard shows a match as soon as it is the user’s turn', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = [await site.player('Ada'), await site.player('Ben', PHONE)];
  const match = await ada.createMatch('quarto');
  await ben.join(match);
  await ben.page.goto('/');
  await ben.page.getByRole('heading', { level: 1, name: 'Waiting for your opponents' }).waitFor();
  const { seq, plies } = await ada.offeredPlies(match);
  await ada.postPly(match, seq, plies[0].notation);
  // The page asks every ten seconds, and at once when the user comes back to it.
  await ben.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await ben.page.getByRole('heading', { level: 1, name: 'Your move in 1 match' }).waitFor();
  await ben.page.getByText('1 waiting for you').waitFor();
  assert.match(await ben.page.title(), /^\(1\) Your matches/);
  await ben.screenshots('dashboard', { fullPage: true });
  await ben.page.getByRole('link', { name: 'Play next (1)' }).tap();
  await ben.page.waitForURL((url) => url.pathname === match);
  site.assertNoErrors();
});

test('a number of waiting matches that cannot be counted stays as it was', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = [await site.player('Ada'), await site.player('Ben')];
  await ben.join(await ada.createMatch('tictactoe'));
  await ada.page.goto('/');
  await ada.page.evaluate(() => {
    window.counts = [];
    document.addEventListener('turns:counted', ({ detail }) => window.counts.push(detail));
  });
  const count = () => ada.page.evaluate(() => document.dispatchEvent(new Event('turns:count')));
  ada.expectError(/503/);
  await ada.page.route('**/turns', (route) => route.fulfill({ status: 503, body: 'later' }));
  const refused = ada.page.waitForResponse('**/turns');
  await count();
  await refused;
  await ada.page.unroute('**/turns');
  await count();
  await ada.page.waitForFunction(() => window.counts.length > 0);
  assert.deepEqual(await ada.page.evaluate(() => window.counts), [1]);
  assert.equal(await ada.page.locator('#turns > span').first().textContent(), '1');
  site.assertNoErrors();
});

test('the title keeps the number of waiting matches when a move arrives', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = [await site.player('Ada'), await site.player('Ben')];
  const matches = [await ada.createMatch('tictactoe'), await ada.createMatch('tictactoe')];
  for (const match of matches) await ben.join(match);
  await ada.page.goto(matches[0]);
  assert.match(await ada.page.title(), /^\(2\) Your move/);
  const { seq } = await site.record(matches[0]);
  await ada.play('b2');
  await ada.page.waitForFunction(() => document.title.startsWith('(1) ') && !document.title.includes('Your move'));
  await ben.postPly(matches[0], (await site.record(matches[0], seq)).seq, 'a1');
  await ada.page.waitForFunction(() => /^\(\d\) Your move/.test(document.title));
  site.assertNoErrors();
});

test('finished matches are in sight', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = [await site.player('Ada'), await site.player('Ben')];
  const match = await ada.createMatch('tictactoe');
  await ben.join(match);
  await ben.context.request.post(`${match}/resignation`);
  await ben.page.goto('/');
  const row = ben.page.getByRole('link', { name: /Ada.*won by resignation/ });
  await row.click();
  await ben.page.waitForURL((url) => url.pathname === match);
  site.assertNoErrors();
});

test('times are by the clock of the server when that of the device is wrong', async (t) => {
  const site = await openSite(t);
  const ben = await site.player('Ben');
  for (const hours of [3, -26]) {
    const ada = await site.player(hours > 0 ? 'Ada' : 'Cleo');
    const match = await ada.createMatch('tictactoe', { time: 'days', 'time.days': '1' });
    await ben.join(match);
    await ada.context.addInitScript((ahead) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + ahead;
    }, hours * 3600_000);
    await ada.page.goto('/');
    const left = ada.page.locator('time[data-until]').first();
    await left.getByText(/^23 h 5\d min left$/).waitFor();
    await ada.page.evaluate(() => document.dispatchEvent(new Event('turns:count')));
    await ada.page.waitForTimeout(300);
    assert.match(await left.innerText(), /^23 h 5\d min left$/);
  }
  site.assertNoErrors();
});
