// A match in a frame on another site.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { KALAH, QUARTO, TICTACTOE, playPlies, postPlies } from './games.js';
import { DESK, HTTP, openSite, test } from './parlour.js';

/** Another site on this machine, whose only page has a frame. */
async function otherSite(t, src, [width, height] = [480, 560]) {
  const page = `<!doctype html><title>Blog</title><body><iframe src="${src}" width="${width}" height="${height}" frameborder="0"></iframe>`;
  const server = http.createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(page));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => { server.closeAllConnections(); server.close(); });
  return `http://127.0.0.1:${server.address().port}/`;
}

const framed = ({ page }) => page.frameLocator('iframe');
const at = (frame, ply, last) => frame.getByText(new RegExp(`^(Move )?${ply} / ${last}$`)).waitFor();
const marks = (frame) => frame.locator('#board .piece').count();

test('a match that is over is replayed in a frame on another site', async (t) => {
  const site = await openSite(t);
  const match = await site.startMatch('tictactoe', [HTTP, HTTP]);
  await postPlies(match, TICTACTOE);
  const cleo = await site.visitor('Cleo');
  await cleo.page.goto(await otherSite(t, `${site.url}/embed${match.matchPath}`));
  const frame = framed(cleo);
  await frame.getByRole('heading', { name: 'Start' }).waitFor();
  await at(frame, 0, 5);
  await frame.getByRole('link', { name: 'Forward' }).click();
  await at(frame, 1, 5);
  assert.equal(await marks(frame), 1);
  await frame.getByRole('link', { name: 'Back' }).click();
  await at(frame, 0, 5);
  await frame.locator('select').selectOption('8');
  await frame.getByRole('button', { name: 'Play' }).click();
  await at(frame, 5, 5);
  await frame.getByRole('heading', { name: 'Ada won.' }).waitFor();
  const opened = cleo.page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Open match' }).click();
  const page = await opened;
  assert.equal(page.url(), `${site.url}${match.matchPath}?ply=5`);
  assert.equal(await page.evaluate(() => window.opener), null);
  assert.deepEqual(await cleo.context.cookies(), []);
  site.assertNoErrors();
});

test('a frame works without scripts', async (t) => {
  const site = await openSite(t);
  const match = await site.startMatch('tictactoe', [HTTP, HTTP]);
  await postPlies(match, TICTACTOE);
  const cleo = await site.visitor('Cleo', { ...DESK, javaScriptEnabled: false });
  await cleo.page.goto(await otherSite(t, `${site.url}/embed${match.matchPath}?theme=dark`));
  const frame = framed(cleo);
  await frame.getByRole('link', { name: 'Forward' }).click();
  await at(frame, 1, 5);
  assert.equal(await marks(frame), 1);
  assert.equal(await frame.locator('html').getAttribute('data-theme'), 'dark');
  assert.equal(await frame.getByRole('button').count(), 0);
  site.assertNoErrors();
});

test('a frame goes on with a running match, unless an earlier position is looked at', async (t) => {
  const site = await openSite(t);
  const { matchPath, ada, ben } = await site.startMatch('tictactoe');
  const cleo = await site.visitor('Cleo');
  await cleo.page.goto(await otherSite(t, `${site.url}/embed${matchPath}`));
  const frame = framed(cleo);
  await frame.getByRole('heading', { name: 'Ada is thinking' }).waitFor();
  await playPlies([ada, ben], ['a1']);
  await frame.getByRole('heading', { name: 'Ben is thinking' }).waitFor();
  assert.equal(await marks(frame), 1);
  await playPlies([ben, ada], ['b1', 'a2']);
  await frame.getByRole('link', { name: 'First' }).click();
  await at(frame, 0, 3);
  await playPlies([ben], ['b2']);
  await at(frame, 0, 4);
  site.assertNoErrors();
});

test('a step in a frame is not undone by a move that arrives before the answer', async (t) => {
  const site = await openSite(t);
  const { matchPath, ada, ben } = await site.startMatch('tictactoe');
  const cleo = await site.visitor('Cleo');
  await cleo.page.goto(await otherSite(t, `${site.url}/embed${matchPath}`));
  const frame = framed(cleo);
  await playPlies([ada, ben], ['a1', 'b1']);
  await at(frame, 2, 2);
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await cleo.page.route(/[?&]ply=0/, (route) => held.then(() => route.continue()));
  await frame.getByRole('link', { name: 'First' }).click();
  const told = await frame.locator('.replay').getAttribute('data-after');
  await playPlies([ada], ['a2']);
  await frame.locator(`.replay:not([data-after="${told}"])`).waitFor({ state: 'attached' });
  release();
  await at(frame, 0, 3);
  site.assertNoErrors();
});

test('the page of a match refuses to be framed', async (t) => {
  const site = await openSite(t);
  const { matchPath } = await site.startMatch('tictactoe', [HTTP, HTTP]);
  const cleo = await site.visitor('Cleo');
  cleo.expectError(/frame-ancestors/);
  const refused = cleo.page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await cleo.page.goto(await otherSite(t, `${site.url}${matchPath}`));
  await refused;
  assert.equal(await framed(cleo).locator('#board').count(), 0);
});

test('a user who is shown a frame keeps what their browser remembers', async (t) => {
  const site = await openSite(t);
  const { matchPath, ada } = await site.startMatch('tictactoe');
  await ada.page.evaluate(() => localStorage.setItem('replay-speed', '"4"'));
  await ada.page.goto(`/embed${matchPath}`);
  await ada.page.getByRole('heading', { name: 'Ada is thinking' }).waitFor();
  assert.equal(await ada.page.evaluate(() => localStorage.getItem('replay-speed')), '"4"');
  site.assertNoErrors();
});

test('board, players and controls fit frames of every size', async (t) => {
  const site = await openSite(t);
  const cleo = await site.visitor('Cleo');
  const players = await Promise.all(['Ada', 'Maximilian-Habsburg', 'Ben', 'Dora'].map((name) => site.member(name, HTTP)));
  const matches = [
    ['tictactoe', TICTACTOE, 2], ['kalah', KALAH, 2], ['quarto', QUARTO, 2], ['sternhalma', ['d2-e6'], 4], ['aeroplane', [], 4],
  ];
  for (const [game, plies, seats] of matches) {
    const matchPath = await players[0].postMatch({ game, seats });
    for (const guest of players.slice(1, seats)) await guest.postJoin(matchPath);
    await postPlies({ site, matchPath, players }, plies);
    for (const [width, height] of [[320, 360], [480, 560], [640, 480], [640, 640]]) {
      for (const theme of ['light', 'dark']) {
        await cleo.page.setViewportSize({ width, height });
        await cleo.page.goto(`/embed${matchPath}?theme=${theme}&ply=1`);
        await cleo.page.locator('#board').waitFor();
        await cleo.screenshot(`embed-${game}-${width}-${height}-${theme}`);
        const fits = await cleo.page.evaluate(() => {
          const board = document.querySelector('#board').getBoundingClientRect();
          const { scrollWidth, scrollHeight } = document.documentElement;
          return { wide: scrollWidth <= innerWidth, high: scrollHeight <= innerHeight, board: Math.min(board.width, board.height) };
        });
        assert.ok(fits.wide && fits.high && fits.board >= 100, `${game} at ${width} × ${height}: ${JSON.stringify(fits)}`);
      }
    }
  }
  site.assertNoErrors();
});

test('the code to embed a match is copied from its page, and is that of the shown move in a replay', async (t) => {
  const site = await openSite(t);
  const match = await site.startMatch('tictactoe', [HTTP, HTTP]);
  await postPlies(match, TICTACTOE);
  const cleo = await site.visitor('Cleo');
  const { page } = cleo;
  await cleo.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${match.matchPath}?ply=1`);
  await page.getByText('Share and embed').click();
  const code = page.getByLabel('Embed code');
  assert.match(await code.inputValue(), /^<iframe src="[^"]+\?ply=1"/);
  await cleo.press('Forward');
  await at(page, 2, 5);
  const src = `${site.url}/embed${match.matchPath}?ply=2`;
  assert.ok((await code.inputValue()).includes(` src="${src}"`), 'and it is still shown');
  assert.equal(await page.getByRole('link', { name: 'Link to this move' }).getAttribute('href'), `${match.matchPath}?ply=2`);
  await page.locator('#share button').last().click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await code.inputValue());
  await cleo.screenshots('share-and-embed');
  site.assertNoErrors();
});
