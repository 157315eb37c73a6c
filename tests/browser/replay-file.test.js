// The file of a match is opened from the disk, with the network off.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eventually, openEngines } from './engines.js';
import { HTTP, openSite, test, THREE_DAYS } from './parlour.js';

const MATCHES = [['tictactoe', ['b2', 'a1', 'c1']], ['kalah', ['2', '5', '4']], ['quarto', ['7', 'd2', '1']], ['sternhalma', ['d2-e6', 'n2-m7', 'd1-e5']]];

/** The file of a match after some plies, on the disk. */
async function savedFile(t, site, [ada, ben], game, plies) {
  const matchPath = await ada.postMatch({ game, ...THREE_DAYS });
  await ben.postJoin(matchPath);
  for (const ply of plies) {
    const { seq, to_act: seat } = await site.record(matchPath);
    await [ada, ben][seat].postPly(matchPath, seq, ply);
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'replay-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'match.html');
  await writeFile(file, await (await ada.context.request.get(`${matchPath}/replay.html`)).body());
  return `file://${file}`;
}

/** Runs in the page: what is shown. */
const shown = () => ({
  said: document.querySelector('#said').textContent,
  count: document.querySelector('#count').textContent,
  pieces: [...document.querySelectorAll('#board image')].map((image) => ['x', 'y', 'width', 'height'].map((name) => image.getAttribute(name)).join(' ')),
  current: document.querySelectorAll('#moves [aria-current]').length,
  drawn: [...document.querySelectorAll('#board image')].every((image) => image.getBoundingClientRect().width > 1),
});

test('a match is replayed from a file by every engine while the site is off', async (t) => {
  const site = await openSite(t);
  const { reference, others } = await openEngines(t);
  const page = await reference.newPage();
  const chromium = { name: 'Chromium', goto: (url) => page.goto(url), run: (ask) => page.evaluate(ask), press: (selector) => page.click(selector) };
  const players = [await site.member('Ada', HTTP), await site.member('Ben', HTTP)];
  const files = [];
  for (const [game, plies] of MATCHES) files.push([game, plies, await savedFile(t, site, players, game, plies)]);
  await site.stop();
  for (const [game, plies, file] of files) {
    const seen = [];
    for (const tab of [chromium, ...others]) {
      await tab.goto(file);
      await eventually(() => tab.run(() => document.querySelectorAll('#board image').length > 0));
      const start = await tab.run(shown);
      assert.deepEqual([start.said, start.count, start.current], ['Start', `0 / ${plies.length}`, 0], `${tab.name}: ${game}`);
      await tab.press('#forward');
      const first = await tab.run(shown);
      assert.deepEqual([first.count, first.current, first.drawn], [`1 / ${plies.length}`, 1, true], `${tab.name}: ${game}`);
      await tab.press('#last');
      const last = await tab.run(shown);
      assert.equal(last.count, `${plies.length} / ${plies.length}`, `${tab.name}: ${game}`);
      seen.push([start, first, last]);
    }
    for (const other of seen.slice(1)) assert.deepEqual(other, seen[0], game);
  }
});

test('a file is operated by keys, and prints on one page', async (t) => {
  const site = await openSite(t);
  const players = [await site.member('Ada', HTTP), await site.member('Ben', HTTP)];
  const file = await savedFile(t, site, players, 'kalah', ['2', '5', '4']);
  const { page } = await site.visitor('Gina', { viewport: { width: 360, height: 740 }, offline: true });
  await page.goto(file);
  await page.locator('#board image').first().waitFor();
  for (const [key, count] of [['End', '3 / 3'], ['ArrowLeft', '2 / 3'], ['ArrowRight', '3 / 3'], ['Home', '0 / 3'], ['ArrowLeft', '0 / 3']]) {
    await page.keyboard.press(key);
    await page.locator('#count', { hasText: count }).waitFor();
  }
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  const print = await page.pdf({ format: 'A4' });
  assert.equal(print.toString('latin1').match(/\/Type\s*\/Page\b/g).length, 1);
});
