// What holds for every page that is open to those who are not signed in.
import { test } from 'node:test';
import { assertFit, everyPage } from './everywhere.js';
import { openHouse } from './house.js';

test('every page of a visitor fits every screen, is open to everybody and keeps to the policy', async (t) => {
  const house = await openHouse(t);
  const { shared } = await everyPage(house);
  const visitor = await house.visitor('Visitor');
  await assertFit(visitor, [...shared, '/login', '/register', '/reset'], shared);
  house.assertNoTrouble();
});
