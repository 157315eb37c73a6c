// A page that follows a match leaves with the session it was drawn for.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openHouse, PASSWORD } from './house.js';

const MENU = 'header details.menu';

async function signsIn(person) {
  const form = { username: person.name, password: PASSWORD };
  const answer = await person.context.request.post('/login', { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
}

/** A match, and Ada's second browser with its page open. */
async function scene(t) {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe');
  const phone = await house.visitor('Ada');
  await signsIn(phone);
  await phone.page.goto(table);
  await phone.page.waitForFunction(() => document.querySelector('#live').dataset.stream === 'open');
  return { house, ada, ben, table, phone };
}

/** Waits until a page was loaded again, for a visitor. */
async function isLeft(page) {
  await page.locator(MENU).waitFor({ state: 'detached' });
  await page.locator('#live:not([data-user])').waitFor({ state: 'attached' });
}

test('a page leaves when its user signs out in another tab', async (t) => {
  const { house, ben, table, phone } = await scene(t);
  const other = await phone.context.newPage();
  await other.goto('/games');
  await other.locator(MENU).locator('summary').click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.locator(MENU).waitFor({ state: 'detached' });
  await isLeft(phone.page);
  await ben.context.request.post(`${table}/chat`, { form: { text: 'said after sign-out' } });
  await phone.page.reload();
  assert.equal((await phone.page.content()).includes('said after sign-out'), false);
  house.assertNoTrouble();
});

test('a page leaves when its user signs out everywhere else', async (t) => {
  const { house, ada, phone } = await scene(t);
  await ada.page.goto('/account');
  await ada.press('Sign out everywhere else');
  await isLeft(phone.page);
  house.assertNoTrouble();
});

test('a page that was hidden while its user signed out leaves when it is shown', async (t) => {
  const { house, phone } = await scene(t);
  const shows = (hidden) => phone.page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await shows(true);
  await phone.page.waitForFunction(() => !document.querySelector('#live').dataset.stream);
  await phone.context.request.post('/logout');
  await shows(false);
  await isLeft(phone.page);
  house.assertNoTrouble();
});

test('the page of a user who is suspended says why', async (t) => {
  const { house, ada, phone } = await scene(t);
  const database = `sqlite://${house.folder}/parlour.db`;
  await house.says(['admin', 'create', 'Root', '--database-url', database], `${PASSWORD}\n`);
  const root = await house.visitor('Root');
  await signsIn(root);
  const form = { days: '3', why: 'Shouts at people.' };
  const answer = await root.context.request.post('/admin/users/Ada/suspension', { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  for (const { page } of [ada, phone]) {
    await page.locator('.suspended').getByText('Shouts at people.').waitFor();
    assert.equal(await page.locator('#live[data-user="Ada"]').count(), 1, 'they may still look');
  }
  house.assertNoTrouble();
});
