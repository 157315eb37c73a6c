// Matches played by the accessibility tree and announcements only.
import assert from 'node:assert/strict';
import { openSite, test } from './parlour.js';

/** The announcement that it is the player's turn. */
const OWN_TURN = 'Your move|Go again|Your roll|You rolled \\d: .+';

/** A player who uses the page by a screen reader. */
class Listener {
  constructor(person) {
    this.person = person;
    this.page = person.page;
    this.position = this.page.getByRole('region', { name: 'Position', exact: true });
    this.status = this.page.getByRole('status');
  }

  /** The lines of the position as text. */
  lines() {
    return this.position.getByRole('listitem').allTextContents();
  }

  /** Waits for an announcement with this ending. */
  async hears(words) {
    await this.status.filter({ hasText: words }).first().waitFor({ state: 'attached' });
  }

  /** Presses the control of this name with the keyboard. */
  async pressPly(role, name) {
    await this.page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first().press('Enter');
  }

  /** Plays one of the moves listed in the position text. */
  async play() {
    const lines = await this.lines();
    const [, what] = lines.at(-1).match(/ to (move: .*|roll)$/);
    if (what === 'roll') return this.pressPly('button', 'Roll');
    const moves = what.replace('move: ', '');
    const marble = moves.match(/^(\w+) to \d+ holes?/);
    if (marble) {
      await this.pressPly('link', `${marble[1]}, your marble`);
      return this.pressPly('button', new RegExp(`^move ${marble[1]} to `));
    }
    if (moves === 'give any piece that is left') {
      const [, left] = lines.join('\n').match(/^left to give: (.*?)(?:,|$)/m);
      return this.pressPly('button', `give the ${left} piece`);
    }
    return this.pressPly('button', moves.match(/^(?:mark|place the piece on) \w+/)?.[0] ?? moves.split('; ')[0]);
  }
}

/** Plays a number of moves with two screen readers. Both announce each move and whose turn it is. */
async function playByEar({ players, matchPath, site }, count) {
  const listeners = players.map((person) => new Listener(person));
  for (let number = 0; number < count; number += 1) {
    const before = await listeners[0].position.textContent();
    const [, name] = (await listeners[0].lines()).at(-1).match(/^(\w+) to /);
    await listeners.find(({ person }) => person.name === name).play();
    for (const listener of listeners) {
      await listener.position.filter({ hasNotText: before }).waitFor({ state: 'attached' });
    }
    const [own, other] = await Promise.all(listeners.map((listener) => listener.lines()));
    assert.deepEqual(own, other, 'both read the same position');
    const [, next] = own.at(-1).match(/^(\w+) to /);
    for (const listener of listeners) {
      const stands = listener.person.name === next ? OWN_TURN : `${next} (is thinking|goes again|to roll)`;
      await listener.hears(new RegExp(`^${name} \\w+.*(${stands})\\.$`));
    }
  }
  const visitor = await site.visitor('Cleo', { javaScriptEnabled: false });
  await visitor.page.goto(matchPath);
  assert.deepEqual(await new Listener(visitor).lines(), await listeners[0].lines(), 'as the page says where no script runs');
  site.assertNoErrors();
}

for (const [game, ...choices] of [['tictactoe'], ['kalah'], ['quarto'], ['sternhalma'], ['aeroplane', { throw_for_me: 'off' }]]) {
  test(`a match of ${game} is played from its text alone`, async (t) => {
    const site = await openSite(t);
    await playByEar(await site.startMatch(game, [{}, {}], ...choices), 6);
  });
}

test('the possible moves are in a form labelled with the state of the match', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('kalah');
  const board = (person) => person.page.getByRole('region', { name: 'The board' });
  await board(ada).getByRole('form', { name: 'Your move' }).getByRole('button', { name: 'sow house 1 (4 seeds)' }).waitFor();
  await board(ben).getByRole('form', { name: 'Ada is thinking' }).waitFor({ state: 'attached' });
  site.assertNoErrors();
});

test('the time left is announced on request, and by itself when little is left', async (t) => {
  const site = await openSite(t);
  const [ada, ben] = [await site.player('Ada'), await site.player('Ben')];
  const matchPath = await ada.createMatch('tictactoe', { time: 'live', 'time.seconds': 60, 'time.reserve': 0 });
  await ben.join(matchPath);
  await ada.page.clock.install();
  await ada.page.goto(matchPath);
  await ada.waitForHeadline('Your move');
  const [own, other] = [new Listener(ada), new Listener(ben)];
  await other.page.keyboard.press('t');
  await other.hears(/^Ada: \d+ s left$/);
  await own.pressPly('button', 'Announce the time left');
  await own.hears(/^Ada \(you\): \d+ s left$/);
  await ada.page.clock.fastForward(35_000);
  await own.hears(/^\d+ s left$/);
  await ada.play('b2');
  await own.hears(/^Ada marks b2\. Ben is thinking\.$/);
  await other.hears(/^Ada marks b2\. Your move\.$/);
  site.assertNoErrors();
});
