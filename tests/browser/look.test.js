// How the house looks and sounds to somebody.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, openHouse } from './house.js';

async function chooses(person, choices) {
  await person.page.goto('/settings');
  const form = person.page.locator('form[action="/settings/appearance"]');
  for (const [name, value] of Object.entries(choices)) await form.locator(`[name=${name}][value=${value}]`).check({ force: true });
  await form.getByRole('button', { name: 'Save' }).click();
  await person.page.getByText('Settings saved.').waitFor();
}

test('the night that somebody chooses is there with the first paint of every page', async (t) => {
  const house = await openHouse(t);
  const { ada, table } = await house.party('tictactoe', [{ ...DESK, colorScheme: 'light' }, DESK]);
  const paper = () => ada.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await chooses(ada, { theme: 'dark' });
  for (const page of ['/', table]) {
    await ada.page.goto(page);
    assert.notEqual(await paper(), light, page);
  }
  await chooses(ada, { theme: 'light' });
  assert.equal(await paper(), light);
  house.assertNoTrouble();
});

test('a tick is heard when the other has moved, by those who want it', async (t) => {
  const house = await openHouse(t);
  const { ada, ben, table } = await house.party('tictactoe');
  await chooses(ben, { sound: 'on' });
  for (const person of [ada, ben]) {
    await person.page.addInitScript(() => {
      window.ticks = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...when) { window.ticks += 1; return start.apply(this, when); };
    });
    await person.page.goto(table);
  }
  await ben.page.locator('h1').first().click();
  await ada.plays('b2');
  await ben.sees('Your move');
  await ben.page.waitForFunction(() => window.ticks === 2);
  await ben.plays('a1');
  await ada.sees('Your move');
  assert.equal(await ben.page.evaluate(() => window.ticks), 2, 'a ply of his own is not heard');
  assert.equal(await ada.page.evaluate(() => window.ticks), 0, 'she has not asked for it');
  house.assertNoTrouble();
});
