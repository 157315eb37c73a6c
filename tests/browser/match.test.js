// Whole matches between real browsers.
import assert from 'node:assert/strict';
import { STERNHALMA, TICTACTOE, playPlies } from './games.js';
import { DESK, MOTION, PHONE, openSite, openProxy, test, wantNoMotion } from './parlour.js';

wantNoMotion();

/** Errors a browser logs when its connection is cut. */
const LOST = /ERR_|Failed to (load|fetch)|network error/i;

test('a phone and a desktop play Sternhalma while the connection of a spectator is cut', async (t) => {
  const site = await openSite(t);
  const proxy = await openProxy(t, site);
  const moving = [PHONE, DESK].map((each) => ({ ...each, ...MOTION }));
  const { ada, ben, matchPath } = await site.startMatch('sternhalma', moving);
  await ada.waitForHeadline('Your move');
  const cleo = await site.visitor('Cleo', { ...MOTION, through: proxy.url });
  cleo.expectError(LOST);
  await cleo.page.goto(matchPath);
  await cleo.waitForHeadline('Ada is thinking');
  for (const person of [ben, cleo]) await person.recordPieces();
  await ada.screenshot('sternhalma-phone-start');
  // With PLAY_OUT=1 every ply is pressed on the board, which takes a minute; else the middle is played by HTTP.
  const isPressed = (number) => process.env.PLAY_OUT || number < 14 || number >= STERNHALMA.length - 3;
  for (const [number, ply] of STERNHALMA.entries()) {
    const [player, other] = number % 2 === 0 ? [ada, ben] : [ben, ada];
    if (number === 10) {
      // The connection is cut during the animation of a chain of eight hops.
      await player.play(ply);
      const before = (await cleo.pieceMoves()).length;
      await cleo.page.waitForFunction((length) => window.way.length >= length + 2, before);
      proxy.cut();
      await cleo.screenshot('sternhalma-cut');
      await other.waitForHeadline('Your move');
      await cleo.page.locator('main[data-lost]').waitFor();
      proxy.mend();
      await cleo.waitForHeadline('Ben is thinking', 40_000);
    } else if (isPressed(number)) {
      await player.play(ply);
    } else {
      const { seq } = await site.record(matchPath);
      await player.postPly(matchPath, seq, ply);
      if (!isPressed(number + 1)) continue;
      for (const person of [ada, ben]) await person.waitForEvent(seq + 1);
    }
    if (number < STERNHALMA.length - 1) {
      await player.waitForHeadline(`${other.name} is thinking`);
      await other.waitForHeadline('Your move');
    }
    if (number === 15) await Promise.all([ada.screenshot('sternhalma-phone-mid'), ben.screenshot('sternhalma-desk-mid')]);
  }
  await ada.waitForHeadline('You won');
  await ben.waitForHeadline('You lost');
  await cleo.waitForHeadline('Ada won');
  await Promise.all([ada, ben, cleo].map((person) => person.screenshot(`sternhalma-end-${person.name}`)));
  assert.deepEqual(await cleo.pieces(), await ben.pieces());
  assert.deepEqual(await ada.pieces(), await ben.pieces());
  for (const person of [ada, ben, cleo]) {
    const plies = await person.page.getByRole('navigation', { name: 'Moves' }).getByRole('link').allTextContents();
    const names = STERNHALMA.map((ply, number) => `${['Ada', 'Ben'][number % 2]} moves ${ply.replace('-', ' to ')}`);
    assert.equal(plies.length, names.length, person.name);
    for (const [number, name] of names.entries()) assert.ok(plies[number].endsWith(name), `${person.name}: ${plies[number]} is ${name}`);
  }
  assertSeenAll(await ben.pieceMoves(), await cleo.pieceMoves());
  for (const person of [ada, ben, cleo]) await person.assertMatchesServer();
  site.assertNoErrors();
});

/** Asserts that a page has shown the whole path, in which an interrupted ply may start again. */
function assertSeenAll(whole, seen) {
  let same = 0;
  while (same < seen.length && seen[same] === whole[same]) same += 1;
  const rest = seen.slice(same);
  const again = whole.length - rest.length;
  assert.ok(again <= same, `there is a gap after ${same} steps: ${seen.slice(same - 2, same + 3)} for ${whole.slice(same - 2, same + 3)}`);
  assert.deepEqual(rest, whole.slice(again), 'what comes after the cut is not what happened');
  const pieces = new Set(whole.slice(again, same).map((step) => step.split(' ')[0]));
  assert.ok(pieces.size <= 1, `more than one ply is repeated: ${whole.slice(again, same)}`);
}

test('two desktops play Tic-Tac-Toe, and a rematch is accepted', async (t) => {
  const site = await openSite(t);
  const { ada, ben, players } = await site.startMatch('tictactoe');
  await playPlies(players, TICTACTOE);
  await ada.waitForHeadline('You won');
  await ben.waitForHeadline('You lost');
  await ada.press('Rematch');
  await ada.page.waitForURL((url) => url.pathname !== new URL(ben.page.url()).pathname);
  await ben.page.getByRole('heading', { name: 'Ada offers a rematch' }).waitFor();
  await ben.press('Accept');
  await ben.waitForHeadline('Your move');
  await ada.waitForHeadline('Ben is thinking');
  site.assertNoErrors();
});

test('matches are played without scripts', async (t) => {
  const site = await openSite(t);
  const plain = { javaScriptEnabled: false };
  const { ada, ben, matchPath } = await site.startMatch('tictactoe', [plain, { ...PHONE, ...plain }]);
  for (const [number, ply] of TICTACTOE.entries()) {
    const player = number % 2 === 0 ? ada : ben;
    await player.page.goto(matchPath);
    await player.waitForHeadline('Your move');
    await player.play(ply);
    await player.waitForHeadline(/is thinking|You won/);
  }
  await ada.waitForHeadline('You won');
  await ben.page.goto(matchPath);
  await ben.waitForHeadline('You lost');
  await ben.screenshot('plain-end');
  const [halma, other] = [await ada.createMatch('sternhalma'), ben];
  await other.join(halma);
  await ada.page.goto(halma);
  await ada.play('c2-e8');
  await ada.waitForHeadline('Ben is thinking');
  await other.page.goto(halma);
  await other.play('n3-m8');
  await other.waitForHeadline('Ada is thinking');
  site.assertNoErrors();
});

test('a match is played hole by hole and with the keyboard alone', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('sternhalma');
  await ada.waitForHeadline('Your move');
  const marble = ada.page.getByRole('link', { name: 'c2, your marble', exact: true });
  await marble.focus();
  await ada.page.keyboard.press('Enter');
  await ada.openMenu();
  await ada.press('Pick each hop');
  const taken = ada.page.getByRole('link', { name: /^c2, selected/ });
  await taken.waitFor();
  const next = ada.page.getByRole('link', { name: /^on to/ }).or(ada.page.getByRole('button', { name: /^move c2 to/ }));
  await next.first().waitFor();
  await ada.screenshot('sternhalma-along');
  await ada.openMenu();
  await ada.press('Pick the end hole');
  const button = ada.page.getByRole('button', { name: 'move c2 to e8', exact: true });
  await button.focus();
  await ada.page.keyboard.press('Enter');
  await ben.waitForHeadline('Your move');
  site.assertNoErrors();
});

test('a chat message reaches the other player at once', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  await ada.page.getByLabel('Message').fill('Good luck!');
  await ada.page.getByLabel('Message').press('Enter');
  for (const person of [ada, ben]) {
    await person.page.getByRole('log').getByText('Good luck!').waitFor();
    assert.equal(await person.page.getByRole('log').getByText('Good luck!').count(), 1);
  }
  // The answer to the form can come after the message on the stream.
  await ada.page.waitForFunction(() => document.querySelector('#text').value === '');
  site.assertNoErrors();
});

test('an open page continues the match after a restart of the server', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  await ada.waitForHeadline('Your move');
  for (const person of [ada, ben]) person.expectError(LOST);
  await site.stop();
  await ben.page.getByText('Restarting').waitFor({ state: 'attached' });
  await site.start();
  await ada.play('b2');
  await ada.waitForHeadline('Ben is thinking');
  await ben.waitForHeadline('Your move', 60_000);
  await ben.play('a1');
  await ada.waitForHeadline('Your move', 60_000);
  site.assertNoErrors();
});
