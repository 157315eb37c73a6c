// The form for a new match: presets, and errors.
import assert from 'node:assert/strict';
import { DESK, PHONE, openSite, test } from './parlour.js';

for (const [how, contextOptions] of [['with scripts', PHONE], ['without scripts', { ...DESK, javaScriptEnabled: false }]]) {
  test(`a preset changes nothing but the rules, ${how}`, async (t) => {
    const site = await openSite(t);
    await site.player('Ben', DESK);
    const ada = await site.player('Ada', contextOptions);
    const { page } = ada;
    await page.goto('/matches/new?game=tictactoe');
    await page.getByText('By link', { exact: true }).click();
    await page.getByText('No time limit', { exact: true }).click();
    await page.getByLabel('Invite by name').fill('Ben');
    await page.locator('summary', { hasText: 'Variant' }).click();
    await page.getByRole('button', { name: 'Gomoku' }).click();
    await page.locator('button.choice[aria-current]').getByText('Gomoku').waitFor();
    assert.ok(await page.locator('[name=visibility][value=private]').isChecked());
    assert.ok(await page.locator('[name=time][value=none]').isChecked());
    assert.equal(await page.getByLabel('Invite by name').inputValue(), 'Ben');
    if (ada.scripts) await ada.screenshots('new-match-preset');
    // Enter in a field creates the match and applies no preset.
    await page.getByLabel('Invite by name').press('Enter');
    await page.waitForURL(/\/matches\/\w{12}$/);
    const record = await (await page.request.get(`${page.url()}/record.json`)).json();
    assert.deepEqual([record.options.size, record.options.line], ['15', '5']);
    await page.getByText('reserved for Ben').waitFor();
    site.assertNoErrors();
  });
}

test('a rejected form shows its error, which has the focus', async (t) => {
  const site = await openSite(t);
  const ada = await site.player('Ada', PHONE);
  const { page } = ada;
  ada.expectError(/422/);
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
  await ada.screenshots('new-match-refused');

  await page.goto('/matches/new?game=aeroplane');
  await page.getByText('Live', { exact: true }).click();
  assert.equal(await page.locator('[name=auto_roll_live]:checked').inputValue(), 'off');
  assert.equal(await page.locator('[name=throw_for_me]').first().isVisible(), false);
  await page.getByText('Ratings and joining').click();
  await page.getByLabel('Rating from').fill('2000');
  await page.getByLabel('Rating to').fill('1000');
  await ada.press('Create match');
  await shown('[name=rating_to]', 'can’t be lower than the lowest');
  site.assertNoErrors();
});

test('names are completed, and the board follows the number of seats', async (t) => {
  const site = await openSite(t);
  await site.player('Ben');
  const ada = await site.player('Ada');
  const { page } = ada;
  await page.goto('/matches/new?game=sternhalma');
  const marbles = page.locator('.preview image.piece');
  const two = await marbles.count();
  await page.locator('[name=seats][value="3"]').check();
  await page.waitForFunction((before) => document.querySelectorAll('.preview image.piece').length > before, two);
  await page.getByLabel('Invite by name').pressSequentially('be');
  await page.locator('#names option[value="Ben"]').waitFor({ state: 'attached' });
  await page.getByLabel('Invite by name').fill('Ben');
  await ada.press('Create match');
  await page.getByText('reserved for Ben').waitFor();
  site.assertNoErrors();
});
