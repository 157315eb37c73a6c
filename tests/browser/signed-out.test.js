// A page that follows a match is left when its session ends.
import assert from 'node:assert/strict';
import { openSite, PASSWORD, test } from './parlour.js';

const MENU = 'header details.menu';

async function signIn(person) {
  const form = { username: person.name, password: PASSWORD };
  const answer = await person.context.request.post('/login', { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
}

/** A match, open in a second tab of Ada. */
async function scene(t) {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  const phone = await site.visitor('Ada');
  await signIn(phone);
  await phone.page.goto(matchPath);
  await phone.page.waitForFunction(() => document.querySelector('#live').dataset.stream === 'open');
  return { site, ada, ben, matchPath, phone };
}

/** The names of what a tab has stored. */
const keys = (page) => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);

/** Waits until a page was reloaded as a visitor's. */
async function isLeft(page) {
  await page.locator(MENU).waitFor({ state: 'detached' });
  await page.locator('#live:not([data-user])').waitFor({ state: 'attached' });
}

test('an open page is left when its user signs out in another tab', async (t) => {
  const { site, ben, matchPath, phone } = await scene(t);
  const other = await phone.context.newPage();
  await other.goto('/games');
  await other.locator(MENU).locator('summary').click();
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.locator(MENU).waitFor({ state: 'detached' });
  await isLeft(phone.page);
  const answer = await ben.context.request.post(`${matchPath}/chat`, { form: { text: 'said after sign-out' }, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  await phone.page.reload();
  assert.equal((await phone.page.content()).includes('said after sign-out'), false);
  site.assertNoErrors();
});

test('the ids of matches leave the browser at sign-out', async (t) => {
  const { site, ben, matchPath, phone } = await scene(t);
  await ben.context.request.post(`${matchPath}/chat`, { form: { text: 'Hello' }, maxRedirects: 0 });
  await phone.page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes(document.querySelector('#live').dataset.match));
  await phone.page.locator(MENU).locator('summary').click();
  await phone.page.getByRole('button', { name: 'Sign out' }).click();
  await phone.page.locator(MENU).waitFor({ state: 'detached' });
  assert.deepEqual(await keys(phone.page), []);
  site.assertNoErrors();
});

test('the ids of matches leave every tab when the session is ended elsewhere', async (t) => {
  const { site, ada, phone } = await scene(t);
  // As turning a board around does.
  await phone.page.evaluate(() => sessionStorage.setItem(`flipped ${location.pathname}`, 'yes'));
  const other = await phone.context.newPage();
  await other.goto('/games');
  await ada.page.goto('/account');
  await ada.press('Sign out everywhere else');
  await isLeft(phone.page);
  assert.deepEqual(await keys(phone.page), []);
  await other.reload();
  assert.deepEqual(await keys(other), []);
  site.assertNoErrors();
});

test('an open page is left when its user ends other sessions', async (t) => {
  const { site, ada, phone } = await scene(t);
  await ada.page.goto('/account');
  await ada.press('Sign out everywhere else');
  await isLeft(phone.page);
  site.assertNoErrors();
});

test('a hidden page is left when it is shown after its user has signed out', async (t) => {
  const { site, phone } = await scene(t);
  const shows = (hidden) => phone.page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
  await shows(true);
  await phone.page.waitForFunction(() => !document.querySelector('#live').dataset.stream);
  await phone.context.request.post('/logout');
  await shows(false);
  await isLeft(phone.page);
  site.assertNoErrors();
});

test('the page of a user who is suspended says why', async (t) => {
  const { site, ada, phone } = await scene(t);
  const database = `sqlite://${site.folder}/parlour.db`;
  await site.runCommand(['admin', 'create', 'Rosa', '--database-url', database], `${PASSWORD}\n`);
  const root = await site.visitor('Rosa');
  await signIn(root);
  const form = { days: '3', why: 'Shouts at people.' };
  const answer = await root.context.request.post('/admin/users/Ada/suspension', { form, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
  for (const { page } of [ada, phone]) {
    await page.locator('.suspended').getByText('Shouts at people.').waitFor();
    assert.equal(await page.locator('#live[data-user="Ada"]').count(), 1, 'they may still look');
  }
  site.assertNoErrors();
});
