// The picture of a board in link previews: every piece is where it is on the page, and as large.
import assert from 'node:assert/strict';
import { DESK, openSite, test } from './parlour.js';

const GAMES = [
  ['tictactoe', 2, {}, ['b2', 'a1', 'c3']],
  ['tictactoe', 2, { 'option.size': 15, 'option.line': 5 }, []],
  ['kalah', 2, {}, ['1']],
  ['kalah', 2, { 'option.houses': 4, 'option.seeds': 6 }, []],
  ['kalah', 2, { 'option.houses': 9, 'option.seeds': 9 }, ['3']],
  ['quarto', 2, {}, ['8', 'c4', '4', 'b4']],
  ['sternhalma', 2, {}, ['d2-e6', 'n2-m7']],
  ['sternhalma', 3, {}, []],
  ['sternhalma', 4, {}, []],
  ['sternhalma', 6, {}, []],
  ['aeroplane', 2, {}, []],
  ['aeroplane', 3, {}, []],
  ['aeroplane', 4, {}, []],
];

/** The size of the picture, and the space around the board in it. */
const [WIDE, HIGH, MARGIN] = [1200, 630, 28];

/** The average colours of a picture, cut into squares. `area` is the part of it. */
const colours = (page, source, area, columns, rows) => page.evaluate(async ([source, area, columns, rows]) => {
  const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt());
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const { x, y, width, height } = area ?? { x: 0, y: 0, width: image.width, height: image.height };
  // Each square is the average of many points, so that it matters little how a picture is scaled.
  const side = 12;
  const canvas = new OffscreenCanvas(columns * side, rows * side);
  const pen = canvas.getContext('2d');
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height);
  const squares = Array.from({ length: columns * rows }, (_, index) => {
    const { data } = pen.getImageData(index % columns * side, Math.floor(index / columns) * side, side, side);
    return [0, 1, 2].map((channel) => data.filter((_value, at) => at % 4 === channel).reduce((sum, value) => sum + value, 0) / side ** 2);
  });
  return squares.flat();
}, [source, area, columns, rows]);

for (const [game, seats, options, plies] of GAMES) {
  test(`the picture of ${game} for ${seats} ${Object.values(options).join(' ')} shows the board of the page`, async (t) => {
    const site = await openSite(t);
    const people = await Promise.all(['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fred'].slice(0, seats).map((name) => site.player(name, { ...DESK, colorScheme: 'light' })));
    const path = await people[0].postMatch({ game, seats: String(seats), ...options });
    for (const person of people.slice(1)) await person.join(path);
    for (const notation of plies) {
      const form = { seq: (await site.record(path)).seq, notation };
      const answers = people.map((person) => person.context.request.post(`${path}/plies`, { form, maxRedirects: 0 }));
      assert.ok((await Promise.all(answers)).some((answer) => answer.status() === 303), notation);
    }
    const watcher = await site.visitor('Gina', { viewport: { width: 1280, height: 900 } });
    await watcher.page.goto(path);
    await watcher.waitForAnimations();
    const board = watcher.page.locator('#board > svg');
    const box = await board.evaluate((svg) => ({ width: svg.viewBox.baseVal.width, height: svg.viewBox.baseVal.height }));
    const scale = Math.min((WIDE - 2 * MARGIN) / box.width, (HIGH - 2 * MARGIN) / box.height);
    const [width, height] = [box.width * scale, box.height * scale].map(Math.round);
    const area = { x: Math.round((WIDE - width) / 2), y: Math.round((HIGH - height) / 2), width, height };
    // Pieces are compared, not what only a page has: marks, coordinates, and the controls.
    const page = await board.evaluate((svg) => {
      for (const part of svg.querySelectorAll('#last, #lit, .rim, text, .sign, #die')) part.remove();
      document.querySelector('#press')?.remove();
    }).then(() => board.screenshot());
    const picture = await (await watcher.context.request.get(`${path}/board.png`)).body();
    const columns = 40;
    const rows = Math.round(columns * height / width);
    const [drawn, shown] = [
      await colours(watcher.page, picture.toString('base64'), area, columns, rows),
      await colours(watcher.page, page.toString('base64'), null, columns, rows),
    ];
    const apart = drawn.map((value, index) => Math.abs(value - shown[index]));
    const far = apart.filter((difference) => difference > 50).length / apart.length;
    assert.ok(far < 0.03, `${Math.round(far * 1000) / 10} % differ`);
  });
}
