// The replay of a match.
import assert from 'node:assert/strict';
import { fixDice } from './dice.js';
import { KALAH, STERNHALMA, TICTACTOE, postPlies } from './games.js';
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
  await at(cleo, 2, last);
  await cleo.press('Pause');
  await cleo.press('First');
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
  await cleo.page.getByLabel('Speed').selectOption('4×');
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
  await cleo.page.getByLabel('Speed').selectOption('8×');
  await cleo.press('Play');
  await at(cleo, 5, 5);
  await cleo.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await cleo.screenshot('replay-phone');
  site.assertNoErrors();
});

test('a replay goes by moves, with all seeds of a turn, and can go by steps', async (t) => {
  const site = await openSite(t);
  const { matchPath } = await played(site, 'kalah', KALAH);
  const cleo = await site.visitor('Cleo', PHONE);
  await cleo.page.goto(`${matchPath}?ply=0`);
  const place = (words) => cleo.page.locator('#at', { hasText: words }).waitFor();
  await cleo.press('Forward');
  await place('1 / 11 step 2/2');
  await cleo.press('Previous step');
  await place('1 / 11 step 1/2');
  await cleo.press('Next step');
  await place('1 / 11 step 2/2');
  await cleo.page.keyboard.press('ArrowRight');
  await place(/2 \/ 11$/);
  await cleo.page.keyboard.press(',');
  await place('1 / 11 step 2/2');
  await cleo.page.keyboard.press('ArrowLeft');
  await place(/0 \/ 11$/);
  await cleo.page.keyboard.press('.');
  await place('1 / 11 step 1/2');
  await cleo.screenshot('replay-steps');
  site.assertNoErrors();
});

test('a swipe across the board goes to the next move, and the speed is remembered', async (t) => {
  const site = await openSite(t);
  const { matchPath } = await played(site, 'tictactoe', TICTACTOE);
  const cleo = await site.visitor('Cleo', PHONE);
  await cleo.page.goto(`${matchPath}?ply=0`);
  const { x, y, width, height } = await cleo.page.locator('#board').boundingBox();
  const touches = await cleo.context.newCDPSession(cleo.page);
  const swipe = async (...places) => {
    for (const [number, [right, down]] of places.entries()) {
      const touchPoints = [{ x: x + width * right, y: y + height * down }];
      await touches.send('Input.dispatchTouchEvent', { type: number ? 'touchMove' : 'touchStart', touchPoints });
    }
    await touches.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  await swipe([.8, .5], [.5, .5], [.2, .55]);
  await at(cleo, 1, 5);
  await swipe([.8, .2], [.2, .25]);
  await at(cleo, 2, 5);
  await swipe([.2, .5], [.8, .5]);
  await at(cleo, 1, 5);
  await swipe([.5, .1], [.4, .6]);
  await cleo.page.getByLabel('Speed').selectOption('Whole match in 1 minute');
  await cleo.page.reload();
  assert.equal(await cleo.page.getByLabel('Speed').inputValue(), 'minute');
  await at(cleo, 1, 5);
  site.assertNoErrors();
});

test('automatic replay can skip rolls and moves without a choice', async (t) => {
  const site = await openSite(t);
  const players = await Promise.all(['Ada', 'Ben'].map((name) => site.member(name, HTTP)));
  const matchPath = await fixDice(site, await players[0].postMatch({ game: 'aeroplane', seats: 2 }), 'SkippedDice4');
  await players[1].postJoin(matchPath);
  for (let count = 0; count < 16; count += 1) {
    const { to_act: seat } = await site.record(matchPath);
    let offered = await players[seat].offeredPlies(matchPath);
    if (offered.marbles.length) offered = await players[seat].offeredPlies(matchPath + offered.marbles[0]);
    await players[seat].postPly(matchPath, offered.seq, offered.plies[0].notation);
  }
  const cleo = await site.visitor('Cleo');
  await cleo.page.goto(`${matchPath}?ply=0`);
  await cleo.page.getByLabel('Speed').selectOption('8×');
  await cleo.page.getByLabel('Skip rolls and forced moves').check();
  const kinds = await cleo.page.locator('#steps').getAttribute('data-plies');
  const requested = [];
  cleo.page.on('request', (request) => requested.push(Number(new URL(request.url()).searchParams.get('ply'))));
  await cleo.press('Play');
  await cleo.page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  const chosen = [...kinds].flatMap((kind, index) => /m/i.test(kind) ? [index + 1] : []);
  assert.deepEqual(requested, [...new Set([...chosen, kinds.length])]);
  // A roll and its move are one step, and the plane flies along the ring.
  const wayOf = async (ply) => (await (await cleo.context.request.get(`${matchPath}?ply=${ply}`)).text()).match(/data-way="([^"]*)"/)?.[1] ?? '';
  const rolls = [...kinds.matchAll(/(?<=[A-Z])r[RM]/g)].map(({ index }) => index);
  const ways = await Promise.all(rolls.map(async (ply) => [ply, (await wayOf(ply + 2)).split(',')]));
  const [ply, [plane, , second]] = ways.find(([, way]) => way.length > 3);
  await cleo.page.goto(`${matchPath}?ply=${ply}`);
  await cleo.page.getByLabel('Speed').selectOption('½×');
  await cleo.press('Forward');
  await cleo.page.locator(`#${plane}.${second.replaceAll(' ', '.')}`).waitFor({ state: 'attached' });
  await cleo.screenshot('replay-skips');
  site.assertNoErrors();
});

test('the replay of a running match learns of new moves, and does not tell the result before its end', async (t) => {
  const site = await openSite(t);
  const match = await played(site, 'tictactoe', TICTACTOE.slice(0, 3));
  const cleo = await site.visitor('Cleo', PHONE);
  await cleo.page.goto(`${match.matchPath}?ply=1`);
  await at(cleo, 1, 3);
  await postPlies(match, TICTACTOE.slice(3, 4));
  await at(cleo, 1, 4);
  await postPlies(match, TICTACTOE.slice(4));
  await at(cleo, 1, 5);
  const result = cleo.page.getByText('Ada won.');
  assert.equal(await result.isVisible(), false);
  await cleo.page.getByText('Result').tap();
  await result.waitFor();
  await cleo.press('Forward');
  await at(cleo, 2, 5);
  assert.equal(await result.isVisible(), true, 'it stays open');
  await cleo.screenshot('replay-result');
  await cleo.press('Last');
  await cleo.page.locator('#reason', { hasText: 'Ada won.' }).waitFor();
  assert.equal(await cleo.page.locator('#scrub').inputValue(), '5');
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
