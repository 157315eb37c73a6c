// A match of every game in Firefox and in WebKit, the list of games and the rules: every piece is where Chromium draws it.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { eventually, openEngines } from './engines.js';
import { KALAH, QUARTO, TICTACTOE } from './games.js';
import { PASSWORD, openSite, test } from './parlour.js';

/** The plies of both seats. In Aeroplane Chess they depend on the dice: the first plane that can move is moved. */
const MATCHES = {
  tictactoe: { plies: TICTACTOE },
  kalah: { plies: KALAH.slice(0, 6) },
  quarto: { plies: QUARTO.slice(0, 6) },
  sternhalma: { plies: ['d2-e6', 'n2-m7', 'b2-f5'] },
  aeroplane: { moves: 3, fields: { throw_for_me: 'on', 'option.launch': 'even' } },
};

/** In cells of the board. */
const TOLERANCE = 0.05;

/** Runs in the page: the centre of every piece in cells from the corner of its board, and the size of images. */
const measure = () => [...document.querySelectorAll('.board')].flatMap((board) => {
  const around = board.getBoundingClientRect();
  const cell = around.width / Number(getComputedStyle(board).getPropertyValue('--w'));
  return [...board.querySelectorAll('svg :is(image:not(.art), .tictactoe g.piece, text.piece)')].map((piece) => {
    const box = piece.getBoundingClientRect();
    const name = `${piece.parentNode.id} ${piece.id} ${piece.getAttribute('href') ?? ''}`;
    const place = [(box.x + box.width / 2 - around.x) / cell, (box.y + box.height / 2 - around.y) / cell];
    return { name, place, size: piece.matches('image') ? [box.width / cell, box.height / cell] : [] };
  });
});

const numbers = ({ place, size }) => [...place, ...size];
const written = (piece) => (piece ? `${piece.name} at ${numbers(piece).map((number) => number.toFixed(2))}` : 'nothing');
const isSame = (one, other) => one?.name === other?.name
  && numbers(one).every((number, index) => Math.abs(number - numbers(other)[index]) < TOLERANCE);

/** The pieces that one engine draws in another place than the reference. */
function differences(here, reference) {
  const all = Array.from({ length: Math.max(here.length, reference.length) }, (_, index) => [here[index], reference[index]]);
  return all.filter(([one, other]) => !isSame(one, other)).map(([one, other]) => `${written(one)} instead of ${written(other)}`);
}

let site;
let engines;
const closes = [];
before(async () => {
  const whole = { after: (close) => closes.push(close) };
  site = await openSite(whole);
  engines = await openEngines(whole);
  await Promise.all(engines.others.map(register));
});
after(() => Promise.all(closes.map((close) => close())));

async function register(tab) {
  await tab.goto(`${site.url}/register`);
  const post = ([path, form]) => fetch(path, { method: 'POST', body: new URLSearchParams(form) }).then(({ ok }) => ok);
  await tab.run(post, ['/register', { username: tab.name, password: PASSWORD }]);
  await tab.run(post, ['/settings/play', { after: 'stay', before: 'never' }]);
  tab.opponent = await Opponent.register(`Against${tab.name}`);
}

/** The player in the other seat, by HTTP without a browser. */
class Opponent {
  static async register(username) {
    const opponent = new Opponent();
    const answer = await opponent.post('/register', { username, password: PASSWORD });
    opponent.cookie = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]).join('; ');
    return opponent;
  }

  async post(path, form) {
    const headers = this.cookie ? { Cookie: this.cookie } : {};
    const answer = await fetch(site.url + path, { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' });
    assert.equal(answer.status, 303, `${path} ${JSON.stringify(form)}`);
    return answer;
  }

  async firstPly(match) {
    const page = await fetch(site.url + match, { headers: { Cookie: this.cookie } });
    return (await page.text()).match(/name="notation" value="([^"]+)"/)[1];
  }
}

async function open(tab, game, fields) {
  const form = { game, seats: 2, visibility: 'public', first: 'creator', ...fields };
  const match = await tab.run(async (form) => {
    const { url } = await fetch('/matches', { method: 'POST', body: new URLSearchParams(form) });
    return new URL(url).pathname;
  }, form);
  await tab.opponent.post(`${match}/seats`, {});
  await tab.goto(site.url + match);
  return match;
}

/** Presses the controls that play a ply; the first control of the board if no ply is given. */
async function press(tab, ply) {
  const [from, to] = ply?.split('-') ?? [];
  if (to) await tab.press(`#press a[href*="from=${from}"]`);
  await tab.press(ply ? `button[name="notation"][value="${ply}"]` : '#press button');
}

const knows = (tab, seq) => eventually(
  () => tab.run((seq) => document.querySelector(`#press[data-seq="${seq}"] button, #press[data-seq="${seq}"] a`) !== null, String(seq)),
  async () => `${tab.name} does not show entry ${seq}`,
);

/** Presses again if nothing was played: Firefox fires no click for a press that comes while its page is still loading. */
async function pressUntilPlayed(tab, match, { seq }, ply) {
  await eventually(async () => {
    await press(tab, ply);
    const tooLate = new Promise((resolve) => { setTimeout(resolve, 5000, false); });
    return Promise.race([site.record(match, seq).then(() => true), tooLate]);
  }, async () => `${tab.name} cannot play ${ply ?? 'the first ply'}`);
}

/** Plays all given plies, or until the browser has made the given number of moves. */
async function play(tab, match, { plies, moves = Infinity }) {
  for (let made = 0; made < moves;) {
    const record = await site.record(match);
    const ply = plies?.[record.plies.length];
    if (plies && !ply) return;
    if (record.to_act === 0) {
      await knows(tab, record.seq);
      await pressUntilPlayed(tab, match, record, ply);
      made += 1;
    } else if (record.to_act === 1) {
      await tab.opponent.post(`${match}/plies`, { seq: record.seq, notation: ply ?? await tab.opponent.firstPly(match) });
    }
    await site.record(match, record.seq);
  }
}

/** Waits until a page of the same size in Chromium shows every piece in the same place. Both may still be moving pieces. */
async function assertSamePlaces(tab, path) {
  const size = await tab.run(() => ({ width: innerWidth, height: innerHeight }));
  const page = await engines.reference.newPage({ viewport: size });
  await page.goto(site.url + path);
  let reference, found;
  await eventually(async () => {
    reference = await page.evaluate(measure);
    found = differences(await tab.run(measure), reference);
    return reference.length > 0 && found.length === 0;
  }, async () => `${tab.name} on ${path}: ${found.length} of ${reference.length} pieces differ\n${found.slice(0, 5).join('\n')}`);
  await page.close();
}

for (const [game, script] of Object.entries(MATCHES)) {
  test(`in a match of ${game} every piece is in the same place in every engine`, async () => {
    await Promise.all(engines.others.map(async (tab) => {
      const match = await open(tab, game, script.fields);
      await play(tab, match, script);
      await assertSamePlaces(tab, match);
    }));
  });
}

test('in the list of games and in the rules every piece is in the same place in every engine', async () => {
  for (const path of ['/games', ...Object.keys(MATCHES).map((game) => `/games/${game}`)]) {
    await Promise.all(engines.others.map(async (tab) => {
      await tab.goto(site.url + path);
      await assertSamePlaces(tab, path);
    }));
  }
});
