// Matches by people who have the accessibility tree and what is announced, and nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse } from './house.js';

/** How a player is told that it is their turn. */
const OWN_TURN = 'Your move|Go again|Your roll';

/** A player as a screen reader presents the page. */
class Listener {
  constructor(person) {
    this.person = person;
    this.page = person.page;
    this.position = this.page.getByRole('region', { name: 'Position', exact: true });
    this.status = this.page.getByRole('status');
  }

  /** The position, line by line. */
  lines() {
    return this.position.getByRole('listitem').allTextContents();
  }

  /** Waits until something is announced that ends like this. */
  async hears(words) {
    await this.status.filter({ hasText: words }).first().waitFor({ state: 'attached' });
  }

  /** Presses what has this name, with the keyboard. */
  async presses(role, name) {
    await this.page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name }).first().press('Enter');
  }

  /** Plays one of the moves that the position names. */
  async plays() {
    const lines = await this.lines();
    const [, what] = lines.at(-1).match(/ to (move: .*|roll)$/);
    if (what === 'roll') return this.presses('button', 'Roll');
    const moves = what.replace('move: ', '');
    const marble = moves.match(/^(\w+) to \d+ holes?/);
    if (marble) {
      await this.presses('link', `${marble[1]}, your marble`);
      return this.presses('button', new RegExp(`^move ${marble[1]} to `));
    }
    if (moves === 'give any piece that is left') {
      const [, left] = lines.join('\n').match(/^left to give: (.*?)(?:,|$)/m);
      return this.presses('button', `give the ${left} piece`);
    }
    return this.presses('button', moves.match(/^(?:mark|place the piece on) \w+/)?.[0] ?? moves.split('; ')[0]);
  }
}

/** Plays so many moves between two who only listen. Both hear what was played, and how the match stands for them. */
async function playByEar({ players, table, house }, count) {
  const listeners = players.map((person) => new Listener(person));
  for (let number = 0; number < count; number += 1) {
    const before = await listeners[0].position.textContent();
    const [, name] = (await listeners[0].lines()).at(-1).match(/^(\w+) to /);
    await listeners.find(({ person }) => person.name === name).plays();
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
  const visitor = await house.visitor('Cleo', { javaScriptEnabled: false });
  await visitor.page.goto(table);
  assert.deepEqual(await new Listener(visitor).lines(), await listeners[0].lines(), 'as the page says where no script runs');
  house.assertNoTrouble();
}

for (const [game, ...choices] of [['tictactoe'], ['kalah'], ['quarto'], ['sternhalma'], ['aeroplane', { throw_for_me: 'off' }]]) {
  test(`a match of ${game} is played from its text alone`, async (t) => {
    const house = await openHouse(t);
    await playByEar(await house.party(game, [{}, {}], ...choices), 6);
  });
}

test('what can be played lies in a form that is named by how the match stands', async (t) => {
  const house = await openHouse(t);
  const { ada, ben } = await house.party('kalah');
  const board = (person) => person.page.getByRole('region', { name: 'The board' });
  await board(ada).getByRole('form', { name: 'Your move' }).getByRole('button', { name: 'sow house 1, 4 seeds' }).waitFor();
  await board(ben).getByRole('form', { name: 'Ada is thinking' }).waitFor({ state: 'attached' });
  house.assertNoTrouble();
});

test('the time left is announced on request, and by itself when little is left', async (t) => {
  const house = await openHouse(t);
  const [ada, ben] = [await house.player('Ada'), await house.player('Ben')];
  const table = await ada.asksFor({ game: 'tictactoe', time: 'live', 'time.seconds': 60, 'time.reserve': 0 });
  await ben.joins(table);
  await ada.page.clock.install();
  await ada.page.goto(table);
  await ada.sees('Your move');
  const [own, other] = [new Listener(ada), new Listener(ben)];
  await other.page.keyboard.press('t');
  await other.hears(/^Ada: \d+ s left$/);
  await own.presses('button', 'Announce the time left');
  await own.hears(/^Ada \(you\): \d+ s left$/);
  await ada.page.clock.fastForward(35_000);
  await own.hears(/^\d+ s left$/);
  await ada.plays('b2');
  await own.hears(/^Ada marks b2\. Ben is thinking\.$/);
  await other.hears(/^Ada marks b2\. Your move\.$/);
  house.assertNoTrouble();
});
