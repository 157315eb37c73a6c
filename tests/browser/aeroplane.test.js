// Whole matches of Aeroplane Chess by four, each with a browser of their own, with dice as the house throws them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DARK, DESK, PHONE, openHouse } from './house.js';

const FOUR = [PHONE, DESK, DARK, DESK];

/** How far a plane has come: one more than its steps from the pad, nothing in the hangar. */
const reach = (progress) => (progress === 'H' ? 0 : Number(progress) + 1);
const HOME = 57;

/** The match by its record: how far the planes of each seat have come, and whose turn it is. */
function standing({ position }) {
  const [planes, acts] = position.split(' ');
  return { planes: planes.split('/').map((seat) => seat.split(',').map(reach)), seat: Number(acts[1]) };
}
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** The first place for whoever has come farthest, and so on; equals share theirs. */
function places({ planes }) {
  const sums = planes.map(sum);
  return sums.map((own) => 1 + sums.filter((other) => other > own).length);
}

/** Of what can be played, the plane that has come farthest; while planes are to meet, one in the hangar before all others. */
function choose(plies, own, crowded) {
  const far = ({ notation }) => (crowded && own[notation - 1] === 0 ? HOME : own[notation - 1] ?? 0);
  return plies.reduce((best, ply) => (far(ply) > far(best) ? ply : best));
}

/** From now on writes down the faces the die comes to show, and where two planes lie in the same place. */
const watches = (person) => person.page.evaluate(() => {
  Object.assign(window, { faces: [], crowds: [] });
  let rolling = false;
  const look = () => {
    const die = document.querySelector('#die');
    if (die.classList.contains('tumbling')) rolling = true;
    else if (rolling) {
      rolling = false;
      window.faces.push(Number(die.getAttribute('href').match(/(\d)\.svg/)[1]));
    }
    const places = [...document.querySelectorAll('#board .piece')].map((plane) => plane.getAttribute('class').match(/\bc\d+|\bf\d+/g).join(' '));
    const twice = places.find((place, number) => places.indexOf(place) < number);
    if (twice) window.crowds.push(twice);
  };
  new MutationObserver(look).observe(document.querySelector('#board'), { subtree: true, childList: true, attributes: true });
});
const watched = (person) => person.page.evaluate(() => ({ faces: window.faces, crowds: window.crowds }));

/** How near two planes come on the screen, in cells of the board. */
const nearest = (person) => person.page.evaluate(() => {
  const cell = document.querySelector('#board').getBoundingClientRect().width / 15.9;
  const middles = [...document.querySelectorAll('#board .piece')].map((plane) => plane.getBoundingClientRect())
    .map(({ x, y, width, height }) => [x + width / 2, y + height / 2]);
  const apart = middles.flatMap(([x, y], number) => middles.slice(0, number).map(([u, v]) => Math.hypot(x - u, y - v)));
  return Math.min(...apart) / cell;
});

/** A match, and the four who play it: before everybody's eyes, or while everybody is elsewhere. */
class Flight {
  constructor(party) {
    Object.assign(this, party, { from: 0, crowded: false });
  }

  /** Everybody comes to the table, and from now on it is written down what they see. */
  async gather() {
    const record = await this.house.record(this.table);
    this.from = record.plies.length;
    for (const player of this.players) {
      // What has happened meanwhile would be played before their eyes first; here it is known.
      await player.context.request.post(`${this.table}/seen`, { form: { seq: record.seq } });
      await player.page.goto(this.table);
      await Promise.all([player.follows(), watches(player)]);
    }
  }

  /** How it stands, and what can be played. */
  async look() {
    const record = await this.house.record(this.table);
    const { planes, seat } = standing(record);
    const player = this.players[seat];
    if (record.ending) return { record, planes, plies: [] };
    const { seq, plies } = await player.couldPress(this.table);
    return { record, planes, seat, player, seq, plies, ply: choose(plies, planes[seat], this.crowded) };
  }

  /** Plays before everybody's eyes until it is so, or the match is over; all see it to the end. */
  async plays(so) {
    for (let look = await this.look(); ; look = await this.look()) {
      if (so(look) || look.record.ending) return this.allKnow(look.record);
      await look.player.knows(look.record.seq);
      await look.player.presses(look.ply.notation);
      await this.house.record(this.table, look.record.seq);
    }
  }

  /** Plays while everybody is elsewhere, until it is so. */
  async goesOn(so) {
    for (;;) {
      const look = await this.look();
      if (so(look)) return look;
      await look.player.sends(this.table, look.seq, look.ply.notation);
    }
  }

  async allKnow(record) {
    for (const player of this.players) await player.knows(record.seq);
    return record;
  }

  async shots(name) {
    for (const player of this.players) await player.shot(`aeroplane-${name}-${player.name}`);
  }

  /** Everybody has seen every throw since they came, every step in the same order, and no plane upon another. */
  async assertSeen(record) {
    const plies = record.plies.slice(this.from);
    const thrown = plies.filter((ply) => ply.seat === 'chance').map((ply) => Number(ply.notation[1]));
    const way = await this.players[0].way();
    for (const player of this.players) {
      const { faces, crowds } = await watched(player);
      assert.deepEqual(faces, thrown, `every throw, as ${player.name} saw it`);
      assert.deepEqual(crowds, [], `planes that lay upon each other, as ${player.name} saw it`);
      assert.ok(await nearest(player) > 0.5, `${player.name} sees every plane by itself`);
      assert.deepEqual(await player.way(), way, `${player.name} saw the same as Ada`);
    }
    return way;
  }

  /** As soon as there is a ply that does one of these things, it is played before everybody's eyes. */
  async shows(things) {
    this.crowded = true;
    const does = ({ label }) => things.find((thing) => thing.test(label));
    const { record, seat, player, plies } = await this.goesOn((look) => look.record.ending || look.plies.some(does));
    assert.equal(record.ending, null, `the match is over before ${things}`);
    this.crowded = false;
    await this.gather();
    const ply = plies.find(does);
    await player.presses(ply.notation);
    const after = await this.house.record(this.table, record.seq);
    await this.allKnow(after);
    return { thing: does(ply), piece: 4 * seat + Number(ply.notation) - 1, label: ply.label, way: await this.assertSeen(after) };
  }

  /** The end, which everybody sees; and what holds at the end of every match, whoever throws. */
  async ends() {
    await this.goesOn(({ planes }) => Math.min(...planes.map((own) => 4 * HOME - sum(own))) <= 3);
    await this.gather();
    const record = await this.plays(() => false);
    await this.assertSeen(record);
    assert.equal(record.ending.how, 'rules');
    assert.deepEqual(record.ending.places, places(standing(record)));
    const winner = record.ending.places.indexOf(1);
    for (const [seat, player] of this.players.entries()) {
      const lost = this.players.length === 2 ? 'You lost' : `${this.players[winner].name} won`;
      await player.sees(seat === winner ? 'You won' : lost);
      const shown = await player.page.locator('#seats .place').allInnerTexts();
      assert.deepEqual(shown.map((place) => parseInt(place, 10)), record.ending.places, `the places ${player.name} sees`);
      await player.assertAsServed();
    }
    return record;
  }

  /** The program finds the record that is handed out true. */
  async assertTrue(record) {
    const answer = await fetch(`${this.house.url}${this.table}/record.json`);
    const said = await this.house.says(['record', '-'], await answer.text());
    const throws = record.plies.filter((ply) => ply.seat === 'chance').length;
    assert.equal(said, `${record.plies.length} plies, all legal\n${throws} rolls, all verified\nthe places are correct\n`);
  }
}

const ring = (label) => Number(label.match(/to ring (\d+)/)[1]);
const after = (cell, steps) => (cell + steps) % 52;
const isHangar = (piece, cell) => cell >= 52 + 11 * Math.floor(piece / 4) && cell < 56 + 11 * Math.floor(piece / 4);

test('a match of Aeroplane Chess in which four throw the die themselves', async (t) => {
  const house = await openHouse(t);
  const fields = { seats: 4, throw_for_me: 'off', 'option.launch': 'even', 'option.three_sixes': 'off' };
  const flight = new Flight(await house.party('aeroplane', FOUR, fields));
  await flight.gather();
  let moves = 0;
  const begun = await flight.plays(({ ply }) => (ply.notation === 'throw' ? false : ++moves > 4));
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
    const shown = await flight.shows([...things.keys()]);
    things.get(shown.thing)(shown);
    await flight.shots(`thrown-${3 - things.size}`);
    things.delete(shown.thing);
  }

  const record = await flight.ends();
  await flight.shots('thrown-ends');
  await flight.assertTrue(record);
  house.assertNoTrouble();
});

test('a match of Aeroplane Chess by four, whose dice the house throws', async (t) => {
  const house = await openHouse(t);
  const fields = { seats: 4, throw_for_me: 'on', 'option.flyover': 'on', 'option.flight_jump': 'on' };
  const flight = new Flight(await house.party('aeroplane', FOUR, fields));
  await flight.gather();
  let moves = 0;
  const begun = await flight.plays(() => ++moves > 4);
  const way = await flight.assertSeen(begun);
  assert.ok(way.length > 4, 'planes were moved');
  await flight.shots('for-me-begins');
  const record = await flight.ends();
  await flight.shots('for-me-ends');
  await flight.assertTrue(record);
  house.assertNoTrouble();
});
