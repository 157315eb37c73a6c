// The picture of a board in link previews: every piece is where it is on the page, and as large.
import assert from 'node:assert/strict';
import { fixDice } from './dice.js';
import { HTTP, openSite, test } from './parlour.js';

const SQUADRON = { launch: 'even', finish: 'bounce', flight_jump: 'on', flyover: 'on', stacks: 'on' };
const [OPENING, LATER] = [[0], [10]];

/** Matches with the number of seats, options, after how many plies their board is compared, and the dice of later boards. */
const MATCHES = [
  ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((size) => ['tictactoe', 2, { size, line: Math.min(size, 5) }, LATER]),
  ['kalah', 2, {}, [0, 10]],
  ['kalah', 2, { captured: 'house' }, LATER],
  ...[[6, 6], [2, 1], [4, 6], [9, 9]].map(([houses, seeds]) => ['kalah', 2, { houses, seeds }, LATER]),
  ['quarto', 2, {}, LATER],
  ['quarto', 2, { squares: 'on' }, LATER],
  // The opening for six has a marble in every hole of every point.
  ['sternhalma', 6, {}, OPENING],
  ...[2, 3, 4, 5, 6].map((seats) => ['sternhalma', seats, {}, LATER]),
  ['sternhalma', 2, { finish: 'own_ten', target: 'free', points: 'any' }, LATER],
  ...[2, 3, 4].map((seats) => ['aeroplane', seats, {}, OPENING]),
  ['aeroplane', 4, { launch: 'even', three_sixes: 'off', flight_jump: 'on' }, LATER, 'PictureDice4'],
  ['aeroplane', 3, { finish: 'exact', boost: 'off', play_on: 'on' }, LATER, 'PictureDice3'],
  // Planes that share cells of the ring, pads and hangars.
  ['aeroplane', 2, SQUADRON, LATER, 'StackedDice3'],
  ['aeroplane', 4, SQUADRON, LATER, 'stackedDice9'],
];

/** The size of the picture, and the space around the board in it. */
const [WIDE, HIGH, MARGIN] = [1200, 630, 28];
/** How much a piece or a small square of the board may differ, of 255: the picture and the browser smooth edges differently. */
const MOST = 40;

/** Plays by HTTP, each ply another choice of those the page offers, to the end at most. */
async function playPlies(site, path, players, count) {
  const some = (choices, number) => choices[5 * number % choices.length];
  for (let number = 0; number < count; number += 1) {
    const { status, to_act: seat } = await site.record(path);
    if (status === 'ended') return;
    let offered = await players[seat].offeredPlies(path);
    if (offered.marbles.length) offered = await players[seat].offeredPlies(path + some(offered.marbles, number));
    await players[seat].postPly(path, offered.seq, some(offered.plies, number).notation);
  }
}

/** Shows only the board, without what only a page has, as large and where it is in the picture. Returns the boxes of the pieces. */
const showBoard = (page) => page.evaluate(([wide, high, margin]) => {
  const box = (element) => element.getBoundingClientRect();
  const board = document.querySelector('#board');
  const before = box(board);
  const scale = Math.min((wide - 2 * margin) / before.width, (high - 2 * margin) / before.height);
  const style = new CSSStyleSheet();
  style.replaceSync(`
    * { visibility: hidden !important; transition: none !important; filter: none !important; }
    #board {
      position: fixed; width: ${before.width * scale}px; height: ${before.height * scale}px; max-width: none;
      left: ${(wide - before.width * scale) / 2}px;
      top: ${(high - before.height * scale) / 2}px;
    }
    #board svg :is(.art, image, path, .rim text):not(.sign, .away), #board.quarto::after { visibility: visible !important; }
  `);
  document.adoptedStyleSheets.push(style);
  const pieces = [...board.querySelectorAll('.piece:not(.sign):is(image, :has(> path)), .piece > image, .die:not(.away)')];
  return pieces.map((piece) => box(piece).toJSON());
}, [WIDE, HIGH, MARGIN]);

/**
 * Compares the picture with a screenshot. Returns for each box of a piece how the screenshot would have to be moved, or enlarged, in pixels,
 * to differ least from the picture there, and by how much it differs; and the difference of the most different small square.
 */
const compare = (page, sources, boxes) => page.evaluate(async ([sources, boxes, wide, high]) => {
  const [picture, shown] = await Promise.all(sources.map(async (source) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${source}`)).blob());
    const pen = new OffscreenCanvas(wide, high).getContext('2d');
    pen.drawImage(image, 0, 0);
    return pen.getImageData(0, 0, wide, high).data;
  }));
  const difference = ({ x, y, width, height }, [right, down, larger] = [0, 0, 0]) => {
    let [sum, count] = [0, 0];
    const [left, top] = [x, y].map(Math.round);
    for (let row = top; row < top + height; row += 1) {
      const from = Math.round(y + height / 2 + (row - y - height / 2 - down) / (1 + larger / height));
      for (let column = left; column < left + width; column += 1) {
        const there = Math.round(x + width / 2 + (column - x - width / 2 - right) / (1 + larger / width));
        const [one, other] = [4 * (row * wide + column), 4 * (from * wide + there)];
        for (let channel = 0; channel < 3; channel += 1) sum += Math.abs(picture[one + channel] - shown[other + channel]);
        count += 3;
      }
    }
    return sum / count;
  };
  const range = [-3, -2, -1, 0, 1, 2, 3];
  const moves = range.flatMap((right) => range.map((down) => [right, down, 0]));
  const changes = moves.concat([-3, -2, -1, 1, 2, 3].map((larger) => [0, 0, larger]));
  const pieces = boxes.map((box) => {
    const differences = changes.map((change) => difference(box, change));
    return { change: changes[differences.indexOf(Math.min(...differences))], differs: difference(box) };
  });
  const side = 15;
  const squares = Array.from({ length: wide * high / side ** 2 }, (_, number) =>
    difference({ x: number * side % wide, y: Math.floor(number * side / wide) * side, width: side, height: side }));
  return { pieces, worst: Math.max(...squares) };
}, [sources, boxes, WIDE, HIGH]);

test('every piece of the picture of a board is where it is on the page, and as large', async (t) => {
  const site = await openSite(t);
  const players = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fred'].map((name) => site.member(name, HTTP)));
  const window = { viewport: { width: WIDE, height: HIGH }, colorScheme: 'light' };
  const [watcher, compares] = [await site.visitor('Gina', { ...window, javaScriptEnabled: false }), await site.visitor('Hugo', window)];
  const faults = [];
  for (const [game, seats, chosen, plies, dice] of MATCHES) {
    const options = Object.entries(chosen).map(([key, value]) => [`option.${key}`, value]);
    const created = await players[0].postMatch({ game, seats, ...Object.fromEntries(options) });
    const path = dice ? await fixDice(site, created, dice) : created;
    for (const player of players.slice(1, seats)) await player.postJoin(path);
    for (const count of plies) {
      await playPlies(site, path, players, count);
      await watcher.page.goto(path);
      const boxes = await showBoard(watcher.page);
      assert.ok(boxes.length > 0);
      const pictures = [await (await watcher.context.request.get(`${path}/board.png?last=on`)).body(), await watcher.page.screenshot()];
      const { pieces, worst } = await compare(compares.page, pictures.map((bytes) => bytes.toString('base64')), boxes);
      const wrong = pieces.filter(({ change, differs }) => Math.max(...change.map(Math.abs)) > 1 || differs > MOST);
      if (wrong.length || worst > MOST) faults.push({ game, seats, ...chosen, count, worst, wrong });
    }
  }
  assert.deepEqual(faults, []);
  site.assertNoErrors();
});

test('the drawing of a board looks like its picture, and the browser plays the animation', async (t) => {
  const site = await openSite(t);
  const players = await Promise.all(['Ada', 'Ben'].map((name) => site.member(name, HTTP)));
  const window = { viewport: { width: WIDE, height: HIGH } };
  const [watcher, compares] = [await site.visitor('Gina', window), await site.visitor('Hugo', window)];
  for (const game of ['tictactoe', 'kalah', 'quarto', 'sternhalma', 'aeroplane']) {
    const dice = game === 'aeroplane' && { throw_for_me: 'on', 'option.launch': 'even' };
    const path = await players[0].postMatch({ game, seats: 2, ...dice });
    await players[1].postJoin(path);
    await playPlies(site, path, players, 4);
    const { plies } = await site.record(path);
    await watcher.page.goto(`${path}/board.svg`);
    const pictures = [await (await watcher.context.request.get(`${path}/board.png`)).body(), await watcher.page.screenshot()];
    const { worst } = await compare(compares.page, pictures.map((bytes) => bytes.toString('base64')), []);
    assert.ok(worst < MOST, `${game}: the drawing differs by ${worst}`);
    await watcher.page.goto(path);
    const frames = await watcher.page.evaluate(async (animation) => {
      const decoder = new ImageDecoder({ data: (await fetch(animation)).body, type: 'image/gif' });
      await decoder.completed;
      const numbers = Array.from({ length: decoder.tracks.selectedTrack.frameCount }, (_, frameIndex) => frameIndex);
      return Promise.all(numbers.map(async (frameIndex) => (await decoder.decode({ frameIndex })).image.duration / 1e6));
    }, `${path}/moves.gif`);
    assert.equal(frames.length, plies.length + 1, game);
    assert.deepEqual([frames[0], frames.at(-1)], [2.5, 2.5], game);
  }
  site.assertNoErrors();
});
