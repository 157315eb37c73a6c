// What holds for every page: it can be read by everybody, fits every screen, and keeps to the policy.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TICTACTOE } from './games.js';
import { openHouse } from './house.js';
import { faultsOf } from './looks.js';

/** Every page of the house, with something on each of them. */
async function everyPage(house) {
  const { ada, ben, table: halma } = await house.party('sternhalma');
  const over = await ada.opens('tictactoe');
  await ben.joins(over);
  for (const [number, ply] of TICTACTOE.entries()) {
    const player = number % 2 === 0 ? ada : ben;
    await player.page.goto(over);
    await player.plays(ply);
    await player.sees(/is thinking|have won/);
  }
  await ada.page.getByLabel('Say something').fill('Well played! '.repeat(20));
  await ada.press('Say');
  await ada.page.getByRole('log').getByText('Well played!').first().waitFor();
  const open = await ada.opens('sternhalma', 'Private');
  const shared = ['/', '/tables', '/join', '/games', '/games/sternhalma', '/games/tictactoe', '/games/kalah?example=capture&ply=1',
    '/games/aeroplane', '/games/quarto', '/games/sternhalma/ratings', '/players/Ada', halma, over,
    `${over}?ply=3`, `${over}/try?ply=0&line=a1,b2,c3&at=2`, `${halma}?ply=0`, '/no-such-page'];
  const members = ['/matches/new', '/matches/new?game=sternhalma', '/matches/new?game=tictactoe', open, `${halma}?from=c2`,
    `${halma}/try?from=d2`, '/settings', '/account', '/confirm', '/reports', '/reports/new?person=Ben', '/players/Ben'];
  return { ada, shared, members };
}

test('every page fits every screen, is open to everybody and keeps to the policy', async (t) => {
  const house = await openHouse(t);
  const { ada, shared, members } = await everyPage(house);
  const visitor = await house.visitor('Visitor');
  const found = [];
  for (const [person, paths] of [[ada, [...shared, ...members]], [visitor, [...shared, '/login', '/register', '/reset']]]) {
    person.expects(/status of 404/);
    for (const path of paths) {
      await person.page.goto(path);
      const place = path.replace(/\/matches\/\w{12}/, (id) => (shared.indexOf(id) < 0 ? 'table' : `match${shared.indexOf(id)}`));
      found.push(...await faultsOf(person, place.replaceAll(/[/?=&]/g, '_')));
    }
  }
  assert.deepEqual(found, []);
  house.assertNoTrouble();
});

test('a page is drawn by the theme somebody chose', async (t) => {
  const house = await openHouse(t);
  const visitor = await house.visitor('Visitor');
  await visitor.page.emulateMedia({ colorScheme: 'light' });
  await visitor.page.goto('/login');
  const ground = () => visitor.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await ground();
  const button = visitor.page.locator('[data-theme-button]:visible').first();
  await button.click();
  await button.click();
  await visitor.page.reload();
  assert.notEqual(await ground(), light, 'dark stays dark');
  house.assertNoTrouble();
});
