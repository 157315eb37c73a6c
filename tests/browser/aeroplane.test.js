// Whole matches of Aeroplane Chess with four players, two of them in browsers, with rolls that are the same each time.
import assert from 'node:assert/strict';
import { DARK, HTTP, PHONE, openSite, test } from './parlour.js';

const FOUR = [PHONE, HTTP, DARK, HTTP];

/** The progress of a plane: its steps from the pad plus one, 0 in the hangar. */
const reach = (progress) => (progress === 'H' ? 0 : Number(progress) + 1);
const HOME = 57;

/** Rebuilds from the record the progress of the planes of each seat and whose turn it is. */
function standing({ position }) {
  const [planes, acts] = position.split(' ');
  return { planes: planes.split('/').map((seat) => seat.split(',').map(reach)), seat: Number(acts[1]) };
}
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** Ranks by progress, the highest first; equal values share a rank. */
function places({ planes }) {
  const sums = planes.map(sum);
  return sums.map((own) => 1 + sums.filter((other) => other > own).length);
}

/** The ply for the plane with the most progress. While planes shall meet, one in the hangar is preferred. */
function choose(plies, own, crowded) {
  const far = ({ notation }) => (crowded && own[notation - 1] === 0 ? HOME : own[notation - 1] ?? 0);
  return plies.reduce((best, ply) => (far(ply) > far(best) ? ply : best));
}

/** Starts recording the values the die shows, and where two planes overlap. */
const watches = (person) => person.page.evaluate(() => {
  Object.assign(window, { faces: [], crowds: [] });
  let rolling = false;
  const look = () => {
    const die = document.querySelector('#die');
    if (die.classList.contains('tumbling')) rolling = true;
    else if (rolling) {
      rolling = false;
      window.faces.push(Number(die.getAttribute('href').match(/#die-(\d)/)[1]));
    }
    const places = [...document.querySelectorAll('#board .piece')].map((plane) => plane.getAttribute('class').match(/\bc\d+|\bf\d+/g).join(' '));
    const twice = places.find((place, number) => places.indexOf(place) < number);
    if (twice) window.crowds.push(twice);
  };
  new MutationObserver(look).observe(document.querySelector('#board'), { subtree: true, childList: true, attributes: true });
});
const watched = (person) => person.page.evaluate(() => ({ faces: window.faces, crowds: window.crowds }));

/** The smallest distance of two planes on the screen, in cells of the board. */
const nearest = (person) => person.page.evaluate(() => {
  const cell = document.querySelector('#board').getBoundingClientRect().width / 15.9;
  const middles = [...document.querySelectorAll('#board .piece')].map((plane) => plane.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  const apart = middles.flatMap(([x, y], number) => middles.slice(0, number).map(([u, v]) => Math.hypot(x - u, y - v)));
  return Math.min(...apart) / cell;
});

/** A match with four players; the pages of the `viewers` among them are open or closed while it is played. */
class Flight {
  constructor(party) {
    Object.assign(this, party, { from: 0, crowded: false, viewers: party.players.filter(({ page }) => page) });
  }

  /** Opens the match for every viewer and starts recording what they see. */
  async gather() {
    const record = await this.site.record(this.matchPath);
    this.from = record.plies.length;
    for (const viewer of this.viewers) {
      await viewer.openMatch(this.matchPath, record.seq);
      await Promise.all([viewer.recordPieces(), watches(viewer)]);
    }
  }

  /** The record, the position, and the offered plies. */
  async look() {
    const record = await this.site.record(this.matchPath);
    const { planes, seat } = standing(record);
    const player = this.players[seat];
    if (record.ending) return { record, planes, plies: [] };
    const { seq, plies } = await player.offeredPlies(this.matchPath);
    return { record, planes, seat, player, seq, plies, ply: choose(plies, planes[seat], this.crowded) };
  }

  /** Plays on open pages until a condition holds or the match is over, and waits for the last animation. */
  async play(so) {
    for (let look = await this.look(); ; look = await this.look()) {
      if (so(look) || look.record.ending) return this.allKnow(look.record);
      await this.act(look, look.ply);
      await this.site.record(this.matchPath, look.record.seq);
    }
  }

  /** Plays a ply on the page of the player, or by HTTP once all viewers have seen what was before it. */
  async act({ player, record, seq }, { notation }) {
    await (player.page ? player.waitForEvent(record.seq) : this.allKnow(record));
    await (player.page ? player.pressPly(notation) : player.postPly(this.matchPath, seq, notation));
  }

  /** Plays while no page is open, until a condition holds. */
  async goesOn(so) {
    for (;;) {
      const look = await this.look();
      if (so(look)) return look;
      await look.player.postPly(this.matchPath, look.seq, look.ply.notation);
    }
  }

  async allKnow(record) {
    for (const viewer of this.viewers) await viewer.waitForEvent(record.seq);
    return record;
  }

  async shots(name) {
    for (const viewer of this.viewers) await viewer.screenshot(`aeroplane-${name}-${viewer.name}`);
  }

  /** Asserts that every page has shown every roll, all steps in the same order, and no overlapping planes. */
  async assertSeen(record) {
    const plies = record.plies.slice(this.from);
    const thrown = plies.filter((ply) => ply.seat === 'chance').map((ply) => Number(ply.notation[1]));
    const way = await this.viewers[0].pieceMoves();
    for (const player of this.viewers) {
      await player.waitForAnimations();
      const { faces, crowds } = await watched(player);
      assert.deepEqual(faces, thrown, `every throw, as ${player.name} saw it`);
      assert.deepEqual(crowds, [], `planes that lay upon each other, as ${player.name} saw it`);
      assert.ok(await nearest(player) > 0.5, `${player.name} sees every plane by itself`);
      assert.deepEqual(await player.pieceMoves(), way, `${player.name} saw the same as Ada`);
    }
    return way;
  }

  /** Plays on until a ply has one of these effects, which is then played on open pages. */
  async snapshot(things) {
    this.crowded = true;
    const does = ({ label }) => things.find((thing) => thing.test(label));
    const look = await this.goesOn((now) => now.record.ending || now.plies.some(does));
    const { record, seat, plies } = look;
    assert.equal(record.ending, null, `the match is over before ${things}`);
    this.crowded = false;
    await this.gather();
    const ply = plies.find(does);
    await this.act(look, ply);
    const after = await this.site.record(this.matchPath, record.seq);
    await this.allKnow(after);
    return { thing: does(ply), piece: 4 * seat + Number(ply.notation) - 1, label: ply.label, way: await this.assertSeen(after) };
  }

  /** Plays to the end on open pages and asserts what holds at the end of every match. */
  async ends() {
    await this.goesOn(({ planes }) => Math.min(...planes.map((own) => 4 * HOME - sum(own))) <= 3);
    await this.gather();
    const record = await this.play(() => false);
    await this.assertSeen(record);
    assert.equal(record.ending.how, 'rules');
    assert.deepEqual(record.ending.places, places(standing(record)));
    const winner = record.ending.places.indexOf(1);
    for (const player of this.viewers) {
      await player.waitForHeadline(player === this.players[winner] ? 'You won' : `${this.players[winner].name} won`);
      const shown = await player.placesBySeat();
      assert.deepEqual(shown.map((place) => parseInt(place, 10)), record.ending.places, `the places ${player.name} sees`);
      await player.assertMatchesServer();
    }
    return record;
  }

  /** Asserts that the program accepts the downloaded record. */
  async assertTrue(record) {
    const answer = await fetch(`${this.site.url}${this.matchPath}/record.json`);
    const said = await this.site.runCommand(['record', '-'], await answer.text());
    const throws = record.plies.filter((ply) => ply.seat === 'chance').length;
    const verified = `${record.plies.length} plies, all legal\n${throws} rolls, all verified\nthe places are correct\n`;
    assert.equal(said.slice(0, verified.length), verified);
  }
}

const ring = (label) => Number(label.match(/to ring (\d+)/)[1]);
const after = (cell, steps) => (cell + steps) % 52;
const isHangar = (piece, cell) => cell >= 52 + 11 * Math.floor(piece / 4) && cell < 56 + 11 * Math.floor(piece / 4);

test('four players roll the die themselves in a match of Aeroplane Chess', async (t) => {
  const site = await openSite(t);
  const fields = { seats: 4, throw_for_me: 'off', 'option.launch': 'even', 'option.three_sixes': 'off', dice: 'ThrownDice11' };
  const flight = new Flight(await site.startMatch('aeroplane', FOUR, fields));
  await flight.gather();
  let moves = 0;
  const begun = await flight.play(({ ply }) => (ply.notation === 'throw' ? false : ++moves > 4));
  await flight.assertSeen(begun);
  await flight.shots('thrown-begins');

  const things = new Map([
    [/to ring .* with a jump$/, ({ piece, way, label }) => {
      assert.deepEqual(way.slice(-2), [48, 0].map((steps) => `p${piece} c${after(ring(label), steps)}`), label);
    }],
    [/to ring .* flight$/, ({ piece, way, label }) => {
      assert.deepEqual(way.slice(-2), [40, 0].map((steps) => `p${piece} c${after(ring(label), steps)}`), label);
    }],
    [/to ring \d+, sending a plane back$/, ({ piece, way, label }) => {
      const [own, other] = way.slice(-2).map((step) => step.match(/\d+/g).map(Number));
      assert.deepEqual(own, [piece, ring(label)], label);
      assert.ok(other[0] !== piece && isHangar(...other), `${label}: ${other}`);
    }],
  ]);
  while (things.size > 0) {
    const shown = await flight.snapshot([...things.keys()]);
    things.get(shown.thing)(shown);
    await flight.shots(`thrown-${3 - things.size}`);
    things.delete(shown.thing);
  }

  const record = await flight.ends();
  await flight.shots('thrown-ends');
  await flight.assertTrue(record);
  site.assertNoErrors();
});

test('a burst of moves is played faster and can be skipped', async (t) => {
  const site = await openSite(t);
  const fields = { seats: 4, throw_for_me: 'on', dice: 'ManyMoves111' };
  const flight = new Flight(await site.startMatch('aeroplane', [PHONE, HTTP, HTTP, HTTP], fields));
  await flight.gather();
  const [watcher] = flight.players;
  const skip = watcher.page.getByRole('button', { name: 'Skip' });
  const speed = () => watcher.page.evaluate(() => document.documentElement.style.getPropertyValue('--speed'));
  assert.ok(await skip.isHidden());
  // Every move is followed by rolls, so that some take more than can be shown at ease.
  let moves = 0;
  await flight.goesOn(({ record }) => record.ending || ++moves > 12);
  await skip.waitFor();
  assert.ok(Number(await speed()) > 1, await speed());
  await skip.click();
  const record = await site.record(flight.matchPath);
  await watcher.waitForEvent(record.seq);
  await skip.waitFor({ state: 'hidden' });
  assert.equal(await speed(), '1');
  await watcher.assertMatchesServer();
  // The stream goes on behind what was skipped.
  moves = 0;
  await flight.play(() => ++moves > 2);
  await watcher.assertMatchesServer();
  site.assertNoErrors();
});

test('four players play Aeroplane Chess with automatic rolls', async (t) => {
  const site = await openSite(t);
  const fields = { seats: 4, throw_for_me: 'on', 'option.flyover': 'on', 'option.flight_jump': 'on', dice: 'AutoRoLLs111' };
  const flight = new Flight(await site.startMatch('aeroplane', FOUR, fields));
  await flight.gather();
  let moves = 0;
  const begun = await flight.play(() => ++moves > 4);
  const way = await flight.assertSeen(begun);
  assert.ok(way.length > 4, 'planes were moved');
  await flight.shots('for-me-begins');
  const record = await flight.ends();
  await flight.shots('for-me-ends');
  await flight.assertTrue(record);
  site.assertNoErrors();
});
