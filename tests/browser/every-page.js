// A list of the pages of the site, and checks of their layout and accessibility.
import assert from 'node:assert/strict';
import { TICTACTOE } from './games.js';
import { pageFaults } from './page-checks.js';

/** Creates content for every page. Returns the paths for visitors and those for members only. */
export async function everyPage(site) {
  const { ada, ben, matchPath: halma } = await site.startMatch('sternhalma');
  const over = await ada.createMatch('tictactoe');
  await ben.join(over);
  for (const [number, ply] of TICTACTOE.entries()) {
    const player = number % 2 === 0 ? ada : ben;
    await player.page.goto(over);
    await player.play(ply);
    await player.waitForHeadline(/is thinking|You won/);
  }
  await ada.page.getByLabel('Message').fill('Well played! '.repeat(20));
  await ada.press('Send');
  await ada.page.getByRole('log').getByText('Well played!').first().waitFor();
  const open = await ada.createMatch('sternhalma', 'By link');
  const shared = ['/', '/watch', '/players', '/players?q=ad', '/matches', '/matches?player=Ada&result=won', '/matches/open', '/import', '/join', '/games', '/games/sternhalma', '/games/tictactoe', '/games/kalah?example=capture&ply=1',
    '/games/aeroplane', '/games/quarto', '/games/sternhalma/ratings', '/games/tictactoe/ratings', '/players/Ada', halma, over,
    `${over}?ply=3`, `${over}/analysis?ply=0&line=a1,b2,c3&at=2`, `${halma}?ply=0`, `/embed${over}`, '/no-such-page'];
  const members = ['/matches/new', '/pairing', '/matches/new?game=sternhalma', '/matches/new?game=tictactoe', open, `${halma}?from=c2`,
    `${halma}/analysis?from=d2`, '/settings', '/bookmarks', `/bookmarks/new?path=${encodeURIComponent(over)}`, '/account', '/reauthenticate', '/reports', '/reports/new?person=Ben', '/players/Ben'];
  return { ada, shared, members };
}

/** Asserts that these pages fit every screen in both themes and pass the accessibility checks. */
export async function assertPagesFit(person, paths, shared) {
  const found = [];
  person.expectError(/status of 404/);
  for (const path of paths) {
    await person.page.goto(path);
    const place = path.replace(/\/matches\/\w{12}/, (id) => (shared.indexOf(id) < 0 ? 'own-match' : `match${shared.indexOf(id)}`));
    found.push(...await pageFaults(person, place.replaceAll(/[/?=&]/g, '_')));
  }
  assert.deepEqual(found, []);
}
