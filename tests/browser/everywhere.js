// Every page of the house, and whether it is as it should be.
import assert from 'node:assert/strict';
import { TICTACTOE } from './games.js';
import { faultsOf } from './looks.js';

/** Every page of the house, with something on each of them. */
export async function everyPage(house) {
  const { ada, ben, table: halma } = await house.party('sternhalma');
  const over = await ada.opens('tictactoe');
  await ben.joins(over);
  for (const [number, ply] of TICTACTOE.entries()) {
    const player = number % 2 === 0 ? ada : ben;
    await player.page.goto(over);
    await player.plays(ply);
    await player.sees(/is thinking|You won/);
  }
  await ada.page.getByLabel('Message').fill('Well played! '.repeat(20));
  await ada.press('Send');
  await ada.page.getByRole('log').getByText('Well played!').first().waitFor();
  const open = await ada.opens('sternhalma', 'Private');
  const shared = ['/', '/matches/open', '/join', '/games', '/games/sternhalma', '/games/tictactoe', '/games/kalah?example=capture&ply=1',
    '/games/aeroplane', '/games/quarto', '/games/sternhalma/ratings', '/games/tictactoe/ratings', '/players/Ada', halma, over,
    `${over}?ply=3`, `${over}/analysis?ply=0&line=a1,b2,c3&at=2`, `${halma}?ply=0`, '/no-such-page'];
  const members = ['/matches/new', '/matches/new?game=sternhalma', '/matches/new?game=tictactoe', open, `${halma}?from=c2`,
    `${halma}/analysis?from=d2`, '/settings', '/account', '/reauthenticate', '/reports', '/reports/new?person=Ben', '/players/Ben'];
  return { ada, shared, members };
}

/** Looks at these pages on every screen, by day and by night. */
export async function assertFit(person, paths, shared) {
  const found = [];
  person.expects(/status of 404/);
  for (const path of paths) {
    await person.page.goto(path);
    const place = path.replace(/\/matches\/\w{12}/, (id) => (shared.indexOf(id) < 0 ? 'table' : `match${shared.indexOf(id)}`));
    found.push(...await faultsOf(person, place.replaceAll(/[/?=&]/g, '_')));
  }
  assert.deepEqual(found, []);
}
