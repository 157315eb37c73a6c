// The form of a new match in a browser: presets, and what is shown when it is refused.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESK, PHONE, openHouse } from './house.js';

for (const [how, manners] of [['with scripts', PHONE], ['without scripts', { ...DESK, javaScriptEnabled: false }]]) {
  test(`a preset leaves everything but the rules as it was chosen, ${how}`, async (t) => {
    const house = await openHouse(t);
    await house.player('Ben', DESK);
    const ada = await house.player('Ada', manners);
    const { page } = ada;
    await page.goto('/matches/new?game=tictactoe');
    await page.getByText('Private', { exact: true }).click();
    await page.getByText('No time limit', { exact: true }).click();
    await page.getByLabel('Invite by name').fill('Ben');
    await page.getByRole('button', { name: 'Gomoku' }).click();
    await page.locator('button.choice[aria-current]').getByText('Gomoku').waitFor();
    assert.ok(await page.locator('[name=visibility][value=private]').isChecked());
    assert.ok(await page.locator('[name=time][value=none]').isChecked());
    assert.equal(await page.getByLabel('Invite by name').inputValue(), 'Ben');
    if (ada.scripts) await ada.shotsEverywhere('new-match-preset');
    // Enter in a field creates the match, and presses no preset.
    await page.getByLabel('Invite by name').press('Enter');
    await page.waitForURL(/\/matches\/\w{12}$/);
    const record = await (await page.request.get(`${page.url()}/record.json`)).json();
    assert.deepEqual([record.options.size, record.options.line], ['15', '5']);
    await page.getByText('reserved for Ben').waitFor();
    house.assertNoTrouble();
  });
}

test('a form that is refused shows what is wrong, with the focus on it', async (t) => {
  const house = await openHouse(t);
  const ada = await house.player('Ada', PHONE);
  const { page } = ada;
  ada.expects(/422/);
  const shown = async (field, problem) => {
    await page.waitForFunction((selector) => document.activeElement?.matches(selector), field);
    for (const part of [page.locator(field), page.getByText(problem)]) {
      const { y, height } = await part.boundingBox();
      assert.ok(y >= 0 && y + height <= PHONE.viewport.height, `${problem}: ${y}`);
    }
  };
  await page.goto('/matches/new?game=tictactoe');
  await page.getByLabel('Invite by name').fill('nobody');
  await ada.press('Create match');
  await shown('[name=invite]', 'There’s no user called “nobody”.');
  await ada.shotsEverywhere('new-match-refused');

  await page.goto('/matches/new?game=aeroplane');
  await page.getByText('Live', { exact: true }).click();
  assert.equal(await page.locator('[name=auto_roll_live]:checked').inputValue(), 'off');
  assert.equal(await page.locator('[name=throw_for_me]').first().isVisible(), false);
  await page.getByText('Who can join').click();
  await page.getByLabel('Rating from').fill('2000');
  await page.getByLabel('Rating to').fill('1000');
  await ada.press('Create match');
  await shown('[name=rating_to]', 'can’t be lower than the lowest');
  house.assertNoTrouble();
});
