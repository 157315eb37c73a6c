// Whole matches against a bot with the keyboard alone, and by what a screen reader says alone.
import assert from 'node:assert/strict';
import { openSite, test, wantNoMotion } from './parlour.js';

wantNoMotion();

/** Longer than a bot's move, with its delay, and the player's own take on a busy machine. */
const TURN = 120_000;
/** With PLAY_OUT=1 every match is played to its end, which takes minutes; else this many moves of the long ones. */
const most = (moves) => (process.env.PLAY_OUT ? Infinity : moves);
const GAMES = { tictactoe: Infinity, quarto: most(4), kalah: most(4), aeroplane: most(5), sternhalma: most(3) };
/** Headings on the player's turn. */
const YOURS = /^\s*(Your move|Your roll|You rolled \d: .+|Go again)\s*$/;

async function startAgainstBot(player, game) {
  const answer = await player.context.request.post('/play', { form: { game, level: 1 }, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  const match = answer.headers().location;
  await player.page.goto(match);
  return match;
}

const recordOf = async (player, match) => (await player.context.request.get(`${match}/record.json`)).json();
const shownSeq = async ({ page }) => Number(await page.locator('#press').getAttribute('data-seq'));

/** Plays until the match is over, or so many moves: `move` plays one, once the page shows that it is the player's turn. */
async function playOn(player, match, moves, move) {
  for (let played = 0; played < moves; played += 1) {
    const deadline = Date.now() + TURN;
    for (;;) {
      const { status, seq } = await recordOf(player, match);
      if (status === 'ended') return played;
      // What is pressed on an earlier state is not played.
      if (seq === await shownSeq(player) && await player.page.locator('#headline.yours').count()) break;
      assert.ok(Date.now() < deadline, `${match}: the bot has not moved`);
      await player.page.waitForTimeout(50);
    }
    const before = await shownSeq(player);
    await move();
    while ((await recordOf(player, match)).seq === before) {
      assert.ok(Date.now() < deadline, `${match}: the move was not played`);
      await player.page.waitForTimeout(50);
    }
  }
  return moves;
}

const focused = ({ page }, selector) => page.evaluate((within) => document.activeElement?.closest(within) !== null, selector);

/** Presses Tab until something within these elements has the focus. */
async function tabTo(player, selector) {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await focused(player, selector)) return;
    await player.page.keyboard.press('Tab');
  }
  assert.fail(`${selector} can't be reached with Tab`);
}

/** Moves the focus with arrow keys from a chosen piece to one of its targets. */
async function arrowTo(player, selector) {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await focused(player, selector)) return;
    await player.page.keyboard.press(['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'][presses % 4]);
  }
  await tabTo(player, selector);
}

test('a match of every game is played with the keyboard alone', async (t) => {
  const site = await openSite(t);
  const player = await site.player('Ada', { confirms: true });
  const { page } = player;
  for (const [game, moves] of Object.entries(GAMES)) {
    const match = await startAgainstBot(player, game);
    const played = await playOn(player, match, moves, async () => {
      const before = await shownSeq(player);
      const targets = '#press > button.play:not(.throw)';
      const marbles = '#press > a:is(.mine, .play)';
      await page.locator(`${targets}, ${marbles}, #named .brass`).first().waitFor();
      if (await page.locator(targets).count()) await tabTo(player, targets);
      else if (await page.locator(marbles).count()) {
        await tabTo(player, marbles);
        await page.keyboard.press('Enter');
        await page.locator(targets).first().waitFor();
        await arrowTo(player, targets);
      } else await tabTo(player, '#named .brass');
      await page.keyboard.press('Enter');
      const confirm = page.locator('#confirm .brass');
      while ((await recordOf(player, match)).seq === before) {
        if (await confirm.isVisible()) {
          await tabTo(player, '#confirm .brass');
          await page.keyboard.press('Enter');
          await confirm.waitFor({ state: 'hidden' });
        }
        await page.waitForTimeout(50);
      }
    });
    t.diagnostic(`${game}: ${played} moves`);
  }
  site.assertNoErrors();
});

test('a match of every game is played by what a screen reader says alone', async (t) => {
  const site = await openSite(t);
  const player = await site.player('Ada');
  const { page } = player;
  await page.addInitScript(() => {
    window.heard = [];
    new MutationObserver(() => {
      const words = document.querySelector('#announcement')?.textContent;
      if (words && window.heard.at(-1) !== words) window.heard.push(words);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  for (const [game, moves] of Object.entries(GAMES)) {
    const match = await startAgainstBot(player, game);
    const board = page.getByRole('region', { name: 'The board' });
    const played = await playOn(player, match, moves, async () => {
      assert.match(await page.getByRole('heading', { level: 1 }).innerText(), YOURS);
      const move = board.getByRole('button').or(page.getByRole('main').getByRole('button', { name: /^(Roll|Pass)/ })).first();
      const piece = board.getByRole('link').first();
      await move.or(piece).first().waitFor();
      if (!(await move.isVisible())) {
        // "d2, your marble", then "move d2 to e3".
        assert.match(await piece.getAttribute('aria-label'), /^\w+, your /);
        await piece.press('Enter');
        await move.waitFor();
      }
      await move.press('Enter');
    });
    // What the bot does is heard with its name, and that it is the player's turn again.
    const { plies, seq } = await recordOf(player, match);
    await player.waitForEvent(seq);
    const heard = await page.evaluate(() => window.heard);
    if (plies.some(({ seat }) => seat > 0)) assert.ok(heard.some((words) => /Beginner|bot/i.test(words)), heard.join('\n'));
    assert.ok(heard.some((words) => /(Your move|Your roll|You rolled|Go again|You won|You lost|Draw)\.?/.test(words)), heard.join('\n'));
    t.diagnostic(`${game}: ${played} moves; “${heard.at(-1)}”`);
  }
  site.assertNoErrors();
});
