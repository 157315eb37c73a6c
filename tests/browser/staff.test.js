// Layout and accessibility of the pages for staff.
import assert from 'node:assert/strict';
import { admin, postForm } from './staff.js';
import { openSite, test } from './parlour.js';
import { pageFaults } from './page-checks.js';

/** A site with reports, a settled one, an announcement and actions of staff. */
async function busySite(t) {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  await ben.page.goto(matchPath);
  await ben.page.getByLabel('Message').fill('You play like a kettle');
  await ben.press('Send');
  await ben.page.getByRole('log').getByText('kettle').waitFor();
  const id = matchPath.split('/').at(-1);
  for (const about of [{ match: id, line: '1' }, { match: id }, { person: 'Ben' }]) {
    await postForm(ada, '/reports', { ...about, cause: 'abuse', words: 'He says such things in every match.' });
  }
  const root = await admin(site, 'Rosa');
  const cleo = await site.player('Cleo');
  await postForm(cleo, '/reports', { person: 'Ben', cause: 'other', words: 'He left in the middle of our match.' });
  const why = 'Shouts at people, in every match and at every hour.';
  await postForm(root, '/admin/reports/3/settle', { verdict: 'acted', why: 'They were spoken to' });
  await postForm(root, '/admin/users/Cleo/suspension', { days: '7', why });
  await postForm(root, '/admin/users/Ben/chat-ban', { days: '3', why });
  await postForm(root, '/admin/invitations', { note: 'The chess club', places: '12', days: '30' });
  await postForm(root, '/admin/users/import', { text: 'Dora\nEmil-the-tallest-5b\nFrieda,frieda@school.example' });
  const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
  await postForm(root, '/admin/announcements', { words: 'The site moves on Sunday.', tone: 'warning', until });
  return { site, root, ada, ben };
}

test('the pages of staff fit every screen and are accessible', async (t) => {
  const { site, root, ada, ben } = await busySite(t);
  const found = [];
  for (const page of ['/admin', '/admin/users', '/admin/users?show=admin', '/admin/users/Ben', '/admin/users/Cleo',
    '/admin/users/Rosa', '/admin/reports', '/admin/reports/1', '/admin/reports/3', '/admin/announcements', '/admin/invitations',
    '/admin/audit', '/admin/statistics', '/admin/site', '/admin/users/import', '/admin/users/import/1']) {
    await root.page.goto(page);
    found.push(...await pageFaults(root, page.replaceAll(/[/?=]/g, '_')));
  }
  await root.press('Make cards');
  await root.page.locator('.account-cards').waitFor();
  found.push(...await pageFaults(root, 'cards'));
  for (const name of ['Ben', 'Cleo']) {
    await root.page.goto(`/admin/users/${name}`);
    for (const form of await root.page.locator('details.fold > summary').all()) await form.click();
    found.push(...await pageFaults(root, `forms-about-${name}`));
  }
  await ada.page.goto('/');
  found.push(...await pageFaults(ada, 'announced'));
  await ben.page.goto('/');
  found.push(...await pageFaults(ben, 'muted'));
  assert.deepEqual(found, []);
  site.assertNoErrors();
});

test('a user is suspended until a date, with errors beside the field', async (t) => {
  const site = await openSite(t);
  const root = await admin(site, 'Rosa');
  await site.player('Ben');
  root.expectError(/status of 422/);
  const suspends = async (day) => {
    await root.page.goto('/admin/users/Ben');
    await root.page.locator('summary').getByText('Suspend', { exact: true }).click();
    const form = root.page.locator('form[action^="/admin/users/Ben/suspension?"]');
    await form.getByLabel('Or until').fill(day);
    await form.getByLabel('Reason').fill('Shouts at people.');
    await form.getByRole('button', { name: 'Suspend' }).click();
  };
  await suspends('2020-02-29');
  await root.page.getByText('Choose a day in the future.').waitFor();
  assert.deepEqual(await pageFaults(root, 'suspension-refused'), []);
  await suspends(new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10));
  await root.page.getByText('User suspended.').waitFor();
  site.assertNoErrors();
});
