// The replay of a match.
import assert from 'node:assert/strict';
import { STERNHALMA, TICTACTOE, postPlies } from './games.js';
import { HTTP, PHONE, openSite, test } from './parlour.js';

/** A finished match, played by HTTP. */
async function played(site, game, plies) {
  const match = await site.startMatch(game, [HTTP, HTTP]);
  await postPlies(match, plies);
  return match;
}

const at = (person, ply, last) => person.page.getByText(new RegExp(`^(Move )?${ply} / ${last}$`)).waitFor();

test('a match is replayed by links, by keys and automatically', async (t) => {
  const site = await openSite(t);
  const { matchPath } = await played(site, 'sternhalma', STERNHALMA);
  const last = STERNHALMA.length;
  const cleo = await site.visitor('Cleo');
  await cleo.page.goto(matchPath);
  const end = await cleo.pieces();
  await cleo.press('Replay');
  await at(cleo, 0, last);
  const opening = await cleo.pieces();
  await cleo.press('Forward');
  await at(cleo, 1, last);
  assert.match(cleo.page.url(), /\?ply=1$/);
  await cleo.press('Last');
  await at(cleo, last, last);
  await cleo.page.waitForFunction((places) => {
    const pieces = [...document.querySelectorAll('#board .piece')];
    return pieces.length === Object.keys(places).length && pieces.every(({ id, classList }) => places[id] === classList[1]);
  }, end);
  await cleo.press('Back');
  await at(cleo, last - 1, last);
  await cleo.press('First');
  await at(cleo, 0, last);
  assert.deepEqual(await cleo.pieces(), opening);
  const { keyboard } = cleo.page;
  for (const [key, ply] of [['ArrowRight', 1], ['ArrowRight', 2], ['ArrowLeft', 1], ['End', last], ['Home', 0]]) {
    await keyboard.press(key);
    await at(cleo, ply, last);
  }
  await cleo.page.clock.install();
  await cleo.page.getByLabel('Speed').selectOption('fast');
  await cleo.press('Play');
  await at(cleo, 4, last);
  await cleo.press('Pause');
  await cleo.screenshot('replay-desk');
  await cleo.pauseClock();
  const slider = cleo.page.locator('#scrub');
  const stopped = await slider.inputValue();
  await cleo.page.clock.runFor(30_000);
  assert.equal(await slider.inputValue(), stopped, 'it does not go on');
  await cleo.page.goto(`${matchPath}?ply=7`);
  await at(cleo, 7, last);
  site.assertNoErrors();
});

test('automatic replay stops at the end', async (t) => {
  const site = await openSite(t);
  const { matchPath } = await played(site, 'tictactoe', TICTACTOE);
  const cleo = await site.visitor('Cleo', PHONE);
  await cleo.page.goto(`${matchPath}?ply=0`);
  await cleo.page.getByLabel('Speed').selectOption('fast');
  await cleo.press('Play');
  await at(cleo, 5, 5);
  await cleo.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await cleo.screenshot('replay-phone');
  site.assertNoErrors();
});

test('a match can be replayed without scripts', async (t) => {
  const site = await openSite(t);
  const { matchPath } = await played(site, 'tictactoe', TICTACTOE);
  const cleo = await site.visitor('Cleo', { javaScriptEnabled: false });
  await cleo.page.goto(matchPath);
  await cleo.press('Replay');
  for (let ply = 0; ply < 5; ply++) {
    await at(cleo, ply, 5);
    assert.equal(Object.keys(await cleo.pieces()).length, ply);
    await cleo.press('Forward');
  }
  await at(cleo, 5, 5);
  await cleo.press('First');
  await at(cleo, 0, 5);
  site.assertNoErrors();
});
