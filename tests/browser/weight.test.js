// What the page of a match loads on a first visit.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

const MOST_REQUESTS = { aeroplane: 25, sternhalma: 25, kalah: 25, tictactoe: 25, quarto: 35 };
const MOST_BYTES = 110 * 1024;

for (const [game, most] of Object.entries(MOST_REQUESTS)) {
  test(`the page of a match of ${game} loads few files of few bytes`, async (t) => {
    const site = await openSite(t);
    const players = game === 'aeroplane' ? [DESK, DESK, DESK, DESK] : [DESK, DESK];
    const { matchPath } = await site.startMatch(game, players, { seats: players.length });
    const { page } = await site.visitor('Visitor', PHONE);
    const requests = [];
    page.on('requestfinished', (request) => requests.push(request));
    await page.goto(matchPath);
    await page.locator('#live[data-stream=open]').waitFor({ state: 'attached' });
    const sizes = await Promise.all(requests.map(async (request) => (await request.sizes()).responseBodySize));
    const bytes = sizes.reduce((all, size) => all + size, 0);
    const files = () => requests.map((request, number) => `${sizes[number]} ${request.url()}`).join('\n');
    assert.ok(requests.length <= most, `${requests.length} requests\n${files()}`);
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes\n${files()}`);
    t.diagnostic(`${requests.length} requests, ${(bytes / 1024).toFixed(1)} KiB`);
  });
}
