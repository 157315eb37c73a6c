// What was typed when a session ends, and pages of somebody who is no longer signed in.
import assert from 'node:assert/strict';
import { openSite, PASSWORD, test } from './parlour.js';

const MENU = 'header details.menu';
const NOTE = 'Opened on the left, which Ben answered in the middle; look at the second reply before the next match.';

/** Ends all other sessions of a person, as from another device. */
async function endSession(site, person) {
  const device = await site.visitor(person.name);
  await signIn(device);
  const answer = await device.context.request.post('/account/sessions/end', { maxRedirects: 0 });
  assert.equal(answer.status(), 303);
}

async function signIn({ name, context }, as = name) {
  const answer = await context.request.post('/login', { form: { username: as, password: PASSWORD }, maxRedirects: 0 });
  assert.equal(answer.status(), 303);
}

/** A match in which Ada has typed a note and a message. */
async function scene(t) {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('tictactoe');
  await ada.page.locator('#note').evaluate((field) => { field.closest('details').open = true; });
  await ada.page.locator('#note').fill(NOTE);
  await ada.page.locator('#text').fill('Well played so far');
  await endSession(site, ada);
  await ada.page.locator(MENU).waitFor({ state: 'detached' });
  return { site, ada, matchPath, page: ada.page };
}

test('what was typed is there again when its user has signed in again', async (t) => {
  const { site, ada, matchPath, page } = await scene(t);
  await signIn(ada);
  await page.goto('/');
  await page.goto(matchPath);
  await page.locator('#note:visible').waitFor();
  assert.equal(await page.locator('#note').inputValue(), NOTE);
  assert.equal(await page.locator('#text').inputValue(), 'Well played so far');
  await page.locator('#text').press('Enter');
  await page.locator('#said').getByText('Well played so far').waitFor();
  await page.reload();
  assert.equal(await page.locator('#text').inputValue(), '', 'it was sent');
  site.assertNoErrors();
});

test('what was typed is never shown to another user', async (t) => {
  const { site, ada, matchPath, page } = await scene(t);
  await signIn(ada, 'Ben');
  await page.goto(matchPath);
  assert.equal(await page.locator('#text').inputValue(), '');
  assert.equal(await page.evaluate(() => sessionStorage.getItem('typed')), null);
  await signIn(ada);
  // Ben’s page reloads by itself: as Ada’s, or as a visitor’s if it asks before the browser has the new cookie.
  await page.locator('#live:not([data-user="Ben"])').waitFor({ state: 'attached' });
  await page.goto(matchPath);
  assert.equal(await page.locator('#text').inputValue(), '');
  site.assertNoErrors();
});

test('a report that leads to the sign-in page is there afterwards', async (t) => {
  const site = await openSite(t);
  const [ada] = [await site.player('Ada'), await site.player('Ben')];
  const { page } = ada;
  await page.goto('/reports/new?person=Ben');
  await page.getByLabel('What happened').fill(NOTE);
  await page.getByText('Abuse', { exact: true }).click();
  await endSession(site, ada);
  await ada.press('Send report');
  await page.getByLabel('Password', { exact: true }).waitFor();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await ada.press('Sign in', { exact: true });
  await page.waitForURL(/reports/);
  assert.equal(await page.getByLabel('What happened').inputValue(), NOTE);
  await page.getByText('Abuse', { exact: true }).click();
  await ada.press('Send report');
  await page.getByText('Report sent.').waitFor();
  await page.goto('/reports/new?person=Ben');
  assert.equal(await page.getByLabel('What happened').inputValue(), '', 'it has arrived');
  site.assertNoErrors();
});

test('a page of Ada does not act for Ben, who has signed in meanwhile', async (t) => {
  const site = await openSite(t);
  const { ada, ben } = await site.startMatch('tictactoe');
  const { page } = ada;
  const [request] = await Promise.all([page.waitForRequest(/\/plies/), ada.play('b2')]);
  const user = await page.locator('html').getAttribute('data-user');
  assert.equal(request.headers()['parlour-user'], user, 'requests by scripts say whose page they are from');
  await page.goto('/settings');
  await signIn(ada, 'Ben');
  ada.expectError(/409/);
  await page.getByLabel('Time zone').selectOption('Asia/Kathmandu');
  await page.locator('form[action^="/settings?"]').getByRole('button', { name: 'Save' }).click();
  await page.getByText('You are signed in as Ben now.').waitFor();
  await ben.page.goto('/settings');
  assert.notEqual(await ben.page.getByLabel('Time zone').inputValue(), 'Asia/Kathmandu');
  site.assertNoErrors();
});
