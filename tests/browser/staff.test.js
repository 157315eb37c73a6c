// The pages of those who look after the house: they hold what every page does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admin, posts } from './admins.js';
import { openHouse } from './house.js';
import { faultsOf } from './looks.js';

/** A house in which something was reported, settled, announced and done. */
async function busyHouse(t) {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe');
  await ben.page.goto(table);
  await ben.page.getByLabel('Message').fill('You play like a kettle');
  await ben.press('Send');
  await ben.page.getByRole('log').getByText('kettle').waitFor();
  const id = table.split('/').at(-1);
  for (const about of [{ match: id, line: '1' }, { match: id }, { person: 'Ben' }]) {
    await posts(ada, '/reports', { ...about, cause: 'abuse', words: 'He says such things in every match.' });
  }
  const root = await admin(house, 'Root');
  const cleo = await house.player('Cleo');
  await posts(cleo, '/reports', { person: 'Ben', cause: 'other', words: 'He left in the middle of our match.' });
  const why = 'Shouts at people, in every match and at every hour.';
  await posts(root, '/admin/reports/3/settle', { verdict: 'acted', why: 'They were spoken to' });
  await posts(root, '/admin/users/Cleo/suspension', { days: '7', why });
  await posts(root, '/admin/users/Ben/chat-ban', { days: '3', why });
  await posts(root, '/admin/invitations', { note: 'The chess club', places: '12', days: '30' });
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await posts(root, '/admin/announcements', { words: 'The house moves on Sunday.', tone: 'warning', until });
  return { house, root, ada, ben };
}

test('the pages of staff fit every screen and are open to everybody', async (t) => {
  const { house, root, ada, ben } = await busyHouse(t);
  const found = [];
  for (const page of ['/admin', '/admin/users', '/admin/users?role=admin', '/admin/users/Ben', '/admin/users/Cleo',
    '/admin/users/Root', '/admin/reports', '/admin/reports/1', '/admin/reports/3', '/admin/announcements', '/admin/invitations',
    '/admin/audit', '/admin/statistics']) {
    await root.page.goto(page);
    found.push(...await faultsOf(root, page.replaceAll(/[/?=]/g, '_')));
  }
  for (const name of ['Ben', 'Cleo']) {
    await root.page.goto(`/admin/users/${name}`);
    for (const form of await root.page.locator('details.fold > summary').all()) await form.click();
    found.push(...await faultsOf(root, `forms-about-${name}`));
  }
  await ada.page.goto('/');
  found.push(...await faultsOf(ada, 'announced'));
  await ben.page.goto('/');
  found.push(...await faultsOf(ben, 'muted'));
  assert.deepEqual(found, []);
  house.assertNoTrouble();
});

test('somebody is suspended until a day, and what is wrong is beside it', async (t) => {
  const house = await openHouse(t);
  const root = await admin(house, 'Root');
  await house.player('Ben');
  root.expects(/status of 422/);
  const suspends = async (day) => {
    await root.page.goto('/admin/users/Ben');
    await root.page.locator('summary').getByText('Suspend', { exact: true }).click();
    const form = root.page.locator('form[action="/admin/users/Ben/suspension"]');
    await form.getByLabel('Or until').fill(day);
    await form.getByLabel('Reason').fill('Shouts at people.');
    await form.getByRole('button', { name: 'Suspend' }).click();
  };
  await suspends('2020-02-29');
  await root.page.getByText('Choose a day in the future.').waitFor();
  assert.deepEqual(await faultsOf(root, 'suspension-refused'), []);
  await suspends(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await root.page.getByText('User suspended.').waitFor();
  house.assertNoTrouble();
});
