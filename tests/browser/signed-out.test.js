// A page that follows a match leaves with the session it was drawn for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, openHouse, PASSWORD } from './house.js';

const SIGNED_IN = 'header details.menu';

/** A private match, and Ada's second browser with its page open. */
async function scene(t) {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe', [DESK, DESK], { visibility: 'private' });
  const phone = await house.visitor('Ada');
  const answer = await phone.context.request.post('/login', { form: { username: 'Ada', password: PASSWORD }, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  await phone.page.goto(table);
  await phone.page.waitForFunction(() => document.querySelector('#live')._htmx?.sse?.reader);
  return { house, ada, ben, table, phone };
}

test('a page leaves when it is signed out in another tab', async (t) => {
  const { house, ben, table, phone } = await scene(t);
  phone.expects(/status of 404/);
  const { page } = phone;
  phone.page = await phone.context.newPage();
  await phone.page.goto('/games');
  await phone.page.locator(SIGNED_IN).last().locator('summary').click();
  await phone.page.getByRole('button', { name: 'Sign out' }).click();
  await phone.page.locator(SIGNED_IN).waitFor({ state: 'detached' });
  await page.locator('#live').waitFor({ state: 'detached' });
  await ben.context.request.post(`${table}/talk`, { form: { text: 'said after sign-out' } });
  assert.equal((await page.content()).includes('said after sign-out'), false);
  house.assertNoTrouble();
});

test('a page leaves when its user signs out everywhere else', async (t) => {
  const { house, ada, phone } = await scene(t);
  phone.expects(/status of 404/);
  await ada.page.goto('/account');
  await ada.press('Sign out everywhere else');
  await phone.page.locator('#live').waitFor({ state: 'detached' });
  await phone.page.locator(SIGNED_IN).waitFor({ state: 'detached' });
  house.assertNoTrouble();
});

test('a page whose user is suspended shows why', async (t) => {
  const { house, ada, phone } = await scene(t);
  const database = `sqlite://${house.folder}/parlour.db`;
  await house.says(['admin', 'create', 'Root', '--database-url', database], `${PASSWORD}\n`);
  const root = await house.visitor('Root');
  await root.context.request.post('/login', { form: { username: 'Root', password: PASSWORD } });
  const form = { days: '3', why: 'Shouts at people.' };
  const answer = await root.context.request.post('/admin/people/Ada/suspension', { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  for (const person of [ada, phone]) {
    await person.page.locator('.suspended').getByText('Shouts at people.').waitFor();
    assert.equal(await person.page.locator('#live').count(), 1, 'they may still look');
  }
  house.assertNoTrouble();
});
