// The appearance and sound a user has chosen.
import assert from 'node:assert/strict';
import { DESK, openSite, test } from './parlour.js';

async function chooses(person, choices) {
  await person.page.goto('/settings');
  const form = person.page.locator('form[action^="/settings/appearance?"]');
  for (const [name, value] of Object.entries(choices)) await form.locator(`[name=${name}][value=${value}]`).check({ force: true });
  await form.getByRole('button', { name: 'Save' }).click();
  await person.page.getByText('Settings saved.').waitFor();
}

test('the dark theme applies from the first paint of every page', async (t) => {
  const site = await openSite(t);
  const { ada, matchPath } = await site.startMatch('tictactoe', [{ ...DESK, colorScheme: 'light' }, DESK]);
  const paper = () => ada.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await chooses(ada, { theme: 'dark' });
  for (const page of ['/', matchPath]) {
    await ada.page.goto(page);
    assert.notEqual(await paper(), light, page);
  }
  await chooses(ada, { theme: 'light' });
  assert.equal(await paper(), light);
  site.assertNoErrors();
});

test('a sound is played for the opponent’s move if it is switched on', async (t) => {
  const site = await openSite(t);
  const { ada, ben, matchPath } = await site.startMatch('tictactoe');
  await chooses(ben, { sound: 'on' });
  for (const person of [ada, ben]) {
    await person.page.addInitScript(() => {
      window.ticks = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { window.ticks += 1; return start.apply(this, when); };
    });
    await person.page.goto(matchPath);
  }
  await ben.page.locator('h1').first().click();
  await ada.play('b2');
  await ada.waitForHeadline('Ben is thinking');
  await ben.waitForHeadline('Your move');
  await ben.page.waitForFunction(() => window.ticks === 2);
  await ben.play('a1');
  await ben.waitForHeadline('Ada is thinking');
  await ada.waitForHeadline('Your move');
  assert.equal(await ben.page.evaluate(() => window.ticks), 2, 'a ply of his own is not heard');
  assert.equal(await ada.page.evaluate(() => window.ticks), 0, 'she has not asked for it');
  site.assertNoErrors();
});
